// input_steps.cpp: splits Dear ImGui's queue of events. What one frame cannot hold of a step, such as a key
// going down and up again, Dear ImGui itself leaves for the next.
#include "app/shell/input_steps.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <span>

namespace app {
namespace {

using Event = ImGuiInputEvent;

std::span<const Event> all_of(const ImVector<Event>& events) {
  return {events.Data, static_cast<size_t>(events.Size)};
}

bool is_key(const Event& event) {
  return event.Type == ImGuiInputEventType_Key;
}

bool is_shift(ImGuiKey key) {
  return key == ImGuiMod_Shift || key == ImGuiKey_LeftShift || key == ImGuiKey_RightShift;
}

bool is_modifier(ImGuiKey key) {
  return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

bool acts(const Event& event) {
  if (is_key(event)) return event.Key.Down && !is_modifier(event.Key.Key);
  return event.Type == ImGuiInputEventType_Text || event.Type == ImGuiInputEventType_MouseButton;
}

// Whether it must not share a step with what acted before it. Characters may: their key came just before.
bool ends_step(const Event& event) {
  if (is_key(event)) return event.Key.Down || is_modifier(event.Key.Key);
  return event.Type == ImGuiInputEventType_MouseButton || event.Type == ImGuiInputEventType_Focus;
}

bool may_be_typed(const Event& event) {
  if (is_key(event)) return !is_modifier(event.Key.Key) || is_shift(event.Key.Key);
  return event.Type == ImGuiInputEventType_Text;
}

// In a frame in which such a key goes up, Dear ImGui takes no character: it would come one frame after its
// key, and to the field that this one has opened.
bool delays_characters(const Event& event) {
  return is_key(event) && !event.Key.Down && !is_modifier(event.Key.Key) &&
         !GImGui->KeysMayBeCharInput.TestBit(event.Key.Key);
}

}  // namespace

InputStep next_input_step() {
  InputStep step;
  step.only_types = (ImGui::GetIO().KeyMods & ~ImGuiMod_Shift) == 0;
  bool is_full = false;
  for (const Event& event : all_of(GImGui->InputEventsQueue)) {
    if (is_full && ends_step(event)) break;
    is_full = is_full || acts(event) || delays_characters(event);
    step.only_types = step.only_types && may_be_typed(event);
    ++step.events;
  }
  return step;
}

bool input_waits() {
  return !GImGui->InputEventsQueue.empty();
}

bool release_waits() {
  const auto waiting = all_of(GImGui->InputEventsQueue);
  return std::any_of(waiting.begin(), waiting.end(),
                     [](const Event& event) { return is_key(event) && !event.Key.Down; });
}

bool new_frame(int events) {
  ImVector<Event>& queue = GImGui->InputEventsQueue;
  ImVector<Event> later;
  for (const Event& event : all_of(queue).subspan(static_cast<size_t>(events))) later.push_back(event);
  queue.resize(events);
  ImGui::NewFrame();
  for (const Event& event : later) queue.push_back(event);
  const auto taken = all_of(GImGui->InputEventsTrail);
  return std::any_of(taken.begin(), taken.end(),
                     [](const Event& event) { return is_key(event) || acts(event); });
}

}  // namespace app
