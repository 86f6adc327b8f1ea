// large_maps.cpp: chooses level and tiles of the visible part, and shows the best available.
#include "app/ui/large_maps.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "app/look/colour_map.h"
#include "engine/core/drawn.h"

namespace ui {
namespace {

using engine::Index;
using gl::kTile;
using gl::LargeMap;
using gl::TileAt;

constexpr Index kLargestKept = 4'194'304;  // cells of a stage that is uploaded whole
constexpr Index kLongestSide = 8192;       // every current OpenGL 3.3 has textures of this size
constexpr Index kSmallestMade = 65'536;    // cells of a stage that is computed quickly
constexpr double kBuildSeconds = 0.08;     // until progress is shown
constexpr double kPatience = 0.012;  // how long a frame waits for visible parts, in seconds: then they appear
                                     // at once
constexpr float kLookedAt = 220;     // side in pixels from which a picture takes priority over small ones

constexpr uint64_t kKeepUnseen = 120;  // frames

// 0 until it is computed.
std::size_t bytes_of(const app::Later<engine::Matrix>& tile) {
  const engine::Matrix* const numbers = tile.get();
  return numbers == nullptr ? 0 : static_cast<std::size_t>(numbers->size()) * sizeof(float);
}

}  // namespace

bool is_large_map(const engine::Trace& trace, int stage) {
  const engine::Stage& drawn = trace.stage(stage);
  const Index cells = drawn.rows * drawn.columns;
  if (cells > kLargestKept || std::max(drawn.rows, drawn.columns) > kLongestSide) return true;
  return cells > kSmallestMade && !trace.is_kept(stage);
}

void LargeMaps::begin_frame() {
  ++frame_;
  patience_ = kPatience;
  drop_overviews();
  drop_tiles();
}

std::size_t LargeMaps::overview_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [key, entry] : entries_) bytes += entry.map->bytes();
  return bytes;
}

std::size_t LargeMaps::tile_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [name, entry] : tiles_) bytes += bytes_of(*entry.tile);
  return bytes;
}

// Drops those of traces that are gone, and the least recently seen ones.
void LargeMaps::drop_overviews() {
  std::erase_if(entries_, [](const auto& item) { return item.second.trace.expired(); });
  for (auto& [key, entry] : entries_) {
    std::erase_if(entry.seen, [this](const auto& item) { return item.second.used + kKeepUnseen < frame_; });
  }
  std::size_t kept = overview_bytes();
  while (kept > most_overviews_) {
    const auto oldest = std::min_element(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
      return a.second.used < b.second.used;
    });
    if (oldest->second.used + 1 >= frame_) return;
    kept -= oldest->second.map->bytes();
    entries_.erase(oldest);
  }
}

void LargeMaps::drop_tiles() {
  std::size_t kept = tile_bytes();
  while (kept > most_tiles_) {
    const auto oldest = tiles_.find(uses_.front());
    kept -= bytes_of(*oldest->second.tile);
    tiles_.erase(oldest);
    uses_.pop_front();
  }
}

LargeMaps::Entry& LargeMaps::entry_of(const std::shared_ptr<const engine::Trace>& trace, int stage,
                                      const std::string& key) {
  Entry& entry = entries_[key];
  entry.used = frame_;
  if (entry.map && entry.trace.lock() == trace) return entry;
  const engine::Stage& drawn = trace->stage(stage);
  const auto reduction = look::is_signed(drawn) ? gl::Reduction::kLargestMagnitude : gl::Reduction::kLargest;
  const std::weak_ptr<const engine::Trace> weak = trace;
  auto map = std::make_shared<LargeMap>(
      drawn.rows, drawn.columns, reduction,
      [weak, stage](Index row, Index column, Index rows, Index columns) -> engine::Matrix {
        const auto read = weak.lock();
        if (!read) return engine::Matrix::Zero(rows, columns);
        return engine::read_drawn(*read, stage, row, column, rows, columns);
      });
  entry = {trace, std::move(map), ++last_number_, {}, frame_};
  return entry;
}

