// prose_view.cpp: puts words and formulas side by side, and breaks lines between them.
#include "app/views/lesson/prose_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pages/term_links.h"
#include "app/ui/math.h"

namespace views {
namespace {

using app::ProseBlock;
using app::ProseSpan;

constexpr float kQuotedSize = 1.12f;  // of the type size

// What may not begin a line.
constexpr std::array<std::string_view, 19> kClosing = {
    ".", ",", ";", ":", "!", "?", ")", "]", "”", "’", "、", "。", "，", "；", "：", "！", "？", "）", "」"};

// The marks at the beginning of a text that belong to the word before it.
std::string_view leading_marks(std::string_view text) {
  size_t end = 0;
  const auto goes_on = [&](std::string_view mark) { return text.substr(end).starts_with(mark); };
  for (auto mark = std::ranges::find_if(kClosing, goes_on); mark != kClosing.end();
       mark = std::ranges::find_if(kClosing, goes_on))
    end += mark->size();
  return text.substr(0, end);
}

class ProseSetter {
 public:
  ProseSetter(const Frame& frame, ImDrawList& list, ImVec2 corner, const ProseLook& look,
              std::vector<ProseLink>& links)
      : frame_(frame), style_(frame.style), list_(list), corner_(corner), look_(look), links_(links) {
    step_ = std::round(look.size * look.leading);
  }

  float set(std::span<const ProseBlock> blocks) {
    for (const ProseBlock& block : blocks) {
      if (&block != &blocks.front()) y_ += gap_before(block);
      set_block(block);
    }
    return y_;
  }

 private:
  float gap_before(const ProseBlock& block) const {
    return std::round(look_.size * (block.kind == ProseBlock::Kind::kItem ? 0.2f : 0.6f));
  }

  void set_block(const ProseBlock& block) {
    const float indent = std::round(look_.size * 1.4f * static_cast<float>(block.depth));
    const bool is_listed =
        block.kind == ProseBlock::Kind::kItem || block.kind == ProseBlock::Kind::kParagraph;
    left_ = is_listed ? indent : 0;
    x_ = left_;
    if (!block.marker.empty()) {
      const ui::TextStyle quiet{style_.fonts.regular, look_.size, style_.colours.muted};
      ui::draw_text(list_, {corner_.x + left_ - look_.size * 1.2f, top_of_text(quiet)}, block.marker, quiet);
    }
    for (size_t i = 0; i < block.spans.size(); ++i) {
      marks_ = i + 1 < block.spans.size() ? leading_marks(block.spans[i + 1].text) : std::string_view();
      set_span(block.spans[i], block.kind == ProseBlock::Kind::kHeading);
    }
    y_ += step_;
  }

  void set_span(const ProseSpan& span, bool is_heading) {
    if (span.is_formula) return set_formula(span.text);
    const bool is_strong = span.is_strong || is_heading;
    // Words that are quoted are set in the italics of formulas, a little larger to look as large.
    const bool is_quoted = span.is_emphasised && !is_strong;
    ImFont* const font = is_strong   ? style_.fonts.semibold
                         : is_quoted ? style_.fonts.serif_italic
                                     : style_.fonts.regular;
    const ui::TextStyle type{font, is_quoted ? look_.size * kQuotedSize : look_.size, style_.colours.ink};
    const bool leads = !span.link.empty() && leads_somewhere(frame_, span.link);
    const std::vector<std::string> pieces = ui::breakable_pieces(span.text);
    for (const std::string& piece : pieces) {
      const float marks = &piece == &pieces.back() ? width_of_marks() : 0;
      const ImVec2 drawn = set_piece(piece, type, span.is_code, marks);
      if (leads) add_link(span.link, drawn, type);
    }
  }

