// query_map.cpp: the keys on the plane of a query and of the direction in which they differ most besides.
#include "app/views/pictures/query_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/pictures/map_points.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage_parts.h"
#include "engine/analysis/principal_components.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::Index;

// Half the side of a key's square for a weight of 1, its area being the weight: in a higher picture more.
constexpr float kLargestMark = 18;
constexpr float kMarkOfHeight = 0.07f, kMostLarger = 1.6f;
constexpr float kLeastMark = 4;       // half the side of the frame around a square that would be hardly seen
constexpr float kLeastStep = 30;      // in which a factor of e is drawn, pixels at 100 %
constexpr float kLeastNamed = 0.02f;  // of a weight that stands at its key
constexpr float kLongestName = 84;    // pixels at 100 %, without the weight

std::string query_name(const Frame& frame, const KeysSeen& seen) {
  return frame.facts.label(frame.trace().stage(seen.scores).rows_are(), seen.row);
}

class QueryMap {
 public:
  QueryMap(const Frame& frame, const KeysSeen& seen, const Derivations::Derived& derived)
      : frame_(frame),
        style_(frame.style),
        seen_(seen),
        map_(frame.over(derived.trace, *derived.facts, "query map")),
        corner_(ImGui::GetCursorScreenPos()),
        coordinates_(map_.trace().find("points.0.coordinates").value()) {
    const engine::Stage& scores = frame.trace().stage(seen.scores);
    const int weights = frame.facts.weights_of(seen.scores).value_or(seen.scores);
    weights_ = frame.trace().read_row(weights, seen.row);
    const engine::Matrix masked =
        frame.trace().read_row(stage_of_head("masked").value_or(seen.scores), seen.row);
    for (Index key = 0; key < scores.columns; ++key)
      keys_.push_back({.name = frame.facts.label(scores.columns_are(), key),
                       .weight = weights_(0, key),
                       .score = masked(0, key),
                       .is_hidden = engine::is_hidden(masked(0, key))});
    strongest_ = strongest_key(frame, weights, seen.row);
  }

  void draw() {
    place();
    draw_map_frame(style_, place_, false);
    draw_query();
    items();
    draw_marks();
    draw_words(draw_names());
  }

 private:
  struct Key {
    std::string name;
    float weight;
    float score;  // that softmax reads
    bool is_hidden;
    ImVec2 at = {};  // on the screen
  };

  float along(Index key, Index axis) const { return map_.trace().at(coordinates_, key, axis); }

  void place() {
    std::vector<ImVec2> positions;
    for (Index key = 0; key < count(); ++key) positions.emplace_back(along(key, 0), along(key, 1));
    place_ = place_map(style_, positions);
    for (Index key = 0; key < count(); ++key)
      keys_[static_cast<size_t>(key)].at = place_.at(positions[static_cast<size_t>(key)]);
    const float high = place_.high.y - place_.low.y;
    largest_mark_ =
        std::clamp(kMarkOfHeight * high, style_.px(kLargestMark), style_.px(kMostLarger * kLargestMark));
    const float thin = style_.px(1);
    taken_.push_back({{place_.origin.x - thin, place_.low.y}, {place_.origin.x + thin, place_.high.y}});
  }

  Index index_of(const Key& key) const { return &key - keys_.data(); }
  Index count() const { return static_cast<Index>(keys_.size()); }

