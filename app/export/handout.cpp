// handout.cpp: sentence, settings, formulas, every stage's map, and the session's line on one page.
#include "app/export/handout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/document/model_input.h"
#include "app/export/file.h"
#include "app/export/formula_markup.h"
#include "app/export/handout_plan.h"
#include "app/export/map_picture.h"
#include "app/export/worked_row.h"
#include "app/look/labels.h"
#include "app/look/palette.h"
#include "app/look/settings_words.h"
#include "app/session/steps.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"
#include "engine/core/utf8.h"

namespace exporter {
namespace {

using engine::Index;

// A4 in points.
constexpr double kWidth = 595.28;
constexpr double kHeight = 841.89;
constexpr double kPageMargin = 40;
constexpr double kInner = kWidth - 2 * kPageMargin;
constexpr double kHeadLabel = 44;  // width of the row labels
constexpr double kHeadGap = 5;     // between their maps
constexpr double kLeastHead = 24 + 5;
constexpr double kLeastFormula = 0.6;  // of its size, in a column
constexpr double kHeadsRest = 45;      // the rows of heads, without their maps
constexpr size_t kLineLetters = 118;   // of the session's line

// The space for each part, in points; lines at most.
struct Layout {
  double title = 19;
  int title_lines = 2;
  int token_lines = 2;
  size_t formula_columns = 2;
  double formula_names = 98;  // width of their stages' names
  double formula_size = 11;
  double formula_pitch = 15;
  double heads_title = 0;
  double gap = 12;         // between wide maps
  double strip_rest = 50;  // a row of wide maps, without the maps
  double least_strip = 34;
  size_t session_lines = 24;
};
constexpr Layout kAlone;
// A model with layers has more content: everything is set tighter.
constexpr Layout kLayered = {.title = 16,
                             .title_lines = 1,
                             .token_lines = 1,
                             .formula_columns = 3,
                             .formula_names = 74,
                             .formula_size = 9.5,
                             .formula_pitch = 12.9,
                             .heads_title = 13,
                             .gap = 8,
                             .strip_rest = 48,
                             .least_strip = 24,
                             .session_lines = 10};

class Page {
 public:
  Page(const app::Document& document, const engine::Trace& trace, const FigureOptions& options)
      : document_(document),
        trace_(trace),
        options_(options),
        words_(words_of(options)),
        palette_(look::palette(false)),
        plan_(plan_handout(words_, trace, document.focus.stage)),
        row_(worked_row(trace, plan_, document.focus, lettering_of(options))),
        layout_(plan_.heads_title.empty() ? kAlone : kLayered),
        canvas_(Medium::kPdf, {.width = kWidth, .height = kHeight, .scale = 1}, words_.language()) {}

  engine::Result<std::string> draw() {
    canvas_.fill({0, 0, kWidth, kHeight}, palette_.panel);
    const double line_top = draw_session();
    draw_heading();
    draw_formulas();
    make_room_for_row(line_top - 24 - kWorkedRowHeight);
    const double row_height = row_ ? kWorkedRowHeight : 0;
    const double bottom = line_top - 24 - row_height;
    share_out(bottom);
    for (const auto& row : plan_.above) draw_strips(row);
    draw_heads(bottom - static_cast<double>(plan_.below.size()) * (layout_.strip_rest + strip_));
    for (const auto& row : plan_.below) draw_strips(row);
    if (row_)
      draw_worked_row(canvas_, words_, palette_, *row_, kPageMargin, bottom + 4, kInner,
                      options_.handout_blanks);
    draw_bars(line_top - 12);
    return canvas_.finish();
  }

 private:
  Type body(double size) const { return {.size = size, .colour = palette_.ink}; }
  Type small(double size) const { return {.size = size, .colour = palette_.muted}; }

  // A text wrapped within the page, then an ellipsis. Moves down below it.
  void paragraph(const std::string& text, Type type, int most_lines) {
    type.wrap = kInner;
    type.max_lines = most_lines;
    const TextSize size = measure(text, type, words_.language());
    canvas_.text(kPageMargin, y_ + size.ascent, text, type);
    y_ += size.height;
  }

  void draw_heading() {
    canvas_.text(kPageMargin, y_ + 8, words_("handout.kicker"), small(8.5));
    y_ += 18;
    draw_title();
    y_ += 6;
    Type settings = small(9);
    settings.markup = true;
    paragraph(with_subscripts(joined(look::settings_words(words_, document_))), settings,
              plan_.heads_title.empty() ? 3 : 4);
    y_ += 3;
    draw_tokens();
    y_ += 12;
  }

