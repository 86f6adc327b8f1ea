// cheaper_plots.cpp: how the error falls with a number of the method, and what time and memory grow to.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/attention_words.h"
#include "app/session/cheaper_runs.h"
#include "app/ui/widgets.h"
#include "app/views/cheaper.h"
#include "app/views/experiments.h"
#include "app/views/log_plot.h"
#include "app/views/progress.h"
#include "engine/formula.h"

namespace views {
namespace {

using app::CheaperLengths;
using app::CheaperSweep;
using engine::Fit;
using engine::Index;

std::string number_words(const Frame& frame, const engine::MethodNumber& number) {
  return frame.tr("setting." + std::string(number.name));
}

// "−0.49 ± 0.01"; the error where it is known.
std::string slope_words(const Fit& fit) {
  const std::string slope = ui::fixed_number(fit.slope, 2);
  return fit.error ? slope + " ± " + ui::fixed_number(*fit.error, 2) : slope;
}

// The first number of the way that changes its error.
const engine::MethodNumber* swept_number(const engine::AttentionMethod& method) {
  const engine::MethodParameters& used = engine::row_of(method.kind).parameters;
  if (method.kind == engine::AttentionKind::kTiled) return nullptr;
  for (const engine::MethodNumber& number : engine::method_numbers()) {
    if (used.*number.used) return &number;
  }
  return nullptr;
}

bool is_running(const Frame& frame) {
  const app::Cheapening& now = frame.session.desk().cheaper;
  return (now.sweep && now.sweep->result->get() == nullptr) ||
         (now.lengths && now.lengths->result->get() == nullptr);
}

// The same method but for the number that is swept, and for the draw that it begins with.
bool is_same_sweep(const CheaperSweep& run, const CheaperHead& head, engine::AttentionMethod method) {
  engine::AttentionMethod swept = run.sweep.method;
  swept.*run.sweep.number->field = method.*run.sweep.number->field = 0;
  swept.seed = method.seed;
  return swept == method && run.drawn == head.drawn && run.heads.front().address == head.address;
}

// Draws the page of a plot: its title, what starts it, and the curves.
class CheaperPlots {
 public:
  explicit CheaperPlots(const CheaperHead& head)
      : head_(head), frame_(head.frame), style_(frame_.style), method_(cheaper_method(frame_)) {}

  void draw(ImVec2 at, ImVec2 room) const {
    const float gap = style_.px(20);
    const float left = std::floor(room.x * 0.38f);
    const ImVec2 right(at.x + left + gap, at.y);
    draw_errors(at, {left, room.y});
    draw_costs(right, {room.x - left - gap, room.y});
    draw_under_way();
  }

 private:
  // A button at the right end of a title's line; whether it was pressed.
  bool start_button(const char* key, const app::Arguments& arguments, ImVec2 at, float width) const {
    const std::string face = frame_.tr(key, arguments);
    const float wide = ui::button_width(style_, face);
    ImGui::SetCursorScreenPos({at.x + width - wide, at.y - style_.px(4)});
    const bool pressed = ui::button(style_, (face + "##" + key).c_str(), ui::ButtonKind::kOutline,
                                    !is_running(frame_));
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
    return pressed;
  }

  void empty_plot(const std::string& title, const std::string& words, ImVec2 at, ImVec2 room) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::draw_text(list, at, ui::ellipsise(title, room.x * 0.6f, style_.strong()), style_.strong());
    ui::draw_paragraph(list, {at.x, at.y + style_.px(36)}, room.x - style_.px(10), words, style_.quiet());
  }

  // Errors against a number.

