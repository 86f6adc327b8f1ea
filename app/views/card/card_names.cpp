// card_names.cpp: terms that the card writes in words.
#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"

namespace views {

void draw_card_names(const CardScene& scene) {
  for (const engine::Term& term : scene.explanation.terms) {
    const engine::Stage& from = scene.frame.trace().stage(term.left_cell.stage);
    scene.line(scene.letter(from) + "   " + look::stage_name(scene.frame.tr, from), term.value,
               scene.decimals(), false);
  }
}

void draw_card_gate(const CardScene& scene) {
  const engine::Term& term = scene.explanation.terms.front();
  const engine::Stage& from = scene.frame.trace().stage(term.left_cell.stage);
  scene.line("x = " + scene.letter(from), term.left, 4, false);
  const std::string& said = scene.explanation.note;
  scene.line("× " + scene.frame.tr("card.gate." + said.substr(said.rfind('.') + 1)), term.right, 4, false);
}

// Its layer, from token to token, and how much can flow.
void draw_card_link(const CardScene& scene, const engine::Term& term) {
  const ui::Style& style = scene.style;
  const engine::Stage& from = scene.frame.trace().stage(term.left_cell.stage);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({scene.width, style.px(kCardRowHeight)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, scene.letter(from), style.small());
  const std::string link = scene.frame.facts.label(from.rows_are(), term.left_cell.row) + " → " +
                           scene.frame.facts.label(from.columns_are(), term.left_cell.column);
  const float start = style.px(34);
  ui::draw_text(list, {at.x + start, at.y},
                ui::ellipsise(link, scene.width - start - style.px(60), style.small_ink()),
                style.small_ink());
  ui::draw_number(list, {at.x + scene.width, at.y}, term.value, 4, style.small_ink());
}

}  // namespace views
