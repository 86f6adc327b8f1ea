// number_edit.cpp: the field at a cell, and the marks on edited cells.
#include "app/views/stage/number_edit.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/session/exploring.h"
#include "app/session/matrix_text.h"
#include "app/ui/widgets.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr size_t kMostMarks = 4096;  // with more, the stage is marked as a whole
constexpr const char* kField = "##typed number";

std::optional<double> typed_value(const engine::Config& config, const std::string& address, Index row,
                                  Index column) {
  const engine::StageEdits* const edits = engine::find_edits(config.edits, address);
  if (edits == nullptr) return std::nullopt;
  for (const engine::CellEdit& cell : edits->cells) {
    if (cell.row == row && cell.column == column) return cell.value;
  }
  return std::nullopt;
}

std::optional<double> typed_value(const Frame& frame, const app::NumberEntry& entry) {
  return typed_value(frame.session.document().config, entry.address, entry.row, entry.column);
}

void set(const Frame& frame, const app::NumberEntry& entry, std::optional<double> value,
         std::string_view merge) {
  frame.requests.edit(merge, [entry, value](app::State& state) {
    app::set_number(state, entry.address, entry.row, entry.column, value);
  });
}

void set(const Frame& frame, const app::NumberEntry& entry, std::optional<double> value) {
  set(frame, entry, value,
      "typed " + entry.address + std::to_string(entry.row) + "," + std::to_string(entry.column));
}

void close(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.number = {}; });
}

// In a form that can be typed: with as few digits as identify it.
std::string digits_of(double value) {
  std::string text = app::matrix_to_text(engine::Matrix::Constant(1, 1, static_cast<float>(value)));
  text.pop_back();  // the line end
  return text;
}

double within_limits(double value) {
  return std::clamp(value, -engine::kLargestEdit, engine::kLargestEdit);
}

// Steps without floating-point noise: 0.1 and 0.1 are 0.2.
double stepped(double value, double by) {
  return within_limits(std::round((value + by) * 1e6) / 1e6);
}

// Up and down add and subtract a tenth, with Shift one.
double arrow_steps() {
  const double step = ImGui::GetIO().KeyShift ? 1 : 0.1;
  double by = 0;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) by += step;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) by -= step;
  return by;
}

// The typed text applies at once whenever it is a number; while it is none, what was there before applies.
void text_field(const Frame& frame, const app::NumberEntry& entry, double value, float width) {
  std::string text = digits_of(value);
  const std::string before = text;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  ImGui::InputText(kField, &text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_NoUndoRedo);
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr("number.field.tip"));
  const bool active = ImGui::IsItemActive();
  static std::optional<double> untouched;  // what was there before the text was changed; there is one field
  if (!active) untouched = typed_value(frame, entry);
  const double by = active ? arrow_steps() : 0;
  if (by != 0) {
    untouched = stepped(value, by);
    set(frame, entry, *untouched);
    if (ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetItemID()))
      state->ReloadUserBufAndSelectAll();
    return;
  }
  const auto number = app::number_from_text(text);
  if (active && text != before && number && *number != value) set(frame, entry, *number);
  if (!active || number) return;
  if (text != before && typed_value(frame, entry) != untouched) set(frame, entry, untouched);
  ui::TextStyle type = frame.style.small();
  type.colour = frame.style.colours.accent;
  ui::paragraph(frame.tr(number.error()), frame.style.px(210), type);
}

