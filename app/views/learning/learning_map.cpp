// learning_map.cpp: one map of the model of now: the other views show everything else of it; or how alike its
// tokens have become, run by run.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/example_picture.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/place_name.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/cosines.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr auto kLearningMaps = {"learning.map.attention", "learning.map.likeness"};

void draw_map_choice(const Frame& frame) {
  const auto pressed =
      draw_segmented_choice(frame, kLearningMaps, frame.session.desk().learning.shows_likeness);
  if (pressed)
    frame.requests.arrange(
        [shows = *pressed == 1](app::Desk& desk) { desk.learning.shows_likeness = shows; });
}

// The measured moment that is nearest to a step, and not behind it if there is one before.
const app::MeasuredMoment* moment_at(const std::vector<app::MeasuredMoment>& all, int step) {
  const auto after = std::ranges::upper_bound(all, step, {}, &app::MeasuredMoment::step);
  return after == all.begin() ? nullptr : &*std::prev(after);
}

void draw_cosines(const Frame& frame, const engine::Matrix& cosines, ImVec2 at, float side) {
  const look::ColourScale scale{
      frame.style.dark ? look::ColourMap::kSignedDark : look::ColourMap::kSignedLight, -1, 1};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float cell = std::max(1.0f, std::floor(side / static_cast<float>(cosines.rows())));
  for (engine::Index row = 0; row < cosines.rows(); ++row) {
    for (engine::Index column = 0; column < cosines.cols(); ++column) {
      const ImVec2 corner(at.x + cell * static_cast<float>(column), at.y + cell * static_cast<float>(row));
      list.AddRectFilled(corner, {corner.x + cell, corner.y + cell},
                         ui::pack(look::colour_of(scale, cosines(row, column))));
    }
  }
  const float whole = cell * static_cast<float>(cosines.rows());
  list.AddRect(at, {at.x + whole, at.y + whole}, frame.style.colours.hairline);
}

void draw_likeness(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const float line = style.px(18);
  const bool is_text = !scene.plan().task->held_out().front().source.empty();
  ImGui::SetCursorScreenPos(at);
  ui::paragraph(frame.tr(is_text ? "learning.likeness.why" : "learning.likeness.none"), room.x,
                style.small());
  if (!is_text) return;
  const float taken = ImGui::GetCursorScreenPos().y - at.y + style.px(4);
  at.y += taken;
  room.y -= taken;
  const int columns = picture_columns(scene.runs.size(), room);
  const int rows = (static_cast<int>(scene.runs.size()) + columns - 1) / columns;
  const ImVec2 each(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows));
  for (size_t i = 0; i < scene.runs.size(); ++i) {
    const auto measured = scene.runs[i]->measured();
    const app::MeasuredMoment* const moment =
        moment_at(*measured, scene.is_playing ? scene.runs[i]->steps() : scene.step);
    if (moment == nullptr || moment->cosines.rows() < 2) continue;
    const int across = static_cast<int>(i) % columns;
    const int down = static_cast<int>(i) / columns;
    const ImVec2 corner(at.x + each.x * static_cast<float>(across), at.y + each.y * static_cast<float>(down));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle type = style.small_strong();
    if (scene.runs.size() > 1) type.colour = frame.style.word_colour(run_colour(frame, i));
    const std::string name =
        scene.runs.size() > 1 ? run_name(frame, scene, i) : frame.tr("learning.map.likeness");
    ui::draw_text(list, corner, ui::ellipsise(name, each.x - style.px(10), type), type);
    const std::string mean = frame.tr(
        "learning.likeness.mean", {{"mean", engine::fixed_digits(engine::mean_cosine(moment->cosines), 2)}});
    ui::draw_text(list, {corner.x, corner.y + line},
                  ui::ellipsise(mean, each.x - style.px(10), style.small()), style.small());
    draw_cosines(frame, moment->cosines, {corner.x, corner.y + 2 * line + style.px(4)},
                 std::min(each.x - style.px(14), each.y - 2 * line - style.px(14)));
  }
}

constexpr float kBesideMap = 24;  // pixels at 100 %

// The token that the model finds most probable behind the last one; nullopt where it predicts none.
std::optional<std::string> written_next(const Frame& frame) {
  const auto stage = probabilities_of(frame.trace(), -1);
  if (!stage) return std::nullopt;
  const engine::Index token = likeliest_token(frame.trace(), *stage, next_row(frame.trace(), *stage)).token;
  return frame.facts.label(frame.trace().stage(*stage).columns_are(), token);
}

// How a map's rows are named; empty where they are its tokens alone.
std::string row_words(const Frame& in, int stage) {
  const std::string first = in.facts.label(in.trace().stage(stage).rows_are(), 0);
  return first.find("▸") == std::string::npos ? "" : in.tr("learning.map.rows");
}

