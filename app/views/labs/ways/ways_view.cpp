// ways_view.cpp: lays the tiles out in three bands, draws them and the one that is looked at, and takes
// clicks and keys.
#include "app/views/labs/ways/ways_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/place_name.h"
#include "app/views/core/scroll_into_view.h"
#include "app/views/heads/heads_parts.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/ways/way_detail.h"
#include "app/views/labs/ways/way_plan.h"
#include "app/views/labs/ways/way_tiles.h"
#include "app/views/stage/small_map.h"

namespace views {
namespace {

constexpr std::array<const char*, app::kWayBands> kBandWords = {"ways.weighing", "ways.positions",
                                                                "ways.masks"};

class WaysWall {
 public:
  WaysWall(const Frame& frame, int weights)
      : frame_(frame), style_(frame.style), weights_(weights), tiles_(way_tiles(frame, weights)) {
    scale_ = scale_of_ways(frame, weights, tiles_);
    lit_ = frame.session.hover();
  }

  const look::ColourScale& scale() const { return scale_; }
  // Whether some tile has a scale of its own.
  bool has_signed() const {
    return !look::is_signed(scale_.map) &&
           std::ranges::any_of(tiles_, [](const WayTile& tile) { return tile.is_signed(); });
  }

  void draw(bool has_detail) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    plan_ = plan_ways(frame_, tiles_, scale_, room, has_detail);
    const float width = has_detail ? room.x - plan_.detail : 0;
    // Headings begin where the page's words do.
    if (has_detail) ImGui::SetCursorScreenPos({corner.x - plan_.edge, corner.y});
    const bool is_mouse_here =
        ImGui::IsMouseHoveringRect(corner, {corner.x + room.x, corner.y + room.y}, false);
    const WayTile* shown = nullptr;
    if (ImGui::BeginChild("ways", {width, 0}, 0, ImGuiWindowFlags_NoBackground)) {
      draw_tiles();
      shown = &looked_at(is_mouse_here);
      if (has_detail && !shown->is_in_force) outline(*shown, style_.colours.muted, 1);
    }
    ImGui::EndChild();
    if (has_detail && shown != nullptr)
      draw_way_detail(frame_, {tiles_, *shown, weights_, scale_, lit_or_pinned()},
                      {corner.x + width, corner.y}, {plan_.detail, room.y});
  }

 private:
  void draw_tiles() {
    if (plan_.columns != frame_.session.desk().ways.columns)
      frame_.requests.arrange([columns = plan_.columns](app::Desk& desk) { desk.ways.columns = columns; });
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImVec2 at(corner.x + plan_.edge, corner.y);
    size_t tile = 0;
    size_t line = 0;
    const auto counts = ways_by_band(tiles_);
    for (size_t band = 0; band < counts.size(); ++band) {
      if (counts.at(band) == 0) continue;
      draw_heading(kBandWords.at(band), at);
      at.y += plan_.heading;
      const size_t end = tile + counts.at(band);
      const auto across = static_cast<size_t>(ways_in_line(counts.at(band), plan_.columns));
      while (tile < end) {
        row_ = plan_.rows.at(line++);
        for (size_t i = 0; i < across && tile < end; ++i, ++tile)
          draw_tile(tiles_[tile], {at.x + static_cast<float>(i) * (plan_.tile + plan_.gap), at.y});
        at.y += row_ + plan_.gap;
      }
    }
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy({1, plan_.height() - plan_.gap});
  }

  // The tile that is pointed at, or was last, while the mouse stays on the page; otherwise the one that the
  // keys have reached, or the one in force.
  const WayTile& looked_at(bool is_mouse_here) {
    const std::string& marked = frame_.session.desk().ways.marked;
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID("way looked at");
    const bool has_walked = !marked.empty() && arrives_at("way walked to", marked);
    if (!pointed_ && (has_walked || !is_mouse_here)) storage.SetInt(key, 0);
    const int kept = storage.GetInt(key);
    const auto found = std::ranges::find_if(tiles_, [&](const WayTile& tile) {
      if (pointed_) return tile.way->id == pointed_->way->id;
      return kept != 0 ? number_of(tile) == kept : tile.way->id == marked;
    });
    if (found == tiles_.end())
      return *std::ranges::find_if(tiles_, [](const WayTile& tile) { return tile.is_in_force; });
    if (pointed_) storage.SetInt(key, number_of(*found));
    return *found;
  }
  // Around its map.
  void outline(const WayTile& tile, ImU32 colour, float thick) const {
    const auto& [low, high] = maps_.at(static_cast<size_t>(&tile - tiles_.data()));
    ImGui::GetWindowDrawList()->AddRect({low.x - 3, low.y - 3}, {high.x + 3, high.y + 3}, colour,
                                        style_.px(3), 0, style_.px(thick));
  }

