// stage_heading.cpp: what the stage in the middle is called, why it is there, and its formula.
#include <algorithm>
#include <array>

#include "app/session/place.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/one_token.h"
#include "app/views/stage_parts.h"
#include "app/views/vector_notation.h"

namespace views {
namespace {

// The key of the sentence on why: cross-attention, a decoder's mask and arrows that are switched off have
// their own.
std::string why_key(const engine::Stage& stage) {
  const app::Place place = app::place_of(stage.address);
  const std::string kind = app::stage_kind(stage.address);
  const std::string key = "why." + kind;
  if (kind == "norm" && stage.operation->name() == "identity") return "note.norm_off";
  if (kind == "mask" && place.sublayer == app::Sublayer::kSelf && place.stack == app::Stack::kDecoder)
    return "why.mask.decoder";
  if (kind == "residual" && stage.inputs.size() != 2) {
    return stage.inputs.empty() ? "note.nothing_added" : key + (stage.inputs.size() == 1 ? ".one" : ".three");
  }
  constexpr std::array<std::string_view, 7> kCross = {"q",    "k",       "v",          "scores",
                                                      "mask", "weights", "head_output"};
  const bool of_two = std::find(kCross.begin(), kCross.end(), kind) != kCross.end();
  return place.sublayer == app::Sublayer::kCross && of_two ? key + ".cross" : key;
}

}  // namespace

void draw_stage_heading(const Frame& frame, int index) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(index);
  const std::string kind = app::stage_kind(stage.address);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ui::MathStyle math{&style.fonts,        style.px(20),      style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  const auto row = followed_row(frame, index);
  const std::string markup = row ? vector_formula(frame.trace(), index, *row) : frame.trace().formula(index);
  const ui::MathLayout formula = ui::layout_math(markup, math, width * 0.95f);
  const float title_room = width - follow_switch_width(frame, index);
  draw_follow_switch(frame, index, {start.x + width, start.y});
  const std::string title = frame.tr("title." + kind);
  const bool finite = kind == "mask" && frame.session.trace_document().config.mask_finite;
  const std::string why = frame.tr(finite ? "why.mask.finite" : why_key(stage));
  const float formula_room = width - formula.width - style.px(32);
  const bool beside_title = ui::text_size(title, style.title()).x + formula.width + style.px(40) < title_room;
  // Beside the second line a tall formula would reach into the switch above it.
  const bool low = title_room == width || formula.ascent < style.px(24);
  const bool beside_why = !beside_title && low && ui::text_size(why, style.quiet()).x < formula_room;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::string& line : ui::wrap_text(title, title_room - style.px(8), style.title()))
    ui::label(line, style.title());
  if (beside_title)
    ui::draw_math(list, {start.x + title_room - style.px(20) - formula.width, start.y + style.px(20)},
                  formula);
  const ImVec2 second = ImGui::GetCursorScreenPos();
  if (beside_why)
    ui::draw_math(list, {second.x + width - formula.width, second.y + style.px(title_room < width ? 19 : 16)},
                  formula);
  // A fraction beside the title reaches down to the second line.
  const bool reaches_down = beside_title && formula.descent > style.px(16);
  ui::paragraph(why, reaches_down ? title_room - formula.width - style.px(32) : width, style.quiet());
  if (beside_title || beside_why) return;
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_math(list, {at.x, at.y + formula.ascent}, formula);
  ImGui::Dummy({formula.width, formula.ascent + formula.descent + style.px(2)});
}

}  // namespace views
