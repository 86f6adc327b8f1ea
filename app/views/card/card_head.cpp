// card_head.cpp: what the head in focus does, on average over its queries.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "app/look/labels.h"
#include "app/look/measure_words.h"
#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"
#include "app/views/core/outline.h"
#include "app/views/core/view.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::HeadMeasures;
using engine::Index;
using engine::MeasureRow;
using engine::RowMeasure;

// The shares of attention that the map can have, in the table's order.
std::vector<const MeasureRow*> shares_of(const Frame& frame, int weights) {
  std::vector<const MeasureRow*> shares;
  for (const MeasureRow& row : engine::measure_table()) {
    if (row.is_share && frame.facts.applies(row.measure, weights)) shares.push_back(&row);
  }
  return shares;
}

std::string name_of(const Frame& frame, const MeasureRow& row) {
  return frame.tr(look::measure_key(row));
}

// Beside the bars.
float width_of_names(const Frame& frame, std::span<const MeasureRow* const> rows, float width) {
  float widest = frame.style.px(90);
  for (const MeasureRow* const row : rows)
    widest = std::max(widest, ui::text_size(name_of(frame, *row), frame.style.small_ink()).x);
  return std::min(widest + frame.style.px(6), width * 0.55f);
}

// Another head's share, on a bar of this height.
void draw_mark(const ui::Style& style, ImVec2 at, float height) {
  const float beyond = style.px(2);
  const float half = std::max(1.0f, style.px(1));
  ImGui::GetWindowDrawList()->AddRectFilled({at.x - half, at.y - beyond},
                                            {at.x + half, at.y + height + beyond}, style.colours.ink);
}

// "Previous   ▬▬▬|▬   97 %": a mark for each of the other heads. `words`: the width of the names.
void draw_share(const ui::Style& style, const std::string& name, double share,
                std::span<const double> of_others, float words, float width) {
  const float height = style.px(kCardRowHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float number = style.px(48);
  ui::draw_text(list, at, ui::ellipsise(name, words - style.px(6), style.small_ink()), style.small_ink());
  const ImVec2 low(at.x + words, at.y + height * 0.24f);
  const ImVec2 high(at.x + width - number, at.y + height * 0.64f);
  list.AddRectFilled(low, high, style.colours.chip, 2);
  const float length = (high.x - low.x) * static_cast<float>(std::clamp(share, 0.0, 1.0));
  list.AddRectFilled(low, {low.x + std::max(1.0f, length), high.y}, style.colours.accent, 2);
  for (const double other : of_others) {
    const float x = std::round(low.x + (high.x - low.x) * static_cast<float>(std::clamp(other, 0.0, 1.0)));
    draw_mark(style, {x, low.y}, high.y - low.y);
  }
  ui::draw_text_right(list, {at.x + width, at.y}, percent(share), style.small_ink());
}

// "Encoder 2 · Head 1".
std::string name_of(const Frame& frame, const engine::StageAddress& place) {
  const std::string head = frame.tr("head.name", {{"head", frame.tr.nth(place.head)}});
  return frame.facts.has_layers() ? layer_name(frame, place) + " · " + head : head;
}

void draw_measure(const ui::Style& style, const std::string& name, const std::string& number, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, name, style.small_ink());
  ui::draw_text_right(list, {at.x + width, at.y}, number, style.small_ink());
  ImGui::Dummy({width, style.px(kCardRowHeight)});
}

// Of the other heads beside this map, those that are measured.
std::vector<const HeadMeasures*> measures_of_others(const Frame& frame, int weights) {
  std::vector<const HeadMeasures*> others;
  for (const int other : app::across_heads(frame.trace(), weights)) {
    if (other != weights && frame.facts.is_measured(other)) others.push_back(&frame.facts.measures(other));
  }
  return others;
}

// "| the other heads".
void explain_marks(const ui::Style& style, const std::string& words) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = style.px(kCardRowHeight);
  draw_mark(style, {at.x + style.px(2), at.y + height * 0.24f}, height * 0.4f);
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + style.px(10), at.y}, words, style.small());
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height});
}

// Of the last item: the measure's formula, and over how many queries it is a mean.
void explain_measure(const Frame& frame, const MeasureRow& row, const HeadMeasures& measures) {
  const std::string words =
      frame.tr("card.head.measure", {{"rows", std::to_string(measures.rows(row.measure))}});
  ui::tip(frame.style, words, engine::measure_formula(row, frame.tr.counts_from()));
}

