// outline_panel.cpp: the walk in the paper's order, with small real pictures and shapes; the current step is
// marked.
#include "app/views/window/outline_panel.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/core/outline.h"
#include "app/views/core/place_name.h"
#include "app/views/core/scroll_into_view.h"
#include "app/views/core/scrolling_page.h"
#include "app/views/core/thumbnail.h"

namespace views {
namespace {

constexpr float kLeastRow = 21;      // pixels at 100 %
constexpr float kTightRow = 18;      // where pictures and letters would be scrolled otherwise
constexpr float kLeastPicture = 18;  // of a row without words

// Rows shrink, within reason, so that the whole walk is visible at once. `others`: the height of everything
// else.
float row_height(const Frame& frame, size_t steps, float others, float least) {
  const float each =
      (ImGui::GetContentRegionAvail().y - others) / static_cast<float>(steps) - frame.style.px(1);
  return std::clamp(std::floor(each), frame.style.px(least), frame.style.px(29));
}

// A lab's page shows none of the steps: one leaves it for the stage.
void go_to(const Frame& frame, const std::string& address) {
  frame.requests.edit("walk", [address, leaves = !open_lab(frame).empty()](app::State& state) {
    app::focus_on(state, address);
    if (leaves) state.document.focus.view = "stage";
  });
}

// Whether the step `here` of the walk is on screen: only then it is marked.
bool is_on_screen(const Frame& frame) {
  return !address_on_screen(frame).empty();
}

// While two runs are compared: whether a step differs between them.
bool differs_in_comparison(const Frame& frame, int stage) {
  const bool compares = frame.session.document().focus.view == "compare";
  return compares && frame.facts.differs(stage, frame.session.baseline_trace());
}

void draw_difference_mark(const Frame& frame, ImVec2 centre) {
  ImGui::GetWindowDrawList()->AddCircleFilled(centre, frame.style.px(3), frame.style.colours.accent);
}

// A step's letters, as its matrix is named: small enough for the room.
void draw_letters(const Frame& frame, const engine::Stage& stage, ImVec2 at, ImVec2 room, ImU32 colour) {
  ui::MathStyle math{&frame.style.fonts, frame.style.px(14), colour, colour, colour, colour};
  ui::MathLayout letters = ui::layout_math(step_letters(frame, stage), math);
  if (letters.width > room.x) {
    math.size *= std::max(room.x / letters.width, 0.6f);
    letters = ui::layout_math(step_letters(frame, stage), math);
  }
  const float baseline = at.y + (room.y + letters.ascent - letters.descent) / 2;
  ui::draw_math(*ImGui::GetWindowDrawList(), {at.x, baseline}, letters);
}

void row(const Frame& frame, int stage, float height, bool here, bool folded) {
  const auto& style = frame.style;
  const engine::Stage& drawn = frame.trace().stage(stage);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, height);
  if (ImGui::InvisibleButton(("step " + drawn.address).c_str(), size)) go_to(frame, drawn.address);
  if (here) keep_in_sight("here", drawn.address);
  const bool hovered = ImGui::IsItemHovered();
  const std::string name = look::stage_name(frame.tr, drawn);
  const std::string shape = std::to_string(drawn.rows) + " × " + std::to_string(drawn.columns);
  ui::tip(style, name + " · " + shape + " · " + drawn.address);
  if (!ImGui::IsRectVisible(at, {at.x + size.x, at.y + size.y})) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (here || hovered) {
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, here ? style.colours.selected : style.colours.chip,
                       style.px(7));
  }
  const float inset = style.px(folded ? 5 : 10);
  const float picture = style.px(folded ? 20 : 28);
  draw_thumbnail(frame, stage, {at.x + inset, at.y + style.px(4)}, {picture, height - style.px(8)});
  if (differs_in_comparison(frame, stage))
    draw_difference_mark(frame, {at.x + size.x - style.px(2), at.y + height / 2});
  if (folded) {
    const float letters = inset + picture + style.px(6);
    return draw_letters(frame, drawn, {at.x + letters, at.y}, {size.x - letters, height},
                        here ? style.colours.ink : style.colours.muted);
  }
  const ui::TextStyle type = here ? style.strong() : style.text();
  const float text_y = at.y + (size.y - ui::text_size(name, type).y) / 2;
  const float shape_width = ui::text_size(shape, style.small()).x;
  const float left = at.x + style.px(48);
  const float right = at.x + size.x - style.px(8);
  const ImVec2 small_size = ui::text_size(shape, style.small());
  // A name that would be truncated takes the shape's space: that is also above the stage.
  const float room = right - left - shape_width - style.px(8);
  const bool shaped = ui::text_size(name, type).x <= room;
  ui::draw_text(list, {left, text_y}, shaped ? name : ui::ellipsise(name, right - left, type), type);
  if (!shaped) return;
  ui::draw_text(list, {right - shape_width, at.y + (size.y - small_size.y) / 2}, shape, style.small());
}

