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

// The thin line of the bar, with a dot where a part from 0 to 1 of it is done; `left`: its end, half way up.
void draw_track(const Frame& frame, ImVec2 left, float length, float part);

// Pixels, also while the bar is closed: its place is kept, so that nothing moves when it opens. In a film
// through a training, the step's bar takes its place.
float transport_height(const Frame& frame);
bool has_transport(const Frame& frame);
void draw_transport(const Frame& frame, ImVec2 at, float width);

// "Space play" in this much space of a line, for the stepper; without the key, or nothing, if it does not
// fit.
void draw_play_button(const Frame& frame, float room);

}  // namespace views
