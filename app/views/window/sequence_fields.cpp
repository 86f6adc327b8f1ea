// sequence_fields.cpp: the fields, and the effect of typing in them.
#include "app/views/window/sequence_fields.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <array>

#include "app/document/model_input.h"
#include "app/ui/text.h"
#include "app/views/core/navigation.h"
#include "app/views/stage/masking.h"
#include "app/views/window/ids_field.h"
#include "engine/loaders/checkpoint.h"
#include "engine/training/moment.h"

namespace views {
namespace {

void set_pair(app::State& state, std::string text) {
  if (text != state.document.pair) state.document.ids.clear();  // ids replaced both texts
  state.document.pair = std::move(text);
}

constexpr std::array<Field, 1> kAloneField = {
    {{"##sequence", "text", "sequence.label", "sequence.hint", &app::Document::text, app::set_text}}};
constexpr std::array<Field, 2> kTwoSides = {
    {{"##sequence", "text", "sequence.source", "sequence.source.hint", &app::Document::text, app::set_text},
     {"##target", "target", "sequence.target", "sequence.target.hint", &app::Document::target,
      app::set_target}}};

constexpr std::array<Field, 2> kTwoTexts = {
    {{"##sequence", "text", "sequence.first", "sequence.hint", &app::Document::text, app::set_text},
     {"##pair", "pair", "sequence.second", "sequence.second.hint", &app::Document::pair, set_pair}}};

// The token ids that replace this text; null where it is read.
const ListedIds* ids_of(const Frame& frame, const Field& field) {
  if (field.text == &app::Document::text && reads_ids(frame)) return &kSourceIds;
  const bool is_target = field.text == &app::Document::target;
  return is_target && !frame.session.document().target_ids.empty() ? &kTargetIds : nullptr;
}

// Whether the field shows the model's own translation. Typing in it makes it the person's.
bool is_own_target(const Frame& frame, const Field& field) {
  return field.text == &app::Document::target && frame.session.document().own_target;
}

// Whether what the model writes is a translation: letters in another order are none.
bool is_translator(const Frame& frame) {
  const std::string& model = frame.session.document().config.checkpoint;
  const std::string task = engine::is_training(model) ? engine::task_of_name(model) : model;
  return task == "phrase" || task == "numbers";
}

// Whether the model distinguishes two texts.
bool reads_two_texts(const Frame& frame) {
  const app::Document& document = frame.session.document();
  if (document.config.model != engine::ModelKind::kCheckpoint || document.config.has_target()) return false;
  const loaders::Checkpoint* const shown = frame.facts.checkpoint();
  const bool is_shown = shown != nullptr && shown->path == document.config.checkpoint;
  return !document.pair.empty() || (is_shown && shown->model->weights().segments.rows() > 1);
}

// One line that is written in. While it is not, a text that is longer ends in "…".
bool type_in_line(const Frame& frame, const Field& field, ImGuiID id, std::string& text, float width) {
  const ui::TextStyle type = frame.style.text();
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const std::string shown = ui::ellipsise(text, width - 2 * padding.x, type);
  const bool is_long = ImGui::GetActiveID() != id && shown != text;
  if (is_long) ImGui::PushStyleColor(ImGuiCol_Text, ui::with_alpha(type.colour, 0));
  ImGui::SetNextItemWidth(width);
  const bool typed =
      ImGui::InputTextWithHint(field.id, frame.tr(field.hint).c_str(), &text, ImGuiInputTextFlags_NoUndoRedo);
  if (!is_long) return typed;
  ImGui::PopStyleColor();
  const ImVec2 corner = ImGui::GetItemRectMin();
  ui::draw_text(*ImGui::GetWindowDrawList(), {corner.x + padding.x, corner.y + padding.y}, shown, type);
  return typed;
}

}  // namespace

std::span<const Field> sequence_fields(const Frame& frame) {
  if (frame.session.document().config.has_target()) return kTwoSides;
  if (reads_two_texts(frame) && !reads_ids(frame)) return kTwoTexts;
  return kAloneField;
}

std::string_view field_label(const Frame& frame, const Field& field) {
  if (is_own_target(frame, field) && is_translator(frame)) return "sequence.own_target";
  return ids_of(frame, field) == &kSourceIds ? "sequence.ids" : field.label;
}

float field_height(int lines) {
  return ImGui::GetFrameHeight() + static_cast<float>(lines - 1) * ImGui::GetTextLineHeight();
}

// The field's own undo would conflict with the session's, so it is off; text changed by the session is
// reread.
void draw_field(const Frame& frame, const Field& field, float width, int lines) {
  if (const ListedIds* const ids = ids_of(frame, field)) return draw_ids_field(frame, *ids, width);
  const app::Document& document = frame.session.document();
  std::string text = is_own_target(frame, field) ? app::target_text(document) : document.*field.text;
  const ImGuiID id = ImGui::GetID(field.id);
  if (ImGuiInputTextState* state = ImGui::GetInputTextState(id)) {
    if (text != std::string_view(state->TextA.Data, static_cast<size_t>(state->TextLen)))
      state->ReloadUserBufAndMoveToEnd();
  }
  if (opens(frame, field.name)) ImGui::SetKeyboardFocusHere();
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  bool typed = false;
  if (lines > 1) {
    typed = ImGui::InputTextMultiline(field.id, &text, {width, field_height(lines)},
                                      ImGuiInputTextFlags_NoUndoRedo);
  } else {
    typed = type_in_line(frame, field, id, text, width);
  }
  ImGui::PopStyleVar();
  if (!typed) return;
  std::vector<engine::Index> ids;
  if (field.text != &app::Document::target && is_masked_text(frame)) {
    app::Document after = frame.session.document();
    after.*field.text = text;
    ids = with_masks_kept(frame, after);
  }
  frame.requests.edit(field.id, [&field, text, ids](app::State& state) {
    field.set(state, text);
    if (!ids.empty()) state.document.ids = ids;
  });
}

}  // namespace views
