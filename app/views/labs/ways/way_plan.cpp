// way_plan.cpp: tries so many tiles in a line, and takes what makes the maps largest.
#include "app/views/labs/ways/way_plan.h"

#include <algorithm>
#include <cmath>

namespace views {
namespace {

constexpr int kMostColumns = 8;
constexpr float kLeastWords = 104;  // pixels at 100 %: the width of the words beside a map
constexpr float kLeastMap = 48;
constexpr float kMostClauseLines = 4;  // a whole sentence that is longer is cut

constexpr ImVec2 kLeastPage{900, 430};  // pixels at 100 %: of one that has a large way beside the tiles
constexpr float kDetail = 0.42f;        // its share of the width
constexpr float kBesideDetail = 24;
constexpr float kLeastName = 74;  // the width of a name below its map
constexpr float kLeastSmallMap = 28;

class WayPlanner {
 public:
  WayPlanner(const Frame& frame, const std::vector<WayTile>& tiles, const look::ColourScale& scale,
             ImVec2 room, bool has_detail)
      : frame_(frame),
        style_(frame.style),
        tiles_(tiles),
        room_(room),
        has_detail_(has_detail),
        counts_(ways_by_band(tiles)) {
    clauses_.reserve(tiles.size());
    for (const WayTile& tile : tiles) clauses_.push_back(way_clause(frame, tile, scale));
  }

  WayPlan plan() const {
    WayPlan best = with_columns(1);
    for (int columns = 2; columns <= kMostColumns; ++columns) {
      const WayPlan tried = with_columns(columns);
      if (tried.words() < style_.px(has_detail_ ? kLeastName : kLeastWords)) break;
      if (is_better(tried, best)) best = tried;
    }
    return best;
  }

 private:
  WayPlan with_columns(int columns) const {
    WayPlan tried;
    tried.columns = columns;
    tried.gap = style_.px(8);
    tried.edge = style_.px(6);
    tried.heading = ui::text_size("0", style_.small_strong()).y + style_.px(6);
    const auto bands = std::ranges::count_if(counts_, [](size_t count) { return count > 0; });
    tried.headings = static_cast<float>(bands) * tried.heading;
    tried.width = room_.x - ImGui::GetStyle().ScrollbarSize - 2 * tried.edge;
    if (has_detail_) {
      tried.detail = std::floor(room_.x * kDetail);
      tried.width -= tried.detail + style_.px(kBesideDetail);
    }
    tried.tile = std::floor((tried.width + tried.gap) / static_cast<float>(columns)) - tried.gap;
    const float high = (room_.y - tried.edge - tried.headings) / lines(columns) - tried.gap;
    const float wide = has_detail_ ? tried.tile : tried.tile - style_.px(kLeastWords) - tried.gap;
    const float least = std::min(style_.px(has_detail_ ? kLeastSmallMap : kLeastMap), tried.tile / 2);
    tried.map = std::floor(std::max(std::min(high, wide), least));
    set_rows(tried);
    // Where words are higher than maps, the maps of the other lines give way.
    for (int i = 0; i < 3 && tried.height() > room_.y && tried.map > least; ++i) {
      const float over = (tried.height() - room_.y) / lines(columns);
      tried.map = std::max(std::floor(least), std::floor(tried.map - over));
      set_rows(tried);
    }
    return tried;
  }

  float lines(int columns) const {
    int all = 0;
    for (const size_t count : counts_) all += lines_of_ways(count, columns);
    return static_cast<float>(all);
  }

  bool is_better(const WayPlan& tried, const WayPlan& than) const {
    const bool fits = tried.height() <= room_.y;
    if (fits != (than.height() <= room_.y)) return fits;
    // Below one another, few full lines look more regular than many short ones with larger maps.
    if (fits && has_detail_ && tried.rows.size() != than.rows.size())
      return tried.rows.size() < than.rows.size();
    return fits ? tried.map > than.map : tried.height() < than.height();
  }

  // A line is as high as its maps with their names below, or the words beside one of them.
  void set_rows(WayPlan& wall) const {
    wall.rows.clear();
    if (has_detail_) wall.under = std::ceil(wall.map * map_height()) + style_.px(4);
    size_t first = 0;
    for (const size_t count : counts_) {
      const auto across = static_cast<size_t>(ways_in_line(count, wall.columns));
      for (size_t at = 0; at < count; ++at) {
        if (at % across == 0) wall.rows.push_back(has_detail_ ? wall.under : wall.map);
        const float words = words_height(first + at, wall.words());
        wall.rows.back() = std::max(wall.rows.back(), wall.under + words);
      }
      first += count;
    }
  }

  // Of the map in force, as a part of the square that it fits into.
  float map_height() const {
    const auto drawn = std::ranges::find_if(tiles_, [](const WayTile& tile) { return tile.weights >= 0; });
    const engine::Stage& shape = drawn->trace->stage(drawn->weights);
    return static_cast<float>(shape.rows) / static_cast<float>(std::max(shape.rows, shape.columns));
  }

  // A tile's name and its clause; beside the detail its name alone.
  float words_height(size_t tile, float width) const {
    const float most_of_clause = kMostClauseLines * kWayLeading * style_.small().size;
    const float name = wrapped(frame_.tr(tiles_[tile].way->words), width, style_.small_strong());
    if (has_detail_) return name;
    return name + std::min(wrapped(clauses_[tile], width, style_.small()), most_of_clause);
  }
  static float wrapped(const std::string& text, float width, const ui::TextStyle& type) {
    return ui::paragraph_height(text, width, type, kWayLeading);
  }

  const Frame& frame_;
  const ui::Style& style_;
  const std::vector<WayTile>& tiles_;
  ImVec2 room_;
  bool has_detail_;
  std::array<size_t, app::kWayBands> counts_;
  std::vector<std::string> clauses_;
};

}  // namespace

bool has_way_detail(const ui::Style& style, ImVec2 page) {
  return page.x >= style.px(kLeastPage.x) && page.y >= style.px(kLeastPage.y);
}

float WayPlan::height() const {
  float all = edge + headings;
  for (const float row : rows) all += row + gap;
  return all;
}

WayPlan plan_ways(const Frame& frame, const std::vector<WayTile>& tiles, const look::ColourScale& scale,
                  ImVec2 room, bool has_detail) {
  return WayPlanner(frame, tiles, scale, room, has_detail).plan();
}

std::array<size_t, app::kWayBands> ways_by_band(const std::vector<WayTile>& tiles) {
  std::array<size_t, app::kWayBands> counts = {};
  for (const WayTile& tile : tiles) ++counts.at(static_cast<size_t>(tile.way->band()));
  return counts;
}

int lines_of_ways(size_t count, int columns) {
  return (static_cast<int>(count) + columns - 1) / columns;
}

int ways_in_line(size_t count, int columns) {
  const int lines = std::max(lines_of_ways(count, columns), 1);
  return (static_cast<int>(count) + lines - 1) / lines;
}

}  // namespace views
