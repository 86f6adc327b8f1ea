// clean_paste.h: what is pasted keeps its separators, which Dear ImGui's fields would leave out.
#pragma once

#include <imgui.h>

namespace ui {

// While it lives, around the drawing of a frame, the clipboard's text reads as app::pasted_text has it.
class CleanPaste {
 public:
  CleanPaste();
  ~CleanPaste();
  CleanPaste(const CleanPaste&) = delete;
  CleanPaste& operator=(const CleanPaste&) = delete;

 private:
  using Clipboard = const char* (*)(ImGuiContext*);
  Clipboard copied_;
};

}  // namespace ui
