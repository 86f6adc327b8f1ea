// head.cpp: the stages around a head's method: the exact map, the effective map, and their difference.
#include "engine/attention/efficient/head.h"

#include <utility>

#include "engine/core/address.h"

namespace engine {

std::string MethodHead::step(std::string_view name) const {
  std::string full = address;
  return full.append(".").append(name_of(method.kind)).append(".").append(name);
}

std::string MethodHead::key(std::string_view name) const {
  return std::string(without_example(step(name)));
}

Stage MethodHead::plain(std::string_view name, std::string symbol, Index rows, Index columns) const {
  return {.address = step(name),
          .symbol = std::move(symbol),
          .rows = rows,
          .columns = columns,
          .row_axis = Axis::kDimensions};
}

Stage MethodHead::of_queries(std::string_view name, std::string symbol, Index columns) const {
  Stage stage = plain(name, std::move(symbol), queries(), columns);
  stage.row_axis = Axis::kQueries;
  stage.row_sequence = builder.stage(q).row_sequence;
  return stage;
}

Stage MethodHead::of_keys(std::string_view name, std::string symbol, Index columns) const {
  Stage stage = plain(name, std::move(symbol), keys(), columns);
  stage.row_axis = Axis::kKeys;
  stage.row_sequence = builder.stage(k).row_sequence;
  return stage;
}

Stage MethodHead::map(std::string_view name, std::string symbol) const {
  Stage stage = builder.stage(masked);
  stage.address = step(name);
  stage.symbol = std::move(symbol);
  return stage;
}

int MethodHead::add(Stage stage, OperationPtr operation, std::vector<int> inputs) {
  stage.operation = std::move(operation);
  stage.inputs = std::move(inputs);
  return builder.add(std::move(stage));
}

int MethodHead::add_on_demand(Stage stage, OperationPtr operation, std::vector<int> inputs) {
  stage.operation = std::move(operation);
  stage.inputs = std::move(inputs);
  return builder.add_on_demand(std::move(stage));
}

int MethodHead::add_drawn(Stage stage, Matrix numbers) {
  stage.operation = given("note.drawn");
  return builder.add_given(std::move(stage), std::make_shared<const Matrix>(std::move(numbers)));
}

MethodOutput add_method(MethodHead& head) {
  MethodOutput made{0, row_of(head.method.kind).add(head)};
  const auto add_map = [&](const char* name, const char* symbol, const OperationPtr& operation,
                           const std::vector<int>& inputs) {
    Stage stage = head.map("", symbol);
    stage.address = head.address + name;
    return head.add_on_demand(std::move(stage), operation, inputs);
  };
  const int exact = add_map(".exact", "A^{*}", softmax_rows(), {head.masked});
  made.weights = add_map(".weights", "", made.stages.weights, made.stages.weights_from);
  add_map(".difference", "Δ", difference(), {exact, made.weights});
  if (!made.stages.output) {
    made.stages.output = weighted_sum();
    made.stages.output_from = {made.weights, head.v};
  }
  return made;
}

std::vector<Index> fully_masked_rows(const MaskRule& rule, Index queries, Index keys) {
  Index first_seen = 0;
  while (first_seen < keys && rule.verdict(keys, first_seen) == MaskVerdict::kPadding) ++first_seen;
  std::vector<Index> rows;
  for (Index row = 0; row < queries; ++row) {
    const bool sees = first_seen < keys && (!rule.causal || first_seen <= rule.first_query + row);
    if (!sees) rows.push_back(row);
  }
  return rows;
}

}  // namespace engine
