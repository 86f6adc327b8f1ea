// worksheet.cpp: questions from the top of a page down, each of them whole on one page.
#include "app/export/worksheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "app/document/model_input.h"
#include "app/export/canvas.h"
#include "app/export/formula_markup.h"
#include "app/lessons/answer.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/prose.h"
#include "app/look/labels.h"
#include "app/look/palette.h"

namespace exporter {
namespace {

using app::Ask;
using engine::Index;

// A4 in points.
constexpr double kWidth = 595.28;
constexpr double kHeight = 841.89;
constexpr double kMargin = 54;
constexpr double kInner = kWidth - 2 * kMargin;
constexpr double kNumber = 22;  // the column of the questions' numbers
constexpr double kBody = 10.5;
constexpr double kCell = 24;  // side of a matrix's cell at most
constexpr double kLabel = 8;
constexpr Index kMostCells = 40;  // per side of a matrix that is drawn
constexpr double kLongestLabel = 90;
constexpr double kTallestGrid = 480;

std::string tagged(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", tag, text);
}

// A lesson's Markdown as Pango markup.
std::string markup(std::string_view markdown, const look::Palette& palette, double size) {
  std::string all;
  for (const app::ProseBlock& block : app::read_prose(markdown)) {
    if (!all.empty()) all += '\n';
    if (!block.marker.empty()) all.append(block.marker).append(" ");
    for (const app::ProseSpan& span : block.spans) {
      std::string text = span.is_formula ? pango_formula(span.text, palette, size) : escaped(span.text);
      if (span.is_code) text = tagged("tt", text);
      if (span.is_emphasised) text = tagged("i", text);
      if (span.is_strong) text = tagged("b", text);
      all += text;
    }
  }
  return all;
}

// A question with the run of its step.
struct Asked {
  const app::LessonStep* step = nullptr;
  std::shared_ptr<const engine::Trace> run;

  const app::Question& question() const { return *step->question; }
  std::string filled(std::string_view markdown) const { return app::fill_prose(markdown, *run); }
};

class Pages {
 public:
  Pages(const app::Lesson& lesson, const std::vector<Asked>& asked, const app::Words& words)
      : lesson_(lesson),
        asked_(asked),
        words_(words),
        palette_(look::palette(false)),
        canvas_(Medium::kPdf, {.width = kWidth, .height = kHeight, .scale = 1}, words.language()) {}

  engine::Result<std::string> draw() {
    begin_page();
    draw_heading();
    for (size_t i = 0; i < asked_.size(); ++i) draw_question(i);
    canvas_.next_page();
    begin_page();
    y_ += text(kMargin, words_("worksheet.answers"), heading(16), kInner) + 10;
    for (size_t i = 0; i < asked_.size(); ++i) draw_answer(i);
    return canvas_.finish();
  }

 private:
  Type body(double size = kBody) const { return {.size = size, .colour = palette_.ink}; }
  Type quiet(double size) const { return {.size = size, .colour = palette_.muted}; }
  Type heading(double size) const { return {.size = size, .colour = palette_.ink, .bold = true}; }

  double height_of(const std::string& content, Type type, double width) const {
    type.wrap = width;
    return measure(content, type, words_.language()).height;
  }

  // Wrapped, its top at y_; returns its height.
  double text(double x, const std::string& content, Type type, double width) {
    type.wrap = width;
    const TextSize size = measure(content, type, words_.language());
    canvas_.text(x, y_ + size.ascent, content, type);
    return size.height;
  }

  double prose_height(const std::string& markdown, double width) const {
    return height_of(markup(markdown, palette_, kBody), marked(), width);
  }
  double prose(double x, const std::string& markdown, double width) {
    return text(x, markup(markdown, palette_, kBody), marked(), width);
  }
  Type marked() const {
    Type type = body();
    type.markup = true;
    return type;
  }

  void begin_page() {
    ++page_;
    y_ = kMargin;
    canvas_.fill({0, 0, kWidth, kHeight}, palette_.panel);
    Type foot = quiet(8);
    canvas_.text(kMargin, kHeight - 30, lesson_.title, foot);
    foot.align = Align::kRight;
    canvas_.text(kWidth - kMargin, kHeight - 30, std::to_string(page_), foot);
  }

  // On a new page, if this much room is not left.
  void make_room_for(double height) {
    if (y_ + height <= kHeight - kMargin || y_ <= kMargin) return;
    canvas_.next_page();
    begin_page();
  }

  void rule(double x, double width) { canvas_.line(x, y_, x + width, y_, palette_.muted, 0.6); }

