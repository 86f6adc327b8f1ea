// notice.cpp: a sentence at the foot of the window: what was written where, what was refused, what was
// offered.
#include "app/ui/widgets.h"
#include "app/views/views.h"

namespace views {

void draw_notice(const Frame& frame) {
  const auto& notice = frame.session.notice();
  if (!notice) return;
  const auto& style = frame.style;
  const std::string sentence = frame.tr(notice->key, notice->arguments);
  const float width = std::min(style.px(560), ImGui::GetIO().DisplaySize.x - style.px(48));
  ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x / 2, ImGui::GetIO().DisplaySize.y - style.px(20)},
                          ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(18), style.px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.colours.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, notice->is_error ? style.colours.accent : style.colours.muted);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("notice", nullptr, kFlags)) {
    ui::paragraph(sentence, width, style.text());
    if (!notice->offered.empty()) {
      if (ui::button(style, (frame.tr("notice.restore") + "##restore").c_str(), ui::ButtonKind::kPrimary)) {
        frame.requests.open_session(notice->offered);
        frame.requests.dismiss_notice();
      }
      ui::tip(style, frame.tr("notice.restore.tip"));
      ImGui::SameLine();
    }
    if (ui::button(style, (frame.tr("notice.dismiss") + "##dismiss").c_str(), ui::ButtonKind::kOutline))
      frame.requests.dismiss_notice();
    ui::tip(style, frame.tr("notice.dismiss.tip"));
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

}  // namespace views
