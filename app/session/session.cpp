// session.cpp: applies requests in order, and follows up on them.
#include "app/session/session.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/document/generation.h"
#include "app/document/model_tokens.h"
#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/steps.h"
#include "engine/analysis/unknown_words.h"
#include "engine/model/sampling.h"

namespace app {
namespace {

bool has_cell(const engine::Stage& stage, const std::pair<engine::Index, engine::Index>& cell) {
  return cell.first >= 0 && cell.first < stage.rows && cell.second >= 0 && cell.second < stage.columns;
}

}  // namespace

Session::Session(State initial, std::function<void()> wake)
    : history_(std::move(initial)),
      runs_(wake),
      background_(std::make_unique<Background>(wake)),
      learner_(std::make_unique<Learner>(std::move(wake))) {
  refresh();
  remember_visit();
}

Session::~Session() = default;

int Session::focused_stage() const {
  if (!trace()) return -1;
  return trace()->find(shown_.stage).value_or(-1);
}

engine::Cell Session::explained_cell() const {
  if (!trace()) return {};
  if (!hovered_ && hover_.stage >= 0 && hover_.stage < trace()->size()) return hover_;
  if (const auto step = play_step()) return cell_of(*trace(), focused_stage(), *step);
  // Before the first step there is no cell yet, not even the pinned one.
  if (desk_.playback.position <= 0 && play_plan()) return {};
  const auto& pinned = shown_.pinned;
  return pinned && focused_stage() >= 0 ? engine::Cell{focused_stage(), pinned->first, pinned->second}
                                        : engine::Cell{};
}

void Session::apply(const Requests& requests, double now, RunTime time) {
  hover_ = {};
  hovered_.reset();
  for (const FrameRequest& one : requests.all()) {
    std::visit(
        [&](const auto& wanted) {
          if constexpr (!is_for_shell<std::decay_t<decltype(wanted)>>) carry_out(wanted, now);
        },
        one);
  }
  runs_.lose_changed_models();
  learn();
  if (time == RunTime::kAtOnce) {
    refresh();
    runs_.take_finished();
  }
  follow_trace();
  remember_visit();
  fade_notice(now);
  play(now);
}

std::optional<double> Session::notice_fades_in(double now) const {
  if (!notice_ || notice_->is_error || !notice_->offered.empty() || notice_->removes) return std::nullopt;
  return notice_->since == 0 ? kNoticeSeconds : std::max(0.0, notice_->since + kNoticeSeconds - now);
}

void Session::fade_notice(double now) {
  if (notice_ && notice_->since == 0) notice_->since = now;
  if (notice_fades_in(now) == 0.0) notice_.reset();
}

void Session::change_to(State next, const std::string& merge, double now) {
  if (const auto bad = history_.change_to(std::move(next), merge, now))
    notice_ = Notice{bad->key, bad->arguments, now, true, {}};
}

void Session::carry_out(const request::Reset& /*reset*/, double now) {
  State next = state();
  const Document& base = history_.opened();
  if (next.document.is_batch && !base.is_batch) set_batch(next, false);
  const Document typed = next.document;
  // Everything except what is typed, what depends on it, and the focus.
  next.document = base;
  next.document.text = typed.text;
  next.document.target = typed.target;
  next.document.own_target = typed.own_target;
  next.document.focus = typed.focus;
  if (typed.text != base.text) next.document.padded = typed.padded;
  if (typed.text != base.text || typed.target != base.target || typed.own_target != base.own_target) {
    next.document.generated = typed.generated;
    next.document.generated_ids = typed.generated_ids;
  }
  keep_consistent(state(), next);
  change_to(std::move(next), "", now);
}

void Session::open(const Document& document, double now, const std::string& file) {
  learner_->forget_former_names();
  if (const auto bad = history_.open(document, file, now))
    notice_ = Notice{bad->key, bad->arguments, now, true, {}};
}

void Session::open_file(const std::string& path, const Document& document, double now) {
  open(document, now, path);
  if (!path.empty()) saved_in(path, document);
  refresh();
  remember_visit();
}

void Session::carry_out(const request::OpenExample& example, double now) {
  open(examples()[example.index].document, now);
}

void Session::carry_out(const request::OpenLine& opened, double now) {
  auto document = from_line(opened.line);
  if (document) {
    open(*document, now);
  } else {
    notice_ = Notice{document.error().key, document.error().arguments, now, true, {}};
  }
}

void Session::carry_out(const request::Hover& hover, double /*now*/) {
  hover_ = hover.cell;
  hovered_ = hover.derived;
}

void Session::visit(const Place* place, double now) {
  if (place == nullptr) return;
  State next = state();
  go_to_place(next.document, *place);
  keep_consistent(state(), next);
  change_to(std::move(next), "walk", now);
}

void Session::carry_out(const request::Edit& edit, double now) {
  State next = state();
  edit.change(next);
  keep_consistent(state(), next);
  const bool was_crafted = document().config.model == engine::ModelKind::kCrafted;
  const auto sizes = [](const engine::Config& config) {
    return std::array{config.d_model, config.n_heads, config.d_k, config.d_v,
                      config.i_q,     config.i_k,     config.i_v, config.d_o};
  };
  const auto before = sizes(document().config);
  if (next.document.trainings != document().trainings) learner_->forget_former_names();
  change_to(std::move(next), edit.merge, now);
  if (was_crafted && before != sizes(document().config))
    notice_ = Notice{"notice.switched_to_seeded", {}, now, false, {}};
}

bool Session::can_generate() const {
  const Document& now = document();
  if (!trace() || !now.config.has_decoder() || now.is_batch || error() || !same_run(trace_document(), now))
    return false;
  if (checkpoint() && checkpoints::has_ended(now, *checkpoint())) return false;
  const auto logits = trace()->find("logits");
  return logits && engine::has_room(now.config, trace()->stage(*logits).rows);
}

void Session::carry_out(const request::Generate& /*generate*/, double now) {
  if (!can_generate()) return;
  if (document().own_target) return generate_from_start(now);
  const int probabilities = trace()->find("probabilities").value();
  const int sequence = trace()->stage(probabilities).row_sequence;
  const engine::Index row = engine::prediction_row(trace()->sequence(sequence));
  const size_t count = document().generated.size();
  const auto ruled = ruled_logits(checkpoint().get(), *trace(), probabilities, row, count);
  if (checkpoint()) {
    if (const auto bad = check_any_left(*checkpoint(), ruled)) {
      notice_ = Notice{bad->key, bad->arguments, now, true, {}};
      return;
    }
  }
  const engine::Index token = engine::choose_token(ruled.logits, document().sampling, count).token;
  State next = state();
  next.document.generated.push_back(generated_token(token, row));
  if (document().config.model == engine::ModelKind::kCheckpoint) next.document.generated_ids.push_back(token);
  change_to(std::move(next), "", now);
}

// The model's own translation gives way to what it generates.
void Session::generate_from_start(double now) {
  State next = state();
  set_target(next, "");
  keep_consistent(state(), next);
  change_to(std::move(next), "", now);
}

// A token as the vocabulary has it; an unknown one as the word that its row looks at.
std::string Session::generated_token(engine::Index token, engine::Index row) const {
  const bool is_unknown = checkpoint() && checkpoints::unknown_token(*checkpoint()) == token;
  const auto word = is_unknown ? engine::unknown_word(*trace(), row) : std::nullopt;
  return word ? word->typed : trace()->vocabulary().at(static_cast<size_t>(token));
}

void Session::carry_out(const request::TakeBack& /*take_back*/, double now) {
  if (document().generated.empty()) return;
  State next = state();
  next.document.generated.pop_back();
  if (!next.document.generated_ids.empty()) next.document.generated_ids.pop_back();
  keep_consistent(state(), next);
  change_to(std::move(next), "", now);
}

void Session::refresh() {
  runs_.refresh(document());
  follow_trace();
}

// A text of which the model knows no word is shown all the same.
void Session::say_if_none_is_known() {
  constexpr const char* kNoneKnown = "notice.none_known";
  if (notice_ && notice_->key == kNoneKnown) notice_.reset();
  if (!trace() || !checkpoint() || !checkpoint()->tokenizer) return;
  if (knows_none(trace()->sequence(0), *checkpoint()->tokenizer))
    notice_ = Notice{kNoneKnown, {}, 0, false, {}};
}

// In a new trace no cell is hovered yet.
void Session::follow_trace() {
  if (trace() != followed_) {
    followed_ = trace();
    if (trace()) last_head_ = std::max(head_count(*trace()) - 1, 0);
    hover_ = {};
    hovered_.reset();
    say_if_none_is_known();
  }
  keep_focus_valid();
}

void Session::run_again() {
  runs_.run_again();
  follow_trace();
}

void Session::settle() {
  learner_->settle();
  learn();
  runs_.refresh(document());
  runs_.settle();
  follow_trace();
  background_->settle();
}

// The focus must exist in the document's own trace. If that is not ready yet, the focus waits for it.
void Session::keep_focus_valid() {
  const Focus& wanted = document().focus;
  const bool has_own = trace() && same_run(trace_document(), document());
  shown_ = trace() ? focus_in_trace() : wanted;
  if (has_own) {
    // A place that is gone is also removed from the visits.
    visits_.correct(wanted, shown_);
    history_.look_at(shown_);
    runs_.look_at(shown_);
  }
  head_ = engine::head_of(document().focus.stage).value_or(head_);
  const engine::StageKind kind = engine::kind_of(shown_.stage);
  if (kind != viewport_kind_) viewport_ = {};
  viewport_kind_ = kind;
}

// The focus, or the nearest one in the trace: with fewer heads the last head, with fewer tokens no pinned
// cell.
Focus Session::focus_in_trace() const {
  Focus focus = document().focus;
  const engine::Stage& stage = trace()->stage(nearest_stage(*trace(), focus.stage));
  const bool keeps_pin =
      focus.pinned && same_cells(focus.stage, stage.address) && has_cell(stage, *focus.pinned);
  if (!keeps_pin) focus.pinned.reset();
  focus.stage = stage.address;
  return focus;
}

}  // namespace app
