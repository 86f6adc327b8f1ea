// learning_map.cpp: one map of the model of now: the other views show everything else of it; or how alike its
// tokens have become, run by run.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/example_picture.h"
#include "app/views/core/place_name.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/cosines.h"
#include "engine/core/number_text.h"
#include "engine/gradients/attribution.h"

namespace views {
namespace {

constexpr std::array<std::pair<const char*, bool>, 2> kMaps = {
    {{"learning.map.attention", false}, {"learning.map.likeness", true}}};

void draw_map_choice(const Frame& frame) {
  ui::Flow flow(frame.style.px(2));
  const bool is_likeness = frame.session.desk().learning.shows_likeness;
  for (const auto& [key, value] : kMaps) {
    flow.next(ui::button_width(frame.style, frame.tr(key)));
    const auto face = value == is_likeness ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), face))
      frame.requests.arrange([shows = value](app::Desk& desk) { desk.learning.shows_likeness = shows; });
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  }
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

// What the model says, word by word, and what would be right; nothing where that is not known.
struct Translation {
  std::vector<engine::Index> said, right;
  bool is_right_at(size_t word) const { return word < right.size() && said[word] == right[word]; }
};

Translation translation_now(const Frame& frame, const engine::Task& task) {
  const std::vector<std::string> inputs = engine::input_stages(frame.trace());
  Translation found;
  if (inputs.size() != 2) return found;
  const auto ids = [&](const std::string& input) {
    return frame.trace().sequence(frame.trace().stage(frame.trace().find(input).value()).row_sequence).ids;
  };
  found.right = task.answer(ids(inputs.front()));
  if (found.right.empty()) return found;
  const engine::TaskVocabulary& words = task.vocabulary();
  for (const engine::Index id : ids(inputs.back())) {
    if (id == words.end || id == words.padding) break;
    if (id != words.start) found.said.push_back(id);
  }
  return found;
}

// A word of the translation; a wrong one is struck out in the accent's colour.
void draw_said_word(const Frame& frame, const std::string& word, bool is_right) {
  const auto& style = frame.style;
  ui::TextStyle type = style.text();
  if (!is_right) type.colour = style.colours.accent;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::label(word, type);
  const ImVec2 end = ImGui::GetItemRectMax();
  const float middle = (at.y + end.y) / 2 + style.px(1);
  if (!is_right)
    ImGui::GetWindowDrawList()->AddLine({at.x, middle}, {end.x, middle}, type.colour, style.px(1.5f));
}

// Draws it from the cursor on; returns the height.
float draw_translation(const Frame& frame, const engine::Task& task, float width) {
  const auto& style = frame.style;
  const Translation found = translation_now(frame, task);
  if (found.right.empty()) return 0;
  const auto word = [&](engine::Index id) { return task.vocabulary().tokens[static_cast<size_t>(id)]; };
  ImGui::BeginChild("translation", {width, 0}, ImGuiChildFlags_AutoResizeY);
  ui::Flow flow(style.px(5));
  flow.next(0);
  ui::label(frame.tr("learning.says"), style.quiet());
  bool is_right = found.said.size() == found.right.size();
  for (size_t i = 0; i < found.said.size(); ++i) {
    flow.next(ui::text_size(word(found.said[i]), style.text()).x);
    draw_said_word(frame, word(found.said[i]), found.is_right_at(i));
    is_right = is_right && found.is_right_at(i);
  }
  std::string verdict = frame.tr(is_right ? "learning.says.right" : "learning.says.instead");
  for (const engine::Index id : found.right) {
    if (!is_right) verdict.append(" ").append(word(id));
  }
  ui::paragraph(verdict, width, style.quiet());
  const float height = ImGui::GetCursorPosY() + style.px(2);
  ImGui::EndChild();
  return height;
}

constexpr float kBesideMap = 24;  // pixels at 100 %

// How a map's rows are named; empty where they are its tokens alone.
std::string row_words(const Frame& in, int stage) {
  const std::string first = in.facts.label(in.trace().stage(stage).rows_are(), 0);
  return first.find("▸") == std::string::npos ? "" : in.tr("learning.map.rows");
}

// What the model says, which map it is, how its rows are named and what its colours mean; returns the height.
float draw_map_words(const Frame& in, const LearningScene& scene, int stage, ImVec2 at, float width) {
  const auto& style = in.style;
  ImGui::SetCursorScreenPos(at);
  float y = at.y + draw_translation(in, *scene.plan().task, width);
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
  const bool speaks = !translation_now(in, *scene.plan().task).right.empty();
  const float words =
      style.px(34) + line + (row_words(in, stage).empty() ? 0 : line) + (speaks ? style.px(52) : 0);
  const auto cell = [&](float across, float down) {
    return std::min((across - labels) / static_cast<float>(shown.columns),
                    (down - above) / static_cast<float>(shown.rows));
  };
  const float beside = cell(room.x - width - style.px(kBesideMap), room.y);
  return beside > kMuchLarger * cell(room.x, room.y - words) ? width : 0;
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
  const Facts facts(frame.facts, labelled);
  const Frame in{frame.session,     frame.tr,          labelled,     frame.heatmaps, frame.requests,    facts,
                 frame.derivations, frame.panel_rects, frame.motion, frame.derived,  frame.derived_name};
  const SmallMap map{.stage = stage, .caption = "", .scale = frame.facts.scale(stage)};
  // A map keeps a line for its caption, which stands among the words here.
  const float line = frame.style.px(24);
  const float words = width_of_words_beside(in, scene, stage, rest);
  if (words > 0) {
    draw_map_words(in, scene, stage, {below.x + rest.x - words, below.y}, words);
    draw_small_map(in, map, {below.x, below.y - line},
                   {rest.x - words - frame.style.px(kBesideMap), rest.y + line});
    return;
  }
  const float taken = draw_map_words(in, scene, stage, below, rest.x);
  draw_small_map(in, map, {below.x, below.y + taken - line}, {rest.x, rest.y - taken + line});
}

}  // namespace views
