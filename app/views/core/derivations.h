// derivations.h: traces that are made from the session's trace to be looked at beside it: a difference of
// two, an average over heads, a rollout over layers. Each is kept as long as it is drawn and its sources
// stay.
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

  // What `make` derives from `sources`, made again only when these change. `name` tells it from others.
  const Derived& get(const std::string& name, const std::vector<TracePtr>& sources, const ui::Style& style,
                     const std::function<TracePtr()>& make);

  // The same of what may take long: null while it is made on another thread, to be asked for in every frame.
  const Derived* find(const std::string& name, const std::vector<TracePtr>& sources, const ui::Style& style,
                      const std::function<TracePtr()>& make, app::Background& background);

  // The derived trace that a cell is pointed at in; null where it is no longer kept.
  const Derived* of(const TracePtr& trace) const;

  // Everything from now on in another style: nothing is derived or measured again.
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
