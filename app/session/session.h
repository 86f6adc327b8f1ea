// session.h: the one owner of what can change: text, settings, focus, looks; their history; and the trace
// they make.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/session/background.h"
#include "app/session/changes.h"
#include "app/session/playback.h"
#include "app/session/requests.h"
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

class ModelCache;
class TraceStore;
class TraceWorker;
struct Task;
struct Made;

class Session {
 public:
  // `wake` is called from another thread when a long run has finished; it may be empty.
  explicit Session(State initial, std::function<void()> wake = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const State& state() const { return state_; }
  const Document& document() const { return state_.document; }
  const Preferences& preferences() const { return state_.preferences; }

  // The last trace that was made; null only where none could be made yet. While a long run is under way, and
  // where the document cannot be run (then error() says why), it is that of an earlier document.
  const std::shared_ptr<const engine::Trace>& trace() const { return trace_; }
  // The document that trace() was made from, with the last focus that it had; only where there is a trace.
  const Document& trace_document() const { return trace_document_; }
  // The trace before the last change of what is run: what that change moved can be seen against it. Null
  // where nothing has changed yet.
  const std::shared_ptr<const engine::Trace>& earlier_trace() const { return earlier_trace_; }
  // The document that this one is compared with, and its trace: null where there is none, or not yet.
  const std::optional<Document>& baseline() const { return baseline_; }
  const std::shared_ptr<const engine::Trace>& baseline_trace() const { return baseline_trace_; }
  // The trained model that trace() was made with; null where it is none.
  const checkpoints::Shared& checkpoint() const { return checkpoint_; }
  const std::optional<engine::Error>& error() const { return error_; }
  bool computing() const;
  // Which part of the run under way is done, 0 to 1; 0 where that is not known yet.
  double computed() const;
  // Where what is slow to make of a large trace is made; and what is kept of it.
  Background& background() const { return *background_; }
  const engine::BandCache& bands() const { return *bands_; }

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

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  // The history: the states that undo and redo go to, the oldest first, and which of them is now. What a step
  // did is the difference to the one before: history_words.h puts it in words.
  size_t step_count() const { return past_.size() + 1 + future_.size(); }
  size_t step_now() const { return past_.size(); }
  const State& step_state(size_t step) const;
  // Whether there is a place that was looked at before, or after.
  bool can_go_back() const { return visit_ > 0; }
  bool can_go_forward() const { return visit_ + 1 < visits_.size(); }
  // Whether the decoder can choose a token now: it has one run that is no batch, and its trace is there.
  bool can_generate() const;

  // The file that the document was opened from or saved in; empty: none yet. Undo returns it with the
  // document.
  const std::string& file() const { return origin_->file; }
  // Whether the file, or what was opened without one, says something else than the document now, apart from
  // where one looks.
  bool is_changed() const;
  // Opens what a file holds, or with an empty path what has no file yet. The document that it takes the place
  // of can be had back by undo.
  void open_file(const std::string& path, const Document& document, double now);
  // The document belongs to this file from now on, which holds `held`.
  void saved_in(const std::string& path, const Document& held);
  // The changed documents that others were opened over since the last call: to be kept, since undo ends with
  // the window.
  std::vector<Document> take_set_aside() { return std::exchange(set_aside_, {}); }
  // Changes how the window stands, for the shell.
  void arrange(const std::function<void(Desk&)>& change) { change(desk_); }

  // Runs the document again: something has changed that it only names.
  void run_again();

  // Applies a frame's requests, runs what has changed and takes over a finished run. `now`: seconds, for
  // merging edits and fading notices. Returns whether anything on the screen may have changed.
  bool apply(const Requests& requests, double now, Runs runs = Runs::kAtOnce);

  // Waits until no run is under way, and nothing else that is made in the background: for pictures and tests.
  void settle();

 private:
  // What was opened, whose settings Reset returns to, and the file that it belongs to.
  struct Origin {
    Document document;
    std::string file;
  };
  // An entry of the history: the state, and where it began. The moments between two openings share it, so a
  // file that is chosen late is that of the earlier ones too.
  struct Moment {
    State state;
    std::shared_ptr<Origin> origin;
  };

  // A place that was looked at.
  struct Visit {
    std::string view;
    std::string stage;
    bool operator==(const Visit&) const = default;
  };

  void edit(const Requests::Edit& edit, double now);
  void generate(double now);
  void take_back(double now);
  void visit(int by, double now);
  void remember_visit();
  void change_to(State next, const std::string& merge, double now);
  void restore(std::deque<Moment>& from, std::deque<Moment>& to);
  void go_to_step(size_t step);
  void reset(double now);
  void open(const Document& document, double now, const std::string& file = "");
  void open_line(const std::string& line, double now);
  void refresh();
  bool fade_notice(double now);
  void play(double now);
  std::function<engine::Result<Made>(const Task&, const std::stop_token&)> run() const;
  engine::Result<Task> task_of(const Document& document) const;
  void compute();
  double cost(const Task& task) const;
  void compute_baseline();
  void take_baseline(const Made& made);
  bool take_finished();
  void take(const engine::Result<Made>& outcome);
  void lose_changed_models();
  void keep_focus_valid();
  Focus focus_in_trace() const;

  State state_;
  std::shared_ptr<Origin> origin_;         // never null
  std::map<std::string, Document> files_;  // what the files hold that were opened or saved
  std::vector<Document> set_aside_;
  std::deque<Moment> past_;
  std::deque<Moment> future_;
  std::vector<Visit> visits_;  // in the order that they were made; visit_ is where one is
  size_t visit_ = 0;
  std::string last_merge_;
  double first_edit_ = 0;  // of the newest undo step, seconds
  double last_edit_ = 0;

  std::unique_ptr<ModelCache> models_;
  std::shared_ptr<engine::BandCache> bands_;
  std::shared_ptr<const engine::Trace> trace_;
  std::shared_ptr<const engine::Trace> earlier_trace_;
  checkpoints::Shared checkpoint_;
  Document trace_document_;
  Document refreshed_;  // what the runs, made or under way, are of
  std::optional<engine::Error> error_;
  std::unique_ptr<TraceStore> kept_;
  std::unique_ptr<TraceWorker> worker_;
  std::optional<Document> baseline_;
  std::shared_ptr<const engine::Trace> baseline_trace_;
  checkpoints::Shared baseline_checkpoint_;  // that it was made with; null where it is none
  std::unique_ptr<TraceWorker> baseline_worker_;

  Focus shown_;        // the focus where trace_ has it, or the nearest that it has
  int head_ = 0;       // the head that was looked at last, which trace_ need not have
  int last_head_ = 0;  // of trace_
  engine::Cell hover_;
  std::shared_ptr<const engine::Trace> hovered_;
  Desk desk_;
  std::string played_stage_;         // the address that desk_.playback.position is of
  std::optional<double> played_at_;  // seconds: when it was moved on
  Viewport viewport_;
  engine::StageKind viewport_kind_;
  std::optional<Notice> notice_;
  std::unique_ptr<Background> background_;  // never null
};

}  // namespace app
