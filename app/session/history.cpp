// history.cpp: stores states and the places between them, and restores them.
#include "app/session/history.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/document/document_limits.h"

namespace app {
namespace {

constexpr double kMergeSeconds = 1.0;  // closer edits of the same kind are one undo step
constexpr double kLongestMerge = 5.0;  // so that typing without a pause is undone piece by piece
constexpr size_t kMostSteps = 1000;    // that can be undone
constexpr size_t kMostPlaces = 200;    // between two changes

// Each stroke of the brush has its own key: it is one step, however long it takes.
bool is_stroke(std::string_view merge) {
  return merge.starts_with(kStroke);
}

// What is no step of the work, and what undo therefore leaves as it is: the language in which it is read, and
// that the story was offered.
void keep_apart(const Preferences& from, Preferences& to) {
  to.language = from.language;
  to.story_seen = from.story_seen;
}

}  // namespace

History::History(State initial)
    : now_(std::move(initial)),
      places_{{place_of(now_.document)}},
      origin_(std::make_shared<Origin>(Origin{now_.document, ""})) {}

std::optional<engine::Error> History::change_to(State next, const std::string& merge, double seconds) {
  if (next == now_) return std::nullopt;
  if (auto bad = check_limits(next.document)) return bad;
  ++revision_;
  keep_apart(next.preferences, now_.preferences);
  if (next == now_) return std::nullopt;
  const bool walks = is_walk(now_, next);
  const bool in_time = seconds - last_edit_ < kMergeSeconds && seconds - first_edit_ < kLongestMerge;
  const bool merges =
      !merge.empty() && merge == last_merge_ && walks == last_walked_ && (in_time || is_stroke(merge));
  if (!merges) first_edit_ = seconds;
  if (walks) {
    walk_to(next, merges);
  } else {
    change(std::move(next), merges);
  }
  last_walked_ = walks;
  last_merge_ = merge;
  last_edit_ = seconds;
  return std::nullopt;
}

void History::change(State next, bool merges) {
  if (!merges || past_.empty()) {
    places_.left = places_.now;
    past_.push_back({std::move(now_), std::move(places_), origin_});
    if (past_.size() > kMostSteps) past_.pop_front();
  }
  future_.clear();
  now_ = std::move(next);
  places_ = {{place_of(now_.document)}};
}

void History::walk_to(const State& next, bool merges) {
  now_ = next;
  std::vector<Place>& all = places_.all;
  if (merges && future_.empty() && places_.now > 0 && places_.now + 1 == all.size()) all.pop_back();
  if (all.size() >= kMostPlaces) {
    all.erase(all.begin() + 1);
    if (places_.left > 1) --places_.left;
  }
  all.push_back(place_of(now_.document));
  places_.now = all.size() - 1;
}

void History::look_at(const Focus& focus) {
  if (focus == now_.document.focus) return;
  now_.document.focus = focus;
  places_.all[places_.now].focus = focus;
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
  to.push_back({std::move(now_), std::move(places_), std::move(origin_)});
  now_ = std::move(from.back().state);
  places_ = std::move(from.back().places);
  keep_apart(to.back().state.preferences, now_.preferences);
  origin_ = std::move(from.back().origin);
  from.pop_back();
  last_merge_.clear();
  ++revision_;
}

void History::undo() {
  if (past_.empty()) return;
  const Place here = places_.here();
  const Place led_to = places_.all.front();
  restore(past_, future_);
  show_place(places_.left);
  if (led_to == places_.here()) stay_at(here);
}

void History::redo() {
  if (future_.empty()) return;
  const Place here = places_.here();
  const Place made_at = places_.all[places_.left];
  restore(future_, past_);
  show_place(0);
  if (made_at == places_.here()) stay_at(here);
}

void History::stay_at(const Place& place) {
  const auto found = std::find(places_.all.begin(), places_.all.end(), place);
  const auto index = static_cast<size_t>(found - places_.all.begin());
  if (found == places_.all.end()) places_.all.push_back(place);
  show_place(index);
}

void History::show_place(size_t place) {
  places_.now = place;
  go_to_place(now_.document, places_.here());
}

void History::go_to_step(size_t step) {
  const auto [moment, place] = step_at(std::min(step, step_count() - 1));
  while (moment < past_.size()) restore(past_, future_);
  while (moment > past_.size()) restore(future_, past_);
  if (places_.now == place) return;
  show_place(place);
  last_merge_.clear();
  ++revision_;
}

const History::Places& History::places_of(size_t moment) const {
  if (moment < past_.size()) return past_[moment].places;
  if (moment == past_.size()) return places_;
  return future_[future_.size() - (moment - past_.size())].places;
}

size_t History::step_count() const {
  size_t count = 0;
  for (size_t moment = 0; moment < moment_count(); ++moment) count += places_of(moment).all.size();
  return count;
}

size_t History::step_now() const {
  size_t count = places_.now;
  for (const Moment& moment : past_) count += moment.places.all.size();
  return count;
}

std::pair<size_t, size_t> History::step_at(size_t step) const {
  size_t moment = 0;
  while (step >= places_of(moment).all.size()) step -= places_of(moment++).all.size();
  return {moment, step};
}

State History::step_state(size_t step) const {
  const auto [moment, place] = step_at(step);
  State state = moment < past_.size()    ? past_[moment].state
                : moment == past_.size() ? now_
                                         : future_[future_.size() - (moment - past_.size())].state;
  go_to_place(state.document, places_of(moment).all[place]);
  keep_apart(now_.preferences, state.preferences);
  return state;
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
  go_to_place(looking_there, place_of(document()));
  changed_ = {revision_, looking_there != document()};
  return changed_->second;
}

}  // namespace app
