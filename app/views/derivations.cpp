// derivations.cpp: keeps derived traces while they are drawn.
#include "app/views/derivations.h"

namespace views {
namespace {

constexpr int kKeepUnused = 30;  // frames

}  // namespace

void Derivations::begin_frame() {
  for (auto& [name, entry] : entries_) ++entry.unused_frames;
  std::erase_if(entries_, [](const auto& item) { return item.second.unused_frames > kKeepUnused; });
}

const Derivations::Derived& Derivations::get(const std::string& name, const std::vector<TracePtr>& sources,
                                             const ui::Style& style, const std::function<TracePtr()>& make) {
  Entry& entry = entries_[name];
  entry.unused_frames = 0;
  if (entry.derived.facts && entry.sources == sources) return entry.derived;
  entry.sources = sources;
  entry.derived.trace = make();
  entry.derived.facts = std::make_unique<Facts>(entry.derived.trace, style);
  return entry.derived;
}

const Derivations::Derived* Derivations::of(const TracePtr& trace) const {
  for (const auto& [name, entry] : entries_) {
    if (trace && entry.derived.trace == trace) return &entry.derived;
  }
  return nullptr;
}

}  // namespace views
