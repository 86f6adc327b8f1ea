// grid_orders.cpp: measures all heads, and sorts them.
#include "app/views/heads/grid_orders.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/look/labels.h"
#include "app/look/measure_words.h"
#include "app/session/head_worth.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"
#include "engine/loaders/checkpoint.h"

namespace views {
namespace {

using app::HeadOrder;

std::optional<double> of_map(const Frame& frame, const GridOrder& order, int stage) {
  if (!frame.facts.is_measured(stage)) return std::nullopt;
  return frame.facts.measures(stage)[order.row->measure];
}

bool applies(const Frame& frame, const GridOrder& order, int stage) {
  return frame.facts.applies(order.row->measure, stage);
}

// The model that is shown, if Headlight trained it.
const loaders::Checkpoint* own_model(const Frame& frame) {
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  return checkpoint != nullptr && checkpoint->is_own ? checkpoint : nullptr;
}

bool is_own(const Frame& frame, const GridOrder& /*order*/, int /*stage*/) {
  return own_model(frame) != nullptr;
}

// What the model gets right without each head: goes on measuring while it is looked at. Null in the frame
// that asks for it.
std::shared_ptr<const app::HeadWorth> head_worth(const Frame& frame) {
  const std::string& path = own_model(frame)->path;
  const std::shared_ptr<app::HeadWorth> worth = frame.session.desk().head_worth;
  if (!worth || !worth->is_of(path)) {
    const auto begun = std::make_shared<app::HeadWorth>(path);
    frame.requests.arrange([begun](app::Desk& desk) { desk.head_worth = begun; });
    return nullptr;
  }
  if (!worth->is_done() && !worth->has_failed())
    frame.session.background().want_measured(worth, app::Urgency::kCanWait);
  return worth;
}

std::optional<double> without_head(const Frame& frame, const GridOrder& /*order*/, int stage) {
  const auto worth = head_worth(frame);
  const std::string& address = frame.trace().stage(stage).address;
  return worth ? worth->without(std::string(engine::head_address(engine::without_example(address))))
               : std::nullopt;
}

// The weights of the head in focus, or of the nearest; -1 if there are none of this shape.
int compared_with(const Frame& frame, int stage) {
  const int focused = frame.session.focused_stage();
  if (focused < 0) return -1;
  const auto near = frame.trace().find(frame.facts.attention_near(frame.trace().stage(focused).address));
  const auto weights = near ? frame.facts.weights_of(*near) : std::nullopt;
  if (!weights) return -1;
  const engine::Stage& one = frame.trace().stage(*weights);
  const engine::Stage& other = frame.trace().stage(stage);
  const bool alike = one.rows_are() == other.rows_are() && one.columns_are() == other.columns_are();
  return alike ? *weights : -1;
}

std::optional<double> unlike_focused(const Frame& frame, const GridOrder& /*order*/, int stage) {
  const int one = compared_with(frame, stage);
  return one < 0 ? std::optional(1.0) : frame.facts.divergence(one, stage);
}

std::vector<GridOrder> all_orders() {
  std::vector<GridOrder> orders = {{.order = HeadOrder::kLayer, .key = "grid.order.layer"}};
  for (const engine::MeasureRow& row : engine::measure_table())
    orders.push_back({.order = HeadOrder::kMeasure,
                      .row = &row,
                      .key = look::measure_key(row),
                      .measure = of_map,
                      .is_share = row.is_share,
                      .offered = applies});
  orders.push_back({.order = HeadOrder::kWithout,
                    .key = "grid.order.without",
                    .measure = without_head,
                    .is_share = true,
                    .smallest_first = true,
                    .offered = is_own});
  orders.push_back({.order = HeadOrder::kLike,
                    .key = "grid.order.like",
                    .measure = unlike_focused,
                    .smallest_first = true});
  return orders;
}

// "2·3": layer and head, as in the grid.
std::string head_name(const Frame& frame, const std::string& address) {
  const engine::StageAddress place = engine::parse_address(frame.facts.attention_near(address));
  return frame.tr.nth(place.layer) + "·" + frame.tr.nth(place.head);
}

// All of them are asked for, so that they are measured one after the other.
bool are_measured(const Frame& frame, std::span<const GridHead> heads, const GridOrder& order) {
  bool all = true;
  for (const GridHead& head : heads) all = order.measure(frame, order, head.stage).has_value() && all;
  return all;
}

}  // namespace

std::span<const GridOrder> grid_orders() {
  static const std::vector<GridOrder> kOrders = all_orders();
  return kOrders;
}

const GridOrder& grid_order(const Frame& frame, int stage) {
  const app::ComparisonState& wanted = frame.session.desk().comparing;
  for (const GridOrder& order : grid_orders()) {
    const bool is_it =
        order.order == wanted.order && (order.row == nullptr || order.row->measure == wanted.measure);
    if (is_it && order.is_offered(frame, stage)) return order;
  }
  return grid_orders().front();
}

std::string grid_formula(const Frame& frame, const GridOrder& order) {
  return order.row == nullptr ? "" : engine::measure_formula(*order.row, frame.tr.counts_from());
}

std::vector<GridHead> ordered_heads(const Frame& frame, std::span<const engine::LayerHeads> layers,
                                    const GridOrder& order) {
  std::vector<GridHead> heads;
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    for (size_t head = 0; head < layers[layer].size(); ++head)
      heads.push_back({static_cast<int>(layer), static_cast<int>(head), layers[layer][head]});
  }
  if (order.measure == nullptr || !are_measured(frame, heads, order)) return heads;
  std::ranges::stable_sort(heads, [&](const GridHead& one, const GridHead& other) {
    const double first = *order.measure(frame, order, one.stage);
    const double second = *order.measure(frame, order, other.stage);
    return order.smallest_first ? first < second : first > second;
  });
  return heads;
}

