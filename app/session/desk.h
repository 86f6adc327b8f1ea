// desk.h: the transient state of the window: its layout, what plays, what is presented, which tool is active.
// It is neither undone nor saved with a session; the panels are saved with the preferences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/export_scope.h"
#include "app/session/folder.h"
#include "app/session/lesson_state.h"
#include "engine/core/matrix.h"
#include "engine/ops/measure_table.h"

namespace engine {
class Trace;
}
namespace loaders {
struct Image;
}

namespace app {

// The film of a stage: cells or rows appear one after the other.
struct Playback {
  bool is_open = false;  // the transport bar is visible, and `position` counts
  bool is_playing = false;
  bool loops = false;
  bool in_film = false;  // a film is being rendered: without the bar
  double position = 0;   // completed steps of the plan; fractional while playing
  double speed = 1;      // relative to the usual pace

  bool operator==(const Playback&) const = default;
};

// The step of training that a film shows.
struct FilmedStep {
  int step = 0;
  int steps = 0;  // of the whole run

  bool operator==(const FilmedStep&) const = default;
};

// A film file in progress.
struct FilmProgress {
  int done = 0;
  int frames = 0;   // in all; 0: not known yet
  int trained = 0;  // steps: a film through a training first trains
  int to_train = 0;

  bool operator==(const FilmProgress&) const = default;
};

// The window in front of a class.
struct PresentationState {
  bool is_on = false;
  bool is_blank = false;
  bool laser = false;
  bool magnifier = false;
  int bookmark = -1;   // the last one visited, or -1
  double touched = 0;  // the last user action, in seconds of Dear ImGui's clock

  bool operator==(const PresentationState&) const = default;
};

enum class BrushShape { kCell, kRow, kColumn, kRectangle };
enum class BrushPaint { kHide, kShow, kValue, kErase };  // kErase: back to the rule

// One drag of the brush, from button down to button up: one step of the history.
struct Stroke {
  int number = 0;  // counts strokes
  bool is_down = false;
  BrushShape shape = BrushShape::kCell;  // a stroke along labels paints whole rows or columns
  engine::Index row = 0;  // the brush's position in the last frame; for a rectangle, its origin
  engine::Index column = 0;

  bool operator==(const Stroke&) const = default;
};

// The mask brush.
struct Brush {
  bool is_on = false;
  BrushShape shape = BrushShape::kCell;
  BrushPaint paint = BrushPaint::kHide;
  double value = -2;       // what kValue paints: added to the scores
  bool every_head = true;  // instead of only the current head
  Stroke stroke;

  bool operator==(const Brush&) const = default;
};

// A session in the list of recent ones.
struct RecentSession {
  std::string path;
  bool is_there = true;  // its file still exists
  // For one that was never saved, but kept by Headlight: the beginning of its text. It has no name of its
  // own.
  std::string text;
  bool is_model = false;  // a trained model instead of a session

  bool operator==(const RecentSession&) const = default;
};

// The file browser, while it is open.
struct Browser {
  std::string purpose;                   // a row of file_purpose.h
  std::shared_ptr<const Folder> folder;  // the folder shown
  std::string typed;                     // a name, or a part of one
  int chosen = -1;                       // among the visible rows
  bool by_name = false;                  // instead of newest first
  bool in_recent = false;                // the keys move through the recent sessions, and `chosen` is one of
                                         // them
  int written = 0;                       // counts how often Headlight, not the user, wrote `typed`
  std::string asks_over;                 // an existing file, while asking whether to overwrite it

  bool operator==(const Browser&) const = default;
};

// A trained model that is being opened, once it takes long enough to be shown.
struct OpeningModel {
  std::string name;
  double done = 0;  // from 0 to 1

  bool operator==(const OpeningModel&) const = default;
};

// Whether all weights of the open model are finite: they are read in the background.
struct WeightCheck {
  std::string path;      // of the model
  bool is_done = false;  // otherwise still reading
  size_t count = 0;      // of those that are NaN or infinite
  std::string first;     // the first one: "h.0.attn.c_attn.weight [3, 7]"

  bool operator==(const WeightCheck&) const = default;
};

// The position in the picture of the tokenization: a word of the text, and how many of its steps are done.
struct CuttingState {
  size_t word = 0;
  std::optional<size_t> step;            // nullopt: all of them
  std::optional<engine::Index> learned;  // merges of BPE's training that are done; nullopt: all of them

  bool operator==(const CuttingState&) const = default;
};

// The search in the command palette.
struct Search {
  std::string typed;
  int chosen = 0;  // the line that Enter runs, from the top

