// number_edit_worked.cpp: a textbook exercise, typed as queries, keys and values.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/session/worked_example.h"
#include "app/ui/number_field.h"
#include "app/ui/text_field.h"
#include "app/ui/widgets.h"
#include "app/views/stage/number_edit.h"

namespace views {
namespace {

// One matrix with its letter in its role's colour above its field.
void field(const Frame& frame, std::string_view key, ImU32 colour, std::string app::MatrixEntry::*text,
           ImVec2 size) {
  ImGui::BeginGroup();
  ui::TextStyle type = frame.style.strong();
  type.colour = colour;
  ui::label(frame.tr(key), type);
  std::string typed = frame.session.desk().matrix.*text;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ImGui::InputTextMultiline(("##" + std::string(key)).c_str(), &typed, size,
                                ImGuiInputTextFlags_NoUndoRedo))
    frame.requests.arrange([=](app::Desk& desk) { desk.matrix.*text = typed; });
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  ImGui::EndGroup();
}

void heads_field(const Frame& frame) {
  constexpr int kStep = 1;
  int heads = frame.session.desk().matrix.heads;
  ImGui::AlignTextToFramePadding();
  ui::plain(frame.tr("setting.heads"));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(frame.style.px(130));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ui::input_number("##worked heads", ImGuiDataType_S32, &heads, &kStep, "%d")) {
    heads = std::clamp(heads, 1, static_cast<int>(engine::kMaxHeads));
    frame.requests.arrange([heads](app::Desk& desk) { desk.matrix.heads = heads; });
  }
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr("worked.heads.tip"));
}

}  // namespace

void open_worked_dialog(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.matrix.is_worked = true; });
}

void draw_worked_dialog(const Frame& frame) {
  const app::MatrixEntry& entry = frame.session.desk().matrix;
  if (!entry.is_worked) return;
  const auto& style = frame.style;
  const auto close = [&] {
    frame.requests.arrange([](app::Desk& desk) { desk.matrix.is_worked = false; });
    ImGui::CloseCurrentPopup();
  };
  if (!begin_dialog(frame, "worked dialog", "worked.title")) return;
  const float width = std::min(style.px(720), ImGui::GetIO().DisplaySize.x - style.px(90));
  ui::paragraph(frame.tr("worked.why"), width, style.quiet());
  const ImVec2 each(std::floor((width - style.px(16)) / 3),
                    std::min(style.px(130), ImGui::GetIO().DisplaySize.y * 0.25f));
  field(frame, "worked.queries", style.colours.query, &app::MatrixEntry::queries, each);
  ImGui::SameLine();
  field(frame, "worked.keys", style.colours.key, &app::MatrixEntry::keys, each);
  ImGui::SameLine();
  field(frame, "worked.values", style.colours.value, &app::MatrixEntry::values, each);
  heads_field(frame);
  const auto made =
      app::worked_document({entry.queries, entry.keys, entry.values, entry.heads}, frame.session.document());
  dialog_error(frame, made ? std::nullopt : std::optional(made.error()), width);
  if (ui::button(style, (frame.tr("worked.make") + "##worked.make").c_str(), ui::ButtonKind::kPrimary,
                 made.ok())) {
    frame.requests.edit("", [document = *made](app::State& state) {
      auto baseline = std::move(state.document.baseline);
      auto bookmarks = std::move(state.document.bookmarks);
      state.document = document;
      state.document.baseline = std::move(baseline);
      state.document.bookmarks = std::move(bookmarks);
    });
    close();
  }
  ui::tip(style, frame.tr("worked.make.tip"));
  ImGui::SameLine();
  const bool leaves = ui::button(style, (frame.tr("number.cancel") + "##worked cancel").c_str());
  ui::tip(style, frame.tr("number.cancel.tip"));
  if (leaves || (ImGui::IsKeyPressed(ImGuiKey_Escape) && !ui::is_typed_in())) close();
  end_dialog();
}

}  // namespace views