  // From the zero vector to the right runs the query's own direction.
  void draw_query() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float head = style_.px(7);
    const ImVec2 tip(place_.high.x - style_.px(4), place_.origin.y);
    list.AddLine(place_.origin, {tip.x - head, tip.y}, style_.colours.query, style_.px(2));
    list.AddTriangleFilled(tip, {tip.x - head, tip.y - head / 2}, {tip.x - head, tip.y + head / 2},
                           style_.colours.query);
    ui::TextStyle type = style_.small_strong();
    type.colour = style_.colours.query;
    const std::string name = ui::ellipsise(query_name(frame_, seen_), style_.px(kLongestName), type);
    const ImVec2 size = ui::text_size(name, type);
    const float gap = style_.px(3);
    const ImVec2 at(tip.x - size.x, tip.y - gap - size.y);
    ui::draw_text(list, at, name, type);
    taken_.push_back({{place_.origin.x, tip.y - gap}, {tip.x, tip.y + gap}});
    taken_.push_back({at, {at.x + size.x, at.y + size.y}});
    draw_step();
    draw_pinned_score();
  }

  // Where it has room: how far to the left of the key that is read most the weight is one e-th of its own.
  void draw_step() {
    const auto step = step_of_e();
    if (!step) return;
    const ImVec2 end = keys_[static_cast<size_t>(strongest_)].at;
    const float wide = static_cast<float>(*step) * place_.unit.x;
    const float y = place_.high.y - style_.px(10);
    if (wide < style_.px(kLeastStep) || end.x - wide < place_.low.x) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from(end.x - wide, y);
    const float tick = style_.px(4);
    list.AddLine(from, {end.x, y}, style_.colours.muted, style_.px(1));
    for (const float x : {from.x, end.x})
      list.AddLine({x, y - tick}, {x, y + tick}, style_.colours.muted, style_.px(1));
    const std::string factor = "× e";
    const ImVec2 size = ui::text_size(factor, style_.small_ink());
    const ImVec2 at((from.x + end.x - size.x) / 2, y - size.y - style_.px(1));
    ui::draw_text(list, at, factor, style_.small_ink());
    taken_.push_back({{from.x, at.y}, {end.x, y + tick}});
  }

  // From the pinned key straight to the line of the query: where it meets that, the score is read.
  void draw_pinned_score() {
    const auto pinned = std::ranges::find_if(keys_, [&](const Key& key) { return is_pinned(index_of(key)); });
    if (pinned == keys_.end()) return;
    const ImVec2 at = pinned->at;
    const ImVec2 foot(at.x, place_.origin.y);
    const std::string number = ui::fixed_number(static_cast<double>(along(index_of(*pinned), 0)), 2);
    const ImVec2 size = ui::text_size(number, style_.small_strong());
    // On the other side of the line than the key, where no mark is.
    const float mark = half_mark(index_of(*pinned)) + style_.px(6) - std::abs(at.y - foot.y);
    const float gap = std::max(style_.px(4), mark);
    const float y = at.y > foot.y ? foot.y - gap - size.y : foot.y + gap;
    std::optional<LabelRoom> room;
    for (const float share : {0.5f, 0.0f, 1.0f}) {
      const ImVec2 low(std::min(foot.x - share * size.x, place_.high.x - size.x), y);
      const LabelRoom tried{low, {low.x + size.x, low.y + size.y}};
      if (!room && is_free(tried)) room = tried;
    }
    if (!room) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine(at, foot, style_.colours.muted, style_.px(1));
    ui::draw_text(list, room->low, number, style_.small_strong());
    taken_.push_back(*room);
  }

  bool is_free(const LabelRoom& room) const {
    if (room.low.y < place_.low.y || room.high.y > place_.high.y) return false;
    return std::ranges::none_of(keys_, [&](const Key& key) {
      const float half = half_mark(index_of(key));
      return key.at.x + half > room.low.x && key.at.x - half < room.high.x && key.at.y + half > room.low.y &&
             key.at.y - half < room.high.y;
    });
  }

  void items() {
    for (Index key = 0; key < count(); ++key) {
      const ImVec2 at = keys_[static_cast<size_t>(key)].at;
      const float size = std::max(style_.px(8), half_side(key));
      ImGui::SetCursorScreenPos({at.x - size, at.y - size});
      if (ImGui::InvisibleButton(("map key " + std::to_string(key)).c_str(), {2 * size, 2 * size}))
        pin_cell(frame_, {frame_.session.focused_stage(), seen_.row, key});
      if (!ImGui::IsItemHovered()) continue;
      hovered_ = key;
      map_.hover({coordinates_, key, 0});
      tooltip(key);
    }
  }

  void tooltip(Index key) const {
    if (!ui::begin_tooltip(style_)) return;
    const Key& pointed = keys_[static_cast<size_t>(key)];
    ui::TextStyle name = style_.small_strong();
    name.colour = colour(key);
    ui::label(pointed.name, name);
    ui::label(score_words() + "   " + ui::fixed_number(static_cast<double>(along(key, 0)), 2),
              style_.small());
    const std::string share = percent(static_cast<double>(pointed.weight));
    ui::label(
        pointed.is_hidden ? frame_.tr("map.seen.hidden") : frame_.tr("map.seen.weight", {{"percent", share}}),
        style_.small());
    ui::end_tooltip();
  }

  ImU32 colour(Index key) const {
    return keys_[static_cast<size_t>(key)].is_hidden ? style_.colours.muted : style_.colours.key;
  }
  float half_side(Index key) const {
    return largest_mark_ * std::sqrt(std::max(keys_[static_cast<size_t>(key)].weight, 0.0f));
  }
  float half_mark(Index key) const { return std::max(half_side(key), style_.px(kLeastMark)); }
  bool is_pinned(Index key) const {
    const auto& pinned = frame_.session.document().focus.pinned;
    return pinned && pinned->first == seen_.row && pinned->second == key;
  }

  void draw_marks() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (Index key = 0; key < count(); ++key) {
      const Key& drawn = keys_[static_cast<size_t>(key)];
      drawn.is_hidden ? draw_cross(drawn.at) : draw_square(key);
      if (!is_pinned(key) && hovered_ != key) continue;
      const float half = half_mark(key) + style_.px(3);
      list.AddRect({drawn.at.x - half, drawn.at.y - half}, {drawn.at.x + half, drawn.at.y + half},
                   style_.colours.ink, style_.px(2), 0, style_.px(2));
    }
  }

  // As large as the weight, in a frame if that is hardly seen.
  void draw_square(Index key) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = keys_[static_cast<size_t>(key)].at;
    const float half = half_side(key);
    constexpr float kSeen = 0.25f;  // pixels
    if (half >= kSeen)
      list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, style_.colours.key);
    const float frame = style_.px(kLeastMark);
    if (half < frame)
      list.AddRect({at.x - frame, at.y - frame}, {at.x + frame, at.y + frame}, style_.colours.key, 0, 0,
                   style_.px(1));
  }

  void draw_cross(ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = style_.px(3.5f);
    const float thick = style_.px(1.5f);
    list.AddLine({at.x - half, at.y - half}, {at.x + half, at.y + half}, style_.colours.muted, thick);
    list.AddLine({at.x - half, at.y + half}, {at.x + half, at.y - half}, style_.colours.muted, thick);
  }

  // The pinned key's first, then those that are read most; returns how many names do not fit.
  size_t draw_names() const {
    std::vector<Index> order(keys_.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, [&](Index one, Index other) {
      if (is_pinned(one) != is_pinned(other)) return is_pinned(one);
      return keys_[static_cast<size_t>(one)].weight > keys_[static_cast<size_t>(other)].weight;
    });
    std::vector<MapName> names;
    names.reserve(keys_.size());
    for (const Index key : order) {
      const Key& named = keys_[static_cast<size_t>(key)];
      ui::TextStyle type = is_pinned(key) || hovered_ == key ? style_.small_strong() : style_.small_ink();
      type.colour = colour(key);
      std::string words = ui::ellipsise(named.name, style_.px(kLongestName), type);
      if (named.weight >= kLeastNamed) words += " " + percent(static_cast<double>(named.weight));
      names.push_back({named.at, std::move(words), type, is_pinned(key), half_mark(key) + style_.px(3)});
    }
    return draw_map_names(style_, place_, names, taken_);
  }

  std::string score_words() const {
    return frame_.tr("map.seen.score", {{"query", query_name(frame_, seen_)}});
  }

  void draw_words(size_t missing) const {
    const float end = draw_map_words(style_, place_,
                                     {.upright = frame_.tr("map.seen.other"),
                                      .said = said(missing),
                                      .more = missing > 0 ? "" : step_words(),
                                      .along = frame_.tr("map.seen.along", {{"score", score_words()}}),
                                      .along_colour = style_.colours.query});
    draw_legend(corner_.y, end);
  }

  // As much of it as ends before `end`.
  void draw_legend(float y, float end) const {
    ui::TextStyle keys = style_.small_strong();
    keys.colour = style_.colours.key;
    const bool hides = std::ranges::any_of(keys_, &Key::is_hidden);
    const double framed = std::pow(static_cast<double>(style_.px(kLeastMark) / largest_mark_), 2.0);
    float x = place_.low.x;
    for (const auto& [words, type] :
         {std::pair(frame_.tr("map.seen.keys", {{"percent", percent(framed)}}), keys),
          std::pair(hides ? frame_.tr("map.seen.hidden") : "", style_.small())}) {
      const float width = ui::text_size(words, type).x;
      if (x + width > end) return;
      ui::draw_text(*ImGui::GetWindowDrawList(), {x, y}, words, type);
      x += width + style_.px(16);
    }
  }

  std::string said(size_t missing) const {
    if (missing == 1) return frame_.tr("map.missing_one");
    if (missing > 1) return frame_.tr("map.missing", {{"count", std::to_string(missing)}});
    const Key& most = keys_[static_cast<size_t>(strongest_)];
    if (most.weight <= 0) return frame_.tr("map.seen.nothing", {{"query", query_name(frame_, seen_)}});
    return frame_.tr(is_rightmost(strongest_) ? "map.seen.most" : "map.seen.more",
                     {{"query", query_name(frame_, seen_)},
                      {"key", most.name},
                      {"percent", percent(static_cast<double>(most.weight))}});
  }

  std::string step_words() const {
    const auto step = step_of_e();
    return step ? frame_.tr("map.seen.step", {{"step", written_step(*step)}}) : "";
  }

  // With the root that it is, if the scores are divided by nothing else.
  std::string written_step(double step) const {
    const Index width = frame_.trace().stage(frame_.trace().stage(seen_.scores).inputs.front()).columns;
    const std::string number = ui::fixed_number(step, 2);
    const bool is_root =
        std::abs(step * step - static_cast<double>(width)) < 1e-3 * static_cast<double>(width);
    return is_root ? "√" + std::to_string(width) + " = " + number : number;
  }

  // How much further right is e times the weight, where that holds of all keys that are read: softmax with
  // nothing but a scale before it.
  std::optional<double> step_of_e() const {
    constexpr double kSame = 1e-3;
    const auto scaled = stage_of_head("scaled");
    if (!scaled || count() < 2) return std::nullopt;
    const auto largest = std::ranges::max_element(
        keys_, {}, [&](const Key& key) { return std::abs(along(index_of(key), 0)); });
    const auto score = static_cast<double>(along(index_of(*largest), 0));
    const auto divided = static_cast<double>(frame_.trace().at(*scaled, seen_.row, index_of(*largest)));
    if (score == 0 || divided / score <= 0) return std::nullopt;
    const double step = score / divided;
    for (const Key& key : keys_) {
      if (key.is_hidden) continue;
      const double unbiased = static_cast<double>(along(index_of(key), 0)) / step;
      if (std::abs(static_cast<double>(key.score) - unbiased) > kSame * std::max(std::abs(unbiased), 1.0))
        return std::nullopt;
      const double expected =
          std::exp(static_cast<double>(along(index_of(key), 0) - along(strongest_, 0)) / step);
      const auto weight = static_cast<double>(key.weight);
      if (std::abs(expected * static_cast<double>(weights_(0, strongest_)) - weight) > kSame)
        return std::nullopt;
    }
    return step;
  }

  std::optional<int> stage_of_head(const char* step) const {
    engine::StageAddress place = engine::parse_address(frame_.trace().stage(seen_.scores).address);
    place.step = step;
    return frame_.trace().find(engine::address_of(place));
  }

  // Of those that are not hidden; otherwise more than q · k decides.
  bool is_rightmost(Index key) const {
    for (Index other = 0; other < count(); ++other) {
      if (!keys_[static_cast<size_t>(other)].is_hidden && along(other, 0) > along(key, 0)) return false;
    }
    return true;
  }

  const Frame& frame_;
  const ui::Style& style_;
  KeysSeen seen_;
  Frame map_;
  ImVec2 corner_;    // of the room, on the screen
  int coordinates_;  // the stage, in the map's trace
  engine::Matrix weights_;
  std::vector<Key> keys_;
  Index strongest_ = 0;
  std::optional<Index> hovered_;
  std::vector<LabelRoom> taken_;  // where no name may stand
  MapPlace place_;
  float largest_mark_ = 0;  // half its side, for a weight of 1
};

}  // namespace

