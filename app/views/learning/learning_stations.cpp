// learning_stations.cpp: the six parts of a step, in a row, each with the number that it leaves, and the way
// back to the first.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr std::array<const char*, 6> kStations = {"learning.batch",        "learning.forward",
                                                  "learning.station.loss", "learning.backward",
                                                  "learning.clip",         "learning.adamw"};
constexpr double kLitPerSecond = 6;
constexpr float kWayBack = 18;      // height below the stations, pixels at 100 %
constexpr float kBesideWords = 12;  // of a station, both sides together

// A number in words, and alone where these have no room.
struct StationNumber {
  std::string words, plain;
};

// In a few words, where all stations have room for them.
std::string what_it_does(const Frame& frame, const char* station) {
  return frame.tr(std::string(station) + ".does");
}

// What each station leaves, in the step that led to the shown model; empty before the first.
std::array<StationNumber, 6> numbers_of(const Frame& frame, const LearningScene& scene) {
  const engine::Recipe& recipe = scene.plan().recipe;
  std::array<StationNumber, 6> numbers;
  const auto counted = [&](const char* key, const std::string& count) {
    return StationNumber{frame.tr(key, {{"count", count}}), count};
  };
  const auto named = [&](const char* key, const std::string& number) {
    return StationNumber{frame.tr(key, {{"number", number}}), number};
  };
  numbers[0] = counted("learning.batch.number", std::to_string(recipe.batch));
  if (scene.run() == nullptr) return numbers;
  numbers[1] = counted("learning.forward.number", look::whole_number(scene.run()->parameters()));
  const auto report = scene.run()->report(scene.step - 1);
  if (!report) return numbers;
  const double clip = recipe.optimiser.clip;
  const double factor = clip > 0 && report->gradient_length > clip ? clip / report->gradient_length : 1.0;
  const std::string loss = engine::significant_digits(report->loss, 4);
  numbers[2] = {loss, loss};
  numbers[3] = named("learning.backward.number", engine::significant_digits(report->gradient_length, 3));
  numbers[4] = named("learning.clip.number", engine::significant_digits(factor, 3));
  numbers[5] = named("learning.adamw.number", decimal_text(report->rate, 3));
  return numbers;
}

// The way back from the last station to the first, below them, and how often it is gone.
void draw_way_back(const Frame& frame, const LearningScene& scene, ImVec2 from, float to) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float low = std::round(from.y + style.px(kWayBack / 2));
  const float head = style.px(4);
  const ImU32 colour = style.colours.muted;
  const float width = style.px(1.5f);
  const std::array<ImVec2, 4> way = {from, ImVec2{from.x, low}, ImVec2{to, low}, ImVec2{to, from.y + 1}};
  list.AddPolyline(way.data(), static_cast<int>(way.size()), colour, 0, width);
  list.AddTriangleFilled({to, from.y}, {to - head, from.y + 1.5f * head}, {to + head, from.y + 1.5f * head},
                         colour);
  const std::string times =
      frame.tr("learning.times", {{"count", std::to_string(scene.plan().recipe.steps)}});
  const ImVec2 size = ui::text_size(times, style.small());
  const ImVec2 at(std::round((from.x + to - size.x) / 2), low - size.y / 2);
  list.AddRectFilled({at.x - style.px(6), at.y}, {at.x + size.x + style.px(6), at.y + size.y},
                     style.colours.panel);
  ui::draw_text(list, at, times, style.small());
}

// The name of a station and its number: in one line where what it does is said below, otherwise in two.
void draw_station_words(const Frame& frame, const char* station, const StationNumber& number,
                        bool is_explained, ImVec2 corner, float each) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float room = each - style.px(kBesideWords);
  const float middle = corner.x + each / 2;
  const float first = corner.y + style.px(5);
  const float second = corner.y + style.px(23);
  const std::string name = ui::ellipsise(frame.tr(station), room, style.small_strong());
  const auto fitting = [&](float left) {
    const bool fits = ui::text_size(number.words, style.small_ink()).x <= left;
    return ui::ellipsise(fits ? number.words : number.plain, left, style.small_ink());
  };
  if (!is_explained) {
    ui::draw_text_centred(list, {middle, first}, name, style.small_strong());
    ui::draw_text_centred(list, {middle, second}, fitting(room), style.small_ink());
    return;
  }
  const float gap = style.px(6);
  const float named = ui::text_size(name, style.small_strong()).x + gap;
  const std::string beside = fitting(room - named);
  const float left = middle - (named + ui::text_size(beside, style.small_ink()).x) / 2;
  ui::draw_text(list, {left, first}, name, style.small_strong());
  ui::draw_text(list, {left + named, first}, beside, style.small_ink());
  ui::draw_text_centred(list, {middle, second}, what_it_does(frame, station), style.small());
}

}  // namespace

void draw_learning_stations(const Frame& frame, const LearningScene& scene) {
  const auto& style = frame.style;
  const auto numbers = numbers_of(frame, scene);
  const float arrow = style.px(16);
  const float width = ImGui::GetContentRegionAvail().x;
  const float each = std::floor((width - 5 * arrow) / 6);
  const bool is_explained = std::ranges::all_of(kStations, [&](const char* key) {
    return ui::text_size(what_it_does(frame, key), style.small()).x <= each - style.px(kBesideWords);
  });
  const float height = style.px(44);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int lit = scene.is_playing ? static_cast<int>(ImGui::GetTime() * kLitPerSecond) % 6 : -1;
  const bool is_open = frame.session.desk().learning.page == app::kStepPage;
  for (size_t i = 0; i < kStations.size(); ++i) {
    const ImVec2 corner(at.x + static_cast<float>(i) * (each + arrow), at.y);
    const bool is_last = i + 1 == kStations.size();
    const ImVec2 end(is_last ? at.x + width : corner.x + each, corner.y + height);
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::InvisibleButton(kStations[i], {each, height}))
      frame.requests.arrange([is_open](app::Desk& desk) {
        desk.learning.page = is_open ? std::string() : std::string(app::kStepPage);
      });
    const bool is_lit = lit == static_cast<int>(i) || ImGui::IsItemHovered();
    ui::tip(style, frame.tr(std::string(kStations[i]) + ".tip"));
    list.AddRectFilled(corner, end, is_lit ? style.colours.selected : style.colours.panel, style.px(6));
    list.AddRect(corner, end, style.colours.hairline, style.px(6));
    draw_station_words(frame, kStations[i], numbers[i], is_explained, corner, end.x - corner.x);
    if (i + 1 < kStations.size())
      ui::draw_text_centred(list, {end.x + arrow / 2, corner.y + height / 2 - style.px(10)}, "→",
                            style.quiet());
  }
  draw_way_back(frame, scene, {at.x + width - each / 2, at.y + height}, at.x + each / 2);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height + style.px(kWayBack)});
}

}  // namespace views
