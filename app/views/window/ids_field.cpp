// ids_field.cpp: shows token ids as "5, 17, 3" and reads them as they are typed.
#include "app/views/window/ids_field.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/text/typed_number.h"
#include "app/ui/number_field.h"
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

// Rereads what the session changed; an emptied field waits for new ids.
void follow_session(const char* id, const std::vector<Index>& ids) {
  ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetID(id));
  if (state == nullptr) return;
  const auto typed = app::read_list({state->TextA.Data, static_cast<size_t>(state->TextLen)});
  if (typed && *typed != ids && !typed->empty()) state->ReloadUserBufAndMoveToEnd();
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
  const bool typed = ImGui::InputTextWithHint(field.id, frame.tr("sequence.ids.hint").c_str(), &text,
                                              ImGuiInputTextFlags_NoUndoRedo);
  const auto numbers = app::read_list(text);
  if (typed) ui::refuse_number(numbers ? std::nullopt : std::optional(numbers.error()));
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("sequence.ids.tip"));
  if (typed && numbers && !numbers->empty() && *numbers != ids)
    frame.requests.edit(field.id,
                        [which, read = *numbers](app::State& state) { state.document.*which = read; });
  ImGui::SameLine(0, gap);
  if (ui::button(style, (leave + field.leave).c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("", [which](app::State& state) { (state.document.*which).clear(); });
  ui::tip(style, frame.tr("sequence.ids.leave.tip"));
  ImGui::EndGroup();
}

}  // namespace views
