// vit_page.cpp: what the class token looks at, what it says; and what the patches, positions and heads have
// learned.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look/palette.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

constexpr Index kHeads = 4;
constexpr int kLayers = 3;
constexpr Index kPatchSide = world::kSide / kVitPatchesAcross;  // pixels

std::string map_of(int layer, Index head) {
  return "encoder." + std::to_string(layer) + ".self.head." + std::to_string(head) + ".weights";
}

// Of a row of the patches' weights, which has all red ones, then all green, then all blue, the tile: its
// largest number is full light of its colour, its smallest none.
Matrix filter_tile(const Matrix& weights, Index filter) {
  const float most = std::max(weights.row(filter).cwiseAbs().maxCoeff(), 1e-9F);
  Matrix tile(kPatchSide * kPatchSide, 3);
  for (Index channel = 0; channel < 3; ++channel) {
    for (Index pixel = 0; pixel < tile.rows(); ++pixel)
      tile(pixel, channel) = weights(filter, channel * tile.rows() + pixel) / most;
  }
  return tile;
}

void draw_filters(const SystemPage& page, float room) {
  const auto& style = page.frame.style;
  const Matrix weights = page.stages().values("patches.weight");
  const float gap = style.px(4);
  constexpr Index kInRow = 10;
  const float side = std::floor(
      std::clamp((room + gap) / kInRow - gap, style.px(12), in_large_window(page.frame, 46, 0.06F)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (Index filter = 0; filter < weights.rows(); ++filter) {
    const ImVec2 corner = tile_corner(at, filter, kInRow, {side + gap, side + gap});
    const Matrix tile = filter_tile(weights, filter);
    const float pixel = side / kPatchSide;
    for (Index i = 0; i < tile.rows(); ++i) {
      const ImVec2 low = tile_corner(corner, i, kPatchSide, {pixel, pixel});
      const auto part = [&](Index channel) { return (tile(i, channel) + 1) / 2; };
      list.AddRectFilled(low, {low.x + pixel, low.y + pixel}, ui::pack({part(0), part(1), part(2)}));
    }
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::InvisibleButton(("filter " + std::to_string(filter)).c_str(), {side, side}))
      go_to_stage(page, "patches.weight", filter);
    ui::tip(style, page.frame.tr("gallery.vit.filter.tip",
                                 {{"number", page.frame.tr.nth(static_cast<int>(filter))}}));
  }
  const Index lines = (weights.rows() + kInRow - 1) / kInRow;
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, static_cast<float>(lines) * (side + gap)});
  ui::paragraph(page.frame.tr("gallery.vit.filters.why"), room, style.small());
}

// For each place a small map of how alike its position is to all positions.
void draw_similarities(const SystemPage& page, float room) {
  const auto& style = page.frame.style;
  const Matrix positions = page.stages().values("position").bottomRows(kVitPatchesAcross * kVitPatchesAcross);
  const Matrix unit = positions.rowwise().normalized();
  const Matrix cosines = unit * unit.transpose();
  const float gap = style.px(6);
  const float whole = std::min(room, in_large_window(page.frame, 232, 0.46F));
  const float cell =
      std::floor((whole - (kVitPatchesAcross - 1) * gap) / (kVitPatchesAcross * kVitPatchesAcross));
  const float tile = cell * kVitPatchesAcross;
  const look::ColourScale scale{style.sequential(), -1, 1};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (Index place = 0; place < cosines.rows(); ++place) {
    const ImVec2 corner = tile_corner(at, place, kVitPatchesAcross, {tile + gap, tile + gap});
    for (Index other = 0; other < cosines.cols(); ++other) {
      const ImVec2 low = tile_corner(corner, other, kVitPatchesAcross, {cell, cell});
      list.AddRectFilled(low, {low.x + cell, low.y + cell},
                         ui::pack(look::colour_of(scale, cosines(place, other))));
    }
    const ImVec2 own = tile_corner(corner, place, kVitPatchesAcross, {cell, cell});
    list.AddRect(own, {own.x + cell, own.y + cell}, ui::pack(look::text_on(look::colour_of(scale, 1))), 0, 0,
                 style.px(2));
  }
  const float height = kVitPatchesAcross * (tile + gap);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({height, height});
  ui::paragraph(page.frame.tr("gallery.vit.positions.why"), room, style.small());
}

// How far a patch looks on average, in pixels: its weights of the other patches, times their distances.
double mean_distance(const SystemPage& page, int layer, Index head) {
  const Matrix weights = page.stages().values(map_of(layer, head));
  const auto across = [](Index patch) { return static_cast<double>(patch % kVitPatchesAcross * kPatchSide); };
  const auto down = [](Index patch) {
    const Index row = patch / kVitPatchesAcross;
    return static_cast<double>(row * kPatchSide);
  };
  double sum = 0;
  double of_patches = 0;
  for (Index query = 1; query < weights.rows(); ++query) {
    for (Index key = 1; key < weights.cols(); ++key) {
      const double weight = double{weights(query, key)};
      sum += weight * std::hypot(across(query - 1) - across(key - 1), down(query - 1) - down(key - 1));
      of_patches += weight;
    }
  }
  return sum / std::max(of_patches, 1e-9);
}

