// trace_store.cpp: finds a trace by what was run.
#include "app/session/trace_store.h"

#include <algorithm>

namespace app {
namespace {

bool is_current(const RunResult& made) {
  return !made.checkpoint || checkpoints::opened(made.checkpoint->path) == made.checkpoint;
}

}  // namespace

RunResult TraceStore::find(const Document& document) const {
  const auto found = std::find_if(kept_.rbegin(), kept_.rend(),
                                  [&](const StoredTrace& kept) { return same_run(kept.document, document); });
  return found != kept_.rend() && is_current(found->made) ? found->made : RunResult{};
}

void TraceStore::keep(const Document& document, const RunResult& made) {
  if (find(document).trace == made.trace) return;
  bytes_ += made.trace->bytes();
  kept_.push_back({document, made});
  while (kept_.size() > 1 && (kept_.size() > kMostTraces || bytes_ > kMostBytes)) {
    bytes_ -= kept_.front().made.trace->bytes();
    kept_.pop_front();
  }
}

void TraceStore::clear() {
  kept_.clear();
  bytes_ = 0;
}

}  // namespace app