  void draw_heading() {
    if (lesson_.number > 0) {
      const std::string number = words_("lesson.number", {{"number", std::to_string(lesson_.number)}});
      y_ += text(kMargin, number, quiet(9.5), kInner) + 2;
    }
    y_ += text(kMargin, lesson_.title, heading(20), kInner) + 14;
    const double half = kInner / 2;
    for (const auto& [key, x] :
         {std::pair("worksheet.name", kMargin), std::pair("worksheet.date", kMargin + half)}) {
      const std::string label = words_(key);
      const double width = measure(label, body(), words_.language()).width;
      text(x, label, body(), half);
      canvas_.line(x + width + 6, y_ + 13, x + half - 16, y_ + 13, palette_.muted, 0.6);
    }
    y_ += 36;
  }

  // The matrix in which a cell is asked for, if it fits; nullopt for other questions: its shape alone would
  // tell the answers of some.
  std::optional<int> grid_of(const Asked& asked) const {
    if (asked.question().kind != Ask::kCell) return std::nullopt;
    const auto stage = asked.run->find(asked.question().cover);
    if (!stage) return std::nullopt;
    const engine::Stage& shown = asked.run->stage(*stage);
    return shown.rows > kMostCells || shown.columns > kMostCells ? std::nullopt : stage;
  }

  // Labels at the left and above, and cells of one size.
  struct Sizes {
    std::vector<std::string> rows, columns;
    double left = 0, above = 0, cell = 0;
  };
  Sizes sizes_of(const engine::Trace& run, int stage) const {
    Sizes sizes;
    const int first = words_.counts_from();
    sizes.rows = look::axis_labels(run, stage, look::Side::kRows, first);
    sizes.columns = look::axis_labels(run, stage, look::Side::kColumns, first);
    const auto widest = [&](const std::vector<std::string>& labels) {
      double width = 0;
      for (const std::string& label : labels)
        width = std::max(width, measure(label, body(kLabel), words_.language()).width);
      return std::min(width, kLongestLabel) + 5;
    };
    sizes.left = widest(sizes.rows);
    sizes.cell = std::min({kCell, (kInner - kNumber - sizes.left) / static_cast<double>(sizes.columns.size()),
                           kTallestGrid / static_cast<double>(sizes.rows.size())});
    sizes.above = widest(sizes.columns) > sizes.cell ? widest(sizes.columns) : kLabel + 5;
    return sizes;
  }

  double grid_height(const Asked& asked) const {
    const auto grid = grid_of(asked);
    if (!grid) return 0;
    const Sizes sizes = sizes_of(*asked.run, *grid);
    return 16 + sizes.above + sizes.cell * static_cast<double>(sizes.rows.size()) + 12;
  }

  void draw_grid(const Asked& asked) {
    const auto grid = grid_of(asked);
    if (!grid) return;
    const engine::Trace& run = *asked.run;
    const engine::Stage& stage = run.stage(*grid);
    const Sizes sizes = sizes_of(run, *grid);
    std::string title = look::stage_title(words_, stage);
    title.append("   ").append(look::axis_title(words_, stage));
    canvas_.text(kMargin + kNumber, y_ + 8, title, quiet(kLabel));
    y_ += 16 + sizes.above;
    const Box box{kMargin + kNumber + sizes.left, y_, sizes.cell * static_cast<double>(stage.columns),
                  sizes.cell * static_cast<double>(stage.rows)};
    draw_lines(box, stage);
    draw_labels(box, sizes);
    y_ = box.bottom() + 12;
  }

  void draw_lines(const Box& box, const engine::Stage& stage) {
    for (Index row = 0; row <= stage.rows; ++row) {
      const double y = box.y + box.height * static_cast<double>(row) / static_cast<double>(stage.rows);
      canvas_.line(box.x, y, box.right(), y, palette_.muted, 0.5);
    }
    for (Index column = 0; column <= stage.columns; ++column) {
      const double x = box.x + box.width * static_cast<double>(column) / static_cast<double>(stage.columns);
      canvas_.line(x, box.y, x, box.bottom(), palette_.muted, 0.5);
    }
  }

  // Above the columns upright if they fit, otherwise turned.
  void draw_labels(const Box& box, const Sizes& sizes) {
    Type row = body(kLabel);
    row.max_width = kLongestLabel;
    row.align = Align::kRight;
    for (size_t i = 0; i < sizes.rows.size(); ++i) {
      const double y = box.y + (static_cast<double>(i) + 0.5) * sizes.cell;
      canvas_.text(box.x - 4, y + kLabel * 0.36, sizes.rows[i], row);
    }
    const bool is_turned = sizes.above > kLabel + 5;
    Type column = body(kLabel);
    column.max_width = kLongestLabel;
    column.turn = is_turned ? 90 : 0;
    column.align = is_turned ? Align::kLeft : Align::kCentre;
    for (size_t i = 0; i < sizes.columns.size(); ++i) {
      const double x = box.x + (static_cast<double>(i) + 0.5) * sizes.cell;
      canvas_.text(is_turned ? x + kLabel * 0.36 : x, box.y - 4, sizes.columns[i], column);
    }
  }

