// session.cpp: applies requests to the state, keeps its history, and makes the trace that belongs to it.
#include "app/session/session.h"

#include <algorithm>

#include "app/checkpoints.h"
#include "app/session/examples.h"
#include "app/session/model_cache.h"
#include "app/session/steps.h"
#include "app/session/trace_store.h"
#include "app/session/worker.h"
#include "engine/model/forward.h"
#include "engine/model/mask_changes.h"
#include "engine/model/sampling.h"

namespace app {
namespace {

constexpr double kMergeSeconds = 1.0;   // edits closer than this, of one kind, are one undo step
constexpr double kLongestMerge = 5.0;   // so that typing without a pause is taken back a piece at a time
constexpr size_t kHistoryLimit = 1000;  // states kept
// A run below this many multiply-adds takes under 4 ms on any processor of the last ten years, so it is made
// at once and the next frame is already right.
constexpr double kAtOnceOperations = 6e7;

bool has_cell(const engine::Stage& stage, const std::pair<engine::Index, engine::Index>& cell) {
  return cell.first >= 0 && cell.first < stage.rows && cell.second >= 0 && cell.second < stage.columns;
}

// Whether two documents make the same trace but for their masks and what comes of these.
bool differs_only_in_masks(const Document& one, const Document& other) {
  Document same = one;
  engine::copy_masks(other.config, same.config);
  return same_run(same, other);
}

// Each stroke of the brush has a key of its own: it is one step, however long it takes.
bool is_stroke(std::string_view merge) {
  return merge.starts_with(kStroke);
}

// Makes traces with the models at hand, on either thread.
Run run_with(ModelCache& models, const std::shared_ptr<engine::BandCache>& bands) {
  return [&models, bands](const Task& task, const std::stop_token& stop) -> Outcome {
    const auto model = models.get(task.config);
    if (!model) return model.error();
    if (stop.stop_requested()) return Outcome(nullptr);
    return engine::forward(**model, task.input, task.config, stop, task.earlier, {std::nullopt, bands});
  };
}

}  // namespace

Session::Session(State initial, std::function<void()> wake)
    : state_(std::move(initial)),
      origin_(std::make_shared<Origin>(Origin{state_.document, ""})),
      models_(std::make_unique<ModelCache>()),
      bands_(std::make_shared<engine::BandCache>()),
      kept_(std::make_unique<TraceStore>()),
      worker_(std::make_unique<TraceWorker>(run_with(*models_, bands_), wake)),
      baseline_worker_(std::make_unique<TraceWorker>(run_with(*models_, bands_), wake)),
      background_(std::make_unique<Background>(std::move(wake))) {
  compute();
  compute_baseline();
  keep_focus_valid();
  remember_visit();
}

Session::~Session() = default;

bool Session::computing() const {
  return worker_->running() || baseline_worker_->running();
}

int Session::focused_stage() const {
  if (!trace_) return -1;
  return trace_->find(shown_.stage).value_or(-1);
}

engine::Cell Session::explained_cell() const {
  if (!trace_) return {};
  if (!hovered_ && hover_.stage >= 0 && hover_.stage < trace_->size()) return hover_;
  if (const auto step = play_step()) return cell_of(*trace_, focused_stage(), *step);
  // Before the first step no cell is there yet, the pinned one neither.
  if (desk_.playback.position <= 0 && play_plan()) return {};
  const auto& pinned = shown_.pinned;
  return pinned && focused_stage() >= 0 ? engine::Cell{focused_stage(), pinned->first, pinned->second}
                                        : engine::Cell{};
}

std::optional<PlayPlan> Session::play_plan() const {
  const int stage = focused_stage();
  if (!desk_.playback.is_open || stage < 0 || document().focus.view != "stage") return std::nullopt;
  const auto& token = document().focus.token;
  const engine::Stage& played = trace_->stage(stage);
  if (!token || !played.rows_are().counts_tokens()) return PlayPlan(*trace_, stage);
  return PlayPlan(*trace_, stage, std::min(*token, played.rows - 1));
}

std::optional<PlayStep> Session::play_step() const {
  const auto plan = play_plan();
  const auto step = plan ? plan->at(desk_.playback.position) : std::nullopt;
  return step ? std::optional(plan->step(*step)) : std::nullopt;
}

std::optional<PlayStep> Session::explained_step() const {
  const bool is_hovered = hovered_ || hover_.stage >= 0;
  return is_hovered ? std::nullopt : play_step();
}

std::optional<double> Session::plays_on_in() const {
  const Playback& playback = desk_.playback;
  const auto plan = playback.is_playing ? play_plan() : std::nullopt;
  return plan ? std::optional(plan->next_change(playback.position) / playback.speed) : std::nullopt;
}

// Moves what plays on by the time since the last frame. Another stage begins anew.
void Session::play(double now) {
  Playback& playback = desk_.playback;
  const auto plan = play_plan();
  if (!playback.is_open) played_stage_.clear();
  if (!plan) {
    playback.is_playing = false;
    played_at_.reset();
    return;
  }
  const std::string& here = trace_->stage(focused_stage()).address;
  if (!played_stage_.empty() && here != played_stage_) playback.position = 0;
  played_stage_ = here;
  if (playback.is_playing && played_at_) {
    const double seconds = plan->seconds_at(playback.position) + (now - *played_at_) * playback.speed;
    playback.position = plan->position_at(seconds);
    if (playback.position >= plan->length() && playback.loops) playback.position = 0;
    playback.is_playing = playback.position < plan->length();
  }
  playback.position = std::clamp(playback.position, 0.0, plan->length());
  played_at_ = playback.is_playing ? std::optional(now) : std::nullopt;
}

bool Session::apply(const Requests& requests, double now) {
  const State before = state_;
  const engine::Cell hover_before = hover_;
  const Desk desk_before = desk_;
  const auto trace_before = trace_;
  hover_ = requests.hover_;
  hovered_ = requests.hovered_;
  for (const auto& arrange : requests.arrangements_) arrange(desk_);
  if (requests.zoomed_) viewport_ = requests.viewport_;
  if (requests.dismiss_notice_) notice_.reset();
  for (const auto& request : requests.edits_) edit(request, now);
  if (requests.reset_) reset(now);
  if (requests.example_ >= 0) open(examples()[static_cast<size_t>(requests.example_)].document, now);
  if (!requests.session_line_.empty()) open_line(requests.session_line_, now);
  for (int i = 0; i < requests.tokens_; ++i) generate(now);
  for (int i = requests.tokens_; i < 0; ++i) take_back(now);
  if (requests.visits_ != 0) visit(requests.visits_, now);
  if (requests.history_ < 0) restore(past_, future_);
  if (requests.history_ > 0) restore(future_, past_);
  if (requests.step_ >= 0) go_to_step(static_cast<size_t>(requests.step_));
  refresh(before);
  remember_visit();
  const bool arrived = take_finished();
  const bool faded = fade_notice(now);
  play(now);
  return state_ != before || hover_ != hover_before || desk_ != desk_before || trace_ != trace_before ||
         requests.zoomed_ || arrived || faded;
}

std::optional<double> Session::notice_fades_in(double now) const {
  if (!notice_ || notice_->is_error || !notice_->offered.empty()) return std::nullopt;
  return notice_->since == 0 ? kNoticeSeconds : std::max(0.0, notice_->since + kNoticeSeconds - now);
}

bool Session::fade_notice(double now) {
  if (notice_ && notice_->since == 0) notice_->since = now;
  if (notice_fades_in(now) != 0.0) return false;
  notice_.reset();
  return true;
}

void Session::reset(double now) {
  State next = state_;
  const Document& base = origin_->document;
  if (next.document.is_batch && !base.is_batch) set_batch(next, false);
  const Document typed = next.document;
  // All but what is typed, what hangs on it, and where one looks.
  next.document = base;
  next.document.text = typed.text;
  next.document.target = typed.target;
  next.document.focus = typed.focus;
  if (typed.text != base.text) next.document.padded = typed.padded;
  if (typed.text != base.text || typed.target != base.target) {
    next.document.generated = typed.generated;
    next.document.generated_ids = typed.generated_ids;
  }
  keep_consistent(state_, next);
  change_to(std::move(next), "", now);
}

void Session::open(const Document& document, double now, const std::string& file) {
  if (is_changed()) set_aside_.push_back(this->document());
  State next = state_;
  next.document = document;
  change_to(std::move(next), "", now);
  origin_ = std::make_shared<Origin>(Origin{document, file});
}

void Session::open_file(const std::string& path, const Document& document, double now) {
  const State before = state_;
  open(document, now, path);
  if (!path.empty()) saved_in(path, document);
  refresh(before);
  remember_visit();
}

void Session::saved_in(const std::string& path, const Document& held) {
  origin_->file = path;
  files_.insert_or_assign(path, held);
}

bool Session::is_changed() const {
  const auto found = files_.find(origin_->file);
  const Document& held = found == files_.end() ? origin_->document : found->second;
  if (held.focus == document().focus) return held != document();
  Document looking_there = held;
  looking_there.focus = document().focus;
  return looking_there != document();
}

void Session::open_line(const std::string& line, double now) {
  auto opened = from_line(line);
  if (opened) {
    open(*opened, now);
  } else {
    notice_ = Notice{opened.error().key, opened.error().arguments, now, true};
  }
}

void Session::edit(const Requests::Edit& edit, double now) {
  State next = state_;
  edit.change(next);
  keep_consistent(state_, next);
  const State before = state_;
  change_to(std::move(next), edit.merge, now);
  const bool was_crafted = before.document.config.model == engine::ModelKind::kCrafted;
  const bool resized = before.document.config.d_model != document().config.d_model ||
                       before.document.config.n_heads != document().config.n_heads ||
                       before.document.config.d_k != document().config.d_k ||
                       before.document.config.d_v != document().config.d_v;
  if (was_crafted && resized) notice_ = Notice{"notice.switched_to_seeded", {}, now, false};
}

bool Session::can_generate() const {
  const Document& now = document();
  if (!trace_ || !now.config.has_decoder() || now.is_batch || error_ || !same_run(trace_document_, now) ||
      checkpoints::has_ended(now))
    return false;
  const auto logits = trace_->find("logits");
  return logits && engine::has_room(now.config, trace_->stage(*logits).rows);
}

void Session::generate(double now) {
  if (!can_generate()) return;
  const int logits = trace_->find("logits").value();
  const engine::Index row = engine::prediction_row(trace_->sequence(trace_->stage(logits).row_sequence));
  const engine::Index token = engine::choose_token(trace_->read_row(logits, row).row(0), document().sampling,
                                                   document().generated.size())
                                  .token;
  State next = state_;
  next.document.generated.push_back(trace_->vocabulary().at(static_cast<size_t>(token)));
  if (document().config.model == engine::ModelKind::kCheckpoint) next.document.generated_ids.push_back(token);
  change_to(std::move(next), "", now);
}

void Session::take_back(double now) {
  if (document().generated.empty()) return;
  State next = state_;
  next.document.generated.pop_back();
  if (!next.document.generated_ids.empty()) next.document.generated_ids.pop_back();
  keep_consistent(state_, next);
  change_to(std::move(next), "", now);
}

void Session::visit(int by, double now) {
  const auto wanted = static_cast<int>(visit_) + by;
  if (wanted < 0 || wanted >= static_cast<int>(visits_.size())) return;
  visit_ = static_cast<size_t>(wanted);
  State next = state_;
  focus_on(next, visits_[visit_].stage);
  next.document.focus.view = visits_[visit_].view;
  change_to(std::move(next), "walk", now);
}

// Where one is now becomes the newest place, unless it is the one that back or forward came to.
void Session::remember_visit() {
  Visit here{document().focus.view, document().focus.stage};
  if (!visits_.empty() && visits_[visit_] == here) return;
  if (!visits_.empty()) visits_.resize(visit_ + 1);
  visits_.push_back(std::move(here));
  if (visits_.size() > kHistoryLimit) visits_.erase(visits_.begin());
  visit_ = visits_.size() - 1;
}

void Session::change_to(State next, const std::string& merge, double now) {
  if (next == state_) return;
  // That the tour was seen is no change to take back.
  State seen = state_;
  seen.preferences.tour_seen = next.preferences.tour_seen;
  if (next == seen) {
    state_ = std::move(next);
    return;
  }
  const bool in_time = now - last_edit_ < kMergeSeconds && now - first_edit_ < kLongestMerge;
  const bool merges =
      !merge.empty() && merge == last_merge_ && (in_time || is_stroke(merge)) && !past_.empty();
  if (!merges) {
    first_edit_ = now;
    past_.push_back({state_, origin_});
    if (past_.size() > kHistoryLimit) past_.pop_front();
  }
  future_.clear();
  state_ = std::move(next);
  last_merge_ = merge;
  last_edit_ = now;
}

void Session::restore(std::deque<Moment>& from, std::deque<Moment>& to) {
  if (from.empty()) return;
  const bool tour_seen = state_.preferences.tour_seen;
  to.push_back({std::move(state_), std::move(origin_)});
  state_ = std::move(from.back().state);
  state_.preferences.tour_seen = tour_seen;
  origin_ = std::move(from.back().origin);
  from.pop_back();
  last_merge_.clear();
}

void Session::go_to_step(size_t step) {
  step = std::min(step, step_count() - 1);
  while (step < step_now()) restore(past_, future_);
  while (step > step_now()) restore(future_, past_);
}

const State& Session::step_state(size_t step) const {
  if (step < past_.size()) return past_[step].state;
  if (step == past_.size()) return state_;
  // What was undone last is redone first.
  return future_[future_.size() - (step - past_.size())].state;
}

void Session::refresh(const State& before) {
  if (!same_run(before.document, document())) compute();
  if (before.document.baseline != document().baseline) compute_baseline();
  keep_focus_valid();
}

// What came of the runs that were under way; whether anything did.
bool Session::take_finished() {
  auto finished = worker_->take();
  auto compared = baseline_worker_->take();
  const bool any = finished.has_value() || compared.has_value();
  if (finished) take(*std::move(finished));
  if (compared && compared->ok()) take_baseline(std::move(*compared).value());
  return any;
}

void Session::take_baseline(std::shared_ptr<const engine::Trace> trace) {
  baseline_trace_ = std::move(trace);
  if (baseline_trace_) kept_->keep(*baseline_, baseline_trace_);
}

// The trace that the document is compared with, most often that of a document of a moment ago.
void Session::compute_baseline() {
  baseline_worker_->cancel();
  baseline_trace_.reset();
  auto read = document().baseline ? from_line(*document().baseline) : engine::Error{};
  baseline_ = read ? std::optional(std::move(read).value()) : std::nullopt;
  if (!baseline_) return;
  if (auto known = kept_->find(*baseline_)) return take_baseline(std::move(known));
  auto input = within_memory([this] { return input_of(*baseline_); });
  if (!input || engine::check(baseline_->config, *input)) return;
  Task task{std::move(input).value(), baseline_->config, trace_};
  if (cost(task, *baseline_) >= kAtOnceOperations) return baseline_worker_->start(std::move(task));
  auto made = attempt(run_with(*models_, bands_), task);
  if (made) take_baseline(std::move(made).value());
}

void Session::compute() {
  worker_->cancel();
  error_.reset();
  if (auto known = kept_->find(document())) return take(std::move(known));
  auto input = within_memory([this] { return input_of(document()); });
  if (!input) {
    error_ = input.error();
    return;
  }
  if (auto bad = engine::check(document().config, *input)) {
    error_ = std::move(bad);
    return;
  }
  Task task{std::move(input).value(), document().config, trace_};
  if (cost(task, document()) < kAtOnceOperations) {
    take(attempt(run_with(*models_, bands_), task));
  } else {
    worker_->start(std::move(task));
  }
}

// A run in multiply-adds, with the making of its model where that is not at hand. Where only masks are others
// than in the trace at hand, what lies above them is taken from there.
double Session::cost(const Task& task, const Document& document) const {
  const engine::Config& config = task.config;
  const bool below_masks = trace_ && differs_only_in_masks(trace_document_, document);
  const double operations = below_masks
                                ? engine::estimate_below_masks(config, task.input, trace_document_.config)
                                : engine::estimate_operations(config, task.input);
  return models_->has(config) ? operations
                              : operations + kOperationsPerWeight * engine::count_weights(config);
}

void Session::take(Outcome outcome) {
  if (!outcome) {
    error_ = outcome.error();
    return;
  }
  earlier_trace_ = std::move(trace_);
  trace_ = std::move(outcome).value();
  trace_document_ = document();
  if (trace_) kept_->keep(document(), trace_);
  last_head_ = std::max(head_count(*trace_) - 1, 0);
  hover_ = {};
  hovered_.reset();
  keep_focus_valid();
}

void Session::settle() {
  worker_->wait();
  baseline_worker_->wait();
  take_finished();
  background_->settle();
}

// What is looked at must exist in the document's own trace. Where that is not made yet, the focus waits for
// it.
void Session::keep_focus_valid() {
  Focus& focus = state_.document.focus;
  shown_ = trace_ ? focus_in_trace() : focus;
  if (trace_ && same_run(trace_document_, document())) {
    // A place that is gone is left out of the way that was gone, too.
    if (!visits_.empty() && visits_[visit_] == Visit{focus.view, focus.stage})
      visits_[visit_].stage = shown_.stage;
    focus = shown_;
    trace_document_.focus = shown_;
  }
  head_ = head_of(focus.stage).value_or(head_);
  const std::string kind = stage_kind(shown_.stage);
  if (kind != viewport_kind_) viewport_ = {};
  viewport_kind_ = kind;
}

// The focus, or the nearest to it that the trace has: with fewer heads the last head, with fewer tokens no
// pinned cell.
Focus Session::focus_in_trace() const {
  Focus focus = document().focus;
  const engine::Stage& stage = trace_->stage(nearest_stage(*trace_, focus.stage));
  const bool keeps_pin =
      focus.pinned && same_cells(focus.stage, stage.address) && has_cell(stage, *focus.pinned);
  if (!keeps_pin) focus.pinned.reset();
  focus.stage = stage.address;
  return focus;
}

}  // namespace app
