// figure.cpp: lays out one stage's picture so that everything fits, and writes it.
#include "app/export/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/export/file.h"
#include "app/export/formula_markup.h"
#include "app/export/map_picture.h"
#include "app/export/numbers.h"
#include "app/export/ticks.h"
#include "app/look/labels.h"
#include "app/look/palette.h"
#include "app/session/steps.h"
#include "engine/core/drawn.h"
#include "engine/core/number_text.h"

namespace exporter {
namespace {

using engine::Axis;
using engine::Error;
using engine::Index;
using engine::Result;
namespace fs = std::filesystem;

constexpr double kFigureMargin = 24;
constexpr double kBarWidth = 10;
constexpr double kBarGap = 24;

// Width and height of a cell: square if both axes are tokens, always whole pixels.
std::pair<double, double> cell_size(const engine::Stage& stage) {
  const auto fit = [](double room, Index count, double largest) {
    return std::clamp(std::floor(room / static_cast<double>(count)), 1.0, largest);
  };
  if (stage.row_axis == Axis::kQueries && stage.column_axis == Axis::kKeys) {
    const double side = fit(600, std::max(stage.rows, stage.columns), 56);
    return {side, side};
  }
  return {fit(900, stage.columns, 44), fit(480, stage.rows, 34)};
}

// One stage's picture: its layout, then its drawing.
class Figure {
 public:
  Figure(const engine::Trace& trace, int index, const FigureOptions& options)
      : trace_(trace),
        index_(index),
        stage_(trace.stage(index)),
        words_(options.words != nullptr ? *options.words : app::words(app::Language::kEnglish)),
        palette_(look::palette(options.dark)),
        predicted_(options.predicted_rows) {
    const auto heads = app::across_heads(trace, index);
    n_heads_ = static_cast<Index>(heads.size());
    scale_ = look::scale_for(trace, app::across_all(trace, index), options.sequential, options.dark,
                             options.fixed_range);
    hidden_ = trace.summary(engine::hiding_stage(trace, index)).hidden > 0;
    legend_ = words_(options.finite_mask ? "figure.hidden_finite" : "figure.hidden");
    if (!options.mask.empty()) legend_.append(" · ").append(options.mask);
    write();
    lay_out();
  }

  const FigureSize& size() const { return size_; }
  app::Language language() const { return words_.language(); }

  void draw(Canvas& canvas) const {
    canvas.fill({0, 0, size_.width, size_.height}, palette_.panel);
    canvas.text(kFigureMargin, 44, title_, title_type());
    canvas.text(kFigureMargin, 63, stage_.address, address_type());
    canvas.text(kFigureMargin, 94, formula_, formula_type());
    draw_column_ticks(canvas, columns_, size_.map, cell_width_);
    draw_row_ticks(canvas, rows_, size_.map, cell_height_);
    draw_map(canvas, trace_, index_, scale_, palette_, size_.map);
    draw_values(canvas, trace_, index_, scale_, size_.map, language());
    draw_colour_bar(canvas, scale_, palette_, bar_, 12);
    const double below = std::max(size_.map.bottom(), bar_.bottom());
    canvas.text(size_.map.x, size_.map.bottom() + 21, axis_, axis_type());
    if (hidden_) draw_legend(canvas, below + 44);
    canvas.text(kFigureMargin, size_.height - kFigureMargin, foot_, foot_type());
  }

 private:
  Type title_type() const { return {.size = 20, .colour = palette_.ink, .bold = true}; }
  Type address_type() const { return {.size = 12, .colour = palette_.muted}; }
  Type formula_type() const { return {.size = 21, .colour = palette_.ink, .markup = true}; }
  Type axis_type() const { return {.size = 13, .colour = palette_.muted}; }
  Type foot_type() const { return {.size = 12, .colour = palette_.muted}; }

  void write() {
    title_ = look::stage_title(words_, stage_);
    formula_ = pango_formula(trace_.formula(index_), palette_, formula_type().size);
    axis_ = look::axis_title(words_, stage_, predicted_);
    const bool map = stage_.row_axis == Axis::kQueries && stage_.column_axis == Axis::kKeys && n_heads_ > 1;
    const Index numbers = stage_.rows * stage_.columns * (map ? n_heads_ : 1);
    foot_ = words_(map ? "figure.map_size" : "figure.shape",
                   {{"rows", look::whole_number(stage_.rows)},
                    {"columns", look::whole_number(stage_.columns)},
                    {"heads", std::to_string(n_heads_)},
                    {"numbers", look::whole_number(numbers)},
                    {"bytes", look::byte_size(static_cast<double>(numbers) * sizeof(float))}});
  }

  void lay_out() {
    std::tie(cell_width_, cell_height_) = cell_size(stage_);
    rows_ = make_ticks(trace_, index_, look::Side::kRows, cell_height_, palette_, words_, predicted_);
    columns_ = make_ticks(trace_, index_, look::Side::kColumns, cell_width_, palette_, words_);
    Box& map = size_.map;
    map.width = cell_width_ * static_cast<double>(stage_.columns);
    map.height = cell_height_ * static_cast<double>(stage_.rows);
    map.x = std::ceil(kFigureMargin + rows_.extent);
    map.y = std::ceil(112 + columns_.extent);
    bar_ = {map.right() + kBarGap, map.y, kBarWidth, std::clamp(map.height, 96.0, 256.0)};
    if (bar_.bottom() > map.bottom()) {  // the axis title must not run under it
      bar_.x = std::max(bar_.x, map.x + measure(axis_, axis_type(), language()).width + kBarGap);
    }
    const double below = std::max(map.bottom() + 21, bar_.bottom());
    size_.height = std::ceil(below + (hidden_ ? 23 : 0) + 26 + kFigureMargin);
    size_.width = std::ceil(content_right() + kFigureMargin);
  }

