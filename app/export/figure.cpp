// figure.cpp: draws one stage's picture, and writes it in each format.
#include "app/export/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/export/figure_layout.h"
#include "app/export/file.h"
#include "app/export/map_picture.h"
#include "app/export/numbers.h"
#include "app/look/palette.h"
#include "app/session/steps.h"
#include "engine/analysis/merged_maps.h"

namespace exporter {
namespace {

using engine::Error;
using engine::Result;
namespace fs = std::filesystem;

// The stage, or the map between words where the options merge their pieces: of all heads, as they share one
// scale.
class MergedStage {
 public:
  MergedStage(const engine::Trace& trace, int index, const FigureOptions& options)
      : merged_(options.merged_pieces && has_pieces_to_merge(trace, index)
                    ? engine::merged_words_trace(trace, app::across_heads(trace, index))
                    : nullptr),
        trace_(merged_ ? *merged_ : trace),
        index_(merged_ ? merged_->find(trace.stage(index).address).value() : index) {}

  const engine::Trace& trace() const { return trace_; }
  int index() const { return index_; }

 private:
  std::shared_ptr<const engine::Trace> merged_;
  const engine::Trace& trace_;
  int index_;
};

// One stage's picture: its layout, then its drawing.
class Figure {
 public:
  Figure(const engine::Trace& trace, int index, const FigureOptions& options)
      : stage_(trace, index, options),
        trace_(stage_.trace()),
        index_(stage_.index()),
        options_(options),
        palette_(look::palette(options.dark)),
        scale_(look::scale_for(trace_, on_one_scale(trace_, index_), options.sequential, options.dark,
                               options.fixed_range)),
        layout_(lay_out_figure(trace_, index_, scale_, options)) {}

  FigureSize size() const { return {layout_.width, layout_.height, layout_.map}; }
  app::Language language() const { return words_of(options_).language(); }

  void draw(Canvas& canvas) const {
    const FigureLayout& at = layout_;
    // A unit over: sizes in pixels are rounded.
    if (!options_.is_transparent) canvas.fill({0, 0, at.width + 1, at.height + 1}, palette_.panel);
    for (const PlacedText& text : at.texts) canvas.text(text.x, text.baseline, text.text, text.type);
    draw_column_ticks(canvas, at.columns, at.map, at.cell_width);
    draw_row_ticks(canvas, at.rows, at.map, at.cell_height);
    draw_map(canvas, trace_, index_, scale_, palette_, at.map);
    if (options_.parts.numbers)
      draw_values(canvas, trace_, index_, scale_, at.map, language(), at.value_size);
    if (at.bar.width > 0) draw_colour_bar(canvas, scale_, palette_, at.bar, at.bar_size);
    if (at.swatch.width > 0) draw_hatching(canvas, trace_.stage(index_), std::array{at.swatch}, palette_);
  }

 private:
  // Shares end at 1 in every head; what can be negative has all of its own colours.
  static std::vector<int> on_one_scale(const engine::Trace& trace, int index) {
    return look::is_signed(trace.stage(index)) ? std::vector{index} : app::across_heads(trace, index);
  }

  MergedStage stage_;
  const engine::Trace& trace_;
  int index_;
  const FigureOptions& options_;
  const look::Palette& palette_;
  look::ColourScale scale_;
  FigureLayout layout_;
};

std::optional<Error> check_size(const Sheet& sheet, double scale) {
  if (!(scale >= 0.1 && scale <= 16)) {
    return Error{"error.scale", {{"value", std::to_string(scale)}}};
  }
  const double width = std::round(sheet.width * sheet.scale);
  const double height = std::round(sheet.height * sheet.scale);
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

template <std::string (*kWrite)(const engine::Trace&, int)>
Result<std::string> numbers(const engine::Trace& trace, int stage, const FigureOptions& options) {
  const MergedStage shown(trace, stage, options);
  return kWrite(shown.trace(), shown.index());
}

// One row per format.
constexpr std::array<FigureFormat, 5> kFigureFormats = {{{".png", picture<Medium::kPng>},
                                                         {".svg", picture<Medium::kSvg>},
                                                         {".pdf", picture<Medium::kPdf>},
                                                         {".csv", numbers<to_csv>},
                                                         {".npy", numbers<to_npy>}}};

std::string in_small_letters(std::string ending) {
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  return ending;
}

const FigureFormat* format_of(std::string_view ending) {
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

bool has_pieces_to_merge(const engine::Trace& trace, int stage) {
  return engine::has_words_in_pieces(trace, app::across_heads(trace, stage));
}

FigureSize figure_size(const engine::Trace& trace, int stage, const FigureOptions& options) {
  return Figure(trace, stage, options).size();
}

Result<std::string> draw_figure(const engine::Trace& trace, int stage, const FigureOptions& options,
                                Medium medium) {
  const Figure figure(trace, stage, options);
  const double scale = medium == Medium::kPng ? options.scale : 1;
  Sheet sheet = sheet_of(options.page, figure.size().width, figure.size().height, medium, scale);
  sheet.is_transparent = options.is_transparent;
  if (auto bad = check_size(sheet, scale)) return *bad;
  Canvas canvas(medium, sheet, figure.language());
  figure.draw(canvas);
  return canvas.finish();
}

Result<std::string> figure_ending(const fs::path& path) {
  std::string ending = in_small_letters(path.extension().string());
  if (format_of(ending) == nullptr) return unknown_format(path.string());
  return ending;
}

Result<std::string> export_stage(const engine::Trace& trace, int stage, const FigureOptions& options,
                                 const fs::path& path) {
  const auto ending = figure_ending(path);
  if (!ending) return ending.error();
  const auto bytes = format_of(*ending)->produce(trace, stage, options);
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
