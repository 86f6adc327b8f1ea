// order_measures.h: how attention treats the same tokens in another order.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/trace.h"
#include "engine/model/weights.h"

namespace engine {

// The largest difference between the rows of a stage before and after the tokens moved; row `places[i]` of
// `moved` is compared with row i. Nullopt if a trace has no such stage or the places do not fit it.
std::optional<double> moved_difference(const Trace& original, const Trace& moved, std::string_view address,
                                       std::span<const Index> places);

// The position of row i of a sequence when its tokens are read in `order`; rows after these stay.
std::vector<Index> places_in(std::span<const Index> order, Index rows);

// Which of `tokens` is at each position of `moved`: among equal ones, the first unused. Nullopt if they are
// not the same tokens.
std::optional<std::vector<Index>> order_between(std::span<const std::string> tokens,
                                                std::span<const std::string> moved);

// The same model's result for the same tokens in another order, with one kind of positions.
struct OrderDifference {
  PositionKind kind = PositionKind::kNone;
  double largest = 0;          // between outputs of the same token
  double magnitude = 0;        // the largest absolute output in the original order
  std::optional<Error> error;  // why it could not be run, if so
};

// Runs one kind of positions and order (empty: as typed), or returns why it cannot.
using OrderedRun =
    std::function<Result<std::shared_ptr<const Trace>>(PositionKind kind, std::span<const Index> order)>;

// One for each of `kinds`, at the first existing stage of encoder.output, decoder.output and
// encoder.0.self.output. Errors: those of `run`, and error.order_rows if a run has no such stage with one row
// per token.
std::vector<OrderDifference> order_differences(const OrderedRun& run, std::span<const PositionKind> kinds,
                                               std::span<const Index> order);

}  // namespace engine
