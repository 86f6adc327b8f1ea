// pointed_term.cpp: looks up the words of the one line of text that is under the mouse.
#include "app/views/pages/pointed_term.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "app/pages/term_names.h"
#include "app/ui/text.h"
#include "app/ui/widgets.h"
#include "engine/core/utf8.h"

namespace views {
namespace {

constexpr float kRest = 0.5f;  // seconds until a word is looked up

struct PointedTerm {
  const app::Term* term = nullptr;
  ImVec2 low, high;  // its words, in pixels
};

bool is_latin(char letter) {
  return engine::is_ascii(letter) && (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_');
}

// As a whole word, with the same capitals.
bool holds_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool goes_on_before = at > 0 && is_latin(word.front()) && is_latin(text[at - 1]);
    const bool goes_on_after = end < text.size() && is_latin(word.back()) && is_latin(text[end]);
    if (!goes_on_before && !goes_on_after) return true;
  }
  return false;
}

// The words of the sentence look the same in the window as the window's own.
bool is_typed(const app::Document& document, std::string_view word) {
  const auto holds = [&](std::string_view text) { return holds_word(text, word); };
  return holds(document.text) || holds(document.target) || holds(document.pair) ||
         std::ranges::any_of(document.generated, holds);
}

std::optional<PointedTerm> find_pointed_term(const Frame& frame) {
  const ui::PointedText* const line = ui::pointed_text();
  if (line == nullptr || !line->is_meant) return std::nullopt;
  const std::string_view text = line->text;
  const float mouse = ImGui::GetMousePos().x;
  std::optional<PointedTerm> longest;
  size_t size = 0;
  for (const app::TermInText& found : app::terms_meant_in(text, frame.tr.language())) {
    if (found.size <= size || is_typed(frame.session.document(), text.substr(found.at, found.size))) continue;
    const float left = line->low.x + ui::text_size(text.substr(0, found.at), line->style).x;
    const float right = left + ui::text_size(text.substr(found.at, found.size), line->style).x;
    if (mouse < left || mouse >= right) continue;
    longest = PointedTerm{found.term, {left, line->low.y}, {right, line->high.y}};
    size = found.size;
  }
  return longest;
}

void underline(const Frame& frame, const PointedTerm& pointed, const ImVec4& clip) {
  const float dot = frame.style.px(1.5f);
  const float y = pointed.high.y + dot / 2;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect({clip.x, clip.y}, {clip.z, clip.w});
  for (float x = pointed.low.x; x + dot <= pointed.high.x; x += 2.5f * dot)
    list.AddRectFilled({x, y - dot / 2}, {x + dot, y + dot / 2}, frame.style.colours.accent);
  list.PopClipRect();
}

bool has_rested(float seconds) {
  return ImGui::GetCurrentContext()->MouseStationaryTimer >= seconds && !ImGui::IsAnyMouseDown();
}

}  // namespace

const app::Term* pointed_term(const Frame& frame) {
  const std::optional<PointedTerm> found = find_pointed_term(frame);
  return found ? found->term : nullptr;
}

void draw_pointed_term(const Frame& frame) {
  const ui::PointedText* const line = ui::pointed_text();
  if (line == nullptr || line->frame != ImGui::GetFrameCount() || !has_rested(kRest)) return;
  const std::optional<PointedTerm> found = find_pointed_term(frame);
  if (!found) return;
  const ui::Style& style = frame.style;
  const std::string& name = found->term->name(frame.tr.language());
  const std::string& sentence = found->term->sentence(frame.tr.language());
  underline(frame, *found, line->clip);
  ui::add_to_tip(frame.tr("glossary.pointed", {{"term", name}, {"sentence", sentence}}));
  if (ui::tip_is_shown() || !has_rested(ImGui::GetStyle().HoverDelayNormal)) return;
  const std::string key = frame.tr("glossary.pointed.key");
  const std::array<ui::TipPart, 3> parts = {
      {{name, style.small_strong()}, {sentence, style.small_ink()}, {key, style.small()}}};
  ui::tip_beside(style, found->low, found->high, parts);
}

}  // namespace views
