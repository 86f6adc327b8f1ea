// figure_layout.cpp: lays a figure out from the top, as large as its content or in a page's width.
#include "app/export/figure_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/export/formula_markup.h"
#include "app/export/handout_plan.h"
#include "app/look/axis_names.h"
#include "app/look/labels.h"
#include "app/look/palette.h"
#include "engine/core/address.h"
#include "engine/core/drawn.h"
#include "engine/core/formula.h"
#include "engine/core/number_text.h"
#include "engine/core/size_symbols.h"

namespace exporter {
namespace {

using engine::Axis;
using engine::Index;

// Type and spaces, in units.
struct Lettering {
  double margin = 24;
  double title = 20;
  double formula = 21;
  double caption = 13;
  double legend = 12;
  double line_gap = 8;  // below the title and the formula
  double bar_width = 10;
  double bar_gap = 24;
  double least_bar = 96;
  double most_bar = 256;
  double values = 0;
  TickStyle ticks;
};
constexpr Lettering kFree;
// On a page of a given width, all type is from 8 to 9 points.
constexpr Lettering kOnPage = {
    .margin = 4,
    .title = 9,
    .formula = 9,
    .caption = 8,
    .legend = 8,
    .line_gap = 3,
    .bar_width = 6,
    .bar_gap = 8,
    .least_bar = 44,
    .most_bar = 140,
    .values = 8,
    .ticks = {.least = 8, .most = 8, .heads = 8, .numbers = 8, .gap = 3, .widest = 70}};
constexpr double kLargestCell = 34;    // on a page
constexpr double kHighestCell = 16;    // there, of cells that need not be square
constexpr double kShortCaption = 360;  // the least width of a caption that is free

bool is_square(const engine::Stage& stage) {
  return stage.row_axis == Axis::kQueries && stage.column_axis == Axis::kKeys;
}

// Of a figure as large as its content: whole pixels.
std::pair<double, double> free_cell(const engine::Stage& stage) {
  const auto fit = [](double room, Index count, double largest) {
    return std::clamp(std::floor(room / static_cast<double>(count)), 1.0, largest);
  };
  if (is_square(stage)) {
    const double side = fit(600, std::max(stage.rows, stage.columns), 56);
    return {side, side};
  }
  return {fit(900, stage.columns, 44), fit(480, stage.rows, 34)};
}

class FigurePlanner {
 public:
  FigurePlanner(const engine::Trace& trace, int stage, const look::ColourScale& scale,
                const FigureOptions& options)
      : trace_(trace),
        index_(stage),
        stage_(trace.stage(stage)),
        options_(options),
        words_(words_of(options)),
        palette_(look::palette(options.dark)),
        page_(options.page.width > 0 ? layout_width(options.page) : 0),
        sizes_(page_ > 0 ? kOnPage : kFree) {
    for (const float end : {scale.low, (scale.low + scale.high) / 2, scale.high})
      bar_numbers_.push_back(engine::short_number(end));
  }

  FigureLayout plan() {
    plan_.value_size = sizes_.values;
    plan_.bar_size = sizes_.legend;
    y_ = sizes_.margin;
    if (options_.parts.title)
      paragraph(look::stage_title(words_, stage_),
                {.size = sizes_.title, .colour = palette_.ink, .bold = true});
    if (options_.parts.formula)
      paragraph(pango_formula(trace_.formula(index_, lettering_of(options_)), palette_, sizes_.formula),
                {.size = sizes_.formula, .colour = palette_.ink, .markup = true});
    place_map();
    place_bar();
    y_ = std::max(plan_.map.bottom(), plan_.bar.width > 0 ? plan_.bar.bottom() : 0) + sizes_.line_gap;
    if (shows_legend()) place_legend();
    if (options_.parts.caption) caption();
    close();
    return std::move(plan_);
  }

 private:
  bool is_on_page() const { return page_ > 0; }
  double inner() const { return page_ - 2 * sizes_.margin; }
  bool shows_legend() const {
    return options_.parts.caption && trace_.summary(engine::hiding_stage(trace_, index_)).hidden > 0;
  }
  TextSize size_of_text(const std::string& text, const Type& type) const {
    return measure(text, type, words_.language());
  }

