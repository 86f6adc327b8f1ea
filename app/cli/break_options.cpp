// break_options.cpp: reads what to break on purpose.
#include "app/cli/break_options.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/cli/parse_number.h"
#include "app/session/exploring.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

// One value of one stage, as given to --set.
struct TypedNumber {
  std::string address;
  Index row = 0;
  Index column = 0;
  double value = 0;
};

// "encoder.0.self.head.2.q:0,3=1.5"
std::optional<TypedNumber> read_typed(std::string_view text) {
  const size_t colon = text.find(':');
  const size_t equals = text.find('=', colon == std::string_view::npos ? 0 : colon);
  if (colon == std::string_view::npos || equals == std::string_view::npos) return std::nullopt;
  const size_t comma = text.find(',', colon);
  if (comma == std::string_view::npos || comma > equals) return std::nullopt;
  const auto row = parse_number<Index>(text.substr(colon + 1, comma - colon - 1));
  const auto column = parse_number<Index>(text.substr(comma + 1, equals - comma - 1));
  const auto value = parse_number<double>(text.substr(equals + 1));
  const bool is_good = colon > 0 && row && column && value && *row >= 0 && *column >= 0 &&
                       std::abs(*value) <= engine::kLargestEdit;
  if (!is_good) return std::nullopt;
  return TypedNumber{quotable(text.substr(0, colon)), *row, *column, *value};
}

std::optional<Error> set_heads(const ParsedOptions& given, const char* option, engine::HeadState how,
                               State& state) {
  const auto known = engine::head_switches(state.document.config);
  for (const std::string& address : given.list(option)) {
    if (std::find(known.begin(), known.end(), address + ".output") == known.end()) {
      return Error{
          "error.unknown_head",
          {{"address", quotable(address)}, {"example", std::string(engine::head_address(known.front()))}}};
    }
    set_head(state, address, how);
  }
  return std::nullopt;
}

// One head cannot be off and even.
std::optional<Error> check_heads(const ParsedOptions& given) {
  const std::vector<std::string> off = given.list("--head-off");
  for (const std::string& head : given.list("--head-even")) {
    if (std::find(off.begin(), off.end(), head) == off.end()) continue;
    return Error{"error.options_together",
                 {{"first", "--head-even " + quotable(head)}, {"second", "--head-off " + quotable(head)}}};
  }
  return std::nullopt;
}

// Every number from 0 to count - 1, once each.
std::optional<Error> read_order(const ParsedOptions& given, Document& document) {
  if (!given.has("--order")) return std::nullopt;
  if (document.is_batch)
    return Error{"error.options_together", {{"first", "--order"}, {"second", "--batch"}}};
  const size_t count = text_tokens(document).size();
  if (count == 0) return sequence_of(document) ? std::nullopt : std::optional(sequence_of(document).error());
  std::vector<Index> order;
  for (const std::string& item : given.list("--order"))
    order.push_back(parse_number<Index>(item).value_or(-1));
  std::vector<Index> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Index> places(count);
  std::iota(places.begin(), places.end(), 0);
  if (sorted != places) {
    return Error{"error.order",
                 {{"value", quotable(given.get("--order", ""))},
                  {"count", std::to_string(places.size())},
                  {"last", std::to_string(places.size() - 1)}}};
  }
  document.order = order == places ? std::vector<Index>{} : std::move(order);
  return std::nullopt;
}

}  // namespace

std::optional<Error> read_breaks(const ParsedOptions& given, Document& document) {
  if (auto bad = check_heads(given)) return bad;
  State state{document, {}};
  if (auto bad = set_heads(given, "--head-even", engine::HeadState::kUniform, state)) return bad;
  if (auto bad = set_heads(given, "--head-off", engine::HeadState::kOff, state)) return bad;
  for (const std::string& text : given.every("--set")) {
    const auto typed = read_typed(text);
    if (!typed) return Error{"error.set_form", {{"value", quotable(text)}}};
    set_number(state, typed->address, typed->row, typed->column, typed->value);
  }
  document = std::move(state.document);
  return read_order(given, document);
}

std::optional<Error> check_typed(const ParsedOptions& given, const Document& document) {
  const auto trace = make_trace(document);
  if (!trace) return trace.error();
  for (const std::string& text : given.every("--set")) {
    const TypedNumber typed = read_typed(text).value_or(TypedNumber{});
    const auto stage = (*trace)->find(typed.address);
    if (!stage) {
      const auto nearest = (*trace)->nearest(typed.address, 3);
      return Error{"error.set_stage", {{"address", typed.address}, {"nearest", join(nearest)}}};
    }
    const engine::Stage& found = (*trace)->stage(*stage);
    if (typed.row < found.rows && typed.column < found.columns) continue;
    return Error{"error.set_cell",
                 {{"address", typed.address},
                  {"last_row", std::to_string(found.rows - 1)},
                  {"last_column", std::to_string(found.columns - 1)}}};
  }
  return std::nullopt;
}

}  // namespace app
