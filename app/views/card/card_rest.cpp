// card_rest.cpp: the card's line for the terms that have none of their own, and the way to all of them.
#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"

namespace views {
namespace {

constexpr const char* kAll = "all terms";

// A cell that is only pointed at is gone before the line is reached.
bool is_pinned(const CardScene& scene) {
  return scene.frame.session.hover().stage < 0 && !scene.frame.session.explained_step();
}

// The words of a line as a button, over the line that was drawn at `at`.
void toggle_over(const CardScene& scene, ImVec2 at, bool wanted) {
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  const ImGuiID id = ImGui::GetID(kAll);
  if (ImGui::InvisibleButton("card rest", {scene.width, scene.style.px(kCardRowHeight)}))
    ImGui::GetStateStorage()->SetBool(id, wanted);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ui::tip(scene.style, scene.frame.tr(wanted ? "card.rest.tip" : "card.fewer.tip"));
  ImGui::SetCursorScreenPos(below);
}

}  // namespace

bool shows_all_terms() {
  return ImGui::GetStateStorage()->GetBool(ImGui::GetID(kAll));
}

std::string rest_words(const CardScene& scene, size_t count) {
  const std::string words = scene.frame.tr("card.rest", {{"count", std::to_string(count)}});
  return is_pinned(scene) ? words + " ▾" : words;
}

void draw_card_rest(const CardScene& scene, size_t count, double together, int decimals) {
  const bool unfolds = is_pinned(scene);
  const bool all = shows_all_terms();
  if (count == 0 && !(all && unfolds)) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (count == 0) {
    ui::label(scene.frame.tr("card.fewer") + " ▴", scene.style.small());
    toggle_over(scene, at, false);
    return;
  }
  scene.line(rest_words(scene, count), together, decimals, false);
  if (unfolds) toggle_over(scene, at, true);
}

}  // namespace views
