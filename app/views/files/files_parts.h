// files_parts.h: the parts of the browser, assembled in files.cpp.
#pragma once

#include <string>
#include <vector>

#include "app/session/file_purpose.h"
#include "app/views/core/frame.h"

namespace views {

// The browser in this frame.
struct Browsing {
  const Frame& frame;
  const app::Browser& browser;
  const app::FilePurpose& purpose;
  std::vector<const app::FolderEntry*> rows;      // the visible ones: while a name is typed, those that match
  std::vector<const app::RecentSession*> recent;  // models only, where a model is chosen
};
Browsing browsing_of(const Frame& frame);

// The folders above this one as buttons.
void draw_breadcrumb(const Browsing& browsing, float width);
// The folder's contents: name, size, date.
void draw_rows(const Browsing& browsing, ImVec2 size);
// Recent sessions, those kept by Headlight first.
void draw_recent(const Browsing& browsing, ImVec2 size);
// Enter, arrows, Backspace and Tab; Esc if a question is open.
void browser_keys(const Browsing& browsing);

void enter_folder(const Frame& frame, const std::string& path);
// Selects a row of the folder, or of the recent sessions; -1: none.
void choose_row(const Frame& frame, int row);
// Enters a folder, opens a file, or takes its name as the name to save under.
void use_row(const Browsing& browsing, int row);
void use_recent(const Browsing& browsing, int row);
// Whether the visible folder itself may be chosen: it contains what is needed.
bool can_use_folder(const Browsing& browsing);
// Uses the typed name, or the selected row, or the folder.
void use_typed(const Browsing& browsing);
// Returns the file, or first asks whether to overwrite it.
void use_path(const Browsing& browsing, const std::string& path);
void hand_in(const Browsing& browsing, const std::string& path);
// The same for another purpose: a recent session or model is opened, whatever the browser is open for.
void hand_in_for(const Browsing& browsing, std::string_view purpose, const std::string& path);
void stop_asking(const Frame& frame);

}  // namespace views
