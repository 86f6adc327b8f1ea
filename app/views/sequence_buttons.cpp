// sequence_buttons.cpp: the buttons at the right end of what is fed in.
#include "app/views/sequence_buttons.h"

#include <array>

#include "app/session/examples.h"
#include "app/ui/widgets.h"
#include "app/views/batch.h"
#include "app/views/number_edit.h"

namespace views {
namespace {

void tokenizer_choice(const Frame& frame) {
  using text::TokenizerKind;
  constexpr std::array<std::pair<TokenizerKind, std::string_view>, 3> kChoices = {
      {{TokenizerKind::kWords, "tokenizer.words"},
       {TokenizerKind::kCharacters, "tokenizer.characters"},
       {TokenizerKind::kBytes, "tokenizer.bytes"}}};
  const TokenizerKind now = frame.session.document().tokenizer;
  for (const auto& [kind, key] : kChoices) {
    const auto face = kind == now ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, frame.tr(key).c_str(), face)) {
      frame.requests.edit("", [kind = kind](app::State& state) {
        state.document.tokenizer = kind;
        state.document.padded.clear();
      });
    }
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    ImGui::SameLine(0, frame.style.px(4));
  }
}

// "the cat sat → le chat", "a first line / a second".
std::string preview(const app::Document& document) {
  std::string text = document.text;
  if (document.config.has_target()) text += " → " + document.target;
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    text.replace(at, 1, " / ");
  }
  return text;
}

void examples_menu(const Frame& frame) {
  if (!ui::begin_choices(frame.style, "examples", frame.tr("menu.examples"))) return;
  const auto all = app::examples();
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].group != all[i - 1].group) {
      if (i > 0) ImGui::Separator();
      ui::label(frame.tr(all[i].group), frame.style.small());
    }
    const std::string text = ui::ellipsise(preview(all[i].document), frame.style.px(420), frame.style.text());
    if (ImGui::MenuItem(frame.tr(all[i].key).c_str(), text.c_str())) frame.requests.open_example(i);
  }
  if (ImGui::MenuItem((frame.tr("worked.open") + "##worked.open").c_str())) open_worked_dialog(frame);
  ui::tip(frame.style, frame.tr("worked.open.tip"));
  ImGui::EndPopup();
}

float button_width(const Frame& frame, std::string_view key) {
  return ui::text_size(frame.tr(key), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

void draw_way_buttons(const Frame& frame) {
  tokenizer_choice(frame);
  draw_batch_switch(frame);
  ImGui::SameLine(0, frame.style.px(12));
  examples_menu(frame);
}

float way_buttons_width(const Frame& frame) {
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
  ImGui::NewLine();
}

float action_buttons_width(const Frame& frame) {
  return button_width(frame, "action.reset") + button_width(frame, "action.undo") +
         button_width(frame, "action.redo");
}

}  // namespace views
