// generate.cpp: one row at a time through the decoder.
#include "engine/model/generate.h"

#include <algorithm>
#include <cassert>

#include "engine/model/forward.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

std::shared_ptr<const Matrix> copy_of(const ConstView& numbers) {
  return std::make_shared<const Matrix>(numbers);
}

// Whether earlier rows may change with later tokens, or are not purely computed, or a new token's position is
// not the number of tokens before it.
bool runs_whole(const Config& config, const Weights& weights, const Sequence& read) {
  const bool passes_over = weights.counted.table && weights.counted.by_mask && config.mask_padding &&
                           std::find(read.padding.begin(), read.padding.end(), true) != read.padding.end();
  return passes_over || !config.edits.empty() || !config.painted.empty() ||
         config.pattern.kind == PatternKind::kPrefix;
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
  if (config_.has_target() && !runs_whole(config_, model_->weights(), *example.target)) {
    const std::stop_token never;
    TraceBuilder builder({example.source}, input_.vocabulary);
    if (auto own = model_->vocabulary()) builder.share_vocabulary(std::move(own));
    ExampleRun run(builder, model_->weights(), tables_, config_, "", never);
    memory_ = copy_of(builder.view(run.encode(run.embed("source.", example.source, 0), example.source)));
  }
  read(config_.has_target() ? *example.target : example.source);
}

void Generator::append(Index token) {
  assert(has_room(config_, length_));
  Sequence& decoded = config_.has_target() ? *input_.examples.front().target : input_.examples.front().source;
  const auto own = model_->vocabulary();
  const std::string& name = (own ? *own : input_.vocabulary).at(static_cast<size_t>(token));
  Sequence next{.tokens = {name}, .padding = {false}};
  if (own) next.ids = {token};
  decoded.tokens.push_back(name);
  decoded.padding.push_back(false);
  decoded.ids.insert(decoded.ids.end(), next.ids.begin(), next.ids.end());
  read(next);
}

void Generator::read_again() {
  const auto trace = forward(*model_, input_, config_);
  const int logits = trace->find("logits").value();
  const Index row = prediction_row(trace->sequence(trace->stage(logits).row_sequence));
  logits_ = trace->read_row(logits, row).row(0);
  length_ = trace->stage(logits).rows;
}

void Generator::read(const Sequence& sequence) {
  const Example& example = input_.examples.front();
  const Sequence& all = config_.has_target() ? *example.target : example.source;
  if (runs_whole(config_, model_->weights(), all)) return read_again();
  const std::stop_token never;
  TraceBuilder builder({sequence}, input_.vocabulary);
  if (auto own = model_->vocabulary()) builder.share_vocabulary(std::move(own));
  ExampleRun run(builder, model_->weights(), tables_, config_, "", never, length_);
  int memory = -1;
  if (memory_) {
    memory = builder.add_given({.address = "encoder.output",
                                .operation = given("note.kept"),
                                .rows = memory_->rows(),
                                .columns = memory_->cols()},
                               memory_);
  }
  const int x = run.embed(config_.has_target() ? "target." : "", sequence, 0);
  const int output = run.decode(x, memory, input_.examples.front(), &caches_);
  const int probabilities = run.predict(output);
  const int logits = builder.stage(probabilities).inputs.front();
  logits_ = builder.view(logits).row(prediction_row(sequence));
  length_ += static_cast<Index>(sequence.tokens.size());
}

}  // namespace engine
