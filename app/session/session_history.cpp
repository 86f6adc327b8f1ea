// session_history.cpp: what can be taken back: the states before and after now, and the places looked at.
#include <algorithm>

#include "app/document/document_limits.h"
#include "app/session/session.h"
#include "app/session/steps.h"

namespace app {
namespace {

constexpr double kMergeSeconds = 1.0;   // edits closer than this, of one kind, are one undo step
constexpr double kLongestMerge = 5.0;   // so that typing without a pause is taken back a piece at a time
constexpr size_t kHistoryLimit = 1000;  // states kept

// Each stroke of the brush has a key of its own: it is one step, however long it takes.
bool is_stroke(std::string_view merge) {
  return merge.starts_with(kStroke);
}

}  // namespace

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
  if (const auto bad = check_limits(next.document)) {
    notice_ = Notice{bad->key, bad->arguments, now, true, {}};
    return;
  }
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

}  // namespace app