// A strip to drag sideways: a hundredth of the number's size per pixel.
void drag_strip(const Frame& frame, const app::NumberEntry& entry, double value) {
  const auto& style = frame.style;
  const ImVec2 size(style.px(52), ImGui::GetFrameHeight());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("drag number", size);
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, lit ? style.colours.hairline : style.colours.chip,
                     style.px(6));
  const float middle = std::round(at.y + size.y / 2);
  const float half = style.px(14);
  const float centre = at.x + size.x / 2;
  list.AddLine({centre - half, middle}, {centre + half, middle}, style.colours.muted, style.px(1.5f));
  for (const float side : {-1.0f, 1.0f}) {
    const float tip = centre + side * half;
    const float back = tip - side * style.px(5);
    list.AddLine({tip, middle}, {back, middle - style.px(4)}, style.colours.muted, style.px(1.5f));
    list.AddLine({tip, middle}, {back, middle + style.px(4)}, style.colours.muted, style.px(1.5f));
  }
  const float moved = ImGui::IsItemActive() ? ImGui::GetIO().MouseDelta.x : 0;
  if (moved != 0) {
    const double step = std::pow(10, std::floor(std::log10(std::max(std::abs(value), 1.0)))) / 100;
    set(frame, entry, stepped(value, static_cast<double>(moved) * step));
  }
  ui::tip(style, frame.tr("number.drag.tip"));
}

void buttons(const Frame& frame, const app::NumberEntry& entry) {
  const auto button = [&](const char* key) {
    const bool pressed =
        ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline);
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    return pressed;
  };
  if (typed_value(frame, entry)) {
    if (button("number.computed")) {
      set(frame, entry, std::nullopt);
      close(frame);
    }
    ImGui::SameLine(0, frame.style.px(6));
  }
  if (button("number.keep")) close(frame);
}

// Enter keeps, Esc restores the previous value, a click elsewhere keeps. Undo can restore what was typed
// before Esc.
void handle_leaving(const Frame& frame, const app::NumberEntry& entry) {
  const bool appearing = ImGui::IsWindowAppearing();
  const bool entered = ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
  const bool elsewhere =
      ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) set(frame, entry, entry.before, "");
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) || (!appearing && (entered || elsewhere))) close(frame);
}

// The value's rectangle among the drawn matrices; nullopt if it is in none.
std::optional<std::pair<ImVec2, ImVec2>> box_of(const Frame& frame, const StageLayout& layout,
                                                const app::NumberEntry& entry) {
  const auto stage = frame.trace().find(entry.address);
  if (!stage) return std::nullopt;
  const engine::Stage& typed = frame.trace().stage(*stage);
  if (entry.row >= typed.rows || entry.column >= typed.columns) return std::nullopt;
  for (const PlacedMatrix& placed : layout.matrices) {
    const engine::Cell cell{*stage, entry.row, entry.column};
    if (placed.frame.stage == *stage) return placed.frame.box(cell, cell);
  }
  return std::nullopt;
}

std::string name_of(const Frame& frame, const app::NumberEntry& entry) {
  return look::stage_name(frame.tr, entry.address) + " " + frame.tr.cell(entry.row, entry.column);
}

void draw_field(const Frame& frame, const app::NumberEntry& entry, ImVec2 low, ImVec2 high) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool above = high.y + style.px(150) > window.y;
  ImGui::SetNextWindowPos(
      {std::min(low.x, window.x - style.px(240)), above ? low.y - style.px(6) : high.y + style.px(6)},
      ImGuiCond_Always, {0, above ? 1.0f : 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(12), style.px(10)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(6), style.px(6)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoNav;
  if (ImGui::Begin("number field", nullptr, kFlags)) {
    const auto stage = frame.trace().find(entry.address);
    const auto known = typed_value(frame, entry);
    const double value =
        known ? *known : static_cast<double>(frame.trace().at(*stage, entry.row, entry.column));
    ui::label(name_of(frame, entry), style.small());
    text_field(frame, entry, std::isfinite(value) ? value : 0, style.px(150));
    ImGui::SameLine(0, style.px(6));
    drag_strip(frame, entry, std::isfinite(value) ? value : 0);
    buttons(frame, entry);
    handle_leaving(frame, entry);
  }
  ImGui::End();
  ImGui::PopStyleVar(4);
}

void mark(const Frame& frame, ImVec2 corner, float side) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto triangle = [&](float grown, ImU32 colour) {
    list.AddTriangleFilled({corner.x - side - grown, corner.y}, {corner.x, corner.y},
                           {corner.x, corner.y + side + grown}, colour);
  };
  // An outline in the page's colour separates the mark from any data colour.
  triangle(frame.style.px(2), frame.style.colours.panel);
  triangle(0, frame.style.colours.accent);
}

}  // namespace

