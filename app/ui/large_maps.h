// large_maps.h: pictures of stages too large to hold: what is looked at is made in the background, and kept
// up to a limit.
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
// memory if all its like were uploaded.
bool is_large_map(const engine::Trace& trace, int stage);

// How far the picture of a large stage is: what is not the last word is said beside it.
struct MapProgress {
  bool is_made = true;     // each pixel shows all the cells that it covers
  double share = 1;        // of the rows that are known at all
  engine::Index rows = 1;  // cells that share a square of the picture
  engine::Index columns = 1;
};

class LargeMaps {
 public:
  static constexpr std::size_t kMostOverviews = std::size_t{96} << 20U;  // bytes
  static constexpr std::size_t kMostTiles = std::size_t{64} << 20U;      // bytes

  // `background` must live as long. Overviews and tiles are kept up to about so many bytes each, but for what
  // is seen.
  explicit LargeMaps(app::Background& background, std::size_t overviews = kMostOverviews,
                     std::size_t tiles = kMostTiles)
      : background_(background), most_overviews_(overviews), most_tiles_(tiles) {}

  void begin_frame();

  struct Sight {
    double first_row = 0, first_column = 0, rows = 0, columns = 0;  // of the stage's own cells
    float pixels_down = 0, pixels_across = 0;                       // that they are shown on
  };
  struct Shown {
    std::shared_ptr<const gl::MapWindow> window;  // null where there was no memory
    MapProgress progress;
  };
  // What can be shown now of a stage; what is missing is asked for. `owner`: as in HeatmapCache.
  Shown show(const std::shared_ptr<const engine::Trace>& trace, int stage, const Sight& sight,
             const std::string& key);

  // Of all overviews and tiles.
  std::size_t bytes() const { return overview_bytes() + tile_bytes(); }

 private:
  using Tile = std::shared_ptr<app::Later<engine::Matrix>>;
  // Neighbouring tiles of one level.
  struct Tiles {
    gl::TileAt first;
    engine::Index down = 0, right = 0;
    bool operator==(const Tiles&) const = default;
  };
  // What is shown at one level: a stage may stand on the screen in several sizes.
  struct Seen {
    std::shared_ptr<const gl::MapWindow> window;
    Tiles tiles;
    uint64_t used = 0;  // the frame
  };
  struct Entry {
    std::weak_ptr<const engine::Trace> trace;
    std::shared_ptr<gl::LargeMap> map;
    uint64_t number = 0;  // that no other map has
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
  // Asks for those that are missing; whether none is.
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
  std::list<TileName> uses_;  // the last used at the end
  uint64_t frame_ = 0;
  uint64_t last_number_ = 0;
  double patience_ = 0;  // seconds that this frame may still wait
};

}  // namespace ui
