// math.cpp: from a formula's tree to boxes side by side, with the spacing of relations and operators.
#include "app/ui/math.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/ui/math_atoms.h"
#include "app/ui/math_box.h"
#include "app/ui/text.h"
#include "engine/core/formula.h"
#include "engine/core/utf8.h"

namespace ui {
namespace {

using engine::FormulaNode;
using Kind = FormulaNode::Kind;
using Atom = MathAtom;
using Piece = MathPiece;

// Space for letters with and without ascenders, in type sizes: lines of formulas are evenly spaced.
constexpr float kLeastAscent = 0.7f;
constexpr float kLeastDescent = 0.22f;

// Builds the pieces of a row.
class Row {
 public:
  explicit Row(const MathSetting& setting) : setting_(setting) {}

  void add(const FormulaNode& node) {
    switch (node.kind) {
      case Kind::kText:
        return add_text(node.text);
      case Kind::kSub:
      case Kind::kSuper:
        return add_script(node);
      case Kind::kFraction:
        return add_fraction(node);
      case Kind::kCases:
        return add_cases(node);
      case Kind::kRoot:
        return push({root_box(inner_box(node, setting_), setting_)});
      case Kind::kHat:
        return push({hat_box(inner_box(node, setting_), setting_)});
      default:
        return add_group(node);
    }
  }

  // Side by side on one baseline.
  static MathBox join(const std::vector<Piece>& pieces, const MathSetting& setting);

  // The added pieces, with scripts and brackets placed; leaves the row empty.
  std::vector<Piece> pieces() {
    for (Piece& piece : pieces_) settle(piece);
    grow_brackets();
    return std::move(pieces_);
  }

 private:
  void push(Piece piece) {
    piece.space_before = std::exchange(space_, false);
    pieces_.push_back(std::move(piece));
  }

  ImFont* font_for(std::string_view letter) const {
    const Fonts& fonts = *setting_.style->fonts;
    if (!is_variable(letter) || setting_.face == MathFace::kUpright) return fonts.serif;
    return setting_.face == MathFace::kBold ? fonts.serif_bold_italic : fonts.serif_italic;
  }

  void push_glyphs(std::string_view text, Atom atom) {
    MathGlyphs glyphs = glyph_box(text, font_for(engine::first_letter(text)), setting_.size, setting_.colour);
    Piece piece{std::move(glyphs.box), atom, glyphs.slant};
    if (atom == Atom::kOpening || atom == Atom::kClosing) piece.bracket = text;
    push(std::move(piece));
  }

  void add_text(std::string_view text) {
    if (setting_.face == MathFace::kUpright) return add_words(text);
    while (!text.empty()) {
      const std::string_view number = number_at(text);
      const std::string_view letter = number.empty() ? engine::first_letter(text) : number;
      text.remove_prefix(letter.size());
      if (letter == " ") {
        space_ = true;
      } else if (!number.empty()) {
        push_glyphs(number, Atom::kOrdinary);
      } else {
        push_glyphs(typeset(letter), atom_of(letter));
      }
    }
  }

  // Upright words keep their spaces; a word of letters is spaced like sin or log.
  void add_words(std::string_view text) {
    const bool word = text.size() > 1 && is_variable(text.substr(0, 1));
    push_glyphs(text, word ? Atom::kOperator : Atom::kOrdinary);
  }

  void add_script(const FormulaNode& node) {
    if (pieces_.empty()) push({});
    MathSetting inner = setting_;
    inner.script = setting_.script + 1;
    inner.size =
        std::max(std::min(8.0f, setting_.size), setting_.style->size * (inner.script > 1 ? 0.56f : 0.72f));
    MathBox box = inner_box(node, inner);
    Piece& base = pieces_.back();
    std::optional<MathBox>& place = node.kind == Kind::kSub ? base.sub : base.super;
    if (place) settle(base);
    place = std::move(box);
  }

  void add_fraction(const FormulaNode& node) {
    MathSetting inner = setting_;
    inner.fraction = setting_.fraction + 1;
    if (setting_.fraction > 0 || setting_.script > 0) inner.size = setting_.size * 0.8f;
    const MathBox above = row_box(node.children[0], inner);
    const MathBox below = row_box(node.children[1], inner);
    push({fraction_box(above, below, setting_)});
  }

  void add_cases(const FormulaNode& node) {
    MathSetting inner = setting_;
    inner.size = setting_.size * 0.85f;
    std::vector<std::pair<MathBox, MathBox>> cases;
    for (size_t i = 0; i + 1 < node.children.size(); i += 2)
      cases.emplace_back(row_box(node.children[i], inner), row_box(node.children[i + 1], inner));
    push({cases_box(cases, inner)});
  }

  // A group, upright, bold, or in a role's colour. A single piece keeps its class.
  void add_group(const FormulaNode& node) {
    MathSetting inner = setting_;
    const MathStyle& style = *setting_.style;
    if (node.kind == Kind::kUpright) inner.face = MathFace::kUpright;
    if (node.kind == Kind::kBold) inner.face = MathFace::kBold;
    if (node.kind == Kind::kQuery) inner.colour = style.query;
    if (node.kind == Kind::kKey) inner.colour = style.key;
    if (node.kind == Kind::kValue) inner.colour = style.value;
    Row row(inner);
    for (const FormulaNode& child : node.children) row.add(child);
    std::vector<Piece> pieces = row.pieces();
    if (pieces.size() == 1) return push(std::move(pieces.front()));
    push({join(pieces, inner)});
  }

  static MathBox row_box(const FormulaNode& node, const MathSetting& setting) {
    Row row(setting);
    row.add(node);
    const std::vector<Piece> pieces = row.pieces();
    return join(pieces, setting);
  }

