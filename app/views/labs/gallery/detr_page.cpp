// detr_page.cpp: which query answers for which object, where it looks, and how training pairs them.
#include <algorithm>
#include <array>
#include <string>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/drawing_parts.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/small_map.h"
#include "engine/vision/detr.h"
#include "engine/vision/matching.h"

namespace views {
namespace {

using engine::FoundObject;
using engine::Index;
using engine::Matching;
using engine::MatchingStep;
using engine::Matrix;

constexpr float kBetween = 20;     // pixels at 100 % between parts
constexpr float kShapeAbove = 32;  // for a shape above its costs

// "q1", as the rows of the system's matrices are called.
std::string query_name(const SystemPage& page, Index query) {
  const engine::Stage& stage = page.frame.trace().stage(page.stage("probabilities"));
  return page.frame.facts.label(stage.rows_are(), query);
}

const FoundObject* found_by(const SystemPage& page, Index query) {
  const auto& objects = *page.answer.objects;
  const auto found = std::ranges::find(objects, query, &FoundObject::query);
  return found == objects.end() ? nullptr : &*found;
}

// The picture with the boxes that the queries say.
void draw_boxes(const SystemPage& page, float side) {
  const Frame& frame = page.frame;
  draw_gallery_caption(frame, frame.tr("gallery.detr.boxes"), side);
  const PixelSquare square{ImGui::GetCursorScreenPos(), side};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_pixels(list, square, page.pixels);
  draw_square_outline(frame.style, list, square);
  for (const FoundObject& object : *page.answer.objects)
    draw_box(frame.style, list, square, object.box, query_look(object.query), query_name(page, object.query));
  ImGui::Dummy({side, side});
  if (page.answer.objects->empty()) ui::label(frame.tr("gallery.nothing_seen"), frame.style.small());
}

// A switch, where the query looked last, and what it says; `width`: of its words.
void draw_query(const SystemPage& page, Index query, const Matrix& weights, const look::ColourScale& scale,
                float side, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ImGui::BeginGroup();
  const std::string part = "query." + std::to_string(query);
  draw_part_switch(frame, part, query_name(page, query));
  draw_laid_picture(
      page,
      {{}, weights, scale, engine::detr_answer("cross") + ".head.0.weights", query, query_look(query).colour},
      side);
  const FoundObject* const object = found_by(page, query);
  const std::string said =
      object == nullptr ? frame.tr("gallery.none")
                        : kind_words(frame, object->seen.kind) + " " + percent(object->seen.probability);
  ui::paragraph(page.is_off(part) ? frame.tr("gallery.is_off") : said, width, style.small_ink());
  ImGui::EndGroup();
}

void draw_queries(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  std::array<Matrix, engine::kDetrQueries> maps;
  for (Index query = 0; query < engine::kDetrQueries; ++query)
    maps.at(static_cast<size_t>(query)) = attended(page, engine::detr_answer("cross"), query);
  const look::ColourScale scale = shared_map_scale(frame, maps);
  draw_laid_heading(page, frame.tr("gallery.detr.look"), scale);
  draw_head_choice(page, 4);
  const float gap = style.px(6);
  const float pitch = std::floor((width + gap) / engine::kDetrQueries);
  const float side = std::clamp(pitch - gap, style.px(48), in_large_window(frame, 144, 0.2F));
  for (Index query = 0; query < engine::kDetrQueries; ++query) {
    if (query > 0) ImGui::SameLine(0, gap);
    draw_query(page, query, maps.at(static_cast<size_t>(query)), scale, side, std::max(side, pitch - gap));
  }
}

// The pairs after some steps, as frames on the map of costs.
void draw_pairs(const SystemPage& page, const ui::MatrixFrame& map, const std::vector<Index>& query_of) {
  const auto& style = page.frame.style;
  const ImVec2 cell(map.size.x / static_cast<float>(map.columns), map.size.y / static_cast<float>(map.rows));
  for (size_t object = 0; object < query_of.size(); ++object) {
    if (query_of[object] < 0) continue;
    const ImVec2 low(map.corner.x + static_cast<float>(object) * cell.x,
                     map.corner.y + static_cast<float>(query_of[object]) * cell.y);
    ImGui::GetWindowDrawList()->AddRect(low, {low.x + cell.x, low.y + cell.y}, style.colours.accent, 0, 0,
                                        style.px(3));
  }
}

std::string object_name(const SystemPage& page, Index object) {
  return kind_words(page.frame, world::kind_of(page.scene->figures.at(static_cast<size_t>(object))));
}

std::string step_words(const SystemPage& page, const Matching& pairs, size_t shown) {
  const Frame& frame = page.frame;
  if (shown == 0) return frame.tr("gallery.detr.costs");
  if (shown == pairs.steps.size())
    return frame.tr("gallery.detr.total", {{"cost", ui::fixed_number(pairs.cost, 2)}});
  const MatchingStep& step = pairs.steps[shown - 1];
  std::string searched;
  for (const Index query : step.searched)
    searched.append(searched.empty() ? "" : " → ").append(query_name(page, query));
  return frame.tr("gallery.detr.step", {{"object", object_name(page, step.object)}, {"searched", searched}});
}

// Above the columns the shapes that they are of; pointing at one or at a cost names it.
void draw_objects_above(const SystemPage& page, const ui::MatrixFrame& map) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float cell = map.size.x / static_cast<float>(map.columns);
  const float side = std::min(cell, style.px(kShapeAbove)) - style.px(4);
  for (size_t object = 0; object < page.scene->figures.size(); ++object) {
    const ImVec2 at(map.corner.x + (static_cast<float>(object) + 0.5F) * cell - side / 2,
                    map.corner.y - side - style.px(4));
    draw_shape(*ImGui::GetWindowDrawList(), at, side, page.scene->figures[object]);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(("object " + std::to_string(object)).c_str(), {side, side});
    ui::tip(style, object_name(page, static_cast<Index>(object)));
  }
  const engine::Cell pointed = pointed_at(map);
  if (pointed.stage < 0) return;
  frame.hover(pointed);
  if (!ui::begin_tooltip(style)) return;
  ui::label(query_name(page, pointed.row) + " → " + object_name(page, pointed.column), style.small());
  ui::label(frame.tr.cell(pointed.row, pointed.column) + " = " +
                ui::fixed_number(frame.trace().at(pointed.stage, pointed.row, pointed.column), 4),
            style.small_strong());
  ui::end_tooltip();
}

// The costs, and step by step the cheapest way to give every object a query.
void draw_matching(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const int cost = page.stage("cost");
  if (cost < 0) return;
  draw_gallery_caption(frame, frame.tr("gallery.detr.matching"));
  const Matching pairs = engine::match(page.stages().values("cost"));
  const auto last = static_cast<Index>(pairs.steps.size());
  const size_t asked = frame.session.desk().gallery.step.value_or(pairs.steps.size());
  Index shown = std::min(static_cast<Index>(asked), last);
  control_name(frame, "gallery.detr.matched");
  ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x, style.px(120)));
  const std::string of_all = "%lld / " + std::to_string(last);
  if (ui::slider(style, "##matching step", shown, 0, last, of_all.c_str()))
    arrange_gallery(frame, [shown](app::GalleryDesk& desk) { desk.step = static_cast<size_t>(shown); });
  ui::tip(style, frame.tr("gallery.detr.step.tip"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  // A map keeps a line for its caption, which this one has above the slider: here are its shapes.
  constexpr float kCaptionLine = 24;
  const float above = style.px(kShapeAbove - kCaptionLine);
  constexpr float kRestOfPage = 556;
  const float high = std::max(style.px(164), ImGui::GetIO().DisplaySize.y - style.px(kRestOfPage));
  const ImVec2 size(std::min(width, in_large_window(frame, 300, 0.34F)), high);
  const SmallMap map{.stage = cost,
                     .caption = {},
                     .scale = frame.facts.scale(cost),
                     .explains = false,
                     .column_labels = false};
  const ui::MatrixFrame drawn = draw_small_map(frame, map, {at.x, at.y + above}, {size.x, size.y - above});
  draw_objects_above(page, drawn);
  if (shown > 0) draw_pairs(page, drawn, pairs.steps[static_cast<size_t>(shown) - 1].query_of);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({size.x, drawn.corner.y + drawn.size.y - at.y});
  ui::paragraph(step_words(page, pairs, static_cast<size_t>(shown)), width, style.small_ink());
}

}  // namespace

void draw_detr_page(const SystemPage& page, float width) {
  const auto& style = page.frame.style;
  const float gap = style.px(kBetween);
  const float side =
      world::kSide * std::floor(std::clamp(width * 0.2F, style.px(144), style.px(320)) / world::kSide);
  ImGui::BeginGroup();
  draw_boxes(page, side);
  ImGui::EndGroup();
  const bool is_wide = width > style.px(640);
  ImGui::SameLine(0, gap);
  const float matching =
      is_wide ? std::min(in_large_window(page.frame, 200, 0.34F), (width - side) * 0.25F) : 0;
  begin_column("queries", width - side - matching - (is_wide ? 2 : 1) * gap);
  draw_queries(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  if (is_wide) ImGui::SameLine(0, gap);
  begin_column("matching", is_wide ? matching : width);
  draw_matching(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
