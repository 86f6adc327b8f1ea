// kinds.cpp: the kinds of positions next to each other on the same sentence: what each does, and where it
// enters.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/compare.h"

namespace views {
namespace {

using engine::Index;
using engine::PositionKind;
using engine::PositionPlace;

constexpr std::string_view kKindScores = "encoder.0.self.head.0.scores";

// The same text in one seeded layer of attention with this kind of positions.
const Derivations::Derived& run_of_kind(const Frame& frame, PositionKind kind) {
  const app::Document& now = frame.session.trace_document();
  app::Document plain;
  plain.text = now.text;
  plain.tokenizer = now.tokenizer;
  plain.config.model = engine::ModelKind::kSeeded;
  plain.config.positions = kind;
  plain.config.base = now.config.base;
  plain.config.relative_distance = now.config.relative_distance;
  // A text is laid out as a square, so that both axes of the grid are visible.
  const auto tokens = static_cast<double>(app::text_tokens(plain).size());
  if (kind == PositionKind::kGrid)
    plain.config.grid = std::max<Index>(static_cast<Index>(std::ceil(std::sqrt(tokens))), 1);
  return other_run(frame, "kind " + std::string(engine::info_of(kind).name), plain);
}

// The effect of a kind, as a stage of some trace; no trace if it has none or cannot be run.
struct KindPicture {
  TracePtr trace;
  const Facts* facts = nullptr;
  int stage = -1;
};

KindPicture picture_in(const Derivations::Derived& run, std::string_view address) {
  if (!run.trace) return {};
  const auto stage = run.trace->find(address);
  return stage ? KindPicture{run.trace, run.facts.get(), *stage} : KindPicture{};
}

// The table that the current model adds: a trained one, if its files contain it.
KindPicture table_in_hand(const Frame& frame) {
  for (int i = 0; i < frame.trace().size(); ++i) {
    const engine::Stage& stage = frame.trace().stage(i);
    if (stage.kind != engine::StageKind::kPosition) continue;
    const bool is_trained = frame.session.trace_document().config.positions == PositionKind::kLearned;
    if (!stage.operation->is_given() || is_trained) return {frame.trace_pointer(), &frame.facts, i};
  }
  return {};
}

KindPicture picture_of(const Frame& frame, PositionKind kind) {
  const bool in_hand = frame.session.trace_document().config.positions == kind;
  if (engine::info_of(kind).place == PositionPlace::kInput) {
    if (in_hand) {
      if (KindPicture own = table_in_hand(frame); own.trace) return own;
    }
    return picture_in(run_of_kind(frame, kind), "position");
  }
  if (kind == PositionKind::kAlibi)
    return picture_in(run_of_kind(frame, kind), "encoder.0.self.head.0.alibi");
  if (kind == PositionKind::kShaw)
    return picture_in(run_of_kind(frame, kind), "encoder.0.self.head.0.relative.scores");
  if (kind != PositionKind::kRotary) return {};
  // The effect of the rotation on the scores: with it, minus without.
  const auto& turned = run_of_kind(frame, kind);
  const auto& plain = run_of_kind(frame, PositionKind::kNone);
  if (!turned.trace || !plain.trace) return {};
  const auto& difference = frame.derivations.get(
      "kind turned", {turned.trace, plain.trace}, frame.style,
      [&] { return engine::difference_trace(*plain.trace, *turned.trace, kKindScores); });
  return picture_in(difference, "difference");
}

// input → Q, K → scores, with the changed one in the colour of the current choice.
void draw_pipeline(const Frame& frame, PositionPlace place, ImVec2 at, float width) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr std::array<std::pair<const char*, PositionPlace>, 3> kParts = {
      {{"lab.kinds.input", PositionPlace::kInput},
       {"lab.kinds.queries_and_keys", PositionPlace::kQueriesAndKeys},
       {"lab.kinds.scores", PositionPlace::kScores}}};
  const float arrow = style.px(16);
  const float height = style.px(22);
  const float each = (width - 2 * arrow) / 3;
  float x = at.x;
  for (const auto& [key, part] : kParts) {
    const bool is_here = part == place;
    const ImVec2 high(x + each, at.y + height);
    list.AddRectFilled({x, at.y}, high, is_here ? style.colours.accent : style.colours.chip, style.px(5));
    ui::TextStyle type = is_here ? style.small_strong() : style.small();
    if (is_here) type.colour = style.colours.panel;
    ui::draw_text_centred(list, {x + each / 2, at.y + style.px(3)},
                          ui::ellipsise(frame.tr(key), each - style.px(4), type), type);
    x += each;
    if (part == PositionPlace::kScores) break;
    ui::draw_text_centred(list, {x + arrow / 2, at.y + style.px(3)}, "→", style.small());
    x += arrow;
  }
}

// A trained model's kind is its own: nothing is chosen, and the names are no buttons.
void draw_fixed_name(const Frame& frame, const std::string& name, bool in_hand, ImVec2 at) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 size = ui::text_size(name, style.strong());
  at.y += ImGui::GetStyle().FramePadding.y;
  ui::draw_text(list, at, name, style.strong());
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  if (!in_hand) return;
  const float drop = (size.y - ui::text_size("0", style.small()).y) * 0.7f;
  ui::draw_text(list, {at.x + size.x + style.px(8), at.y + drop}, frame.tr("lab.kinds.in_hand"),
                style.small());
}

