// labels.cpp: names of stages, rows and columns.
#include "app/export/labels.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <set>

#include "engine/text/tokenizer.h"

namespace exporter {
namespace {

using engine::Axis;
using engine::Index;

constexpr std::string_view kHead = ".head.";

std::vector<std::string> distinct(const std::vector<std::string>& tokens) {
  std::set<std::string_view> known;
  std::vector<std::string> labels;
  for (const std::string& token : tokens) {
    if (known.insert(token).second) labels.push_back(text::visible_token(token));
  }
  return labels;
}

Axis axis_of(const engine::Stage& stage, Side side) {
  return side == Side::kRows ? stage.row_axis : stage.column_axis;
}

std::string axis_name(const app::Words& words, Axis axis) {
  constexpr std::array<std::string_view, 7> kKeys = {
      "axis.token",     "axis.query",          "axis.key", "axis.distinct_token",
      "axis.dimension", "axis.head_dimension", "axis.id"};
  return words(kKeys.at(static_cast<size_t>(axis)));
}

}  // namespace

std::vector<std::string> axis_labels(const engine::Trace& trace, int stage, Side side) {
  const engine::Stage& shown = trace.stage(stage);
  const Index count = side == Side::kRows ? shown.rows : shown.columns;
  const Axis axis = axis_of(shown, side);
  if (axis == Axis::kTokens || axis == Axis::kQueries || axis == Axis::kKeys) {
    return text::token_labels(trace.tokens());
  }
  if (axis == Axis::kVocabulary) return distinct(trace.tokens());
  if (axis == Axis::kIds) return {"id"};
  std::vector<std::string> labels;
  labels.reserve(static_cast<size_t>(count));
  const Index width = head_width(trace, stage, side);
  for (Index i = 0; i < count; ++i) {
    labels.push_back(width == 0 ? std::to_string(i)
                                : std::to_string(i / width) + "·" + std::to_string(i % width));
  }
  return labels;
}

Index head_width(const engine::Trace& trace, int stage, Side side) {
  if (axis_of(trace.stage(stage), side) != Axis::kHeadDimensions) return 0;
  const Index count = side == Side::kRows ? trace.stage(stage).rows : trace.stage(stage).columns;
  for (const engine::Stage& other : trace.stages()) {
    const auto heads = static_cast<Index>(other.inputs.size());
    const bool joins = other.column_axis == Axis::kHeadDimensions && other.columns == count && heads > 0;
    if (joins && count % heads == 0) return count / heads;
  }
  return 0;
}

std::string axis_title(const app::Words& words, const engine::Stage& stage) {
  if (stage.row_axis == Axis::kQueries && stage.column_axis == Axis::kKeys) return words("axis.query_key");
  return words("axis.pair", {{"rows", axis_name(words, stage.row_axis)},
                             {"columns", axis_name(words, stage.column_axis)}});
}

std::optional<int> head_of(std::string_view address) {
  const size_t at = address.find(kHead);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = address.substr(at + kHead.size());
  int head = 0;
  const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), head);
  if (failure != std::errc{} || end == rest.data()) return std::nullopt;
  return head;
}

std::string stage_name(const app::Words& words, std::string_view address) {
  if (address == "embedding.table") return words("stage.embedding_table");
  const size_t dot = address.rfind('.');
  const std::string last(dot == std::string_view::npos ? address : address.substr(dot + 1));
  if (last == "output" && head_of(address)) return words("stage.head_output");
  const std::string name = words("stage." + last);
  return name == "stage." + last ? last : name;
}

std::string stage_title(const app::Words& words, std::string_view address) {
  const auto head = head_of(address);
  if (!head) return stage_name(words, address);
  return words("stage.head", {{"head", std::to_string(*head + 1)}}) + " · " + stage_name(words, address);
}

std::vector<int> in_every_head(const engine::Trace& trace, int stage) {
  const std::string& address = trace.stage(stage).address;
  if (!head_of(address)) return {stage};
  const std::string start = address.substr(0, address.find(kHead) + kHead.size());
  const std::string end = address.substr(address.find('.', start.size()));
  std::vector<int> stages;
  for (int i = 0; i < trace.size(); ++i) {
    const std::string& other = trace.stage(i).address;
    const auto head = head_of(other);
    if (head && other.starts_with(start) && other.ends_with(end) &&
        other.size() == start.size() + std::to_string(*head).size() + end.size())
      stages.push_back(i);
  }
  return stages;
}

std::string byte_size(double bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "kB", "MB", "GB"};
  size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), unit > 0 && bytes < 9.95 ? "%.1f %s" : "%.0f %s", bytes,
                kUnits.at(unit));
  return buffer.data();
}

std::string whole_number(Index number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<Index>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

}  // namespace exporter
