// desk.h: how the window stands at the moment: how it is divided, what plays, what is presented,
// which tool is in the hand. It is neither undone nor saved with a session; the panels are kept with the
// preferences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/folder.h"
#include "engine/core/matrix.h"

namespace loaders {
struct Image;
}

namespace app {

// The film of a stage: cells or rows appear one after the other.
struct Playback {
  bool is_open = false;  // the transport bar is shown, and `position` counts
  bool is_playing = false;
  bool loops = false;
  bool in_film = false;  // a film is drawn: without the bar
  double position = 0;   // steps done of the plan; fractions while it plays
  double speed = 1;      // times the usual pace

  bool operator==(const Playback&) const = default;
};

// A film file that is being made.
struct FilmProgress {
  int done = 0;
  int frames = 0;  // in all; 0: not known yet

  bool operator==(const FilmProgress&) const = default;
};

// The window before a class.
struct PresentationState {
  bool is_on = false;
  bool is_blank = false;
  bool laser = false;
  bool magnifier = false;
  int bookmark = -1;   // the one that was gone to last, or -1
  double touched = 0;  // when somebody last did something, seconds of Dear ImGui's clock

  bool operator==(const PresentationState&) const = default;
};

enum class BrushShape { kCell, kRow, kColumn, kRectangle };
enum class BrushPaint { kHide, kShow, kValue, kErase };  // kErase: back to the rule

// One movement of the brush, from the button's going down to its coming up: one step of the history.
struct Stroke {
  int number = 0;  // counts them
  bool is_down = false;
  BrushShape shape = BrushShape::kCell;  // a stroke along labels paints whole rows or columns
  engine::Index row = 0;  // where the brush was in the last frame; of a rectangle, where it began
  engine::Index column = 0;

  bool operator==(const Stroke&) const = default;
};

// The brush of the mask.
struct Brush {
  bool is_on = false;
  BrushShape shape = BrushShape::kCell;
  BrushPaint paint = BrushPaint::kHide;
  double value = -2;       // what kValue paints: added to the scores
  bool every_head = true;  // rather than the head that is looked at
  Stroke stroke;

  bool operator==(const Brush&) const = default;
};

// A session that can be opened again without looking for it.
struct RecentSession {
  std::string path;
  bool is_there = true;  // its file still is
  // Of one that was never saved, and that Headlight kept: the beginning of its text. It has no name of its
  // own.
  std::string text;
  bool is_model = false;  // no session: a trained model

  bool operator==(const RecentSession&) const = default;
};

// The browser of files, while it is open.
struct Browser {
  std::string purpose;                   // a row of file_purpose.h
  std::shared_ptr<const Folder> folder;  // what it shows
  std::string typed;                     // a name, or a part of one
  int chosen = -1;                       // of the rows that are shown
  bool by_name = false;                  // rather than the newest first
  bool in_recent = false;                // the keys move through the recent sessions, and `chosen` is of them
  int written = 0;                       // counts the times that Headlight, not the person, wrote `typed`
  std::string asks_over;                 // a file that exists, and whether it may be written over is asked

  bool operator==(const Browser&) const = default;
};

// A trained model that is being opened, once that takes long enough to be shown.
struct OpeningModel {
  std::string name;
  double done = 0;  // from 0 to 1

  bool operator==(const OpeningModel&) const = default;
};

// Whether the weights of the open model are numbers: all of them are read for it, beside other work.
struct WeightCheck {
  std::string path;      // of the model
  bool is_done = false;  // else it is still read
  size_t count = 0;      // of those that are NaN or infinite
  std::string first;     // where the first stands: "h.0.attn.c_attn.weight [3, 7]"

  bool operator==(const WeightCheck&) const = default;
};

// Where the picture of how the text is cut stands: a word of the text, and how many of its steps are done.
struct CuttingState {
  size_t word = 0;
  std::optional<size_t> step;  // nothing: all of them

  bool operator==(const CuttingState&) const = default;
};

// What is looked for in the command palette.
struct Search {
  std::string typed;
  int chosen = 0;  // the line that Enter runs, from the top

