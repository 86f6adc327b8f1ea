// Every control says in a sentence what it does.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/session/examples.h"
#include "app/session/presets.h"
#include "app/views/core/view.h"
#include "tests/ui/driver.h"

namespace app {
namespace {

bool tooltip_shows() {
  for (const ImGuiWindow* window : GImGui->Windows) {
    if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden) return true;
  }
  return false;
}

// What explains itself where it stands: a text field by its hint, a picture of cells by the card beside it.
bool explains_itself(std::string_view label) {
  for (const std::string_view start :
       {"Headlight", "##sequence", "##target", "stage canvas", "map ", "thumbnail ", "next ", "slices ",
        "bar ", "sum ", "#SCROLL", "##collapse", "##menubar"}) {
    if (label.starts_with(start)) return true;
  }
  return label.find("canvas") != std::string_view::npos;
}

TEST(Tips, EveryControlHasASentence) {
  State state{four_tokens(), {}};
  set_preset(state, presets()[1]);
  state.document.generated = {"cat"};
  state.document.focus.stage = "encoder.0.self.head.0.scores";
  for (const views::View& view : views::central_views()) {
    state.document.focus.view = std::string(view.name);
    Driver driver(state);
    std::vector<std::string> labels;
    for (const auto& [label, item] : driver.items()) labels.push_back(label);
    for (const std::string& label : labels) {
      if (explains_itself(label)) continue;
      const auto item = driver.find(label);
      if (!item || item->high.x <= item->low.x) continue;
      driver.move({-5, -5});
      driver.move({(item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2});
      ImGui::GetIO().DeltaTime = 0.5f;
      driver.frames(4);
      EXPECT_TRUE(tooltip_shows()) << view.name << ": " << label;
      ImGui::GetIO().DeltaTime = 1.0f / 60;
    }
  }
}

}  // namespace
}  // namespace app
