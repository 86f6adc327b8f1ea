// exploring.cpp: keeps lists of exceptions short and sorted.
#include "app/session/exploring.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/document/document_line.h"
#include "app/session/changes.h"
#include "engine/core/address.h"
#include "engine/core/random.h"

namespace app {
namespace {

using engine::CellEdit;
using engine::Index;
using engine::MaskPatch;

// The addresses of its heads with their own masks; empty if `attention` is a head.
std::vector<std::string> heads_with_own(const State& state, const std::string& attention) {
  std::vector<std::string> heads;
  for (const engine::PaintedMask& mask : state.document.config.painted) {
    if (mask.attention != attention && engine::attention_of(mask.attention) == attention)
      heads.push_back(mask.attention);
  }
  return heads;
}

// One mask, with the patches painted in order.
void paint_on(State& state, const std::string& attention, const std::vector<MaskPatch>& patches) {
  const auto& painted = state.document.config.painted;
  const engine::PaintedMask* known = engine::find_painted(painted, attention);
  if (known == nullptr) known = engine::find_painted(painted, engine::attention_of(attention));
  std::vector<MaskPatch> all = known != nullptr ? known->patches : std::vector<MaskPatch>{};
  all.insert(all.end(), patches.begin(), patches.end());
  set_painted(state, attention, engine::patches_of(engine::painted_cells(all)));
}

engine::StageEdits& edits_at(engine::Edits& edits, const std::string& address) {
  const auto place = std::lower_bound(
      edits.begin(), edits.end(), address,
      [](const engine::StageEdits& stage, const std::string& wanted) { return stage.address < wanted; });
  if (place != edits.end() && place->address == address) return *place;
  return *edits.insert(place, {address, {}});
}

bool stands_before(const CellEdit& a, const CellEdit& b) {
  return std::pair(a.row, a.column) < std::pair(b.row, b.column);
}

}  // namespace

void paint_mask(State& state, const std::string& attention, const MaskPatch& patch) {
  paint_on(state, attention, {patch});
}

void paint_stroke(State& state, const std::string& attention, const std::vector<MaskPatch>& patches) {
  if (patches.empty()) return;
  for (const std::string& head : heads_with_own(state, attention)) paint_on(state, head, patches);
  paint_on(state, attention, patches);
}

void unpaint(State& state, const std::string& attention) {
  for (const std::string& head : heads_with_own(state, attention))
    std::erase_if(state.document.config.painted,
                  [&](const engine::PaintedMask& mask) { return mask.attention == head; });
  set_painted(state, attention, {});
}

void set_painted(State& state, const std::string& attention, std::vector<MaskPatch> patches) {
  auto& painted = state.document.config.painted;
  std::erase_if(painted, [&](const engine::PaintedMask& mask) { return mask.attention == attention; });
  // A head with nothing painted shows what is painted for all, unless it has its own mask.
  if (patches.empty() && !engine::find_painted(painted, engine::attention_of(attention))) return;
  const auto place = std::lower_bound(
      painted.begin(), painted.end(), attention,
      [](const engine::PaintedMask& mask, const std::string& wanted) { return mask.attention < wanted; });
  painted.insert(place, {attention, std::move(patches)});
}

void clear_painted(State& state) {
  state.document.config.painted.clear();
}

void set_pattern(State& state, const engine::MaskPattern& pattern) {
  using engine::PatternKind;
  constexpr Index kSmallestKernel = 3;  // of one that reads a neighbour
  engine::Config& config = state.document.config;
  const bool is_new = config.pattern.kind != pattern.kind;
  config.pattern = pattern;
  if (pattern.kind == PatternKind::kPrefix) config.causal = false;
  if (pattern.kind == PatternKind::kConvolution && is_new)
    config.pattern.step = std::max(pattern.step, kSmallestKernel);
}

void set_number(State& state, const std::string& address, Index row, Index column,
                std::optional<double> value) {
  engine::Edits& edits = state.document.config.edits;
  std::vector<CellEdit>& cells = edits_at(edits, address).cells;
  const CellEdit cell{row, column, value.value_or(0)};
  const auto place = std::lower_bound(cells.begin(), cells.end(), cell, stands_before);
  const bool is_there = place != cells.end() && place->row == row && place->column == column;
  if (value && is_there) *place = cell;
  if (value && !is_there) cells.insert(place, cell);
  if (!value && is_there) cells.erase(place);
  if (cells.empty()) clear_numbers(state, address);
}

void set_numbers(State& state, const std::string& address, const engine::Matrix& numbers) {
  std::vector<CellEdit>& cells = edits_at(state.document.config.edits, address).cells;
  cells.clear();
  cells.reserve(static_cast<size_t>(numbers.size()));
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column)
      cells.push_back({row, column, static_cast<double>(numbers(row, column))});
  }
}

void clear_numbers(State& state, std::string_view address) {
  std::erase_if(state.document.config.edits,
                [&](const engine::StageEdits& stage) { return stage.address == address; });
}

void move_token(State& state, Index from, Index to, Index count) {
  std::vector<Index>& order = state.document.order;
  if (from < 0 || to < 0 || from >= count || to >= count) return;
  if (order.size() != static_cast<size_t>(count)) {
    order.resize(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
  }
  const Index moved = order[static_cast<size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, moved);
  if (std::is_sorted(order.begin(), order.end())) order.clear();
}

void shuffle_tokens(State& state, uint64_t seed, Index count) {
  std::vector<Index> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  const engine::RandomStream stream(seed, "shuffle");
  // Fisher-Yates shuffle: each position takes one of the remaining tokens.
  for (size_t left = order.size(); left > 1; --left) {
    const auto drawn = static_cast<size_t>(stream.uniform(left) * static_cast<float>(left));
    std::swap(order[left - 1], order[std::min(drawn, left - 1)]);
  }
  if (std::is_sorted(order.begin(), order.end()) && count > 1) std::swap(order.front(), order.back());
  state.document.order = count > 1 ? std::move(order) : std::vector<Index>{};
}

void set_head(State& state, const std::string& head, engine::HeadState how) {
  set_switch(state, head + ".weights", how != engine::HeadState::kUniform);
  set_switch(state, head + ".output", how != engine::HeadState::kOff);
}

engine::HeadState head_state(const engine::Config& config, const std::string& head) {
  if (config.is_off(head + ".output")) return engine::HeadState::kOff;
  return config.is_off(head + ".weights") ? engine::HeadState::kUniform : engine::HeadState::kOn;
}

void pin_baseline(State& state) {
  Document pinned = state.document;
  pinned.baseline.reset();
  pinned.bookmarks.clear();
  state.document.baseline = to_line(pinned);
}

void drop_baseline(State& state) {
  state.document.baseline.reset();
}

void swap_baseline(State& state) {
  if (!state.document.baseline) return;
  auto read = from_line(*state.document.baseline);
  if (!read) return;
  Document other = std::move(read).value();
  State now = state;
  pin_baseline(now);
  // Keeps the focus and the bookmarks.
  other.focus = state.document.focus;
  other.bookmarks = std::move(state.document.bookmarks);
  other.baseline = std::move(now.document.baseline);
  state.document = std::move(other);
}

}  // namespace app