void draw_distances(const SystemPage& page, float room) {
  const Frame& frame = page.frame;
  const auto first = static_cast<double>(frame.style.lettering.first);
  LinePlot plot{.title = {},
                .x = {.name = frame.tr("lab.depth.axis.layer"),
                      .low = first - 0.5,
                      .high = first + kLayers - 0.5,
                      .is_whole = true},
                .y = {.name = frame.tr("gallery.vit.distance.axis"), .low = 0, .high = 10},
                .lines = {}};
  for (Index head = 0; head < kHeads; ++head) {
    PlotLine line{.name = frame.tr("head.name", {{"head", frame.tr.nth(static_cast<int>(head))}}),
                  .colour = frame.style.head(static_cast<int>(head)),
                  .points = {},
                  .has_dots = true};
    for (int layer = 0; layer < kLayers; ++layer)
      line.points.emplace_back(layer + first, mean_distance(page, layer, head));
    plot.lines.push_back(std::move(line));
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(room, frame.style.px(190));
  draw_line_plot(frame, "attention distance", plot, at, size);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  ui::paragraph(frame.tr("gallery.vit.distance.why"), room, frame.style.small());
}

// What smaller patches cost, here and in the paper.
void draw_patch_sizes(const SystemPage& page, float room) {
  const Frame& frame = page.frame;
  constexpr std::array<std::pair<int, int>, 6> kSizes = {
      {{16, 8}, {16, 4}, {16, 2}, {224, 32}, {224, 16}, {224, 14}}};
  for (const auto& [side, patch] : kSizes) {
    const int across = side / patch;
    const int tokens = across * across + 1;
    const bool is_here = side == world::kSide && patch == kPatchSide;
    ui::label(frame.tr("gallery.vit.size", {{"side", std::to_string(side)},
                                            {"patch", std::to_string(patch)},
                                            {"tokens", std::to_string(tokens)},
                                            {"squared", std::to_string(tokens * tokens)}}),
              is_here ? frame.style.small_strong() : frame.style.small_ink());
  }
  ui::paragraph(frame.tr("gallery.vit.size.why"), room, frame.style.small());
}

// The weights of the patches that a figure touches, together: a share of what the class token reads, itself
// included.
double share_on(const Matrix& map, const world::Figure& figure) {
  constexpr auto kSide = static_cast<int>(kPatchSide);
  double share = 0;
  for (Index row = 0; row < map.rows(); ++row) {
    for (Index column = 0; column < map.cols(); ++column) {
      bool touches = false;
      for (int i = 0; i < kSide * kSide; ++i)
        touches = touches || world::covers(figure, static_cast<int>(column) * kSide + i % kSide,
                                           static_cast<int>(row) * kSide + i / kSide);
      if (touches) share += double{map(row, column)};
    }
  }
  return share;
}

// "Layer 2 · red circle 60 %", of the weight on the shape that is to be named; without it where not all have
// room.
std::array<std::string, kLayers> captions_of(const SystemPage& page, const std::array<Matrix, kLayers>& maps,
                                             float room) {
  constexpr float kAir = 12;  // pixels at 100 %, before the next caption
  const Frame& frame = page.frame;
  std::array<std::string, kLayers> plain;
  std::array<std::string, kLayers> said;
  const auto largest = world::largest(*page.scene);
  bool all_fit = largest.has_value();
  for (size_t layer = 0; layer < plain.size(); ++layer) {
    const std::string number = frame.tr.nth(static_cast<int>(layer));
    plain.at(layer) = frame.tr("path.layer", {{"layer", number}});
    if (!largest) continue;
    const world::Figure& figure = page.scene->figures.at(*largest);
    said.at(layer) = frame.tr("gallery.vit.layer_on", {{"layer", number},
                                                       {"percent", percent(share_on(maps.at(layer), figure))},
                                                       {"shape", kind_words(frame, world::kind_of(figure))}});
    all_fit = all_fit && ui::text_size(said.at(layer), frame.style.small()).x + frame.style.px(kAir) <= room;
  }
  return all_fit ? said : plain;
}

void draw_class_looks(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  ImGui::Dummy({0, frame.style.px(6)});
  std::array<Matrix, kLayers> maps;
  for (int layer = 0; layer < kLayers; ++layer)
    maps.at(static_cast<size_t>(layer)) = attended(page, "encoder." + std::to_string(layer) + ".self", 0, 1);
  const look::ColourScale scale = shared_map_scale(frame, maps);
  draw_laid_heading(page, frame.tr("gallery.vit.looks"), scale);
  draw_head_choice(page, kHeads);
  const float side = std::clamp(width / kLayers - frame.style.px(10), frame.style.px(64),
                                in_large_window(frame, 176, 0.26F));
  const std::array<std::string, kLayers> captions = captions_of(page, maps, side);
  for (int layer = 0; layer < kLayers; ++layer) {
    if (layer > 0) ImGui::SameLine();
    const Index head = std::max<Index>(0, frame.session.desk().gallery.head);
    draw_laid_picture(page,
                      {captions.at(static_cast<size_t>(layer)), maps.at(static_cast<size_t>(layer)), scale,
                       map_of(layer, std::min(head, kHeads - 1)), 0},
                      side);
  }
}

}  // namespace

void draw_vit_page(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const bool is_wide = width > style.px(560);
  const float left = is_wide ? std::min(width * 0.55F, style.px(900)) : width;
  begin_column("class token", left);
  constexpr size_t kShown = 4;
  draw_gallery_caption(frame, frame.tr("gallery.vit.says", {{"shown", std::to_string(kShown)},
                                                            {"all", std::to_string(world::kKinds)}}));
  draw_share_bars(frame, kind_bars(page, "probabilities", 0, kShown), ImGui::GetContentRegionAvail().x);
  draw_class_looks(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  if (is_wide) ImGui::SameLine(0, style.px(20));
  begin_column("learned", 0);
  constexpr std::array<const char*, 4> kLooks = {"gallery.vit.positions", "gallery.vit.distance",
                                                 "gallery.vit.filters", "gallery.vit.sizes"};
  constexpr std::array kDraw = {draw_similarities, draw_distances, draw_filters, draw_patch_sizes};
  const size_t look = draw_look_choice(frame, kLooks);
  kDraw.at(look)(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