// What the model says, which map it is, how its rows are named and what its colours mean; returns the height.
float draw_map_words(const Frame& in, const LearningScene& scene, int stage, ImVec2 at, float width) {
  const auto& style = in.style;
  ImGui::SetCursorScreenPos(at);
  draw_what_it_says(in, *scene.plan().task, width);
  float y = at.y + what_it_says_height(in, *scene.plan().task, width);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto paragraph = [&](const std::string& words, const ui::TextStyle& type) {
    if (!words.empty()) y += ui::draw_paragraph(list, {at.x, y}, width, words, type) + style.px(2);
  };
  paragraph(place_name(in, in.trace().stage(stage).address), style.small_strong());
  paragraph(row_words(in, stage), style.small());
  const look::ColourScale& scale = in.facts.scale(stage);
  if (!scale.is_open()) {
    const float line = ui::text_size("0", style.small()).y;
    draw_lying_bar(in, scale, {at.x, y + style.px(2)}, line, style.px(80));
    y += line + style.px(6);
  }
  return y - at.y;
}

// The width of these words beside the map, where that makes it larger than below them; otherwise 0.
float width_of_words_beside(const Frame& in, const LearningScene& scene, int stage, ImVec2 room) {
  constexpr float kMuchLarger = 1.1f;
  constexpr float kShareOfWords = 0.36f;
  const auto& style = in.style;
  const engine::Stage& shown = in.trace().stage(stage);
  const float labels = row_label_width(in, shown.rows_are(), shown.rows);
  const float above = column_label_height(in, shown.columns_are(), shown.columns);
  const float width = std::clamp(room.x * kShareOfWords, style.px(150), style.px(240));
  const float line = style.px(20);
  const float says = what_it_says_height(in, *scene.plan().task, room.x);
  const float words = style.px(34) + line + (row_words(in, stage).empty() ? 0 : line) + says;
  const auto cell = [&](float across, float down) {
    return std::min((across - labels) / static_cast<float>(shown.columns),
                    (down - above) / static_cast<float>(shown.rows));
  };
  const float beside = cell(room.x - width - style.px(kBesideMap), room.y);
  return beside > kMuchLarger * cell(room.x, room.y - words) ? width : 0;
}

// Where upright labels begin above columns of this width, the first at 0; empty if they have no room there. A
// long one, such as that of the last column, may lie a little beside its column.
std::vector<float> upright_places(const Frame& in, const engine::AxisRef& axis, engine::Index count,
                                  float cell) {
  constexpr float kMostAside = 0.5f;  // of a column
  const float apart = in.style.px(8);
  std::vector<float> places;
  float free = -cell;
  for (engine::Index column = 0; column < count; ++column) {
    const float width = ui::text_size(in.facts.label(axis, column), in.style.small_strong()).x;
    const float centred = (static_cast<float>(column) + 0.5f) * cell - width / 2;
    const float place = std::max(centred, free);
    if (place - centred > kMostAside * cell) return {};
    places.push_back(place);
    free = place + width + apart;
  }
  return places;
}

void draw_upright_labels(const Frame& in, const ui::MatrixFrame& matrix, const std::vector<float>& places) {
  const engine::AxisRef axis = in.trace().stage(matrix.stage).columns_are();
  const engine::Cell lit = in.explained_cell();
  for (size_t i = 0; i < places.size(); ++i) {
    const auto column = static_cast<engine::Index>(i);
    const bool is_lit = lit.stage == matrix.stage && lit.column == column;
    ui::TextStyle type = is_lit ? in.style.small_strong() : in.style.small_ink();
    if (is_lit && axis.kind == engine::Axis::kKeys) type.colour = in.style.colours.key;
    const std::string label = in.facts.label(axis, column);
    const float y = matrix.corner.y - in.style.px(6) - ui::text_size("A", type).y;
    ui::draw_text(*ImGui::GetWindowDrawList(), {matrix.corner.x + places[i], y}, label, type);
  }
}

// With the names of its rows and columns, upright where they have room.
void draw_named_map(const Frame& in, int stage, ImVec2 at, ImVec2 room) {
  const engine::Stage& shown = in.trace().stage(stage);
  SmallMap map{.stage = stage, .caption = "", .scale = in.facts.scale(stage)};
  // A map keeps a line for its caption, which stands among the words here.
  const float line = in.style.px(24);
  const float cell = std::min(
      (room.x - row_label_width(in, shown.rows_are(), shown.rows)) / static_cast<float>(shown.columns),
      (room.y - line) / static_cast<float>(shown.rows));
  const bool names_tokens = shown.columns_are().counts_tokens();
  const std::vector<float> places =
      names_tokens ? upright_places(in, shown.columns_are(), shown.columns, cell) : std::vector<float>{};
  map.column_labels = places.empty();
  if (places.empty()) {
    draw_small_map(in, map, {at.x, at.y - line}, {room.x, room.y + line});
  } else {
    draw_upright_labels(in, draw_small_map(in, map, at, room), places);
  }
}

