// history.h: the changes of the state, which undo takes back; the places that were looked at between them,
// which it leaves alone; and the file that each state belongs to.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/place.h"
#include "app/session/requests.h"
#include "engine/core/result.h"

namespace app {

class History {
 public:
  // Starts with one step that belongs to no file.
  explicit History(State initial);

  const State& now() const { return now_; }
  const Document& document() const { return now_.document; }
  // Counts the changes of the current state, including those of the focus.
  std::uint64_t revision() const { return revision_; }

  // Makes `next` the current state: as a new step, or, if `merge` is the key of a recent previous step, as
  // part of that. `seconds`: the time. A change drops the undone steps; a walk (see is_walk) keeps them. A
  // state equal to the current one is not a step, and neither is having been offered the story. Errors: those
  // of check_limits; then nothing changes.
  std::optional<engine::Error> change_to(State next, const std::string& merge, double seconds);
  // Changes the focus, as far as a trace has it: not a step.
  void look_at(const Focus& focus);
  // Changes the trained model to another step of its training, and the names of the runs: not a step.
  void follow_training(const std::string& checkpoint, const std::vector<std::string>& trainings);

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  // By one change; does nothing if there is none. Stays at the current place, unless the change led to
  // another one: then goes where it was made, or where it led. Having been offered the story is not undone.
  void undo();
  void redo();
  // The states to go to, changes and walks, oldest first, and the index of the current one.
  size_t step_count() const;
  size_t step_now() const;
  State step_state(size_t step) const;
  // Whether a step only leads to another place.
  bool is_walk_step(size_t step) const { return step_at(step).second > 0; }
  // The last one if there are fewer.
  void go_to_step(size_t step);

  // Opens a document instead of the current one, as a step: it belongs to `file`, or to none. Sets the
  // previous one aside if it was changed. Errors: those of change_to.
  std::optional<engine::Error> open(const Document& document, const std::string& file, double seconds);
  // What was opened, which Reset returns to; and the file that the document belongs to, or empty.
  const Document& opened() const { return origin_->document; }
  const std::string& file() const { return origin_->file; }
  // The document belongs to this file from now on, with contents `held`.
  void saved_in(const std::string& path, const Document& held);
  // Whether the document differs from its file, or from what was opened without one, ignoring the focus.
  bool is_changed() const;
  // The changed documents that others replaced since the last call.
  std::vector<Document> take_set_aside() { return std::exchange(set_aside_, {}); }

 private:
  struct Origin {
    Document document;
    std::string file;
  };
  // The places that were looked at since a change, in order: the first is where it led. Never empty.
  struct Places {
    std::vector<Place> all;
    size_t now = 0;
    size_t left = 0;  // where the next change was made, once there is one

    const Place& here() const { return all[now]; }
  };
  // A state, its places, and where it began. The moments between two openings share it, so a file that is
  // chosen late also applies to the earlier ones.
  struct Moment {
    State state;
    Places places;
    std::shared_ptr<Origin> origin;
  };

  void change(State next, bool merges);
  void walk_to(const State& next, bool merges);
  // The newest moment of `from` becomes the current one, with its places.
  void restore(std::deque<Moment>& from, std::deque<Moment>& to);
  // Goes on looking at a place of the moment before.
  void stay_at(const Place& place);
  // Shows one of the current moment's places.
  void show_place(size_t place);
  // A step's moment, counted from the oldest, and which of its places it is.
  std::pair<size_t, size_t> step_at(size_t step) const;
  const Places& places_of(size_t moment) const;
  size_t moment_count() const { return past_.size() + 1 + future_.size(); }

  State now_;
  Places places_;
  std::shared_ptr<Origin> origin_;  // never null
  std::uint64_t revision_ = 0;
  std::deque<Moment> past_;
  std::deque<Moment> future_;              // the last undone is last
  std::map<std::string, Document> files_;  // the contents of opened or saved files
  std::vector<Document> set_aside_;
  std::string last_merge_;
  bool last_walked_ = false;
  double first_edit_ = 0;  // of the newest step, seconds
  double last_edit_ = 0;
  mutable std::optional<std::pair<std::uint64_t, bool>> changed_;  // is_changed() at a revision
};

}  // namespace app
