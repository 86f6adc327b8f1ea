// trace_store.cpp: finds a trace by what was run.
#include "app/session/trace_store.h"

#include <algorithm>

namespace app {

std::shared_ptr<const engine::Trace> TraceStore::find(const Document& document) const {
  const auto found = std::find_if(kept_.rbegin(), kept_.rend(),
                                  [&](const Kept& kept) { return same_run(kept.document, document); });
  return found == kept_.rend() ? nullptr : found->trace;
}

void TraceStore::keep(const Document& document, std::shared_ptr<const engine::Trace> trace) {
  if (find(document) == trace) return;
  bytes_ += trace->bytes();
  kept_.push_back({document, std::move(trace)});
  while (kept_.size() > 1 && (kept_.size() > kMostTraces || bytes_ > kMostBytes)) {
    bytes_ -= kept_.front().trace->bytes();
    kept_.pop_front();
  }
}

}  // namespace app
