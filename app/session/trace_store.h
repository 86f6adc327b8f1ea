// trace_store.h: the traces of recent documents, so that undo shows its result at once.
#pragma once

#include <deque>
#include <memory>

#include "app/document/document.h"
#include "app/session/worker.h"

namespace app {

class TraceStore {
 public:
  // The result of a document with the same run; without a trace if that is not stored, or if its trained
  // model is no longer the open one.
  RunResult find(const Document& document) const;

  // Stores it; drops the oldest if they are too many or too large in total.
  void keep(const Document& document, const RunResult& made);

  // Drops all.
  void clear();

  static constexpr size_t kMostTraces = 100;
  static constexpr size_t kMostBytes = 256'000'000;  // counts shared storage in each trace

 private:
  struct StoredTrace {
    Document document;
    RunResult made;
  };
  std::deque<StoredTrace> kept_;  // newest last
  size_t bytes_ = 0;
};

}  // namespace app
