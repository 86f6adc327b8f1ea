// desk.h: how the window stands at the moment: how it is divided, what plays, what is presented,
// which tool is in the hand. It is neither undone nor saved with a session; the panels are kept with the
// preferences.
#pragma once

#include <string>

#include "engine/matrix.h"

namespace app {

// The film of a stage: cells or rows appear one after the other.
struct Playback {
  bool is_open = false;  // the transport bar is shown, and `position` counts
  bool is_playing = false;
  bool loops = false;
  double position = 0;  // steps done of the plan; fractions while it plays
  double speed = 1;     // times the usual pace

  bool operator==(const Playback&) const = default;
};

// The window before a class.
struct Presenting {
  bool is_on = false;
  bool is_blank = false;
  bool laser = false;
  bool magnifier = false;
  int bookmark = -1;   // the one that was gone to last, or -1
  double touched = 0;  // when somebody last did something, seconds of Dear ImGui's clock

  bool operator==(const Presenting&) const = default;
};

enum class BrushShape { kCell, kRow, kColumn, kRectangle };
enum class BrushPaint { kHide, kShow, kValue, kErase };  // kErase: back to the rule

// The brush of the mask.
struct Brush {
  bool is_on = false;
  BrushShape shape = BrushShape::kCell;
  BrushPaint paint = BrushPaint::kHide;
  double value = -2;       // what kValue paints: added to the scores
  bool every_head = true;  // rather than the head that is looked at

  bool operator==(const Brush&) const = default;
};

// What stands around the stage. "As fits": as there is room for.
enum class RailFold { kAsFits, kWide, kPictures, kAway };
enum class PanelFold { kAsFits, kShown, kAway };

// How the window is divided. Sizes are in pixels at 100 %; 0: the usual ones.
struct Panels {
  RailFold rail = RailFold::kAsFits;
  PanelFold card = PanelFold::kAsFits;
  PanelFold strip = PanelFold::kAsFits;
  int rail_width = 0;
  int card_width = 0;
  int strip_height = 0;

  bool operator==(const Panels&) const = default;
};

struct Desk {
  Panels panels;
  Playback playback;
  Presenting presenting;
  Brush brush;
  std::string panel;  // what lies over the window: "palette", "help", "history", "files", "tour", or nothing
  // What is asked to open where it stands, until it has: "text", "target", "model", "export", or nothing.
  std::string opens;

  bool operator==(const Desk&) const = default;
};

}  // namespace app
