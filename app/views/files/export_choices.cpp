// export_choices.cpp: what to export, in which format, and where to.
#include "app/views/files/export_choices.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <array>
#include <cctype>
#include <cfloat>

#include "app/ui/widgets.h"
#include "app/views/files/export_settings.h"
#include "app/views/files/film_panel.h"

namespace views {
namespace {

void row(const Frame& frame, std::string_view key, app::ExportScope scope, const std::string& folder) {
  constexpr std::array<const char*, 5> kFormats = {"png", "svg", "pdf", "csv", "npy"};
  const auto& style = frame.style;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(frame.tr(key).c_str());
  ImGui::SameLine(style.px(170));
  for (const char* format : kFormats) {
    std::string face(format);
    for (char& letter : face) letter = static_cast<char>(std::toupper(letter));
    if (ui::button(style, (face + "##" + std::string(key)).c_str(), ui::ButtonKind::kOutline)) {
      frame.requests.write({scope, format, folder});
      ImGui::CloseCurrentPopup();
    }
    ui::tip(style, frame.tr("action.write.tip"));
    ImGui::SameLine(0, style.px(6));
  }
  ImGui::NewLine();
}

void handout_button(const Frame& frame, const char* key, const char* id, app::ExportScope scope) {
  if (ui::button(frame.style, (frame.tr(key) + id).c_str(), ui::ButtonKind::kOutline)) {
    frame.requests.write({scope, "pdf", frame.session.preferences().export_folder});
    ImGui::CloseCurrentPopup();
  }
  ui::tip(frame.style, frame.tr("action.write.tip"));
}

// A hairline between groups.
void rule(const ui::Style& style) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + style.px(2);
  ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + ImGui::GetContentRegionAvail().x, y},
                                      style.colours.hairline);
  ImGui::Dummy({0, style.px(4)});
}

}  // namespace

void draw_export_choices(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 corner(ImGui::GetIO().DisplaySize.x - style.px(24), style.px(54));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
  // In a low window it scrolls.
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {FLT_MAX, ImGui::GetIO().DisplaySize.y - corner.y - style.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(18), style.px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(8)));
  const bool open = ImGui::BeginPopup("export choices");
  if (open) {
    ui::close_on_escape();
    std::string folder = frame.session.preferences().export_folder;
    ui::label(frame.tr("export.title"), style.strong());
    row(frame, "export.stage", app::ExportScope::kStage, folder);
    row(frame, "export.heads", app::ExportScope::kHeads, folder);
    row(frame, "export.all", app::ExportScope::kAllStages, folder);
    draw_figure_settings(frame, style.px(170));
    rule(style);
    draw_film_choices(frame, style.px(170));
    draw_training_film_choices(frame, style.px(170));
    draw_film_settings(frame, style.px(170));
    rule(style);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(frame.tr("export.handout").c_str());
    ImGui::SameLine(style.px(170));
    handout_button(frame, "export.handout_button", "##handout", app::ExportScope::kHandout);
    ImGui::SameLine(0, style.px(6));
    handout_button(frame, "export.handout_blanks_button", "##handout blanks",
                   app::ExportScope::kHandoutBlanks);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(frame.tr("export.folder").c_str());
    ImGui::SameLine(style.px(170));
    ImGui::SetNextItemWidth(style.px(430));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    if (ImGui::InputTextWithHint("##folder", frame.tr("export.folder.hint").c_str(), &folder,
                                 ImGuiInputTextFlags_NoUndoRedo)) {
      frame.requests.edit("folder",
                          [folder](app::State& state) { state.preferences.export_folder = folder; });
    }
    ui::tip(style, frame.tr("export.folder.tip"));
    ImGui::PopStyleVar();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace views
