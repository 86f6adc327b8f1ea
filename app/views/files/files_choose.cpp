// files_choose.cpp: the browser's reactions to choosing, typing and keys.
#include <algorithm>
#include <cstdlib>

#include "app/views/core/overlay.h"
#include "app/views/files/files.h"
#include "app/views/files/files_parts.h"
#include "engine/training/moment.h"

namespace views {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

bool is_path(const std::string& typed) {
  return typed.find('/') != std::string::npos || typed.starts_with('~') || typed == "..";
}

std::shared_ptr<const app::Folder> listed(const fs::path& path, const app::Browser& browser) {
  auto folder =
      std::make_shared<app::Folder>(app::read_folder(path, app::file_purpose(browser.purpose).endings));
  app::sort_entries(folder->entries, browser.by_name);
  return folder;
}

void show_folder(app::Browser& browser, const fs::path& path) {
  browser.folder = listed(path, browser);
  browser.chosen = -1;
  browser.in_recent = false;
  browser.asks_over.clear();
  if (app::file_purpose(browser.purpose).writes) return;
  browser.typed.clear();
  ++browser.written;
}

// Where the user probably keeps such files: next to the open one, the recent ones, or at home.
fs::path first_folder(const std::string& file, const app::Desk& desk) {
  if (!file.empty()) return app::existing_folder(fs::path(file).parent_path());
  if (desk.browser.folder) return app::existing_folder(desk.browser.folder->path);
  for (const app::RecentSession& recent : desk.recent) {
    if (recent.text.empty() && recent.is_there) return fs::path(recent.path).parent_path();
  }
  const char* home = std::getenv("HOME");
  return app::existing_folder(home != nullptr ? home : "");
}

void set_typed(app::Browser& browser, const std::string& name) {
  browser.typed = name;
  ++browser.written;
}

}  // namespace

void browse(const Frame& frame, std::string_view purpose) {
  const std::string file = frame.session.file();
  const std::string untitled = frame.tr(app::file_purpose(purpose).fresh);
  const std::string lessons = frame.session.preferences().lessons_folder;
  const std::string model = engine::task_of_name(frame.session.document().config.checkpoint);
  frame.requests.arrange([file, untitled, lessons, model, name = std::string(purpose)](app::Desk& desk) {
    const app::FilePurpose& row = app::file_purpose(name);
    app::Browser browser;
    browser.purpose = name;
    browser.by_name = desk.browser.by_name;
    const bool begins_there = row.is_of_lessons && !lessons.empty();
    show_folder(browser, begins_there ? app::existing_folder(lessons) : first_folder(file, desk));
    if (row.writes) {
      const bool own = row.lists_recent && !file.empty();
      const std::string fresh = row.writes_folder ? model : untitled + std::string(row.endings[0]);
      set_typed(browser, own ? fs::path(file).filename().string() : fresh);
    }
    desk.browser = std::move(browser);
    desk.panel = "files";
  });
}

void save_session(const Frame& frame) {
  if (frame.session.file().empty()) return browse(frame, "save");
  frame.requests.use_file({"save", frame.session.file()});
}

Browsing browsing_of(const Frame& frame) {
  const app::Browser& browser = frame.session.desk().browser;
  Browsing browsing{frame, browser, app::file_purpose(browser.purpose), {}, {}};
  for (const app::RecentSession& recent : frame.session.desk().recent) {
    if (recent.is_model || browser.purpose != "model") browsing.recent.push_back(&recent);
  }
  const std::string part = is_path(browser.typed) || browsing.purpose.writes ? "" : lower(browser.typed);
  browsing.rows.reserve(browser.folder->entries.size());
  for (const app::FolderEntry& entry : browser.folder->entries) {
    if (lower(entry.name).find(part) != std::string::npos) browsing.rows.push_back(&entry);
  }
  return browsing;
}

void enter_folder(const Frame& frame, const std::string& path) {
  frame.requests.arrange([path](app::Desk& desk) { show_folder(desk.browser, path); });
}

void choose_row(const Frame& frame, int row) {
  frame.requests.arrange([row](app::Desk& desk) { desk.browser.chosen = row; });
}

void use_row(const Browsing& browsing, int row) {
  const app::FolderEntry& entry = *browsing.rows.at(static_cast<size_t>(row));
  const std::string path = (fs::path(browsing.browser.folder->path) / entry.name).string();
  if (entry.is_folder) return enter_folder(browsing.frame, path);
  use_path(browsing, path);
}

void use_recent(const Browsing& browsing, int row) {
  if (row < 0 || row >= static_cast<int>(browsing.recent.size())) return;
  const app::RecentSession& recent = *browsing.recent[static_cast<size_t>(row)];
  if (!browsing.purpose.writes || recent.is_model) return hand_in_for(browsing, "open", recent.path);
  browsing.frame.requests.arrange([path = fs::path(recent.path)](app::Desk& desk) {
    show_folder(desk.browser, app::existing_folder(path.parent_path()));
    set_typed(desk.browser, path.filename().string());
  });
}

