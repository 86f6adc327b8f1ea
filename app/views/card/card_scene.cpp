// card_scene.cpp: explains the card's cell.
#include "app/views/card/card_scene.h"

#include <cmath>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/explained_so_far.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"

namespace views {
CardScene::CardScene(const Frame& shown, const engine::Cell& explained)
    : frame(shown),
      style(shown.style),
      cell(explained),
      stage(shown.trace().stage(explained.stage)),
      explanation(explained_so_far(shown, explained)),
      width(ImGui::GetContentRegionAvail().x) {}

bool CardScene::is_low() const {
  constexpr float kLowCard = 520;  // pixels at 100 %
  return ImGui::GetWindowHeight() < kLowCard * style.scale;
}

bool CardScene::is_map() const {
  return engine::head_of(stage.address) && stage.column_axis == engine::Axis::kKeys;
}

int CardScene::decimals() const {
  // A rule's number is whole: a visible key's mask is 0, not 0.0000.
  if (explanation.arithmetic == engine::Arithmetic::kRule &&
      std::round(explanation.result) == explanation.result)
    return 0;
  const bool is_small =
      explanation.arithmetic == engine::Arithmetic::kSoftmax || std::abs(explanation.result) < 1;
  return is_small ? 4 : 2;
}

std::string CardScene::number(double value, int decimals) {
  constexpr double kLong = 1e6;  // from here on as in cells
  const bool is_long = std::isfinite(value) && std::abs(value) >= kLong;
  return is_long ? engine::scientific_number(value) : ui::fixed_number(value, decimals);
}

std::string CardScene::letter(const engine::Stage& of) const {
  return engine::plain_formula(engine::symbol_of(frame.trace(), of, style.lettering));
}

std::string CardScene::softmax_name() const {
  return frame.tr(is_prediction() ? "card.probability" : "card.weight_result");
}

std::string CardScene::division() const {
  if (explanation.arithmetic != engine::Arithmetic::kSoftmax) return "";
  const double sum = explanation.quantity(engine::Measure::kSum).value;
  if (!(sum > 0)) return "";
  const engine::Term& own = explanation.terms.at(static_cast<size_t>(cell.column));
  return softmax_name() + " = " + number(own.value, 4) + " ÷ " + number(sum, 4);
}

std::vector<std::string> CardScene::notes() const {
  std::vector<std::string> notes;
  if (!explanation.note.empty()) notes.push_back(frame.tr(explanation.note));
  if (is_prediction() && frame.session.trace_document().config.model == engine::ModelKind::kSeeded)
    notes.push_back(frame.tr("note.untrained"));
  return notes;
}

void CardScene::line(const std::string& name, double value, int decimals, bool strong) const {
  draw_line(name, number(value, decimals), strong);
}

void CardScene::measure(const std::string& name, double value, float end) const {
  draw_line(name, engine::number_markup(value, 4), false, end);
}

void CardScene::lettered(const std::string& name, double value) const {
  const size_t last = name.rfind(' ') + 1;
  const ui::TextStyle type = style.small_ink();
  const std::string words = name.substr(0, last);
  const ui::MathStyle math{&style.fonts, style.px(15), type.colour, type.colour, type.colour, type.colour};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_math(*ImGui::GetWindowDrawList(),
                {at.x + ui::text_size(words, type).x, at.y + ui::baseline(style.fonts.regular, style.px(13))},
                ui::layout_math(name.substr(last), math));
  measure(words, value);
}

void CardScene::change(const std::string& name, double change) const {
  const std::string text = ui::difference_number(change);
  draw_line(name, change > 0 ? "+" + text : text, false);
}

void CardScene::draw_line(const std::string& name, const std::string& number, bool strong, float end) const {
  const ui::TextStyle type = strong ? style.strong() : style.small_ink();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float number_width = ui::number_width(number, type);
  const float right = end == 0 ? width : style.px(end);
  ui::draw_text(list, at, ui::ellipsise(name, right - number_width - style.px(8), type), type);
  ui::draw_number(list, {at.x + right, at.y}, number, type);
  ImGui::Dummy({width, ui::text_size("A", type).y + style.px(3)});
}

void CardScene::separator() const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y + style.px(3)}, {at.x + width, at.y + style.px(3)},
                                      style.colours.hairline);
  ImGui::Dummy({0, style.px(7)});
}

}  // namespace views
