// labels.cpp: names of stages, rows and columns.
#include "app/look/labels.h"

#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "app/look/axis_names.h"
#include "app/session/steps.h"
#include "engine/core/address.h"
#include "engine/core/number_text.h"
#include "engine/text/tokenizer.h"

namespace look {
namespace {

using engine::Axis;
using engine::Index;

std::vector<std::string> visible(const std::vector<std::string>& tokens) {
  std::vector<std::string> labels;
  labels.reserve(tokens.size());
  for (const std::string& token : tokens) labels.push_back(text::visible_token(token));
  return labels;
}

Axis axis_of(const engine::Stage& stage, Side side) {
  return side == Side::kRows ? stage.row_axis : stage.column_axis;
}

}  // namespace

std::vector<std::string> axis_labels(const engine::Trace& trace, int stage, Side side, int first,
                                     bool predicted) {
  const engine::Stage& shown = trace.stage(stage);
  const Index count = side == Side::kRows ? shown.rows : shown.columns;
  const engine::AxisRef axis = side == Side::kRows ? shown.rows_are() : shown.columns_are();
  if (axis.counts_tokens()) {
    const engine::Sequence& sequence = trace.sequence(axis.sequence);
    std::vector<std::string> tokens =
        text::token_labels(engine::shown_tokens(sequence), static_cast<size_t>(first));
    if (!predicted || side != Side::kRows || !predicts_what_follows(shown)) return tokens;
    std::vector<std::string> labels;
    for (size_t token = 0; token < tokens.size(); ++token)
      labels.push_back(with_predicted(tokens, sequence, token));
    return labels;
  }
  if (axis.kind == Axis::kVocabulary) return visible(trace.vocabulary());
  if (axis.kind == Axis::kIds) return {"id"};
  std::vector<std::string> labels;
  labels.reserve(static_cast<size_t>(count));
  const Index width = head_width(trace, stage, side);
  first = first_number(axis.kind, first);
  for (Index i = 0; i < count; ++i) {
    labels.push_back(width == 0
                         ? std::to_string(i + first)
                         : std::to_string(i / width + first) + "·" + std::to_string(i % width + first));
  }
  return labels;
}

int first_number(Axis axis, int counts_from) {
  return axis == Axis::kEncodedPositions || axis == Axis::kEncodedDimensions ? 0 : counts_from;
}

bool SparseNumbers::has(Index index) const {
  if ((index + first) % step == 0) return true;
  return index == 0 && static_cast<double>(step - first) * cell >= needed;
}

bool predicts_what_follows(const engine::Stage& stage) {
  return stage.row_axis == Axis::kQueries &&
         engine::parse_address(stage.address).stack == engine::Stack::kDecoder;
}

std::string with_predicted(const std::vector<std::string>& labels, const engine::Sequence& sequence,
                           size_t token, const std::string& behind_last) {
  const auto is_padding = [&](size_t at) { return at < sequence.padding.size() && sequence.padding[at]; };
  if (is_padding(token)) return labels[token];
  const bool is_last = token + 1 >= labels.size() || is_padding(token + 1);
  return labels[token] + " ▸ " + (is_last ? behind_last : labels[token + 1]);
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

std::string axis_title(const app::Words& words, const engine::Stage& stage, bool predicted) {
  if (stage.row_axis == Axis::kQueries && stage.column_axis == Axis::kKeys)
    return words(predicted && predicts_what_follows(stage) ? "axis.query_key_predicted" : "axis.query_key");
  const AxisNames names = axis_names(stage);
  return words("axis.pair", {{"rows", words(names.rows)}, {"columns", words(names.columns)}});
}

namespace {

// For what is made for queries, keys and values alike, by a method or before attention alone with inputs of
// several widths: which of them.
std::string of_which(std::string_view address) {
  for (const auto& [input, letter] :
       {std::pair{"query", " Q"}, std::pair{"key", " K"}, std::pair{"value", " V"}}) {
    const std::string_view own = engine::without_example(address);
    if (engine::starts_in(own, input) && !engine::ends_in(own, "input")) return letter;
  }
  if (engine::ends_in(address, "query")) return " Q";
  return engine::ends_in(address, "key") ? " K" : "";
}

std::string name_of_kind(const app::Words& words, const std::string& kind, std::string_view address) {
  const std::string name = words("stage." + kind);
  return (name == "stage." + kind ? kind : name) + of_which(address);
}

std::string in_its_head(const app::Words& words, std::string_view address, const std::string& name) {
  const auto head = engine::head_of(address);
  return head ? words("stage.head", {{"head", words.nth(*head)}}) + " · " + name : name;
}

// "Head 1 · Attention weights · B − A".
std::string title_of_comparison(const app::Words& words, std::string_view address) {
  const bool is_a = engine::ends_in(address, "a");
  const bool is_side = is_a || engine::ends_in(address, "b");
  constexpr std::string_view kBefore = "comparison.";
  constexpr std::string_view kSide = ".a";
  address.remove_prefix(kBefore.size());
  if (is_side) address.remove_suffix(kSide.size());
  const char* const key = is_a ? "compare.a" : is_side ? "compare.b" : "compare.difference";
  return stage_title(words, address) + " · " + words(key);
}

// "Measures of the heads · Layer 1 · Cross-attention"; of one head before its number.
std::string title_of_measures(const app::Words& words, std::span<const std::string_view> parts) {
  const auto number = [&](size_t at) {
    int read = 0;
    const std::string_view digits = at < parts.size() ? parts[at] : std::string_view();
    std::from_chars(digits.data(), digits.data() + digits.size(), read);
    return words.nth(read);
  };
  const bool crosses = parts.size() > 2 && parts[2] == "cross";
  std::string title = words("measure.name") + " · " + words("path.layer", {{"layer", number(1)}});
  if (crosses) title += " · " + words("path.cross");
  const size_t head = crosses ? 3 : 2;
  if (parts.size() > head + 2) return "";
  if (parts.size() > head + 1) title += " · " + words("head.name", {{"head", number(head + 1)}});
  return title;
}

// "Rollout · Up to layer 2", of the maps over several layers; empty for other stages, and for the heads that
// these are made from.
std::string title_of_analysis(const app::Words& words, std::string_view address) {
  std::vector<std::string_view> parts = engine::parts_of(engine::without_example(address));
  if (parts.size() > 1 && parts.front() == "decoder") parts.erase(parts.begin());
  const std::string_view name = parts.front();
  if (name == "comparison") return title_of_comparison(words, address);
  if (name == "measures") return title_of_measures(words, parts);
  if ((name != "mean" && name != "rollout" && name != "flow") || engine::is_in_head(address)) return "";
  std::string title = words("rollout." + std::string(name));
  int layer = 0;
  const std::string_view number = parts.size() > 1 ? parts[1] : std::string_view();
  if (std::from_chars(number.data(), number.data() + number.size(), layer).ec != std::errc()) return title;
  const char* const key = name == "mean" ? "path.layer" : "rollout.up_to";
  return title + " · " + words(key, {{"layer", words.nth(layer)}});
}

// "Gradient of the scores"; of a part of it, what it comes back through.
std::string gradient_name(const app::Words& words, std::string_view address) {
  const std::string of = stage_name(words, engine::without_gradient(address));
  const std::string through = engine::parse_address(address).through;
  if (through.empty()) return words("stage.gradient_of", {{"stage", of}});
  return words("stage.gradient_through", {{"stage", of}, {"through", stage_title(words, through)}});
}

}  // namespace

std::string stage_name(const app::Words& words, std::string_view address) {
  if (engine::is_gradient(address)) return gradient_name(words, address);
  return name_of_kind(words, std::string(engine::kind_of(address).name()), address);
}

std::string stage_name(const app::Words& words, const engine::Stage& stage) {
  if (stage.kind == engine::StageKind::kGradient) return stage_name(words, stage.address);
  return name_of_kind(words, app::kind_name(stage), stage.address);
}

std::string stage_title(const app::Words& words, std::string_view address) {
  if (std::string title = title_of_analysis(words, address); !title.empty()) return title;
  return in_its_head(words, address, stage_name(words, address));
}

std::string stage_title(const app::Words& words, const engine::Stage& stage) {
  if (std::string title = title_of_analysis(words, stage.address); !title.empty()) return title;
  return in_its_head(words, stage.address, stage_name(words, stage));
}

std::string byte_size(double bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "kB", "MB", "GB"};
  size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return engine::fixed_digits(bytes, unit > 0 && bytes < 9.95 ? 1 : 0) + " " + kUnits.at(unit);
}

std::string whole_number(Index number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<Index>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

}  // namespace look