bool can_use_folder(const Browsing& browsing) {
  if (!browsing.purpose.takes_folders) return false;
  const auto& entries = browsing.browser.folder->entries;
  return std::any_of(entries.begin(), entries.end(),
                     [](const app::FolderEntry& entry) { return !entry.is_folder; });
}

void use_typed(const Browsing& browsing) {
  const app::Browser& browser = browsing.browser;
  if (browser.chosen >= 0 && browser.chosen < static_cast<int>(browsing.rows.size()))
    return use_row(browsing, browser.chosen);
  if (browser.typed.empty() && can_use_folder(browsing)) return use_path(browsing, browser.folder->path);
  if (browser.typed.empty()) return;
  fs::path path = app::path_from(browser.folder->path, browser.typed);
  std::error_code ignored;
  if (fs::is_directory(path, ignored) && !browsing.purpose.writes_folder)
    return enter_folder(browsing.frame, path.string());
  // Part of a name selects the first match.
  if (!browsing.purpose.writes && !is_path(browser.typed) && !browsing.rows.empty())
    return use_row(browsing, 0);
  if (!browsing.purpose.writes_folder && !app::has_ending(path.string(), browsing.purpose.endings) &&
      !fs::exists(path, ignored))
    path += std::string(browsing.purpose.endings[0]);
  use_path(browsing, path.string());
}

void use_path(const Browsing& browsing, const std::string& path) {
  std::error_code ignored;
  const bool is_own = browsing.purpose.lists_recent && path == browsing.frame.session.file();
  if (!browsing.purpose.writes || is_own || !fs::exists(path, ignored)) return hand_in(browsing, path);
  browsing.frame.requests.arrange([path](app::Desk& desk) { desk.browser.asks_over = path; });
}

void hand_in(const Browsing& browsing, const std::string& path) {
  hand_in_for(browsing, browsing.purpose.name, path);
}

void hand_in_for(const Browsing& browsing, std::string_view purpose, const std::string& path) {
  browsing.frame.requests.use_file({std::string(purpose), path});
  close_overlay(browsing.frame);
}

void stop_asking(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) {
    desk.browser.asks_over.clear();
    desk.panel = "files";  // Esc dismisses only the question
  });
}

namespace {

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(key);
}

bool confirmed() {
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
}

void move_choice(const Browsing& browsing) {
  const app::Browser& browser = browsing.browser;
  const auto count = static_cast<int>(browser.in_recent ? browsing.recent.size() : browsing.rows.size());
  if (count == 0) return;
  constexpr int kPage = 8;
  int to = browser.chosen;
  if (pressed(ImGuiKey_DownArrow)) ++to;
  if (pressed(ImGuiKey_UpArrow)) --to;
  if (pressed(ImGuiKey_PageDown)) to += kPage;
  if (pressed(ImGuiKey_PageUp)) to -= kPage;
  if (to != browser.chosen) choose_row(browsing.frame, std::clamp(to, 0, count - 1));
}

void switch_side(const Browsing& browsing) {
  if (!browsing.purpose.lists_recent || browsing.recent.empty()) return;
  browsing.frame.requests.arrange([](app::Desk& desk) {
    desk.browser.in_recent = !desk.browser.in_recent;
    desk.browser.chosen = desk.browser.in_recent ? 0 : -1;
  });
}

void recent_keys(const Browsing& browsing) {
  const auto& recent = browsing.recent;
  const int row = browsing.browser.chosen;
  if (confirmed()) use_recent(browsing, row);
  if (pressed(ImGuiKey_Delete) && row >= 0 && row < static_cast<int>(recent.size()))
    browsing.frame.requests.use_file({"forget", recent.at(static_cast<size_t>(row))->path});
}

}  // namespace

void browser_keys(const Browsing& browsing) {
  const app::Browser& browser = browsing.browser;
  if (!browser.asks_over.empty()) {
    if (pressed(ImGuiKey_Escape)) stop_asking(browsing.frame);
    if (confirmed()) hand_in(browsing, browser.asks_over);
    return;
  }
  if (pressed(ImGuiKey_Tab)) return switch_side(browsing);
  const bool up = (pressed(ImGuiKey_Backspace) && browser.typed.empty()) ||
                  (ImGui::GetIO().KeyAlt && pressed(ImGuiKey_UpArrow));
  if (up) return enter_folder(browsing.frame, fs::path(browser.folder->path).parent_path().string());
  move_choice(browsing);
  if (browser.in_recent) return recent_keys(browsing);
  if (confirmed()) use_typed(browsing);
}

}  // namespace views
