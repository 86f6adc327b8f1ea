// input_steps.h: handles the input since the last frame one step at a time. Everything within one of Dear
// ImGui's frames happens simultaneously, and a modifier is down or up for all of it; so a step ends before
// another key goes down or a modifier changes, and queued events act in the order in which they came.
#pragma once

namespace app {

// The number of queued events that belong to the next step.
struct InputStep {
  int events = 0;
  bool only_types = false;  // with no modifier except Shift: no chord, no mouse
};
InputStep next_input_step();

bool input_waits();
// Whether a key that Dear ImGui still sees as down is released in the queue.
bool release_waits();

// ImGui::NewFrame() with this many of the queued events. Returns whether any was more than mouse motion.
bool new_frame(int events);

}  // namespace app
