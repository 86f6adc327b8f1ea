// requests.h: what views hand back in a frame; the session applies it between frames.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/document.h"
#include "app/session/desk.h"
#include "app/session/preferences.h"

namespace app {

// All that undo takes back.
struct State {
  Document document;
  Preferences preferences;

  bool operator==(const State&) const = default;
};

// The part of a stage that is on the screen, in fractions of its rows and columns: (0, 0, 1, 1) is all of it.
struct Viewport {
  double left = 0;
  double top = 0;
  double width = 1;
  double height = 1;

  bool whole() const { return width >= 1 && height >= 1; }
  bool operator==(const Viewport&) const = default;
};

enum class ExportScope { kStage, kHeads, kAllStages, kHandout, kFilm };

// Files to write: `format` is an extension without dot (ignored by the handout, which is a PDF; a film's may
// be "png": numbered pictures in a folder of their own).
struct ExportRequest {
  ExportScope scope = ExportScope::kStage;
  std::string format = "png";
  std::string folder;
};

// A `merge` key that begins with this is of one movement of the mouse: its edits are one undo step, however
// long it takes. A number follows.
inline constexpr std::string_view kStroke = "stroke ";

// A file that a person has chosen: what for names a row of file_purpose.h.
struct FileRequest {
  std::string purpose;
  std::string path;
};

// When what has changed is run: while more is typed already, the next apply() runs for both.
enum class Runs { kAtOnce, kLater };

class Requests {
 public:
  // Changes the state. Edits with one non-empty `merge` key that follow each other closely are one undo step,
  // which ends after a few seconds.
  void edit(std::string_view merge, std::function<void(State&)> change) {
    edits_.push_back({std::string(merge), std::move(change)});
  }
  void undo() { --history_; }
  void redo() { ++history_; }
  // To a step of Session's history, counted from 0.
  void go_to_step(size_t step) { step_ = static_cast<int>(step); }
  void reset() { reset_ = true; }
  // The decoder chooses one more token, or the last one that it chose goes.
  void generate() { ++tokens_; }
  void take_back() { --tokens_; }
  // To the place that was looked at before, or after it again.
  void back() { --visits_; }
  void forward() { ++visits_; }
  void open_example(size_t index) { example_ = static_cast<int>(index); }
  // The cell that is pointed at, of the session's trace or of one derived from it.
  void hover(const engine::Cell& cell, std::shared_ptr<const engine::Trace> derived = nullptr) {
    hover_ = cell;
    hovered_ = std::move(derived);
  }
  // Changes how the window stands: no step of the history.
  void arrange(std::function<void(Desk&)> change) { arrangements_.push_back(std::move(change)); }
  void zoom(const Viewport& viewport) {
    viewport_ = viewport;
    zoomed_ = true;
  }
  void write(ExportRequest request) { exports_.push_back(std::move(request)); }
  // Gives the film up that is being made.
  void cancel_film() { cancel_film_ = true; }
  void use_file(FileRequest request) { files_.push_back(std::move(request)); }
  void copy_session() { copy_session_ = true; }
  void open_session(std::string line) { session_line_ = std::move(line); }
  void dismiss_notice() { dismiss_notice_ = true; }
  void quit() { quit_ = true; }

  bool arranges() const { return !arrangements_.empty(); }
  // What the shell carries out, not the session.
  bool want_shell() const {
    return !exports_.empty() || cancel_film_ || !files_.empty() || copy_session_ || quit_;
  }
  const std::vector<ExportRequest>& exports() const { return exports_; }
  bool wants_film_cancelled() const { return cancel_film_; }
  const std::vector<FileRequest>& files() const { return files_; }
  bool wants_session_copied() const { return copy_session_; }
  bool wants_quit() const { return quit_; }

 private:
  friend class Session;
  struct Edit {
    std::string merge;
    std::function<void(State&)> change;
  };
  std::vector<Edit> edits_;
  int history_ = 0;
  int step_ = -1;
  int tokens_ = 0;
  int visits_ = 0;
  bool reset_ = false;
  int example_ = -1;
  engine::Cell hover_;
  std::shared_ptr<const engine::Trace> hovered_;
  std::vector<std::function<void(Desk&)>> arrangements_;
  Viewport viewport_;
  bool zoomed_ = false;
  std::vector<ExportRequest> exports_;
  bool cancel_film_ = false;
  std::vector<FileRequest> files_;
  bool copy_session_ = false;
  std::string session_line_;
  bool dismiss_notice_ = false;
  bool quit_ = false;
};

}  // namespace app
