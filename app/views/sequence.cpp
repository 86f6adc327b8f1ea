// sequence.cpp: the sentence as it is typed, how it is cut, and its tokens as chips.
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/session/examples.h"
#include "app/ui/widgets.h"
#include "app/views/views.h"

namespace views {
namespace {

// The field's own undo would fight the session's, so it is off; text that the session changed is read again.
void text_field(const Frame& frame, float width) {
  std::string text = frame.session.document().text;
  ImGui::SetNextItemWidth(width);
  const ImGuiID id = ImGui::GetID("##sequence");
  if (ImGuiInputTextState* state = ImGui::GetInputTextState(id)) {
    if (text != std::string_view(state->TextA.Data, static_cast<size_t>(state->TextLen)))
      state->ReloadUserBufAndMoveToEnd();
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ImGui::InputTextWithHint("##sequence", frame.tr("sequence.hint").c_str(), &text,
                               ImGuiInputTextFlags_NoUndoRedo)) {
    frame.requests.edit("text", [text](app::State& state) { app::set_text(state, text); });
  }
  ImGui::PopStyleVar();
}

void tokenizer_choice(const Frame& frame) {
  using text::TokenizerKind;
  constexpr std::array<std::pair<TokenizerKind, std::string_view>, 3> kChoices = {
      {{TokenizerKind::kWords, "tokenizer.words"},
       {TokenizerKind::kCharacters, "tokenizer.characters"},
       {TokenizerKind::kBytes, "tokenizer.bytes"}}};
  const TokenizerKind now = frame.session.document().tokenizer;
  for (const auto& [kind, key] : kChoices) {
    ImGui::SameLine(0, frame.style.px(4));
    const auto face = kind == now ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, frame.tr(key).c_str(), face)) {
      frame.requests.edit("", [kind = kind](app::State& state) {
        state.document.tokenizer = kind;
        state.document.padded.clear();
      });
    }
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  }
}

float tokenizer_width(const Frame& frame) {
  float width = 0;
  for (const char* key : {"tokenizer.words", "tokenizer.characters", "tokenizer.bytes"}) {
    width += ui::text_size(frame.tr(key), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x +
             frame.style.px(4);
  }
  return width;
}

// Which tokens the explained cell reads from and for.
struct Lit {
  engine::Index query = -1;
  engine::Index key = -1;
};

Lit lit_tokens(const Frame& frame) {
  const engine::Cell cell = frame.session.explained_cell();
  if (cell.stage < 0) return {};
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  Lit lit;
  const auto is_token = [](engine::Axis axis) {
    return axis == engine::Axis::kTokens || axis == engine::Axis::kQueries;
  };
  if (is_token(stage.row_axis)) lit.query = cell.row;
  if (stage.row_axis == engine::Axis::kKeys) lit.key = cell.row;
  if (stage.column_axis == engine::Axis::kKeys) lit.key = cell.column;
  return lit;
}

float chip_width(const Frame& frame, engine::Index position) {
  const auto& widths = frame.facts.widths({engine::Axis::kTokens}, frame.style.text());
  return std::max(widths.each[static_cast<size_t>(position)] + frame.style.px(20), frame.style.px(32));
}

void chip(const Frame& frame, engine::Index position, const Lit& lit) {
  const auto& style = frame.style;
  const float line = ui::text_size("A", style.text()).y + style.px(10);
  const ImVec2 size(chip_width(frame, position), line);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  // Chips that are scrolled away take their place and nothing else.
  if (!ImGui::IsRectVisible(corner, {corner.x + size.x, corner.y + size.y})) {
    ImGui::Dummy(size);
    return;
  }
  const std::string& text = frame.facts.labels(0)[static_cast<size_t>(position)];
  const bool padded = frame.trace().sequence(0).padding[static_cast<size_t>(position)];
  ui::TextStyle type = style.text();
  if (padded) type.colour = style.colours.muted;
  const ImVec2 text_size = ui::text_size(text, type);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton(("token " + std::to_string(position)).c_str(), size)) {
    frame.requests.edit(
        "", [position, padded](app::State& state) { app::set_padding(state, position, !padded); });
  }
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  const float rounding = style.px(7);
  list.AddRectFilled(at, end,
                     padded    ? style.colours.background
                     : hovered ? style.colours.hairline
                               : style.colours.chip,
                     rounding);
  if (padded) list.AddRect(at, end, style.colours.hairline, rounding);
  ui::draw_text(list, {at.x + (size.x - text_size.x) / 2, at.y + style.px(5)}, text, type);
  if (padded)
    list.AddLine({at.x + style.px(7), at.y + size.y / 2}, {end.x - style.px(7), at.y + size.y / 2},
                 style.colours.muted);
  const ImU32 outline = position == lit.query ? style.colours.query : style.colours.key;
  if (position == lit.query || position == lit.key) list.AddRect(at, end, outline, rounding, 0, style.px(2));
  ui::tip(style, frame.tr(padded ? "sequence.padded.tip" : "sequence.token.tip",
                          {{"position", std::to_string(position)}}));
}

