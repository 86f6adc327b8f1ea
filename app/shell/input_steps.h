// input_steps.h: what was pressed and typed since the last frame, a step at a time. All that happens in one
// of Dear ImGui's frames happens at once, and a modifier is down or up for all of it; so a step ends before
// another key goes down or a modifier changes, and what waits acts in the order in which it came.
#pragma once

namespace app {

// How many of the events that wait are the next step's.
struct InputStep {
  int events = 0;
  bool only_types = false;  // with no modifier but Shift: no chord, no mouse
};
InputStep next_input_step();

bool input_waits();
// Whether a key that is still down for Dear ImGui has come up in what waits.
bool release_waits();

// ImGui::NewFrame() with this many of the events that wait. Whether any was more than the mouse's motion.
bool new_frame(int events);

}  // namespace app
