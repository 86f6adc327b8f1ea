// page.cpp: the table of pages.
#include "app/pages/page.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/pages/term_links.h"
#include "embedded/pages_en.h"
#include "embedded/pages_zh_Hans.h"
#include "embedded/pages_zh_Hant.h"

namespace app {
namespace {

constexpr std::array<PageRow, 5> kPages = {
    {{"manual", false}, {"history"}, {"won"}, {"grew"}, {"reading", false}}};

}  // namespace

std::span<const PageRow> pages() {
  return kPages;
}

std::string_view page_file(Language language, std::string_view name) {
  const std::string file = std::string(name).append(".md");
  switch (language) {
    case Language::kTraditionalChinese:
      return pages_zh_Hant::file(file);
    case Language::kSimplifiedChinese:
      return pages_zh_Hans::file(file);
    case Language::kEnglish:
      break;
  }
  return pages_en::file(file);
}

std::shared_ptr<const std::vector<ProseBlock>> read_page(Language language, std::string_view name) {
  const auto* const row = std::ranges::find(kPages, name, &PageRow::name);
  const bool marks_terms = row != kPages.end() && row->marks_terms;
  return kept_prose(page_file(language, name), language, marks_terms);
}

std::string_view figure_of(const ProseBlock& block) {
  constexpr std::string_view kBegin = "{figure ";
  if (block.spans.size() != 1) return {};
  const std::string_view text = block.spans.front().text;
  const bool is_figure = text.starts_with(kBegin) && text.ends_with('}');
  return is_figure ? text.substr(kBegin.size(), text.size() - kBegin.size() - 1) : std::string_view();
}

}  // namespace app