std::optional<int> dot_products(const Frame& frame, int stage) {
  engine::StageAddress place = engine::parse_address(frame.trace().stage(stage).address);
  if (place.head < 0) return std::nullopt;
  place.step = "scores";
  const auto scores = frame.trace().find(engine::address_of(place));
  if (!scores) return std::nullopt;
  const engine::Stage& found = frame.trace().stage(*scores);
  return found.operation->name() == "scores" && found.inputs.size() == 2 ? scores : std::nullopt;
}

std::optional<KeysSeen> keys_seen(const Frame& frame) {
  const int focused = frame.session.focused_stage();
  if (focused < 0 || !engine::kind_of(frame.trace().stage(focused).address).is_map()) return std::nullopt;
  const auto scores = dot_products(frame, focused);
  if (!scores) return std::nullopt;
  return KeysSeen{*scores, chosen_row(frame, focused)};
}

std::string query_map_name(const Frame& frame, const KeysSeen& seen) {
  return frame.tr("map.seen.title", {{"query", query_name(frame, seen)}});
}

std::string query_map_why(const Frame& frame, const KeysSeen& seen) {
  return frame.tr("map.seen.why", {{"query", query_name(frame, seen)}});
}

void draw_query_map(const Frame& frame, const KeysSeen& seen) {
  const std::string name =
      "query map " + std::to_string(seen.row) + " " + frame.trace().stage(seen.scores).address;
  const auto& derived = frame.derivations.get(name, {frame.trace_pointer()}, frame.style, [&] {
    return engine::keys_from_query(frame.trace(), seen.scores, seen.row);
  });
  QueryMap(frame, seen, derived).draw();
}

}  // namespace views