  static int number_of(const WayTile& tile) { return static_cast<int>(ImGui::GetID(tile.way->id.c_str())); }

  // In the run in force.
  engine::Cell lit_or_pinned() const {
    if (is_lit()) return {weights_, lit_.row, lit_.column};
    const engine::Cell pinned = frame_.session.explained_cell();
    return pinned.stage == weights_ ? pinned : engine::Cell{};
  }

  void draw_heading(const std::string& key, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string name = frame_.tr(key);
    const float beside = ui::text_size(name, style_.small_strong()).x + style_.px(10);
    at.y = std::round(at.y + style_.px(2));
    ui::draw_text(list, at, name, style_.small_strong());
    ui::draw_text(list, {at.x + beside, at.y},
                  ui::ellipsise(frame_.tr(key + ".what"), plan_.width - beside, style_.small()),
                  style_.small());
  }

  void draw_tile(const WayTile& tile, ImVec2 at) {
    at = {std::round(at.x), std::round(at.y)};
    ImGui::SetCursorScreenPos(at);
    const bool pressed = ImGui::InvisibleButton(("way " + tile.way->id).c_str(), {plan_.tile, row_});
    const bool hovered = ImGui::IsItemHovered();
    const bool is_marked = tile.way->id == frame_.session.desk().ways.marked;
    if (is_marked) keep_in_sight("marked way", tile.way->id);
    if (!tile.refused && hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      open(tile);
    } else if (!tile.refused && pressed && !tile.is_in_force) {
      use(tile);
    }
    if (hovered) pointed_ = &tile;
    const auto matrix = draw_map(tile, at);
    if (plan_.detail > 0) {
      draw_name(tile, {at.x, at.y + plan_.under});
    } else {
      draw_words(tile, {at.x + plan_.map + plan_.gap, at.y});
    }
    if (is_marked) {
      const float air = style_.px(4);
      ImGui::GetWindowDrawList()->AddRect({at.x - air, at.y - air},
                                          {at.x + plan_.tile + air, at.y + row_ + air}, style_.colours.query,
                                          style_.px(6), 0, style_.px(1.5f));
    }
    if (hovered) point_at(tile, matrix);
  }

  // The map, or an empty place. Nullopt where there is none.
  std::optional<ui::MatrixFrame> draw_map(const WayTile& tile, ImVec2 at) {
    const engine::Stage& shape = frame_.trace().stage(weights_);
    const auto rows = static_cast<float>(shape.rows);
    const auto columns = static_cast<float>(shape.columns);
    const float cell = plan_.map / std::max(rows, columns);
    ui::MatrixFrame matrix;
    matrix.stage = tile.weights;
    matrix.rows = static_cast<double>(shape.rows);
    matrix.columns = static_cast<double>(shape.columns);
    matrix.corner = at;
    matrix.size = {std::max(std::floor(cell * columns), 2.0f), std::max(std::floor(cell * rows), 2.0f)};
    const ImVec2 end(at.x + matrix.size.x, at.y + matrix.size.y);
    maps_.emplace_back(at, end);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (tile.weights < 0) {
      list.AddRectFilled(at, end, style_.colours.chip, style_.px(3));
      return std::nullopt;
    }
    const Frame over = frame_over(tile, *tile.facts);
    std::vector<LitBlock> lit;
    if (is_lit()) {
      const engine::Cell cell_lit{tile.weights, lit_.row, lit_.column};
      lit.push_back({cell_lit, cell_lit, style_.colours.ink});
    }
    // What goes below 0 has a scale of its own, in the colours of signed numbers.
    const bool has_own = tile.is_signed() && !look::is_signed(scale_.map);
    draw_matrix(over, matrix, has_own ? tile.facts->scale(tile.weights) : scale_, lit);
    if (tile.is_in_force) outline(tile, style_.colours.ink, 2);
    return matrix;
  }

  // Whether a cell of some tile is pointed at: then it is lit in all of them.
  bool is_lit() const {
    const auto& hovered = frame_.session.hovered();
    if (lit_.stage < 0) return false;
    if (!hovered) return lit_.stage == weights_;
    return std::any_of(tiles_.begin(), tiles_.end(), [&](const WayTile& tile) {
      return tile.trace == hovered && tile.weights == lit_.stage;
    });
  }

  Frame frame_over(const WayTile& tile, const Facts& facts) const {
    return tile.is_in_force ? frame_ : frame_.over(tile.trace, facts, tile.way->id);
  }

  // Returns its height.
  float draw_name(const WayTile& tile, ImVec2 at) const {
    ui::TextStyle name = tile.is_in_force ? style_.small_strong() : style_.small_ink();
    if (tile.refused) name.colour = style_.colours.muted;
    return ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, plan_.words(), frame_.tr(tile.way->words),
                              name, kWayLeading);
  }

