// quit_question.cpp: three answers, by mouse, or by arrows and Enter; Esc stays.
#include "app/views/window/quit_question.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"
#include "app/views/files/files.h"
#include "app/views/stage/number_edit.h"

namespace views {
namespace {

using app::QuitAnswer;

void give_answer(const Frame& frame, QuitAnswer given) {
  frame.requests.arrange([given](app::Desk& desk) {
    desk.panel.clear();
    desk.quitting.answer = given;
  });
  if (given == QuitAnswer::kSave) save_session(frame);
  ImGui::CloseCurrentPopup();
}

struct QuitChoice {
  const char* key;  // and KEY.tip
  QuitAnswer answer;
};
constexpr std::array kQuitChoices = {QuitChoice{"quit.save", QuitAnswer::kSave},
                                     QuitChoice{"quit.leave", QuitAnswer::kLeave},
                                     QuitChoice{"quit.stay", QuitAnswer::kNone}};

void draw_choices(const Frame& frame) {
  const auto& style = frame.style;
  const int chosen = frame.session.desk().quitting.chosen;
  ui::Flow flow(style.px(8));
  for (size_t i = 0; i < kQuitChoices.size(); ++i) {
    const QuitChoice& choice = kQuitChoices.at(i);
    const std::string text = frame.tr(choice.key);
    flow.next(ui::button_width(style, text));
    const auto kind = i == 0 ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
    if (ui::button(style, (text + "##" + choice.key).c_str(), kind)) give_answer(frame, choice.answer);
    ui::tip(style, frame.tr(std::string(choice.key) + ".tip"));
    if (static_cast<int>(i) != chosen) continue;
    const float gap = style.px(2);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect({low.x - gap, low.y - gap}, {high.x + gap, high.y + gap},
                                        style.colours.accent, style.px(8), 0, style.px(1.5f));
  }
}

void handle_choice_keys(const Frame& frame) {
  const int chosen = frame.session.desk().quitting.chosen;
  const auto choose = [&](int by) {
    constexpr int kLast = static_cast<int>(kQuitChoices.size()) - 1;
    const int next = std::clamp(chosen + by, 0, kLast);
    frame.requests.arrange([next](app::Desk& desk) { desk.quitting.chosen = next; });
  };
  const bool tab = ImGui::IsKeyPressed(ImGuiKey_Tab);
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow) || (tab && !ImGui::GetIO().KeyShift)) choose(1);
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) || (tab && ImGui::GetIO().KeyShift)) choose(-1);
  const bool enter =
      ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (enter) give_answer(frame, kQuitChoices.at(static_cast<size_t>(chosen)).answer);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) give_answer(frame, QuitAnswer::kNone);
}

}  // namespace

bool draw_quit_question(const Frame& frame) {
  if (frame.session.desk().panel != "quit") return false;
  if (!begin_dialog(frame, "quit question", "quit.title")) return true;
  const auto& style = frame.style;
  const float width = std::min(style.px(520), ImGui::GetIO().DisplaySize.x - style.px(90));
  ui::paragraph(frame.tr("quit.why", {{"why", frame.session.desk().quitting.why}}), width, style.text());
  ImGui::Dummy({width, style.px(4)});
  draw_choices(frame);
  ui::label(frame.tr("quit.keys"), style.small());
  // Keys pressed before it was visible are not an answer.
  if (!ImGui::IsWindowAppearing()) handle_choice_keys(frame);
  end_dialog();
  return true;
}

}  // namespace views
