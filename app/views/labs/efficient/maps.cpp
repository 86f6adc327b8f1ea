// maps.cpp: the exact map, the effective one and their difference side by side, and how far they are apart.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/session/setting_words.h"
#include "app/ui/widgets.h"
#include "app/views/labs/efficient/efficient_lab.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/method_measures.h"
#include "engine/ops/operations.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

constexpr double kSumsToOne = 1e-3;  // tolerance of sums to 1, for rounding
constexpr float kBesideExact = 82;   // pixels at 100 %: the exact map's bar, and the gap to the table
constexpr float kLeastExact = 150;
constexpr float kTwoMaps = 320;  // height from which on an example stands below the exact map

// Measures of a head, as stages of a separate trace: kept while it is drawn.
// errors (1, 2): of the map, of the output; missed, sums (L, 1).
TracePtr measured_trace(const engine::Trace& trace, const std::string& address, int weights) {
  const auto errors = engine::head_errors(trace, address);
  if (!errors) return nullptr;
  const Index rows = trace.stage(weights).rows;
  constexpr Index kRowsAtATime = 128;
  Matrix numbers(1, 2);
  numbers << static_cast<float>(errors->map), static_cast<float>(errors->output);
  Matrix missed(rows, 1);
  Matrix sums(rows, 1);
  for (Index row = 0; row < rows; ++row)
    missed(row, 0) = static_cast<float>(errors->missed[static_cast<size_t>(row)]);
  for (Index row = 0; row < rows; row += kRowsAtATime) {
    if (engine::stop_requested()) return nullptr;
    const Index count = std::min(kRowsAtATime, rows - row);
    const Matrix block = trace.read(weights, row, 0, count, trace.stage(weights).columns);
    sums.middleRows(row, count) = block.rowwise().sum();
  }
  engine::TraceBuilder builder({}, {});
  const auto add = [&](const char* name, Matrix made) {
    const auto kept = std::make_shared<const Matrix>(std::move(made));
    builder.add_given({.address = name,
                       .symbol = name,
                       .operation = engine::given("note.of_a_head"),
                       .rows = kept->rows(),
                       .columns = kept->cols()},
                      kept);
  };
  add("errors", std::move(numbers));
  add("missed", std::move(missed));
  add("sums", std::move(sums));
  return std::move(builder).build();
}

class EfficientMaps {
 public:
  explicit EfficientMaps(const EfficientHead& head)
      : head_(head), frame_(head.frame), style_(frame_.style), measured_(measure()) {}

  void draw(ImVec2 at, ImVec2 room) {
    if (head_.exact < 0) return draw_exact(at, room);
    const float taken = draw_signs(at, room.x);
    draw_three({at.x, at.y + taken}, {room.x, room.y - taken});
  }

 private:
  struct Measured {
    double map = 0, output = 0, missed = 0;
    double lowest = 1, highest = 1;  // sum of a row that is not fully masked
    Matrix rows;                     // (L, 1): missed in each row
  };

  std::optional<Measured> measure() const {
    const std::string name = "cheaper " + head_.address + (head_.drawn ? " drawn" : "");
    const auto* const derived = frame_.derivations.find(
        name, {frame_.trace_pointer()}, style_,
        [trace = frame_.trace_pointer(), address = head_.address, weights = head_.weights] {
          return measured_trace(*trace, address, weights);
        },
        frame_.session.background());
    if (derived == nullptr || !derived->trace) return std::nullopt;
    const engine::Trace& trace = *derived->trace;
    const auto stage = [&](const char* address) { return trace.find(address).value(); };
    Measured measured;
    measured.map = trace.at(stage("errors"), 0, 0);
    measured.output = trace.at(stage("errors"), 0, 1);
    measured.rows = trace.read_column(stage("missed"), 0);
    measured.missed = measured.rows.mean();
    const Matrix sums = trace.read_column(stage("sums"), 0);
    const auto& blind = frame_.trace().fully_masked_rows(head_.weights);
    bool is_first = true;
    for (Index row = 0; row < sums.rows(); ++row) {
      if (std::find(blind.begin(), blind.end(), row) != blind.end()) continue;
      const double sum = sums(row, 0);
      measured.lowest = is_first ? sum : std::min(measured.lowest, sum);
      measured.highest = is_first ? sum : std::max(measured.highest, sum);
      is_first = false;
    }
    return measured;
  }

  std::string method_name() const {
    return frame_.tr(app::words_of(frame_.session.trace_document().config.attention.kind));
  }
  bool has_missed() const { return measured_ && measured_->missed > 0; }
  bool is_signed() const { return frame_.trace().stage(head_.weights).operation->is_signed(); }

