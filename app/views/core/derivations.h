// derivations.h: traces derived from the session's trace for comparison: a difference of two, an average over
// heads, a rollout over layers. Each is kept while it is drawn and its sources are unchanged.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/session/background.h"
#include "app/views/core/facts.h"

namespace views {

using TracePtr = std::shared_ptr<const engine::Trace>;

class Derivations {
 public:
  struct Derived {
    TracePtr trace;
    std::unique_ptr<Facts> facts;
  };

  // Call before a frame's first get().
  void begin_frame();

  // The result of `make` from `sources`, recomputed only when these change. `name` identifies it.
  const Derived& get(const std::string& name, const std::vector<TracePtr>& sources, const ui::Style& style,
                     const std::function<TracePtr()>& make);

  // As above for slow derivations: null while it is computed on another thread; call it in every frame.
  const Derived* find(const std::string& name, const std::vector<TracePtr>& sources, const ui::Style& style,
                      const std::function<TracePtr()>& make, app::Background& background);

  // The derived trace of a hovered cell; null if it is no longer kept.
  const Derived* of(const TracePtr& trace) const;

  // Changes the style from now on: nothing is derived or measured again.
  void restyle(const ui::Style& style);

 private:
  struct Entry {
    std::vector<TracePtr> sources;
    Derived derived;
    std::shared_ptr<app::Later<TracePtr>> later;
    int unused_frames = 0;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace views