// The map with what names it above, and on its right how it was at other steps; nothing, and false, where
// these have no room. `beside`: on the right of the choice of maps, where its colours are explained.
bool draw_map_and_moments(const Frame& in, const LearningScene& scene, int stage, ImVec2 at, ImVec2 room,
                          ImVec2 beside) {
  const auto& style = in.style;
  const engine::Stage& shown = in.trace().stage(stage);
  const std::array<std::pair<std::string, ui::TextStyle>, 2> words = {
      {{place_name(in, shown.address), style.small_strong()}, {row_words(in, stage), style.small()}}};
  float above = what_it_says_height(in, *scene.plan().task, room.x);
  for (const auto& [said, type] : words)
    above += style.px(20) * static_cast<float>(said.empty() ? 0 : ui::wrap_text(said, room.x, type).size());
  const float high = room.y - above;
  const float wide =
      row_label_width(in, shown.rows_are(), shown.rows) +
      (high - style.px(24)) * static_cast<float>(shown.columns) / static_cast<float>(shown.rows);
  const float edge = style.px(5);  // for the frame around the shown one
  const LearningMoments moments =
      plan_moments(in, scene, {room.x, high - edge}, room.x - edge - style.px(kBesideMap) - wide);
  if (moments.columns == 0) return false;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::SetCursorScreenPos(at);
  draw_what_it_says(in, *scene.plan().task, room.x);
  float y = at.y + what_it_says_height(in, *scene.plan().task, room.x);
  for (const auto& [said, type] : words) {
    if (!said.empty()) y += ui::draw_paragraph(list, {at.x, y}, room.x, said, type) + style.px(2);
  }
  const look::ColourScale& scale = in.facts.scale(stage);
  if (!scale.is_open())
    draw_lying_bar(in, scale, beside, ImGui::GetFrameHeight(),
                   std::min(style.px(80), at.x + room.x - beside.x - style.px(40)));
  y = std::max(y, at.y + above);
  const float x = at.x + room.x - moments.width - edge;
  draw_learning_moments(in, scene, moments, {x, y});
  draw_named_map(in, stage, {at.x, y}, {x - at.x - style.px(kBesideMap), at.y + room.y - y});
  return true;
}

// Before the first run.
void draw_beginning(const Frame& frame, float width) {
  ImGui::BeginGroup();
  ui::paragraph(frame.tr("learning.press"), width, frame.style.title());
  ui::paragraph(frame.tr("learning.begin"), width, frame.style.text());
  draw_example_training(frame);
  ImGui::EndGroup();
}

}  // namespace

void draw_learning_map(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room,
                       bool with_choice) {
  ImGui::SetCursorScreenPos(at);
  const int stage = frame.session.focused_stage();
  if (!scene.is_begun) return draw_beginning(frame, room.x);
  if (stage < 0 || scene.runs.empty())
    return ui::paragraph(frame.tr("learning.opening"), room.x, frame.style.quiet());
  float top = at.y;
  if (with_choice) {
    ImGui::BeginGroup();
    draw_map_choice(frame);
    ImGui::EndGroup();
    top = ImGui::GetItemRectMax().y + frame.style.px(8);
  }
  const ImVec2 below(at.x, top);
  const ImVec2 rest(room.x - frame.style.px(22), at.y + room.y - top);  // the last label may be tilted
  if (frame.session.desk().learning.shows_likeness) return draw_likeness(frame, scene, below, rest);
  // Each query by what it says next, too: "rouge" is the row that looks at "red".
  ui::Style labelled = frame.style;
  labelled.predicted_rows = true;
  // A map whose numbers are few: the others are its ground.
  labelled.numbers.shows_nothing = false;
  Facts facts(frame.facts, labelled);
  if (const auto next = written_next(frame)) facts.say_written_next(*next);
  const Frame in{frame.session,     frame.tr,          labelled,     frame.heatmaps, frame.requests,    facts,
                 frame.derivations, frame.panel_rects, frame.motion, frame.derived,  frame.derived_name};
  if (with_choice) {
    const ImVec2 beside(at.x + segmented_choice_width(frame, kLearningMaps) + frame.style.px(16), at.y);
    if (draw_map_and_moments(in, scene, stage, below, {room.x, rest.y}, beside)) return;
  }
  const float words = width_of_words_beside(in, scene, stage, rest);
  if (words > 0) {
    draw_map_words(in, scene, stage, {below.x + rest.x - words, below.y}, words);
    draw_named_map(in, stage, below, {rest.x - words - frame.style.px(kBesideMap), rest.y});
    return;
  }
  const float taken = draw_map_words(in, scene, stage, below, rest.x);
  draw_named_map(in, stage, {below.x, below.y + taken}, {rest.x, rest.y - taken});
}

}  // namespace views
