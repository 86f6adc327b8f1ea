// prose.cpp: md4c reads the Markdown, and tells what it finds in order.
#include "app/lessons/prose.h"

#include <md4c.h>

#include "app/text/plain_text.h"
#include "engine/core/formula.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

constexpr unsigned kDialect = MD_FLAG_NOHTML | MD_FLAG_LATEXMATHSPANS | MD_FLAG_PERMISSIVEATXHEADERS;

// A list that is open: how its next item is marked.
struct OpenList {
  bool is_ordered = false;
  unsigned next = 1;
};

// Collects blocks while md4c walks through the text.
class ProseReader {
 public:
  std::vector<ProseBlock> read(std::string_view markdown) {
    MD_PARSER parser = {};
    parser.flags = kDialect;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      static_cast<ProseReader*>(self)->enter(type, detail);
      return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      static_cast<ProseReader*>(self)->leave(type);
      return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      static_cast<ProseReader*>(self)->style(type, true);
      if (type == MD_SPAN_A)
        static_cast<ProseReader*>(self)->link(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
      return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      static_cast<ProseReader*>(self)->style(type, false);
      return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      static_cast<ProseReader*>(self)->write(type, {text, size});
      return 0;
    };
    md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, this);
    std::erase_if(blocks_, [](const ProseBlock& block) { return block.spans.empty(); });
    return std::move(blocks_);
  }

 private:
  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_UL:
        lists_.push_back({});
        break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        break;
      case MD_BLOCK_LI:
        open_item();
        break;
      case MD_BLOCK_H:
        open(ProseBlock::Kind::kHeading, static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level));
        break;
      case MD_BLOCK_CODE:
        open(ProseBlock::Kind::kCode, 0);
        break;
      // An item's first paragraph belongs to its mark.
      case MD_BLOCK_P:
        if (!is_new_item_) open(ProseBlock::Kind::kParagraph, static_cast<int>(lists_.size()));
        is_new_item_ = false;
        break;
      default:
        break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    if (type == MD_BLOCK_LI) is_new_item_ = false;
  }

  void open(ProseBlock::Kind kind, int depth) { blocks_.push_back({kind, depth, "", {}}); }

  void open_item() {
    OpenList& list = lists_.back();
    open(ProseBlock::Kind::kItem, static_cast<int>(lists_.size()));
    blocks_.back().marker = list.is_ordered ? std::to_string(list.next++) + "." : "•";
    is_new_item_ = true;
  }

  void style(MD_SPANTYPE type, bool is_on) {
    if (type == MD_SPAN_STRONG) style_.is_strong = is_on;
    if (type == MD_SPAN_EM) style_.is_emphasised = is_on;
    if (type == MD_SPAN_CODE) style_.is_code = is_on;
    if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY) style_.is_formula = is_on;
    if (type == MD_SPAN_A) style_.link.clear();
  }
  void link(const MD_ATTRIBUTE& target) { style_.link.assign(target.text, target.size); }

  void write(MD_TEXTTYPE type, std::string_view text) {
    if (blocks_.empty()) return;
    const bool is_break = type == MD_TEXT_SOFTBR || type == MD_TEXT_BR;
    if (is_break) text = type == MD_TEXT_BR ? "\n" : " ";
    if (type == MD_TEXT_NULLCHAR) text = "\uFFFD";
    auto& spans = blocks_.back().spans;
    const bool goes_on = !spans.empty() && spans.back().is_strong == style_.is_strong &&
                         spans.back().is_emphasised == style_.is_emphasised &&
                         spans.back().is_code == style_.is_code &&
                         spans.back().is_formula == style_.is_formula && spans.back().link == style_.link;
    if (!goes_on) spans.push_back(style_);
    spans.back().text += text;
  }

  std::vector<ProseBlock> blocks_;
  std::vector<OpenList> lists_;
  ProseSpan style_;  // of what comes next; its text is empty
  bool is_new_item_ = false;
};

bool is_of_word(char32_t code) {
  constexpr char32_t kFirstBeyondAscii = 0x80;
  const bool is_punctuation = code >= 0x2000 && code <= 0x30FF;
  if (code >= kFirstBeyondAscii) return !is_punctuation && code < 0xFE00;
  return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
         code == '\'' || code == '.' || code == '-';
}

}  // namespace

std::vector<ProseBlock> read_prose(std::string_view markdown) {
  return ProseReader().read(markdown);
}

std::string plain_prose(const std::vector<ProseBlock>& blocks) {
  std::string text;
  for (const ProseBlock& block : blocks) {
    if (!block.marker.empty()) text.append(block.marker).append(" ");
    for (const ProseSpan& span : block.spans)
      text += span.is_formula ? engine::plain_formula(span.text) : span.text;
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

int count_words(std::string_view text) {
  int words = 0;
  int ideographs = 0;
  bool in_word = false;
  for (size_t at = 0; at < text.size();) {
    const engine::Letter letter = engine::letter_at(text, at);
    at = letter.end;
    const bool is_own = is_ideograph(letter.code);
    const bool belongs = !is_own && is_of_word(letter.code);
    if (is_own) ++ideographs;
    if (belongs && !in_word) ++words;
    in_word = belongs;
  }
  return words + (ideographs + 1) / 2;
}

}  // namespace app
