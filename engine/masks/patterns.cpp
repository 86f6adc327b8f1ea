// patterns.cpp: the table of mask patterns, one rule each.
#include "engine/masks/patterns.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/core/random.h"

namespace engine {
namespace {

Index distance(Index a, Index b) {
  return std::abs(a - b);
}

bool in_window(const MaskPattern& pattern, Index query, Index key) {
  return distance(query, key) < pattern.width;
}

bool in_dilated(const MaskPattern& pattern, Index query, Index key) {
  const Index steps = distance(query, key);
  return steps % pattern.step == 0 && steps / pattern.step < pattern.width;
}

bool in_block(const MaskPattern& pattern, Index query, Index key) {
  return query / pattern.width == key / pattern.width;
}

bool after_prefix(const MaskPattern& pattern, Index query, Index key) {
  return key < pattern.width || key <= query;
}

bool in_column(const MaskPattern& pattern, Index query, Index key) {
  return query % pattern.width == key % pattern.width;
}

bool in_kernel(const MaskPattern& pattern, Index query, Index key) {
  const Index reach = (pattern.step - 1) / 2;
  return distance(query / pattern.width, key / pattern.width) <= reach &&
         distance(query % pattern.width, key % pattern.width) <= reach;
}

bool by_chance(const MaskPattern& pattern, Index query, Index key) {
  if (query == key) return true;
  // Each pair has its own random value, whatever the length: a longer text changes no earlier cell.
  const RandomStream stream(pattern.seed, "mask");
  const auto pair = (static_cast<uint64_t>(query) << 32U) | static_cast<uint64_t>(key);
  return static_cast<double>(stream.uniform(pair)) < pattern.density;
}

bool with_globals(const MaskPattern& pattern, Index query, Index key) {
  return query < pattern.count || key < pattern.count || in_window(pattern, query, key);
}

// Of two tokens behind a text, by their places on the grid; the text itself is causal, and seen by all.
template <class OnGrid>
bool behind_text(const MaskPattern& pattern, Index query, Index key, OnGrid on_grid) {
  if (key > query) return false;
  return key < pattern.count || on_grid(query - pattern.count, key - pattern.count);
}

bool in_text_row(const MaskPattern& pattern, Index query, Index key) {
  return behind_text(pattern, query, key,
                     [&](Index place, Index other) { return place - other <= pattern.width; });
}

bool in_text_column(const MaskPattern& pattern, Index query, Index key) {
  return behind_text(pattern, query, key,
                     [&](Index place, Index other) { return in_column(pattern, place, other); });
}

bool in_text_kernel(const MaskPattern& pattern, Index query, Index key) {
  return behind_text(pattern, query, key,
                     [&](Index place, Index other) { return in_kernel(pattern, place, other); });
}

bool everything(const MaskPattern& /*pattern*/, Index /*query*/, Index /*key*/) {
  return true;
}

constexpr PatternNumbers kWidth{.width = true};
constexpr std::array<PatternRow, 13> kPatterns = {{
    {PatternKind::kNone, "none", {}, everything},
    {PatternKind::kWindow, "window", kWidth, in_window},
    {PatternKind::kDilated, "dilated", {.width = true, .step = true}, in_dilated},
    {PatternKind::kBlock, "block", kWidth, in_block},
    {PatternKind::kPrefix, "prefix", kWidth, after_prefix},
    {PatternKind::kRow, "row", kWidth, in_block},
    {PatternKind::kColumn, "column", kWidth, in_column},
    {PatternKind::kConvolution, "convolution", {.width = true, .step = true}, in_kernel},
    {PatternKind::kRandom, "random", {.density = true}, by_chance},
    {PatternKind::kGlobal, "global", {.width = true, .count = true}, with_globals},
    {PatternKind::kTextRow, "text-row", {.width = true, .count = true}, in_text_row},
    {PatternKind::kTextColumn, "text-column", {.width = true, .count = true}, in_text_column},
    {PatternKind::kTextConvolution,
     "text-convolution",
     {.width = true, .step = true, .count = true},
     in_text_kernel},
}};

const PatternRow& row_of(PatternKind kind) {
  return kPatterns.at(static_cast<size_t>(kind));
}

}  // namespace

std::span<const PatternRow> patterns() {
  return kPatterns;
}

std::string_view name_of(PatternKind kind) {
  return row_of(kind).name;
}

bool sees(const MaskPattern& pattern, Index query, Index key) {
  return row_of(pattern.kind).sees(pattern, query, key);
}

}  // namespace engine
