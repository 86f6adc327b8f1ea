// session.h: the one owner of what can change: the history of text, settings, focus and looks, the runs that
// they make, and how the window stands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/background.h"
#include "app/session/changes.h"
#include "app/session/history.h"
#include "app/session/playback.h"
#include "app/session/player.h"
#include "app/session/requests.h"
#include "app/session/runs.h"
#include "app/session/visits.h"
#include "engine/core/trace.h"

namespace app {

// A sentence shown for a while: what happened that the person did not do themselves. It fades after
// kNoticeSeconds, unless it is an error or offers something: those stay until they are dismissed.
struct Notice {
  std::string key;
  Arguments arguments;
  double since = 0;  // seconds, the clock of apply(); 0: from the next apply() on
  bool is_error = false;
  std::string offered;  // a session's line that can be opened from here, or empty
};

inline constexpr double kNoticeSeconds = 6;

class Session {
 public:
  // `wake` is called from another thread when a long run has finished; it may be empty.
  explicit Session(State initial, std::function<void()> wake = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const State& state() const { return history_.now(); }
  const Document& document() const { return history_.document(); }
  const Preferences& preferences() const { return state().preferences; }

  // The last trace that was made; null only where none could be made yet. While a long run is under way, and
  // where the document cannot be run (then error() says why), it is that of an earlier document.
  const std::shared_ptr<const engine::Trace>& trace() const { return runs_.trace(); }
  // The document that trace() was made from, with the last focus that it had; only where there is a trace.
  const Document& trace_document() const { return runs_.trace_document(); }
  // The trace before the last change of what is run: what that change moved can be seen against it. Null
  // where nothing has changed yet.
  const std::shared_ptr<const engine::Trace>& earlier_trace() const { return runs_.earlier_trace(); }
  // The document that this one is compared with, and its trace: null where there is none, or not yet.
  const std::optional<Document>& baseline() const { return runs_.baseline(); }
  const std::shared_ptr<const engine::Trace>& baseline_trace() const { return runs_.baseline_trace(); }
  // The trained model that trace() was made with; null where it is none.
  const checkpoints::Shared& checkpoint() const { return runs_.checkpoint(); }
  const std::optional<engine::Error>& error() const { return runs_.error(); }
  bool computing() const { return runs_.computing(); }
  // Which part of the run under way is done, 0 to 1; 0 where that is not known yet.
  double computed() const { return runs_.computed(); }
  // Where what is slow to make of a large trace is made; and what is kept of it.
  Background& background() const { return *background_; }
  const engine::BandCache& bands() const { return runs_.bands(); }

  // What is looked at, as far as trace() has it: where the trace is that of an earlier document, the focus
  // waits for its own and the nearest that exists is shown. The stage is -1 without a trace.
  int focused_stage() const;
  // The head that is looked at, or was last.
  int focused_head() const { return std::min(head_, last_head_); }

  const engine::Cell& hover() const { return hover_; }
  // The trace that hover() is a cell of: null where it is of trace(), else one derived from it.
  const std::shared_ptr<const engine::Trace>& hovered() const { return hovered_; }
  // The hovered cell of trace(), or the one that is played, or the pinned one, or none.
  engine::Cell explained_cell() const;
  const Desk& desk() const { return desk_; }
  // The film of the stage that is looked at, while the transport bar is open; its step that is under way; and
  // the same where that step's cell is the one explained.
  std::optional<PlayPlan> play_plan() const;
  std::optional<PlayStep> play_step() const;
  std::optional<PlayStep> explained_step() const;
  // Seconds until the next step; nothing while nothing plays.
  std::optional<double> plays_on_in() const;
  void show_film(std::optional<FilmProgress> film) { desk_.film = film; }
  const Viewport& viewport() const { return viewport_; }
  const std::optional<Notice>& notice() const { return notice_; }
  void notify(Notice notice) { notice_ = std::move(notice); }
  // Seconds until apply() drops the notice; nothing where there is none, or one that stays.
  std::optional<double> notice_fades_in(double now) const;

  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  // The history: the states that undo and redo go to, the oldest first, and which of them is now. What a step
  // did is the difference to the one before: history_words.h puts it in words.
  size_t step_count() const { return history_.step_count(); }
  size_t step_now() const { return history_.step_now(); }
  const State& step_state(size_t step) const { return history_.step_state(step); }
  // Whether there is a place that was looked at before, or after.
  bool can_go_back() const { return visits_.can_go_back(); }
  bool can_go_forward() const { return visits_.can_go_forward(); }
  // Whether the decoder can choose a token now: it has one run that is no batch, and its trace is there.
  bool can_generate() const;

  // The file that the document was opened from or saved in; empty: none yet. Undo returns it with the
  // document.
  const std::string& file() const { return history_.file(); }
  // Whether the file, or what was opened without one, says something else than the document now, apart from
  // where one looks.
  bool is_changed() const { return history_.is_changed(); }
  // Opens what a file holds, or with an empty path what has no file yet. The document that it takes the place
  // of can be had back by undo.
  void open_file(const std::string& path, const Document& document, double now);
  // The document belongs to this file from now on, which holds `held`.
  void saved_in(const std::string& path, const Document& held) { history_.saved_in(path, held); }
  // The changed documents that others were opened over since the last call: to be kept, since undo ends with
  // the window.
  std::vector<Document> take_set_aside() { return history_.take_set_aside(); }
  // Changes how the window stands, for the shell.
  void arrange(const std::function<void(Desk&)>& change) { change(desk_); }

  // Runs the document again: something has changed that it only names.
  void run_again();

  // Applies a frame's requests, runs what has changed and takes over a finished run. `now`: seconds, for
  // merging edits and fading notices.
  void apply(const Requests& requests, double now, RunTime time = RunTime::kAtOnce);

  // Waits until no run is under way, and nothing else that is made in the background: for pictures and tests.
  void settle();

 private:
  // One each of the kinds of requests that are the session's.
  void carry_out(const request::Edit& edit, double now);
  void carry_out(const request::Undo& /*undo*/, double /*now*/) { history_.undo(); }
  void carry_out(const request::Redo& /*redo*/, double /*now*/) { history_.redo(); }
  void carry_out(const request::GoToStep& to, double /*now*/) { history_.go_to_step(to.step); }
  void carry_out(const request::Back& /*back*/, double now) { visit(visits_.back(), now); }
  void carry_out(const request::Forward& /*forward*/, double now) { visit(visits_.forward(), now); }
  void carry_out(const request::Reset& reset, double now);
  void carry_out(const request::OpenExample& example, double now);
  void carry_out(const request::OpenLine& opened, double now);
  void carry_out(const request::Generate& generate, double now);
  void carry_out(const request::TakeBack& take_back, double now);
  void carry_out(const request::Hover& hover, double now);
  void carry_out(const request::Arrange& arrange, double /*now*/) { arrange.change(desk_); }
  void carry_out(const request::Zoom& zoom, double /*now*/) { viewport_ = zoom.viewport; }
  void carry_out(const request::DismissNotice& /*dismiss*/, double /*now*/) { notice_.reset(); }

  void visit(const Visit* place, double now);
  void remember_visit() { visits_.remember(document().focus.view, document().focus.stage); }
  void change_to(State next, const std::string& merge, double now);
  void open(const Document& document, double now, const std::string& file = "");
  void refresh();
  void fade_notice(double now);
  void play(double now);
  void follow_trace();
  void keep_focus_valid();
  Focus focus_in_trace() const;

  History history_;
  Visits visits_;
  Runs runs_;
  std::shared_ptr<const engine::Trace> followed_;  // the trace that what is looked at was made to fit

  Focus shown_;        // the focus where the trace has it, or the nearest that it has
  int head_ = 0;       // the head that was looked at last, which the trace need not have
  int last_head_ = 0;  // of the trace
  engine::Cell hover_;
  std::shared_ptr<const engine::Trace> hovered_;
  Desk desk_;
  Player player_;
  Viewport viewport_;
  engine::StageKind viewport_kind_;
  std::optional<Notice> notice_;
  std::unique_ptr<Background> background_;  // never null
};

}  // namespace app