  // Choices by letters; things to put in order as the window lists them.
  std::vector<std::string> items_of(const Asked& asked) const {
    const auto& choices = asked.question().choices;
    std::vector<std::string> items;
    items.reserve(choices.size());
    if (asked.question().kind == Ask::kOrder) {
      for (const size_t place : app::items_as_listed(asked.question()))
        items.push_back(asked.filled(choices[place].text));
    } else {
      for (const app::Choice& choice : choices) items.push_back(asked.filled(choice.text));
    }
    return items;
  }

  double space_height(const Asked& asked) const {
    double height = 0;
    for (const std::string& item : items_of(asked)) height += prose_height(item, kInner - kNumber - 30) + 7;
    if (height > 0) return height;
    return grid_of(asked) ? 18 : 62;
  }

  void draw_space(const Asked& asked) {
    const double x = kMargin + kNumber;
    const bool is_order = asked.question().kind == Ask::kOrder;
    const auto items = items_of(asked);
    for (const std::string& item : items) {
      if (is_order) {
        canvas_.line(x, y_ + 12, x + 18, y_ + 12, palette_.muted, 0.6);
      } else {
        draw_box({x + 4, y_ + 2.5, 9, 9});
      }
      y_ += prose(x + 26, item, kInner - kNumber - 30) + 7;
    }
    if (!items.empty()) return;
    if (grid_of(asked)) {
      y_ += text(x, words_("worksheet.mark"), quiet(9), kInner - kNumber) + 4;
      return;
    }
    for (int line = 0; line < 2; ++line) {
      y_ += 22;
      rule(x, kInner - kNumber);
    }
    y_ += 18;
  }

  void draw_box(const Box& box) {
    canvas_.line(box.x, box.y, box.right(), box.y, palette_.ink, 0.7);
    canvas_.line(box.x, box.bottom(), box.right(), box.bottom(), palette_.ink, 0.7);
    canvas_.line(box.x, box.y, box.x, box.bottom(), palette_.ink, 0.7);
    canvas_.line(box.right(), box.y, box.right(), box.bottom(), palette_.ink, 0.7);
  }

  void draw_question(size_t index) {
    const Asked& asked = asked_[index];
    const std::string asks = asked.filled(asked.step->prose);
    const double width = kInner - kNumber;
    make_room_for(prose_height(asks, width) + 8 + grid_height(asked) + space_height(asked));
    text(kMargin, std::to_string(index + 1) + ".", heading(kBody), kNumber);
    y_ += prose(kMargin + kNumber, asks, width) + 8;
    draw_grid(asked);
    draw_space(asked);
    y_ += 16;
  }

  // The right answer, and what is said of it.
  void draw_answer(size_t index) {
    const Asked& asked = asked_[index];
    const app::Question& question = asked.question();
    std::string answer = app::right_answer(question, *asked.run, words_.counts_from());
    for (const app::Choice& choice : question.choices) {
      if (question.kind == Ask::kChoice && choice.is_right) answer = asked.filled(choice.text);
    }
    if (question.kind != Ask::kChoice && question.kind != Ask::kOrder) answer = "**" + answer + "**";
    const std::string said = asked.filled(question.reveal);
    const double width = kInner - kNumber;
    make_room_for(prose_height(answer, width) + prose_height(said, width) + 14);
    text(kMargin, std::to_string(index + 1) + ".", heading(kBody), kNumber);
    y_ += prose(kMargin + kNumber, answer, width) + 3;
    if (!said.empty()) y_ += prose(kMargin + kNumber, said, width);
    y_ += 11;
  }

  const app::Lesson& lesson_;
  const std::vector<Asked>& asked_;
  const app::Words& words_;
  const look::Palette& palette_;
  Canvas canvas_;
  double y_ = kMargin;
  int page_ = 0;
};

}  // namespace

engine::Result<std::string> draw_worksheet(const app::Lesson& lesson, const app::Words& words) {
  std::vector<Asked> asked;
  for (const app::LessonStep& step : lesson.steps) {
    if (!step.question) continue;
    const auto run = app::make_trace(step.document);
    if (!run) return run.error();
    asked.push_back({&step, *run});
  }
  if (asked.empty()) return engine::Error{"error.worksheet_empty", {{"title", lesson.title}}};
  return Pages(lesson, asked, words).draw();
}

}  // namespace exporter
