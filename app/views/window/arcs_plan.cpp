// arcs_plan.cpp: from the weights of a row to curves between chips.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/session/exploring.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/merged_frame.h"
#include "app/views/core/view.h"
#include "app/views/heads/head_switch.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/window/chip_arcs.h"
#include "engine/analysis/merged_maps.h"
#include "engine/core/address.h"
#include "engine/core/drawn.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::Index;

constexpr float kWidestArc = 6;       // pixels at 100 %, of the weight 1
constexpr float kLeastArc = 0.005f;   // a smaller weight rounds to nothing, and has none
constexpr int kPieces = 24;           // of a curve
constexpr float kGapBelowChips = 12;  // up to the words of the next line, pixels at 100 %
constexpr float kLowWindow = 760;     // a lower one has less to spare
constexpr float kSquareness = 0.75f;  // of an arc: 1 is an ellipse, less is squarer

// The tokens of a row or a column.
std::vector<Index> tokens_of(const engine::TokenWords& words, Index index) {
  return words.groups.empty() ? std::vector<Index>{index} : words.groups.at(static_cast<size_t>(index));
}

// The chips of these tokens, as far as they are in sight and in the line of the first.
std::optional<ChipBox> box_of(const ArcMap& map, const std::vector<Index>& tokens, int sequence) {
  std::optional<ChipBox> box;
  const auto& chips = map.frame.motion.chips();
  for (const Index token : tokens) {
    const auto found = chips.find({sequence, token});
    if (found == chips.end()) continue;
    if (!box) box = found->second;
    if (found->second.low.y == box->low.y) box->high.x = found->second.high.x;
  }
  return box;
}

// Down to the next line of chips, or to what follows the last one.
float room_below(const ArcMap& map, const ChipBox& box) {
  float room = arcs_room(map.frame);
  for (const auto& [place, other] : map.frame.motion.chips()) {
    if (other.low.y > box.high.y) room = std::min(room, other.low.y - box.high.y);
  }
  return room;
}

// Below a line of chips, in the room there; the farther, the deeper.
std::vector<ImVec2> hanging(const ui::Style& style, const ChipBox& from, const ChipBox& to, float width,
                            float room) {
  float left = (from.low.x + from.high.x) / 2;
  float right = (to.low.x + to.high.x) / 2;
  if (left == right) {
    left -= style.px(9);
    right += style.px(9);
  }
  if (left > right) std::swap(left, right);
  const float far = std::min((right - left) / style.px(600), 1.0f);
  const float deepest = room - style.px(2) - width / 2;
  // Even between neighbours there is air below the chips.
  const float depth = std::max(deepest * (0.75f + 0.25f * std::sqrt(far)), 2.0f);
  std::vector<ImVec2> points;
  points.reserve(kPieces + 1);
  for (int i = 0; i <= kPieces; ++i) {
    const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / kPieces;
    points.emplace_back(std::lerp(left, right, (1 - std::cos(angle)) / 2),
                        from.high.y + depth * std::pow(std::sin(angle), kSquareness));
  }
  points.back().y = from.high.y;
  return points;
}

// Between two lines of chips.
std::vector<ImVec2> linking(const ChipBox& from, const ChipBox& to) {
  const bool is_up = to.low.y < from.low.y;
  ImVec2 start((from.low.x + from.high.x) / 2, is_up ? from.low.y : from.high.y);
  ImVec2 end((to.low.x + to.high.x) / 2, is_up ? to.high.y : to.low.y);
  if (start.x > end.x) std::swap(start, end);
  std::vector<ImVec2> points;
  points.reserve(kPieces + 1);
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces;
    const float smooth = t * t * (3 - 2 * t);
    points.emplace_back(std::lerp(start.x, end.x, smooth), std::lerp(start.y, end.y, t));
  }
  return points;
}

// Whether a film of the stage has come to this cell.
bool is_shown(const ArcMap& map, const engine::Cell& cell) {
  const auto plan = map.frame.derived ? std::nullopt : map.frame.session.play_plan();
  return !plan || plan->shows(cell, map.frame.session.desk().playback.position);
}

}  // namespace

float space_for_arcs(const Frame& frame) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  if (chrome_lines(window, frame.style.scale).one_line_of_sequence) return 0;
  // Two sentences have it twice.
  const float most = frame.session.document().config.has_target() ? 4.0f : 8.0f;
  return frame.style.px(window.y < frame.style.px(kLowWindow) ? 3 : most);
}

float arcs_room(const Frame& frame) {
  return frame.style.px(kGapBelowChips) + space_for_arcs(frame);
}

std::optional<ArcMap> arc_map(const Frame& frame) {
  if (!frame.session.trace() || frame.session.error() || is_covered(frame)) return std::nullopt;
  const std::string_view view = shown_view(frame).name;
  const int stage = frame.session.focused_stage();
  if (stage < 0 || (view != "stage" && view != "sentence")) return std::nullopt;
  const engine::Stage& map = frame.trace().stage(stage);
  const bool is_of_tokens = map.rows_are().counts_tokens() && map.columns_are().counts_tokens();
  if (map.kind != engine::StageKind::kWeights || engine::is_gradient(map.address) || !is_of_tokens)
    return std::nullopt;
  // A head that is off reads nothing.
  const std::string head = head_of_switch(map.address);
  if (app::head_state(frame.session.trace_document().config, head) == engine::HeadState::kOff)
    return std::nullopt;
  const bool is_whole = !frame.session.document().focus.token && !frame.session.desk().brush.is_on;
  const auto merged = view == "stage" && is_whole
                          ? merged_frame(frame, app::across_heads(frame.trace(), stage))
                          : std::nullopt;
  if (!merged) return ArcMap{frame, stage, map.row_sequence, map.column_sequence, {}, {}};
  const auto words = [&](int sequence) { return engine::words_of(frame.trace(), sequence); };
  return ArcMap{*merged,
                merged->trace().find(map.address).value(),
                map.row_sequence,
                map.column_sequence,
                words(map.row_sequence),
                words(map.column_sequence)};
}

std::vector<Arc> plan_arcs(const ArcMap& map, Index row) {
  const engine::Stage& stage = map.map();
  std::vector<Arc> arcs;
  const auto from = box_of(map, tokens_of(map.queries, row), map.query_sequence);
  if (!from) return arcs;
  const float room = room_below(map, *from);
  const engine::Matrix numbers = engine::read_drawn(map.frame.trace(), map.stage, row, 0, 1, stage.columns);
  for (Index key = 0; key < stage.columns; ++key) {
    const float weight = numbers(0, key);
    if (engine::is_hidden(weight) || !(weight >= kLeastArc) || !is_shown(map, {map.stage, row, key}))
      continue;
    const auto to = box_of(map, tokens_of(map.keys, key), map.key_sequence);
    if (!to) continue;
    const float width = weight * kWidestArc * map.frame.style.scale;
    const bool in_line = to->low.y == from->low.y;
    arcs.push_back({key, weight, width,
                    in_line ? hanging(map.frame.style, *from, *to, width, room) : linking(*from, *to)});
  }
  std::stable_sort(arcs.begin(), arcs.end(),
                   [](const Arc& one, const Arc& other) { return one.weight < other.weight; });
  return arcs;
}

}  // namespace views
