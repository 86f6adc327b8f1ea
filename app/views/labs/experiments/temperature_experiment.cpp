// temperature_experiment.cpp: softmax from sharp to flat.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/core/formula.h"

namespace views {
namespace {

constexpr double kSharp = 0.2;
constexpr double kFlat = 5;

void draw_slider(const Frame& frame) {
  const auto& style = frame.style;
  control_name(frame, "setting.temperature");
  double value = frame.session.document().config.temperature;
  constexpr double kLeast = 0.05;
  constexpr double kMost = 20;
  ImGui::SetNextItemWidth(std::min(style.px(340), ImGui::GetContentRegionAvail().x * 0.6f));
  if (ui::slider(style, "##experiment temperature", value, kLeast, kMost, "%.2f",
                 ui::SliderScale::kLogarithmic)) {
    value = std::round(value * 100) / 100;
    frame.requests.edit("setting.temperature",
                        [value](app::State& state) { state.document.config.temperature = value; });
  }
  ui::tip(style, frame.tr("experiment.temperature.tip"));
  ImGui::SameLine(0, style.px(8));
  if (ui::button(style, "1##temperature one", ui::ButtonKind::kOutline))
    frame.requests.edit("", [](app::State& state) { state.document.config.temperature = 1; });
  ui::tip(style, frame.tr("experiment.temperature.one.tip"));
}

void draw_run(const Frame& run, const std::string& address, const std::string& caption, ImVec2 at,
              ImVec2 room) {
  const auto& style = run.style;
  const int weights = run.trace().find(address).value_or(-1);
  if (weights < 0) return;
  const std::string sentence = sharpness_sentence(run, weights);
  const float below = ui::paragraph_height(sentence, room.x - style.px(8), style.small_ink()) + style.px(10);
  const auto matrix = draw_small_map(run, {weights, caption, experiment_scale(run), true, true}, at,
                                     {room.x - entropies_width(run), room.y - below});
  draw_entropies(run, matrix, weights);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, matrix.corner.y + matrix.size.y + style.px(8)},
                     room.x - style.px(8), sentence, style.small_ink());
}

}  // namespace

void draw_temperature_experiment(const Frame& frame) {
  const auto& style = frame.style;
  draw_slider(frame);
  const std::string address = frame.trace().stage(experiment_weights(frame)).address;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 at(corner.x, corner.y + style.px(6));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 each(std::floor((room.x - 2 * style.px(18)) / 3), room.y - style.px(6));
  const auto place = [&](int column) {
    return ImVec2(at.x + static_cast<float>(column) * (each.x + style.px(18)), at.y);
  };
  const auto name = [&](double value) {
    return frame.tr("experiment.temperature.at", {{"value", engine::number_markup(value)}});
  };
  for (const auto& [key, value, column] :
       {std::tuple{"temperature sharp", kSharp, 0}, {"temperature flat", kFlat, 2}}) {
    app::Document other = frame.session.trace_document();
    other.config.temperature = value;
    const auto& derived = other_run(frame, key, other);
    if (derived.trace) {
      draw_run(frame.over(derived.trace, *derived.facts, key), address, name(value), place(column), each);
    } else {
      ui::draw_paragraph(*ImGui::GetWindowDrawList(), place(column), each.x, frame.tr("experiment.too_long"),
                         style.quiet());
    }
  }
  const double now = frame.session.trace_document().config.temperature;
  draw_run(frame, address, frame.tr("experiment.now", {{"what", name(now)}}), place(1), each);
}

}  // namespace views