  bool operator==(const Search&) const = default;
};

class InsideStep;
class LayerTimes;
class DepthCurves;
class ShotDraws;
class HeadWorth;
struct Homework;
struct HomeworkLook;
struct HomeworkReading;
struct HomeworkLooking;

// A folder of the user's own arrays to compare with ours, while it is open.
struct HomeworkState {
  std::string folder;       // empty: none
  double tolerance = 1e-4;  // the largest relative difference that still counts as equal
  bool only_differing = false;
  bool is_new = false;   // its first difference has not been shown yet
  double looked_at = 0;  // when the folder was last read, in seconds of Dear ImGui's clock
  std::shared_ptr<const Homework> found;
  std::shared_ptr<HomeworkReading> reading;  // continues `found`
  std::shared_ptr<const HomeworkLook> look;  // at the visible stage
  std::shared_ptr<HomeworkLooking> looking;  // the next one, in progress

  bool operator==(const HomeworkState&) const = default;
};

// How the picture is overlaid with attention.
struct OverlayState {
  double strength = 0.7;  // of the colour, from 0 to 1
  bool has_grid = true;
  enum class From { kHead, kMean, kRollout };
  From from = From::kHead;
  std::string path;        // of the last picture read
  std::string cropped_by;  // the stamp of the model whose crop is shown; empty: all of it
  std::shared_ptr<const loaders::Image> image;  // null: it could not be read

  bool operator==(const OverlayState&) const = default;
};

// The order of the heads of all layers: the model's, by a measure of their maps, by what the model gets right
// without each, or by how alike they are to the one in focus.
enum class HeadOrder { kLayer, kMeasure, kWithout, kLike };
// How the maps of several layers are combined: average of one, product of all, flow through all.
enum class AcrossLayers { kMean, kRollout, kFlow };

// How heads and layers are compared.
struct ComparisonState {
  HeadOrder order = HeadOrder::kLayer;
  engine::RowMeasure measure = engine::RowMeasure::kPrevious;  // that kMeasure orders by
  AcrossLayers across = AcrossLayers::kRollout;
  engine::Index query = 0;  // whose flow is shown if that of all tokens takes too long

  bool operator==(const ComparisonState&) const = default;
};

// The panels around the stage. "As fits": if there is room.
enum class RailFold { kAsFits, kWide, kPictures, kAway };
enum class PanelFold { kAsFits, kShown, kAway };

// The layout of the window. Sizes are in pixels at 100 %; 0: the defaults.
struct Panels {
  RailFold rail = RailFold::kAsFits;
  PanelFold card = PanelFold::kAsFits;
  PanelFold strip = PanelFold::kAsFits;
  int rail_width = 0;
  int card_width = 0;
  int strip_height = 0;

  bool operator==(const Panels&) const = default;
};

// A value being typed into a cell; none if the address is empty.
struct NumberEntry {
  std::string address;
  engine::Index row = 0;
  engine::Index column = 0;
  std::optional<double> before;  // the edit there when the field was opened: Esc restores it

  bool operator==(const NumberEntry&) const = default;
};

// Text in the dialogs that read matrices.
struct MatrixEntry {
  std::string address;  // of the stage being typed; empty: its dialog is closed
  std::string text;
  bool is_worked = false;  // the dialog of a worked example is open
  std::string queries = "1 1 0 1\n0 1 1 0\n1 0 1 1";
  std::string keys = "1 0 1 1\n1 1 0 1\n0 1 1 0";
  std::string values;
  int heads = 2;

  bool operator==(const MatrixEntry&) const = default;
};

// The state of an experiment.
struct ExperimentState {
  std::string shown = "scale";  // scale, heads, temperature or views
  std::uint64_t shuffle = 1;    // seed of the shuffled token order
  engine::Index d_k = 64;       // width of the heads drawn for the experiment "scale"
  bool shows_model = false;     // in a low window: the model's own heads instead

  bool operator==(const ExperimentState&) const = default;
};

// The wall of ways of attending.
struct WaysState {
  std::string marked;  // the id of the tile that the keys have reached; empty: none
  int columns = 1;     // tiles in a line, at most

  bool operator==(const WaysState&) const = default;
};

// The tokens of the view Sentence that are looked at together with the chosen one, ascending: their weights
// are summed.
struct SentenceState {
  std::vector<engine::Index> with;
  bool by_readers = false;  // the tokens are read, instead of reading

  bool operator==(const SentenceState&) const = default;
};

// How long a lab's page stays at one step while it plays.
inline constexpr double kLabSeconds = 0.5;

// How often the window shows a model that learns.
inline constexpr double kLearningSeconds = 1.0 / 15;

struct EfficientSweep;
struct EfficientLengths;

// Measurements of efficient attention over many draws or lengths: in progress, or done.
struct EfficientMeasures {
  std::shared_ptr<EfficientSweep> sweep;      // null: not requested
  std::shared_ptr<EfficientLengths> lengths;  // likewise

