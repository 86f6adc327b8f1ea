// vectors_map.cpp: token vectors projected on the plane of largest variance; queries and keys on one map.
#include "app/views/pictures/vectors_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "app/ui/widgets.h"
#include "app/views/core/label_places.h"
#include "app/views/core/navigation.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage_parts.h"
#include "engine/analysis/principal_components.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::Index;

constexpr float kWidestRead = 10;    // of a line to a key, for a weight of 1
constexpr float kLeastRead = 0.02f;  // of a weight that has a line
constexpr float kReadStrength = 0.45f;
constexpr float kRing = 6;        // around what is pinned or pointed at, pixels at 100 %
constexpr float kTickLine = 18;   // of numbers below the picture, pixels at 100 %
constexpr float kTickWidth = 40;  // on its left
// Of the words on its right: their width, their distance, and what the picture itself then has at least.
constexpr float kWordsBeside = 190, kWordsApart = 16, kLeastBeside = 400;

// Queries and keys share one map; other stages have their own.
std::vector<int> stages_on_map(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  engine::StageAddress place = engine::parse_address(shown.address);
  if (place.head < 0 || (shown.role != engine::Role::kQuery && shown.role != engine::Role::kKey))
    return {stage};
  std::vector<int> stages;
  for (const char* const step : {"q", "k"}) {
    place.step = step;
    if (const auto found = frame.trace().find(engine::address_of(place))) stages.push_back(*found);
  }
  return stages;
}

// One token's vector.
struct Point {
  int stage = -1;        // in the session's trace
  int coordinates = -1;  // in the map's trace
  Index row = 0;
  ImVec2 at;  // on the screen
};

class Map {
 public:
  Map(const Frame& frame, std::vector<int> stages, const Derivations::Derived& derived)
      : frame_(frame),
        style_(frame.style),
        stages_(std::move(stages)),
        map_(frame.over(derived.trace, *derived.facts, "map")),
        share_(map_.trace().read_row(map_.trace().find("share").value(), 0)) {
    for (size_t i = 0; i < stages_.size(); ++i) {
      const int coordinates = map_.trace().find("points." + std::to_string(i) + ".coordinates").value();
      for (Index row = 0; row < map_.trace().stage(coordinates).rows; ++row)
        points_.push_back({stages_[i], coordinates, row, {}});
    }
  }

  void draw() {
    if (share_(0, 0) <= 0) {
      ui::paragraph(frame_.tr("map.alike"), ImGui::GetContentRegionAvail().x, style_.text());
      return;
    }
    legend();
    place();
    axes();
    items();
    draw_points();
    draw_labels();
  }

