// example_run.cpp: reads like the paper, top to bottom. Vaswani et al. 2017, sec. 3.
#include "engine/model/example_run.h"

#include <cassert>
#include <cmath>
#include <unordered_map>

#include "engine/model/attention_options.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// The rows of the table of positions that a sequence's tokens have, (n, 1); `first` tokens came before.
std::shared_ptr<const Matrix> counted_rows(const CountedPositions& counted, const Sequence& sequence,
                                           bool masks_padding, Index first) {
  auto rows = std::make_shared<Matrix>(static_cast<Index>(sequence.tokens.size()), 1);
  Index count = first;
  for (size_t i = 0; i < sequence.tokens.size(); ++i) {
    const bool is_padding = counted.by_mask ? masks_padding && sequence.padding[i]
                                            : i < sequence.ids.size() && sequence.ids[i] == counted.padding;
    (*rows)(static_cast<Index>(i), 0) =
        static_cast<float>(is_padding ? counted.padding : counted.padding + ++count);
  }
  return rows;
}

}  // namespace

Tables make_tables(const Model& model, const std::vector<std::string>& vocabulary, const Config& config) {
  if (model.vocabulary()) return {model.embedding_table(), model.output_table()};
  const auto size = static_cast<Index>(vocabulary.size());
  auto embedding = std::make_shared<Matrix>(size, config.d_model);
  for (Index id = 0; id < size; ++id) {
    embedding->row(id) = model.embedding(vocabulary[static_cast<size_t>(id)]);
  }
  Tables tables{embedding, embedding, input_tables(model, vocabulary, config)};
  if (config.tied_output || !config.has_prediction()) return tables;
  auto output = std::make_shared<Matrix>(size, config.d_model);
  for (Index id = 0; id < size; ++id) {
    output->row(id) = model.output_embedding(vocabulary[static_cast<size_t>(id)]);
  }
  tables.output = std::move(output);
  return tables;
}

bool ExampleRun::run(const Example& example, int first_sequence) {
  if (!config_.has_layers()) return attend_alone(example, first_sequence);
  const bool two = config_.has_target();
  const int x = read(two ? "source." : "", example.source, first_sequence);
  int output = x;
  if (config_.has_encoder()) output = encode(x, example.source);
  if (output >= 0 && config_.has_decoder()) {
    const int memory = two ? output : -1;
    const int target = two ? read("target.", example.target.value(), first_sequence + 1) : x;
    output = decode(target, memory, example);
  }
  if (output < 0 || !config_.has_prediction()) return output >= 0;
  return predict(output) >= 0;
}

// One attention, of one sequence or of three.
bool ExampleRun::attend_alone(const Example& example, int first_sequence) {
  constexpr std::string_view kName = "encoder.0.self";
  const std::string address = prefix_ + std::string(kName);
  AttentionInputs inputs;
  AttentionExtras extras{.additive = additive_};
  if (example.key) {
    inputs = {add_vectors("query.input", example.source, first_sequence),
              add_vectors("key.input", *example.key, first_sequence + 1),
              add_vectors("value.input", *example.value, first_sequence + 1)};
  } else {
    inputs = embed_alone(example.source, first_sequence);
    extras = layers_.extras_of("encoder", weights_.encoder_relative);
  }
  extras.keys_with_added = first_sequence + (example.key ? 2 : 1);
  const Sequence& keys = example.key ? *example.key : example.source;
  const MaskRule rule = with_paint(config_, address, self_rule(config_, keys, config_.causal));
  return add_multi_head_attention(builder_, address, inputs, weights_.encoder.at(0).self, rule,
                                  attention_settings(config_, address, kName, !example.key), stop_,
                                  extras) >= 0;
}

int ExampleRun::add_vectors(const std::string& address, const Sequence& sequence, int sequence_index) {
  return builder_.add_given({.address = prefix_ + address,
                             .operation = given("note.fed_in"),
                             .rows = sequence.vectors->rows(),
                             .columns = sequence.vectors->cols(),
                             .row_sequence = sequence_index},
                            sequence.vectors);
}

int ExampleRun::read(const std::string& stream, const Sequence& sequence, int sequence_index) {
  return layers_.dropped(prefix_ + stream + "input", embed(stream, sequence, sequence_index));
}

