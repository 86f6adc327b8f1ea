// large_maps.h: pictures of stages too large to hold: the visible part is computed in the background, and
// cached up to a limit.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/gl/map_window.h"
#include "app/session/background.h"
#include "engine/core/trace.h"

namespace ui {

// Whether a stage is drawn from tiles: it is not kept, or too large for one texture, or for this machine's
// memory if all similar stages were uploaded.
bool is_large_map(const engine::Trace& trace, int stage);

// The progress of a large stage's picture: anything not final is indicated next to it.
struct MapProgress {
  bool is_made = true;     // each pixel shows all the cells that it covers
  double share = 1;        // of the rows that are known so far
  engine::Index rows = 1;  // cells per square of the picture
  engine::Index columns = 1;
};

class LargeMaps {
 public:
  static constexpr std::size_t kMostOverviews = std::size_t{96} << 20U;  // bytes
  static constexpr std::size_t kMostTiles = std::size_t{64} << 20U;      // bytes

  // `background` must outlive it. Caches overviews and tiles up to about this many bytes each, except for
  // visible ones.
  explicit LargeMaps(app::Background& background, std::size_t overviews = kMostOverviews,
                     std::size_t tiles = kMostTiles)
      : background_(background), most_overviews_(overviews), most_tiles_(tiles) {}

  void begin_frame();

  struct Sight {
    double first_row = 0, first_column = 0, rows = 0, columns = 0;  // of the stage's own cells
    float pixels_down = 0, pixels_across = 0;                       // their size on the screen
  };
  struct Shown {
    std::shared_ptr<const gl::MapWindow> window;  // null if memory ran out
    MapProgress progress;
  };
  // What can be shown of a stage now; requests what is missing. `owner`: as in HeatmapCache.
  Shown show(const std::shared_ptr<const engine::Trace>& trace, int stage, const Sight& sight,
             const std::string& key);

  // The size of all overviews and tiles.
  std::size_t bytes() const { return overview_bytes() + tile_bytes(); }

 private:
  using Tile = std::shared_ptr<app::Later<engine::Matrix>>;
  // Adjacent tiles of one level.
  struct Tiles {
    gl::TileAt first;
    engine::Index down = 0, right = 0;
    bool operator==(const Tiles&) const = default;
  };
  // What is visible at one level: a stage may be on the screen in several sizes.
  struct Seen {
    std::shared_ptr<const gl::MapWindow> window;
    Tiles tiles;
    uint64_t used = 0;  // the frame
  };
  struct Entry {
    std::weak_ptr<const engine::Trace> trace;
    std::shared_ptr<gl::LargeMap> map;
    uint64_t number = 0;  // unique to each map
    std::map<gl::Halvings, Seen> seen;
    uint64_t used = 0;  // the frame
  };
  using TileName = std::pair<uint64_t, gl::TileAt>;
  struct TileEntry {
    Tile tile;
    std::list<TileName>::iterator use;
  };

  Entry& entry_of(const std::shared_ptr<const engine::Trace>& trace, int stage, const std::string& key);
  static Tiles tiles_of(const gl::LargeMap& map, const Sight& sight, gl::Halvings level);
  Tile tile(const Entry& entry, const gl::TileAt& at, app::Urgency urgency);
  // Requests the missing ones; returns whether none is missing.
  bool want_tiles(const Entry& entry, const Tiles& tiles, app::Urgency urgency);
  void want_overview(const Entry& entry, app::Urgency urgency);
  void wait_for(const void* key);
  std::shared_ptr<const gl::MapWindow> window(Entry& entry, const Tiles& tiles);
  void fill(gl::MapWindow& window, const Entry& entry, const Tiles& tiles) const;
  std::size_t overview_bytes() const;
  std::size_t tile_bytes() const;
  void drop_overviews();
  void drop_tiles();

  app::Background& background_;
  std::size_t most_overviews_;
  std::size_t most_tiles_;
  std::map<std::string, Entry> entries_;
  std::map<TileName, TileEntry> tiles_;
  std::list<TileName> uses_;  // most recently used last
  uint64_t frame_ = 0;
  uint64_t last_number_ = 0;
  double patience_ = 0;  // seconds that this frame may still wait
};

}  // namespace ui
