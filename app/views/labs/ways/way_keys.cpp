// way_keys.cpp: the wall of ways by keyboard.
#include <algorithm>
#include <array>

#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/ways/way_plan.h"
#include "app/views/labs/ways/ways_view.h"
#include "engine/core/address.h"

namespace views {
namespace {

std::vector<WayTile> tiles_here(const Frame& frame) {
  const bool is_here = frame.session.trace() && frame.session.document().focus.view == "ways";
  const int weights = is_here ? experiment_weights(frame) : -1;
  return weights < 0 || are_too_many_ways(frame) ? std::vector<WayTile>{} : way_tiles(frame, weights);
}

const WayTile* marked_in(const Frame& frame, const std::vector<WayTile>& tiles) {
  const std::string& marked = frame.session.desk().ways.marked;
  const auto found =
      std::find_if(tiles.begin(), tiles.end(), [&](const WayTile& tile) { return tile.way->id == marked; });
  return found == tiles.end() ? nullptr : &*found;
}

// The tile below or above: in the next line of its band, or in the same column of the next band's.
size_t tile_below(const std::vector<WayTile>& tiles, size_t here, int by, int columns) {
  struct Line {
    size_t first = 0, count = 0;
  };
  std::vector<Line> lines;
  size_t first = 0;
  for (const size_t count : ways_by_band(tiles)) {
    const auto across = static_cast<size_t>(std::max(ways_in_line(count, columns), 1));
    for (size_t at = 0; at < count; at += across) lines.push_back({first + at, std::min(across, count - at)});
    first += count;
  }
  size_t line = 0;
  while (line + 1 < lines.size() && lines[line + 1].first <= here) ++line;
  const size_t column = here - lines[line].first;
  const auto wanted = static_cast<int>(line) + by;
  const Line& to = lines[static_cast<size_t>(std::clamp(wanted, 0, static_cast<int>(lines.size()) - 1))];
  return to.first + std::min(column, to.count - 1);
}

}  // namespace

bool can_walk_ways(const Frame& frame) {
  return !tiles_here(frame).empty();
}

// The first step marks the way of weighing in force.
void walk_ways(const Frame& frame, int by, int lines) {
  const std::vector<WayTile> tiles = tiles_here(frame);
  if (tiles.empty()) return;
  size_t to = 0;
  if (const WayTile* const marked = marked_in(frame, tiles)) {
    const auto here = static_cast<int>(marked - tiles.data());
    to = static_cast<size_t>(std::clamp(here + by, 0, static_cast<int>(tiles.size()) - 1));
    if (lines != 0) to = tile_below(tiles, to, lines, frame.session.desk().ways.columns);
  } else {
    while (to + 1 < tiles.size() && !tiles[to].is_in_force) ++to;
  }
  frame.requests.arrange([id = tiles[to].way->id](app::Desk& desk) { desk.ways.marked = id; });
}

bool can_use_marked_way(const Frame& frame) {
  const std::vector<WayTile> tiles = tiles_here(frame);
  const WayTile* const marked = marked_in(frame, tiles);
  return marked != nullptr && !marked->refused && !marked->is_in_force;
}

void use_marked_way(const Frame& frame) {
  const std::vector<WayTile> tiles = tiles_here(frame);
  const WayTile* const marked = marked_in(frame, tiles);
  if (marked == nullptr) return;
  const std::string& address = frame.trace().stage(experiment_weights(frame)).address;
  frame.requests.edit("", [way = marked->way, address](app::State& state) {
    app::use_way(state, *way, engine::parse_address(address));
  });
}

}  // namespace views
