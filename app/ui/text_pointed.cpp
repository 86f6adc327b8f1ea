// text_pointed.cpp: keeps one line, the last one drawn under the mouse: it lies on top.
#include <imgui_internal.h>

#include <utility>

#include "app/ui/fonts.h"
#include "app/ui/text.h"

namespace ui {
namespace {

// Texts are drawn by plain functions: there is nowhere else to store them.
PointedText g_run;      // what was drawn last at the mouse's height, with the pieces that it goes on from
PointedText g_pointed;  // under the mouse
PointedText g_before;   // the same, of the last frame that had one

bool is_at_height_of_mouse(const ImDrawList& list, float top, float bottom) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  // Each window has a list of its own: what is below another window is not pointed at.
  if (context.HoveredWindow == nullptr || context.HoveredWindow->DrawList != &list) return false;
  const ImVec2 mouse = context.IO.MousePos;
  const ImVec4& clip = list._CmdHeader.ClipRect;
  return mouse.y >= top && mouse.y < bottom && mouse.x >= clip.x && mouse.x < clip.z && mouse.y >= clip.y &&
         mouse.y < clip.w;
}

// Lines are often drawn word by word: whether a text at `pos` follows the run at once or after a blank.
bool goes_on_from_run(ImVec2 pos, const TextStyle& style) {
  const bool is_beside = g_run.frame == ImGui::GetFrameCount() && g_run.low.y == pos.y &&
                         g_run.style.font == style.font && g_run.style.size == style.size;
  if (!is_beside) return false;
  constexpr float kRounding = 1;
  const float gap = pos.x - g_run.high.x;
  return gap >= -kRounding && gap <= text_size(" ", style).x + kRounding;
}

void add_to_run(const ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  if (goes_on_from_run(pos, style)) {
    const bool is_after_blank = pos.x - g_run.high.x > text_size(" ", style).x / 2;
    if (is_after_blank) g_run.text += ' ';
    g_run.text += text;
  } else {
    g_run.text = text;
    g_run.style = style;
    g_run.low = pos;
  }
  g_run.high = {pos.x + text_size(text, style).x, pos.y + line_height(style.font, style.size)};
  g_run.clip = list._CmdHeader.ClipRect;
  g_run.frame = ImGui::GetFrameCount();
}

// Or comes in from outside.
bool is_moved(const ImGuiIO& io) {
  return io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || !ImGui::IsMousePosValid(&io.MousePosPrev);
}

bool is_same_line(const PointedText& one, const PointedText& other) {
  return one.low.x == other.low.x && one.low.y == other.low.y && one.text == other.text;
}

}  // namespace

void note_text(const ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  if (!is_at_height_of_mouse(list, pos.y, pos.y + line_height(style.font, style.size))) return;
  add_to_run(list, pos, text, style);
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MousePos.x < g_run.low.x || io.MousePos.x >= g_run.high.x) return;
  const int frame = ImGui::GetFrameCount();
  if (g_pointed.frame != frame) std::swap(g_pointed, g_before);
  g_pointed = g_run;
  const bool stays = g_before.frame == frame - 1 && is_same_line(g_before, g_pointed);
  g_pointed.is_meant = is_moved(io) || (stays && g_before.is_meant);
}

const PointedText* pointed_text() {
  const int frame = ImGui::GetFrameCount();
  const bool is_current = g_pointed.frame == frame || g_pointed.frame == frame - 1;
  // Another language brings other fonts.
  return is_current && ImGui::GetIO().Fonts->Fonts.contains(g_pointed.style.font) ? &g_pointed : nullptr;
}

}  // namespace ui