// Undo, redo and reset, at the right end of the chips' line.
void actions(const Frame& frame) {
  const auto action = [&](std::string_view key, bool enabled) {
    ImGui::SameLine(0, 0);
    const bool pressed = ui::button(frame.style, (frame.tr(key) + "##" + std::string(key)).c_str(),
                                    ui::ButtonKind::kFlat, enabled);
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    return pressed;
  };
  if (action("action.reset", true)) frame.requests.reset();
  if (action("action.undo", frame.session.can_undo())) frame.requests.undo();
  if (action("action.redo", frame.session.can_redo())) frame.requests.redo();
}

float actions_width(const Frame& frame) {
  float width = 0;
  for (const char* key : {"action.reset", "action.undo", "action.redo"}) {
    width += ui::text_size(frame.tr(key), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  }
  return width;
}

void chips(const Frame& frame, float room) {
  const auto& style = frame.style;
  const Lit lit = lit_tokens(frame);
  const float line = ui::text_size("Ag", style.text()).y + style.px(10);
  // Up to two lines; more scroll.
  float used = 0;
  int lines = 1;
  const float width = room - style.px(14);
  const auto count = static_cast<engine::Index>(frame.facts.labels(0).size());
  for (engine::Index i = 0; i < count && lines <= 2; ++i) {
    const float next = chip_width(frame, i) + style.px(6);
    if (used + next > width) {
      used = 0;
      ++lines;
    }
    used += next;
  }
  const float height = lines == 1 ? line : lines == 2 ? 2 * line + style.px(6) : 2.4f * line;
  if (ImGui::BeginChild("chips", {room, height}, 0, ImGuiWindowFlags_NoBackground)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(6), style.px(6)));
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (engine::Index i = 0; i < count; ++i) {
      if (i > 0) {
        ImGui::SameLine();
        if (ImGui::GetCursorScreenPos().x + chip_width(frame, i) > right) ImGui::NewLine();
      }
      chip(frame, i, lit);
    }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

void examples_menu(const Frame& frame) {
  ImGui::SameLine(0, frame.style.px(12));
  if (!ui::begin_choices(frame.style, "examples", frame.tr("menu.examples"))) return;
  const auto all = app::examples();
  for (size_t i = 0; i < all.size(); ++i) {
    if (ImGui::MenuItem(frame.tr(all[i].key).c_str(), all[i].document.text.c_str()))
      frame.requests.open_example(i);
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_sequence(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(8)));
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, style.colours.muted);
  ImGui::TextUnformatted(frame.tr("sequence.label").c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine(0, style.px(14));
  const float examples = ui::text_size(frame.tr("menu.examples"), style.text()).x +
                         2 * ImGui::GetStyle().FramePadding.x + style.px(12);
  const float room = ImGui::GetContentRegionAvail().x - tokenizer_width(frame) - examples - style.px(8);
  const bool one_line = room >= style.px(160);
  text_field(frame, one_line ? room : ImGui::GetContentRegionAvail().x);
  if (!one_line) ImGui::Dummy({0, 0});
  tokenizer_choice(frame);
  examples_menu(frame);
  const float beside = ImGui::GetContentRegionAvail().x - actions_width(frame);
  if (const auto& error = frame.session.error()) {
    ui::TextStyle type = style.text();
    type.colour = style.colours.accent;
    ui::paragraph(frame.tr(*error), beside, type);
  } else {
    chips(frame, beside);
  }
  actions(frame);
  ImGui::PopStyleVar();
}

}  // namespace views
