// scale_experiment.cpp: the division by √d_k switched off, in this sentence and with random values.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/spread.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::SpreadPoint;

constexpr engine::Index kKeyCount = 16;
constexpr engine::Index kDraws = 256;

// The same for every sentence, so measured once.
const std::vector<SpreadPoint>& points() {
  constexpr std::array<engine::Index, 5> kWidths = {1, 4, 16, 64, 256};
  static const std::vector<SpreadPoint> kPoints = engine::measure_spread(kWidths, kKeyCount, kDraws, 0);
  return kPoints;
}

std::string tip_of(const Frame& frame, const SpreadPoint& point) {
  return frame.tr("experiment.scale.point",
                  {{"d_k", std::to_string(point.d_k)},
                   {"variance", engine::number_markup(point.plain.variance, 1)},
                   {"scaled_variance", engine::number_markup(point.scaled.variance, 2)},
                   {"entropy", engine::number_markup(point.plain.entropy, 2)},
                   {"scaled_entropy", engine::number_markup(point.scaled.entropy, 2)},
                   {"peak", engine::number_markup(point.plain.peak, 2)},
                   {"scaled_peak", engine::number_markup(point.scaled.peak, 2)}});
}

// One measure over the widths, with and without the division.
void plot(const Frame& frame, const char* id, const char* title, double SpreadPoint::Way::*measure, bool log,
          ImVec2 at, ImVec2 room) {
  std::vector<std::string> steps;
  std::vector<std::string> tips;
  std::array<Curve, 2> curves = {Curve{frame.tr("experiment.scale.off"), frame.style.colours.accent, {}},
                                 Curve{frame.tr("experiment.scale.on"), frame.style.colours.query, {}}};
  for (const SpreadPoint& point : points()) {
    steps.push_back(std::to_string(point.d_k));
    tips.push_back(tip_of(frame, point));
    curves.front().values.push_back(point.plain.*measure);
    curves.back().values.push_back(point.scaled.*measure);
  }
  draw_plot(frame, id, frame.tr(title), steps, tips, curves, log, at, room);
}

// The weights of one run with the entropies of their rows, and the measures below them.
void draw_run(const Frame& run, const std::string& address, const std::string& caption, bool is_now,
              ImVec2 at, ImVec2 room) {
  const auto& style = run.style;
  const int weights = run.trace().find(address).value_or(-1);
  if (weights < 0) return;
  const auto scaled = run.trace().find(engine::beside(address, "scaled"));
  std::string sentence = sharpness_sentence(run, weights);
  if (const Facts::Spread* const spread = scaled ? run.facts.spread(*scaled) : nullptr) {
    sentence += "\n" + run.tr("experiment.scale.variance",
                              {{"variance", engine::number_markup(spread->variance, 2)}});
  }
  const float below = ui::paragraph_height(sentence, room.x - style.px(8), style.small_ink()) + style.px(10);
  const std::string name = is_now ? run.tr("experiment.now", {{"what", caption}}) : caption;
  const auto matrix = draw_small_map(run, {weights, name, run.facts.scale(weights), true, true}, at,
                                     {room.x - entropies_width(run), room.y - below});
  draw_entropies(run, matrix, weights);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, matrix.corner.y + matrix.size.y + style.px(8)},
                     room.x - style.px(8), sentence, style.small_ink());
}

void draw_runs(const Frame& frame, ImVec2 at, ImVec2 room) {
  const std::string address = frame.trace().stage(experiment_weights(frame)).address;
  app::Document other = frame.session.trace_document();
  const bool scales = other.config.scale;
  other.config.scale = !scales;
  const auto& derived = other_run(frame, "scale", other);
  if (!derived.trace) {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, frame.tr("experiment.too_long"),
                       frame.style.quiet());
    return;
  }
  const Frame there = frame.over(derived.trace, *derived.facts, "experiment scale");
  const ImVec2 each(std::floor((room.x - frame.style.px(16)) / 2), room.y);
  const ImVec2 right(at.x + each.x + frame.style.px(16), at.y);
  draw_run(scales ? frame : there, address, frame.tr("experiment.scale.on"), scales, at, each);
  draw_run(scales ? there : frame, address, frame.tr("experiment.scale.off"), !scales, right, each);
}

}  // namespace

void draw_scale_experiment(const Frame& frame) {
  const auto& style = frame.style;
  const bool scales = frame.session.document().config.scale;
  control_name(frame, "setting.scale");
  if (ui::button(style, (frame.tr(scales ? "value.on" : "value.off") + "##experiment scale").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [scales](app::State& state) { state.document.config.scale = !scales; });
  }
  ui::tip(style, frame.tr("setting.scale.tip"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::floor(room.x * 0.6f);
  draw_runs(frame, {at.x, at.y + style.px(6)}, {left, room.y - style.px(6)});
  const ImVec2 plots(at.x + left + style.px(24), at.y + style.px(6));
  const float remark = style.px(44);
  const ImVec2 each(room.x - left - style.px(24), std::floor((room.y - remark - style.px(14)) / 2));
  plot(frame, "variance plot", "experiment.scale.variances", &SpreadPoint::Way::variance, true, plots, each);
  plot(frame, "entropy plot", "experiment.scale.entropies", &SpreadPoint::Way::entropy, false,
       {plots.x, plots.y + each.y + style.px(8)}, each);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {plots.x, plots.y + 2 * each.y + style.px(8)}, each.x,
                     frame.tr("experiment.scale.draws",
                              {{"draws", std::to_string(kDraws)}, {"keys", std::to_string(kKeyCount)}}),
                     style.small());
}

}  // namespace views