// A small triangle: right when collapsed, down when expanded.
void disclosure(ImDrawList& list, ImVec2 centre, float size, bool open, ImU32 colour) {
  const float far = size * 0.5f;
  const float near = size * 0.35f;
  if (open) {
    list.AddTriangleFilled({centre.x - far, centre.y - near}, {centre.x + far, centre.y - near},
                           {centre.x, centre.y + near}, colour);
  } else {
    list.AddTriangleFilled({centre.x - near, centre.y - far}, {centre.x + near, centre.y},
                           {centre.x - near, centre.y + far}, colour);
  }
}

// A layer or group of steps in the outline: goes to its first step.
class OutlineRow {
 public:
  OutlineRow(const Frame& frame, const Facts::Walk& walk, const OutlineLine& line, float height)
      : frame_(frame),
        walk_(walk),
        line_(line),
        place_(walk.steps[line.step].place),
        group_(walk.group_of(line.step)),
        is_layer_(line.kind == OutlineLine::Kind::kLayer),
        name_(is_layer_ ? layer_name(frame, place_) : group_name(frame, walk, group_)),
        note_(is_layer_ ? "" : group_note(frame, walk, group_)),
        path_(is_layer_ ? name_ : group_path(frame, walk, group_)),
        address_(frame.trace().stage(walk.steps[line.step].stage).address),
        height_(height) {}

  void draw(bool folded) const {
    const auto& style = frame_.style;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 end(at.x + ImGui::GetContentRegionAvail().x, at.y + height_);
    const std::string id = (is_layer_ ? "layer " : "group ") + address_;
    if (ImGui::InvisibleButton(id.c_str(), {end.x - at.x, height_})) go_to(frame_, address_);
    ui::tip(style, path_);
    if (!ImGui::IsRectVisible(at, end)) return;
    if (ImGui::IsItemHovered())
      ImGui::GetWindowDrawList()->AddRectFilled(at, end, style.colours.chip, style.px(7));
    folded ? draw_folded(at, end) : draw_wide(at, end);
    if (!line_.is_open && has_difference())
      draw_difference_mark(frame_, {end.x - frame_.style.px(2), (at.y + end.y) / 2});
  }

 private:
  void draw_wide(ImVec2 at, ImVec2 end) const {
    const auto& style = frame_.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float indent = style.px(place_.layer < 0 || is_layer_ ? 10 : 22);
    const float middle = (at.y + end.y) / 2;
    disclosure(list, {at.x + indent + style.px(4), middle}, style.px(7), line_.is_open, style.colours.muted);
    const bool outer = is_layer_ || place_.layer < 0;
    const ui::TextStyle type = outer ? style.small_ink() : style.small();
    const float left = at.x + indent + style.px(16);
    const float y = middle - ui::text_size(name_, type).y / 2;
    const float right = end.x - style.px(8);
    const float note = ui::text_size(note_, style.small()).x + style.px(8);
    // A name that would be truncated takes the note's space: the head is also in other groups' notes, and
    // below.
    const bool noted = !note_.empty() && ui::text_size(name_, type).x <= right - left - note;
    ui::draw_text(list, {left, y}, ui::ellipsise(name_, right - left - (noted ? note : 0), type), type);
    if (noted) ui::draw_text_right(list, {right, y}, note_, style.small());
  }

  // A layer by its letter and number, a group by its initials below it.
  void draw_folded(ImVec2 at, ImVec2 end) const {
    const auto& style = frame_.style;
    const std::string name =
        is_layer_ ? short_layer_name(frame_, place_) : short_group_name(frame_, walk_, group_);
    const ui::TextStyle type = line_.is_open || is_layer_ ? style.small_strong() : style.small();
    const float left = at.x + style.px(place_.layer < 0 || is_layer_ ? 5 : 14);
    const std::string word = ui::ellipsise(name, end.x - left, type);
    const float y = (at.y + end.y - ui::text_size(word, type).y) / 2;
    ui::draw_text(*ImGui::GetWindowDrawList(), {left, y}, word, type);
  }