int ExampleRun::embed(const std::string& stream, const Sequence& sequence, int sequence_index) {
  // A single layer takes vectors as they are.
  if (sequence.vectors && !weights_.patches.weight)
    return add_vectors(stream + "input", sequence, sequence_index);
  Stage stage{.address = prefix_ + stream + "embedding",
              .rows = static_cast<Index>(sequence.tokens.size()),
              .columns = config_.d_model,
              .row_sequence = sequence_index};
  const int embedded = add_embedding(stream, sequence, stage);
  const int positions = add_position(stream, sequence, stage);
  stage.address = prefix_ + stream + (config_.input_norm ? "sum" : "input");
  stage.operation = add();
  stage.inputs = {embedded, positions};
  if (weights_.segments) stage.inputs.push_back(add_segments(stream, sequence, stage));
  const int sum = builder_.add(std::move(stage));
  if (!config_.input_norm) return sum;
  const NormWeights& norm = stream == "target." ? weights_.target_input_norm : weights_.input_norm;
  return layers_.input_norm(stream + "input", norm, sum);
}

int ExampleRun::add_embedding(const std::string& stream, const Sequence& sequence, const Stage& like) {
  if (sequence.vectors) return add_patches(stream, sequence, like);
  const int ids = add_ids(stream, sequence, like.row_sequence);
  const int table = add_table();
  Stage embedding = like;
  const double factor = config_.embedding_scale ? std::sqrt(static_cast<double>(config_.d_model)) : 1.0;
  embedding.operation = builder_.is_direct(table) ? lookup(factor) : lookup(factor, tables_.embedding);
  embedding.inputs = {ids, table};
  return builder_.add(std::move(embedding));
}

// Patches (n, values of a patch) through one projection, below the class token.
int ExampleRun::add_patches(const std::string& stream, const Sequence& sequence, const Stage& like) {
  const PatchWeights& weights = weights_.patches;
  assert(sequence.vectors->cols() == weights.weight.cols());
  const int squares = weights.class_token ? like.row_sequence + 1 : like.row_sequence;
  const int patches = add_vectors(stream + "patches", sequence, squares);
  const int weight = add_parameter("patch.weight", weights.weight);
  std::vector<int> inputs = {patches, weight};
  if (weights.bias) inputs.push_back(add_parameter("patch.bias", weights.bias));
  Stage projected = like;
  projected.address = prefix_ + stream + "patch.embedding";
  projected.rows = sequence.vectors->rows();
  projected.row_sequence = squares;
  projected.operation = linear_of(builder_, weight, weights.weight);
  projected.inputs = std::move(inputs);
  const int vectors = builder_.add(std::move(projected));
  if (!weights.class_token) return vectors;
  Stage embedding = like;
  embedding.operation = stack_rows();
  embedding.inputs = {add_parameter("class.token", weights.class_token), vectors};
  return builder_.add(std::move(embedding));
}

// BERT adds a different vector to the second text than to the first. Devlin et al. 2019, fig. 2.
int ExampleRun::add_segments(const std::string& stream, const Sequence& sequence, const Stage& like) {
  auto ids = std::make_shared<Matrix>(Matrix::Zero(like.rows, 1));
  for (size_t i = 0; i < sequence.segments.size(); ++i)
    (*ids)(static_cast<Index>(i), 0) = static_cast<float>(sequence.segments[i]);
  const int numbers = builder_.add_given({.address = prefix_ + stream + "segment.ids",
                                          .operation = given("note.segments"),
                                          .rows = like.rows,
                                          .columns = 1,
                                          .column_axis = Axis::kIds,
                                          .row_sequence = like.row_sequence},
                                         std::move(ids));
  const int table = add_parameter("segment.table", weights_.segments);
  Stage stage = like;
  stage.address = prefix_ + stream + "segment";
  stage.operation = lookup(1, weights_.segments);
  stage.inputs = {numbers, table};
  return builder_.add(std::move(stage));
}

// A parameter of the whole model: added by the first example that needs it.
int ExampleRun::add_parameter(const std::string& address, const Parameter& numbers) {
  if (const auto known = builder_.find(address)) return *known;
  return builder_.add_given({.address = address,
                             .operation = given(weights_.note),
                             .rows = numbers.rows(),
                             .columns = numbers.cols(),
                             .row_axis = Axis::kDimensions,
                             .column_axis = Axis::kDimensions},
                            numbers);
}

