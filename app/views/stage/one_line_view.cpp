// one_line_view.cpp: sets the parts of a head's line side by side, and a number or a letter under them.
#include "app/views/stage/one_line_view.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"

namespace views {
namespace {

constexpr float kLeastSize = 0.75f;  // of the size asked for
constexpr float kUnderHeight = 13;   // pixels at 100 %: digits, without the air above them
constexpr float kBesideNumber = 8;   // on its ground, on both sides together
constexpr float kBetweenNumbers = 6;

constexpr float kPadding = 0.1f;  // of the size, above the line and below its numbers

ui::MathStyle math_style(const ui::Style& style, float size, ImU32 ink) {
  return {&style.fonts, size, ink, style.colours.query, style.colours.key, style.colours.value};
}

// Something under the line: a number, or in grey the letter of what is above it.
struct Under {
  float left = 0;
  float width = 0;
  float beside = 0;  // air on both sides
  std::string number;
  ui::MathLayout letter = {};
};

// From left to right, each where it was wanted or as close as its neighbour lets it.
void keep_apart(std::vector<Under>& row, float gap) {
  std::ranges::sort(row, {}, &Under::left);
  for (size_t i = 1; i < row.size(); ++i)
    row[i].left = std::max(row[i].left,
                           row[i - 1].left + row[i - 1].width + std::max(gap, row[i - 1].beside + gap / 2));
}

bool is_inside(const engine::LineLink& link, const engine::LineLink& whole) {
  return link.first >= whole.first && link.last <= whole.last;
}

}  // namespace

float one_line_size(const ui::Style& style) {
  return style.px(18);
}

OneLineView::OneLineView(const Frame& frame, float size, float width) : frame_(frame) {
  const int focused = frame.session.focused_stage();
  if (focused < 0) return;
  line_ = engine::one_line(frame.trace(), frame.trace().stage(focused).address, frame.style.lettering);
  if (!line_) return;
  lay_out(size);
  if (width_ > width) lay_out(size * std::max(kLeastSize, width / width_));
  if (width_ > width) line_.reset();
}

void OneLineView::lay_out(float size) {
  size_ = size;
  width_ = ascent_ = descent_ = 0;
  parts_.clear();
  lefts_.clear();
  widths_.clear();
  parts_.reserve(line_->parts.size());
  lefts_.reserve(line_->parts.size());
  const ui::MathStyle math = math_style(frame_.style, size, frame_.style.colours.ink);
  const engine::LineLink* const here = line_->find(frame_.session.focused_stage());
  for (const engine::LinePart& part : line_->parts) {
    parts_.push_back(ui::layout_math(part.markup, math));
    widths_.push_back(parts_.back().width);
  }
  std::vector<float> before(parts_.size(), 0);
  for (const engine::LineLink& link : line_->links) {
    const float wider = wider_than_part(link);
    before[link.first] += wider / 2;
    widths_[link.last] += wider / 2;
  }
  air_ = here == nullptr ? 0 : air_beside(*here);
  for (size_t i = 0; i < parts_.size(); ++i) {
    // The ground of the lit part touches neither its neighbours nor their numbers.
    const bool begins = here != nullptr && i == here->first;
    const bool follows = here != nullptr && i == here->last + 1;
    lefts_.push_back(width_ + line_->parts[i].before * size + before[i] + (begins || follows ? air_ : 0));
    width_ = lefts_.back() + widths_[i];
    ascent_ = std::max(ascent_, parts_[i].ascent);
    descent_ = std::max(descent_, parts_[i].descent);
  }
  if (here != nullptr && here->last + 1 == parts_.size()) width_ += air_;
  if (const float result = widest_result(); result > 0) width_ = std::max(width_, result_left() + result);
}

// Of a quotient and of what is added: how much more room the numbers take than the part.
float OneLineView::wider_than_part(const engine::LineLink& link) const {
  const engine::Summary* const summary = frame_.facts.summary(link.stage);
  // The lit part has its air instead.
  const bool is_wide = (link.divisor != 0 || link.is_added) && !is_here(link);
  if (!is_wide || summary == nullptr || !is_of_pairs()) return 0;
  const ui::TextStyle type = frame_.style.small_ink();
  float numbers = 0;
  for (const float end : {summary->smallest, summary->largest})
    numbers = std::max(numbers, ui::number_width(text_under(link, static_cast<double>(end)), type));
  float part = parts_[link.last].width;
  if (link.is_added)  // its own plus stands under the line's
    part += parts_[link.first - 1].width +
            (line_->parts[link.first - 1].before + line_->parts[link.first].before) * size_;
  return std::max(0.0f, numbers + frame_.style.px(kBetweenNumbers) - part);
}

// Whether the numbers of a query and a key stand under all parts.
bool OneLineView::is_of_pairs() const {
  return frame_.trace().stage(frame_.session.focused_stage()).column_axis == engine::Axis::kKeys;
}

std::string OneLineView::text_under(const engine::LineLink& link, double number) const {
  return engine::line_number_text(frame_.trace(), *line_, link, number, is_here(link), false);
}

// Room for the widest number of the stage, whichever is written: the line stays where it is while one points
// at cells.
float OneLineView::widest_number(const engine::LineLink& link) const {
  const ui::TextStyle type = frame_.style.small_ink();
  float widest = ui::number_width(link.divisor == 0 ? "−0.00" : text_under(link, -1), type);
  if (const engine::Summary* const summary = frame_.facts.summary(link.stage)) {
    for (const float end : {summary->smallest, summary->largest}) {
      widest = std::max(widest, ui::number_width(text_under(link, static_cast<double>(end)), type));
    }
  }
  return widest + frame_.style.px(kBesideNumber);
}

// What softmax reads, as it stands behind all numbers; 0 where it is not written.
float OneLineView::widest_result() const {
  const engine::Summary* const summary = line_->gives < 0 ? nullptr : frame_.facts.summary(line_->gives);
  if (summary == nullptr || !is_of_pairs()) return 0;
  float widest = 0;
  for (const float end : {summary->smallest, summary->largest})
    widest = std::max(widest, ui::number_width(engine::line_result_text(frame_.trace(), *line_,
                                                                        static_cast<double>(end), false),
                                               frame_.style.small_ink()));
  return widest;
}

float OneLineView::result_left() const {
  return lefts_[line_->links.back().first - 1];
}

float OneLineView::air_beside(const engine::LineLink& link) const {
  float wide = 0;
  for (size_t i = link.first; i <= link.last; ++i) wide += widths_[i];
  const float number = link.is_sign ? 0 : widest_number(link);
  return std::max(inset(link), (number - wide) / 2) + frame_.style.px(4);
}

float OneLineView::padding() const {
  return std::round(kPadding * size_);
}

float OneLineView::row_height() const {
  return padding() + std::ceil(ascent_ + descent_) + frame_.style.px(1);
}

float OneLineView::height() const {
  return row_height() + frame_.style.px(kUnderHeight) + padding();
}

bool OneLineView::is_here(const engine::LineLink& link) const {
  return line_->find(frame_.session.focused_stage()) == &link;
}

bool OneLineView::is_inside_whole(const engine::LineLink& link) const {
  return std::ranges::any_of(line_->links, [&](const engine::LineLink& other) {
    return other.is_whole && !link.is_whole && is_inside(link, other);
  });
}

float OneLineView::inset(const engine::LineLink& link) const {
  return size_ * (is_here(link) ? 0.18f : 0.06f);
}

ImVec2 OneLineView::low(const engine::LineLink& link) const {
  return {lefts_[link.first] - inset(link), 0};
}

ImVec2 OneLineView::high(const engine::LineLink& link) const {
  return {lefts_[link.last] + widths_[link.last] + inset(link),
          is_inside_whole(link) ? row_height() : height()};
}

std::string OneLineView::number_under(const engine::LineLink& link) const {
  // Under a product's factors is the product's place: theirs is written there only where one looks at them.
  if (is_inside_whole(link) && !is_here(link)) return "";
  const engine::Trace& trace = frame_.trace();
  const engine::Cell cell = frame_.explained_cell();
  const auto number = engine::line_number(trace, *line_, link, cell);
  const bool is_exact = engine::is_exact_as_written(trace, *line_, link.stage, cell, -1);
  return number ? engine::line_number_text(trace, *line_, link, *number, is_here(link), is_exact) : "";
}

std::pair<float, float> OneLineView::ground(const engine::LineLink& link) const {
  const auto& style = frame_.style;
  const float left = low(link).x;
  const float right = high(link).x;
  const bool keeps_room = is_here(link) && !link.is_sign;
  const std::string number = number_under(link);
  const float written =
      number.empty() ? 0 : ui::number_width(number, style.small_ink()) + style.px(kBesideNumber);
  const float more = std::max(written, keeps_room ? widest_number(link) : 0) - (right - left);
  if (more <= 0) return {left, right};
  // Beside a sign only its air; at the line's end there is room.
  const float air = is_here(link) ? air_ : 0.14f * size_;
  const bool is_last = link.last + 1 == parts_.size();
  return {left - std::min(air, more / 2), right + (is_last ? more / 2 : std::min(air, more / 2))};
}

void OneLineView::draw_ground(ImVec2 at, const engine::LineLink& link, bool lit) const {
  const auto [left, right] = ground(link);
  const ImVec2 from(at.x + left, at.y);
  const ImVec2 to(at.x + right, at.y + (lit ? height() : high(link).y));
  const ui::Colours& colours = frame_.style.colours;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, lit ? colours.selected : colours.chip, frame_.style.px(5));
  if (lit) list.AddRect(from, to, colours.accent, frame_.style.px(5));
}

