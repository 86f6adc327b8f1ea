// fields.cpp: buttons, lists and draggable numbers for settings, laid out in a line or in a panel.
#include "app/views/core/fields.h"

#include <algorithm>
#include <cmath>

#include "app/ui/menu.h"
#include "app/ui/number_field.h"
#include "app/ui/text_field.h"
#include "app/ui/widgets.h"
#include "engine/core/formula.h"

namespace views {

using engine::Config;

namespace {

constexpr float kBetween = 6;      // settings in a line
constexpr float kPanelValue = 72;  // minimum width of a value in a panel

}  // namespace

Fields::Fields(const Frame& frame, float name_width, int skipped)
    : frame_(frame), flow_(frame.style.px(kBetween)), name_width_(name_width), skipped_(skipped) {}

Fields Fields::in_one_line(const Frame& frame, float room) {
  Fields fields(frame);
  fields.room_ = room;
  return fields;
}

void Fields::choice(const char* key, std::string_view value_key, std::span<const Choice> choices) {
  menu(key, frame_.tr(value_key), [&] {
    for (const Choice& row : choices) {
      if (ui::menu_row(frame_.style, frame_.tr(row.key), {.is_chosen = row.key == value_key}))
        frame_.requests.edit("", row.change);
      ui::tip(frame_.style, frame_.tr(std::string(row.key) + ".tip"));
    }
  });
}

void Fields::menu(const char* key, const std::string& value, const std::function<void()>& draw) {
  if (!begin(key, value_width(value) + opens_width(), padding(value))) return;
  if (label_pressed_) ImGui::OpenPopup(("choices " + name(key)).c_str());
  if (ui::begin_choices(frame_.style, name(key).c_str(), value, true, button_kind())) {
    draw();
    ImGui::EndPopup();
  }
  finish(key);
  draw_opens();
}

void Fields::whole(const char* key, engine::Index value, engine::Index smallest, engine::Index largest,
                   const std::function<void(app::State&, engine::Index)>& change, float speed) {
  if (drag_whole(key, ImGuiDataType_S64, std::to_string(value), &value, &smallest, &largest, speed))
    frame_.requests.edit(key, [change, value](app::State& state) { change(state, value); });
}

void Fields::seed(const char* key, uint64_t value, uint64_t largest,
                  const std::function<void(app::State&, uint64_t)>& change) {
  constexpr uint64_t kLeast = 0;
  if (drag_whole(key, ImGuiDataType_U64, std::to_string(value), &value, &kLeast, &largest, 0.1f))
    frame_.requests.edit(key, [change, value](app::State& state) { change(state, value); });
}

bool Fields::drag_whole(const char* key, ImGuiDataType type, const std::string& face, void* value,
                        const void* smallest, const void* largest, float speed) {
  if (!begin(key, number_width(face), frame_.style.px(6))) return false;
  ImGui::SetNextItemWidth(number_width(face));
  push_value();
  if (label_pressed_) ImGui::SetKeyboardFocusHere();
  const bool changed = ui::drag_number(("##" + name(key)).c_str(), type, value, speed, smallest, largest,
                                       type == ImGuiDataType_U64 ? "%llu" : "%lld");
  draw_drags(face);
  pop_value();
  finish(key);
  return changed;
}

void Fields::sizes(const char* key, engine::Index Config::*first, engine::Index Config::*second,
                   int largest) {
  if (is_checkpoint())
    return of_checkpoint(key, std::to_string(config().*first) + " + " + std::to_string(config().*second));
  const std::string sign = "+";
  const float sign_width = ui::text_size(sign, frame_.style.quiet()).x;
  const float both =
      number_width(std::to_string(config().*first)) + number_width(std::to_string(config().*second));
  if (!begin(key, both + sign_width, frame_.style.px(6))) return;
  if (label_pressed_) ImGui::SetKeyboardFocusHere();
  drag_size(key, name(key), first, largest);
  ImGui::SameLine(0, 0);
  ui::plain(sign);
  ImGui::SameLine(0, 0);
  drag_size(key, name(key) + " 2", second, largest);
  finish(key);
}

void Fields::drag_size(const char* key, const std::string& name, engine::Index Config::*field, int largest) {
  constexpr int kSmallest = 1;
  int value = static_cast<int>(config().*field);
  ImGui::SetNextItemWidth(number_width(std::to_string(value)));
  push_value();
  if (ui::drag_number(("##" + name).c_str(), ImGuiDataType_S32, &value, 0.2f, &kSmallest, &largest, "%d")) {
    frame_.requests.edit(key, [field, value](app::State& state) { app::set_size(state, field, value); });
  }
  draw_drags(std::to_string(value));
  pop_value();
  ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip"));
}

void Fields::real(const char* key, double value, float speed, double smallest, double largest,
                  const std::function<void(app::State&, double)>& change, std::string_view none) {
  const bool is_none = value == 0 && !none.empty();
  const std::string face = is_none ? frame_.tr(none) : engine::number_markup(value, 3);
  if (!begin(key, number_width(face), frame_.style.px(6))) return;
  ImGui::SetNextItemWidth(number_width(face));
  push_value();
  if (label_pressed_) ImGui::SetKeyboardFocusHere();
  // Where 0 and negative numbers are allowed, steps are linear.
  const ImGuiSliderFlags flags = smallest > 0 ? ImGuiSliderFlags_Logarithmic : 0;
  if (ui::drag_number(("##" + name(key)).c_str(), ImGuiDataType_Double, &value, speed, &smallest, &largest,
                      is_none ? face.c_str() : "%.5g", flags)) {
    frame_.requests.edit(key, [change, value](app::State& state) { change(state, value); });
  }
  draw_drags(face);
  pop_value();
  finish(key);
}

bool Fields::opener(const char* key, const std::string& value) {
  if (!begin(key, value_width(value), padding(value))) return false;
  ui::push_font(frame_.style.fonts.semibold, frame_.style.px(15));
  const bool pressed = ui::button(frame_.style, (value + "##" + name(key)).c_str(), button_kind());
  ImGui::PopFont();
  finish(key);
  return pressed || label_pressed_;
}

void Fields::fixed(const char* key, std::string_view value_key) {
  const std::string value = frame_.tr(value_key);
  if (!begin(key, value_width(value), padding(value))) return;
  draw_shown(key, value);
  finish(key);
}

void Fields::draw_shown(const char* key, const std::string& value) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(value_width(value) - 2 * frame_.style.px(6) + 2 * padding(value),
                    ImGui::GetFrameHeight());
  ImGui::BeginDisabled();
  ImGui::InvisibleButton((value + "##" + name(key)).c_str(), size);
  ImGui::EndDisabled();
  ui::TextStyle type = frame_.style.strong();
  type.colour = frame_.style.colours.muted;
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + padding(value), at.y + ImGui::GetStyle().FramePadding.y},
                value, type);
}

