// glossary_view.cpp: the list that the typed letters leave, and the chosen term.
#include "app/views/pages/glossary_view.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/shelf.h"
#include "app/pages/glossary.h"
#include "app/text/fuzzy.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/pages/term_place.h"

namespace views {
namespace {

using app::Naming;
using app::Term;

constexpr float kGlossaryWidth = 980;
constexpr float kGlossaryHeight = 520;
constexpr float kBelowClose = 38;
constexpr float kTermList = 270;
constexpr float kTermListShare = 0.36f;  // of a narrow sheet
constexpr float kTermLine = 30;
constexpr float kLeastName = 190;  // pixels at 100 % for a name in one language

struct FoundTerms {
  std::vector<const Term*> terms;
  size_t chosen = 0;
};

// How well a term fits what was typed; nullopt: not at all.
std::optional<int> term_score(std::string_view typed, const Term& term) {
  constexpr int kPerNaming = 1000;
  std::optional<int> best;
  if (const Naming naming = app::names_term(typed, term); naming != Naming::kNot)
    best = kPerNaming * static_cast<int>(naming);
  for (const std::string& name : term.names) {
    const auto score = app::fit(typed, name);
    if (score && (!best || *score > *best)) best = score;
  }
  return best;
}

char small_letter(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// The id of the term that lives at the focused stage; empty if there is none.
std::string term_here(const Frame& frame) {
  const int stage = frame.session.focused_stage();
  if (stage < 0) return {};
  const std::string_view kind = frame.session.trace()->stage(stage).kind.name();
  for (const Term& term : app::glossary()) {
    const bool is_here = !term.go.empty() && term.go.front().kind == app::PlaceStep::Kind::kStage &&
                         term.go.front().name == kind && !term.symbol.front().empty();
    if (is_here) return term.id;
  }
  return {};
}

// By name without a search, best first with one.
FoundTerms found_terms(const Frame& frame) {
  const app::ReadingState& reading = frame.session.desk().reading;
  std::vector<std::pair<int, const Term*>> scored;
  for (const Term& term : app::glossary()) {
    if (const auto score = reading.typed.empty() ? 0 : term_score(reading.typed, term))
      scored.emplace_back(-*score, &term);
  }
  const app::Language language = frame.tr.language();
  if (reading.typed.empty() && language == app::Language::kEnglish) {
    std::ranges::sort(scored, [](const auto& one, const auto& other) {
      const std::string& name = one.second->name(app::Language::kEnglish);
      return std::ranges::lexicographical_compare(
          name, other.second->name(app::Language::kEnglish),
          [](char a, char b) { return small_letter(a) < small_letter(b); });
    });
  } else {
    std::ranges::stable_sort(scored, {}, &std::pair<int, const Term*>::first);
  }
  FoundTerms found;
  found.terms.reserve(scored.size());
  for (const auto& [score, term] : scored) found.terms.push_back(term);
  const std::string wanted = reading.term.empty() && reading.typed.empty() ? term_here(frame) : reading.term;
  const auto chosen = std::ranges::find(found.terms, wanted, &Term::id);
  if (chosen != found.terms.end()) found.chosen = static_cast<size_t>(chosen - found.terms.begin());
  return found;
}

void choose_term(const Frame& frame, const Term& term) {
  frame.requests.arrange([id = term.id](app::Desk& desk) { desk.reading.term = id; });
}

void draw_term_search(const Frame& frame) {
  std::string typed = frame.session.desk().reading.typed;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  const bool changed = ImGui::InputTextWithHint("##glossary", frame.tr("glossary.hint").c_str(), &typed,
                                                ImGuiInputTextFlags_NoUndoRedo);
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr("glossary.hint.tip"));
  if (!changed) return;
  frame.requests.arrange([typed](app::Desk& desk) {
    desk.reading.typed = typed;
    desk.reading.term.clear();
  });
}

void draw_term_line(const Frame& frame, const Term& term, bool is_chosen) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, style.px(kTermLine));
  if (ImGui::InvisibleButton(("term " + term.id).c_str(), size)) choose_term(frame, term);
  ui::tip(style, term.sentence(frame.tr.language()));
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (!ImGui::IsRectVisible(at, end)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_lit = ImGui::IsItemHovered();
  if (is_chosen || is_lit)
    list.AddRectFilled(at, end, is_chosen ? style.colours.selected : style.colours.chip, style.px(7));
  const float y = at.y + (size.y - ui::text_size("A", style.text()).y) / 2;
  const float room = size.x - style.px(16);
  ui::draw_text(list, {at.x + style.px(8), y},
                ui::ellipsise(term.name(frame.tr.language()), room, style.text()), style.text());
}

// Arrows move the choice.
void move_term_choice(const Frame& frame, const FoundTerms& found) {
  size_t to = found.chosen;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) to = std::min(to + 1, found.terms.size() - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow) && to > 0) --to;
  if (to != found.chosen) choose_term(frame, *found.terms[to]);
}

