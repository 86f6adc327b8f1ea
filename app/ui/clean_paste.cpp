// clean_paste.cpp: stands between Dear ImGui and the clipboard.
#include "app/ui/clean_paste.h"

#include <string>

#include "app/text/typed_number.h"

namespace ui {
namespace {

// Dear ImGui asks a plain function, and keeps the text until it asks again.
const char* (*g_copied)(ImGuiContext*) = nullptr;
std::string g_pasted;

const char* cleaned(ImGuiContext* context) {
  const char* const copied = g_copied == nullptr ? nullptr : g_copied(context);
  if (copied == nullptr) return nullptr;
  g_pasted = app::pasted_text(copied);
  return g_pasted.c_str();
}

}  // namespace

CleanPaste::CleanPaste() : copied_(ImGui::GetPlatformIO().Platform_GetClipboardTextFn) {
  g_copied = copied_;
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = cleaned;
}

CleanPaste::~CleanPaste() {
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = copied_;
}

}  // namespace ui