void draw_kind_name(const Frame& frame, const engine::PositionInfo& kind, ImVec2 at) {
  const engine::Config& config = frame.session.document().config;
  const bool in_hand = config.positions == kind.kind;
  const bool is_fixed = config.model == engine::ModelKind::kCheckpoint;
  const std::string name = frame.tr(kind.words);
  ImGui::SetCursorScreenPos(at);
  if (is_fixed) {
    draw_fixed_name(frame, name, in_hand, at);
  } else if (ui::button(frame.style, (name + "##kind " + std::string(kind.name)).c_str(),
                        in_hand ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [chosen = kind.kind](app::State& state) { app::set_positions(state, chosen); });
  }
  std::string tip = frame.tr(std::string(kind.words) + ".tip");
  tip.append(" ").append(frame.tr(is_fixed ? "checkpoint.fixed.tip" : "lab.kinds.choose.tip"));
  ui::tip(frame.style, tip);
}

void draw_kind(const Frame& frame, const engine::PositionInfo& kind, ImVec2 at, ImVec2 size) {
  const auto& style = frame.style;
  draw_kind_name(frame, kind, at);
  draw_pipeline(frame, kind.place, {at.x, at.y + style.px(36)}, size.x);
  const ImVec2 corner(at.x, at.y + style.px(66));
  const float rest = size.y - style.px(66);
  const KindPicture picture = picture_of(frame, kind.kind);
  if (!picture.trace) {
    ui::draw_paragraph(
        *ImGui::GetWindowDrawList(), corner, size.x,
        frame.tr(kind.kind == PositionKind::kNone ? "lab.kinds.nothing" : "experiment.too_long"),
        style.quiet());
    return;
  }
  const Frame over = frame.over(picture.trace, *picture.facts, "kind");
  const std::string caption = "lab.kinds.does." + std::string(kind.name);
  draw_small_map(over,
                 {.stage = picture.stage,
                  .caption = frame.tr(caption),
                  .scale = picture.facts->scale(picture.stage),
                  .may_drop_labels = true},
                 corner, {size.x, rest});
}

}  // namespace

void draw_positions_kinds(const Frame& frame) {
  const auto& style = frame.style;
  std::vector<const engine::PositionInfo*> kinds;
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    if (!row.choice.empty()) kinds.push_back(&row);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const int across = room.x < style.px(860) ? 3 : 4;
  const int rows = (static_cast<int>(kinds.size()) + across - 1) / across;
  const float gap = style.px(20);
  const ImVec2 each((room.x + gap) / static_cast<float>(across) - gap,
                    (room.y + style.px(2)) / static_cast<float>(rows) - style.px(12));
  for (size_t i = 0; i < kinds.size(); ++i) {
    const auto place = std::div(static_cast<int>(i), across);
    const auto column = static_cast<float>(place.rem);
    const auto row = static_cast<float>(place.quot);
    draw_kind(frame, *kinds[i],
              {at.x + column * (each.x + gap), at.y + style.px(4) + row * (each.y + style.px(12))}, each);
  }
}

}  // namespace views
