// dividers.cpp: handles in the gaps between panels.
#include "app/views/window/dividers.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/folding.h"

namespace views {
namespace {

using app::PanelFold;
using app::Panels;
using app::RailFold;

enum class Points { kLeft, kRight, kUp, kDown };

bool is_sideways(Points points) {
  return points == Points::kLeft || points == Points::kRight;
}

void chevron(ImDrawList& list, ImVec2 centre, float size, Points points, ImU32 colour, float thickness) {
  const float tip = points == Points::kRight || points == Points::kDown ? size / 2 : -size / 2;
  const auto at = [&](float along, float across) {
    return is_sideways(points) ? ImVec2(centre.x + along, centre.y + across)
                               : ImVec2(centre.x + across, centre.y + along);
  };
  list.PathLineTo(at(-tip, -size));
  list.PathLineTo(at(tip, 0));
  list.PathLineTo(at(-tip, size));
  list.PathStroke(colour, 0, thickness);
}

// A chevron in the middle of a gap; returns whether it was pressed.
bool fold_button(const Frame& frame, const char* id, const Area& gap, Points points) {
  const auto& style = frame.style;
  const float length = style.px(44);
  const bool sideways = is_sideways(points);
  const float thick = std::min(sideways ? gap.width : gap.height, style.px(16));
  const ImVec2 centre(gap.left + gap.width / 2, gap.top + gap.height / 2);
  const ImVec2 half = sideways ? ImVec2(thick / 2, length / 2) : ImVec2(length / 2, thick / 2);
  ImGui::SetCursorScreenPos({centre.x - half.x, centre.y - half.y});
  const bool pressed = ImGui::InvisibleButton(id, {2 * half.x, 2 * half.y});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) {
    list.AddRectFilled({centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y},
                       style.colours.chip, style.px(5));
  }
  chevron(list, centre, style.px(4), points, hovered ? style.colours.ink : style.colours.muted,
          style.px(1.5f));
  return pressed;
}

// The mouse's action on a gap in this frame.
struct Drag {
  bool moves = false;
  bool restores = false;
};

// The two halves of the gap around the chevrons in its middle, which are `taken` pixels long.
Drag drag_gap(const Frame& frame, const char* id, const Area& gap, float taken) {
  const bool upright = gap.height > gap.width;
  const float length = ((upright ? gap.height : gap.width) - taken) / 2;
  Drag drag;
  if (length < 1) return drag;
  bool lit = false;
  for (const bool second : {false, true}) {
    const float from = second ? length + taken : 0;
    ImGui::SetCursorScreenPos({gap.left + (upright ? 0 : from), gap.top + (upright ? from : 0)});
    ImGui::InvisibleButton((std::string(id) + (second ? " second" : " first")).c_str(),
                           upright ? ImVec2(gap.width, length) : ImVec2(length, gap.height));
    const bool hovered = ImGui::IsItemHovered();
    lit = lit || hovered || ImGui::IsItemActive();
    drag.moves = drag.moves || (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, frame.style.px(3)));
    drag.restores = drag.restores || (hovered && ImGui::IsMouseDoubleClicked(0));
    ui::tip(frame.style, frame.tr("panel.drag.tip"));
  }
  if (!lit) return drag;
  ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const ImVec2 middle(std::floor(gap.left + gap.width / 2), std::floor(gap.top + gap.height / 2));
  const ImVec2 low = upright ? ImVec2(middle.x - 1, gap.top) : ImVec2(gap.left, middle.y - 1);
  const ImVec2 high =
      upright ? ImVec2(middle.x + 1, gap.top + gap.height) : ImVec2(gap.left + gap.width, middle.y + 1);
  ImGui::GetWindowDrawList()->AddRectFilled(low, high, frame.style.colours.hairline);
  return drag;
}

int at_full_size(const Frame& frame, float pixels) {
  return static_cast<int>(std::round(pixels / frame.style.scale));
}

int between(int size, const PanelLimits& limits) {
  return std::clamp(size, limits.least, limits.most);
}

void arrange(const Frame& frame, const Panels& panels) {
  frame.requests.arrange([panels](app::Desk& desk) { desk.panels = panels; });
}

// If small enough, it shrinks to pictures, and if smaller it is hidden.
void size_rail(const Frame& frame, float pixels) {
  Panels panels = frame.session.desk().panels;
  const int size = at_full_size(frame, pixels);
  panels.rail = size < 28 ? RailFold::kAway : size < 113 ? RailFold::kPictures : RailFold::kWide;
  if (panels.rail == RailFold::kWide) panels.rail_width = between(size, kRailLimits);
  arrange(frame, panels);
}

void size_card(const Frame& frame, float pixels) {
  Panels panels = frame.session.desk().panels;
  const int size = at_full_size(frame, pixels);
  panels.card = size < kCardLimits.least / 2 ? PanelFold::kAway : PanelFold::kShown;
  if (panels.card == PanelFold::kShown) panels.card_width = between(size, kCardLimits);
  arrange(frame, panels);
}

