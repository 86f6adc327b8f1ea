// merged_frame.cpp: merges the maps of heads, once for each run.
#include "app/views/core/merged_frame.h"

#include "engine/analysis/merged_maps.h"

namespace views {

std::optional<Frame> merged_frame(const Frame& frame, std::span<const int> maps) {
  if (!frame.style.merged_pieces || frame.derived || !engine::has_words_in_pieces(frame.trace(), maps))
    return std::nullopt;
  const std::string name =
      "merged pieces " + frame.trace().stage(maps.front()).address + " " + std::to_string(maps.size());
  const auto& derived = frame.derivations.get(name, {frame.session.trace()}, frame.style, [&] {
    return engine::merged_words_trace(frame.trace(), maps);
  });
  if (!derived.trace) return std::nullopt;
  return frame.over(derived.trace, *derived.facts, "merged pieces");
}

}  // namespace views
