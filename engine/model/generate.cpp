// generate.cpp: one row at a time through the decoder.
#include "engine/model/generate.h"

#include <cassert>

#include "engine/ops/operations.h"

namespace engine {
namespace {

std::shared_ptr<const Matrix> copy_of(const ConstView& numbers) {
  return std::make_shared<const Matrix>(numbers);
}

}  // namespace

Generator::Generator(std::shared_ptr<const Model> model, Input input, const Config& config)
    : model_(std::move(model)),
      input_(std::move(input)),
      config_(config),
      tables_(make_tables(*model_, input_.vocabulary, config_)),
      caches_(model_->weights().decoder.size()) {
  assert(config_.has_decoder() && input_.examples.size() == 1);
  const Example& example = input_.examples.front();
  if (config_.has_target()) {
    const std::stop_token never;
    TraceBuilder builder({example.source}, input_.vocabulary);
    ExampleRun run(builder, model_->weights(), tables_, config_, "", never);
    memory_ = copy_of(builder.view(run.encode(run.embed("source.", example.source, 0), example.source)));
  }
  read(config_.has_target() ? *example.target : example.source);
}

bool Generator::has_room() const {
  if (length_ >= kMaxTokens) return false;
  return config_.positions != PositionKind::kLearned || length_ < config_.context;
}

void Generator::append(Index token) {
  assert(has_room());
  Sequence& decoded = config_.has_target() ? *input_.examples.front().target : input_.examples.front().source;
  const std::string& name = input_.vocabulary.at(static_cast<size_t>(token));
  decoded.tokens.push_back(name);
  decoded.padding.push_back(false);
  read({{name}, {false}});
}

void Generator::read(const Sequence& sequence) {
  const std::stop_token never;
  TraceBuilder builder({sequence}, input_.vocabulary);
  ExampleRun run(builder, model_->weights(), tables_, config_, "", never);
  int memory = -1;
  if (memory_) {
    memory = builder.add_given({.address = "encoder.output",
                                .symbol = "Z",
                                .operation = given("note.kept"),
                                .rows = memory_->rows(),
                                .columns = memory_->cols()},
                               memory_);
  }
  const int x = run.embed(config_.has_target() ? "target." : "", sequence, 0, length_);
  const int output = run.decode(x, memory, input_.examples.front(), &caches_, length_);
  const int probabilities = run.predict(output);
  const int logits = builder.stage(probabilities).inputs.front();
  logits_ = builder.view(logits).bottomRows(1);
  length_ += static_cast<Index>(sequence.tokens.size());
}

Generated step(Generator& generator, const Sampling& sampling, uint64_t number) {
  const auto drawn_from = sampling_distribution(generator.logits(), sampling);
  const auto by_model = sampling_distribution(generator.logits(), {.greedy = false});
  Generated next;
  next.token = draw_token(drawn_from, sampling, number);
  next.probability = by_model.at(static_cast<size_t>(next.token));
  next.chance = drawn_from.at(static_cast<size_t>(next.token));
  generator.append(next.token);
  return next;
}

}  // namespace engine
