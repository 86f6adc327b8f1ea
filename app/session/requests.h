// requests.h: what views return in a frame; the session applies it between frames.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/document/document.h"
#include "app/session/desk.h"
#include "app/session/export_scope.h"
#include "app/session/preferences.h"

namespace app {

// Everything that undo restores.
struct State {
  Document document;
  Preferences preferences;

  bool operator==(const State&) const = default;
};

// The visible part of a stage, in fractions of its rows and columns: (0, 0, 1, 1) is all of it.
struct Viewport {
  double left = 0;
  double top = 0;
  double width = 1;
  double height = 1;

  bool whole() const { return width >= 1 && height >= 1; }
  bool operator==(const Viewport&) const = default;
};

// Files to write: `format` is an extension without dot (ignored by the handout, which is a PDF; a film's may
// be "png": numbered pictures in a folder of their own).
struct ExportRequest {
  ExportScope scope = ExportScope::kStage;
  std::string format = "png";
  std::string folder;
};

// A `merge` key with this prefix belongs to one drag of the mouse: its edits are one undo step, however long
// it takes. A number follows.
inline constexpr std::string_view kStroke = "stroke ";

// A file that the user chose: the purpose names a row of file_purpose.h.
struct FileRequest {
  std::string purpose;
  std::string path;
};

// When to run a change: if more input is already waiting, the next apply() runs both.
enum class RunTime { kAtOnce, kLater };

// The possible requests, one type each.
namespace request {

// Changes the state. Edits in quick succession with the same non-empty `merge` key are one undo step, which
// ends after a few seconds.
struct Edit {
  std::string merge;
  std::function<void(State&)> change;
};
struct Undo {};
struct Redo {};
// To a step of Session's history, counted from 0.
struct GoToStep {
  size_t step = 0;
};
// To the place visited before, or after it again.
struct Back {};
struct Forward {};
struct Reset {};
struct OpenExample {
  size_t index = 0;
};
struct OpenLine {
  std::string line;
};
// The decoder chooses one more token, or removes the last one that it chose.
struct Generate {};
struct TakeBack {};
// The cell under the pointer, in the session's trace or in one derived from it.
struct Hover {
  engine::Cell cell;
  std::shared_ptr<const engine::Trace> derived;
};
// Changes the window's state: not a step of the history.
struct Arrange {
  std::function<void(Desk&)> change;
};
struct Zoom {
  Viewport viewport;
};
struct DismissNotice {};
// Cancels the film in progress.
struct CancelFilm {};
// The learning rate of the runs of training, from their next step on.
struct ChangeRate {
  double rate = 0;
};
struct CopySession {};
struct CopyText {
  std::string text;
  std::string notice;  // the key of what is said then
};
// The folder of a written file, or a written folder, in the user's file manager.
struct ShowFolder {
  std::string path;
};
// Deletes what windows left behind and no window can read.
struct RemoveUnreadable {};
struct Quit {};

}  // namespace request

// The shell carries out those from ExportRequest on, the session all others.
using FrameRequest =
    std::variant<request::Edit, request::Undo, request::Redo, request::GoToStep, request::Back,
                 request::Forward, request::Reset, request::OpenExample, request::OpenLine, request::Generate,
                 request::TakeBack, request::Hover, request::Arrange, request::Zoom, request::DismissNotice,
                 request::ChangeRate, ExportRequest, FileRequest, request::CancelFilm, request::CopySession,
                 request::CopyText, request::ShowFolder, request::RemoveUnreadable, request::Quit>;

template <class Kind>
inline constexpr bool is_for_shell =
    std::is_same_v<Kind, ExportRequest> || std::is_same_v<Kind, FileRequest> ||
    std::is_same_v<Kind, request::CancelFilm> || std::is_same_v<Kind, request::CopySession> ||
    std::is_same_v<Kind, request::CopyText> || std::is_same_v<Kind, request::ShowFolder> ||
    std::is_same_v<Kind, request::RemoveUnreadable> || std::is_same_v<Kind, request::Quit>;

// A frame's requests, in order of execution.
class Requests {
 public:
  // Written once, in requests.cpp: each is as long as there are kinds, and every view would compile it.
  Requests();
  Requests(const Requests& other);
  Requests(Requests&& other) noexcept;
  Requests& operator=(const Requests& other);
  Requests& operator=(Requests&& other) noexcept;
  ~Requests();

  void edit(std::string_view merge, std::function<void(State&)> change);
  void undo();
  void redo();
  void go_to_step(size_t step);
  void reset();
  void generate();
  void take_back();
  void back();
  void forward();
  void open_example(size_t index);
  void hover(const engine::Cell& cell, std::shared_ptr<const engine::Trace> derived = nullptr);
  void arrange(std::function<void(Desk&)> change);
  void zoom(const Viewport& viewport);
  void write(ExportRequest wanted);
  void cancel_film();
  void use_file(FileRequest wanted);
  void copy_text(std::string text, std::string notice);
  void show_folder(std::string path);
  void remove_unreadable();
  void copy_session();
  void open_session(std::string line);
  void change_rate(double rate);
  void dismiss_notice();
  void quit();

  std::span<const FrameRequest> all() const;
  // Whether there is one of this kind; and all of them.
  template <class Kind>
  bool has() const {
    for (const FrameRequest& one : all_) {
      if (std::holds_alternative<Kind>(one)) return true;
    }
    return false;
  }
  template <class Kind>
  std::vector<Kind> of() const {
    std::vector<Kind> found;
    for (const FrameRequest& one : all_) {
      if (const auto* const kind = std::get_if<Kind>(&one)) found.push_back(*kind);
    }
    return found;
  }
  // Whether the shell has something to carry out.
  bool want_shell() const;

 private:
  std::vector<FrameRequest> all_;
};

}  // namespace app
