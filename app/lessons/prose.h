// prose.h: a lesson's Markdown as blocks of styled text, ready to be set or printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

// Text of one style. Formulas are in the markup of engine/core/formula.h.
struct ProseSpan {
  std::string text;
  bool is_strong = false;
  bool is_emphasised = false;
  bool is_code = false;
  bool is_formula = false;
  std::string link = {};  // where it leads: "term:softmax", "lesson:4", "https://…"; empty: nowhere
};

struct ProseBlock {
  enum class Kind { kParagraph, kHeading, kItem, kCode };
  Kind kind = Kind::kParagraph;
  int depth = 0;       // of a heading, from 1; of a list's item, from 1
  std::string marker;  // of an item: "•", "2."
  std::vector<ProseSpan> spans;
};

// Headings, paragraphs, lists and code; strong, emphasised and code text, links, and formulas between dollar
// signs. A picture is replaced by its description; HTML stays as it is typed.
std::vector<ProseBlock> read_prose(std::string_view markdown);

// As one text, blocks in lines of their own.
std::string plain_prose(const std::vector<ProseBlock>& blocks);

// How many words a reader reads; two ideographs count as one.
int count_words(std::string_view text);

}  // namespace app
