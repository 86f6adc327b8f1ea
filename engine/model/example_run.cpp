// example_run.cpp: reads like the paper, top to bottom. Vaswani et al. 2017, sec. 3.
#include "engine/model/example_run.h"

#include <cmath>
#include <unordered_map>

#include "engine/model/attention_options.h"
#include "engine/ops/operations.h"

namespace engine {

Tables make_tables(const Model& model, const std::vector<std::string>& vocabulary, const Config& config) {
  const auto size = static_cast<Index>(vocabulary.size());
  auto embedding = std::make_shared<Matrix>(size, config.d_model);
  for (Index id = 0; id < size; ++id) {
    embedding->row(id) = model.embedding(vocabulary[static_cast<size_t>(id)]);
  }
  Tables tables{embedding, embedding};
  if (config.tied_output || !config.has_decoder()) return tables;
  auto output = std::make_shared<Matrix>(size, config.d_model);
  for (Index id = 0; id < size; ++id) {
    output->row(id) = model.output_embedding(vocabulary[static_cast<size_t>(id)]);
  }
  tables.output = std::move(output);
  return tables;
}

bool ExampleRun::run(const Example& example, int first_sequence) {
  const bool two = config_.has_target();
  const int x = embed(two ? "source." : "", example.source, first_sequence);
  if (!config_.has_layers()) {
    constexpr std::string_view kName = "encoder.0.self";
    const std::string address = prefix_ + std::string(kName);
    const MaskRule rule = with_paint(config_, address, self_rule(config_, example.source, config_.causal));
    return add_multi_head_attention(builder_, address, {x, x, x}, weights_.encoder.at(0).self, rule,
                                    attention_settings(config_, address, kName), stop_) >= 0;
  }
  int output = x;
  if (config_.has_encoder()) output = encode(x, example.source);
  if (output < 0 || !config_.has_decoder()) return output >= 0;
  const int memory = two ? output : -1;
  const int target = two ? embed("target.", example.target.value(), first_sequence + 1) : x;
  output = decode(target, memory, example);
  return output >= 0 && predict(output) >= 0;
}

int ExampleRun::embed(const std::string& stream, const Sequence& sequence, int sequence_index) {
  const int ids = add_ids(stream, sequence, sequence_index);
  const int table = add_table();
  Stage stage{.address = prefix_ + stream + "embedding",
              .symbol = "E",
              .rows = static_cast<Index>(sequence.tokens.size()),
              .columns = config_.d_model,
              .row_sequence = sequence_index};
  Stage embedding = stage;
  const double factor = config_.embedding_scale ? std::sqrt(static_cast<double>(config_.d_model)) : 1.0;
  embedding.operation = lookup(factor);
  embedding.inputs = {ids, table};
  const int embedded = builder_.add(std::move(embedding));
  const int positions = add_position(stream, stage);
  stage.address = prefix_ + stream + "input";
  stage.symbol = "X";
  stage.operation = add();
  stage.inputs = {embedded, positions};
  return builder_.add(std::move(stage));
}

int ExampleRun::add_position(const std::string& stream, const Stage& like) {
  Stage stage = like;
  stage.address = prefix_ + stream + "position";
  stage.symbol = "P";
  switch (config_.positions) {
    case PositionKind::kSinusoidal:
      stage.operation = sinusoid(config_.base, first_);
      return builder_.add(std::move(stage));
    case PositionKind::kLearned:
      stage.operation = given("note.learned_position");
      return builder_.add_given(std::move(stage), weights_.positions, first_, 0);
    case PositionKind::kNone:
      break;
  }
  stage.operation = given("note.no_position");
  return builder_.add(std::move(stage));
}

int ExampleRun::add_ids(const std::string& stream, const Sequence& sequence, int sequence_index) {
  std::unordered_map<std::string_view, Index> number;
  for (const std::string& token : builder_.vocabulary()) {
    number.emplace(token, static_cast<Index>(number.size()));
  }
  auto ids = std::make_shared<Matrix>(static_cast<Index>(sequence.tokens.size()), 1);
  for (Index i = 0; i < ids->rows(); ++i) {
    (*ids)(i, 0) = static_cast<float>(number.at(sequence.tokens[static_cast<size_t>(i)]));
  }
  const Index length = ids->rows();
  return builder_.add_given({.address = prefix_ + stream + "tokens",
                             .symbol = "t",
                             .operation = given("note.tokens"),
                             .rows = length,
                             .columns = 1,
                             .row_axis = Axis::kTokens,
                             .column_axis = Axis::kIds,
                             .row_sequence = sequence_index},
                            std::move(ids));
}

// One table for all sequences of the trace: the first that needs it adds it.
int ExampleRun::add_table() {
  constexpr std::string_view kAddress = "embedding.table";
  if (const auto known = builder_.find(kAddress)) return *known;
  return builder_.add_given({.address = std::string(kAddress),
                             .symbol = "W_{e}",
                             .operation = given(weights_.note),
                             .rows = tables_.embedding->rows(),
                             .columns = tables_.embedding->cols(),
                             .row_axis = Axis::kVocabulary,
                             .column_axis = Axis::kDimensions},
                            tables_.embedding);
}

int ExampleRun::encode(int x, const Sequence& source) {
  const MaskRule rule = self_rule(config_, source, config_.causal);
  for (size_t layer = 0; layer < weights_.encoder.size() && x >= 0; ++layer) {
    x = layers_.encoder_layer(static_cast<Index>(layer), weights_.encoder[layer], x, rule);
  }
  return x < 0 ? -1 : layers_.stack_output("encoder.output", "Z", weights_.encoder_norm, x);
}

int ExampleRun::decode(int x, int memory, const Example& example, std::vector<LayerCache>* caches) {
  MaskRule self = self_rule(config_, example.target.value_or(example.source), true);
  MaskRule cross = cross_rule(config_, example.source);
  self.first_query = cross.first_query = first_;
  for (size_t layer = 0; layer < weights_.decoder.size() && x >= 0; ++layer) {
    LayerCache* const cache = caches != nullptr ? &caches->at(layer) : nullptr;
    x = layers_.decoder_layer(static_cast<Index>(layer), weights_.decoder[layer], x, memory, self, cross,
                              cache);
  }
  return x < 0 ? -1 : layers_.stack_output("decoder.output", "D", weights_.decoder_norm, x);
}

// Sec. 3.4: the table that made vectors of tokens, or one of its own, makes logits of vectors.
int ExampleRun::predict(int x) {
  if (stop_.stop_requested()) return -1;
  int table = add_table();
  if (tables_.output != tables_.embedding) {
    constexpr std::string_view kAddress = "unembedding";
    const auto known = builder_.find(kAddress);
    table = known ? *known
                  : builder_.add_given({.address = std::string(kAddress),
                                        .symbol = "W_{u}",
                                        .operation = given(weights_.note),
                                        .rows = tables_.output->rows(),
                                        .columns = tables_.output->cols(),
                                        .row_axis = Axis::kVocabulary,
                                        .column_axis = Axis::kDimensions},
                                       tables_.output);
  }
  Stage stage{.address = prefix_ + "logits",
              .symbol = "L",
              .operation = linear(),
              .inputs = {x, table},
              .rows = builder_.stage(x).rows,
              .columns = builder_.stage(table).rows,
              .column_axis = Axis::kVocabulary,
              .row_sequence = builder_.stage(x).row_sequence};
  Stage next = stage;
  const int logits = builder_.add(std::move(stage));
  next.address = prefix_ + "probabilities";
  next.symbol = "p";
  next.operation = softmax_rows();
  next.inputs = {logits};
  return builder_.add(std::move(next));
}

}  // namespace engine
