// transport.h: playing a stage: its bar at the foot of the stage, and what its keys do.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Opens the bar and plays; pauses and plays on; at the end it begins anew. In another view than that of the
// stage it goes there.
void toggle_playing(const Frame& frame);
// Pauses, and goes to the end of the next step, or of the one before.
void step_playing(const Frame& frame, int by);
void close_playing(const Frame& frame);

// Pixels; 0 while the bar is closed.
float transport_height(const Frame& frame);
void draw_transport(const Frame& frame, ImVec2 at, float width);

// "Space play" in so much room of a line, for the stepper; without the key, or nothing, where it does not
// fit.
void draw_play_button(const Frame& frame, float room);

}  // namespace views
