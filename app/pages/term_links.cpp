// term_links.cpp: cuts a text at its terms.
#include "app/pages/term_links.h"

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "app/pages/term_names.h"

namespace app {
namespace {

constexpr size_t kMostKept = 64;  // texts

// Cuts a span at the terms in it that were not met before.
class TermLinker {
 public:
  explicit TermLinker(Language language) : language_(language) {}

  void link(ProseBlock& block) {
    std::vector<ProseSpan> spans;
    for (ProseSpan& span : block.spans) {
      const bool is_plain = !span.is_formula && !span.is_code && !span.is_emphasised && span.link.empty();
      if (is_plain) {
        cut(span, spans);
      } else {
        spans.push_back(std::move(span));
      }
    }
    block.spans = std::move(spans);
  }

 private:
  void cut(const ProseSpan& span, std::vector<ProseSpan>& spans) {
    size_t done = 0;
    const auto add = [&](size_t from, size_t to, const std::string& link) {
      if (from == to) return;
      spans.push_back(span);
      spans.back().text = span.text.substr(from, to - from);
      spans.back().link = link;
    };
    for (const TermInText& found : terms_named_in(span.text, language_)) {
      if (!met_.insert(found.term).second) continue;
      add(done, found.at, "");
      add(found.at, found.at + found.size, "term:" + found.term->id);
      done = found.at + found.size;
    }
    add(done, span.text.size(), "");
  }

  Language language_;
  std::set<const Term*> met_;
};

}  // namespace

void link_terms(std::vector<ProseBlock>& blocks, Language language) {
  TermLinker linker(language);
  for (ProseBlock& block : blocks) {
    if (block.kind == ProseBlock::Kind::kParagraph || block.kind == ProseBlock::Kind::kItem)
      linker.link(block);
  }
}

std::shared_ptr<const std::vector<ProseBlock>> kept_prose(std::string_view markdown, Language language,
                                                          bool links) {
  using Key = std::tuple<Language, bool, std::string>;
  static std::map<Key, std::shared_ptr<const std::vector<ProseBlock>>> kept;
  Key key(language, links, markdown);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  auto blocks = std::make_shared<std::vector<ProseBlock>>(read_prose(markdown));
  if (links) link_terms(*blocks, language);
  return kept.emplace(std::move(key), std::move(blocks)).first->second;
}

}  // namespace app
