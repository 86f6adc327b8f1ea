// history.h: the state now, those before and after it, and the file that each belongs to.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/requests.h"
#include "engine/core/result.h"

namespace app {

class History {
 public:
  // It begins with one step that belongs to no file.
  explicit History(State initial);

  const State& now() const { return now_; }
  const Document& document() const { return now_.document; }
  // Counts the changes of the state now, those of where one looks included.
  std::uint64_t revision() const { return revision_; }

  // Makes `next` the state now: a step of its own, or, where `merge` is the key of the step before and that
  // is not long ago, a part of it. What was undone is forgotten. `seconds`: the time. A state that equals the
  // one now is no step, and neither is that the tour was seen. Errors: those of check_limits; then nothing
  // changes.
  std::optional<engine::Error> change_to(State next, const std::string& merge, double seconds);
  // Where one looks, as far as a trace has it: no step.
  void look_at(const Focus& focus);

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  // Nothing where there is no such step. That the tour was seen is not taken back.
  void undo() { restore(past_, future_); }
  void redo() { restore(future_, past_); }
  // The states that these go to, the oldest first, and which of them is now.
  size_t step_count() const { return past_.size() + 1 + future_.size(); }
  size_t step_now() const { return past_.size(); }
  const State& step_state(size_t step) const;
  // The last where there are fewer.
  void go_to_step(size_t step);

  // Opens a document over the one now, as a step: it belongs to `file`, or to none. The one before is set
  // aside where it was changed. Errors: those of change_to.
  std::optional<engine::Error> open(const Document& document, const std::string& file, double seconds);
  // What was opened, which Reset returns to; and the file that the document belongs to, or empty.
  const Document& opened() const { return origin_->document; }
  const std::string& file() const { return origin_->file; }
  // The document belongs to this file from now on, which holds `held`.
  void saved_in(const std::string& path, const Document& held);
  // Whether the file, or what was opened without one, says something else than the document now, apart from
  // where one looks.
  bool is_changed() const;
  // The changed documents that others were opened over since the last call.
  std::vector<Document> take_set_aside() { return std::exchange(set_aside_, {}); }

 private:
  struct Origin {
    Document document;
    std::string file;
  };
  // A state, and where it began. The moments between two openings share it, so a file that is chosen late is
  // that of the earlier ones too.
  struct Moment {
    State state;
    std::shared_ptr<Origin> origin;
  };

  void restore(std::deque<Moment>& from, std::deque<Moment>& to);

  State now_;
  std::shared_ptr<Origin> origin_;  // never null
  std::uint64_t revision_ = 0;
  std::deque<Moment> past_;
  std::deque<Moment> future_;              // what was undone last stands last
  std::map<std::string, Document> files_;  // what the files hold that were opened or saved
  std::vector<Document> set_aside_;
  std::string last_merge_;
  double first_edit_ = 0;  // of the newest step, seconds
  double last_edit_ = 0;
  mutable std::optional<std::pair<std::uint64_t, bool>> changed_;  // is_changed() at a revision
};

}  // namespace app
