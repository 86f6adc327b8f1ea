// set_line.cpp: measures a line's parts, sets them side by side, and centres numbers under them.
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

}  // namespace

NumberedLine numbered_line(const engine::Trace& trace, engine::OneLine line, const engine::Cell& cell) {
  NumberedLine numbered{std::move(line), {}};
  numbered.under.reserve(numbered.line.links.size());
  for (const engine::LineLink& link : numbered.line.links) {
    const auto number = engine::line_number(trace, numbered.line, link, cell);
    numbered.under.push_back(number ? engine::line_number_text(trace, link, *number) : "");
  }
  return numbered;
}

double numbered_line_width(const app::Words& words, const look::Palette& palette, const NumberedLine& line) {
  return LinePlaces(words, palette, line.line).width();
}

void draw_numbered_line(Canvas& canvas, const app::Words& words, const look::Palette& palette,
                        const NumberedLine& line, double right, double y) {
  const LinePlaces places(words, palette, line.line);
  const double x = right - places.width();
  for (size_t part = 0; part < places.texts().size(); ++part)
    canvas.text(x + places.left(part), y + 10, places.texts()[part], LinePlaces::type(palette));
  Type type{.size = kUnderType, .colour = palette.ink, .tabular = true, .align = Align::kCentre};
  struct Under {
    double centre;
    double width;
    std::string text;
  };
  std::vector<Under> row;
  row.reserve(line.under.size());
  for (size_t i = 0; i < line.under.size(); ++i) {
    if (line.under[i].empty()) continue;
    const engine::LineLink& link = line.line.links[i];
    const double from = x + places.left(link.first);
    const double to = x + places.right(link.last);
    if (link.is_whole) canvas.line(from, y + 13.5, to, y + 13.5, palette.muted, 0.5);
    row.push_back({(from + to) / 2, measure(line.under[i], type, words.language()).width, line.under[i]});
  }
  std::ranges::sort(row, {}, &Under::centre);
  for (size_t i = 0; i < row.size(); ++i) {
    if (i > 0)
      row[i].centre = std::max(row[i].centre, row[i - 1].centre + (row[i - 1].width + row[i].width) / 2 + 4);
    canvas.text(row[i].centre, y + 21, row[i].text, type);
  }
}

}  // namespace exporter