  // The source and the target on one line if they fit, otherwise on one line each.
  void draw_title() {
    Type title = body(layout_.title);
    title.bold = true;
    const std::string source = one_line(document_.text);
    if (!document_.config.has_target()) return paragraph(source, title, layout_.title_lines);
    const std::string target = "→  " + one_line(app::target_text(document_));
    const bool fits = measure(source + "  " + target, title, words_.language()).width <= kInner;
    paragraph(fits ? source + "  " + target : source, title, 1);
    if (!fits) paragraph(target, title, 1);
  }

  // A continuation of a list goes on its line if there is room.
  void draw_tokens() {
    std::vector<std::string> lines;
    for (TokenList& list : token_lists(words_, document_, trace_, plan_)) {
      list.labels.resize(std::min<size_t>(list.labels.size(), 100));  // more than fits on two lines
      const std::string line = list.name + ":  " + joined(list.labels);
      const std::string longer = list.continues ? lines.back() + "   →   " + line : "";
      const bool fits = list.continues && measure(longer, body(9), words_.language()).width <= kInner;
      if (fits) lines.back() = longer;
      if (!fits) lines.push_back(line);
    }
    for (const std::string& line : lines) paragraph(line, body(9), layout_.token_lines);
  }

  // The beginning of a text, more than two lines of it, without line ends.
  static std::string one_line(const std::string& text) {
    std::string line(engine::cut_at_letter(text, 1000));
    std::replace_if(
        line.begin(), line.end(), [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    return line;
  }

  // Phrases separated by dots, each kept on one line.
  static std::string joined(const std::vector<std::string>& phrases) {
    std::string text;
    for (const std::string& phrase : phrases) {
      if (!text.empty()) text += "  ·  ";
      for (const char letter : phrase) text += letter == ' ' ? std::string("\u00A0") : std::string(1, letter);
    }
    return text;
  }

  // Computed stages with their formulas, in columns; below them, each on a line of its own, those that a
  // column would make too small to read.
  void draw_formulas() {
    const double width = kInner / static_cast<double>(layout_.formula_columns);
    std::vector<int> narrow;
    std::vector<int> wide;
    for (const int stage : plan_.formulas)
      (formula_share(stage, width) < kLeastFormula ? wide : narrow).push_back(stage);
    const size_t lines = (narrow.size() + layout_.formula_columns - 1) / layout_.formula_columns;
    for (size_t i = 0; i < narrow.size(); ++i) {
      const size_t column = i / lines;
      const double y = y_ + static_cast<double>(i % lines) * layout_.formula_pitch;
      draw_formula(narrow[i], kPageMargin + static_cast<double>(column) * width, y, width);
    }
    y_ += static_cast<double>(lines) * layout_.formula_pitch;
    for (const int stage : wide) {
      draw_formula(stage, kPageMargin, y_, kInner);
      y_ += layout_.formula_pitch;
    }
    y_ += 12;
  }

  // Of a formula's usual size, the part that fits into this width beside its stage's name: at most 1.
  double formula_share(int stage, double width) const {
    const double whole = measure(formula_of(stage, layout_.formula_size), formula_type(layout_.formula_size),
                                 words_.language())
                             .width;
    return std::min(1.0, (width - layout_.formula_names - 10) / whole);
  }
  std::string formula_of(int stage, double size) const {
    return pango_formula(trace_.formula(stage, lettering_of(options_)), palette_, size);
  }
  Type formula_type(double size) const {
    Type type = body(size);
    type.markup = true;
    return type;
  }

  void draw_formula(int stage, double x, double y, double width) {
    Type name = small(layout_.formula_size - 2);
    name.max_width = layout_.formula_names - 6;
    canvas_.text(x, y + 10, look::stage_name(words_, trace_.stage(stage)), name);
    const double size = layout_.formula_size * formula_share(stage, width);
    canvas_.text(x + layout_.formula_names, y + 10, formula_of(stage, size), formula_type(size));
  }

  look::ColourScale scale_of(int stage) const {
    return look::scale_for(trace_, app::across_heads(trace_, stage), options_.sequential, false,
                           options_.fixed_range);
  }

  std::string range_of(const look::ColourScale& scale) const {
    return look::is_signed(scale.map)
               ? "±" + engine::short_number(scale.high)
               : engine::short_number(scale.low) + " – " + engine::short_number(scale.high);
  }

  // From one column of heads to the next: the last map ends at the page's inner edge.
  double head_slot() const {
    return (kInner - kHeadLabel + kHeadGap) / static_cast<double>(plan_.heads.front().size());
  }

  // Whether every head has room between the parts as low as they can be, above `bottom`.
  bool all_heads_fit_above(double bottom) const {
    const auto rows = static_cast<double>(plan_.above.size() + plan_.below.size());
    const double room =
        bottom - y_ - rows * (layout_.strip_rest + layout_.least_strip) - kHeadsRest - layout_.heads_title;
    return room >= static_cast<double>(plan_.heads.size()) * kLeastHead;
  }

  // A row that was pinned takes the room of the wide maps below the heads; another is left out where the
  // heads have no room above it.
  void make_room_for_row(double bottom) {
    if (!row_ || options_.handout_blanks) return;
    while (document_.focus.pinned && !plan_.below.empty() && !all_heads_fit_above(bottom))
      plan_.below.pop_back();
    if (!all_heads_fit_above(bottom)) row_.reset();
  }

  // Space that the heads leave above `bottom` makes the wide maps taller.
  void share_out(double bottom) {
    if (plan_.heads.empty()) return;
    const double slot = head_slot();
    const double heads = static_cast<double>(plan_.heads.size()) * slot + kHeadsRest + layout_.heads_title;
    const auto rows = static_cast<double>(plan_.above.size() + plan_.below.size());
    strip_ = std::clamp((bottom - y_ - heads) / rows - layout_.strip_rest, layout_.least_strip, 72.0);
  }

  // A row of wide maps with their names, each strip under its title.
  void draw_strips(const std::vector<Strip>& row) {
    size_t maps = 0;
    for (const Strip& strip : row) maps += strip.stages.size();
    const double gaps = static_cast<double>(maps + row.size() - 2) * layout_.gap;
    const double width = (kInner - gaps) / static_cast<double>(maps);
    double x = kPageMargin;
    for (const Strip& strip : row) {
      Type heading = body(9);
      heading.bold = true;
      heading.max_width = static_cast<double>(strip.stages.size()) * (width + layout_.gap);
      canvas_.text(x, y_ + 8, strip.title, heading);
      for (const int stage : strip.stages) {
        draw_wide_map(stage, x, width);
        x += width + layout_.gap;
      }
      x += layout_.gap;
    }
    y_ += layout_.strip_rest + strip_;
  }

  // A map with its name, shape and range below it.
  void draw_wide_map(int stage, double x, double width) {
    const engine::Stage& shown = trace_.stage(stage);
    const look::ColourScale scale = scale_of(stage);
    draw_map(canvas_, trace_, stage, scale, palette_, {x, y_ + 15, width, strip_});
    const std::string shape = std::to_string(shown.rows) + " × " + std::to_string(shown.columns);
    Type name = body(7.5);
    name.max_width = width;
    canvas_.text(x, y_ + strip_ + 25, look::stage_name(words_, shown), name);
    const std::string line = shape + "  " + range_of(scale);
    const bool fits = measure(line, small(7), words_.language()).width <= width;
    canvas_.text(x, y_ + strip_ + 34, fits ? line : shape, small(7));
    if (!fits) canvas_.text(x, y_ + strip_ + 42, range_of(scale), small(7));
  }

  // One row per head, one column per stage, as many heads as fit above `bottom`.
  void draw_heads(double bottom) {
    if (plan_.heads.empty()) return;
    if (!plan_.heads_title.empty()) {
      Type title = body(9);
      title.bold = true;
      canvas_.text(kPageMargin, y_ + 8, plan_.heads_title, title);
      y_ += layout_.heads_title;
    }
    const double slot = head_slot();
    const double side = slot - kHeadGap;
    const double room = bottom - y_ - kHeadsRest;
    const auto fit = static_cast<size_t>(std::max(1.0, std::floor(room / kLeastHead)));
    const size_t rows = std::min(plan_.heads.size(), fit);
    const double height = std::clamp(room / static_cast<double>(rows) - 5, 20.0, side);
    for (size_t i = 0; i < plan_.heads.front().size(); ++i) {
      const double x = kPageMargin + kHeadLabel + static_cast<double>(i) * slot + side / 2;
      draw_column_head(plan_.heads.front()[i], x);
    }
    y_ += 15;
    for (size_t row = 0; row < rows; ++row) draw_head_row(row, slot, side, height);
    for (size_t i = 0; i < plan_.heads.front().size(); ++i) {
      Type range = small(6.5);
      range.align = Align::kCentre;
      const double x = kPageMargin + kHeadLabel + static_cast<double>(i) * slot + side / 2;
      canvas_.text(x, y_ + 5, range_of(scale_of(plan_.heads.front()[i])), range);
    }
    y_ += 12;
    if (rows < plan_.heads.size()) {
      const std::string count = std::to_string(plan_.heads.size() - rows);
      canvas_.text(kPageMargin, y_ + 6, words_("handout.left_out", {{"count", count}}), small(7.5));
    }
    y_ += 14;
  }

  void draw_column_head(int stage, double x) {
    const engine::Stage& shown = trace_.stage(stage);
    Type symbol{.size = 11, .colour = role_colour(shown.role), .markup = true, .align = Align::kCentre};
    canvas_.text(
        x, y_ + 9,
        pango_formula(letter_of_all_heads(trace_, shown, lettering_of(options_)), palette_, symbol.size),
        symbol);
  }

  look::Rgb role_colour(engine::Role role) const {
    switch (role) {
      case engine::Role::kQuery:
        return palette_.query;
      case engine::Role::kKey:
        return palette_.key;
      case engine::Role::kValue:
        return palette_.value;
      case engine::Role::kPlain:
        break;
    }
    return palette_.ink;
  }

  void draw_head_row(size_t head, double slot, double side, double height) {
    const std::string name = words_("stage.head", {{"head", words_.nth(head)}});
    Type label = body(9);
    label.bold = true;
    canvas_.text(kPageMargin, y_ + height / 2 + 3, name, label);
    double x = kPageMargin + kHeadLabel;
    for (const int stage : plan_.heads[head]) {
      draw_map(canvas_, trace_, stage, scale_of(stage), palette_, {x, y_, side, height});
      x += slot;
    }
    y_ += height + 5;
  }

  // The two colour keys, on one line.
  void draw_bars(double baseline) {
    const look::ColourScale weights = weights_scale();
    double x = kPageMargin;
    const auto bar = [&](look::ColourMap map, const std::string& text) {
      canvas_.cells({x, baseline - 7, 70, 7}, 1, look::kMapEntries, look::lookup(map));
      canvas_.text(x + 76, baseline, text, small(7.5));
      x += 76 + measure(text, small(7.5), words_.language()).width + 20;
    };
    bar(look::ColourMap::kSignedLight, words_("handout.signed_bar"));
    bar(weights.map, words_("handout.weights_bar", {{"low", engine::short_number(weights.low)},
                                                    {"high", engine::short_number(weights.high)}}));
  }

  look::ColourScale weights_scale() const {
    for (const auto& head : plan_.heads) {
      for (const int stage : head) {
        if (!look::is_signed(trace_.stage(stage))) return scale_of(stage);
      }
    }
    return {options_.sequential, 0, 1};
  }

  // In the page's footer; returns its top.
  double draw_session() {
    std::vector<std::string> lines = look::session_command(document_, kLineLetters);
    const bool fits = lines.size() <= layout_.session_lines;
    if (!fits) lines.clear();
    const double top = kHeight - kPageMargin - 14 - static_cast<double>(lines.size()) * 9;
    canvas_.line(kPageMargin, top, kWidth - kPageMargin, top, palette_.hairline, 0.6);
    canvas_.text(kPageMargin, top + 12, words_(fits ? "handout.open" : "handout.too_long"), small(8));
    Type type = body(6.6);
    type.mono = true;
    double baseline = top + 23;
    for (const std::string& line : lines) {
      canvas_.text(kPageMargin, baseline, line, type);
      baseline += 9;
    }
    return top;
  }

  const app::Document& document_;
  const engine::Trace& trace_;
  const FigureOptions& options_;
  const app::Words& words_;
  const look::Palette& palette_;
  HandoutPlan plan_;
  std::optional<WorkedRow> row_;
  const Layout& layout_;
  Canvas canvas_;
  double strip_ = 34;  // height of the wide maps
  double y_ = kPageMargin;
};

}  // namespace

engine::Result<std::string> draw_handout(const app::Document& document, const engine::Trace& trace,
                                         const FigureOptions& options) {
  return Page(document, trace, options).draw();
}

engine::Result<std::string> export_handout(const app::Document& document, const engine::Trace& trace,
                                           const FigureOptions& options, const std::filesystem::path& path) {
  const auto bytes = draw_handout(document, trace, options);
  if (!bytes) return bytes.error();
  if (auto bad = options.check()) return *bad;
  if (auto failed = write_file(path, *bytes)) return *failed;
  return path.string();
}

}  // namespace exporter
