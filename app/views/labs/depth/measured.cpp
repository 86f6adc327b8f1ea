// measured.cpp: gradients and outputs of each layer at the start of training, means over draws, for three
// orders of the norm.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/depth_curves.h"
#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "app/views/core/line_plot.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/depth/pages.h"
#include "app/views/labs/experiments/experiments.h"

namespace views {
namespace {

using app::DepthCurve;
using app::DepthCurves;
using engine::DepthLayer;
using engine::DepthStack;
using engine::Index;
using engine::NormOrder;

struct StackChoice {
  std::string_view name;
  DepthStack stack;
};
constexpr std::array<StackChoice, 3> kStackChoices = {{{"encoder", DepthStack::kEncoder},
                                                       {"decoder", DepthStack::kDecoder},
                                                       {"encoder-decoder", DepthStack::kEncoderDecoder}}};

DepthStack asked_stack(const Frame& frame) {
  for (const StackChoice& choice : kStackChoices) {
    if (choice.name == depth_page(frame).stack) return choice.stack;
  }
  return DepthStack::kEncoderDecoder;
}

std::string stack_key(std::string_view name) {
  return "lab.depth.stack." + std::string(name);
}

// What is asked for now: measured, in progress or cancelled; null in the frame that asks for it.
std::shared_ptr<DepthCurves> asked_curves(const Frame& frame) {
  const app::DepthPage& page = depth_page(frame);
  std::shared_ptr<DepthCurves> curves = frame.session.desk().depth_curves;
  if (curves && curves->is_of(asked_stack(frame), page.layers, page.draws)) return curves;
  const auto begun = std::make_shared<DepthCurves>(asked_stack(frame), page.layers, page.draws);
  frame.requests.arrange([begun](app::Desk& desk) { desk.depth_curves = begun; });
  return nullptr;
}

void draw_measured_fields(const Frame& frame) {
  const app::DepthPage& page = depth_page(frame);
  Fields fields(frame);
  std::array<std::string, kStackChoices.size()> keys;
  std::vector<Choice> choices;
  for (size_t i = 0; i < kStackChoices.size(); ++i) {
    keys.at(i) = stack_key(kStackChoices.at(i).name);
    choices.push_back({keys.at(i), [name = std::string(kStackChoices.at(i).name)](app::State& state) {
                         state.document.labs.depth.stack = name;
                       }});
  }
  fields.choice("lab.depth.stack", stack_key(page.stack), choices);
  fields.whole("lab.depth.measured_layers", page.layers, 1, engine::kDeepestStack,
               [](app::State& state, Index value) { state.document.labs.depth.layers = value; });
  fields.whole("lab.depth.draws", page.draws, 1, engine::kMostDraws,
               [](app::State& state, Index value) { state.document.labs.depth.draws = value; });
}

// Goes on measuring; a bar, and a button to stop, while it lasts.
void draw_measuring_depth(const Frame& frame, const std::shared_ptr<DepthCurves>& curves) {
  if (!curves || curves->is_done()) return;
  if (curves->is_cancelled() || curves->has_failed()) {
    if (button(frame, "lab.depth.measure"))
      frame.requests.arrange([](app::Desk& desk) { desk.depth_curves = nullptr; });
    return;
  }
  frame.session.background().want_measured(curves, app::Urgency::kCanWait);
  if (button(frame, "lab.depth.cancel")) frame.requests.arrange([curves](app::Desk&) { curves->cancel(); });
  ImGui::SameLine(0, frame.style.px(8));
  const auto part = static_cast<float>(curves->done()) / static_cast<float>(curves->count());
  ImGui::ProgressBar(part, {frame.style.px(160), 0},
                     (std::to_string(curves->done()) + " / " + std::to_string(curves->count())).c_str());
}

std::string norm_words(const Frame& frame, NormOrder norm) {
  constexpr std::array<const char*, 3> kKeys = {"setting.norm.post", "setting.norm.pre", "setting.norm.b2t"};
  return frame.tr(kKeys.at(static_cast<size_t>(norm)));
}

// A point of a curve: where it stands, and its number.
using Points = std::vector<std::pair<double, double>>;

void add_layer_points(const std::vector<DepthLayer>& layers, double DepthLayer::*number, Points& points) {
  for (size_t i = 0; i < layers.size(); ++i)
    points.emplace_back(static_cast<double>(i + 1), layers[i].*number);
}

// Each layer's sub-layers in turn, the last at the layer's number.
void add_place_points(const std::vector<DepthLayer>& layers, Points& points) {
  for (size_t i = 0; i < layers.size(); ++i) {
    const bool has_cross = layers[i].cross_gradient > 0;
    const double step = has_cross ? 1.0 / 3 : 0.5;
    const auto here = static_cast<double>(i);
    points.emplace_back(here + step, layers[i].self_gradient);
    if (has_cross) points.emplace_back(here + 2 * step, layers[i].cross_gradient);
    points.emplace_back(here + 1, layers[i].output_gradient);
  }
}

LinePlot measured_plot(const Frame& frame, const std::vector<DepthCurve>& curves, const char* title,
                       const std::function<void(const std::vector<DepthLayer>&, Points&)>& add_points) {
  LinePlot plot{.title = frame.tr(title),
                .x = {.name = frame.tr("lab.depth.axis.layer"), .is_whole = true},
                .y = {},
                .lines = {},
                .snaps = true};
  double low = 1e300;
  double high = 0;
  int colour = 0;
  for (const DepthCurve& curve : curves) {
    PlotLine line{.name = norm_words(frame, curve.norm),
                  .colour = depth_colour(frame.style, colour++),
                  .points = {},
                  .has_dots = true};
    add_points(curve.layers, line.points);
    std::erase_if(line.points, [](const auto& point) { return !(point.second > 0); });
    for (const auto& [x, y] : line.points) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
    plot.lines.push_back(std::move(line));
  }
  plot.x.high = static_cast<double>(depth_page(frame).layers);
  plot.x.low = std::min(1.0, plot.x.high - 1);
  plot.y.is_log = true;
  plot.y.low = high > 0 ? std::pow(10.0, std::floor(std::log10(low))) : 0.1;
  plot.y.high = high > 0 ? std::pow(10.0, std::ceil(std::log10(high))) : 1;
  if (plot.y.high <= plot.y.low) plot.y.high = 10 * plot.y.low;
  return plot;
}

// First and last layer of each order, in words.
std::string slopes_sentence(const Frame& frame, const std::vector<DepthCurve>& curves,
                            double DepthLayer::*number) {
  std::string words;
  for (const DepthCurve& curve : curves) {
    if (curve.layers.empty()) continue;
    if (!words.empty()) words += "  ";
    words += frame.tr("lab.depth.slope", {{"norm", norm_words(frame, curve.norm)},
                                          {"first", ui::difference_number(curve.layers.front().*number)},
                                          {"last", ui::difference_number(curve.layers.back().*number)}});
  }
  return words;
}

void draw_measured_tip(const Frame& frame, const LinePlot& plot, double x) {
  std::string words;
  for (const PlotLine& line : plot.lines) {
    for (const auto& [at, number] : line.points) {
      if (at != x) continue;
      words.append(words.empty() ? "" : "\n")
          .append(line.name)
          .append("  ")
          .append(ui::difference_number(number));
    }
  }
  if (!words.empty()) ui::tip(frame.style, words);
}

// The curves so far, the controls above them; none until the first draw is measured.
std::vector<DepthCurve> begin_measured(const Frame& frame) {
  draw_measured_fields(frame);
  const auto curves = asked_curves(frame);
  draw_measuring_depth(frame, curves);
  auto measured = curves ? curves->measured() : std::vector<DepthCurve>();
  const bool has_failed = curves && curves->has_failed();
  const bool is_cancelled = curves && curves->is_cancelled();
  if (has_failed || (measured.empty() && !is_cancelled))
    ui::paragraph(frame.tr(has_failed ? "error.out_of_memory" : "lab.depth.measuring"),
                  ImGui::GetContentRegionAvail().x, frame.style.quiet());
  return measured;
}

}  // namespace

void draw_depth_gradients(const Frame& frame) {
  const auto curves = begin_measured(frame);
  if (curves.empty()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  finding(frame, slopes_sentence(frame, curves, &DepthLayer::weight_gradient), width);
  ui::paragraph(frame.tr("lab.depth.theory"), width, frame.style.quiet());
  if (button(frame, "lab.depth.while_learning", ui::ButtonKind::kFlat))
    frame.requests.edit("", [](app::State& state) { state.document.focus.view = "learning"; });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = frame.style.px(20);
  const ImVec2 each(std::floor((room.x - gap) / 2), room.y);
  const LinePlot weights = measured_plot(frame, curves, "lab.depth.weights",
                                         [](const std::vector<DepthLayer>& layers, Points& points) {
                                           add_layer_points(layers, &DepthLayer::weight_gradient, points);
                                         });
  LinePlot places = measured_plot(frame, curves, "lab.depth.places", add_place_points);
  places.x.low = 0;
  if (const auto x = draw_line_plot(frame, "weight gradients", weights, at, each))
    draw_measured_tip(frame, weights, *x);
  if (const auto x = draw_line_plot(frame, "place gradients", places, {at.x + each.x + gap, at.y}, each))
    draw_measured_tip(frame, places, *x);
}

void draw_depth_signal(const Frame& frame) {
  const auto curves = begin_measured(frame);
  if (curves.empty()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  finding(frame, slopes_sentence(frame, curves, &DepthLayer::residual), width);
  const LinePlot plot = measured_plot(frame, curves, "lab.depth.residual",
                                      [](const std::vector<DepthLayer>& layers, Points& points) {
                                        add_layer_points(layers, &DepthLayer::residual, points);
                                      });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (const auto x =
          draw_line_plot(frame, "depth signal", plot, at, {width, ImGui::GetContentRegionAvail().y}))
    draw_measured_tip(frame, plot, *x);
}

}  // namespace views
