// ids_field.cpp: shows token ids as "5, 17, 3" and reads them as they are typed.
#include "app/views/window/ids_field.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <charconv>

#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/stage/masking.h"

namespace views {
namespace {

using engine::Index;

std::string listed(const std::vector<Index>& ids) {
  std::string text;
  for (const Index id : ids) text.append(text.empty() ? "" : ", ").append(std::to_string(id));
  return text;
}

// Every number in the text; empty if one is too large for a token id.
std::vector<Index> token_numbers_in(std::string_view text) {
  std::vector<Index> ids;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    if (*at < '0' || *at > '9') {
      ++at;
      continue;
    }
    int id = 0;
    const auto [behind, error] = std::from_chars(at, end, id);
    if (error != std::errc()) return {};
    ids.push_back(id);
    at = behind;
  }
  return ids;
}

int only_numbers(ImGuiInputTextCallbackData* data) {
  const ImWchar typed = data->EventChar;
  return (typed >= '0' && typed <= '9') || typed == ',' || typed == ' ' ? 0 : 1;
}

// Rereads what the session changed; an emptied field waits for new ids.
void follow_session(const char* id, const std::vector<Index>& ids) {
  ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetID(id));
  if (state == nullptr) return;
  const auto typed = token_numbers_in({state->TextA.Data, static_cast<size_t>(state->TextLen)});
  if (typed != ids && !typed.empty()) state->ReloadUserBufAndMoveToEnd();
}

}  // namespace

bool reads_ids(const Frame& frame) {
  return !frame.session.document().ids.empty() && !is_masked_text(frame);
}

void draw_ids_field(const Frame& frame, const ListedIds& field, float width) {
  const auto& style = frame.style;
  const auto which = field.numbers;
  const std::vector<Index>& ids = frame.session.document().*which;
  const std::string leave = frame.tr("sequence.ids.leave");
  const float button = ui::text_size(leave, style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float gap = style.px(4);
  ImGui::BeginGroup();
  follow_session(field.id, ids);
  if (opens(frame, field.name)) ImGui::SetKeyboardFocusHere();
  std::string text = listed(ids);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  ImGui::SetNextItemWidth(std::max(width - button - gap, style.px(80)));
  const bool typed = ImGui::InputTextWithHint(
      field.id, frame.tr("sequence.ids.hint").c_str(), &text,
      ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_CallbackCharFilter, only_numbers);
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("sequence.ids.tip"));
  if (const auto numbers = token_numbers_in(text); typed && !numbers.empty() && numbers != ids)
    frame.requests.edit(field.id, [which, numbers](app::State& state) { state.document.*which = numbers; });
  ImGui::SameLine(0, gap);
  if (ui::button(style, (leave + field.leave).c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("", [which](app::State& state) { (state.document.*which).clear(); });
  ui::tip(style, frame.tr("sequence.ids.leave.tip"));
  ImGui::EndGroup();
}

}  // namespace views