void Fields::of_checkpoint(const char* key, const std::string& value) {
  if (!begin(key, value_width(value), padding(value))) return;
  draw_shown(key, value);
  ImGui::PopStyleVar();
  ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip") + " " + frame_.tr("checkpoint.fixed.tip"));
}

void Fields::remark(std::string_view key) {
  if (in_panel()) return;
  const std::string text = frame_.tr(key);
  const float width = ui::text_size(text, frame_.style.quiet()).x + frame_.style.px(6);
  // In one line it belongs to the setting before it.
  if (room_ > 0 && (is_full_ || used_ + width > room_)) return;
  used_ += width + frame_.style.px(kBetween);
  flow_.next(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame_.style.px(6), frame_.style.px(4)));
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame_.style.colours.muted);
  ui::plain(text);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  // With the same spacing as after a value.
  ImGui::SameLine(0, 0);
  ImGui::Dummy({frame_.style.px(6), 0});
}

// The value's name in Dear ImGui: one setting may be in a line and in a panel at once.
std::string Fields::name(std::string_view key) const {
  return prefix_ + (in_panel() ? "panel " : "") + std::string(key);
}

float Fields::value_width(const std::string& value) const {
  return ui::text_size(value, frame_.style.strong()).x + 2 * frame_.style.px(6);
}
float Fields::number_width(const std::string& value) const {
  const float least = frame_.style.px(in_panel() ? kPanelValue : 30);
  return std::max(value_width(value) + frame_.style.px(6), least);
}