  static MathBox inner_box(const FormulaNode& node, const MathSetting& setting) {
    Row row(setting);
    for (const FormulaNode& child : node.children) row.add(child);
    const std::vector<Piece> pieces = row.pieces();
    return join(pieces, setting);
  }

  // Places the pending scripts.
  void settle(Piece& piece) const {
    if (!piece.sub && !piece.super) return;
    piece.box = script_box(piece.box, piece.slant, piece.sub ? &*piece.sub : nullptr,
                           piece.super ? &*piece.super : nullptr, setting_);
    piece.sub.reset();
    piece.super.reset();
    piece.slant = 0;
  }

  void grow_brackets() {
    std::vector<size_t> open;
    for (size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].atom == Atom::kOpening && !pieces_[i].bracket.empty()) open.push_back(i);
      if (pieces_[i].atom != Atom::kClosing || pieces_[i].bracket.empty() || open.empty()) continue;
      float ascent = 0;
      float descent = 0;
      for (size_t inside = open.back() + 1; inside < i; ++inside) {
        ascent = std::max(ascent, pieces_[inside].box.ascent);
        descent = std::max(descent, pieces_[inside].box.descent);
      }
      for (Piece* bracket : {&pieces_[open.back()], &pieces_[i]}) {
        if (bracket->box.runs.size() != 1) continue;  // it has a script: left as it is
        bracket->box = bracket_box(bracket->bracket, ascent, descent, setting_);
      }
      open.pop_back();
    }
  }

  MathSetting setting_;
  std::vector<Piece> pieces_;
  bool space_ = false;
};

MathBox Row::join(const std::vector<Piece>& pieces, const MathSetting& setting) {
  MathBox box;
  for (size_t i = 0; i < pieces.size(); ++i) {
    box.width += space_before(pieces, i, setting.script > 0) * setting.size;
    place(box, pieces[i].box, {box.width, 0});
    box.width += pieces[i].box.width + pieces[i].slant;
  }
  return box;
}

// The pieces from one relation to the next, first line first.
std::vector<std::vector<Piece>> broken(const std::vector<Piece>& pieces, const MathSetting& setting,
                                       float max_width) {
  std::vector<std::vector<Piece>> lines(1);
  std::vector<Piece> part;
  const auto flush = [&] {
    std::vector<Piece> longer = lines.back();
    longer.insert(longer.end(), part.begin(), part.end());
    if (!lines.back().empty() && Row::join(longer, setting).width > max_width) {
      lines.push_back(std::move(part));
    } else {
      lines.back() = std::move(longer);
    }
    part.clear();
  };
  for (const Piece& piece : pieces) {
    if (piece.atom == Atom::kRelation) flush();
    part.push_back(piece);
  }
  flush();
  return lines;
}

// Stacked lines, all except the first indented.
MathBox stacked(const std::vector<std::vector<Piece>>& lines, const MathSetting& setting) {
  MathBox box;
  float y = 0;
  float below = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const MathBox line = Row::join(lines[i], setting);
    const float indent = i == 0 ? 0 : setting.size;
    const float above = std::max(line.ascent, setting.size * kLeastAscent);
    if (i > 0) y += std::round(below + above + setting.size * 0.4f);
    place(box, line, {indent, y});
    box.width = std::max(box.width, indent + line.width);
    below = std::max(line.descent, setting.size * kLeastDescent);
  }
  return box;
}

}  // namespace

MathLayout layout_math(std::string_view markup, const MathStyle& style, float max_width) {
  const MathSetting setting{&style, style.size, style.ink};
  Row row(setting);
  for (const FormulaNode& node : engine::parse_formula(markup).children) row.add(node);
  const std::vector<Piece> pieces = row.pieces();
  MathLayout layout = Row::join(pieces, setting);
  if (max_width > 0 && layout.width > max_width) {
    layout = stacked(broken(pieces, setting, max_width), setting);
  }
  layout.ascent = std::max(layout.ascent, style.size * kLeastAscent);
  layout.descent = std::max(layout.descent, style.size * kLeastDescent);
  return layout;
}

void draw_math(ImDrawList& list, ImVec2 baseline_left, const MathLayout& layout) {
  const ImVec2 origin = {std::round(baseline_left.x), std::round(baseline_left.y)};
  for (const MathLayout::Run& run : layout.runs) {
    const ImVec2 pos = {std::round(origin.x + run.baseline.x),
                        std::round(origin.y + run.baseline.y - baseline(run.font, run.size))};
    const int first = list.VtxBuffer.Size;
    draw_text(list, pos, run.text, {run.font, run.size, run.colour});
    for (int i = first; run.squeeze != 1 && i < list.VtxBuffer.Size; ++i) {
      list.VtxBuffer[i].pos.x = pos.x + (list.VtxBuffer[i].pos.x - pos.x) * run.squeeze;
    }
  }
  for (const MathLayout::Rule& rule : layout.rules) {
    const ImVec2 from = {origin.x + rule.from.x, origin.y + rule.from.y};
    const ImVec2 to = {origin.x + rule.to.x, origin.y + rule.to.y};
    if (rule.from.y == rule.to.y) {
      const float top = std::round(from.y - rule.thickness / 2);
      list.AddRectFilled({from.x, top}, {to.x, top + rule.thickness}, rule.colour);
    } else {
      list.AddLine(from, to, rule.colour, rule.thickness);
    }
  }
}

void draw_math_upwards(ImDrawList& list, ImVec2 baseline_start, const MathLayout& layout) {
  for (const MathLayout::Run& run : layout.runs) {
    const ImVec2 from(baseline_start.x + run.baseline.y, baseline_start.y - run.baseline.x);
    draw_text_rotated(list, from, -90, run.text, {run.font, run.size, run.colour});
  }
}

}  // namespace ui
