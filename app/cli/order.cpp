// order.cpp: `headlight order`: which kinds of positions let attention see the order of its tokens.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "engine/analysis/order_measures.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::PositionKind;
using engine::Result;
using nlohmann::ordered_json;

constexpr std::array kOrderOptions = {
    Option{"--shuffle", "TEXT", "help.shuffle"},
    Option{"--json", "", "help.json"},
};
// For outputs near 1 in 32-bit floating point, after many sums.
constexpr double kRounding = 2e-5;

// The order to read the text in: from --shuffle, or from --order.
Result<std::vector<Index>> read_order(const Request& request) {
  const Document& document = request.document;
  for (const char* other : {"--order", "--batch"}) {
    if (auto bad = exclusive(request.given, "--shuffle", other)) return *bad;
  }
  const auto typed = request.given.find("--shuffle");
  if (!typed) {
    if (document.order.empty()) return Error{"error.option_missing", {{"option", "--shuffle TEXT"}}};
    return document.order;
  }
  Document other = document;
  other.text = *typed;
  other.ids.clear();
  const auto order = engine::order_between(text_tokens(document), text_tokens(other));
  if (!order) return Error{"error.shuffle_tokens", {{"value", quotable(*typed)}}};
  if (std::is_sorted(order->begin(), order->end())) return Error{"error.shuffle_same", {}};
  return *order;
}

// The selectable ones, and the document's own.
std::vector<PositionKind> kinds_of(const engine::Config& config) {
  std::vector<PositionKind> kinds;
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    if (!row.choice.empty() || row.kind == config.positions) kinds.push_back(row.kind);
  }
  return kinds;
}

std::string where(const Words& words, engine::PositionPlace place) {
  constexpr std::array<std::string_view, 4> kKeys = {"positions.at.input", "positions.at.queries_and_keys",
                                                     "positions.at.scores", "positions.at.nothing"};
  return words(kKeys.at(static_cast<size_t>(place)));
}

std::string name_of_kind(const engine::PositionInfo& row) {
  return std::string(row.choice.empty() ? row.name : row.choice);
}

bool differs(const engine::OrderDifference& difference) {
  return difference.largest > kRounding * std::max(1.0, difference.magnitude);
}

// name, where it enters, largest difference, largest output, verdict
std::string lines(const std::vector<engine::OrderDifference>& differences, const Words& words) {
  std::string text = words("order.columns") + "\n";
  for (const engine::OrderDifference& each : differences) {
    const engine::PositionInfo& row = engine::info_of(each.kind);
    text.append(name_of_kind(row)).append("\t").append(where(words, row.place)).append("\t");
    if (each.error) {
      text.append("-\t-\t").append(words(*each.error)).append("\n");
      continue;
    }
    text.append(engine::significant_digits(each.largest, 3))
        .append("\t")
        .append(engine::significant_digits(each.magnitude, 3))
        .append("\t");
    text.append(words(differs(each) ? "order.differs" : "order.same")).append("\n");
  }
  return text;
}

std::string order_json(const std::vector<engine::OrderDifference>& differences,
                       const std::vector<Index>& order, const Words& words) {
  ordered_json object = {{"order", order}, {"positions", ordered_json::array()}};
  for (const engine::OrderDifference& each : differences) {
    ordered_json row = {{"positions", name_of_kind(engine::info_of(each.kind))}};
    if (each.error) {
      row["reason"] = words(*each.error);
    } else {
      row["largest"] = each.largest;
      row["magnitude"] = each.magnitude;
      row["differs"] = differs(each);
    }
    object["positions"].push_back(std::move(row));
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

std::span<const Option> order_options() {
  return kOrderOptions;
}

Printed run_order(const Request& request) {
  const auto order = read_order(request);
  if (!order) return order.error();
  Document document = request.document;
  document.order.clear();
  if (const auto plain = make_trace(document); !plain) return plain.error();
  const auto run = [&](PositionKind kind, std::span<const Index> places) {
    Document moved = document;
    moved.config.positions = kind;
    moved.order.assign(places.begin(), places.end());
    return make_trace(moved);
  };
  const auto kinds = kinds_of(document.config);
  const auto differences = engine::order_differences(run, kinds, *order);
  const bool is_causal = document.config.causal || document.config.has_decoder();
  if (request.given.has("--json")) return order_json(differences, *order, request.words);
  const std::string text = lines(differences, request.words);
  return is_causal ? text + request.words("order.causal") + "\n" : text;
}

}  // namespace app
