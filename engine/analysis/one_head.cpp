// one_head.cpp: sets all heads' queries and keys side by side and attends once.
#include "engine/analysis/one_head.h"

#include <string>

#include "engine/analysis/compare.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// The heads' parts, then all of them side by side.
int add_joined(TraceBuilder& builder, const Trace& trace, std::span<const int> parts, const char* step,
               const std::string& symbol) {
  std::vector<int> copies;
  Index columns = 0;
  for (size_t head = 0; head < parts.size(); ++head) {
    const Stage& part = trace.stage(parts[head]);
    columns += part.columns;
    std::string address = "head.";
    address.append(std::to_string(head)).append(step);
    copies.push_back(builder.add_shared(
        taken_over(part, address, part.symbol + "_{" + std::to_string(head + 1) + "}", "note.of_a_head"),
        trace, parts[head]));
  }
  Stage joined = trace.stage(parts.front());
  joined.address = std::string("encoder.0.self.head.0") + step;
  joined.symbol = symbol;
  joined.operation = concatenate();
  joined.inputs = std::move(copies);
  joined.columns = columns;
  joined.column_axis = Axis::kHeadDimensions;
  return builder.add(std::move(joined));
}

}  // namespace

std::shared_ptr<const Trace> one_head_trace(const Trace& trace, std::span<const int> queries,
                                            std::span<const int> keys, int mask, bool by_root,
                                            double temperature) {
  if (queries.empty() || queries.size() != keys.size()) return nullptr;
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const int q = add_joined(builder, trace, queries, ".q", "\\q{Q}");
  const int k = add_joined(builder, trace, keys, ".k", "\\k{K}");
  const Index width = builder.stage(q).columns;
  Stage map = trace.stage(mask);
  const int hidden = builder.add_shared(
      taken_over(map, "encoder.0.self.head.0.mask", map.symbol, "note.of_a_head"), trace, mask);
  const auto add = [&](const char* step, const char* symbol, OperationPtr operation,
                       std::vector<int> inputs) {
    Stage stage = map;
    stage.address = std::string("encoder.0.self.head.0.") + step;
    stage.symbol = symbol;
    stage.operation = std::move(operation);
    stage.inputs = std::move(inputs);
    return builder.add(std::move(stage));
  };
  const int scored = add("scores", "S", scores(), {q, k});
  const int scaled = add("scaled", "{S}'", scale(width, by_root, temperature), {scored});
  const int masked = add("masked", "S″", engine::add(), {scaled, hidden});
  add("weights", "A", softmax_rows(), {masked});
  return std::move(builder).build();
}

}  // namespace engine
