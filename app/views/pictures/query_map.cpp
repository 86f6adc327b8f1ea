// query_map.cpp: the keys on the plane of a query and of the direction in which they differ most besides.
#include "app/views/pictures/query_map.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
    query_ = frame.facts.label(scores.rows_are(), seen.row);
    const int weights = frame.facts.weights_of(seen.scores).value_or(seen.scores);
    const engine::Matrix read = frame.trace().read_row(weights, seen.row);
    const engine::Matrix masked =
        frame.trace().read_row(stage_of_head("masked").value_or(seen.scores), seen.row);
    const engine::Matrix points = map_.trace().read(coordinates_, 0, 0, scores.columns, 2);
    for (Index key = 0; key < scores.columns; ++key)
      keys_.push_back({.name = frame.facts.label(scores.columns_are(), key),
                       .position = {points(key, 0), points(key, 1)},
                       .weight = read(0, key),
                       .score = masked(0, key),
                       .is_hidden = engine::is_hidden(masked(0, key)) && read(0, key) == 0});
    order_.resize(keys_.size());
    std::iota(order_.begin(), order_.end(), Index{0});
    std::ranges::stable_sort(order_, std::greater{}, [&](Index i) { return std::abs(key_at(i).weight); });
    strongest_ = strongest_key(frame, weights, seen.row);
    step_ = step_of_e();
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
    ImVec2 position;  // q · k, and along the other direction
    float weight;
    float score;  // that softmax reads
    bool is_hidden;
    ImVec2 at = {};  // on the screen
  };

  const Key& key_at(Index key) const { return keys_[static_cast<size_t>(key)]; }

  void place() {
    std::vector<ImVec2> positions;
    positions.reserve(keys_.size());
    for (const Key& key : keys_) positions.push_back(key.position);
    place_ = place_map(style_, positions);
    for (Key& key : keys_) key.at = place_.at(key.position);
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
    const std::string name = ui::ellipsise(query_, style_.px(kLongestMapName), type);
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
    if (!step_) return;
    const ImVec2 end = keys_[static_cast<size_t>(strongest_)].at;
    const float wide = static_cast<float>(*step_) * place_.unit.x;
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
    const std::string number = ui::fixed_number(static_cast<double>(pinned->position.x), 2);
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
    const float apart = style_.px(4);
    taken_.push_back({{room->low.x - apart, room->low.y}, {room->high.x + apart, room->high.y}});
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
      const ImVec2 at = key_at(key).at;
      const float size = std::max(style_.px(8), half_side(key));
      ImGui::SetCursorScreenPos({at.x - size, at.y - size});
      const bool clicked =
          ImGui::InvisibleButton(("map key " + std::to_string(key)).c_str(), {2 * size, 2 * size});
      if (ImGui::IsItemHovered()) hovered_ = nearest_to_mouse();
      if (clicked && hovered_) pin_cell(frame_, {frame_.session.focused_stage(), seen_.row, *hovered_});
    }
    if (!hovered_) return;
    frame_.hover({seen_.scores, seen_.row, *hovered_});
    tooltip(key_at(*hovered_));
  }

  Index nearest_to_mouse() const {
    std::vector<ImVec2> points;
    points.reserve(keys_.size());
    for (const Key& key : keys_) points.push_back(key.at);
    return static_cast<Index>(nearest_point(points, ImGui::GetIO().MousePos));
  }

  // All keys at this position.
  void tooltip(const Key& pointed) const {
    if (!ui::begin_tooltip(style_)) return;
    constexpr int kMostKeys = 8;
    int told = 0;
    for (const Key& key : keys_) {
      if (std::hypot(key.at.x - pointed.at.x, key.at.y - pointed.at.y) > 1) continue;
      if (++told > kMostKeys) continue;
      ui::TextStyle name = style_.small_strong();
      name.colour = colour(index_of(key));
      ui::label(key.name, name);
      const std::string share = percent(static_cast<double>(key.weight));
      ui::label(
          key.is_hidden ? frame_.tr("map.seen.hidden") : frame_.tr("map.seen.weight", {{"percent", share}}),
          style_.small());
    }
    if (told > kMostKeys)
      ui::label(frame_.tr("map.seen.others", {{"count", std::to_string(told - kMostKeys)}}), style_.small());
    ui::label(score_words() + "   " + ui::fixed_number(static_cast<double>(pointed.position.x), 2),
              style_.small());
    ui::end_tooltip();
  }

  ImU32 colour(Index key) const { return key_at(key).is_hidden ? style_.colours.muted : style_.colours.key; }
  float half_side(Index key) const { return largest_mark_ * std::sqrt(std::abs(key_at(key).weight)); }
  float half_mark(Index key) const { return std::max(half_side(key), style_.px(kLeastMark)); }
  bool is_pinned(Index key) const {
    const auto& pinned = frame_.session.document().focus.pinned;
    return pinned && pinned->first == seen_.row && pinned->second == key;
  }

  void draw_marks() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Index key : order_) {
      const Key& drawn = key_at(key);
      drawn.is_hidden ? draw_cross(drawn.at) : draw_square(key);
      if (!is_pinned(key) && hovered_ != key) continue;
      const float half = half_mark(key) + style_.px(3);
      list.AddRect({drawn.at.x - half, drawn.at.y - half}, {drawn.at.x + half, drawn.at.y + half},
                   style_.colours.ink, style_.px(2), 0, style_.px(2));
    }
  }

  // As large as the weight, in a frame if that is hardly seen; a weight below 0 is hollow.
  void draw_square(Index key) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = key_at(key).at;
    const float half = half_side(key);
    constexpr float kSeen = 0.25f;  // pixels
    const ImVec2 low(at.x - half, at.y - half);
    const ImVec2 high(at.x + half, at.y + half);
    if (key_at(key).weight < 0)
      list.AddRect(low, high, style_.colours.key, 0, 0, style_.px(2));
    else if (half >= kSeen)
      list.AddRectFilled(low, high, style_.colours.key);
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
    std::vector<Index> order = order_;
    std::stable_partition(order.begin(), order.end(), [&](Index key) { return is_pinned(key); });
    std::vector<MapName> names;
    names.reserve(keys_.size());
    for (const Index key : order) {
      const Key& named = key_at(key);
      ui::TextStyle type = is_pinned(key) || hovered_ == key ? style_.small_strong() : style_.small_ink();
      type.colour = colour(key);
      std::string words = ui::ellipsise(named.name, style_.px(kLongestMapName), type);
      if (std::abs(named.weight) >= kLeastNamed) words += " " + percent(static_cast<double>(named.weight));
      names.push_back({named.at, std::move(words), type, is_pinned(key), half_mark(key) + style_.px(3)});
    }
    return draw_map_names(style_, place_, names, taken_);
  }

  std::string score_words() const { return frame_.tr("map.seen.score", {{"query", query_}}); }

  void draw_words(size_t missing) const {
    const std::string step = step_ ? frame_.tr("map.seen.step", {{"step", written_step(*step_)}}) : "";
    const float end = draw_map_words(style_, place_,
                                     {.upright = frame_.tr("map.seen.other"),
                                      .said = said(),
                                      .said_with_room = two_sentences(frame_, said(), step),
                                      .along = frame_.tr("map.seen.along", {{"score", score_words()}}),
                                      .along_colour = style_.colours.query});
    draw_legend(corner_.y, end, missing);
  }

  // As much of it as ends before `end`.
  void draw_legend(float y, float end, size_t missing) const {
    ui::TextStyle keys = style_.small_strong();
    keys.colour = style_.colours.key;
    const double framed = std::pow(static_cast<double>(style_.px(kLeastMark) / largest_mark_), 2.0);
    std::vector<std::pair<std::string, ui::TextStyle>> parts = {
        {frame_.tr("map.seen.keys", {{"percent", percent(framed)}}), keys}};
    if (std::ranges::any_of(keys_, &Key::is_hidden))
      parts.emplace_back(frame_.tr("map.seen.hidden"), style_.small());
    if (missing > 0) parts.emplace_back(missing_words(frame_, missing), style_.small());
    float x = place_.low.x;
    for (const auto& [words, type] : parts) {
      const float width = ui::text_size(words, type).x;
      if (x + width > end) return;
      ui::draw_text(*ImGui::GetWindowDrawList(), {x, y}, words, type);
      x += width + style_.px(16);
    }
  }

  std::string said() const {
    const Key& most = key_at(strongest_);
    const std::string share = percent(static_cast<double>(most.weight));
    if (most.weight <= 0) return frame_.tr("map.seen.nothing", {{"query", query_}});
    if (reads_evenly()) return frame_.tr("map.seen.even", {{"query", query_}, {"percent", share}});
    return frame_.tr(is_rightmost(most) ? "map.seen.most" : "map.seen.more",
                     {{"query", query_}, {"key", most.name}, {"percent", share}});
  }

  bool reads_evenly() const {
    constexpr float kSame = 1e-4f;
    const float most = key_at(strongest_).weight;
    return std::ranges::count_if(keys_, [](const Key& key) { return !key.is_hidden; }) > 1 &&
           std::ranges::all_of(keys_,
                               [&](const Key& key) { return key.is_hidden || most - key.weight <= kSame; });
  }

  // With the root that it is, if the scores are divided by nothing else.
  std::string written_step(double step) const {
    const Index width = frame_.trace().stage(frame_.trace().stage(seen_.scores).inputs.front()).columns;
    const std::string number = ui::fixed_number(step, 2);
    const bool is_root =
        std::abs(step * step - static_cast<double>(width)) < 1e-3 * static_cast<double>(width);
    return is_root ? "√" + std::to_string(width) + " = " + number : number;
  }

  // How much further right is e times the weight, where that holds of all keys that are not hidden, at least
  // two: softmax with nothing but a scale before it.
  std::optional<double> step_of_e() const {
    constexpr double kSame = 1e-3;
    const auto place = [](const Key& key) { return static_cast<double>(key.position.x); };
    std::vector<const Key*> shown;
    for (const Key& key : keys_) {
      if (!key.is_hidden) shown.push_back(&key);
    }
    if (shown.size() < 2) return std::nullopt;
    const Key& far =
        **std::ranges::max_element(shown, {}, [&](const Key* key) { return std::abs(place(*key)); });
    const Key& most = key_at(strongest_);
    const double step = place(far) / static_cast<double>(far.score);
    if (!std::isfinite(step) || step <= 0) return std::nullopt;
    bool differs = false;
    for (const Key* const key : shown) {
      const double alone = place(*key) / step;
      const double weight = std::exp((place(*key) - place(most)) / step) * static_cast<double>(most.weight);
      if (std::abs(static_cast<double>(key->score) - alone) > kSame * std::max(std::abs(alone), 1.0) ||
          std::abs(weight - static_cast<double>(key->weight)) > kSame)
        return std::nullopt;
      differs = differs || std::abs(place(*key) - place(far)) > kSame * std::abs(place(far));
    }
    return differs ? std::optional(step) : std::nullopt;
  }

  std::optional<int> stage_of_head(const char* step) const {
    engine::StageAddress place = engine::parse_address(frame_.trace().stage(seen_.scores).address);
    place.step = step;
    return frame_.trace().find(engine::address_of(place));
  }

  // Of those that are not hidden; otherwise more than q · k decides.
  bool is_rightmost(const Key& key) const {
    constexpr float kSame = 1e-3f;
    const float least = key.position.x + kSame * std::max(std::abs(key.position.x), 1.0f);
    return std::ranges::none_of(
        keys_, [&](const Key& other) { return !other.is_hidden && other.position.x > least; });
  }

  const Frame& frame_;
  const ui::Style& style_;
  KeysSeen seen_;
  Frame map_;
  ImVec2 corner_;      // of the room, on the screen
  int coordinates_;    // the stage, in the map's trace
  std::string query_;  // its name
  std::vector<Key> keys_;
  std::vector<Index> order_;  // of the keys: those that are read most come first
  std::optional<double> step_;
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
