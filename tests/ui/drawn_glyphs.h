// drawn_glyphs.h: every glyph of the last frame: where, how high, in which colour.
#pragma once

#include <imgui_internal.h>

#include <string_view>
#include <vector>

namespace app {

// A piece of text as it is drawn: one glyph.
struct Glyph {
  ImVec2 low, high;
  ImU32 colour;
  std::string_view window;

  float height() const { return high.y - low.y; }
};

inline std::vector<Glyph> glyphs_of(const ImDrawList& list) {
  std::vector<Glyph> glyphs;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback != nullptr) continue;
    for (unsigned at = 0; at + 6 <= command.ElemCount; at += 6) {
      const auto vertex = [&](unsigned i) {
        const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + at + i)];
        return list.VtxBuffer[static_cast<int>(command.VtxOffset) + index];
      };
      const ImDrawVert first = vertex(0);
      const ImDrawVert last = vertex(2);
      const bool is_text = first.uv.x != last.uv.x && first.uv.y != last.uv.y;
      if (is_text) glyphs.push_back({first.pos, last.pos, first.col, list._OwnerName ? list._OwnerName : ""});
    }
  }
  return glyphs;
}

inline std::vector<Glyph> drawn_glyphs() {
  std::vector<Glyph> all;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const Glyph& glyph : glyphs_of(*list)) all.push_back(glyph);
  }
  return all;
}

}  // namespace app
