// export_choices.cpp: a form in three parts: what to write, how, and where to; one button writes it.
#include "app/views/files/export_choices.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <array>
#include <cfloat>
#include <string>

#include "app/ui/mark.h"
#include "app/ui/widgets.h"
#include "app/views/files/export_settings.h"
#include "engine/training/moment.h"

namespace views {
namespace {

using app::ExportScope;

// Pixels at 100 %: over the card, beside what is exported; or, where the window is low or narrow, wide.
constexpr float kBesideWidth = 392;
constexpr float kWideWidth = 790;
constexpr float kLeastHeightBeside = 800;
constexpr float kLeastWidthBeside = 1400;

bool stands_beside(const ui::Style& style) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return window.y >= style.px(kLeastHeightBeside) && window.x >= style.px(kLeastWidthBeside);
}

// A model that was trained here, and has taken a step, has a film of that.
bool has_training(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  return frame.session.trace() && engine::step_of(document.config.checkpoint).value_or(0) > 0;
}

struct ScopeRow {
  const char* key;
  ExportScope scope;
};

constexpr std::array<ScopeRow, 6> kScopes = {{{"export.stage", ExportScope::kStage},
                                              {"export.heads", ExportScope::kHeads},
                                              {"export.all", ExportScope::kAllStages},
                                              {"export.film", ExportScope::kFilm},
                                              {"export.training", ExportScope::kTrainingFilm},
                                              {"export.handout", ExportScope::kHandout}}};

// The chosen one, or the stage where that is not offered now.
app::ExportChoice choice_now(const Frame& frame) {
  app::ExportChoice choice = frame.session.desk().exporting;
  if (choice.scope == ExportScope::kTrainingFilm && !has_training(frame)) choice.scope = ExportScope::kStage;
  return choice;
}

void draw_part_name(const Frame& frame, const char* key) {
  ui::label(frame.tr(key), frame.style.strong());
}

void draw_what(const Frame& frame, const app::ExportChoice& choice) {
  const auto& style = frame.style;
  draw_part_name(frame, "export.what");
  ui::Flow flow(style.px(4));
  for (const ScopeRow& row : kScopes) {
    if (row.scope == ExportScope::kTrainingFilm && !has_training(frame)) continue;
    const std::string word = frame.tr(row.key);
    const bool is_chosen = row.scope == choice.scope || (row.scope == ExportScope::kHandout &&
                                                         choice.scope == ExportScope::kHandoutBlanks);
    if (!stands_beside(style)) flow.next(ui::mark_width(style, word));
    if (ui::mark(style, word + "##" + row.key, ui::MarkKind::kOneOf, is_chosen))
      frame.requests.arrange([scope = row.scope](app::Desk& desk) { desk.exporting.scope = scope; });
    ui::tip(style, frame.tr(std::string(row.key) + ".tip"));
  }
}

void draw_folder(const Frame& frame, float width) {
  std::string folder = frame.session.preferences().export_folder;
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ImGui::InputTextWithHint("##folder", frame.tr("export.folder.hint").c_str(), &folder,
                               ImGuiInputTextFlags_NoUndoRedo)) {
    frame.requests.edit("folder", [folder](app::State& state) { state.preferences.export_folder = folder; });
  }
  ui::tip(frame.style, frame.tr("export.folder.tip"));
  ImGui::PopStyleVar();
}

// Where to, and beside or below it the button that writes.
void draw_where(const Frame& frame, const app::ExportChoice& choice) {
  const auto& style = frame.style;
  draw_part_name(frame, "export.where");
  const bool is_film = is_film_scope(choice.scope);
  const std::string format = export_format(choice);
  const std::string act = frame.tr("export.write", {{"format", frame.tr("format." + format)}});
  const float gap = style.px(12);
  // In a narrow panel the folder has its own line, so that all of it can be read.
  const float room = ImGui::GetContentRegionAvail().x;
  const float act_width = ui::button_width(style, act);
  draw_folder(frame, stands_beside(style) ? room : room - act_width - gap);
  if (stands_beside(style)) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - act_width);
  } else {
    ImGui::SameLine(0, gap);
  }
  const bool is_free = !is_film || !frame.session.desk().film;
  if (ui::button(style, (act + "##write").c_str(), ui::ButtonKind::kPrimary, is_free)) {
    const std::string extension = format == "frames" ? "png" : format;
    frame.requests.write({choice.scope, extension, frame.session.preferences().export_folder});
    ImGui::CloseCurrentPopup();
  }
  ui::tip(style, frame.tr("action.write.tip"));
}

// A hairline between the parts.
void rule(const ui::Style& style) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + style.px(3);
  ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + ImGui::GetContentRegionAvail().x, y},
                                      style.colours.hairline);
  ImGui::Dummy({0, style.px(7)});
}

}  // namespace

void draw_export_choices(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 corner(window.x - style.px(24), style.px(54));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
  // In a low window it scrolls.
  const float width =
      std::min(style.px(stands_beside(style) ? kBesideWidth : kWideWidth), window.x - style.px(48));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, window.y - corner.y - style.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(20), style.px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  const bool open = ImGui::BeginPopup("export choices");
  if (open) {
    ui::close_on_escape();
    const app::ExportChoice choice = choice_now(frame);
    draw_what(frame, choice);
    rule(style);
    draw_part_name(frame, "export.how");
    draw_export_settings(frame, choice);
    rule(style);
    draw_where(frame, choice);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace views
