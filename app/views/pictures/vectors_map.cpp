// vectors_map.cpp: token vectors projected on the plane of largest variance; queries and keys on one map.
#include "app/views/pictures/vectors_map.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/pictures/map_points.h"
#include "app/views/pictures/query_map.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage_parts.h"
#include "engine/analysis/principal_components.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

constexpr size_t kMostLines = 3;     // keys that lines lead to
constexpr float kLeastRead = 0.02f;  // of a weight that has a line
constexpr float kWidestRead = 8;     // of a line, for a weight of 1, pixels at 100 %
constexpr float kReadStrength = 0.5f, kFaded = 0.55f;

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

// A key that the pinned query reads.
struct Read {
  size_t key;  // in the points
  float weight;
};

// That two points near each other need not match.
std::string nearness_words(const Frame& frame, const std::vector<int>& stages) {
  const std::string count = std::to_string(frame.trace().stage(stages.front()).columns);
  return frame.tr(stages.size() > 1 ? "map.no_match" : "map.two_of", {{"count", count}});
}

const Derivations::Derived& derived_map(const Frame& frame, const std::vector<int>& stages) {
  return frame.derivations.get("map " + frame.trace().stage(stages.front()).address, {frame.trace_pointer()},
                               frame.style, [&] { return engine::principal_map(frame.trace(), stages); });
}

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
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    place();
    draw_map_frame(style_, place_, true);
    items();
    find_read();
    draw_points();
    const size_t missing = draw_names();
    const float end = draw_map_words(
        style_, place_, {.upright = "↑ " + axis_words(1), .said = said(), .along = axis_words(0) + " →"});
    legend(corner, end, missing);
  }

 private:
  // The meaning of the marks, if there are two kinds on the map, and of the lines; it ends before `end`.
  void legend(ImVec2 at, float end, size_t missing) const {
    for (const int stage : stages_) {
      if (stages_.size() < 2) break;
      draw_map_mark(style_, is_keys(stage), {at.x + style_.px(6), at.y + style_.px(9)}, colour(stage));
      const std::string word = frame_.tr(is_keys(stage) ? "axis.key" : "axis.query");
      ui::TextStyle type = style_.small_strong();
      type.colour = colour(stage);
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + style_.px(16), at.y}, word, type);
      at.x += style_.px(16 + 20) + ui::text_size(word, type).x;
    }
    std::vector<std::string> words;
    if (!read_.empty()) words.push_back(frame_.tr("map.lines", {{"query", label(points_[*query_])}}));
    if (missing > 0) words.push_back(missing_words(frame_, missing));
    for (const std::string& said : words) {
      const float width = ui::text_size(said, style_.small_ink()).x;
      if (at.x + width > end) return;
      ui::draw_text(*ImGui::GetWindowDrawList(), at, said, style_.small_ink());
      at.x += width + style_.px(16);
    }
  }

  bool is_keys(int stage) const { return frame_.trace().stage(stage).role == engine::Role::kKey; }
  ImU32 colour(int stage) const { return style_.role(frame_.trace().stage(stage).role); }

  void place() {
    std::vector<ImVec2> positions;
    positions.reserve(points_.size());
    for (const Point& point : points_)
      positions.emplace_back(map_.trace().at(point.coordinates, point.row, 0),
                             map_.trace().at(point.coordinates, point.row, 1));
    place_ = place_map(style_, positions);
    for (size_t i = 0; i < points_.size(); ++i) points_[i].at = place_.at(positions[i]);
  }

  std::string axis_words(Index axis) const {
    return frame_.tr("map.axis", {{"component", frame_.tr.nth(axis)},
                                  {"share", percent(static_cast<double>(share_(0, axis)))}});
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

  size_t nearest_to_mouse() const {
    std::vector<ImVec2> points;
    points.reserve(points_.size());
    for (const Point& point : points_) points.push_back(point.at);
    return nearest_point(points, ImGui::GetIO().MousePos);
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

  // The token whose row is pinned in a stage of this kind.
  bool is_pinned(const Point& point) const {
    const auto& pinned = frame_.session.document().focus.pinned;
    const int focused = frame_.session.focused_stage();
    if (!pinned || focused < 0) return false;
    const engine::Stage& of = frame_.trace().stage(focused);
    const engine::Stage& own = frame_.trace().stage(point.stage);
    return of.role == own.role && of.rows_are() == own.rows_are() && pinned->first == point.row;
  }

  // Of the pinned query, the keys that it reads most.
  void find_read() {
    const auto weights = frame_.facts.weights_of(stages_.front());
    if (stages_.size() < 2 || !weights) return;
    const auto query = std::ranges::find_if(
        points_, [&](const Point& point) { return !is_keys(point.stage) && is_pinned(point); });
    if (query == points_.end()) return;
    query_ = static_cast<size_t>(std::distance(points_.begin(), query));
    const engine::Matrix row = frame_.trace().read_row(*weights, query->row);
    for (size_t i = 0; i < points_.size(); ++i) {
      const Point& key = points_[i];
      if (is_keys(key.stage) && key.row < row.cols() && row(0, key.row) >= kLeastRead)
        read_.push_back({i, row(0, key.row)});
    }
    std::ranges::stable_sort(read_, std::greater{}, &Read::weight);
    if (read_.size() > kMostLines) read_.resize(kMostLines);
  }

  const Read* read_of(size_t point) const {
    const auto found = std::ranges::find(read_, point, &Read::key);
    return found == read_.end() ? nullptr : &*found;
  }

  // Where a query is pinned, the marks of it and of what it reads stand out.
  ImU32 mark_colour(size_t i) const {
    const ImU32 own = colour(points_[i].stage);
    const bool stands_out = !query_ || is_pinned(points_[i]) || read_of(i) != nullptr || hovered_ == i;
    return stands_out ? own : ui::with_alpha(own, kFaded);
  }

  void draw_points() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Read& read : read_)
      list.AddLine(points_[*query_].at, points_[read.key].at,
                   ui::with_alpha(style_.colours.key, kReadStrength),
                   std::max(style_.px(kWidestRead) * read.weight, style_.px(1)));
    for (const bool is_front : {false, true}) {
      for (size_t i = 0; i < points_.size(); ++i) {
        const Point& point = points_[i];
        if ((hovered_ == i || is_pinned(point)) != is_front) continue;
        draw_map_mark(style_, is_keys(point.stage), point.at, mark_colour(i));
        if (is_front) draw_map_ring(style_, is_keys(point.stage), point.at);
      }
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

  // In a low page, where nothing else says it, what near means comes first.
  std::string said() const {
    if (is_low_page(frame_)) return nearness_words(frame_, stages_);
    std::string near = nearness();
    if (!near.empty() || read_.empty()) return near;
    return frame_.tr("map.seen.most", {{"query", label(points_[*query_])},
                                       {"key", label(points_[read_.front().key])},
                                       {"percent", percent(static_cast<double>(read_.front().weight))}});
  }

  // Those that fit, of what stands out first; the rest are shown on hover. Returns how many do not fit.
  size_t draw_names() const {
    const auto rank = [&](size_t i) { return is_pinned(points_[i]) ? 0 : read_of(i) != nullptr ? 1 : 2; };
    std::vector<size_t> order(points_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, rank);
    std::vector<MapName> names;
    names.reserve(points_.size());
    for (const size_t i : order) {
      ui::TextStyle type = rank(i) < 2 || hovered_ == i ? style_.small_strong() : style_.small_ink();
      type.colour = colour(points_[i].stage);
      std::string words = ui::ellipsise(label(points_[i]), style_.px(kLongestMapName), type);
      if (const Read* const read = read_of(i)) words += " " + percent(static_cast<double>(read->weight));
      names.push_back({points_[i].at, std::move(words), type, is_pinned(points_[i])});
    }
    return draw_map_names(style_, place_, names);
  }

  const Frame& frame_;
  const ui::Style& style_;
  std::vector<int> stages_;
  Frame map_;
  engine::Matrix share_;
  std::vector<Point> points_;
  std::optional<size_t> hovered_;
  std::optional<size_t> query_;  // the pinned one
  std::vector<Read> read_;       // by it, most first
  MapPlace place_;               // its origin is the position of the mean
};

// In place of the stage's own name: what is drawn of its head.
std::string map_title(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  std::string title = look::stage_title(frame.tr, shown);
  const auto seen = keys_seen(frame);
  if (!seen && stages_on_map(frame, stage).size() < 2) return title;
  const std::string name = look::stage_name(frame.tr, shown);
  const std::string own = seen ? query_map_name(frame, *seen) : frame.tr("map.queries_and_keys");
  const size_t at = title.rfind(name);
  return at == std::string::npos ? title : title.replace(at, name.size(), own);
}

std::string map_why(const Frame& frame, int stage) {
  if (const auto seen = keys_seen(frame)) return query_map_why(frame, *seen);
  const std::vector<int> stages = stages_on_map(frame, stage);
  return two_sentences(frame, frame.tr("picture.map.why"), nearness_words(frame, stages));
}

// What of a head is on the map: its keys as a query sees them, its queries and keys, its values.
struct MapChoice {
  Segment segment;
  int stage;
};

std::vector<MapChoice> map_choices(const Frame& frame, int shown) {
  std::vector<MapChoice> choices;
  const auto offer = [&](const std::string& key, std::string word, std::optional<int> stage) {
    if (stage) choices.push_back({{key, std::move(word), frame.tr(key + ".tip")}, *stage});
  };
  engine::StageAddress place = engine::parse_address(frame.trace().stage(shown).address);
  const auto of_head = [&](const char* step) {
    place.step = step;
    return frame.trace().find(engine::address_of(place));
  };
  if (const auto scores = dot_products(frame, shown)) {
    const std::string query =
        frame.facts.label(frame.trace().stage(*scores).rows_are(), chosen_row(frame, *scores));
    const std::string name = ui::ellipsise(query, frame.style.px(90), frame.style.strong());
    offer("map.seen", frame.tr("map.seen", {{"query", name}}), scores);
  }
  offer("map.queries_and_keys", frame.tr("map.queries_and_keys"), of_head("q"));
  offer("map.values", frame.tr("map.values"), of_head("v"));
  return choices;
}

// Goes to the stage of a choice; the token stays pinned where that stage has it.
void choose_map(const Frame& frame, int stage) {
  const Index row = chosen_row(frame, stage);
  const bool is_map = frame.trace().stage(stage).column_axis == engine::Axis::kKeys;
  const int read = is_map ? frame.facts.weights_of(stage).value_or(stage) : stage;
  const std::pair<Index, Index> pinned = {row, strongest_key(frame, read, row)};
  frame.requests.edit("walk", [address = frame.trace().stage(stage).address, pinned](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.pinned = pinned;
  });
}

void draw_map_choice(const Frame& frame, int shown) {
  if (engine::parse_address(frame.trace().stage(shown).address).head < 0) return;
  const std::vector<MapChoice> choices = map_choices(frame, shown);
  const auto seen = keys_seen(frame);
  const int drawn = seen ? seen->scores : stages_on_map(frame, shown).front();
  std::vector<Segment> segments;
  std::ranges::transform(choices, std::back_inserter(segments), &MapChoice::segment);
  const auto chosen = std::ranges::find(choices, drawn, &MapChoice::stage);
  const auto pressed =
      draw_segmented_choice(frame, segments, static_cast<size_t>(std::distance(choices.begin(), chosen)));
  if (pressed) choose_map(frame, choices[*pressed].stage);
}

}  // namespace

void draw_vectors_map(const Frame& frame) {
  const auto stage = begin_picture(frame, "map", nearest_vectors,
                                   {.draws_nearest = true, .title = map_title, .why = map_why});
  if (!stage) return;
  if (!frame.session.desk().presenting.is_on) draw_map_choice(frame, *stage);
  if (const auto seen = keys_seen(frame)) return draw_query_map(frame, *seen);
  const std::vector<int> stages = stages_on_map(frame, *stage);
  Map(frame, stages, derived_map(frame, stages)).draw();
}

}  // namespace views
