// item_record.h: which items Dear ImGui laid out where, by their labels: how a test drives the interface.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

namespace ui {

// An item of the frame, in pixels.
struct RecordedItem {
  ImVec2 low, high;
  bool checked = false;
  bool opened = false;
};

// The items of the last of Dear ImGui's frames, by label ("Undo##bar", "token 3").
struct ItemRecord {
  int frame = 0;
  std::map<std::string, RecordedItem> items;
  std::map<ImGuiID, std::pair<ImVec2, ImVec2>> places;
};

// Where the current Dear ImGui context's items are recorded from now on; null: nowhere, which is the default.
// Works only where Dear ImGui was built with its test hooks, as it is with the tests.
void record_items(ItemRecord* record);

}  // namespace ui