void size_strip(const Frame& frame, float pixels) {
  Panels panels = frame.session.desk().panels;
  const int size = at_full_size(frame, pixels);
  panels.strip = size < kStripLimits.least / 2 ? PanelFold::kAway : PanelFold::kShown;
  if (panels.strip == PanelFold::kShown) panels.strip_height = between(size, kStripLimits);
  arrange(frame, panels);
}

Area on_screen(const Area& area, ImVec2 corner) {
  return {area.left + corner.x, area.top + corner.y, area.width, area.height};
}

void rail_divider(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin) {
  Panels panels = frame.session.desk().panels;
  const auto set = [&](RailFold fold) {
    panels.rail = fold;
    arrange(frame, panels);
  };
  if (plan.rail.is_away()) {
    const Area edge = on_screen({-margin.x, 0, margin.x, plan.stage.height}, corner);
    if (fold_button(frame, "show rail", edge, Points::kRight)) fold_rail(frame);
    ui::tip(frame.style, frame.tr("panel.rail.show.tip"));
    return;
  }
  const Area gap = on_screen({plan.rail.right(), 0, plan.gap, plan.rail.height}, corner);
  const bool folded = plan.rail_is_pictures;
  if (fold_button(frame, folded ? "widen rail" : "fold rail", gap, folded ? Points::kRight : Points::kLeft))
    set(folded ? RailFold::kWide : RailFold::kPictures);
  ui::tip(frame.style, frame.tr(folded ? "panel.rail.wide.tip" : "panel.rail.pictures.tip"));
  const Drag drag = drag_gap(frame, "rail gap", gap, frame.style.px(44));
  if (drag.moves) size_rail(frame, ImGui::GetIO().MousePos.x - plan.gap / 2 - corner.x);
  if (drag.restores) {
    panels.rail_width = 0;
    set(RailFold::kAsFits);
  }
}

void card_divider(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin) {
  if (plan.card.is_away()) {
    const Area edge = on_screen({plan.size.x, 0, margin.x, plan.stage.height}, corner);
    if (fold_button(frame, "show card", edge, Points::kLeft)) fold_card(frame);
    ui::tip(frame.style, frame.tr("panel.card.show.tip"));
    return;
  }
  const Area gap = on_screen({plan.stage.right(), 0, plan.gap, plan.card.height}, corner);
  if (fold_button(frame, "fold card", gap, Points::kRight)) fold_card(frame);
  ui::tip(frame.style, frame.tr("panel.card.away.tip"));
  const Drag drag = drag_gap(frame, "card gap", gap, frame.style.px(44));
  if (drag.moves) size_card(frame, corner.x + plan.size.x - ImGui::GetIO().MousePos.x - plan.gap / 2);
  if (!drag.restores) return;
  Panels panels = frame.session.desk().panels;
  panels.card = PanelFold::kAsFits;
  panels.card_width = 0;
  arrange(frame, panels);
}

void strip_divider(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin) {
  if (plan.strip.is_away()) {
    const Area edge = on_screen({plan.stage.left, plan.size.y, plan.stage.width, margin.y}, corner);
    if (fold_button(frame, "show strip", edge, Points::kUp)) fold_strip(frame);
    ui::tip(frame.style, frame.tr("panel.strip.show.tip"));
    return;
  }
  const Area gap = on_screen({0, plan.strip.top - plan.gap, plan.size.x, plan.gap}, corner);
  if (fold_button(frame, "fold strip", gap, Points::kDown)) fold_strip(frame);
  ui::tip(frame.style, frame.tr("panel.strip.away.tip"));
  const Drag drag = drag_gap(frame, "strip gap", gap, frame.style.px(44));
  if (drag.moves) size_strip(frame, corner.y + plan.size.y - ImGui::GetIO().MousePos.y - plan.gap / 2);
  if (!drag.restores) return;
  Panels panels = frame.session.desk().panels;
  panels.strip = PanelFold::kAsFits;
  panels.strip_height = 0;
  arrange(frame, panels);
}

}  // namespace

void draw_dividers(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin) {
  // Items in the margin do not count as content to scroll, and its padding must not clip them.
  ImVec2& content = ImGui::GetCurrentWindow()->DC.CursorMaxPos;
  const ImVec2 content_before = content;
  ImGui::PushClipRect({corner.x - margin.x, corner.y},
                      {corner.x + plan.size.x + margin.x, corner.y + plan.size.y + margin.y}, false);
  if (plan.has_walk) rail_divider(frame, plan, corner, margin);
  // A view that stands alone has no card and no head strip to unfold.
  if (!plan.stands_alone) {
    card_divider(frame, plan, corner, margin);
    if (!plan.shows_heads) strip_divider(frame, plan, corner, margin);
  }
  ImGui::PopClipRect();
  content = content_before;
}

}  // namespace views