void open_number(const Frame& frame, const engine::Cell& cell) {
  const std::string address = frame.trace().stage(cell.stage).address;
  const auto before = typed_value(frame.session.document().config, address, cell.row, cell.column);
  frame.requests.arrange([=](app::Desk& desk) { desk.number = {address, cell.row, cell.column, before}; });
}

void draw_number_field(const Frame& frame, const StageLayout& layout) {
  const app::NumberEntry entry = frame.session.desk().number;
  if (entry.address.empty()) return;
  const auto box = box_of(frame, layout, entry);
  if (box) {
    draw_field(frame, entry, box->first, box->second);
  } else {
    close(frame);
  }
}

void draw_typed_marks(const Frame& frame, const ui::MatrixFrame& matrix) {
  const bool of_baseline = frame.derived && frame.derived == frame.session.baseline_trace();
  if (frame.derived && !of_baseline) return;
  const engine::Config& config =
      of_baseline ? frame.session.baseline()->config : frame.session.trace_document().config;
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  const engine::StageEdits* const edits = engine::find_edits(config.edits, stage.address);
  if (edits == nullptr) return;
  const size_t count = edits->cells.size();
  if (count > kMostMarks || count >= static_cast<size_t>(stage.rows * stage.columns)) {
    mark(frame, {matrix.corner.x + matrix.size.x, matrix.corner.y}, frame.style.px(11));
    return;
  }
  for (const engine::CellEdit& typed : edits->cells) {
    const engine::Cell cell{matrix.stage, typed.row, typed.column};
    const auto [low, high] = matrix.box(cell, cell);
    if (high.x - low.x < 0.5f || high.y - low.y < 0.5f) continue;
    const float side = std::min({(high.x - low.x) * 0.7f, (high.y - low.y) * 0.7f, frame.style.px(9)});
    mark(frame, {high.x, low.y}, std::max(side, frame.style.px(3)));
  }
}

void draw_paint_note(const Frame& frame, const engine::Cell& cell) {
  if (frame.derived || !engine::is_mask(frame.trace().stage(cell.stage).address)) return;
  ui::paragraph(frame.tr("number.paint"), ImGui::GetContentRegionAvail().x, frame.style.small());
}

float draw_number_buttons(const Frame& frame, const engine::Cell& cell, ImVec2 right) {
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const std::string address = stage.address;
  if (frame.derived || !engine::may_be_typed(address)) return right.x;
  const auto& style = frame.style;
  constexpr std::array<const char*, 2> kKeys = {"number.change", "number.matrix"};
  const ImVec2 padding(style.px(8), style.px(3));
  float width = style.px(4) + 4 * padding.x;
  for (const char* const key : kKeys) width += ui::text_size(frame.tr(key), style.small_ink()).x;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({right.x - width, right.y - padding.y});
  ui::push_font(style.fonts.regular, style.px(13));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  std::array<bool, 2> pressed{};
  for (size_t i = 0; i < kKeys.size(); ++i) {
    const std::string key = kKeys.at(i);
    if (i > 0) ImGui::SameLine(0, style.px(4));
    pressed.at(i) = ui::button(style, (frame.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline);
    ui::tip(style, frame.tr(key + ".tip"));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(before);
  if (pressed.front()) {
    frame.requests.edit("walk", [address](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
    open_number(frame, cell);
  }
  if (!pressed.back()) return right.x - width;
  const bool is_large = stage.rows * stage.columns > app::kMostTyped;
  const std::string text =
      is_large ? "" : app::matrix_to_text(frame.trace().read(cell.stage, 0, 0, stage.rows, stage.columns));
  frame.requests.arrange([=](app::Desk& desk) {
    desk.matrix.address = address;
    desk.matrix.text = text;
  });
  return right.x - width;
}

}  // namespace views