 private:
  // The meaning of the marks, if there are two kinds on the map.
  void legend() const {
    ImGui::Dummy({0, style_.px(20)});
    if (stages_.size() < 2) return;
    ImVec2 at = ImGui::GetItemRectMin();
    for (const int stage : stages_) {
      mark(stage, {at.x + style_.px(6), at.y + style_.px(9)});
      const std::string word = frame_.tr(is_keys(stage) ? "axis.key" : "axis.query");
      ui::TextStyle type = style_.small_strong();
      type.colour = colour(stage);
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + style_.px(16), at.y}, word, type);
      at.x += style_.px(16 + 20) + ui::text_size(word, type).x;
    }
  }

  bool is_keys(int stage) const { return frame_.trace().stage(stage).role == engine::Role::kKey; }
  ImU32 colour(int stage) const { return style_.role(frame_.trace().stage(stage).role); }

  // A disc; for a key a hollow square, so that colour is not the only difference, and a disc inside it stays
  // visible.
  void mark(int stage, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_keys(stage)) {
      const float size = style_.px(5);
      list.AddRect({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour(stage), 0, 0, style_.px(2));
    } else {
      list.AddCircleFilled(at, style_.px(3.5f), colour(stage));
    }
  }

  // Both coordinates on one scale, with the mean in the middle of the picture.
  void place() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    is_beside_ = has_words_beside(room);
    const float foot =
        is_beside_ ? style_.px(kTickLine + 4) : style_.px(26 + kTickLine) + nearness_height(room.x);
    const float beside = is_beside_ ? style_.px(kWordsBeside + kWordsApart) : 0;
    low_ = {at.x + style_.px(kTickWidth), at.y};
    high_ = {at.x + room.x - beside, at.y + std::max(room.y - foot, style_.px(60))};
    ImVec2 least(0, 0);
    ImVec2 most(0, 0);
    for (Point& point : points_) {
      point.at = {map_.trace().at(point.coordinates, point.row, 0),
                  -map_.trace().at(point.coordinates, point.row, 1)};
      least = {std::min(least.x, point.at.x), std::min(least.y, point.at.y)};
      most = {std::max(most.x, point.at.x), std::max(most.y, point.at.y)};
    }
    const ImVec2 inset(style_.px(90), style_.px(is_beside_ ? 16 : 26));
    const float wide = std::max(high_.x - low_.x - 2 * inset.x, style_.px(40));
    const float tall = std::max(high_.y - low_.y - 2 * inset.y, style_.px(30));
    const float unit =
        std::min(wide / std::max(most.x - least.x, 1e-9f), tall / std::max(most.y - least.y, 1e-9f));
    // No wider than the points need, in the middle of the room.
    const float words = is_beside_ ? words_above() : words_below(room.x);
    const float needed = std::max(unit * (most.x - least.x) + 2 * inset.x, style_.px(kTickWidth) + words);
    const float spare = std::max(high_.x - low_.x - needed, 0.0f);
    low_.x += std::floor(spare / 2);
    high_.x -= std::ceil(spare / 2);
    origin_ = {(low_.x + high_.x) / 2 - unit * (least.x + most.x) / 2,
               (low_.y + high_.y) / 2 - unit * (least.y + most.y) / 2};
    for (Point& point : points_) point.at = {origin_.x + unit * point.at.x, origin_.y + unit * point.at.y};
    unit_ = unit;
  }

  // The legend and the upright axis' words, in one line.
  float words_above() const {
    return style_.px(2 * 36 + 24) + ui::text_size(frame_.tr("axis.query"), style_.small_strong()).x +
           ui::text_size(frame_.tr("axis.key"), style_.small_strong()).x +
           ui::text_size("↑ " + axis_words(1), style_.small()).x;
  }

  // In a wide, low room all words stand on the right, and the picture has their height.
  bool has_words_beside(ImVec2 room) const {
    constexpr float kWide = 2.2f;
    if (room.x < kWide * room.y || room.x < style_.px(kWordsBeside + kLeastBeside)) return false;
    const float width = style_.px(kWordsBeside);
    const float words = ui::paragraph_height(nearness_words(), width, style_.small_ink(), 1.3f) +
                        std::max(ui::paragraph_height(foot(0), width, style_.small(), 1.3f),
                                 ui::paragraph_height(foot(10), width, style_.small(), 1.3f)) +
                        ui::paragraph_height("→ " + brief_axis_words(), width, style_.small(), 1.3f);
    return words + style_.px(kTickLine + 2 * 8) <= room.y;
  }

  void draw_words_beside(const std::string& said) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = style_.px(kWordsBeside);
    const ImVec2 at(high_.x + style_.px(kWordsApart), low_.y);
    const float high = ui::draw_paragraph(list, at, width, nearness_words(), style_.small_ink(), 1.3f);
    ui::draw_paragraph(list, {at.x, at.y + high + style_.px(8)}, width, said, style_.small(), 1.3f);
    // At the end of its axis.
    const std::string across = "→ " + brief_axis_words();
    const float axis = ui::paragraph_height(across, width, style_.small(), 1.3f);
    ui::draw_paragraph(list, {at.x, high_.y + style_.px(kTickLine) - axis}, width, across, style_.small(),
                       1.3f);
  }

  // The two sentences in the line below the picture, and the one under them, if it fits in one.
  float words_below(float room) const {
    const float axis = ui::text_size(axis_words(0) + " →", style_.small()).x + style_.px(16);
    const float line = ui::text_size(foot(0), style_.small()).x + axis;
    return std::min(std::max(line, ui::text_size(nearness_words(), style_.small_ink()).x), room);
  }

  // That two points near each other need not match.
  std::string nearness_words() const {
    const std::string count = std::to_string(frame_.trace().stage(stages_.front()).columns);
    return frame_.tr(stages_.size() > 1 ? "map.no_match" : "map.two_of", {{"count", count}});
  }
  float nearness_height(float width) const {
    return ui::paragraph_height(nearness_words(), width - style_.px(kTickWidth), style_.small_ink(), 1.3f) +
           style_.px(4);
  }

  void axes() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect(low_, high_, style_.colours.hairline, style_.px(6));
    list.AddLine({low_.x, origin_.y}, {high_.x, origin_.y}, style_.colours.hairline);
    list.AddLine({origin_.x, low_.y}, {origin_.x, high_.y}, style_.colours.hairline);
    ticks(true);
    ticks(false);
    // Outside the picture, where no point is.
    if (!is_beside_)
      ui::draw_text_right(list, {high_.x, high_.y + style_.px(kTickLine + 5)}, axis_words(0) + " →",
                          style_.small());
    ui::draw_text_right(list, {high_.x, low_.y - style_.px(20)}, "↑ " + axis_words(1), style_.small());
  }

  // Round coordinates below the picture, or on its left; both axes have one scale.
  void ticks(bool across) const {
    const double pixels = static_cast<double>(std::max(unit_, 1e-9f));
    const double wanted = static_cast<double>(style_.px(44)) / pixels;
    const double ten = std::pow(10.0, std::floor(std::log10(wanted)));
    const double step = wanted <= ten       ? ten
                        : wanted <= 2 * ten ? 2 * ten
                        : wanted <= 5 * ten ? 5 * ten
                                            : 10 * ten;
    const int digits = std::clamp(static_cast<int>(-std::floor(std::log10(step))), 0, 4);
    const double first = static_cast<double>(across ? low_.x - origin_.x : origin_.y - high_.y) / pixels;
    const double last = static_cast<double>(across ? high_.x - origin_.x : origin_.y - low_.y) / pixels;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ui::text_size("0", style_.small()).y;
    for (double at = std::ceil(first / step); at * step <= last; ++at) {
      const std::string number = ui::fixed_number(at * step, digits);
      const float from = static_cast<float>(at * step * pixels);
      const float half = ui::text_size(number, style_.small()).x / 2;
      const float x = origin_.x + from;
      const float y = origin_.y - from;
      const bool fits = across ? x - half >= low_.x && x + half <= high_.x
                               : y - line / 2 >= low_.y && y + line / 2 <= high_.y;
      if (!fits) continue;
      if (across) {
        list.AddLine({x, high_.y}, {x, high_.y + style_.px(3)}, style_.colours.muted);
        ui::draw_text_centred(list, {x, high_.y + style_.px(3)}, number, style_.small());
      } else {
        list.AddLine({low_.x - style_.px(3), y}, {low_.x, y}, style_.colours.muted);
        ui::draw_text_right(list, {low_.x - style_.px(6), y - line / 2}, number, style_.small());
      }
    }
  }

  std::string axis_words(Index axis) const {
    return frame_.tr("map.axis", {{"component", frame_.tr.nth(axis)},
                                  {"share", percent(static_cast<double>(share_(0, axis)))}});
  }

  // Where the other axis says what the share is of.
  std::string brief_axis_words() const {
    return frame_.tr("map.axis.brief", {{"component", frame_.tr.nth(0)},
                                        {"share", percent(static_cast<double>(share_(0, 0)))}});
  }

  void items() {
    for (const Point& point : points_) {
      const float size = style_.px(8);
      ImGui::SetCursorScreenPos({point.at.x - size, point.at.y - size});
      const std::string id = (is_keys(point.stage) ? "map key " : "map token ") + std::to_string(point.row);
      const bool clicked = ImGui::InvisibleButton(id.c_str(), {2 * size, 2 * size});
      if (ImGui::IsItemHovered()) hovered_ = nearest_to_mouse();
      if (clicked && hovered_) pin(points_[*hovered_]);
    }
    if (!hovered_) return;
    map_.hover({points_[*hovered_].coordinates, points_[*hovered_].row, 0});
    tooltip(points_[*hovered_]);
  }

  // Of points at the same position, the first.
  size_t nearest_to_mouse() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    size_t nearest = 0;
    for (size_t i = 1; i < points_.size(); ++i) {
      if (distance(points_[i].at, mouse) < distance(points_[nearest].at, mouse) - 0.5f) nearest = i;
    }
    return nearest;
  }

  static float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

  void pin(const Point& point) const {
    pin_cell(frame_, {point.stage, point.row, strongest_key(frame_, point.stage, point.row)});
  }

  std::string label(const Point& point) const {
    return frame_.facts.label(frame_.trace().stage(point.stage).rows_are(), point.row);
  }

  // The coordinates, and everything at this position.
  void tooltip(const Point& point) const {
    if (!ui::begin_tooltip(style_)) return;
    for (const Point& other : points_) {
      if (distance(other.at, point.at) > 1) continue;
      ui::TextStyle name = style_.small_strong();
      name.colour = colour(other.stage);
      ui::label(
          label(other) + (stages_.size() < 2 ? ""
                                             : "  " + app::inside_sentence(frame_.tr(
                                                          is_keys(other.stage) ? "axis.key" : "axis.query"))),
          name);
    }
    for (const Index axis : {Index{0}, Index{1}}) {
      const auto value = static_cast<double>(map_.trace().at(point.coordinates, point.row, axis));
      ui::label(axis_words(axis) + "   " + ui::fixed_number(value, 2), style_.small());
    }
    ui::end_tooltip();
  }

  // The pinned row; of a map of queries and keys its query and its key.
  bool is_pinned(const Point& point) const {
    const auto& pinned = frame_.session.document().focus.pinned;
    const int focused = frame_.session.focused_stage();
    if (!pinned || focused < 0) return false;
    if (point.stage == focused) return pinned->first == point.row;
    const engine::Stage& of = frame_.trace().stage(focused);
    const engine::Stage& own = frame_.trace().stage(point.stage);
    const bool is_map = of.column_axis == engine::Axis::kKeys;
    if (is_map && is_keys(point.stage))
      return of.column_sequence == own.row_sequence && pinned->second == point.row;
    return of.rows_are().counts_tokens() && of.row_sequence == own.row_sequence && pinned->first == point.row;
  }

  // The pinned query's point, where its keys are on the map, too.
  const Point* pinned_query() const {
    if (stages_.size() < 2 || !frame_.facts.weights_of(stages_.front())) return nullptr;
    const auto found = std::ranges::find_if(
        points_, [&](const Point& point) { return !is_keys(point.stage) && is_pinned(point); });
    return found == points_.end() ? nullptr : &*found;
  }

  // From the pinned query to the keys that it reads, as wide as the weight.
  void draw_reading() const {
    const Point* const query = pinned_query();
    if (query == nullptr) return;
    const engine::Matrix weights =
        frame_.trace().read_row(*frame_.facts.weights_of(stages_.front()), query->row);
    for (const Point& key : points_) {
      if (!is_keys(key.stage) || key.row >= weights.cols()) continue;
      const float weight = weights(0, key.row);
      if (engine::is_hidden(weight) || weight < kLeastRead) continue;
      ImGui::GetWindowDrawList()->AddLine(query->at, key.at,
                                          ui::with_alpha(style_.colours.key, kReadStrength),
                                          std::max(style_.px(kWidestRead) * weight, style_.px(1)));
    }
  }

  // What the lines are, and which key is read most.
  std::string read_words(const Point& query) const {
    const int map = *frame_.facts.weights_of(stages_.front());
    const Index key = strongest_key(frame_, map, query.row);
    return frame_.tr("map.read",
                     {{"query", label(query)},
                      {"key", frame_.facts.label(frame_.trace().stage(map).columns_are(), key)},
                      {"percent", percent(static_cast<double>(frame_.trace().at(map, query.row, key)))}});
  }

  void draw_points() const {
    draw_reading();
    for (size_t i = 0; i < points_.size(); ++i) {
      mark(points_[i].stage, points_[i].at);
      if (hovered_ == i || is_pinned(points_[i])) ring(points_[i]);
    }
  }

  // A query's is round and a key's square, as their marks are: of a pair in one place both are seen.
  void ring(const Point& point) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = style_.px(kRing);
    if (is_keys(point.stage)) {
      const float side = half + style_.px(2.5f);
      list.AddRect({point.at.x - side, point.at.y - side}, {point.at.x + side, point.at.y + side},
                   style_.colours.ink, style_.px(2), 0, style_.px(2));
    } else {
      list.AddCircle(point.at, half, style_.colours.ink, 0, style_.px(2));
    }
  }

  double apart(const Point& one, const Point& other) const {
    const auto along = [&](Index axis) {
      return static_cast<double>(map_.trace().at(one.coordinates, one.row, axis)) -
             static_cast<double>(map_.trace().at(other.coordinates, other.row, axis));
    };
    return std::hypot(along(0), along(1));
  }

  // How many queries have no key nearer than the one `back` tokens before them, of those that have such a
  // key.
  std::pair<Index, Index> queries_near_key(Index back) const {
    constexpr double kSame = 1e-4;  // keys of equal tokens coincide
    Index near = 0;
    Index all = 0;
    for (const Point& query : points_) {
      if (is_keys(query.stage) || query.row < back) continue;
      double nearest = std::numeric_limits<double>::infinity();
      double wanted = nearest;
      for (const Point& key : points_) {
        if (!is_keys(key.stage)) continue;
        const double distance = apart(query, key);
        nearest = std::min(nearest, distance);
        if (key.row == query.row - back) wanted = distance;
      }
      ++all;
      if (wanted <= nearest + kSame) ++near;
    }
    return {near, all};
  }

  // What queries and keys that lie together mean, where most of them do.
  std::string nearness() const {
    if (stages_.size() < 2) return "";
    for (const auto& [back, key] :
         {std::pair<Index, const char*>{1, "map.near_previous"}, {0, "map.near_own"}}) {
      const auto found = queries_near_key(back);
      if (found.second > 1 && 10 * found.first >= 8 * found.second)
        return frame_.tr(key,
                         {{"count", std::to_string(found.first)}, {"all", std::to_string(found.second)}});
    }
    return "";
  }

  // What the picture shows comes before how it is drawn.
  std::string foot(Index missing) const {
    if (missing == 1) return frame_.tr("map.missing_one");
    if (missing > 1) return frame_.tr("map.missing", {{"count", std::to_string(missing)}});
    std::string near = nearness();
    if (!near.empty()) return near;
    const Point* const query = pinned_query();
    return query == nullptr ? frame_.tr("map.foot") : read_words(*query);
  }

  // Beside its point, or before it at the right end.
  ImVec2 over_others(const PointLabel& label) const {
    const float gap = style_.px(kRing + 5);
    const bool fits = label.point.x + gap + label.size.x <= high_.x;
    const ImVec2 at(label.point.x + (fits ? gap : -gap - label.size.x), label.point.y - label.size.y / 2);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + label.size.x, at.y + label.size.y},
                                              style_.colours.panel, style_.px(3));
    return at;
  }

  // A thin line to a label that does not stand beside its point.
  void lead(const PointLabel& label, ImVec2 place) const {
    const ImVec2 end(place.x + label.size.x - style_.px(4), place.y + label.size.y);
    const bool is_level = label.point.y > place.y && label.point.y < end.y;
    const float aside = std::max(place.x - label.point.x, label.point.x - end.x);
    if (is_level && aside < style_.px(14)) return;
    const ImVec2 to(std::clamp(label.point.x, place.x - (is_level ? style_.px(2) : 0.0f), end.x),
                    is_level                   ? label.point.y
                    : label.point.y <= place.y ? place.y + style_.px(3)
                                               : end.y - style_.px(3));
    const float length = distance(label.point, to);
    const float start = style_.px(5) / std::max(length, 1.0f);
    const ImVec2 from(std::lerp(label.point.x, to.x, start), std::lerp(label.point.y, to.y, start));
    ImGui::GetWindowDrawList()->AddLine(from, to, style_.colours.muted, style_.px(1));
  }

  // Labels that fit, those of pinned tokens first; the rest are shown on hover.
  void draw_labels() const {
    std::vector<size_t> order(points_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_partition(order.begin(), order.end(), [&](size_t i) { return is_pinned(points_[i]); });
    const auto type_of = [&](size_t i) {
      ui::TextStyle type =
          hovered_ == i || is_pinned(points_[i]) ? style_.small_strong() : style_.small_ink();
      type.colour = colour(points_[i].stage);
      return type;
    };
    std::vector<PointLabel> labels;
    labels.reserve(points_.size());
    const float longest = style_.px(84);
    std::vector<std::string> words;
    words.reserve(points_.size());
    for (const size_t i : order) {
      words.push_back(ui::ellipsise(label(points_[i]), longest, type_of(i)));
      ImVec2 size = ui::text_size(words.back(), type_of(i));
      size.x += style_.px(4);  // the next label stands apart
      labels.push_back({points_[i].at, size});
    }
    auto places = place_labels(labels, low_, high_, style_.px(kRing + 3));
    // Those of the pinned pair stand even where they cover others.
    for (size_t at = 0; at < places.size() && is_pinned(points_[order[at]]); ++at) {
      if (!places[at]) places[at] = over_others(labels[at]);
    }
    Index missing = 0;
    for (size_t at = 0; at < places.size(); ++at) {
      if (places[at]) {
        lead(labels[at], *places[at]);
        ui::draw_text(*ImGui::GetWindowDrawList(), *places[at], words[at], type_of(order[at]));
      } else {
        ++missing;
      }
    }
    if (is_beside_) return draw_words_beside(foot(missing));
    const float axis = ui::text_size(axis_words(0) + " →", style_.small()).x + style_.px(16);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 line(low_.x, high_.y + style_.px(kTickLine + 5));
    const ImVec2 below(low_.x, high_.y + style_.px(kTickLine + 26));
    // In a low page the more important sentence takes the line of the other.
    const float end = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    const bool has_both = below.y + nearness_height(high_.x - low_.x + style_.px(kTickWidth)) <= end;
    const std::string said = has_both ? foot(missing) : nearness_words();
    ui::draw_text(list, line, ui::ellipsise(said, high_.x - low_.x - axis, style_.small()), style_.small());
    if (has_both)
      ui::draw_paragraph(list, below, high_.x - low_.x, nearness_words(), style_.small_ink(), 1.3f);
  }

  const Frame& frame_;
  const ui::Style& style_;
  std::vector<int> stages_;
  Frame map_;
  engine::Matrix share_;
  std::vector<Point> points_;
  std::optional<size_t> hovered_;
  ImVec2 low_, high_, origin_;  // of the picture; the position of the mean
  bool is_beside_ = false;      // whether the words stand on the right
  float unit_ = 1;              // pixels of the distance 1
};