void draw_measures(const Frame& frame, int weights, float width) {
  const engine::Stage& map = frame.trace().stage(weights);
  const bool crosses = map.row_sequence != map.column_sequence;
  const HeadMeasures& measures = frame.facts.measures(weights);
  const std::vector<const HeadMeasures*> others = measures_of_others(frame, weights);
  const std::vector<const MeasureRow*> shares = shares_of(frame, weights);
  const float names = width_of_names(frame, shares, width);
  for (const MeasureRow* const row : shares) {
    std::vector<double> marks;
    marks.reserve(others.size());
    for (const HeadMeasures* const other : others) marks.push_back((*other)[row->measure]);
    draw_share(frame.style, name_of(frame, *row), measures[row->measure], marks, names, width);
    explain_measure(frame, *row, measures);
  }
  if (!others.empty()) explain_marks(frame.style, frame.tr("card.head.others"));
  ImGui::Dummy({0, frame.style.px(6)});
  const std::string most = ui::fixed_number(std::log(static_cast<double>(map.columns)), 2);
  draw_measure(frame.style, name_of(frame, engine::row_of(RowMeasure::kEntropy)),
               frame.tr("card.head.entropy",
                        {{"entropy", ui::fixed_number(measures[RowMeasure::kEntropy], 2)}, {"most", most}}),
               width);
  ui::paragraph(frame.tr("card.head.entropy.why", {{"most", most}}), width, frame.style.small());
  if (crosses) return;
  draw_measure(
      frame.style, name_of(frame, engine::row_of(RowMeasure::kDistance)),
      frame.tr("card.head.distance", {{"distance", ui::fixed_number(measures[RowMeasure::kDistance], 2)}}),
      width);
}

// What the bars measure, and over how many queries they are means; beside maps of another stage also that
// these are not measured.
std::string why_words(const Frame& frame, const engine::Stage& drawn, int weights) {
  const engine::Stage& map = frame.trace().stage(weights);
  const bool crosses = map.row_sequence != map.column_sequence;
  const Index rows = frame.facts.is_measured(weights) ? frame.facts.measures(weights).rows() : map.rows;
  const bool draws_weights =
      shown_view(frame).shows != Shows::kHeads || drawn.kind == engine::StageKind::kWeights;
  const char* const key = !draws_weights ? "card.head.why_weights"
                          : crosses      ? "card.head.why.cross"
                                         : "card.head.why";
  return frame.tr(key, {{"rows", std::to_string(rows)}, {"stage", look::stage_name(frame.tr, drawn)}});
}

}  // namespace

std::string head_before_pair(const CardScene& scene) {
  const engine::StageAddress place = engine::parse_address(scene.stage.address);
  if (!shown_view(scene.frame).shows_heads || place.head < 0) return "";
  const std::string head = scene.frame.tr("head.name", {{"head", scene.frame.tr.nth(place.head)}});
  const bool names_layer = shown_view(scene.frame).shows != Shows::kHeads && scene.frame.facts.has_layers();
  const std::string words = scene.frame.tr(
      "card.of_head", {{"head", names_layer ? short_layer_name(scene.frame, place) + " · " + head : head}});
  // A full-width colon brings its own space.
  return words.ends_with(':') ? words + " " : words;
}

bool draw_card_head(const Frame& frame) {
  const std::string near = frame.facts.attention_near(frame.here());
  const auto stage = frame.trace().find(near);
  const auto weights = stage ? frame.facts.weights_of(*stage) : std::nullopt;
  if (!weights) return false;
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(frame.tr("card.head"), style.small());
  const ui::TextStyle type{style.fonts.semibold, style.px(18), style.colours.ink};
  ui::paragraph(name_of(frame, engine::parse_address(near)), width, type);
  ui::paragraph(why_words(frame, frame.trace().stage(*stage), *weights), width, style.quiet());
  ImGui::Dummy({0, style.px(6)});
  if (frame.facts.is_measured(*weights)) {
    draw_measures(frame, *weights, width);
  } else {
    ui::label(frame.tr("map.measuring"), style.small());
  }
  ImGui::Dummy({0, style.px(8)});
  ui::paragraph(frame.tr("card.head.hint"), width, style.quiet());
  return true;
}

}  // namespace views
