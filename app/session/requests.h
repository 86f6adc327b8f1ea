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
  void edit(std::string_view merge, std::function<void(State&)> change) {
    add(request::Edit{std::string(merge), std::move(change)});
  }
  void undo() { add(request::Undo{}); }
  void redo() { add(request::Redo{}); }
  void go_to_step(size_t step) { add(request::GoToStep{step}); }
  void reset() { add(request::Reset{}); }
  void generate() { add(request::Generate{}); }
  void take_back() { add(request::TakeBack{}); }
  void back() { add(request::Back{}); }
  void forward() { add(request::Forward{}); }
  void open_example(size_t index) { add(request::OpenExample{index}); }
  void hover(const engine::Cell& cell, std::shared_ptr<const engine::Trace> derived = nullptr) {
    add(request::Hover{cell, std::move(derived)});
  }
  void arrange(std::function<void(Desk&)> change) { add(request::Arrange{std::move(change)}); }
  void zoom(const Viewport& viewport) { add(request::Zoom{viewport}); }
  void write(ExportRequest wanted) { add(std::move(wanted)); }
  void cancel_film() { add(request::CancelFilm{}); }
  void use_file(FileRequest wanted) { add(std::move(wanted)); }
  void copy_text(std::string text, std::string notice) {
    add(request::CopyText{std::move(text), std::move(notice)});
  }
  void show_folder(std::string path) { add(request::ShowFolder{std::move(path)}); }
  void remove_unreadable() { add(request::RemoveUnreadable{}); }
  void copy_session() { add(request::CopySession{}); }
  void open_session(std::string line) { add(request::OpenLine{std::move(line)}); }
  void change_rate(double rate) { add(request::ChangeRate{rate}); }
  void dismiss_notice() { add(request::DismissNotice{}); }
  void quit() { add(request::Quit{}); }

  std::span<const FrameRequest> all() const { return all_; }
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
  bool want_shell() const {
    for (const FrameRequest& one : all_) {
      if (std::visit([](const auto& kind) { return is_for_shell<std::decay_t<decltype(kind)>>; }, one))
        return true;
    }
    return false;
  }

 private:
  void add(FrameRequest one) { all_.push_back(std::move(one)); }

  std::vector<FrameRequest> all_;
};

}  // namespace app
