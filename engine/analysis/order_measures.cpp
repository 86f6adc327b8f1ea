// order_measures.cpp: two runs per kind of positions, with the rows of the second moved back for comparison.
#include "engine/analysis/order_measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/analysis/reorder.h"

namespace engine {
namespace {

std::optional<int> output_of(const Trace& trace) {
  for (const char* address : {"encoder.output", "decoder.output", "encoder.0.self.output"}) {
    if (const auto stage = trace.find(address)) return stage;
  }
  return std::nullopt;
}

void compare(const Trace& original, const Trace& moved, std::span<const Index> order,
             OrderDifference& found) {
  const auto output = output_of(original);
  const auto largest = output ? moved_difference(original, moved, original.stage(*output).address,
                                                 places_in(order, original.stage(*output).rows))
                              : std::nullopt;
  if (!largest) {
    found.error = Error{"error.order_rows", {}};
    return;
  }
  const Summary summary = original.summary(*output);
  found.largest = *largest;
  found.magnitude = static_cast<double>(std::max(std::abs(summary.smallest), std::abs(summary.largest)));
}

}  // namespace

std::vector<Index> places_in(std::span<const Index> order, Index rows) {
  std::vector<Index> places(static_cast<size_t>(rows));
  std::iota(places.begin(), places.end(), 0);
  for (size_t place = 0; place < order.size(); ++place) {
    const auto token = static_cast<size_t>(order[place]);
    if (token < places.size()) places[token] = static_cast<Index>(place);
  }
  return places;
}

std::optional<std::vector<Index>> order_between(std::span<const std::string> tokens,
                                                std::span<const std::string> moved) {
  if (tokens.size() != moved.size()) return std::nullopt;
  std::vector<bool> is_taken(tokens.size(), false);
  std::vector<Index> order;
  order.reserve(moved.size());
  for (const std::string& token : moved) {
    size_t place = 0;
    while (place < tokens.size() && (is_taken[place] || tokens[place] != token)) ++place;
    if (place == tokens.size()) return std::nullopt;
    is_taken[place] = true;
    order.push_back(static_cast<Index>(place));
  }
  return order;
}

std::optional<double> moved_difference(const Trace& original, const Trace& moved, std::string_view address,
                                       std::span<const Index> places) {
  const auto back = moved_back_trace(moved, original, address, places);
  const auto stage = original.find(address);
  if (!back || !stage) return std::nullopt;
  double largest = 0;
  for (Index row = 0; row < original.stage(*stage).rows; ++row) {
    const Matrix was = original.read_row(*stage, row);
    const Matrix now = back->read_row(back->find(address).value(), row);
    for (Index column = 0; column < was.cols(); ++column) {
      // Hidden in both: the same infinity.
      if (was(0, column) == now(0, column)) continue;
      largest = std::max(largest, static_cast<double>(std::abs(was(0, column) - now(0, column))));
    }
  }
  return largest;
}

std::vector<OrderDifference> order_differences(const OrderedRun& run, std::span<const PositionKind> kinds,
                                               std::span<const Index> order) {
  std::vector<OrderDifference> differences;
  differences.reserve(kinds.size());
  for (const PositionKind kind : kinds) {
    OrderDifference& found = differences.emplace_back(OrderDifference{.kind = kind});
    const auto original = run(kind, {});
    const auto moved = run(kind, order);
    if (!original || !moved) {
      found.error = original ? moved.error() : original.error();
      continue;
    }
    compare(**original, **moved, order, found);
  }
  return differences;
}

}  // namespace engine