  double content_right() const {
    const auto width = [&](const std::string& text, const Type& type) {
      return measure(text, type, language()).width;
    };
    double right = bar_.right() + 8;
    for (const float end : {scale_.low, scale_.high}) {
      right = std::max(right, bar_.right() + 8 + width(engine::short_number(end), foot_type()));
    }
    right =
        std::max({right, size_.map.right() + columns_.overhang, kFigureMargin + width(title_, title_type()),
                  kFigureMargin + width(stage_.address, address_type()),
                  kFigureMargin + width(formula_, formula_type()), kFigureMargin + width(foot_, foot_type()),
                  size_.map.x + width(axis_, axis_type())});
    if (hidden_) {
      right = std::max(right, size_.map.x + 30 + width(legend_, foot_type()));
    }
    return right;
  }

  void draw_legend(Canvas& canvas, double baseline) const {
    const std::array<Box, 1> swatch = {Box{size_.map.x, baseline - 11, 20, 12}};
    draw_hatching(canvas, stage_, swatch, palette_);
    canvas.text(size_.map.x + 28, baseline, legend_, foot_type());
  }

  const engine::Trace& trace_;
  int index_;
  const engine::Stage& stage_;
  const app::Words& words_;
  const look::Palette& palette_;
  bool predicted_;
  look::ColourScale scale_;
  Index n_heads_ = 1;
  bool hidden_ = false;
  std::string title_, formula_, axis_, foot_, legend_;
  double cell_width_ = 1;
  double cell_height_ = 1;
  Ticks rows_, columns_;
  FigureSize size_;
  Box bar_;
};

std::optional<Error> check_size(const FigureSize& size, double scale) {
  if (!(scale >= 0.1 && scale <= 16)) {
    return Error{"error.scale", {{"value", std::to_string(scale)}}};
  }
  const double width = std::round(size.width * scale);
  const double height = std::round(size.height * scale);
  if (std::max(width, height) <= kLargestSide) return std::nullopt;
  return Error{"error.picture_too_large",
               {{"width", std::to_string(std::lround(width))},
                {"height", std::to_string(std::lround(height))},
                {"largest", std::to_string(kLargestSide)}}};
}

using Produce = Result<std::string> (*)(const engine::Trace&, int, const FigureOptions&);

struct FigureFormat {
  std::string_view ending;
  Produce produce;
};

template <Medium kMedium>
Result<std::string> picture(const engine::Trace& trace, int stage, const FigureOptions& options) {
  return draw_figure(trace, stage, options, kMedium);
}

// One row per format.
constexpr std::array<FigureFormat, 5> kFigureFormats = {
    {{".png", picture<Medium::kPng>},
     {".svg", picture<Medium::kSvg>},
     {".pdf", picture<Medium::kPdf>},
     {".csv",
      [](const engine::Trace& trace, int stage, const FigureOptions&) -> Result<std::string> {
        return to_csv(trace, stage);
      }},
     {".npy", [](const engine::Trace& trace, int stage, const FigureOptions&) -> Result<std::string> {
        return to_npy(trace, stage);
      }}}};

const FigureFormat* format_of(std::string ending) {
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  const auto* found = std::find_if(kFigureFormats.begin(), kFigureFormats.end(),
                                   [&](const FigureFormat& format) { return format.ending == ending; });
  return found == kFigureFormats.end() ? nullptr : found;
}

Error unknown_format(const std::string& path) {
  std::string formats;
  for (const FigureFormat& format : kFigureFormats)
    formats += (formats.empty() ? "" : " ") + std::string(format.ending);
  return {"error.unknown_format", {{"path", path}, {"formats", formats}}};
}

}  // namespace

FigureSize figure_size(const engine::Trace& trace, int stage, const FigureOptions& options) {
  return Figure(trace, stage, options).size();
}

Result<std::string> draw_figure(const engine::Trace& trace, int stage, const FigureOptions& options,
                                Medium medium) {
  const Figure figure(trace, stage, options);
  const double scale = medium == Medium::kPng ? options.scale : 1;
  if (auto bad = check_size(figure.size(), scale)) return *bad;
  Canvas canvas(medium, figure.size().width, figure.size().height, scale, figure.language());
  figure.draw(canvas);
  return canvas.finish();
}

Result<std::string> export_stage(const engine::Trace& trace, int stage, const FigureOptions& options,
                                 const fs::path& path) {
  const FigureFormat* format = format_of(path.extension().string());
  if (format == nullptr) return unknown_format(path.string());
  const auto bytes = format->produce(trace, stage, options);
  if (!bytes) return bytes.error();
  if (auto bad = options.check()) return *bad;
  if (auto failed = write_file(path, *bytes)) return *failed;
  return path.string();
}

Result<int> export_all(const engine::Trace& trace, const fs::path& folder, std::string_view format,
                       const FigureOptions& options) {
  const std::string ending = "." + std::string(format);
  if (format_of(ending) == nullptr) return unknown_format(ending);
  if (auto failed = make_folder(folder)) return *failed;
  for (int stage = 0; stage < trace.size(); ++stage) {
    const auto written = export_stage(trace, stage, options, folder / (trace.stage(stage).address + ending));
    if (!written) return written.error();
  }
  return trace.size();
}

}  // namespace exporter
