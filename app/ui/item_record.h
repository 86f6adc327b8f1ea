// item_record.h: records where Dear ImGui placed each item, by label: how a test drives the interface.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

namespace ui {

// An item in the frame, in pixels.
struct RecordedItem {
  ImVec2 low, high;
  bool checked = false;
  bool opened = false;
};

// The items of Dear ImGui's last frame, by label ("Undo##bar", "token 3").
struct ItemRecord {
  int frame = 0;
  std::map<std::string, RecordedItem> items;
  std::map<ImGuiID, std::pair<ImVec2, ImVec2>> places;
};

// Where to record the current Dear ImGui context's items from now on; null: nowhere, the default. Works only
// if Dear ImGui was built with its test hooks, as for the tests.
void record_items(ItemRecord* record);

}  // namespace ui
