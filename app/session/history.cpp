// history.cpp: stores states, and restores them.
#include "app/session/history.h"

#include <algorithm>
#include <string_view>

#include "app/document/document_limits.h"

namespace app {
namespace {

constexpr double kMergeSeconds = 1.0;  // closer edits of the same kind are one undo step
constexpr double kLongestMerge = 5.0;  // so that typing without a pause is undone piece by piece
constexpr size_t kMostSteps = 1000;    // that can be undone

// Each stroke of the brush has its own key: it is one step, however long it takes.
bool is_stroke(std::string_view merge) {
  return merge.starts_with(kStroke);
}

}  // namespace

History::History(State initial)
    : now_(std::move(initial)), origin_(std::make_shared<Origin>(Origin{now_.document, ""})) {}

std::optional<engine::Error> History::change_to(State next, const std::string& merge, double seconds) {
  if (next == now_) return std::nullopt;
  if (auto bad = check_limits(next.document)) return bad;
  ++revision_;
  // Having seen the tour is not a change to undo.
  const bool tour_seen = std::exchange(now_.preferences.tour_seen, next.preferences.tour_seen);
  if (next == now_) return std::nullopt;
  now_.preferences.tour_seen = tour_seen;
  const bool in_time = seconds - last_edit_ < kMergeSeconds && seconds - first_edit_ < kLongestMerge;
  const bool merges =
      !merge.empty() && merge == last_merge_ && (in_time || is_stroke(merge)) && !past_.empty();
  if (!merges) {
    first_edit_ = seconds;
    past_.push_back({std::move(now_), origin_});
    if (past_.size() > kMostSteps) past_.pop_front();
  }
  future_.clear();
  now_ = std::move(next);
  last_merge_ = merge;
  last_edit_ = seconds;
  return std::nullopt;
}

void History::look_at(const Focus& focus) {
  if (focus == now_.document.focus) return;
  now_.document.focus = focus;
  ++revision_;
}

void History::follow_training(const std::string& checkpoint, const std::vector<std::string>& trainings) {
  Document& document = now_.document;
  if (document.config.checkpoint == checkpoint && document.trainings == trainings) return;
  document.config.checkpoint = checkpoint;
  document.trainings = trainings;
  ++revision_;
}

void History::restore(std::deque<Moment>& from, std::deque<Moment>& to) {
  if (from.empty()) return;
  const bool tour_seen = now_.preferences.tour_seen;
  to.push_back({std::move(now_), std::move(origin_)});
  now_ = std::move(from.back().state);
  now_.preferences.tour_seen = tour_seen;
  origin_ = std::move(from.back().origin);
  from.pop_back();
  last_merge_.clear();
  ++revision_;
}

void History::go_to_step(size_t step) {
  step = std::min(step, step_count() - 1);
  while (step < step_now()) undo();
  while (step > step_now()) redo();
}

const State& History::step_state(size_t step) const {
  if (step < past_.size()) return past_[step].state;
  if (step == past_.size()) return now_;
  return future_[future_.size() - (step - past_.size())].state;
}

std::optional<engine::Error> History::open(const Document& document, const std::string& file,
                                           double seconds) {
  std::optional<Document> aside;
  if (is_changed()) aside = now_.document;
  State next = now_;
  next.document = document;
  if (auto bad = change_to(std::move(next), "", seconds)) return bad;
  if (aside) set_aside_.push_back(std::move(*aside));
  origin_ = std::make_shared<Origin>(Origin{document, file});
  changed_.reset();
  return std::nullopt;
}

void History::saved_in(const std::string& path, const Document& held) {
  changed_.reset();
  origin_->file = path;
  files_.insert_or_assign(path, held);
}

bool History::is_changed() const {
  if (changed_ && changed_->first == revision_) return changed_->second;
  const auto found = files_.find(origin_->file);
  const Document& held = found == files_.end() ? origin_->document : found->second;
  Document looking_there = held;
  looking_there.focus = document().focus;
  changed_ = {revision_, looking_there != document()};
  return changed_->second;
}

}  // namespace app