void OneLineView::draw(ImVec2 at) const {
  const auto& style = frame_.style;
  const engine::LineLink* const here = line_->find(frame_.session.focused_stage());
  if (here != nullptr) draw_ground(at, *here, true);
  for (const engine::LineLink& link : line_->links) {
    const engine::Stage& stage = frame_.trace().stage(link.stage);
    // Between a product's factors there is nothing to click: its own place is under them.
    const float top = link.is_whole ? row_height() : 0;
    const auto [left, right] = is_here(link) ? ground(link) : std::pair(low(link).x, high(link).x);
    ImGui::SetCursorScreenPos({at.x + left, at.y + top});
    if (ImGui::InvisibleButton(("line " + stage.address).c_str(), {right - left, high(link).y - top}))
      walk_to(frame_, stage.address);
    if (ImGui::IsItemHovered() && &link != here) draw_ground(at, link, false);
    ui::tip(style, look::stage_title(frame_.tr, stage) + " · " + stage.address);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t part = 0; part < parts_.size(); ++part)
    ui::draw_math(list, {at.x + lefts_[part], at.y + padding() + ascent_}, parts_[part]);
  draw_under(at);
}

void OneLineView::draw_under(ImVec2 at) const {
  const auto& style = frame_.style;
  const ui::TextStyle type = style.small_ink();
  const ui::MathStyle math = math_style(style, style.px(14), style.colours.muted);
  const engine::LineLink* const here = line_->find(frame_.session.focused_stage());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<Under> row;
  row.reserve(line_->links.size());
  for (const engine::LineLink& link : line_->links) {
    const float left = low(link).x;
    const float right = high(link).x;
    std::pair<float, float> over = ground(link);
    if (link.is_whole) {
      // Beside the ground of its lit factor.
      const bool is_parted = here != nullptr && &link != here && is_inside(*here, link);
      const auto [from, to] = is_parted ? ground(*here) : std::pair(right, right);
      const auto piece = from - left > right - to ? std::pair(left, from) : std::pair(to, right);
      const float y = at.y + row_height() - 1;
      list.AddLine({at.x + piece.first, y}, {at.x + piece.second, y}, style.colours.muted);
      if (is_parted) over = piece;
    }
    Under under{.number = number_under(link)};
    const bool has_number = !under.number.empty();
    if (!has_number && link.letter.empty()) continue;
    if (!has_number) under.letter = ui::layout_math(link.letter, math);
    under.width = has_number ? ui::number_width(under.number, type) : under.letter.width;
    under.left = (over.first + over.second - under.width) / 2;
    // A number's sign stands below the line's.
    if (has_number && &link != here && (link.divisor != 0 || link.is_added)) {
      const size_t sign = link.is_added ? link.first - 1 : link.first;
      const bool is_lit = here != nullptr && here->first == sign;
      if (!is_lit) under.left = lefts_[sign] - wider_than_part(link) / 2;
    }
    // Nothing else is on the lit part's ground.
    if (&link == here) under.beside = (over.second - over.first - under.width) / 2;
    row.push_back(std::move(under));
  }
  const bool gives_quotient = here != nullptr && here->divisor != 0;
  const std::string result = engine::line_result_text(frame_.trace(), *line_, frame_.explained_cell(),
                                                      gives_quotient ? here->stage : -1);
  if (!result.empty())
    row.push_back({.left = result_left(), .width = ui::number_width(result, type), .number = result});
  keep_apart(row, style.px(kBetweenNumbers));
  const float y = at.y + row_height() - style.px(2);
  for (const Under& under : row) {
    const float x = std::floor(at.x + under.left);
    if (under.number.empty()) {
      ui::draw_math(list, {x, y + style.px(13)}, under.letter);
    } else {
      ui::draw_number(list, {x + under.width, y}, under.number, type);
    }
  }
}

}  // namespace views