  void draw_errors(ImVec2 at, ImVec2 room) const {
    const engine::MethodNumber* const number = swept_number(method_);
    if (number == nullptr)
      return empty_plot(frame_.tr("cheaper.errors.title"), frame_.tr("cheaper.errors.none"), at, room);
    const std::string title =
        frame_.tr("cheaper.errors.by", {{"number", number_words(frame_, *number)}});
    const auto& run = frame_.session.desk().cheaper.sweep;
    const bool is_its = run && is_same_sweep(*run, head_, method_);
    const std::string draws = std::to_string(frame_.session.document().cheaper.draws);
    if (start_button("cheaper.sweep", {{"draws", draws}}, at, room.x)) start_sweep(*number);
    const auto* const made = is_its ? run->result->get() : nullptr;
    if (made == nullptr || !*made) {
      empty_plot(title, frame_.tr("cheaper.errors.empty"), at, room);
      return draw_draws({at.x, at.y + room.y - style_.px(34)});
    }
    draw_sweep(title, *run, **made, at, room);
  }

  void draw_draws(ImVec2 at) const {
    constexpr Index kLeast = 1;
    constexpr Index kMost = 64;
    Index draws = frame_.session.document().cheaper.draws;
    ImGui::SetCursorScreenPos(at);
    control_name(frame_, "cheaper.draws");
    ImGui::SetNextItemWidth(style_.px(120));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, style_.colours.hairline);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, style_.colours.hairline);
    if (ImGui::SliderScalar("##cheaper.draws", ImGuiDataType_S64, &draws, &kLeast, &kMost, "%lld",
                            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp)) {
      frame_.requests.edit("cheaper.draws", [draws](app::State& state) { state.document.cheaper.draws = draws; });
    }
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    ui::tip(style_, frame_.tr("cheaper.draws.tip"));
  }

  void start_sweep(const engine::MethodNumber& number) const {
    auto numbers = numbers_of(head_);
    if (!numbers) return;
    auto run = std::make_shared<CheaperSweep>();
    const bool counts_tokens = number.name == "rank" || number.name == "window";
    run->sweep.method = method_;
    run->sweep.number = &number;
    run->sweep.values =
        app::sweep_values(number, counts_tokens ? numbers->k.rows() : number.name == "rounds"
                                                      ? engine::kMaxRounds
                                                      : engine::kMaxBuckets);
    run->sweep.draws = frame_.session.document().cheaper.draws;
    run->drawn = head_.drawn;
    run->heads.push_back(*std::move(numbers));
    frame_.requests.arrange([run](app::Desk& desk) { desk.cheaper.sweep = run; });
  }

  // A curve of one error; nothing where it has no number above 0.
  static LogCurve error_curve(const engine::SweepResult& made, const std::function<engine::DrawnMean(const engine::SweepPoint&)>& of) {
    LogCurve curve;
    for (const engine::SweepPoint& point : made.points) {
      const engine::DrawnMean mean = of(point);
      if (!(mean.mean > 0) || !std::isfinite(mean.mean)) continue;
      curve.x.push_back(static_cast<double>(point.value));
      curve.y.push_back(mean.mean);
      curve.deviation.push_back(mean.deviation);
    }
    return curve;
  }

  std::string named(const char* key, const std::optional<Fit>& fit) const {
    const std::string name = frame_.tr(key);
    return fit ? frame_.tr("cheaper.slope", {{"name", name}, {"slope", slope_words(*fit)}}) : name;
  }

  // The line of theory through the middle of a curve.
  LogCurve theory_line(const LogCurve& curve, double slope) const {
    LogCurve line;
    line.is_dashed = true;
    line.colour = style_.colours.muted;
    line.name = frame_.tr("cheaper.theory", {{"slope", ui::fixed_number(slope, 1)}});
    double height = 0;
    for (size_t i = 0; i < curve.x.size(); ++i)
      height += (std::log(curve.y[i]) - slope * std::log(curve.x[i])) / static_cast<double>(curve.x.size());
    line.x = curve.x;
    for (const double x : curve.x) line.y.push_back(std::exp(height + slope * std::log(x)));
    return line;
  }

  void draw_sweep(const std::string& title, const CheaperSweep& run, const engine::SweepResult& made, ImVec2 at,
                  ImVec2 room) const {
    LogPlot plot;
    plot.id = "cheaper errors";
    plot.title = "";
    plot.x_name = number_words(frame_, *run.sweep.number);
    plot.y_name = frame_.tr("cheaper.errors.axis");
    const bool by_chance = std::any_of(made.points.begin(), made.points.end(),
                                       [](const engine::SweepPoint& point) { return point.by_chance.has_value(); });
    LogCurve map = error_curve(made, [](const engine::SweepPoint& point) { return point.map; });
    map.name = named("cheaper.curve.map", made.map);
    map.colour = style_.colours.accent;
    LogCurve output = error_curve(made, [](const engine::SweepPoint& point) { return point.output; });
    output.name = named("cheaper.curve.output", made.output);
    output.colour = style_.colours.query;
    LogCurve chance;
    if (by_chance) {
      chance = error_curve(made, [](const engine::SweepPoint& point) { return point.by_chance.value_or(engine::DrawnMean{}); });
      chance.name = named("cheaper.curve.chance", made.by_chance);
      chance.colour = style_.colours.value;
    }
    const LogCurve& follows = by_chance ? chance : map;
    std::vector<LogCurve> curves = {map, output};
    if (by_chance) curves.push_back(chance);
    if (made.theory && !follows.x.empty()) curves.push_back(theory_line(follows, *made.theory));
    std::erase_if(curves, [](const LogCurve& curve) { return curve.x.empty(); });
    plot.curves = std::move(curves);
    plot.tip = [&](double x) { return sweep_tip(made, x); };
    if (plot.curves.empty()) return empty_plot(title, frame_.tr("cheaper.errors.zero"), at, room);
    ui::draw_text(*ImGui::GetWindowDrawList(), at, ui::ellipsise(title, room.x * 0.55f, style_.strong()), style_.strong());
    draw_log_plot(frame_, plot, at, room);
  }

  std::string sweep_tip(const engine::SweepResult& made, double x) const {
    for (const engine::SweepPoint& point : made.points) {
      if (static_cast<double>(point.value) != x) continue;
      return frame_.tr("cheaper.errors.point", {{"value", std::to_string(point.value)},
                                                {"draws", std::to_string(made.draws)},
                                                {"map", ui::fixed_number(point.map.mean, 4)},
                                                {"map_deviation", ui::fixed_number(point.map.deviation, 4)},
                                                {"output", ui::fixed_number(point.output.mean, 4)},
                                                {"output_deviation", ui::fixed_number(point.output.deviation, 4)},
                                                {"missed", ui::fixed_number(100 * point.missed.mean, 1)}});
    }
    return "";
  }

  // Time and memory against the length.

  void draw_costs(ImVec2 at, ImVec2 room) const {
    const auto& run = frame_.session.desk().cheaper.lengths;
    const bool is_its = run && run->method == method_;
    if (start_button("cheaper.lengths", {}, at, room.x)) start_lengths();
    const auto* const made = is_its ? run->result->get() : nullptr;
    if (made == nullptr || !*made)
      return empty_plot(frame_.tr("cheaper.costs.title"), frame_.tr("cheaper.costs.empty"), at, room);
    ui::draw_text(*ImGui::GetWindowDrawList(), at,
                  ui::ellipsise(frame_.tr("cheaper.costs.title"), room.x * 0.55f, style_.strong()),
                  style_.strong());
    const float taken = draw_refusal(**made, {at.x, at.y + room.y}, room.x);
    const float gap = style_.px(16);
    const ImVec2 each(std::floor((room.x - gap) / 2), room.y - taken);
    draw_cost(**made, true, at, each);
    draw_cost(**made, false, {at.x + each.x + gap, at.y}, each);
  }

  void start_lengths() const {
    const engine::Stage& values = frame_.trace().stage(frame_.trace().find(head_.address + ".v").value());
    const engine::Stage& queries = frame_.trace().stage(frame_.trace().find(head_.address + ".q").value());
    auto run = std::make_shared<CheaperLengths>();
    run->method = method_;
    run->shape = {.d_k = queries.columns, .d_v = values.columns};
    run->lengths = app::measured_lengths();
    frame_.requests.arrange([run](app::Desk& desk) { desk.cheaper.lengths = run; });
  }

  static std::optional<double> cost_of(const engine::LengthPoint& point, bool is_time) {
    if (point.error) return std::nullopt;
    if (is_time) return point.seconds > 0 ? std::optional(point.seconds) : std::nullopt;
    return point.peak_bytes && *point.peak_bytes > 0 ? point.peak_bytes : std::nullopt;
  }

  LogCurve cost_curve(const engine::LengthsResult& made, bool is_time, const std::string& name,
                      ImU32 colour) const {
    LogCurve curve;
    curve.colour = colour;
    for (const engine::LengthPoint& point : made.points) {
      const auto cost = cost_of(point, is_time);
      if (!cost) continue;
      curve.x.push_back(static_cast<double>(point.length));
      curve.y.push_back(*cost);
    }
    const auto& fit = is_time ? made.seconds : made.peak;
    curve.name = fit ? frame_.tr("cheaper.exponent", {{"name", name}, {"exponent", ui::fixed_number(fit->slope, 2)}}) : name;
    return curve;
  }

  void draw_cost(const CheaperLengths::Result& made, bool is_time, ImVec2 at, ImVec2 room) const {
    LogPlot plot;
    plot.id = is_time ? "cheaper time" : "cheaper memory";
    plot.x_name = frame_.tr("cheaper.tokens");
    plot.y_name = frame_.tr(is_time ? "cheaper.time" : "cheaper.memory");
    const bool is_exact = method_.kind == engine::AttentionKind::kExact;
    plot.curves.push_back(cost_curve(made.exact, is_time, frame_.tr("cheaper.exact.short"), style_.colours.query));
    if (!is_exact)
      plot.curves.push_back(
          cost_curve(made.method, is_time, frame_.tr(app::words_of(method_.kind)), style_.colours.accent));
    std::erase_if(plot.curves, [](const LogCurve& curve) { return curve.x.empty(); });
    if (!is_exact && plot.curves.size() == 2 && plot.curves[1].x.size() > plot.curves[0].x.size())
      std::swap(plot.curves[0], plot.curves[1]);
    plot.tick = is_time ? seconds_text : bytes_text;
    plot.tip = [this, &made](double x) { return cost_tip(made, x); };
    draw_log_plot(frame_, plot, at, room);
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

  std::string cost_tip(const CheaperLengths::Result& made, double length) const {
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

  // What would not fit in memory, and the way that would; returns the height taken.
  float draw_refusal(const CheaperLengths::Result& made, ImVec2 below, float width) const {
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
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {below.x, below.y - height}, room, words, style_.small_ink());
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

  // What is being measured is asked for in every frame, and has a bar from which it is given up.
  void draw_under_way() const {
    const app::Cheapening& now = frame_.session.desk().cheaper;
    if (now.sweep && now.sweep->result->get() == nullptr) {
      app::want(now.sweep, frame_.session.background());
      const std::string words =
          frame_.tr("cheaper.sweep.running", {{"draws", std::to_string(now.sweep->sweep.draws)}});
      if (draw_progress(frame_, {"cheaper sweep", words, now.sweep->progress.part(), "cheaper.cancel"}))
        frame_.requests.arrange([](app::Desk& desk) { desk.cheaper.sweep.reset(); });
    } else if (now.lengths && now.lengths->result->get() == nullptr) {
      app::want(now.lengths, frame_.session.background());
      if (draw_progress(frame_, {"cheaper lengths", frame_.tr("cheaper.lengths.running"),
                                 now.lengths->progress.part(), "cheaper.cancel"}))
        frame_.requests.arrange([](app::Desk& desk) { desk.cheaper.lengths.reset(); });
    }
  }

  const CheaperHead& head_;
  const Frame& frame_;
  const ui::Style& style_;
  engine::AttentionMethod method_;
};

}  // namespace

void draw_cheaper_plots(const CheaperHead& head, ImVec2 at, ImVec2 room) {
  CheaperPlots(head).draw(at, room);
}

}  // namespace views
