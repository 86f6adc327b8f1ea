// body_plan.h: how the window is divided between the rail, the stage, the card, the strip and the stepper.
// Pure geometry: depends on nothing but its arguments.
#pragma once

#include <imgui.h>

#include "app/session/desk.h"

namespace views {

// Pixels from the top left corner of the room that is divided.
struct Area {
  float left = 0, top = 0, width = 0, height = 0;

  bool is_away() const { return width <= 0 || height <= 0; }
  float right() const { return left + width; }
  float bottom() const { return top + height; }
};

// Sizes in pixels at 100 %.
struct PanelLimits {
  int least, most;
};
inline constexpr PanelLimits kRailLimits{170, 420};
inline constexpr PanelLimits kCardLimits{236, 640};
inline constexpr PanelLimits kStripLimits{48, 260};
inline constexpr ImVec2 kLeastStage(300, 200);
inline constexpr float kRailPictures = 56;  // width of a rail of pictures

struct BodyPlan {
  Area rail, stage, card, strip, stepper;
  bool rail_is_pictures = false;
  bool stands_alone = false;
  float gap = 0;  // between them, pixels
  ImVec2 size;    // all of it: the room, or more where that is too small
};

// `scale`: pixels at this text size to one at 100 %. What is wished is done as far as the stage keeps
// kLeastStage; then first sizes give way, then what nobody asked for, then what somebody did. Where a view
// stands alone the card, the strip and the stepper are away. In a room that is lower or narrower than
// kLeastStage the stage has that size all the same.
BodyPlan plan_body(ImVec2 room, float scale, const app::Panels& wished, bool stands_alone);

// Text grows no larger than a window of this size can show: that of the header, the sequence and the settings
// so that they take about a third of the height, that of the rest so that a stage has room.
float chrome_scale(ImVec2 window, float scale);
float body_scale(ImVec2 window, float scale);

// How much of a window's height the settings and the sequence may take: in a low one they stand in a line
// each, and what has no room there is one click away.
struct ChromeLines {
  bool one_line_of_settings = false;
  bool one_line_of_sequence = false;
};
ChromeLines chrome_lines(ImVec2 window, float scale);

// What the header, the sequence and the settings usually leave of a window at a size of text; several lines
// of text in the sequence leave less.
ImVec2 usual_room(ImVec2 window, float scale);

}  // namespace views
