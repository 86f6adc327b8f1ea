// transport.h: playback of a stage: the transport bar at the bottom of the stage, and its keys.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Opens the bar and plays; pauses and resumes; at the end it starts over. From another view it switches to
// the stage view.
void toggle_playing(const Frame& frame);
// Pauses, and goes to the end of the next step, or of the previous one.
void step_playing(const Frame& frame, int by);
void close_playing(const Frame& frame);

// Pixels; 0 while the bar is closed.
float transport_height(const Frame& frame);
void draw_transport(const Frame& frame, ImVec2 at, float width);

// "Space play" in this much space of a line, for the stepper; without the key, or nothing, if it does not
// fit.
void draw_play_button(const Frame& frame, float room);

}  // namespace views
