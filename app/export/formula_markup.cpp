// formula_markup.cpp: turns a formula's tree into spans of Pango markup.
#include "app/export/formula_markup.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/export/canvas.h"
#include "engine/core/formula.h"

namespace exporter {
namespace {

using engine::FormulaNode;
using Kind = FormulaNode::Kind;

constexpr std::string_view kSerif = "STIX,STIX Two Text,DejaVu Serif,Noto Sans CJK TC";

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// Single letters are variables, in italics; everything else is upright.
std::string text_of(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_letter(text[end]) == is_letter(text[i])) ++end;
    const std::string piece = escaped(text.substr(i, end - i));
    out += is_letter(text[i]) ? "<i>" + piece + "</i>" : piece;
    i = end;
  }
  return out;
}

bool is_one_word(const FormulaNode& node) {
  return node.text.find(' ') == std::string::npos &&
         std::all_of(node.children.begin(), node.children.end(), is_one_word);
}

class Setter {
 public:
  Setter(const look::Palette& palette, double size) : palette_(palette), size_(size) {}

  std::string set(const FormulaNode& node, bool upright = false) const {
    switch (node.kind) {
      case Kind::kText:
        return upright ? escaped(node.text) : text_of(node.text);
      case Kind::kSub:
        return raised(node, -0.2, upright);
      case Kind::kSuper:
        return raised(node, 0.34, upright);
      case Kind::kFraction:
        return grouped(node.children[0], upright) + " / " + grouped(node.children[1], upright);
      case Kind::kCases:
        return cases(node, upright);
      case Kind::kRoot:
        return "√" + grouped(node.children[0], upright);
      case Kind::kHat:
        return hatted(children(node, upright));
      case Kind::kUpright:
        return children(node, true);
      case Kind::kBold:
        return "<b>" + children(node, upright) + "</b>";
      case Kind::kQuery:
        return coloured(node, palette_.query, upright);
      case Kind::kKey:
        return coloured(node, palette_.key, upright);
      case Kind::kValue:
        return coloured(node, palette_.value, upright);
      case Kind::kRow:
        break;
    }
    return children(node, upright);
  }

 private:
  std::string children(const FormulaNode& node, bool upright) const {
    std::string out;
    for (const FormulaNode& child : node.children) out += set(child, upright);
    return out;
  }

  // The combining hat stands with its letter, inside the letter's own tag.
  static std::string hatted(std::string letter) {
    const size_t tag = letter.rfind("</");
    return letter.insert(tag == std::string::npos ? letter.size() : tag, "\u0302");
  }

  // In one line: "0 (j ≤ i), −∞ (j > i)".
  std::string cases(const FormulaNode& node, bool upright) const {
    std::string out;
    for (size_t i = 0; i + 1 < node.children.size(); i += 2)
      out += (i == 0 ? "" : ", ") + set(node.children[i], upright) + " (" +
             set(node.children[i + 1], upright) + ")";
    return out;
  }

  std::string coloured(const FormulaNode& node, look::Rgb colour, bool upright) const {
    return "<span foreground=\"" + hex(colour) + "\">" + children(node, upright) + "</span>";
  }

  // `lift`: of the baseline, in units of the full size.
  std::string raised(const FormulaNode& node, double lift, bool upright) const {
    const std::string rise = std::to_string(std::lround(lift * size_ * 1024));
    return "<span size=\"72%\" rise=\"" + rise + "\">" + children(node, upright) + "</span>";
  }

  // Parenthesised if it is more than one name or number.
  std::string grouped(const FormulaNode& node, bool upright) const {
    const std::string inner = children(node, upright);
    return is_one_word(node) ? inner : "(" + inner + ")";
  }

  const look::Palette& palette_;
  double size_;
};

}  // namespace

std::string pango_formula(std::string_view formula, const look::Palette& palette, double size) {
  return "<span font_family=\"" + std::string(kSerif) + "\">" +
         Setter(palette, size).set(engine::parse_formula(formula)) + "</span>";
}

std::string with_subscripts(const std::string& text) {
  static const std::regex kNamed("\\bd_([a-z]+)");
  return std::regex_replace(escaped(text), kNamed, "<i>d</i><span size=\"72%\" rise=\"-1800\">$1</span>");
}

}  // namespace exporter
