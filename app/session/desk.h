// desk.h: how the window stands at the moment: what plays, what is presented, which tool is in the hand. It
// is neither undone nor saved with a session.
#pragma once

#include <cstdint>
#include <optional>
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
  int bookmark = -1;  // the one that is shown, or -1

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

// What orders the heads of all layers; all but kLayer are measures, the largest first.
enum class HeadOrder { kLayer, kEntropy, kDistance, kSame, kPrevious, kNext, kFirst, kEqual };
// What is made of the maps of several layers: the average of one, the product of all, the flow through all.
enum class AcrossLayers { kMean, kRollout, kFlow };

// How heads and layers are compared.
struct Comparing {
  HeadOrder order = HeadOrder::kLayer;
  AcrossLayers across = AcrossLayers::kRollout;
  engine::Index query = 0;  // whose flow is shown where that of all tokens takes too long

  bool operator==(const Comparing&) const = default;
};

// A number that is being typed over a cell; none where the address is empty.
struct NumberEntry {
  std::string address;
  engine::Index row = 0;
  engine::Index column = 0;
  std::optional<double> before;  // what was typed there when the field was opened: Esc returns to it

  bool operator==(const NumberEntry&) const = default;
};

// Text in the dialogs that read matrices.
struct MatrixEntry {
  std::string address;  // of the stage that is typed; empty: its dialog is closed
  std::string text;
  bool is_worked = false;  // the dialog of a worked example is open
  std::string queries = "1 1 0 1\n0 1 1 0\n1 0 1 1";
  std::string keys = "1 0 1 1\n1 1 0 1\n0 1 1 0";
  std::string values;
  int heads = 2;

  bool operator==(const MatrixEntry&) const = default;
};

// What an experiment is done with.
struct Experimenting {
  std::string shown = "scale";  // scale, order, heads, temperature or views
  std::uint64_t shuffle = 1;    // seed of the order that tokens are shuffled into

  bool operator==(const Experimenting&) const = default;
};

struct Desk {
  Playback playback;
  Presenting presenting;
  Brush brush;
  Comparing comparing;
  NumberEntry number;
  MatrixEntry matrix;
  Experimenting experiment;
  std::string panel;  // what lies over the window: "palette", "help", "history", "files", "tour", or nothing

  bool operator==(const Desk&) const = default;
};

}  // namespace app
