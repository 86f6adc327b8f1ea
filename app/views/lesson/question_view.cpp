// question_view.cpp: one kind of answer for each kind of question, and a verdict below.
#include "app/views/lesson/question_view.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/lessons/lesson_check.h"
#include "app/text/plain_text.h"
#include "app/text/typed_number.h"
#include "app/ui/mark.h"
#include "app/ui/widgets.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/prose_view.h"

namespace views {
namespace {

using app::Ask;

class QuestionView {
 public:
  QuestionView(const Frame& frame, const app::Question& question, const engine::Trace& run, float width)
      : frame_(frame), style_(frame.style), question_(question), run_(run), width_(width) {}

  void draw() {
    switch (question_.kind) {
      case Ask::kNumber:
        draw_field("lesson.number.hint");
        break;
      case Ask::kShape:
        draw_field("lesson.shape.hint");
        break;
      case Ask::kCell:
        if (!given().clicked) ui::paragraph(frame_.tr("lesson.click"), width_, style_.quiet());
        break;
      case Ask::kChoice:
        draw_choices();
        break;
      case Ask::kOrder:
        draw_order();
        break;
    }
    draw_verdict();
  }

 private:
  const app::GivenAnswer& given() const { return frame_.session.desk().lesson.given; }
  void change(const std::function<void(app::GivenAnswer&)>& to) const { change_answer(frame_, to); }

  // What is typed is judged by Enter or the button.
  void draw_field(const char* hint) {
    std::string typed = given().typed;
    const std::string check = frame_.tr("lesson.check");
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    ImGui::SetNextItemWidth(width_ - ui::button_width(style_, check) - style_.px(8));
    const bool entered =
        ImGui::InputTextWithHint("##lesson answer", frame_.tr(hint).c_str(), &typed,
                                 ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_EnterReturnsTrue |
                                     ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    // Enter judges, and the field keeps the keys: what is typed next replaces the answer.
    if (entered) ImGui::SetKeyboardFocusHere(-1);
    // Over a field that is typed into it would hide the question.
    if (!ImGui::IsItemActive()) ui::tip(style_, frame_.tr("lesson.answer.tip"));
    if (typed != given().typed)
      change([typed](app::GivenAnswer& answer) {
        answer.typed = typed;
        answer.is_answered = false;
      });
    ImGui::SameLine(0, style_.px(8));
    const bool pressed = ui::button(style_, (check + "##lesson check").c_str(), ui::ButtonKind::kPrimary);
    ui::tip(style_, frame_.tr("lesson.check.tip"));
    if (entered || pressed) change([](app::GivenAnswer& answer) { answer.is_answered = true; });
  }

  // A row as wide as the panel; returns whether it was pressed.
  bool draw_row(const std::string& text, std::string_view id, std::string_view mark, bool is_chosen) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float edge = style_.px(10);
    const float indent = edge + style_.px(22);
    const ProseLook look{style_.px(15), width_ - indent - edge};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const float height =
        draw_prose(frame_, list, {at.x + indent, at.y + style_.px(7)}, text, look) + style_.px(14);
    ui::draw_text(list, {at.x + edge, at.y + style_.px(8)}, mark, style_.strong());
    const bool pressed = ImGui::InvisibleButton(std::string(id).c_str(), {width_, height});
    ui::tip(style_, frame_.tr("lesson.choose.tip"));
    list.ChannelsSetCurrent(0);
    const ImVec2 end(at.x + width_, at.y + height);
    const bool is_lit = is_chosen || ImGui::IsItemHovered();
    list.AddRectFilled(at, end, is_lit ? style_.colours.selected : style_.colours.panel, style_.px(8));
    list.AddRect(at, end, is_chosen ? style_.colours.accent : style_.colours.hairline, style_.px(8));
    list.ChannelsMerge();
    return pressed;
  }

  void draw_choices() const {
    for (size_t i = 0; i < question_.choices.size(); ++i) {
      const std::string id = "lesson choice " + std::to_string(i);
      const bool is_chosen = given().choice == i;
      const bool is_shown = given().is_shown && question_.choices[i].is_right;
      if (draw_row(text_of(i), id, is_chosen || is_shown ? "●" : "○", is_chosen || is_shown))
        change([i](app::GivenAnswer& answer) { answer.choice = i; });
    }
  }

  std::string text_of(size_t item) const { return app::fill_prose(question_.choices[item].text, run_); }

  // Items in the order of the alphabet; a click puts one behind those before it, or takes it back.
  void draw_order() const {
    for (const size_t item : app::items_as_listed(question_)) {
      const auto& order = given().order;
      const auto place = std::ranges::find(order, item);
      const bool is_put = place != order.end();
      const std::string mark = is_put ? std::to_string(place - order.begin() + 1) + "." : "○";
      if (!draw_row(text_of(item), "lesson item " + std::to_string(item), mark, is_put)) continue;
      change([item](app::GivenAnswer& answer) {
        if (std::erase(answer.order, item) == 0) answer.order.push_back(item);
      });
    }
  }

  // A tick and the ink where it is right, the colour of warnings where not.
  void draw_judged(const app::Verdict& judged) const {
    ui::TextStyle type{style_.fonts.semibold, style_.px(16), style_.colours.accent};
    float indent = 0;
    if (judged.is_right) {
      type.colour = style_.colours.ink;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float size = style_.px(5);
      ui::draw_tick(*ImGui::GetWindowDrawList(), {at.x + size, at.y + type.size * 0.65f}, size, type.colour);
      indent = 2 * size + style_.px(6);
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    }
    ui::paragraph(frame_.tr(judged.is_right ? "lesson.right" : "lesson.wrong"), width_ - indent, type);
    if (judged.mistake) ui::paragraph(frame_.tr(*judged.mistake), width_, style_.text());
    say(judged.text);
  }

  void draw_verdict() const {
    const auto judged = verdict(frame_);
    const bool is_right = judged && judged->is_right;
    if (judged) {
      draw_judged(*judged);
    } else if (given().is_answered) {
      ui::paragraph(why_unread(), width_, style_.quiet());
    }
    if (is_right) return;
    if (given().is_shown) {
      const std::string right = app::right_answer(question_, run_, frame_.tr.counts_from());
      if (!right.empty()) ui::paragraph(right, width_, style_.strong());
      say(question_.reveal);
      return;
    }
    if (ui::button(style_, (frame_.tr("lesson.show") + "##lesson show").c_str(), ui::ButtonKind::kOutline))
      change([](app::GivenAnswer& answer) { answer.is_shown = true; });
    ui::tip(style_, frame_.tr("lesson.show.tip"));
  }

  // Why what was typed is no answer.
  std::string why_unread() const {
    if (question_.kind == Ask::kShape) return frame_.tr("lesson.no_shape");
    const auto number = app::read_number(given().typed);
    const bool is_empty = app::trimmed(given().typed).empty();
    return number || is_empty ? frame_.tr("lesson.no_number") : frame_.tr(number.error());
  }

  void say(const std::string& markdown) const {
    if (markdown.empty()) return;
    prose(frame_, app::fill_prose(markdown, run_), {style_.px(15), width_});
  }

  const Frame& frame_;
  const ui::Style& style_;
  const app::Question& question_;
  const engine::Trace& run_;
  float width_;
};

}  // namespace

void draw_question(const Frame& frame, const app::Question& question, const engine::Trace& run, float width) {
  QuestionView(frame, question, run, width).draw();
}

}  // namespace views