std::string grid_meaning(const Frame& frame, const GridOrder& order, const engine::Stage& map) {
  const std::string& key = order.key;
  if (order.order == HeadOrder::kLike) {
    const int focused = frame.session.focused_stage();
    return frame.tr(key + ".meaning", {{"head", focused < 0 ? "" : head_name(frame, frame.here())}});
  }
  if (order.order != HeadOrder::kWithout) {
    const std::string most = ui::fixed_number(std::log(static_cast<double>(map.columns)), 2);
    return frame.tr(key + ".meaning", {{"count", std::to_string(map.columns)}, {"most", most}});
  }
  const auto worth = head_worth(frame);
  if (worth && worth->has_failed()) return frame.tr(key + ".none");
  const auto whole = worth ? worth->whole() : std::nullopt;
  if (!whole) return frame.tr("map.measuring");
  return frame.tr(key + ".meaning",
                  {{"examples", look::whole_number(worth->examples())}, {"whole", percent(*whole)}});
}

namespace {

// With the largest weight, which shows nothing clear.
std::string no_pattern_words(const Frame& frame, int stage) {
  std::string words = frame.tr("grid.habit.none");
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr) return words;
  return words +
         frame.tr("grid.habit.at_most", {{"percent", percent(static_cast<double>(summary->largest))}});
}

}  // namespace

std::string grid_number(const Frame& frame, int stage, const GridOrder& order) {
  if (order.measure != nullptr) {
    const auto measure = order.measure(frame, order, stage);
    if (!measure) return "";
    return order.is_share ? percent(*measure) : ui::fixed_number(*measure, *measure < 10 ? 2 : 1);
  }
  return "";
}

std::string head_pattern_word(const Frame& frame, int stage, bool briefly) {
  if (frame.facts.sees_nothing(stage)) return frame.tr("grid.habit.blind");
  if (!frame.facts.is_measured(stage)) return frame.tr("map.measuring");
  const auto with_share = [&](const std::string& words, double share) {
    return briefly ? words : frame.tr("grid.habit.share", {{"habit", words}, {"percent", percent(share)}});
  };
  if (const auto peak = plain_reading(frame, stage))
    return with_share(plain_reading_words(frame, stage, *peak), static_cast<double>(peak->value));
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  if (!habit.measure) return briefly ? frame.tr("grid.habit.none") : no_pattern_words(frame, stage);
  const std::string words = frame.tr("grid.habit." + std::string(engine::row_of(*habit.measure).word));
  if (is_even(habit)) return with_even_weight(frame, stage, words);
  return with_share(words, habit.share);
}

}  // namespace views