  bool operator==(const Search&) const = default;
};

class LayerTimes;
struct Homework;
struct HomeworkLook;
struct HomeworkReading;
struct HomeworkLooking;

// A folder of somebody's own numbers that is compared with ours, while it is looked at.
struct HomeworkState {
  std::string folder;       // empty: none
  double tolerance = 1e-4;  // the relative difference that still agrees
  bool only_differing = false;
  bool is_new = false;   // its first difference has not been gone to yet
  double looked_at = 0;  // when the folder was read last, seconds of Dear ImGui's clock
  std::shared_ptr<const Homework> found;
  std::shared_ptr<HomeworkReading> reading;  // what goes on with `found`
  std::shared_ptr<const HomeworkLook> look;  // at the stage that is shown
  std::shared_ptr<HomeworkLooking> looking;  // what will be the next

  bool operator==(const HomeworkState&) const = default;
};

// How the picture is laid over with attention.
struct OverlayState {
  double strength = 0.7;  // of the colour, from 0 to 1
  bool has_grid = true;
  enum class From { kHead, kMean, kRollout };
  From from = From::kHead;
  std::string path;                             // of the picture that was read last
  std::shared_ptr<const loaders::Image> image;  // null: it could not be read

  bool operator==(const OverlayState&) const = default;
};

// What orders the heads of all layers; all but kLayer are measures, the largest first.
enum class HeadOrder { kLayer, kEntropy, kDistance, kSame, kPrevious, kNext, kFirst, kEqual };
// What is made of the maps of several layers: the average of one, the product of all, the flow through all.
enum class AcrossLayers { kMean, kRollout, kFlow };

// How heads and layers are compared.
struct ComparisonState {
  HeadOrder order = HeadOrder::kLayer;
  AcrossLayers across = AcrossLayers::kRollout;
  engine::Index query = 0;  // whose flow is shown where that of all tokens takes too long

  bool operator==(const ComparisonState&) const = default;
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
struct ExperimentState {
  std::string shown = "scale";  // scale, heads, temperature or views
  std::uint64_t shuffle = 1;    // seed of the order that tokens are shuffled into

  bool operator==(const ExperimentState&) const = default;
};

// How long a lab's page that goes on by itself stays at one step.
inline constexpr double kLabSeconds = 0.5;

struct EfficientSweep;
struct EfficientLengths;

// What is measured of attention at lower cost over many draws or lengths: under way, or done.
struct EfficientMeasures {
  std::shared_ptr<EfficientSweep> sweep;      // null: not asked for
  std::shared_ptr<EfficientLengths> lengths;  // likewise

  bool operator==(const EfficientMeasures&) const = default;
};

enum class QuitAnswer { kNone, kSave, kLeave };

// The question whether the window ends although what is open could not be kept: while the panel is "quit".
struct QuitQuestion {
  std::string why;  // in words: a part of a sentence
  QuitAnswer answer = QuitAnswer::kNone;
  int chosen = 0;  // the button that Enter presses, from the left

  bool operator==(const QuitQuestion&) const = default;
};

struct Desk {
  Panels panels;
  Playback playback;
  std::optional<FilmProgress> film;
  PresentationState presenting;
  Brush brush;
  ComparisonState comparing;
  Browser browser;
  std::vector<RecentSession> recent;  // the newest first
  NumberEntry number;
  MatrixEntry matrix;
  ExperimentState experiment;
  std::optional<OpeningModel> opening;
  WeightCheck weight_check;
  CuttingState cutting;
  HomeworkState homework;
  EfficientMeasures efficient;
  OverlayState overlay;
  std::shared_ptr<LayerTimes> layer_times;  // measured for the lab on relatives; null: not asked for
  std::optional<double>
      lab_played;     // when a lab's page went on by itself last, seconds of Dear ImGui's clock
  std::string panel;  // what lies over the window: "palette", "help", "history", "files", "tour",
                      // "quit", or nothing
  // What is asked to open where it stands, until it has: "text", "target", "model", "export", or nothing.
  std::string opens;
  Search search;
  QuitQuestion quitting;
  int tour_stop = 0;  // where the tour stands

  bool operator==(const Desk&) const = default;
};

}  // namespace app