  bool operator==(const EfficientMeasures&) const = default;
};

enum class QuitAnswer { kNone, kSave, kLeave };

// The question whether to quit although the open session could not be saved: while the panel is "quit".
struct QuitQuestion {
  std::string why;  // a phrase
  QuitAnswer answer = QuitAnswer::kNone;
  int chosen = 0;  // the button that Enter presses, from the left

  bool operator==(const QuitQuestion&) const = default;
};

// How integrated gradients are taken.
struct AttributionState {
  bool from_mean = true;  // the line begins at the mean row; otherwise at 0
  engine::Index steps = 32;

  bool operator==(const AttributionState&) const = default;
};

// The page of the view Learning on which a step is opened.
inline constexpr std::string_view kStepPage = "step";

// What training does in the window.
struct LearningState {
  bool is_playing = false;
  bool is_live = true;                 // the window shows the newest step; otherwise one that was chosen
  int single_steps = 0;                // asked for so far
  std::string page;                    // what stands below: kStepPage, or the curves
  bool shows_likeness = false;         // beside them: how alike tokens are, instead of an attention map
  std::shared_ptr<InsideStep> inside;  // of the newest single step; null: not requested

  bool operator==(const LearningState&) const = default;
};

// What is read: while the panel is "glossary" a term, while it is "page" a page.
struct ReadingState {
  std::string typed;  // in the glossary's search
  std::string term;   // an id; empty: the first that is found
  std::string page;   // "history"

  bool operator==(const ReadingState&) const = default;
};

// How the gallery's picture is changed, and what its pages point out.
struct GalleryDesk {
  enum class Tool { kMove, kDraw, kCover };
  Tool tool = Tool::kMove;
  int colour = 1;                // that is drawn with: a number of world::kPalette
  std::optional<size_t> figure;  // the chosen shape
  int grab_x = 0;                // where it was grabbed, in pixels from its corner
  int grab_y = 0;
  int strokes = 0;                     // counts drags
  engine::Index place = -1;            // the place of the picture whose attention is shown; -1: the usual one
  engine::Index head = -1;             // -1: the mean of all
  std::string look;                    // which of a page's measures is shown; empty: the first
  std::optional<size_t> step;          // of the matching that are shown; 0: only the costs; none: all
  std::shared_ptr<ShotDraws> draws;    // what other examples would have taught; null: not requested
  engine::Index drawn_place = -1;      // of a drawing: its place that is shown; -1: the usual one
  std::optional<engine::Index> mark;   // of a training: the mark that is shown; none: the last
  std::optional<std::string> caption;  // as it was typed
  std::string caption_for;             // what was asked for then: once it is another, what was typed is old

  bool operator==(const GalleryDesk&) const = default;
};

struct Desk {
  LessonState lesson;
  AllProgress progress;                               // in lessons
  std::shared_ptr<const LessonFolder> lesson_folder;  // as last read; null: none was
  ReadingState reading;
  Panels panels;
  Playback playback;
  std::optional<FilmProgress> film;
  std::optional<FilmedStep> filmed_step;  // none: no film through a training is being rendered
  PresentationState presenting;
  Brush brush;
  ComparisonState comparing;
  Browser browser;
  std::vector<RecentSession> recent;  // newest first
  NumberEntry number;
  MatrixEntry matrix;
  ExperimentState experiment;
  WaysState ways;
  SentenceState sentence;
  ExportChoice exporting;
  bool one_token_rows = false;   // the rows of one token's matrices, instead of its picture
  std::string opened_attention;  // "encoder.0.self": the model's diagram draws it as the paper's two figures
  std::optional<OpeningModel> opening;
  WeightCheck weight_check;
  CuttingState cutting;
  HomeworkState homework;
  EfficientMeasures efficient;
  OverlayState overlay;
  GalleryDesk gallery;
  AttributionState attribution;
  LearningState learning;
  std::shared_ptr<LayerTimes> layer_times;    // measured for the relatives lab; null: not requested
  std::shared_ptr<DepthCurves> depth_curves;  // measured for the depth lab; null: not requested
  std::shared_ptr<HeadWorth> head_worth;      // of a trained model's heads; null: not requested
  double tried_change = 0.01;                 // what is added to a number to see what becomes of the target
  std::optional<double> lab_played;  // when a lab's page last advanced, in seconds of Dear ImGui's clock
  std::string panel;  // overlay: "palette", "help", "history", "files", "story", "quit", "glossary",
                      // "page", or none
  // What is requested to open in place, until it has: "text", "target", "model", "export", or nothing.
  std::string opens;
  Search search;
  QuitQuestion quitting;

  bool operator==(const Desk&) const = default;
};

}  // namespace app
