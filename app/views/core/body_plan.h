// body_plan.h: divides the window between the outline, the stage, the card, the head strip and the stepper.
// Pure geometry: depends only on its arguments.
#pragma once

#include <imgui.h>

#include "app/session/desk.h"

namespace views {

// Pixels from the top left corner of the space that is divided.
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
inline constexpr float kRailPictures = 68;  // width of an outline of pictures and letters

struct BodyPlan {
  Area rail, stage, card, strip, stepper;
  bool rail_is_pictures = false;
  bool stands_alone = false;
  bool shows_heads = false;  // the view itself, so that there is no strip to unfold
  bool has_walk = true;      // so that there is a rail to unfold
  float gap = 0;             // between them, pixels
  ImVec2 size;               // the whole area: the available space, or more if that is too small
};

// `scale`: pixels at this text size per pixel at 100 %. Grants what is wished for as long as the stage keeps
// kLeastStage; otherwise sizes shrink first, then panels shown by default disappear, then those that the user
// opened. If a view stands alone there is no card, head strip or stepper. In a space lower or narrower than
// kLeastStage the stage still has that size. If a view shows the heads itself there is no strip, and the
// stepper is below the card.
BodyPlan plan_body(ImVec2 room, float scale, const app::Panels& wished, bool stands_alone,
                   bool shows_heads = false);

// Limits the text size to what a window of this size can show: for the header, the sequence and the settings
// to about a third of the height, for the rest so that a stage has space.
float chrome_scale(ImVec2 window, float scale);
float body_scale(ImVec2 window, float scale);

// The share of a window's height for the settings and the sequence: in a low one they take one line each, and
// what does not fit is one click away; in a very low one the settings are a button beside the sequence.
struct ChromeLines {
  bool one_line_of_settings = false;
  bool one_line_of_sequence = false;
  bool settings_folded = false;
};
ChromeLines chrome_lines(ImVec2 window, float scale);

// The space that the header, the sequence and the settings usually leave at a text size; several lines of
// text in the sequence leave less.
ImVec2 usual_room(ImVec2 window, float scale);

}  // namespace views
