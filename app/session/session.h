// session.h: the only owner of mutable state: the history of text, settings, focus and looks, the runs that
// they lead to, and the window's state.
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
#include "app/session/learner.h"
#include "app/session/playback.h"
#include "app/session/player.h"
#include "app/session/requests.h"
#include "app/session/runs.h"
#include "app/session/visits.h"
#include "engine/core/trace.h"

namespace app {

// A message shown for a while: something that happened without the user's doing. It fades after
// kNoticeSeconds, unless it is an error or offers something: those stay until dismissed.
struct Notice {
  std::string key;
  Arguments arguments;
  double since = 0;  // seconds, on the clock of apply(); 0: from the next apply() on
  bool is_error = false;
  std::string offered;       // a session's line that can be opened from here, or empty
  std::string written = {};  // the whole path of what was written, or of what was found, or empty
  bool removes = false;      // what was found can be removed from here
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

  // The last trace; during a long run it belongs to an earlier document. Null until the first one is made,
  // and if the document cannot be run: then error() says why.
  const std::shared_ptr<const engine::Trace>& trace() const { return runs_.trace(); }
  // The document that trace() was made from, with its last focus; valid only if there is a trace.
  const Document& trace_document() const { return runs_.trace_document(); }
  // The trace before the last change of the run: shows what that change moved. Null if nothing has changed
  // yet.
  const std::shared_ptr<const engine::Trace>& earlier_trace() const { return runs_.earlier_trace(); }
  // The baseline document to compare with, and its trace: null if there is none, or not yet.
  const std::optional<Document>& baseline() const { return runs_.baseline(); }
  const std::shared_ptr<const engine::Trace>& baseline_trace() const { return runs_.baseline_trace(); }
  // The trained model that trace() was made with, or, of a document that cannot be run, its model as far as
  // it is open; null if it is not trained.
  const checkpoints::Shared& checkpoint() const { return runs_.checkpoint(); }
  const std::optional<engine::Error>& error() const { return runs_.error(); }
  bool computing() const { return runs_.computing(); }
  // The fraction of the current run that is done, 0 to 1; 0 if not known yet.
  double computed() const { return runs_.computed(); }
  // Computes what is slow about a large trace, and keeps the results.
  Background& background() const { return *background_; }
  const engine::BandCache& bands() const { return runs_.bands(); }

  // The focus, as far as trace() has it: if the trace belongs to an earlier document, the focus waits for its
  // own, and the nearest existing one is shown. The stage is -1 without a trace.
  int focused_stage() const;
  // The current head, or the last one.
  int focused_head() const { return std::min(head_, last_head_); }

  const engine::Cell& hover() const { return hover_; }
  // The trace of hover()'s cell: null if it is trace(), otherwise one derived from it.
  const std::shared_ptr<const engine::Trace>& hovered() const { return hovered_; }
  // The hovered cell of trace(), otherwise the played one, the pinned one, or none.
  engine::Cell explained_cell() const;
  const Desk& desk() const { return desk_; }
  // The film of the focused stage, while the transport bar is open; its current step; and the same only if
  // that step's cell is the explained one.
  std::optional<PlayPlan> play_plan() const;
  std::optional<PlayStep> play_step() const;
  std::optional<PlayStep> explained_step() const;
  // Seconds until the next step; nullopt while nothing plays.
  std::optional<double> plays_on_in() const;
  // The runs of training of the document, in its order: empty until they are open.
  std::vector<trainings::Run> training_runs() const { return learner_->runs(); }
  // The one whose model is shown.
  size_t shown_run() const;
  // Why there are none, or they go on no more.
  std::optional<engine::Error> training_error() const { return learner_->error(); }
  // Whether something of them is being computed.
  bool is_training() const { return learner_->is_working(); }
  void show_film(std::optional<FilmProgress> film) { desk_.film = film; }
  const Viewport& viewport() const { return viewport_; }
  const std::optional<Notice>& notice() const { return notice_; }
  void notify(Notice notice) { notice_ = std::move(notice); }
  // Seconds until apply() drops the notice; nullopt if there is none, or one that stays.
  std::optional<double> notice_fades_in(double now) const;

  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  // The history: the changes that undo and redo go through and the walks between them, oldest first, and the
  // index of the current one. A step is the difference to the state before: history_words.h describes it.
  size_t step_count() const { return history_.step_count(); }
  size_t step_now() const { return history_.step_now(); }
  State step_state(size_t step) const { return history_.step_state(step); }
  bool is_walk_step(size_t step) const { return history_.is_walk_step(step); }
  // Whether there is a place visited before, or after.
  bool can_go_back() const { return visits_.can_go_back(); }
  bool can_go_forward() const { return visits_.can_go_forward(); }
  // Whether the decoder can choose a token now: it has a single run that is not a batch, and its trace is
  // available.
  bool can_generate() const;

  // The file that the document was opened from or saved in; empty: none yet. Undo restores it with the
  // document.
  const std::string& file() const { return history_.file(); }
  // Whether the document differs from its file, or from what was opened without one, ignoring the focus.
  bool is_changed() const { return history_.is_changed(); }
  // Opens the contents of a file, or with an empty path what has no file yet. Undo brings back the replaced
  // document.
  void open_file(const std::string& path, const Document& document, double now);
  // The document belongs to this file from now on, with contents `held`.
  void saved_in(const std::string& path, const Document& held) { history_.saved_in(path, held); }
  // The changed documents that others replaced since the last call: they must be saved, since undo ends with
  // the window.
  std::vector<Document> take_set_aside() { return history_.take_set_aside(); }
  // Changes the window's state, for the shell.
  void arrange(const std::function<void(Desk&)>& change) { change(desk_); }

  // Runs the document again: something that it only refers to has changed.
  void run_again();

  // Applies a frame's requests, runs what has changed and takes over a finished run. `now`: seconds, for
  // merging edits and fading notices.
  void apply(const Requests& requests, double now, RunTime time = RunTime::kAtOnce);

  // Waits until no run and no background work is in progress: for pictures and tests.
  void settle();

 private:
  // One for each kind of request that the session carries out.
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
  void carry_out(const request::ChangeRate& change, double /*now*/) { learner_->change_rate(change.rate); }

  void visit(const Place* place, double now);
  void remember_visit() { visits_.remember(place_of(document())); }
  void change_to(State next, const std::string& merge, double now);
  void generate_from_start(double now);
  void say_if_none_is_known();
  std::string generated_token(engine::Index token, engine::Index row) const;
  void open(const Document& document, double now, const std::string& file = "");
  void refresh();
  void fade_notice(double now);
  void play(double now);
  void learn();
  void follow_trace();
  void keep_focus_valid();
  Focus focus_in_trace() const;

  History history_;
  Visits visits_;
  Runs runs_;
  std::shared_ptr<const engine::Trace> followed_;  // the trace that the focus was adjusted to

  Focus shown_;        // the focus if the trace has it, otherwise the nearest one
  int head_ = 0;       // the last focused head, which the trace need not have
  int last_head_ = 0;  // in the trace
  engine::Cell hover_;
  std::shared_ptr<const engine::Trace> hovered_;
  Desk desk_;
  Player player_;
  Viewport viewport_;
  engine::StageKind viewport_kind_;
  std::optional<Notice> notice_;
  std::unique_ptr<Background> background_;  // never null
  std::unique_ptr<Learner> learner_;        // never null
  RecordedRun::Shared moment_;              // the shown model of a run, so that it stays open
};

}  // namespace app
