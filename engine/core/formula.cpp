// formula.cpp: parses formula markup and writes it as plain text.
#include "engine/core/formula.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "engine/core/utf8.h"

namespace engine {
namespace {

using Kind = FormulaNode::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 9> kCommands = {{
    {"frac", Kind::kFraction},
    {"sqrt", Kind::kRoot},
    {"hat", Kind::kHat},
    {"cases", Kind::kCases},
    {"mathrm", Kind::kUpright},
    {"mathbf", Kind::kBold},
    {"q", Kind::kQuery},
    {"k", Kind::kKey},
    {"v", Kind::kValue},
}};

// None of our formulas nests deeper; deeper braces are ignored, so that no text can exhaust the stack.
constexpr int kDeepest = 50;

class Parser {
 public:
  explicit Parser(std::string_view markup) : rest_(markup) {}

  // Everything; ignores a surplus closing brace.
  FormulaNode whole() {
    FormulaNode node = row();
    while (!rest_.empty()) {
      rest_.remove_prefix(1);
      for (FormulaNode& child : row().children) node.children.push_back(std::move(child));
    }
    return node;
  }

 private:
  // Children up to the closing brace or the end.
  FormulaNode row() {
    FormulaNode node;
    while (!rest_.empty() && rest_.front() != '}') {
      if (rest_.front() == '\\') {
        node.children.push_back(command());
      } else if (rest_.front() == '_' || rest_.front() == '^') {
        const Kind kind = rest_.front() == '_' ? Kind::kSub : Kind::kSuper;
        rest_.remove_prefix(1);
        node.children.push_back(script(kind));
      } else if (rest_.front() == '{') {
        node.children.push_back(group());
      } else {
        node.children.push_back(text());
      }
    }
    return node;
  }

  FormulaNode text() {
    const size_t end = rest_.find_first_of("\\_^{}");
    FormulaNode node{Kind::kText, std::string(rest_.substr(0, end)), {}};
    rest_.remove_prefix(std::min(end, rest_.size()));
    return node;
  }

  // A node of this kind that wraps the group that follows.
  FormulaNode around(Kind kind) {
    FormulaNode node{kind, {}, {}};
    node.children.push_back(group());
    return node;
  }

  // A sub- or superscript: the group that follows, or, as in TeX, one letter.
  FormulaNode script(Kind kind) {
    constexpr std::string_view kNoLetters = "\\_^{}";
    if (rest_.empty() || kNoLetters.find(rest_.front()) != std::string_view::npos) return around(kind);
    const std::string_view letter = first_letter(rest_);
    FormulaNode row;
    row.children.push_back({Kind::kText, std::string(letter), {}});
    rest_.remove_prefix(letter.size());
    FormulaNode node{kind, {}, {}};
    node.children.push_back(std::move(row));
    return node;
  }

  // The contents of a pair of braces; empty if there are none.
  FormulaNode group() {
    if (rest_.empty() || rest_.front() != '{') return {};
    rest_.remove_prefix(1);
    if (depth_ == kDeepest) return {};
    ++depth_;
    FormulaNode node = row();
    --depth_;
    if (!rest_.empty()) rest_.remove_prefix(1);
    return node;
  }

  FormulaNode command() {
    rest_.remove_prefix(1);
    size_t length = 0;
    while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length])) != 0) ++length;
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    for (const auto& [command, kind] : kCommands) {
      if (name != command) continue;
      FormulaNode node = around(kind);
      if (kind == Kind::kFraction) node.children.push_back(group());
      while (kind == Kind::kCases && !rest_.empty() && rest_.front() == '{') node.children.push_back(group());
      if (kind == Kind::kCases && node.children.size() % 2 == 1) node.children.emplace_back();
      return node;
    }
    return {Kind::kText, std::string(name), {}};
  }

  std::string_view rest_;
  int depth_ = 0;
};

// The Unicode subscript or superscript form of a character, if it exists.
std::optional<std::string_view> raised(char letter, bool sub) {
  constexpr std::string_view kPlain = "0123456789ijk";
  constexpr std::array<std::string_view, 13> kSub = {"₀", "₁", "₂", "₃", "₄", "₅", "₆",
                                                     "₇", "₈", "₉", "ᵢ", "ⱼ", "ₖ"};
  constexpr std::array<std::string_view, 13> kSuper = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶",
                                                       "⁷", "⁸", "⁹", "ⁱ", "ʲ", "ᵏ"};
  if (!sub && letter == 'T') return "ᵀ";
  const size_t at = kPlain.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return sub ? kSub.at(at) : kSuper.at(at);
}

std::string plain(const FormulaNode& node);

std::string plain_children(const FormulaNode& node) {
  std::string text;
  for (const FormulaNode& child : node.children) text += plain(child);
  return text;
}

std::string plain_raised(const FormulaNode& node) {
  const bool sub = node.kind == Kind::kSub;
  const std::string inner = plain_children(node);
  const bool is_long = first_letter(inner).size() < inner.size();
  std::string small;
  for (const char letter : inner) {
    const auto glyph = raised(letter, sub);
    if (!glyph) return (sub ? "_" : "^") + (is_long ? "{" + inner + "}" : inner);
    small += *glyph;
  }
  return small;
}

// Parenthesised if it is more than one name or number.
std::string plain_grouped(const FormulaNode& node) {
  const std::string inner = plain(node);
  return inner.find(' ') == std::string::npos ? inner : "(" + inner + ")";
}

// "0 (j ≤ i), −∞ (j > i)"
std::string plain_cases(const FormulaNode& node) {
  std::string text;
  for (size_t i = 0; i + 1 < node.children.size(); i += 2)
    text += (i == 0 ? "" : ", ") + plain(node.children[i]) + " (" + plain(node.children[i + 1]) + ")";
  return text;
}

std::string plain(const FormulaNode& node) {
  switch (node.kind) {
    case Kind::kText:
      return node.text;
    case Kind::kSub:
    case Kind::kSuper:
      return plain_raised(node);
    case Kind::kFraction:
      return plain_grouped(node.children[0]) + " / " + plain_grouped(node.children[1]);
    case Kind::kCases:
      return plain_cases(node);
    case Kind::kRoot:
      return "√" + plain_grouped(node.children[0]);
    case Kind::kHat:
      return plain_children(node) + "\u0302";
    default:
      return plain_children(node);
  }
}

}  // namespace

FormulaNode parse_formula(std::string_view markup) {
  return Parser(markup).whole();
}

std::string plain_formula(std::string_view markup) {
  return plain(parse_formula(markup));
}

std::string index_pair(Index row, Index column) {
  return std::to_string(row) + "," + std::to_string(column);
}

std::string entry(const std::string& symbol, const std::string& indices) {
  const bool has_subscript = !symbol.empty() && symbol.back() == '}' && symbol.find('_') != std::string::npos;
  return (has_subscript ? "(" + symbol + ")_{" : "{" + symbol + "}_{") + indices + "}";
}

}  // namespace engine