void LargeMaps::wait_for(const void* key) {
  if (patience_ <= 0) return;
  const auto start = std::chrono::steady_clock::now();
  background_.wait_for(key, patience_);
  patience_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void LargeMaps::want_overview(const Entry& entry, app::Urgency urgency) {
  if (entry.map->is_whole()) return;
  const void* const key = entry.map.get();
  background_.want(
      key, [map = entry.map] { map->build(kBuildSeconds); }, urgency);
  const bool is_quick = entry.map->rows() * entry.map->columns() <= LargeMap::kQuick;
  if (urgency == app::Urgency::kLookedAt && is_quick) wait_for(key);
}

LargeMaps::Tile LargeMaps::tile(const Entry& entry, const TileAt& at, app::Urgency urgency) {
  const TileName name{entry.number, at};
  auto known = tiles_.find(name);
  if (known != tiles_.end()) {
    uses_.splice(uses_.end(), uses_, known->second.use);
  } else {
    uses_.push_back(name);
    known =
        tiles_
            .emplace(name, TileEntry{std::make_shared<app::Later<engine::Matrix>>(), std::prev(uses_.end())})
            .first;
  }
  const Tile& found = known->second.tile;
  background_.want(
      found, [map = entry.map, at] { return map->tile(at); }, urgency);
  return found;
}

bool LargeMaps::want_tiles(const Entry& entry, const Tiles& tiles, app::Urgency urgency) {
  std::vector<Tile> missing;
  for (Index row = 0; row < tiles.down; ++row) {
    for (Index column = 0; column < tiles.right; ++column) {
      const TileAt at{tiles.first.level, tiles.first.down + row, tiles.first.right + column};
      const Tile found = tile(entry, at, urgency);
      if (found->get() == nullptr) missing.push_back(found);
    }
  }
  if (missing.empty()) return true;
  if (urgency == app::Urgency::kLookedAt) wait_for(missing.back().get());
  return std::all_of(missing.begin(), missing.end(), [](const Tile& each) { return each->get() != nullptr; });
}

// From the tile under the first visible cell to the one under the last.
LargeMaps::Tiles LargeMaps::tiles_of(const LargeMap& map, const Sight& sight, gl::Halvings level) {
  const auto span = [](double first, double count, Index block, Index cells) {
    const auto side = static_cast<double>(kTile * block);
    const double start = std::clamp(first, 0.0, static_cast<double>(cells - 1));
    const double end = std::clamp(first + count, start + 1e-6, static_cast<double>(cells));
    const auto from = static_cast<Index>(start / side);
    return std::pair(from, static_cast<Index>(std::ceil(end / side)) - from);
  };
  const auto [top, down] = span(sight.first_row, sight.rows, level.block_rows(), map.rows());
  const auto [left, right] = span(sight.first_column, sight.columns, level.block_columns(), map.columns());
  return {{level, top, left}, down, right};
}

void LargeMaps::fill(gl::MapWindow& window, const Entry& entry, const Tiles& tiles) const {
  const auto blocks = [](Index cells, Index block) { return (cells + block - 1) / block; };
  const gl::Halvings level = tiles.first.level;
  const Index rows = blocks(window.rows - window.first_row, level.block_rows());
  const Index columns = blocks(window.columns - window.first_column, level.block_columns());
  window.values.resize(std::min(tiles.down * kTile, rows), std::min(tiles.right * kTile, columns));
  for (Index row = 0; row < tiles.down; ++row) {
    for (Index column = 0; column < tiles.right; ++column) {
      const TileAt at{level, tiles.first.down + row, tiles.first.right + column};
      const engine::Matrix& numbers = *tiles_.at({entry.number, at}).tile->get();
      window.values.block(row * kTile, column * kTile, numbers.rows(), numbers.cols()) = numbers;
    }
  }
}

std::shared_ptr<const gl::MapWindow> LargeMaps::window(Entry& entry, const Tiles& tiles) {
  const LargeMap& map = *entry.map;
  const gl::Halvings level = tiles.first.level;
  const bool coarse = map.in_overview(level);
  const Index made = coarse ? map.made_rows() : map.rows();
  Seen& seen = entry.seen[level];
  seen.used = frame_;
  if (seen.window && seen.tiles == tiles && seen.window->made_rows == made) return seen.window;
  auto window = std::make_shared<gl::MapWindow>();
  window->level = level;
  window->first_row = tiles.first.down * kTile * level.block_rows();
  window->first_column = tiles.first.right * kTile * level.block_columns();
  window->rows = map.rows();
  window->columns = map.columns();
  window->made_rows = made;
  window->reduction = map.reduction();
  if (coarse) {
    window->values = map.from_overview(tiles.first, tiles.down, tiles.right);
  } else {
    fill(*window, entry, tiles);
  }
  seen = {std::move(window), tiles, frame_};
  return seen.window;
}

LargeMaps::Shown LargeMaps::show(const std::shared_ptr<const engine::Trace>& trace, int stage,
                                 const Sight& sight, const std::string& key) {
  Entry& entry = entry_of(trace, stage, key);
  const LargeMap& map = *entry.map;
  const auto urgency = std::max(sight.pixels_down, sight.pixels_across) >= kLookedAt ? app::Urgency::kLookedAt
                                                                                     : app::Urgency::kCanWait;
  const gl::Halvings wanted =
      gl::level_for(sight.rows / static_cast<double>(sight.pixels_down),
                    sight.columns / static_cast<double>(sight.pixels_across), map.rows(), map.columns());
  Shown shown;
  if (map.in_overview(wanted)) {
    want_overview(entry, urgency);
    shown.window = window(entry, tiles_of(map, sight, wanted));
  } else if (const Tiles tiles = tiles_of(map, sight, wanted); want_tiles(entry, tiles, urgency)) {
    shown.window = window(entry, tiles);
    return shown;
  } else {
    want_overview(entry, urgency);
    const gl::Halvings base = map.base();
    const gl::Halvings coarse{std::max(wanted.rows, base.rows), std::max(wanted.columns, base.columns)};
    shown.window = window(entry, tiles_of(map, sight, coarse));
    shown.progress.is_made = false;
    shown.progress.rows = coarse.block_rows();
    shown.progress.columns = coarse.block_columns();
  }
  shown.progress.is_made = shown.progress.is_made && map.is_whole();
  shown.progress.share = static_cast<double>(map.made_rows()) / static_cast<double>(map.rows());
  return shown;
}

}  // namespace ui
