// trace_store.h: the traces of the last documents, so that what is taken back is seen at once.
#pragma once

#include <deque>
#include <memory>

#include "app/document.h"

namespace app {

class TraceStore {
 public:
  // The trace of a document that runs as this one does; null where it is not kept.
  std::shared_ptr<const engine::Trace> find(const Document& document) const;

  // Keeps it; the oldest go where they are too many or too large together.
  void keep(const Document& document, std::shared_ptr<const engine::Trace> trace);

  static constexpr size_t kMostTraces = 100;
  static constexpr size_t kMostBytes = 256'000'000;  // what traces share is counted in each

 private:
  struct Kept {
    Document document;
    std::shared_ptr<const engine::Trace> trace;
  };
  std::deque<Kept> kept_;  // the newest last
  size_t bytes_ = 0;
};

}  // namespace app
