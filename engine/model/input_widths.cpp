// input_widths.cpp: attention alone whose queries, keys and values are made of vectors of their own widths:
// one set of vectors, with its embeddings and positions, for each width. Vaswani et al. 2017, sec. 3.2.2.
#include <cmath>

#include "engine/model/example_run.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr std::array<std::string_view, 3> kInputNames = {"query", "key", "value"};

std::array<Index, 3> widths_of(const Config& config) {
  const InputWidths widths = config.input_widths();
  return {widths.query, widths.key, widths.value};
}

// The first of the three that has the width of number `input`: they read the same vectors.
size_t shared_with(const std::array<Index, 3>& widths, size_t input) {
  size_t first = 0;
  while (widths[first] != widths[input]) ++first;
  return first;
}

bool share_all(const std::array<Index, 3>& widths) {
  return widths[0] == widths[1] && widths[0] == widths[2];
}

}  // namespace

std::array<Parameter, 3> input_tables(const Model& model, const std::vector<std::string>& vocabulary,
                                      const Config& config) {
  std::array<Parameter, 3> tables;
  if (!config.has_own_inputs()) return tables;
  const auto widths = widths_of(config);
  for (size_t input = 0; input < tables.size(); ++input) {
    if (shared_with(widths, input) != input) continue;
    const std::string_view name = share_all(widths) ? "" : kInputNames[input];
    auto numbers = std::make_shared<Matrix>(static_cast<Index>(vocabulary.size()), widths[input]);
    for (Index id = 0; id < numbers->rows(); ++id)
      numbers->row(id) = model.input_vector(vocabulary[static_cast<size_t>(id)], name, widths[input]);
    tables[input] = std::shared_ptr<const Matrix>(std::move(numbers));
  }
  return tables;
}

AttentionInputs ExampleRun::embed_alone(const Sequence& sequence, int sequence_index) {
  if (!config_.has_own_inputs() || sequence.vectors) {
    const int x = embed("", sequence, sequence_index);
    return {x, x, x};
  }
  const auto widths = widths_of(config_);
  std::array<int, 3> stages{};
  for (size_t input = 0; input < stages.size(); ++input) {
    const size_t first = shared_with(widths, input);
    const std::string_view name = share_all(widths) ? "" : kInputNames[input];
    stages[input] =
        first < input ? stages[first] : embed_input(name, tables_.inputs[input], sequence, sequence_index);
  }
  return {stages[0], stages[1], stages[2]};
}

int ExampleRun::embed_input(std::string_view name, const Parameter& table, const Sequence& sequence,
                            int sequence_index) {
  const std::string stream = name.empty() ? "" : std::string(name) + ".";
  const std::string ids = prefix_ + "tokens";
  const std::string of_table = stream + "embedding.table";
  const auto known_ids = builder_.find(ids);
  const auto known_table = builder_.find(of_table);
  const int tokens = known_ids ? *known_ids : add_ids("", sequence, sequence_index);
  const int numbers = known_table ? *known_table
                                  : builder_.add_given({.address = of_table,
                                                        .operation = given(weights_.note),
                                                        .rows = table.rows(),
                                                        .columns = table.cols(),
                                                        .row_axis = Axis::kVocabulary,
                                                        .column_axis = Axis::kDimensions},
                                                       table);
  Stage stage{
      .address = prefix_ + stream + "embedding",
      .operation = lookup(config_.embedding_scale ? std::sqrt(static_cast<double>(table.cols())) : 1.0),
      .inputs = {tokens, numbers},
      .rows = static_cast<Index>(sequence.tokens.size()),
      .columns = table.cols(),
      .row_sequence = sequence_index};
  const int embedded = builder_.add(stage);
  const int positions = add_position(stream, sequence, stage);
  stage.address = prefix_ + stream + "input";
  stage.operation = add();
  stage.inputs = {embedded, positions};
  return builder_.add(std::move(stage));
}

}  // namespace engine
