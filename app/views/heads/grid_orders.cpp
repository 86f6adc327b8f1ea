// grid_orders.cpp: measures all heads, and sorts them.
#include "app/views/heads/grid_orders.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using app::HeadOrder;
using engine::HeadMeasures;

constexpr std::array<GridOrder, 8> kOrders = {
    {{HeadOrder::kLayer, "grid.order.layer"},
     {HeadOrder::kEntropy, "grid.order.entropy", &HeadMeasures::entropy},
     {HeadOrder::kDistance, "grid.order.distance", &HeadMeasures::distance, false, false},
     {HeadOrder::kSame, "grid.order.same", &HeadMeasures::same, true, false},
     {HeadOrder::kPrevious, "grid.order.previous", &HeadMeasures::previous, true, false},
     {HeadOrder::kNext, "grid.order.next", &HeadMeasures::next, true, false},
     {HeadOrder::kFirst, "grid.order.first", &HeadMeasures::first, true},
     {HeadOrder::kEqual, "grid.order.equal", &HeadMeasures::equal_tokens, true}}};

// Requests all of them, so that they are measured one after the other.
bool are_measured(const Frame& frame, std::span<const engine::LayerHeads> layers) {
  bool all = true;
  for (const engine::LayerHeads& heads : layers) {
    for (const int head : heads) all = frame.facts.is_measured(head) && all;
  }
  return all;
}

}  // namespace

std::span<const GridOrder> grid_orders() {
  return kOrders;
}

const GridOrder& grid_order(HeadOrder order) {
  return kOrders.at(static_cast<size_t>(order));
}

std::vector<GridHead> ordered_heads(const Frame& frame, std::span<const engine::LayerHeads> layers,
                                    const GridOrder& order) {
  std::vector<GridHead> heads;
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    for (size_t head = 0; head < layers[layer].size(); ++head)
      heads.push_back({static_cast<int>(layer), static_cast<int>(head), layers[layer][head]});
  }
  if (order.measure == nullptr || !are_measured(frame, layers)) return heads;
  std::stable_sort(heads.begin(), heads.end(), [&](const GridHead& one, const GridHead& other) {
    return frame.facts.measures(one.stage).*order.measure > frame.facts.measures(other.stage).*order.measure;
  });
  return heads;
}

std::string grid_number(const Frame& frame, int stage, const GridOrder& order) {
  if (!frame.facts.is_measured(stage)) return "";
  if (order.measure != nullptr) {
    const double measure = frame.facts.measures(stage).*order.measure;
    return order.is_share ? percent(measure) : ui::fixed_number(measure, measure < 10 ? 2 : 1);
  }
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  return habit.habit == engine::Habit::kNone ? "" : percent(habit.share);
}

std::string head_pattern_word(const Frame& frame, int stage) {
  if (frame.facts.sees_nothing(stage)) return frame.tr("grid.habit.blind");
  if (!frame.facts.is_measured(stage)) return frame.tr("map.measuring");
  constexpr std::array<const char*, 9> kKeys = {
      "grid.habit.none",  "grid.habit.previous",  "grid.habit.same",
      "grid.habit.equal", "grid.habit.first",     "grid.habit.even",
      "grid.habit.next",  "grid.habit.induction", "grid.habit.duplicate"};
  return frame.tr(kKeys.at(static_cast<size_t>(frame.facts.habit(stage).habit)));
}

}  // namespace views
