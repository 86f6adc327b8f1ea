// set_line.cpp: measures a line's parts, sets them side by side, and numbers below them.
#include "app/export/set_line.h"

#include <algorithm>
#include <utility>

#include "app/export/formula_markup.h"

namespace exporter {
namespace {

constexpr double kLineType = 11;  // points
constexpr double kUnderType = 7;

// Where the parts of a line stand, from its left end.
class LinePlaces {
 public:
  LinePlaces(const app::Words& words, const look::Palette& palette, const engine::OneLine& line) {
    texts_.reserve(line.parts.size());
    lefts_.reserve(line.parts.size());
    rights_.reserve(line.parts.size());
    for (const engine::LinePart& part : line.parts) {
      texts_.push_back(pango_formula(part.markup, palette, kLineType));
      lefts_.push_back(width_ + static_cast<double>(part.before) * kLineType);
      width_ = lefts_.back() + measure(texts_.back(), type(palette), words.language()).width;
      rights_.push_back(width_);
    }
  }

  static Type type(const look::Palette& palette) {
    return {.size = kLineType, .colour = palette.ink, .markup = true};
  }
  const std::vector<std::string>& texts() const { return texts_; }
  double left(size_t part) const { return lefts_.at(part); }
  double right(size_t part) const { return rights_.at(part); }
  double width() const { return width_; }

 private:
  std::vector<std::string> texts_;
  std::vector<double> lefts_;
  std::vector<double> rights_;
  double width_ = 0;
};

Type under_type(const look::Palette& palette) {
  return {.size = kUnderType, .colour = palette.ink, .tabular = true};
}

// Below the bracket behind what softmax reads.
double result_left(const LinePlaces& places, const NumberedLine& line) {
  return places.left(line.line.links.back().first - 1);
}

}  // namespace

NumberedLine numbered_line(const engine::Trace& trace, engine::OneLine line, const engine::Cell& cell) {
  NumberedLine numbered{std::move(line), {}, ""};
  numbered.under.reserve(numbered.line.links.size());
  for (const engine::LineLink& link : numbered.line.links) {
    const auto number = engine::line_number(trace, numbered.line, link, cell);
    const bool is_exact = engine::is_exact_as_written(trace, numbered.line, link.stage, cell, -1);
    numbered.under.push_back(
        number ? engine::line_number_text(trace, numbered.line, link, *number, false, is_exact) : "");
  }
  numbered.result = engine::line_result_text(trace, numbered.line, cell, -1);
  return numbered;
}

double numbered_line_width(const app::Words& words, const look::Palette& palette, const NumberedLine& line) {
  const LinePlaces places(words, palette, line.line);
  const double result = measure(line.result, under_type(palette), words.language()).width;
  return std::max(places.width(), line.result.empty() ? 0 : result_left(places, line) + result);
}

void draw_numbered_line(Canvas& canvas, const app::Words& words, const look::Palette& palette,
                        const NumberedLine& line, double right, double y) {
  const LinePlaces places(words, palette, line.line);
  const double x = right - numbered_line_width(words, palette, line);
  for (size_t part = 0; part < places.texts().size(); ++part)
    canvas.text(x + places.left(part), y + 10, places.texts()[part], LinePlaces::type(palette));
  const Type type = under_type(palette);
  struct Under {
    double left;
    double width;
    std::string text;
  };
  std::vector<Under> row;
  row.reserve(line.under.size() + 1);
  const auto add = [&](const std::string& text, double from, double to, bool is_centred) {
    const double width = measure(text, type, words.language()).width;
    row.push_back({is_centred ? (from + to - width) / 2 : from, width, text});
  };
  for (size_t i = 0; i < line.under.size(); ++i) {
    if (line.under[i].empty()) continue;
    const engine::LineLink& link = line.line.links[i];
    // A number's sign stands below the line's.
    const double from = x + places.left(link.is_added ? link.first - 1 : link.first);
    const double to = x + places.right(link.last);
    if (link.is_whole) canvas.line(from, y + 13.5, to, y + 13.5, palette.muted, 0.5);
    add(line.under[i], from, to, link.divisor == 0 && !link.is_added);
  }
  if (!line.result.empty()) add(line.result, x + result_left(places, line), 0, false);
  std::ranges::sort(row, {}, &Under::left);
  for (size_t i = 0; i < row.size(); ++i) {
    if (i > 0) row[i].left = std::max(row[i].left, row[i - 1].left + row[i - 1].width + 4);
    canvas.text(row[i].left, y + 21, row[i].text, type);
  }
}

}  // namespace exporter