// Patches have the position of the square that they were cut from, after the class token; tokens fill as many
// rows as needed.
OperationPtr ExampleRun::grid_waves(Index rows) const {
  const Index lead = weights_.patches.class_token ? 1 : 0;
  Index across = config_.grid;
  if (across == 0 && weights_.patches.weight)
    across = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(rows - lead))));
  return sinusoid_grid(config_.base, across, lead, first_);
}

int ExampleRun::add_counted_position(const std::string& stream, const Sequence& sequence, Stage stage) {
  const CountedPositions& counted = weights_.counted;
  const int rows = builder_.add_given({.address = prefix_ + stream + "position.ids",
                                       .operation = given("note.counted_positions"),
                                       .rows = stage.rows,
                                       .columns = 1,
                                       .column_axis = Axis::kIds,
                                       .row_sequence = stage.row_sequence},
                                      counted_rows(counted, sequence, config_.mask_padding, first_));
  const int table = add_parameter("position.vectors", counted.table);
  stage.operation = builder_.is_direct(table) ? lookup(1) : lookup(1, counted.table);
  stage.inputs = {rows, table};
  return builder_.add(std::move(stage));
}

int ExampleRun::add_position(const std::string& stream, const Sequence& sequence, const Stage& like) {
  Stage stage = like;
  stage.address = prefix_ + stream + "position";
  switch (config_.positions) {
    case PositionKind::kSinusoidal:
      stage.operation = sinusoid(config_.base, first_, weights_.sinusoid_halves);
      return builder_.add(std::move(stage));
    case PositionKind::kGrid:
      stage.operation = grid_waves(stage.rows);
      return builder_.add(std::move(stage));
    case PositionKind::kLearned:
      if (weights_.counted.table) return add_counted_position(stream, sequence, std::move(stage));
      stage.operation = given("note.learned_position");
      return builder_.add_given(
          std::move(stage),
          stream == "target." && weights_.target_positions ? weights_.target_positions : weights_.positions,
          first_, 0);
    case PositionKind::kRotary:
    case PositionKind::kAlibi:
    case PositionKind::kShaw:
    case PositionKind::kBuckets:
      stage.operation = given("note.position_elsewhere");
      return builder_.add(std::move(stage));
    case PositionKind::kNone:
      break;
  }
  stage.operation = given("note.no_position");
  return builder_.add(std::move(stage));
}

int ExampleRun::add_ids(const std::string& stream, const Sequence& sequence, int sequence_index) {
  auto ids = std::make_shared<Matrix>(static_cast<Index>(sequence.tokens.size()), 1);
  if (sequence.ids.empty()) {
    std::unordered_map<std::string_view, Index> number;
    for (const std::string& token : builder_.vocabulary()) {
      number.emplace(token, static_cast<Index>(number.size()));
    }
    for (Index i = 0; i < ids->rows(); ++i) {
      (*ids)(i, 0) = static_cast<float>(number.at(sequence.tokens[static_cast<size_t>(i)]));
    }
  }
  for (size_t i = 0; i < sequence.ids.size(); ++i)
    (*ids)(static_cast<Index>(i), 0) = static_cast<float>(sequence.ids[i]);
  const Index length = ids->rows();
  return builder_.add_given({.address = prefix_ + stream + "tokens",
                             .operation = given("note.tokens"),
                             .rows = length,
                             .columns = 1,
                             .row_axis = Axis::kTokens,
                             .column_axis = Axis::kIds,
                             .row_sequence = sequence_index},
                            std::move(ids));
}

// One table for all sequences of the trace: added by the first that needs it.
int ExampleRun::add_table() {
  constexpr std::string_view kAddress = "embedding.table";
  if (const auto known = builder_.find(kAddress)) return *known;
  return builder_.add_given({.address = std::string(kAddress),
                             .operation = given(weights_.note),
                             .rows = tables_.embedding.rows(),
                             .columns = tables_.embedding.cols(),
                             .row_axis = Axis::kVocabulary,
                             .column_axis = Axis::kDimensions},
                            tables_.embedding);
}

int ExampleRun::encode(int x, const Sequence& source) {
  const MaskRule rule = self_rule(config_, source, config_.causal);
  for (size_t layer = 0; layer < weights_.encoder.size() && x >= 0; ++layer) {
    x = layers_.encoder_layer(static_cast<Index>(layer), weights_.encoder[layer], x, rule);
    finish_layer_();
  }
  return x < 0 ? -1 : layers_.stack_output("encoder.output", weights_.encoder_norm, x);
}

