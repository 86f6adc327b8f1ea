// derivations.cpp: keeps derived traces while they are drawn.
#include "app/views/core/derivations.h"

namespace views {
namespace {

constexpr int kKeepUnused = 30;    // frames
constexpr double kBudget = 0.008;  // seconds that a frame waits for background results

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

const Derivations::Derived* Derivations::find(const std::string& name, const std::vector<TracePtr>& sources,
                                              const ui::Style& style, const std::function<TracePtr()>& make,
                                              app::Background& background) {
  Entry& entry = entries_[name];
  entry.unused_frames = 0;
  if (entry.sources != sources || !entry.later) {
    entry.sources = sources;
    entry.derived = {};
    entry.later = std::make_shared<app::Later<TracePtr>>();
  }
  if (!entry.later->get()) {
    background.want(entry.later, make, app::Urgency::kLookedAt);
    background.wait_for(entry.later.get(), kBudget);
  }
  const TracePtr* const made = entry.later->get();
  if (made == nullptr || !*made) return nullptr;
  if (!entry.derived.facts) {
    entry.derived.trace = *made;
    entry.derived.facts = std::make_unique<Facts>(*made, style, nullptr, &background);
  }
  return &entry.derived;
}

void Derivations::restyle(const ui::Style& style) {
  for (auto& [name, entry] : entries_) {
    if (entry.derived.facts) entry.derived.facts = std::make_unique<Facts>(*entry.derived.facts, style);
  }
}

const Derivations::Derived* Derivations::of(const TracePtr& trace) const {
  for (const auto& [name, entry] : entries_) {
    if (trace && entry.derived.trace == trace) return &entry.derived;
  }
  return nullptr;
}

}  // namespace views
