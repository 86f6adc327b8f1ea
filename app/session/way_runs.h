// way_runs.h: the runs of a document in each way of attending, beside its own.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "app/document/document.h"
#include "app/session/ways.h"
#include "engine/model/weights.h"

namespace app {

// Used by several threads.
class WayRuns {
 public:
  // `document` and its run: what a way has in common with it is not computed again.
  WayRuns(Document document, std::shared_ptr<const engine::Trace> trace);

  // The document's run in this way, which it does not refuse at that place, without gradients and labs. Null
  // if engine::stop_requested(), and where the model cannot be opened.
  std::shared_ptr<const engine::Trace> run(const Way& way, const engine::StageAddress& place) const;

  // Whether all of them take so little that a frame has time for them; and whether they take so much that
  // none should be made.
  bool are_quick() const { return is_quick_; }
  bool are_too_many() const { return is_too_much_; }

 private:
  void estimate();
  std::shared_ptr<const engine::Model> model_of(const engine::Config& config) const;

  Document document_;
  std::shared_ptr<const engine::Trace> trace_;
  bool is_quick_ = false;
  bool is_too_much_ = false;
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<engine::Config, std::shared_ptr<const engine::Model>>> models_;
};

}  // namespace app