// That the focused stage has no vectors, and links to those of its head.
void draw_nearest_note(const Frame& frame, int nearest) {
  const auto& style = frame.style;
  const std::string here = look::stage_name(frame.tr, frame.trace().stage(frame.session.focused_stage()));
  const std::string note = frame.tr("map.nearest", {{"stage", here}});
  const float width = ImGui::GetContentRegionAvail().x;
  const float wide = ui::text_size(note, style.text()).x;
  ui::Flow flow(style.px(8));
  flow.next(wide);
  if (wide <= width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, note,
                  style.text());
    ImGui::Dummy({wide, ImGui::GetFrameHeight()});
  } else {
    ui::paragraph(note, width, style.text());
  }
  engine::StageAddress place = engine::parse_address(frame.trace().stage(nearest).address);
  for (const char* const step : {"q", "k", "v"}) {
    place.step = step;
    const auto stage = frame.trace().find(engine::address_of(place));
    if (!stage) continue;
    const std::string address = frame.trace().stage(*stage).address;
    const std::string name = look::stage_name(frame.tr, frame.trace().stage(*stage));
    flow.next(ui::button_width(style, name));
    if (ui::button(style, (name + "##map of " + step).c_str(), ui::ButtonKind::kOutline))
      walk_to(frame, address);
    ui::tip(style, frame.tr("picture.go.tip", {{"stage", look::stage_title(frame.tr, address)}}));
  }
  ImGui::Dummy({0, style.px(2)});
}

// Where the keys are drawn with their queries, both are named.
std::string map_title(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  std::string title = look::stage_title(frame.tr, shown);
  if (stages_on_map(frame, stage).size() < 2) return title;
  const std::string name = look::stage_name(frame.tr, shown);
  const size_t at = title.rfind(name);
  return at == std::string::npos ? title : title.replace(at, name.size(), frame.tr("map.queries_and_keys"));
}

}  // namespace

void draw_vectors_map(const Frame& frame) {
  const auto stage =
      begin_picture(frame, "map", nearest_vectors, {.draws_nearest = true, .title = map_title});
  if (!stage) return;
  if (*stage != frame.session.focused_stage()) draw_nearest_note(frame, *stage);
  const std::vector<int> stages = stages_on_map(frame, *stage);
  const auto& derived =
      frame.derivations.get("map " + frame.trace().stage(stages.front()).address, {frame.trace_pointer()},
                            frame.style, [&] { return engine::principal_map(frame.trace(), stages); });
  Map(frame, stages, derived).draw();
}

}  // namespace views
