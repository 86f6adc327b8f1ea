// efficient_costs.cpp: how time and memory grow with the length, measured here.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/setting_words.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/efficient/plots.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using app::EfficientLengths;

class EfficientCosts {
 public:
  explicit EfficientCosts(const EfficientHead& head)
      : head_(head), frame_(head.frame), style_(frame_.style), method_(efficient_method(frame_)) {}

  void draw(ImVec2 at, ImVec2 room) const {
    const auto& run = frame_.session.desk().efficient.lengths;
    const bool is_its = run && run->method == method_ && run->widths == widths();
    if (start_button(frame_, "cheaper.lengths", at, room.x)) start_lengths();
    const float button = ui::button_width(style_, frame_.tr("cheaper.lengths"));
    plot_title(frame_, frame_.tr("cheaper.costs.title"), at, room.x - button - style_.px(10));
    const auto* const made = is_its ? run->result->get() : nullptr;
    if (made == nullptr || !*made) {
      const bool failed = is_its && run->result->failed();
      const char* const why = failed ? "error.out_of_memory" : "cheaper.costs.empty";
      return empty_plot(frame_, frame_.tr(why), at, room.x);
    }
    const float taken = draw_refusal(**made, {at.x, at.y + room.y}, room.x);
    const float gap = style_.px(16);
    const float title = plot_finding(frame_, lengths_finding(**made), at, room.x);
    const ImVec2 each(std::floor((room.x - gap) / 2), room.y - taken - title);
    draw_cost(**made, true, {at.x, at.y + title}, each);
    draw_cost(**made, false, {at.x + each.x + gap, at.y + title}, each);
  }

 private:
  engine::MeasuredWidths widths() const {
    const engine::Stage& values = frame_.trace().stage(frame_.trace().find(head_.address + ".v").value());
    const engine::Stage& queries = frame_.trace().stage(frame_.trace().find(head_.address + ".q").value());
    return {.d_k = queries.columns, .d_v = values.columns, .causal = is_causal()};
  }

  void start_lengths() const {
    auto run = std::make_shared<EfficientLengths>();
    run->method = method_;
    run->widths = widths();
    run->lengths = app::measured_lengths();
    frame_.requests.arrange([run](app::Desk& desk) { desk.efficient.lengths = run; });
  }

  // Whether the current head hides later tokens.
  bool is_causal() const {
    if (head_.drawn) return false;
    const engine::Config& config = frame_.session.trace_document().config;
    const engine::StageAddress place = engine::parse_address(head_.address);
    if (place.sublayer == engine::Sublayer::kCross) return false;
    return place.stack == engine::Stack::kDecoder ? config.decoder_causal : config.causal;
  }

  static std::optional<double> cost_of(const engine::LengthPoint& point, bool is_time) {
    if (point.error) return std::nullopt;
    if (is_time) return point.seconds > 0 ? std::optional(point.seconds) : std::nullopt;
    return point.peak_bytes && *point.peak_bytes > 0 ? point.peak_bytes : std::nullopt;
  }

  PlotLine cost_curve(const engine::LengthsResult& made, bool is_time, const std::string& name,
                      ImU32 colour) const {
    const auto& fit = is_time ? made.seconds : made.peak;
    PlotLine curve{.name = fit ? frame_.tr("cheaper.exponent",
                                           {{"name", name}, {"exponent", ui::fixed_number(fit->slope, 2)}})
                               : name,
                   .colour = colour,
                   .points = {},
                   .has_dots = true};
    for (const engine::LengthPoint& point : made.points) {
      const auto cost = cost_of(point, is_time);
      if (cost) curve.points.emplace_back(static_cast<double>(point.length), *cost);
    }
    return curve;
  }

  void draw_cost(const EfficientLengths::Result& made, bool is_time, ImVec2 at, ImVec2 room) const {
    LinePlot plot{.title = {},
                  .x = {.name = frame_.tr("cheaper.tokens")},
                  .y = {.name = frame_.tr(is_time ? "cheaper.time" : "cheaper.memory")},
                  .lines = {},
                  .snaps = true};
    plot.y.label = is_time ? seconds_text : bytes_text;
    plot.lines.push_back(
        cost_curve(made.exact, is_time, frame_.tr("cheaper.exact.short"), style_.colours.query));
    if (method_.kind != engine::AttentionKind::kExact)
      plot.lines.push_back(
          cost_curve(made.method, is_time, frame_.tr(app::words_of(method_.kind)), style_.colours.accent));
    std::erase_if(plot.lines, [](const PlotLine& curve) { return curve.points.empty(); });
    // The one measured furthest comes first: its lengths are labelled and can be hovered.
    std::stable_sort(plot.lines.begin(), plot.lines.end(),
                     [](const PlotLine& a, const PlotLine& b) { return a.points.size() > b.points.size(); });
    if (!plot.lines.empty()) {
      for (const auto& point : plot.lines.front().points) plot.x.ticks.push_back(point.first);
    }
    plot.x.label = [](double length) { return engine::number_markup(length, 0); };
    fit_log_sides(plot);
    const auto pointed = draw_line_plot(frame_, is_time ? "cheaper time" : "cheaper memory", plot, at, room);
    if (pointed) plot_tip(frame_, cost_tip(made, *pointed));
  }