  // A number in large type and its meaning below it, from `at` on; returns the height taken.
  float figure(const std::string& number, const char* key, ImVec2 at, float width) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ui::text_size("0", style_.title()).y;
    ui::draw_text(list, at, number, style_.title());
    const float words =
        ui::draw_paragraph(list, {at.x, at.y + line}, width, frame_.tr(key), style_.text(), 1.2f);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(key, {width, line + words});
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
    return line + words + style_.px(10);
  }

  // The errors in large type, stacked.
  void draw_figures(ImVec2 at, float width) const {
    if (!measured_) {
      ui::draw_text(*ImGui::GetWindowDrawList(), at, frame_.tr("cheaper.measuring"), style_.quiet());
      return;
    }
    at.y += figure(error_number(measured_->map), "cheaper.figure.map", at, width);
    at.y += figure(error_number(measured_->output), "cheaper.figure.output", at, width);
    if (has_missed()) figure(error_number(measured_->missed), "cheaper.figure.missed", at, width);
  }

  // For a signed map, the sums of its rows; returns the height taken.
  float draw_signs(ImVec2 at, float width) const {
    if (!is_signed()) return 0;
    std::string sentence = frame_.tr("cheaper.measuring");
    if (measured_) {
      const bool sums_to_one =
          std::abs(measured_->lowest - 1) < kSumsToOne && std::abs(measured_->highest - 1) < kSumsToOne;
      sentence = sums_to_one
                     ? frame_.tr("cheaper.signed.one")
                     : frame_.tr("cheaper.signed.sums", {{"low", ui::fixed_number(measured_->lowest, 2)},
                                                         {"high", ui::fixed_number(measured_->highest, 2)}});
    }
    return ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, width, sentence, style_.text()) + style_.px(4);
  }

  // "73 %", "6.4 %", "1.2 × 10⁻⁵ %"
  static std::string error_number(double error) {
    if (!std::isfinite(error)) return "∞";
    const double percent = 100 * error;
    if (percent == 0) return "0 %";
    if (percent < 0.05) return ui::difference_number(percent) + " %";
    return ui::fixed_number(percent, percent < 10 ? 1 : 0) + " %";
  }

  // In a caption: what is almost nothing needs no digits.
  static std::string short_number(double error) {
    return error > 0 && error < 0.001 ? "< 0.1 %" : error_number(error);
  }

  // Only the exact method, and as an example a cheaper way: below its map where there is room, otherwise
  // beside.
  void draw_exact(ImVec2 at, ImVec2 room) const {
    const look::ColourScale scale = frame_.facts.scale(head_.weights);
    const float bar = style_.px(kBesideExact);
    const float width = exact_map_width(frame_, room.x) - bar;
    const bool has_example = room.y >= style_.px(kTwoMaps) && can_show_example();
    const float each = has_example ? std::floor((room.y - style_.px(10)) / 2) : room.y;
    const ui::MatrixFrame matrix =
        map(head_.weights, frame_.tr("cheaper.exact"), scale, true, at, {width, each});
    if (has_example)
      draw_example({matrix.corner.x, at.y + each + style_.px(10)},
                   {matrix.size.x + bar - style_.px(12), style_.px(24) + matrix.size.y}, scale);
    draw_colour_bar(frame_, scale, {right_of(matrix) + style_.px(8), matrix.corner.y},
                    std::min(matrix.size.y, style_.px(190)));
    const float left = right_of(matrix) + bar;
    const ImVec2 rest(at.x + room.x - left, room.y);
    if (draw_ways_table(head_, {left, at.y}, rest)) return;
    const float taken = !has_example && can_show_example() ? matrix.size.x + style_.px(24) : 0;
    if (taken > 0)
      draw_example({left, matrix.corner.y - style_.px(24)}, {rest.x, style_.px(24) + matrix.size.y}, scale);
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {left + taken, matrix.corner.y}, rest.x - taken,
                       frame_.tr("cheaper.choose"), style_.text());
  }

  // Near keys alone: so few that something is left out of a short text, too.
  engine::AttentionMethod example_method() const {
    engine::AttentionMethod method = frame_.session.document().config.attention;
    method.kind = engine::AttentionKind::kWindow;
    const Index tokens = frame_.trace().stage(head_.weights).columns;
    method.window = std::clamp<Index>(tokens / 2, 1, 8);
    method.global = 0;
    return method;
  }

  bool can_show_example() const {
    constexpr Index kMost = 128;  // tokens, whose map is there at once
    return frame_.trace().stage(head_.weights).columns <= kMost &&
           !way_refused(frame_, engine::AttentionKind::kWindow);
  }

  // What the example would do to this head, and how far off it is; a click chooses it.
  void draw_example(ImVec2 at, ImVec2 room, const look::ColourScale& scale) const {
    const engine::AttentionMethod method = example_method();
    const auto numbers = numbers_of(head_);
    if (!numbers) return;
    const auto& derived = frame_.derivations.get("cheaper example " + head_.address, {frame_.trace_pointer()},
                                                 style_, [&] { return engine::run_head(*numbers, method); });
    const auto errors = engine::head_errors(*numbers, method);
    if (!derived.trace || !errors) return;
    const Frame example = frame_.over(derived.trace, *derived.facts, "cheaper example");
    const SmallMap small{.stage = derived.trace->find(numbers->address + ".weights").value(),
                         .caption = frame_.tr("cheaper.example", {{"width", std::to_string(method.window)},
                                                                  {"error", short_number(errors->map)}}),
                         .scale = scale,
                         .row_labels = false,
                         .explains = false,
                         .column_labels = false};
    const ui::MatrixFrame matrix = draw_small_map(example, small, at, room);
    ImGui::SetCursorScreenPos(matrix.corner);
    if (ImGui::InvisibleButton("cheaper example", matrix.size))
      frame_.requests.edit("", [method](app::State& state) { state.document.config.attention = method; });
    ui::tip(style_, frame_.tr("cheaper.example.tip"));
  }

  // Rounds the end of a scale, so that the label of its bar is exact.
  static float in_hundredths(float end) { return std::max(std::ceil(end * 100) / 100, 0.01F); }

  // From 0 to the largest of both: most weights of a long text are far below 1.
  look::ColourScale weights_scale() const {
    look::ColourScale scale =
        shared_scale(frame_.facts.scale(head_.exact), frame_.facts.scale(head_.weights));
    const engine::Summary* const exact = frame_.facts.summary(head_.exact);
    const engine::Summary* const own = frame_.facts.summary(head_.weights);
    if (exact != nullptr && own != nullptr)
      scale.high = in_hundredths(std::max(exact->largest, own->largest));
    return scale;
  }

  // Around 0, up to this map's own range: other heads may have a much larger one.
  look::ColourScale signed_scale(int stage) const {
    look::ColourScale scale = frame_.facts.scale(stage);
    const engine::Summary* const summary = frame_.facts.summary(stage);
    if (summary == nullptr) return scale;
    scale.high = in_hundredths(std::max(summary->largest, -summary->smallest));
    scale.low = -scale.high;
    return scale;
  }

  void draw_three(ImVec2 at, ImVec2 room) const {
    const engine::Stage& stage = frame_.trace().stage(head_.weights);
    const bool labels = !head_.drawn;
    const float rows = labels ? row_label_width(frame_, stage.rows_are(), stage.rows) : 0;
    const float bar = style_.px(62);
    const float missed = has_missed() ? style_.px(72) : 0;
    const float gap = style_.px(10);
    const float figures = style_.px(150);
    const float each = std::floor((room.x - rows - 3 * bar - missed - 3 * gap - figures) / 3);
    const look::ColourScale& exact_scale = frame_.facts.scale(head_.exact);
    const look::ColourScale exact = is_signed() ? exact_scale : weights_scale();
    const ui::MatrixFrame a =
        map(head_.exact, frame_.tr("cheaper.exact"), exact, labels, at, {each + rows, room.y});
    bar_of(exact, a);
    at.x = right_of(a) + bar + gap;
    const look::ColourScale own = is_signed() ? signed_scale(head_.weights) : exact;
    ui::MatrixFrame b = map(head_.weights, method_name(), own, false, at, {each, room.y});
    draw_missed(b);
    b.size.x += missed;
    bar_of(own, b);
    at.x = right_of(b) + bar + gap;
    const look::ColourScale between = difference_scale(signed_scale(head_.difference), exact);
    const ui::MatrixFrame c =
        map(head_.difference, frame_.tr("cheaper.difference"), between, false, at, {each, room.y});
    bar_of(between, c);
    at.x = right_of(c) + bar + gap;
    draw_figures(at, figures);
  }

  static float right_of(const ui::MatrixFrame& matrix) { return matrix.corner.x + matrix.size.x; }
  void bar_of(const look::ColourScale& scale, const ui::MatrixFrame& matrix) const {
    draw_colour_bar(frame_, scale, {right_of(matrix) + style_.px(8), matrix.corner.y},
                    std::min(matrix.size.y, style_.px(190)));
  }

  // The cell hovered in any of the three; without a stage if there is none.
  engine::Cell lit(int stage) const {
    const engine::Cell cell = frame_.explained_cell();
    if (cell.stage != head_.weights) return {};
    return {stage, cell.row, cell.column};
  }

  ui::MatrixFrame map(int stage, const std::string& caption, const look::ColourScale& scale, bool labels,
                      ImVec2 at, ImVec2 room) const {
    const SmallMap small{.stage = stage,
                         .caption = caption,
                         .scale = scale,
                         .row_labels = labels,
                         .may_drop_labels = true,
                         .lit = lit(stage),
                         .explains = false,
                         .column_labels = !head_.drawn};
    const ui::MatrixFrame matrix = draw_small_map(frame_, small, at, room);
    ImGui::SetCursorScreenPos(matrix.corner);
    const std::string label = "cheaper map " + frame_.trace().stage(stage).address;
    const bool clicked = ImGui::InvisibleButton(label.c_str(), matrix.size);
    const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
    if (clicked && cell && !head_.drawn) open_stage(stage, *cell);
    if (cell && ImGui::IsItemHovered()) point_at(*cell);
    return matrix;
  }

  // Opens the stage where the card explains it, step by step.
  void open_stage(int stage, const engine::Cell& cell) const {
    frame_.requests.edit("", [address = frame_.trace().stage(stage).address, row = cell.row,
                              column = cell.column](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
      state.document.focus.pinned = {row, column};
    });
  }

  void point_at(const engine::Cell& cell) const {
    frame_.hover({head_.weights, cell.row, cell.column});
    if (!ui::begin_tooltip(style_)) return;
    const engine::Stage& stage = frame_.trace().stage(head_.weights);
    const std::string query = frame_.facts.label(stage.rows_are(), cell.row);
    const std::string key = frame_.facts.label(stage.columns_are(), cell.column);
    const std::string place =
        head_.drawn ? frame_.tr.nth(cell.row) + " → " + frame_.tr.nth(cell.column) : query + " → " + key;
    ui::label(place, style_.small());
    const auto number = [&](const std::string& name, int index) {
      if (index < 0) return;
      ui::label(name + "  " + ui::fixed_number(frame_.trace().at(index, cell.row, cell.column), 4),
                style_.small_strong());
    };
    number(frame_.tr("cheaper.exact"), head_.exact);
    number(method_name(), head_.weights);
    number(frame_.tr("cheaper.difference"), head_.difference);
    if (measured_ && cell.row < measured_->rows.rows())
      ui::label(frame_.tr("cheaper.missed.row", {{"part", percent(measured_->rows(cell.row, 0))}}),
                style_.small());
    ui::end_tooltip();
  }

  static std::string percent(double part) { return ui::fixed_number(100 * part, 1) + " %"; }

  // A bar for each row: the share of its exact weight on keys that the method misses.
  void draw_missed(const ui::MatrixFrame& matrix) const {
    if (!has_missed()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = right_of(matrix) + style_.px(8);
    const float width = style_.px(60);
    ui::draw_text(list, {left, matrix.corner.y - style_.px(19)}, frame_.tr("cheaper.missed"), style_.small());
    const auto rows = measured_->rows.rows();
    const auto lines = std::min<Index>(rows, static_cast<Index>(matrix.size.y));
    const float height = matrix.size.y / static_cast<float>(lines);
    const float inset = height > style_.px(8) ? height * 0.25f : 0;
    list.AddRectFilled({left, matrix.corner.y}, {left + width, matrix.corner.y + matrix.size.y},
                       style_.colours.chip);
    for (Index line = 0; line < lines; ++line) {
      const Index first = line * rows / lines;
      const Index end = std::max(first + 1, (line + 1) * rows / lines);
      const float part = measured_->rows.middleRows(first, end - first).maxCoeff();
      const float top = matrix.corner.y + height * static_cast<float>(line);
      list.AddRectFilled({left, top + inset},
                         {left + width * std::clamp(part, 0.0f, 1.0f), top + height - inset},
                         style_.colours.accent);
    }
    ImGui::SetCursorScreenPos({left, matrix.corner.y});
    ImGui::InvisibleButton("cheaper missed", {width, matrix.size.y});
    ui::tip(style_, frame_.tr("cheaper.missed.tip"));
  }

  const EfficientHead& head_;
  const Frame& frame_;
  const ui::Style& style_;
  std::optional<Measured> measured_;
};

}  // namespace

float exact_map_width(const Frame& frame, float width) {
  const float bar = frame.style.px(kBesideExact);
  const float most = width * 0.34f + bar;
  return std::clamp(width - ways_table_width(frame), std::min(frame.style.px(kLeastExact) + bar, most), most);
}

void draw_efficient_maps(const EfficientHead& head, ImVec2 at, ImVec2 room) {
  EfficientMaps(head).draw(at, room);
}

}  // namespace views
