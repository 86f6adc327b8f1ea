// number_edit_dialog.cpp: replaces a stage's values by a typed or pasted matrix.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/look/labels.h"
#include "app/session/exploring.h"
#include "app/session/matrix_text.h"
#include "app/ui/text_field.h"
#include "app/ui/widgets.h"
#include "app/views/stage/number_edit.h"

namespace views {

bool begin_dialog(const Frame& frame, const char* name, std::string_view title_key) {
  const auto& style = frame.style;
  if (!ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x - style.px(24), window.y - style.px(24)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(22), style.px(18)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(12));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(8)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  if (!ImGui::BeginPopupModal(name, nullptr, kFlags)) {
    ImGui::PopStyleVar(3);
    return false;
  }
  ui::label(frame.tr(title_key), style.title());
  return true;
}

void end_dialog() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(3);
}

void dialog_error(const Frame& frame, const std::optional<engine::Error>& error, float width) {
  const auto& style = frame.style;
  ui::TextStyle type = style.text();
  type.colour = style.colours.accent;
  std::string sentence;
  if (error) {
    for (const auto& [name, value] : error->arguments) {
      if (name == "letter") sentence = value + ": ";
    }
    sentence += frame.tr(*error);
  }
  const float least = ui::paragraph_height("A", width, type);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, width, sentence, type);
  ImGui::Dummy({width, std::max(height, least)});
}

void draw_matrix_dialog(const Frame& frame) {
  const app::MatrixEntry& entry = frame.session.desk().matrix;
  if (entry.address.empty()) return;
  const auto& style = frame.style;
  const auto stage = frame.trace().find(entry.address);
  const auto close = [&] {
    frame.requests.arrange([](app::Desk& desk) { desk.matrix.address.clear(); });
    ImGui::CloseCurrentPopup();
  };
  if (!begin_dialog(frame, "matrix dialog", "number.dialog")) return;
  const float width = std::min(style.px(560), ImGui::GetIO().DisplaySize.x - style.px(90));
  const engine::Index rows = stage ? frame.trace().stage(*stage).rows : 0;
  const engine::Index columns = stage ? frame.trace().stage(*stage).columns : 0;
  ui::paragraph(frame.tr("number.dialog.why", {{"stage", look::stage_title(frame.tr, entry.address)},
                                               {"rows", std::to_string(rows)},
                                               {"columns", std::to_string(columns)}}),
                width, style.quiet());
  std::string text = entry.text;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  const float height = std::min(style.px(220), ImGui::GetIO().DisplaySize.y * 0.4f);
  if (ImGui::InputTextMultiline("##matrix text", &text, {width, height}, ImGuiInputTextFlags_NoUndoRedo))
    frame.requests.arrange([text](app::Desk& desk) { desk.matrix.text = text; });
  ImGui::PopStyleVar();
  const auto matrix = app::matrix_from_text(text, rows, columns);
  dialog_error(frame, matrix ? std::nullopt : std::optional(matrix.error()), width);
  if (ui::button(style, (frame.tr("number.use") + "##number.use").c_str(), ui::ButtonKind::kPrimary,
                 matrix.ok())) {
    frame.requests.edit("", [address = entry.address, numbers = *matrix](app::State& state) {
      app::set_numbers(state, address, numbers);
    });
    close();
  }
  ui::tip(style, frame.tr("number.use.tip"));
  ImGui::SameLine();
  const bool leaves = ui::button(style, (frame.tr("number.cancel") + "##matrix cancel").c_str());
  ui::tip(style, frame.tr("number.cancel.tip"));
  if (leaves || !stage || (ImGui::IsKeyPressed(ImGuiKey_Escape) && !ui::is_typed_in())) close();
  end_dialog();
}

}  // namespace views