int ExampleRun::decode(int x, int memory, const Example& example, std::vector<LayerCache>* caches) {
  MaskRule self = self_rule(config_, example.target.value_or(example.source), config_.decoder_causal);
  MaskRule cross = cross_rule(config_, example.source);
  self.first_query = cross.first_query = first_;
  for (size_t layer = 0; layer < weights_.decoder.size() && x >= 0; ++layer) {
    LayerCache* const cache = caches != nullptr ? &caches->at(layer) : nullptr;
    x = layers_.decoder_layer(static_cast<Index>(layer), weights_.decoder[layer], x, memory, self, cross,
                              cache);
    finish_layer_();
  }
  return x < 0 ? -1 : layers_.stack_output("decoder.output", weights_.decoder_norm, x);
}

int ExampleRun::predict(int x) {
  if (stop_.stop_requested()) return -1;
  const int logits = add_logits(transformed(x));
  Stage next = builder_.stage(logits);
  next.address = prefix_ + "probabilities";
  next.operation = softmax_rows();
  next.inputs = {logits};
  return builder_.add_on_demand(std::move(next));
}

// The transformation between the last layer and the logits, if there is one.
int ExampleRun::transformed(int x) {
  const PredictionWeights& weights = weights_.predict;
  Stage stage = builder_.stage(x);
  if (config_.predicts == Prediction::kClass) {
    stage.address = prefix_ + "predict.class";
    stage.operation = pick_row(0);
    stage.inputs = {x};
    stage.rows = 1;
    return builder_.add(std::move(stage));
  }
  if (config_.output_scale) {
    stage.address = prefix_ + "predict.scaled";
    stage.operation = scale(config_.d_model, true, 1);
    stage.inputs = {x};
    return builder_.add(std::move(stage));
  }
  if (!weights.dense) return x;
  const int weight = add_parameter("predict.weight", weights.dense);
  stage.address = prefix_ + "predict.dense";
  stage.operation = linear_of(builder_, weight, weights.dense);
  stage.inputs = {x, weight};
  stage.columns = weights.dense.rows();
  if (weights.dense_bias) stage.inputs.push_back(add_parameter("predict.bias", weights.dense_bias));
  Stage active = stage;
  active.inputs = {builder_.add(std::move(stage))};
  active.address = prefix_ + "predict.activation";
  active.operation = activation(config_.activation);
  const int activated = builder_.add(std::move(active));
  return layers_.input_norm("predict.norm", weights.norm, activated);
}

// Sec. 3.4: logits come from the embedding table, or from a separate one; they may be capped (Gemma 2, sec.
// 2).
int ExampleRun::add_logits(int x) {
  const bool is_own = tables_.output != tables_.embedding;
  const int table = is_own ? -1 : add_table();
  Stage stage = builder_.stage(x);
  const bool is_capped = config_.logit_cap > 0;
  stage.address = prefix_ + (is_capped ? "predict.logits" : "logits");
  stage.column_axis = Axis::kVocabulary;
  stage.columns = tables_.output.rows();
  stage.inputs = {x, table};
  if (is_own) stage.inputs[1] = add_unembedding();
  stage.operation = linear_of(builder_, stage.inputs[1], tables_.output);
  if (weights_.predict.bias) {
    const int bias = add_parameter("logits.bias", weights_.predict.bias);
    stage.inputs.push_back(bias);
  }
  if (!is_capped) return builder_.add_on_demand(std::move(stage));
  Stage capped = stage;
  capped.address = prefix_ + "logits";
  capped.operation = soft_cap(config_.logit_cap);
  capped.inputs = {builder_.add_on_demand(std::move(stage))};
  return builder_.add_on_demand(std::move(capped));
}

int ExampleRun::add_unembedding() {
  constexpr std::string_view kAddress = "unembedding";
  if (const auto known = builder_.find(kAddress)) return *known;
  return builder_.add_given({.address = std::string(kAddress),
                             .operation = given(weights_.note),
                             .rows = tables_.output.rows(),
                             .columns = tables_.output.cols(),
                             .row_axis = Axis::kVocabulary,
                             .column_axis = Axis::kDimensions},
                            tables_.output);
}

}  // namespace engine
