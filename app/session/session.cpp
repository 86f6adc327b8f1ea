// session.cpp: applies requests to the state. Its history, its runs and its films have files of their own.
#include "app/session/session.h"

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/session/examples.h"
#include "app/session/model_cache.h"
#include "app/session/steps.h"
#include "app/session/trace_store.h"
#include "app/session/worker.h"
#include "engine/model/sampling.h"

namespace app {
namespace {

bool has_cell(const engine::Stage& stage, const std::pair<engine::Index, engine::Index>& cell) {
  return cell.first >= 0 && cell.first < stage.rows && cell.second >= 0 && cell.second < stage.columns;
}

}  // namespace

Session::Session(State initial, std::function<void()> wake)
    : state_(std::move(initial)),
      origin_(std::make_shared<Origin>(Origin{state_.document, ""})),
      models_(std::make_unique<ModelCache>()),
      bands_(std::make_shared<engine::BandCache>()),
      kept_(std::make_unique<TraceStore>()),
      worker_(std::make_unique<TraceWorker>(run(), wake)),
      baseline_worker_(std::make_unique<TraceWorker>(run(), wake)),
      background_(std::make_unique<Background>(std::move(wake))) {
  refreshed_ = document();
  compute();
  compute_baseline();
  keep_focus_valid();
  remember_visit();
}

Session::~Session() = default;

bool Session::computing() const {
  return worker_->running() || baseline_worker_->running();
}

double Session::computed() const {
  return worker_->running() ? worker_->done() : 0;
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

bool Session::apply(const Requests& requests, double now, Runs runs) {
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
  lose_changed_models();
  if (runs == Runs::kAtOnce) refresh();
  remember_visit();
  const bool arrived = runs == Runs::kAtOnce && take_finished();
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
  open(document, now, path);
  if (!path.empty()) saved_in(path, document);
  refresh();
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
  if (!trace_ || !now.config.has_decoder() || now.is_batch || error_ || !same_run(trace_document_, now))
    return false;
  if (checkpoint_ && checkpoints::has_ended(now, *checkpoint_)) return false;
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
  head_ = engine::head_of(focus.stage).value_or(head_);
  const engine::StageKind kind = engine::kind_of(shown_.stage);
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