  // Pieces of one line are one link; `drawn`: where a piece begins and ends in its line.
  void add_link(const std::string& target, ImVec2 drawn, const ui::TextStyle& type) {
    const float top = top_of_text(type);
    const ImVec2 low(corner_.x + drawn.x, top);
    const ImVec2 high(corner_.x + drawn.y, top + ui::line_height(type.font, type.size));
    const bool goes_on = !links_.empty() && links_.back().target == target && links_.back().low.y == top;
    if (goes_on) {
      links_.back().high.x = high.x;
    } else {
      links_.push_back({target, low, high});
    }
  }

  float width_of_marks() const {
    return ui::text_size(marks_, {style_.fonts.regular, look_.size, style_.colours.ink}).x;
  }

  // With room for the `marks` that follow it. Returns where it begins and ends in its line.
  ImVec2 set_piece(std::string piece, const ui::TextStyle& type, bool is_code, float marks) {
    const bool breaks = piece.ends_with('\n');
    std::erase(piece, '\n');
    std::string bare = piece;
    bare.erase(bare.find_last_not_of(' ') + 1);
    const float width = ui::text_size(bare, type).x;
    // Marks stay where the word is that they belong to.
    if (leading_marks(bare).size() < bare.size() || bare.empty()) make_room(width + marks);
    const ImVec2 at(corner_.x + x_, top_of_text(type));
    if (is_code) {
      const float edge = style_.px(2);
      list_.AddRectFilled({at.x - edge, at.y}, {at.x + width + edge, at.y + ui::text_size(bare, type).y},
                          style_.colours.chip, style_.px(3));
    }
    ui::draw_text(list_, at, bare, type);
    const ImVec2 drawn(x_, x_ + width);
    x_ += ui::text_size(piece, type).x;
    if (breaks) new_line();
    return drawn;
  }

  void set_formula(const std::string& markup) {
    const ui::MathStyle math{&style_.fonts,        look_.size * 1.1f,  style_.colours.ink,
                             style_.colours.query, style_.colours.key, style_.colours.value};
    const ui::MathLayout layout = ui::layout_math(markup, math);
    make_room(layout.width + width_of_marks());
    const ui::TextStyle type{style_.fonts.regular, look_.size, style_.colours.ink};
    const float line = top_of_text(type) + ui::baseline(type.font, type.size);
    ui::draw_math(list_, {corner_.x + x_, line}, layout);
    x_ += layout.width;
  }

  void make_room(float width) {
    if (x_ > left_ && x_ + width > look_.width) new_line();
  }
  void new_line() {
    y_ += step_;
    x_ = left_;
  }
  float top_of_text(const ui::TextStyle& type) const {
    const float above = std::floor((step_ - ui::line_height(style_.fonts.regular, look_.size)) / 2);
    const float line = above + ui::baseline(style_.fonts.regular, look_.size);
    return corner_.y + y_ + line - ui::baseline(type.font, type.size);
  }

  const Frame& frame_;
  const ui::Style& style_;
  ImDrawList& list_;
  ImVec2 corner_;
  ProseLook look_;
  std::vector<ProseLink>& links_;
  std::string_view marks_;  // that follow the span without a blank
  float step_ = 0;          // from line to line
  float left_ = 0;          // where lines begin
  float x_ = 0;
  float y_ = 0;
};

}  // namespace

float draw_blocks(const Frame& frame, ImDrawList& list, ImVec2 corner, std::span<const ProseBlock> blocks,
                  const ProseLook& look, std::vector<ProseLink>& links) {
  return ProseSetter(frame, list, corner, look, links).set(blocks);
}

float draw_prose(const Frame& frame, ImDrawList& list, ImVec2 corner, std::string_view markdown,
                 const ProseLook& look) {
  std::vector<ProseLink> none;
  return draw_blocks(frame, list, corner, app::read_prose(markdown), look, none);
}

void prose(const Frame& frame, std::string_view markdown, const ProseLook& look) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto blocks = app::kept_prose(markdown, frame.tr.language());
  std::vector<ProseLink> links;
  const float height = draw_blocks(frame, *ImGui::GetWindowDrawList(), at, *blocks, look, links);
  draw_links(frame, links);
  ImGui::Dummy({look.width, height});
}

}  // namespace views
