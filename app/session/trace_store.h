// trace_store.h: the traces of the last documents, so that what is taken back is seen at once.
#pragma once

#include <deque>
#include <memory>

#include "app/document/document.h"
#include "app/session/worker.h"

namespace app {

class TraceStore {
 public:
  // What came of a document that runs as this one does; without a trace where that is not kept, or where its
  // trained model is no longer the one that is open.
  RunResult find(const Document& document) const;

  // Keeps it; the oldest go where they are too many or too large together.
  void keep(const Document& document, const RunResult& made);

  // Lets go of all.
  void clear();

  static constexpr size_t kMostTraces = 100;
  static constexpr size_t kMostBytes = 256'000'000;  // what traces share is counted in each

 private:
  struct StoredTrace {
    Document document;
    RunResult made;
  };
  std::deque<StoredTrace> kept_;  // the newest last
  size_t bytes_ = 0;
};

}  // namespace app
