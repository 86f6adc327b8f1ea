// detr_page.cpp: which query answers for which object, where it looks, and how training pairs them.
#include <algorithm>
#include <string>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
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

constexpr float kBetween = 20;  // pixels at 100 % between parts

// "q1", as the rows of the system's matrices are called.
std::string query_name(const SystemPage& page, Index query) {
  const engine::Stage& stage = page.frame.trace().stage(page.stage("probabilities"));
  return page.frame.facts.label(stage.rows_are(), query);
}

ImU32 query_colour(const ui::Style& style, Index query) {
  return style.head(static_cast<int>(query));
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
    draw_box(frame.style, list, square, object.box, query_colour(frame.style, object.query),
             query_name(page, object.query));
  ImGui::Dummy({side, side});
  if (page.answer.objects->empty()) ui::label(frame.tr("gallery.nothing_seen"), frame.style.small());
}

// Where one query looked last, what it says, and a switch.
void draw_query(const SystemPage& page, Index query, float side) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const std::string cross = engine::detr_answer("cross");
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y - style.px(4)}, {at.x + side, at.y - style.px(1)},
                                            query_colour(style, query));
  draw_laid_picture(
      page, {query_name(page, query), attended(page, cross, query), cross + ".head.0.weights", query}, side);
  const FoundObject* const object = found_by(page, query);
  const std::string said =
      object == nullptr ? frame.tr("gallery.none")
                        : kind_words(frame, object->seen.kind) + " " + percent(object->seen.probability);
  const bool is_off = page.is_off("query." + std::to_string(query));
  for (const std::string& line :
       ui::wrap_text(is_off ? frame.tr("gallery.is_off") : said, side + style.px(6), style.small_ink()))
    ui::label(line, style.small_ink());
  ImGui::EndGroup();
}

void draw_queries(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  draw_gallery_caption(frame, frame.tr("gallery.detr.look"));
  draw_head_choice(page, 4);
  ImGui::Dummy({0, style.px(2)});
  const float side = std::clamp(width / engine::kDetrQueries - style.px(12), style.px(48),
                                in_large_window(frame, 144, 0.2F));
  for (Index query = 0; query < engine::kDetrQueries; ++query) {
    if (query > 0) ImGui::SameLine(0, style.px(12));
    draw_query(page, query, side);
  }
  draw_brightness_key(page);
  ui::Flow flow(style.px(6));
  for (Index query = 0; query < engine::kDetrQueries; ++query) {
    const std::string name = query_name(page, query);
    flow.next(ui::button_width(style, frame.tr("gallery.part_off", {{"part", name}})));
    draw_part_switch(frame, "query." + std::to_string(query), name);
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
  const MatchingStep& step = pairs.steps[shown - 1];
  std::string searched;
  for (const Index query : step.searched)
    searched.append(searched.empty() ? "" : " → ").append(query_name(page, query));
  std::string words =
      frame.tr("gallery.detr.step", {{"object", object_name(page, step.object)}, {"searched", searched}});
  if (shown < pairs.steps.size()) return words;
  return words + " " + frame.tr("gallery.detr.total", {{"cost", ui::fixed_number(pairs.cost, 2)}});
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
  Index shown = std::min(static_cast<Index>(frame.session.desk().gallery.step), last);
  ImGui::SetNextItemWidth(std::min(width, style.px(180)));
  if (ui::slider(style, "##matching step", shown, 0, last))
    arrange_gallery(frame, [shown](app::GalleryDesk& desk) { desk.step = static_cast<size_t>(shown); });
  ui::tip(style, frame.tr("gallery.detr.step.tip"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(std::min(width, in_large_window(frame, 300, 0.34F)), in_large_window(frame, 220, 0.28F));
  // A map keeps a line for its caption, which this one has above the slider.
  const float line = style.px(20);
  const SmallMap map{.stage = cost, .caption = {}, .scale = frame.facts.scale(cost)};
  const ui::MatrixFrame drawn = draw_small_map(frame, map, {at.x, at.y - line}, {size.x, size.y + line});
  if (shown > 0) draw_pairs(page, drawn, pairs.steps[static_cast<size_t>(shown) - 1].query_of);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  ui::paragraph(step_words(page, pairs, static_cast<size_t>(shown)), width, style.small_ink());
}

}  // namespace

void draw_detr_page(const SystemPage& page, float width) {
  const auto& style = page.frame.style;
  const float gap = style.px(kBetween);
  const float side =
      world::kSide * std::floor(std::clamp(width * 0.26F, style.px(150), style.px(320)) / world::kSide);
  ImGui::BeginGroup();
  draw_boxes(page, side);
  ImGui::EndGroup();
  const bool is_wide = width > style.px(640);
  ImGui::SameLine(0, gap);
  const float matching =
      is_wide ? std::min(in_large_window(page.frame, 230, 0.34F), (width - side) * 0.32F) : 0;
  begin_column("queries", width - side - matching - (is_wide ? 2 : 1) * gap);
  draw_queries(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  if (is_wide) ImGui::SameLine(0, gap);
  begin_column("matching", is_wide ? matching : width);
  draw_matching(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