  // A line, or on a page as many as it needs, from the left edge.
  void paragraph(const std::string& text, Type type) {
    if (is_on_page()) type.wrap = inner();
    const TextSize size = size_of_text(text, type);
    plan_.texts.push_back({sizes_.margin, y_ + size.ascent, text, type});
    right_ = std::max(right_, sizes_.margin + size.width);
    y_ += size.height + sizes_.line_gap;
  }

  void make_labels() {
    plan_.rows = make_ticks(trace_, index_, look::Side::kRows, plan_.cell_height, palette_, words_,
                            sizes_.ticks, options_.predicted_rows);
    plan_.columns =
        make_ticks(trace_, index_, look::Side::kColumns, plan_.cell_width, palette_, words_, sizes_.ticks);
  }

  double bar_room() const {
    if (!options_.parts.colour_bar) return 0;
    double widest = 0;
    for (const std::string& number : bar_numbers_)
      widest = std::max(widest, size_of_text(number, {.size = sizes_.legend}).width);
    return sizes_.bar_gap + sizes_.bar_width + 0.6 * sizes_.legend + widest;
  }

  // What is below the map on a page of a given height.
  double room_below() const {
    double room = 2 * sizes_.line_gap + sizes_.margin;
    if (shows_legend()) room += 1.6 * sizes_.legend;
    if (!options_.parts.caption) return room;
    return room + size_of_text(figure_caption(words_, trace_, index_), caption_type()).height;
  }

  void fit_cells() {
    const double across = inner() - plan_.rows.extent - std::max(bar_room(), plan_.columns.overhang);
    const double down = options_.page.ratio > 0
                            ? page_ / options_.page.ratio - y_ - plan_.columns.extent - room_below()
                            : 1.2 * page_;
    const double width = std::max(across, 20.0) / static_cast<double>(stage_.columns);
    const double height = std::max(down, 20.0) / static_cast<double>(stage_.rows);
    plan_.cell_width = std::min(width, kLargestCell);
    plan_.cell_height = std::min(height, kHighestCell);
    if (is_square(stage_)) plan_.cell_width = plan_.cell_height = std::min({width, height, kLargestCell});
  }

  void place_map() {
    std::tie(plan_.cell_width, plan_.cell_height) = free_cell(stage_);
    make_labels();
    // Labels take room as the cells allow, and cells what labels leave: this settles it.
    for (int round = 0; round < 3 && is_on_page(); ++round) {
      fit_cells();
      make_labels();
    }
    Box& map = plan_.map;
    map.width = plan_.cell_width * static_cast<double>(stage_.columns);
    map.height = plan_.cell_height * static_cast<double>(stage_.rows);
    map.x = sizes_.margin + plan_.rows.extent;
    map.y = y_ + plan_.columns.extent;
    if (!is_on_page()) {
      map.x = std::ceil(map.x);
      map.y = std::ceil(map.y);
      return;
    }
    const double used = plan_.rows.extent + map.width + std::max(bar_room(), plan_.columns.overhang);
    map.x += std::max(0.0, (inner() - used) / 2);
  }

  void place_bar() {
    right_ = std::max({right_, plan_.map.right() + bar_room(), plan_.map.right() + plan_.columns.overhang});
    if (!options_.parts.colour_bar) return;
    plan_.bar = {plan_.map.right() + sizes_.bar_gap, plan_.map.y, sizes_.bar_width,
                 std::clamp(plan_.map.height, sizes_.least_bar, sizes_.most_bar)};
  }