  // How many times as long both take when the tokens double.
  std::string lengths_finding(const EfficientLengths::Result& made) const {
    if (!made.exact.seconds) return "";
    const auto times = [](double slope) { return ui::fixed_number(std::exp2(slope), 1); };
    const std::string exact = times(made.exact.seconds->slope);
    if (method_.kind == engine::AttentionKind::kExact || !made.method.seconds)
      return frame_.tr("cheaper.costs.found_exact", {{"exact", exact}});
    return frame_.tr("cheaper.costs.found", {{"exact", exact},
                                             {"method", frame_.tr(app::words_of(method_.kind))},
                                             {"own", times(made.method.seconds->slope)}});
  }

  static std::string seconds_text(double seconds) {
    if (seconds >= 1) return engine::number_markup(seconds, 1) + " s";
    if (seconds >= 1e-3) return engine::number_markup(seconds * 1e3, 1) + " ms";
    return engine::number_markup(seconds * 1e6, 1) + " µs";
  }
  static std::string bytes_text(double bytes) {
    if (bytes >= 1e9) return engine::number_markup(bytes / 1e9, 2) + " GB";
    if (bytes >= 1e6) return engine::number_markup(bytes / 1e6, 1) + " MB";
    return engine::number_markup(bytes / 1e3, 1) + " kB";
  }

  std::string cost_tip(const EfficientLengths::Result& made, double length) const {
    std::string text = frame_.tr("cheaper.costs.point", {{"length", engine::number_markup(length, 0)}});
    const auto add = [&](const engine::LengthsResult& result, const std::string& name) {
      for (const engine::LengthPoint& point : result.points) {
        if (static_cast<double>(point.length) != length) continue;
        text.append("\n").append(name).append(": ");
        if (point.error) {
          text.append(frame_.tr(*point.error));
          continue;
        }
        text.append(seconds_text(point.seconds));
        if (point.peak_bytes) text.append(", ").append(bytes_text(*point.peak_bytes));
      }
    };
    add(made.exact, frame_.tr("cheaper.exact.short"));
    if (method_.kind != engine::AttentionKind::kExact)
      add(made.method, frame_.tr(app::words_of(method_.kind)));
    return text;
  }

  // What would not fit in memory, and the method that would; returns the height taken.
  float draw_refusal(const EfficientLengths::Result& made, ImVec2 below, float width) const {
    const engine::Error* refused = nullptr;
    for (const engine::LengthsResult* const result : {&made.exact, &made.method}) {
      for (const engine::LengthPoint& point : result->points) {
        if (point.error && refused == nullptr) refused = &*point.error;
      }
    }
    if (refused == nullptr) return 0;
    const std::string face = frame_.tr("cheaper.tiled");
    const float button = ui::button_width(style_, face);
    const std::string words = frame_.tr(*refused);
    const float room = width - button - style_.px(12);
    const float height = std::max(ui::paragraph_height(words, room, style_.small_ink()), style_.px(28));
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {below.x, below.y - height}, room, words,
                       style_.small_ink());
    ImGui::SetCursorScreenPos({below.x + width - button, below.y - height});
    if (ui::button(style_, (face + "##cheaper.tiled").c_str(), ui::ButtonKind::kOutline,
                   method_.kind != engine::AttentionKind::kTiled)) {
      frame_.requests.edit("", [](app::State& state) {
        state.document.config.attention.kind = engine::AttentionKind::kTiled;
      });
    }
    ui::tip(style_, frame_.tr("cheaper.tiled.tip"));
    return height + style_.px(4);
  }

  const EfficientHead& head_;
  const Frame& frame_;
  const ui::Style& style_;
  engine::AttentionMethod method_;
};

}  // namespace

void draw_efficient_costs(const EfficientHead& head, ImVec2 at, ImVec2 room) {
  EfficientCosts(head).draw(at, room);
}

}  // namespace views