// Buttons in a panel are as wide as its numbers, if their text fits.
float Fields::padding(const std::string& value) const {
  const float word = ui::text_size(value, frame_.style.strong()).x;
  const float least = frame_.style.px(6);
  return in_panel() ? std::max(std::floor((frame_.style.px(kPanelValue) - word) / 2), least) : least;
}

bool Fields::has_room(float width) {
  if (skipped_ > 0) {
    --skipped_;
    return false;
  }
  is_full_ = is_full_ || (room_ > 0 && used_ + width > room_);
  if (is_full_) return false;
  used_ += width + frame_.style.px(kBetween);
  ++drawn_;
  return true;
}

bool Fields::begin(const char* key, float width, float padding) {
  const std::string word = frame_.tr(key);
  const float whole = ui::text_size(word, frame_.style.quiet()).x + width;
  if (!has_room(whole)) return false;
  if (!in_panel()) flow_.next(whole);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, frame_.style.px(4)));
  ImGui::AlignTextToFramePadding();
  const float start = ImGui::GetCursorPosX();
  draw_label(key, word);
  ImGui::SameLine(0, 0);
  if (in_panel()) ImGui::SetCursorPosX(start + name_width_);
  return true;
}

// Acts like its value.
void Fields::draw_label(const char* key, const std::string& word) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ui::text_size(word, frame_.style.quiet()).x, ImGui::GetFrameHeight());
  label_pressed_ = ImGui::InvisibleButton(("label " + name(key)).c_str(), size);
  ui::TextStyle type = frame_.style.quiet();
  if (ImGui::IsItemHovered()) type.colour = frame_.style.colours.ink;
  type.colour = ui::with_alpha(type.colour, ImGui::GetStyle().Alpha);
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, word, type);
  ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip"));
}

float Fields::opens_width() const {
  return frame_.style.px(12);
}

// A small triangle after a value that opens a menu.
void Fields::draw_opens() const {
  const auto& style = frame_.style;
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImVec2 centre(high.x + style.px(2), (ImGui::GetItemRectMin().y + high.y) / 2);
  const float half = style.px(4);
  ImGui::SameLine(0, 0);
  ImGui::Dummy({opens_width(), 0});
  ImGui::GetWindowDrawList()->AddTriangleFilled({centre.x - half, centre.y - half * 0.6f},
                                                {centre.x + half, centre.y - half * 0.6f},
                                                {centre.x, centre.y + half * 0.8f}, style.colours.ink);
}

// Dots under a number that can be dragged.
void Fields::draw_drags(const std::string& face) const {
  const auto& style = frame_.style;
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ui::is_typed_in() && ImGui::IsItemActive()) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const float width = ui::text_size(face, style.strong()).x;
  const float y = high.y - style.px(4);
  const float left = (low.x + high.x - width) / 2;
  for (float x = left; x < left + width; x += style.px(4))
    ImGui::GetWindowDrawList()->AddCircleFilled({x + style.px(1), y}, style.px(0.8f), style.colours.muted, 6);
}

void Fields::finish(const char* key) {
  ImGui::PopStyleVar();
  ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip"));
}

void Fields::push_value() const {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, in_panel() ? 1.0f : 0.0f);
  ui::push_font(frame_.style.fonts.semibold, frame_.style.px(15));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ui::with_alpha(frame_.style.colours.panel, 0));
}
void Fields::pop_value() {
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

}  // namespace views
