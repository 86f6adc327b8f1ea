// page.h: pages to read, in Markdown, embedded in the program.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/lessons/prose.h"
#include "app/text/tr.h"

namespace app {

// A page: `page.NAME` is the key of its title, NAME.md its file in the folder of each language.
struct PageRow {
  std::string_view name;
  bool marks_terms = true;  // leads from its words to the glossary
};
std::span<const PageRow> pages();

// Its Markdown; empty if there is no such page.
std::string_view page_file(Language language, std::string_view name);

// Its blocks. A paragraph "{figure NAME}" is a figure to draw.
std::shared_ptr<const std::vector<ProseBlock>> read_page(Language language, std::string_view name);

// The name of the figure that a block stands for; empty: it is text.
std::string_view figure_of(const ProseBlock& block);

}  // namespace app
