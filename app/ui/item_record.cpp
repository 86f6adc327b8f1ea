// item_record.cpp: the four functions that Dear ImGui calls when it is built with its test hooks.
#include "app/ui/item_record.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace {
ui::ItemRecord* g_record =
    nullptr;  // Dear ImGui's hooks are plain functions: there is nowhere else to store it

void begin_again_in_a_new_frame(int frame) {
  if (g_record->frame == frame) return;
  g_record->frame = frame;
  g_record->items.clear();
}
}  // namespace

namespace ui {

void record_items(ItemRecord* record) {
  g_record = record;
#ifdef IMGUI_ENABLE_TEST_ENGINE
  ImGui::GetCurrentContext()->TestEngineHookItems = record != nullptr;
#endif
}

}  // namespace ui

#ifdef IMGUI_ENABLE_TEST_ENGINE
void ImGuiTestEngineHook_ItemAdd(ImGuiContext* context, ImGuiID id, const ImRect& box,
                                 const ImGuiLastItemData* /*item*/) {
  if (g_record == nullptr) return;
  begin_again_in_a_new_frame(context->FrameCount);
  g_record->places[id] = {box.Min, box.Max};
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext* /*context*/, ImGuiID id, const char* label,
                                  ImGuiItemStatusFlags flags) {
  if (g_record == nullptr || label == nullptr) return;
  const auto place = g_record->places.find(id);
  if (place == g_record->places.end()) return;
  g_record->items[label] = {place->second.first, place->second.second,
                            (flags & ImGuiItemStatusFlags_Checked) != 0,
                            (flags & ImGuiItemStatusFlags_Opened) != 0};
}

void ImGuiTestEngineHook_Log(ImGuiContext* /*context*/, const char* /*format*/, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext* /*context*/, ImGuiID /*id*/) {
  return nullptr;
}
#endif
