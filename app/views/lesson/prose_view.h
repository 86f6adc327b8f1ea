// prose_view.h: sets the prose of a lesson: strong words, formulas, lists, in lines of a width.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/lessons/prose.h"
#include "app/views/core/frame.h"
#include "app/views/lesson/prose_links.h"

namespace views {

// How large prose is set, and where it may not be wider.
struct ProseLook {
  float size = 16;  // type size in pixels
  float width = 0;  // pixels
  float leading = 1.45f;
};

// Draws Markdown from its top left corner; returns its height in pixels.
float draw_prose(const Frame& frame, ImDrawList& list, ImVec2 corner, std::string_view markdown,
                 const ProseLook& look);

// The same of blocks that were read; adds the places of their links.
float draw_blocks(const Frame& frame, ImDrawList& list, ImVec2 corner,
                  std::span<const app::ProseBlock> blocks, const ProseLook& look,
                  std::vector<ProseLink>& links);

// Markdown at the cursor, as an item; the first place of each term of the glossary leads to it.
void prose(const Frame& frame, std::string_view markdown, const ProseLook& look);

}  // namespace views
