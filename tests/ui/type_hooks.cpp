// type_hooks.cpp: Dear ImGui's test hooks, doing nothing unless another file of this program defines them.
#include <imgui.h>
#include <imgui_internal.h>

#ifdef IMGUI_ENABLE_TEST_ENGINE
[[gnu::weak]] void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID, const ImRect&,
                                               const ImGuiLastItemData*) {}
[[gnu::weak]] void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID, const char*, ImGuiItemStatusFlags) {}
[[gnu::weak]] void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
[[gnu::weak]] const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) {
  return nullptr;
}
#endif
