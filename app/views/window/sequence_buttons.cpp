// sequence_buttons.cpp: the buttons to the right of the input.
#include "app/views/window/sequence_buttons.h"

#include <algorithm>
#include <array>

#include "app/look/known_words.h"
#include "app/session/examples.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/translated_button.h"
#include "app/views/model/box_cards.h"
#include "app/views/stage/number_edit.h"
#include "app/views/window/batch.h"

namespace views {
namespace {

using text::TokenizerKind;

constexpr std::array<std::pair<TokenizerKind, std::string_view>, 3> kTokenizers = {
    {{TokenizerKind::kWords, "tokenizer.words"},
     {TokenizerKind::kCharacters, "tokenizer.characters"},
     {TokenizerKind::kBytes, "tokenizer.bytes"}}};

void choose(const Frame& frame, TokenizerKind kind) {
  frame.requests.edit("", [kind](app::State& state) {
    state.document.tokenizer = kind;
    state.document.padded.clear();
  });
}

void tokenizer_choice(const Frame& frame) {
  const TokenizerKind now = frame.session.document().tokenizer;
  for (const auto& [kind, key] : kTokenizers) {
    const auto face = kind == now ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, frame.tr(key).c_str(), face)) choose(frame, kind);
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    ImGui::SameLine(0, frame.style.px(4));
  }
}

bool is_list(const Frame& frame) {
  return chrome_lines(ImGui::GetIO().DisplaySize, frame.style.scale).one_line_of_sequence;
}

// "words ▾", "words · batch ▾"
std::string list_face(const Frame& frame) {
  const app::Document& document = frame.session.document();
  std::string face = frame.tr(kTokenizers.at(static_cast<size_t>(document.tokenizer)).second);
  if (document.is_batch) face += " · " + frame.tr("sequence.batch");
  return face + " ▾";
}

// The same choices as a list.
void ways_list(const Frame& frame) {
  const app::Document& document = frame.session.document();
  if (!ui::begin_choices(frame.style, "ways", list_face(frame))) {
    ui::tip(frame.style, frame.tr("sequence.ways.tip"));
    return;
  }
  for (const auto& [kind, key] : kTokenizers) {
    const bool chosen = document.tokenizer == kind;
    if (ui::menu_row(frame.style, frame.tr(key), {.is_chosen = chosen})) choose(frame, kind);
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  }
  ui::menu_separator(frame.style);
  if (ui::menu_row(frame.style, frame.tr("sequence.batch"), {.is_chosen = document.is_batch})) {
    frame.requests.edit("", [on = !document.is_batch](app::State& state) { app::set_batch(state, on); });
  }
  ui::tip(frame.style, frame.tr("sequence.batch.tip"));
  ImGui::EndPopup();
}

// "the cat sat → le chat", "a first line / a second".
std::string preview(const app::Document& document) {
  std::string text = document.text;
  if (document.config.has_target() && !document.own_target) text += " → " + document.target;
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    text.replace(at, 1, " / ");
  }
  return text;
}

void examples_menu(const Frame& frame) {
  if (!ui::begin_choices(frame.style, "examples", frame.tr("menu.examples"))) {
    ui::tip(frame.style, frame.tr("action.example.tip"));
    return;
  }
  const auto all = app::examples();
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].group != all[i - 1].group) {
      if (i > 0) ui::menu_separator(frame.style);
      ui::menu_caption(frame.style, frame.tr(all[i].group));
    }
    const float room = std::min(frame.style.px(420), 0.4f * ImGui::GetIO().DisplaySize.x);
    std::string text = ui::ellipsise(preview(all[i].document), room, frame.style.small());
    const std::string& model = all[i].document.config.checkpoint;
    if (const std::string known = look::known_words(frame.tr, model); !known.empty())
      text.append(text.empty() ? "" : " · ").append(known);
    if (ui::menu_row(frame.style, frame.tr(all[i].key), {.note = text})) frame.requests.open_example(i);
    if (const std::string known = box_sentence(frame, model); !known.empty())
      ui::tip(frame.style, std::string(model).append(" · ").append(known));
  }
  if (ui::menu_row(frame.style, frame.tr("worked.open") + "##worked.open")) open_worked_dialog(frame);
  ui::tip(frame.style, frame.tr("worked.open.tip"));
  ImGui::EndPopup();
}

constexpr std::string_view kOpens = "▾";

// A trained model has its own tokenizer.
bool has_ways(const Frame& frame) {
  return frame.session.document().config.model != engine::ModelKind::kCheckpoint;
}

}  // namespace

void draw_way_buttons(const Frame& frame) {
  if (!has_ways(frame)) return examples_menu(frame);
  if (is_list(frame)) {
    ways_list(frame);
    ImGui::SameLine(0, frame.style.px(4));
  } else {
    tokenizer_choice(frame);
    draw_batch_switch(frame);
    ImGui::SameLine(0, frame.style.px(12));
  }
  examples_menu(frame);
}

float way_buttons_width(const Frame& frame) {
  if (!has_ways(frame)) return button_width(frame, "menu.examples");
  if (is_list(frame))
    return ui::button_width(frame.style, list_face(frame)) + frame.style.px(4) +
           button_width(frame, "menu.examples");
  float width = batch_switch_width(frame) + frame.style.px(12) + button_width(frame, "menu.examples");
  for (const char* key : {"tokenizer.words", "tokenizer.characters", "tokenizer.bytes"})
    width += button_width(frame, key) + frame.style.px(4);
  return width;
}

void draw_action_buttons(const Frame& frame) {
  const auto action = [&](std::string_view key, bool enabled) {
    const bool pressed = ui::button(frame.style, (frame.tr(key) + "##" + std::string(key)).c_str(),
                                    ui::ButtonKind::kFlat, enabled);
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    ImGui::SameLine(0, 0);
    return pressed;
  };
  if (action("action.reset", true)) frame.requests.reset();
  if (action("action.undo", frame.session.can_undo())) frame.requests.undo();
  if (action("action.redo", frame.session.can_redo())) frame.requests.redo();
  if (ui::button(frame.style, (std::string(kOpens) + "##action.history").c_str()))
    frame.requests.arrange([](app::Desk& desk) { desk.panel = "history"; });
  ui::tip(frame.style, frame.tr("action.history.tip"));
}

float action_buttons_width(const Frame& frame) {
  return button_width(frame, "action.reset") + button_width(frame, "action.undo") +
         button_width(frame, "action.redo") + ui::button_width(frame.style, kOpens);
}

}  // namespace views