  void place_legend() {
    const double size = sizes_.legend;
    std::string legend = words_(options_.finite_mask ? "figure.hidden_finite" : "figure.hidden");
    if (!options_.mask.empty()) legend.append(" · ").append(options_.mask);
    Type type{.size = size, .colour = palette_.muted};
    const double x = sizes_.margin + 2.4 * size;
    if (is_on_page()) type.max_width = page_ - sizes_.margin - x;
    plan_.swatch = {sizes_.margin, y_ + 0.3 * size, 1.7 * size, size};
    plan_.texts.push_back({x, y_ + 1.2 * size, legend, type});
    right_ = std::max(right_, x + size_of_text(legend, type).width);
    y_ += 1.6 * size;
  }

  Type caption_type() const {
    return {.size = sizes_.caption,
            .colour = palette_.ink,
            .wrap = is_on_page() ? inner() : std::max(right_ - sizes_.margin, kShortCaption)};
  }

  void caption() {
    const Type type = caption_type();
    const std::string text = figure_caption(words_, trace_, index_);
    const TextSize size = size_of_text(text, type);
    y_ += sizes_.line_gap;
    plan_.texts.push_back({sizes_.margin, y_ + size.ascent, text, type});
    right_ = std::max(right_, sizes_.margin + size.width);
    y_ += size.height;
  }

  void close() {
    plan_.width = is_on_page() ? page_ : std::ceil(right_ + sizes_.margin);
    plan_.height = options_.page.ratio > 0 ? page_ / options_.page.ratio : std::ceil(y_ + sizes_.margin);
  }

  const engine::Trace& trace_;
  int index_;
  const engine::Stage& stage_;
  const FigureOptions& options_;
  const app::Words& words_;
  const look::Palette& palette_;
  double page_;  // its width; 0: as wide as the content
  const Lettering& sizes_;
  std::vector<std::string> bar_numbers_;
  FigureLayout plan_;
  double y_ = 0;      // the next part's top
  double right_ = 0;  // of all so far
};

// "tokens", "queries (L = 10)".
std::string things_along(const app::Words& words, std::string_view key, const std::string& symbol,
                         Index size) {
  std::string things = words(key);
  // L counts tokens.
  if (symbol.empty() || key == "figure.measures") return things;
  const std::string sized = engine::plain_formula(symbol) + " = " + std::to_string(size);
  return words("figure.sized", {{"things", things}, {"size", sized}});
}

// "Decoder 1 · Cross-attention"; empty outside layers.
std::string layer_of(const app::Words& words, const engine::Trace& trace, const engine::Stage& stage) {
  const engine::StageAddress place = engine::parse_address(stage.address);
  if (place.layer < 0 || !has_layers(trace)) return "";
  const bool encodes = place.stack == engine::Stack::kEncoder;
  std::string named = words(encodes ? "path.encoder" : "path.decoder", {{"layer", words.nth(place.layer)}});
  constexpr std::array<std::string_view, 4> kSublayers = {"", "path.self", "path.cross", "path.ffn"};
  const std::string_view sublayer = kSublayers.at(static_cast<size_t>(place.sublayer));
  if (!sublayer.empty()) named.append(" · ").append(words(sublayer));
  return named;
}

}  // namespace

FigureLayout lay_out_figure(const engine::Trace& trace, int stage, const look::ColourScale& scale,
                            const FigureOptions& options) {
  return FigurePlanner(trace, stage, scale, options).plan();
}

std::string figure_caption(const app::Words& words, const engine::Trace& trace, int stage) {
  const engine::Stage& shown = trace.stage(stage);
  const std::string layer = layer_of(words, trace, shown);
  const engine::SizeSymbols symbols = engine::size_symbols(trace, shown);
  const look::AxisNames things = look::axis_plurals(shown);
  std::string caption =
      words(layer.empty() ? "figure.caption" : "figure.caption_in_layer",
            {{"stage", look::stage_title(words, shown)},
             {"layer", layer},
             {"rows", things_along(words, things.rows, symbols.rows, shown.rows)},
             {"columns", things_along(words, things.columns, symbols.columns, shown.columns)}});
  if (shown.operation->name() != "merge_tokens") return caption;
  return caption.append(words.language() == app::Language::kEnglish ? " " : "")
      .append(words("note.merged_pieces"));
}

}  // namespace exporter