  void draw_words(const WayTile& tile, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = at.y + row_;
    const float width = plan_.words();
    at.y += draw_name(tile, at);
    const ui::TextStyle type = style_.small();
    const float line = kWayLeading * type.size;
    const auto lines = ui::wrap_text(way_clause(frame_, tile, scale_), width, type);
    for (size_t i = 0; i < lines.size(); ++i, at.y += line) {
      const bool is_last = i + 1 < lines.size() && at.y + 2 * line > bottom + 1;
      ui::draw_text(list, at, is_last ? ui::ellipsise(lines[i] + " …", width, type) : lines[i], type);
      if (is_last) return;
    }
  }

  // A cell says its weight, everything else what a click does.
  void point_at(const WayTile& tile, const std::optional<ui::MatrixFrame>& matrix) const {
    const auto cell = matrix ? matrix->cell_at(ImGui::GetIO().MousePos) : std::nullopt;
    if (cell) {
      // Its words are those of the present run, which knows a trained model's tokens.
      const Frame said = frame_over(tile, frame_.facts);
      said.hover(*cell);
      return cell_tooltip(said, *cell);
    }
    if (tile.refused) return ui::tip(style_, frame_.tr(*tile.refused));
    std::string tip = frame_.tr(tile.way->words + ".tip");
    tip.append(" ").append(frame_.tr(tile.is_in_force ? "ways.now.tip" : "ways.use.tip"));
    ui::tip(style_, tip);
  }

  engine::StageAddress place() const { return engine::parse_address(frame_.trace().stage(weights_).address); }

  void use(const WayTile& tile) const {
    frame_.requests.edit(
        "", [way = tile.way, place = place()](app::State& state) { app::use_way(state, *way, place); });
  }

  void open(const WayTile& tile) const {
    const std::string& address = frame_.trace().stage(weights_).address;
    frame_.requests.edit("", [way = tile.way, address, now = tile.is_in_force](app::State& state) {
      if (!now) app::use_way(state, *way, engine::parse_address(address));
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
  }

  const Frame& frame_;
  const ui::Style& style_;
  int weights_;
  std::vector<WayTile> tiles_;
  look::ColourScale scale_;
  engine::Cell lit_;
  WayPlan plan_;
  const WayTile* pointed_ = nullptr;
  std::vector<std::pair<ImVec2, ImVec2>> maps_;  // of each tile drawn so far: the corners of its map
  float row_ = 0;                                // the height of the line being drawn
};

// "Head 2", among layers "Encoder 1 › Self-attention › Head 2".
std::string head_of_ways(const Frame& frame, const std::string& address) {
  const int head = engine::parse_address(address).head;
  if (!frame.facts.has_layers()) return frame.tr("head.name", {{"head", frame.tr.nth(head)}});
  std::vector<std::string> path = path_of(frame, address, true);
  path.pop_back();
  std::string name;
  for (const std::string& part : path) name.append(name.empty() ? "" : kArrow).append(part);
  return name;
}

// What the maps are of, and what a click does; with the axes and the colour bar, unless a large way has them.
void draw_ways_heading(const Frame& frame, int weights, const WaysWall& wall, bool has_detail) {
  const engine::Stage& stage = frame.trace().stage(weights);
  const std::string where = head_of_ways(frame, stage.address);
  if (has_detail) {
    ui::label(frame.tr("ways.question"), frame.style.title());
    const std::string said = frame.tr(wall.has_signed() ? "ways.why.signed" : "ways.why", {{"what", where}});
    return ui::paragraph(said, ImGui::GetContentRegionAvail().x, frame.style.quiet());
  }
  const look::ColourScale& scale = wall.scale();
  const std::string said =
      frame.tr("ways.why", {{"what", where + "   ·   " + look::axis_title(frame.tr, stage)}});
  if (is_low_page(frame))
    return draw_bar_in(frame, scale, draw_low_title(frame, frame.tr("ways.question"), said, scale));
  ui::label(frame.tr("ways.question"), frame.style.title());
  draw_bar_in(frame, scale, draw_sentence_by_bar(frame, said, scale));
}

}  // namespace

void draw_ways(const Frame& frame) {
  const auto& style = frame.style;
  const int weights = experiment_weights(frame);
  if (weights < 0) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  if (are_too_many_ways(frame)) {
    ui::paragraph(frame.tr("experiment.too_long"), ImGui::GetContentRegionAvail().x, style.text());
  } else {
    const bool has_detail = has_way_detail(style, ImGui::GetContentRegionAvail());
    WaysWall wall(frame, weights);
    draw_ways_heading(frame, weights, wall, has_detail);
    wall.draw(has_detail);
  }
  ImGui::PopStyleVar();
}

}  // namespace views
