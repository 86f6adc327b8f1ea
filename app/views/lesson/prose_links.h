// prose_links.h: words of a text that lead somewhere: a term, a lesson, a page, an address to copy.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// One line of a link: its words' rectangle in pixels.
struct ProseLink {
  std::string target;
  ImVec2 low, high;
};

// Whether a link leads anywhere: a lesson may not be there.
bool leads_somewhere(const Frame& frame, std::string_view target);

// Underlines links, says where they lead while they are pointed at, and goes there when they are clicked.
// Leaves the cursor where it was: an item that takes the text's room must follow.
void draw_links(const Frame& frame, std::span<const ProseLink> links);

// Opens the glossary at a term; a page.
void open_glossary(const Frame& frame, std::string_view term);
void open_page(const Frame& frame, std::string_view page);

}  // namespace views