void scroll_to_term(const Frame& frame, const FoundTerms& found) {
  const ImGuiID last = ImGui::GetID("last term");
  const int now = static_cast<int>(found.chosen) + 1;
  if (ImGui::GetStateStorage()->GetInt(last) == now) return;
  ImGui::GetStateStorage()->SetInt(last, now);
  const float line = frame.style.px(kTermLine);
  const float top = line * static_cast<float>(found.chosen);
  const float height = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
  if (top + line > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + line - height);
}

void draw_term_list(const Frame& frame, const FoundTerms& found, float width) {
  if (ImGui::BeginChild("terms", {width, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    ui::label(frame.tr("action.glossary"), frame.style.title());
    draw_term_search(frame);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    // Whole lines: none is cut.
    const float line = frame.style.px(kTermLine);
    const float height = std::max(std::floor(ImGui::GetContentRegionAvail().y / line), 1.0f) * line;
    if (ImGui::BeginChild("term lines", {0, height}, 0, ImGuiWindowFlags_NoBackground)) {
      for (size_t i = 0; i < found.terms.size(); ++i)
        draw_term_line(frame, *found.terms[i], i == found.chosen);
      if (!found.terms.empty()) scroll_to_term(frame, found);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

// One language below its name; side by side where there is room.
void draw_term_names(const Frame& frame, const Term& term, float width) {
  const auto& style = frame.style;
  const auto all = app::languages();
  const float gap = style.px(16);
  const auto count = static_cast<float>(all.size());
  const bool is_wide = width >= count * style.px(kLeastName) + (count - 1) * gap;
  const float each = is_wide ? (width - (count - 1) * gap) / count : width;
  const ui::TextStyle type{style.fonts.semibold, style.px(18), style.colours.ink};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImVec2 corner = at;
  float height = 0;
  for (const app::LanguageInfo& row : all) {
    ui::draw_text(list, corner, row.name, style.small());
    const float below = corner.y + style.px(20);
    const float name = ui::draw_paragraph(list, {corner.x, below}, each, term.name(row.language), type);
    height = std::max(height, below + name - at.y);
    if (is_wide) {
      corner.x += each + gap;
    } else {
      corner.y = below + name + style.px(4);
    }
  }
  ImGui::Dummy({width, height + style.px(6)});
}

// The letters of each notation, if there are any.
void draw_term_symbols(const Frame& frame, const Term& term, float width) {
  const auto& style = frame.style;
  if (term.symbol.front().empty()) return;
  const ui::MathStyle math{&style.fonts,        style.px(19),      style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = 0;
  float y = 0;
  for (const engine::NotationInfo& info : engine::kNotations) {
    const std::string caption = frame.tr("glossary.letters." + std::string(info.name));
    const ui::MathLayout layout = ui::layout_math(term.symbol_in(info.notation), math);
    const float caption_width = ui::text_size(caption, style.small()).x + style.px(8);
    if (x > 0 && x + caption_width + layout.width > width) {
      x = 0;
      y += style.px(34);
    }
    const float line = at.y + y + style.px(22);
    ui::draw_text(list, {at.x + x, line - ui::baseline(style.fonts.regular, style.px(13))}, caption,
                  style.small());
    ui::draw_math(list, {at.x + x + caption_width, line}, layout);
    x += caption_width + layout.width + style.px(28);
  }
  ImGui::Dummy({width, y + style.px(38)});
}

// Where it lives, and the lessons that use it.
void draw_term_ways(const Frame& frame, const Term& term) {
  const auto& style = frame.style;
  ui::Flow flow(style.px(8));
  if (has_place(frame, term)) {
    const bool is_other = needs_other_model(frame, term);
    const std::string words = frame.tr(is_other ? "glossary.go_other" : "glossary.go");
    flow.next(ui::button_width(style, words));
    if (ui::button(style, (words + "##glossary go").c_str(), ui::ButtonKind::kPrimary)) {
      close_overlay(frame);
      go_to_term(frame, term);
    }
    ui::tip(style, frame.tr(is_other ? "glossary.go_other.tip" : "glossary.go.tip"));
  }
  for (const int number : term.lessons) {
    const std::string name = std::to_string(number);
    const app::Lesson* const lesson = app::find_lesson(frame.tr.language(), name);
    if (lesson == nullptr) continue;
    std::string label = frame.tr("lesson.number", {{"number", name}});
    flow.next(ui::button_width(style, label));
    label.append("##glossary lesson ").append(name);
    if (ui::button(style, label.c_str(), ui::ButtonKind::kOutline)) {
      close_overlay(frame);
      go_to_lesson_step(frame, *lesson, 0);
    }
    ui::tip(style, frame.tr("reading.lesson.tip", {{"title", lesson->title}}));
  }
}

void draw_term(const Frame& frame, const Term& term) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  draw_term_names(frame, term, width);
  ui::paragraph(term.sentence(frame.tr.language()), std::min(width, style.px(620)),
                {style.fonts.regular, style.px(16), style.colours.ink});
  draw_term_symbols(frame, term, width);
  if (!term.also.empty()) {
    const std::string names = std::accumulate(
        term.also.begin() + 1, term.also.end(), term.also.front(),
        [](std::string all, const std::string& name) { return std::move(all.append(" · ").append(name)); });
    ui::paragraph(frame.tr("glossary.also", {{"names", names}}), width, style.small());
  }
  ImGui::Dummy({0, style.px(4)});
  draw_term_ways(frame, term);
}

// In the upper right corner; what is beside it begins below.
void draw_glossary_close(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ui::button_width(style, "×");
  ImGui::SetCursorScreenPos({at.x + ImGui::GetContentRegionAvail().x - width, at.y});
  if (ui::button(style, "×##glossary close")) close_overlay(frame);
  ui::tip(style, frame.tr("page.close.tip"));
  ImGui::SetCursorScreenPos({at.x, at.y + style.px(kBelowClose)});
}

}  // namespace

void draw_glossary(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  SheetPlace place;
  place.size = {std::min(style.px(kGlossaryWidth), window.x - style.px(32)),
                std::min(style.px(kGlossaryHeight), window.y - style.px(32))};
  place.at = {window.x / 2, window.y / 2};
  place.pivot = {0.5f, 0.5f};
  if (!begin_overlay(frame, "glossary", place)) return;
  const FoundTerms found = found_terms(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  draw_term_list(frame, found, std::min(style.px(kTermList), width * kTermListShare));
  ImGui::SameLine(0, style.px(20));
  draw_glossary_close(frame);
  if (ImGui::BeginChild("term", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    if (found.terms.empty()) {
      ui::paragraph(frame.tr("glossary.none", {{"text", frame.session.desk().reading.typed}}),
                    ImGui::GetContentRegionAvail().x, style.text());
    } else {
      draw_term(frame, *found.terms[found.chosen]);
    }
  }
  ImGui::EndChild();
  if (!found.terms.empty()) {
    move_term_choice(frame, found);
    const Term& chosen = *found.terms[found.chosen];
    if (ImGui::IsKeyPressed(ImGuiKey_Enter, false) && has_place(frame, chosen)) {
      close_overlay(frame);
      go_to_term(frame, chosen);
    }
  }
  end_overlay();
}

}  // namespace views