  // Whether a step below this line differs between the compared runs.
  bool has_difference() const {
    for (size_t step = line_.step; step < walk_.steps.size(); ++step) {
      const bool is_below = is_layer_ ? walk_.steps[step].place.layer == place_.layer &&
                                            walk_.steps[step].place.stack == place_.stack
                                      : step < walk_.group_end(group_);
      if (!is_below) return false;
      if (differs_in_comparison(frame_, walk_.steps[step].stage)) return true;
    }
    return false;
  }

  const Frame& frame_;
  const Facts::Walk& walk_;
  const OutlineLine& line_;
  const engine::StageAddress& place_;
  size_t group_;
  bool is_layer_;
  std::string name_;
  std::string note_;
  std::string path_;
  std::string address_;
  float height_;
};

// Above the first step of each part of a lab: what it compares, and the layer; folded, the layer alone.
void draw_lab_part(const Frame& frame, const Facts::Walk& walk, size_t step, bool folded) {
  const auto part_of = [&](size_t at) {
    return lab_part(frame, frame.trace().stage(walk.steps[at].stage).address);
  };
  const LabPart part = part_of(step);
  if (part.name.empty() || (step > 0 && part_of(step - 1) == part)) return;
  const auto& style = frame.style;
  const std::string whole = part.layer.empty() ? part.name : part.name + " · " + part.layer;
  const std::string brief = part.layer.empty() ? part.name : part.layer;
  const float indent = style.px(folded ? 2 : 10);
  ImGui::Dummy({0, style.px(4)});
  ImGui::Indent(indent);
  ui::label(ui::ellipsise(folded ? brief : whole, ImGui::GetContentRegionAvail().x, style.small()),
            style.small());
  ui::tip(style, whole);
  ImGui::Unindent(indent);
}

void draw_outline(const Frame& frame, const Facts::Walk& walk, size_t here, bool folded) {
  const auto& style = frame.style;
  float line = style.px(folded ? 18 : 22);
  const float between = style.px(1);
  const float room = ImGui::GetContentRegionAvail().y;
  const auto lines = outline(walk, here, {room, line + between, style.px(kLeastRow) + between});
  const auto steps = static_cast<size_t>(std::count_if(
      lines.begin(), lines.end(), [](const auto& each) { return each.kind == OutlineLine::Kind::kStep; }));
  const auto others = static_cast<float>(lines.size() - steps);
  const float whole = others * (line + between) + static_cast<float>(steps) * (style.px(kLeastRow) + between);
  const bool is_tight = folded && whole > room;
  if (is_tight) line = style.px(16);
  const float height = row_height(frame, steps, others * (line + between), is_tight ? kTightRow : kLeastRow);
  for (const OutlineLine& each : lines) {
    if (each.kind == OutlineLine::Kind::kStep) {
      const bool is_here = is_on_screen(frame) && each.step == here;
      draw_lab_part(frame, walk, each.step, folded);
      row(frame, walk.steps[each.step].stage, height, is_here, folded);
    } else {
      OutlineRow(frame, walk, each, line).draw(folded);
    }
  }
}

// Few groups: all expanded.
void draw_all(const Frame& frame, const Facts::Walk& walk, size_t here, bool folded) {
  const auto groups = static_cast<float>(walk.groups.size());
  const float between = frame.style.px(folded ? 8 : 5);
  const float name = folded ? 0 : ui::text_size("A", frame.style.small()).y + frame.style.px(1);
  const float others = groups * name + (groups - 1) * (between + frame.style.px(1));
  const float height = row_height(frame, walk.steps.size(), others, folded ? kLeastPicture : kLeastRow);
  for (size_t group = 0; group < walk.groups.size(); ++group) {
    if (group > 0) ImGui::Dummy({0, between});
    if (!folded) {
      ImGui::Indent(frame.style.px(10));
      ui::label(group_name(frame, walk, group), frame.style.small());
      ImGui::Unindent(frame.style.px(10));
    }
    for (size_t step = walk.groups[group]; step < walk.group_end(group); ++step) {
      draw_lab_part(frame, walk, step, folded);
      row(frame, walk.steps[step].stage, height, is_on_screen(frame) && step == here, folded);
    }
  }
}

}  // namespace

void draw_outline_panel(const Frame& frame, bool folded) {
  if (!frame.session.trace()) return;
  const Facts::Walk& walk = walk_now(frame);
  const std::string shown = address_on_screen(frame);
  const size_t here = frame.facts.step_of(walk, shown.empty() ? frame.here() : shown);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, frame.style.px(1)));
  if (frame.facts.has_layers()) {
    draw_outline(frame, walk, here, folded);
  } else {
    draw_all(frame, walk, here, folded);
  }
  fade_more_below(frame.style, frame.style.px(kLeastRow));
  ImGui::PopStyleVar();
}

}  // namespace views
