// files_rows.cpp: the browser's contents: the path to the folder, its rows, the recent sessions.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>

#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/files/files.h"
#include "app/views/files/files_parts.h"

namespace views {
namespace {

namespace fs = std::filesystem;

constexpr float kFileLine = 30;

// "730 B", "1.2 kB", "3.4 MB".
std::string size_name(uintmax_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {" kB", " MB", " GB", " TB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  auto size = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  for (; size >= 999.5 && unit + 1 < kUnits.size(); ++unit) size /= 1000;
  return ui::fixed_number(size, size < 9.95 ? 1 : 0) + kUnits.at(unit);
}

// "2026-11-21 19:13", which reads the same in every language.
std::string date_name(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (localtime_r(&time, &parts) == nullptr) return "";
  std::array<char, 32> name{};
  std::strftime(name.data(), name.size(), "%Y-%m-%d %H:%M", &parts);
  return name.data();
}

// "~/lessons" for a folder at home.
std::string short_folder(const fs::path& path) {
  const char* home = std::getenv("HOME");
  const std::string folder = path.string();
  if (home == nullptr || *home == '\0' || !folder.starts_with(home)) return app::quotable(folder);
  const std::string rest = folder.substr(std::string_view(home).size());
  return rest.empty() || rest.front() == '/' ? app::quotable("~" + rest) : app::quotable(folder);
}

// A folder, or a sheet with a folded corner, in a box of 16.
void draw_icon(const ui::Style& style, ImVec2 at, bool is_folder) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float unit = style.px(16) / 16;
  const ImU32 colour = style.colours.muted;
  if (is_folder) {
    list.AddRectFilled({at.x + unit, at.y + 3 * unit}, {at.x + 7 * unit, at.y + 7 * unit}, colour, unit);
    list.AddRectFilled({at.x + unit, at.y + 5 * unit}, {at.x + 15 * unit, at.y + 14 * unit}, colour,
                       2 * unit);
    return;
  }
  const std::array<ImVec2, 5> sheet = {ImVec2{at.x + 3 * unit, at.y + unit},
                                       {at.x + 9 * unit, at.y + unit},
                                       {at.x + 13 * unit, at.y + 5 * unit},
                                       {at.x + 13 * unit, at.y + 15 * unit},
                                       {at.x + 3 * unit, at.y + 15 * unit}};
  list.AddPolyline(sheet.data(), static_cast<int>(sheet.size()), colour, ImDrawFlags_Closed, 1.3f * unit);
}

// The row's background; returns whether any of it is visible.
bool begin_row(const ui::Style& style, ImVec2 at, ImVec2 end, bool chosen) {
  if (!ImGui::IsRectVisible(at, end)) return false;
  const ImU32 fill = chosen ? style.colours.selected : style.colours.chip;
  if (chosen || ImGui::IsItemHovered()) ImGui::GetWindowDrawList()->AddRectFilled(at, end, fill, style.px(6));
  return true;
}

// Scrolls a row into view in the frame after the keys have moved to it.
void follow_choice(int chosen, float line) {
  int* const seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("seen"), -1);
  if (*seen == chosen) return;
  *seen = chosen;
  const float top = line * static_cast<float>(std::max(chosen, 0));
  const float height = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
  if (top + line > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + line - height);
}

class Rows {
 public:
  Rows(const Browsing& browsing, float width) : browsing_(browsing), style_(browsing.frame.style) {
    const ui::TextStyle type = style_.small();
    const float date = ui::number_width("2026-11-21 00:00", type);
    date_ = width - style_.px(14);
    size_ = date_ - date - style_.px(24);
    name_end_ = size_ - ui::text_size("999 MB", type).x - style_.px(16);
  }

  void draw() const {
    for (int i = 0; i < static_cast<int>(browsing_.rows.size()); ++i) row(i);
  }

 private:
  void row(int index) const {
    const app::FolderEntry& entry = *browsing_.rows[static_cast<size_t>(index)];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, style_.px(kFileLine));
    const bool pressed = ImGui::InvisibleButton(("file " + entry.name).c_str(), size);
    if (pressed) press(index, entry);
    const bool twice = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
    if (twice && !entry.is_folder) use_row(browsing_, index);
    ui::tip(style_, browsing_.frame.tr(entry.is_folder ? "files.folder.tip" : "files.file.tip"));
    const bool chosen = !browsing_.browser.in_recent && index == browsing_.browser.chosen;
    if (begin_row(style_, at, {at.x + size.x, at.y + size.y}, chosen)) write(entry, at);
  }

  // Selects a file, enters a folder: a second click opens it.
  void press(int index, const app::FolderEntry& entry) const {
    if (entry.is_folder) return use_row(browsing_, index);
    browsing_.frame.requests.arrange(
        [index, name = entry.name, writes = browsing_.purpose.writes](app::Desk& desk) {
          desk.browser.in_recent = false;
          desk.browser.chosen = index;
          if (!writes) return;
          desk.browser.typed = name;
          ++desk.browser.written;
        });
  }

  void write(const app::FolderEntry& entry, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = at.y + style_.px(kFileLine) / 2;
    const float y = middle - ui::text_size("A", style_.text()).y / 2;
    const float small_y = middle - ui::text_size("A", style_.small()).y / 2;
    draw_icon(style_, {at.x + style_.px(8), middle - style_.px(8)}, entry.is_folder);
    const float left = style_.px(34);
    const std::string name = ui::ellipsise(app::quotable(entry.name), name_end_ - left, style_.text());
    ui::draw_text(list, {at.x + left, y}, name, style_.text());
    if (!entry.is_folder)
      ui::draw_text_right(list, {at.x + size_, small_y}, size_name(entry.bytes), style_.small());
    ui::draw_number(list, {at.x + date_, small_y}, date_name(entry.changed_at), style_.small());
  }

  const Browsing& browsing_;
  const ui::Style& style_;
  float name_end_ = 0, size_ = 0, date_ = 0;  // from the row's left end
};

// Where files often are, apart from the folder that is shown: those that exist.
std::vector<fs::path> other_folders(const fs::path& here) {
  std::vector<fs::path> folders = {here.parent_path()};
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') {
    for (const char* const name : {"", "Downloads", "Documents", ".cache/huggingface/hub"})
      folders.push_back((fs::path(home) / name).lexically_normal());
  }
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::path& folder : folders) {
    if (folder.has_relative_path() && !folder.has_filename()) folder = folder.parent_path();
    const bool is_new = folder != here && std::find(found.begin(), found.end(), folder) == found.end();
    if (is_new && fs::is_directory(folder, ignored)) found.push_back(folder);
  }
  return found;
}

void draw_other_folders(const Browsing& browsing, float width) {
  const Frame& frame = browsing.frame;
  ImGui::Dummy({0, frame.style.px(10)});
  ui::label(frame.tr("files.elsewhere"), frame.style.small());
  for (const fs::path& folder : other_folders(browsing.browser.folder->path)) {
    const std::string path = folder.string();
    std::string word = ui::ellipsise(short_folder(folder), width, frame.style.text());
    word.append("##elsewhere ").append(path);
    ImGui::Dummy({0, frame.style.px(4)});
    if (ui::button(frame.style, word.c_str(), ui::ButtonKind::kOutline)) enter_folder(frame, path);
    ui::tip(frame.style, frame.tr("files.crumb.tip", {{"path", app::quotable(path, app::kLongestPath)}}));
  }
}

// Why there is nothing to choose from, or only a part.
void explain_rows(const Browsing& browsing, float width) {
  const Frame& frame = browsing.frame;
  const auto& folder = *browsing.browser.folder;
  if (folder.error) {
    ui::TextStyle type = frame.style.text();
    type.colour = frame.style.colours.accent;
    ui::paragraph(frame.tr(*folder.error), width, type);
  } else if (folder.entries.empty()) {
    std::string endings;
    for (const std::string_view ending : browsing.purpose.endings) {
      if (!endings.empty()) endings += ", ";
      endings += ending;
    }
    const bool wants_model = browsing.purpose.name == "model" || browsing.purpose.name == "model_save";
    ui::paragraph(frame.tr(wants_model ? "files.empty.model" : "files.empty", {{"endings", endings}}), width,
                  frame.style.quiet());
    draw_other_folders(browsing, width);
  } else if (browsing.rows.empty()) {
    ui::paragraph(frame.tr("files.no_match", {{"typed", app::quotable(browsing.browser.typed)}}), width,
                  frame.style.quiet());
  }
}

}  // namespace

void draw_breadcrumb(const Browsing& browsing, float width) {
  const Frame& frame = browsing.frame;
  std::vector<fs::path> folders;  // this one, then its parents
  for (fs::path path = browsing.browser.folder->path;; path = path.parent_path()) {
    folders.push_back(path);
    if (!path.has_relative_path()) break;
  }
  const auto name_of = [](const fs::path& path) {
    return path.has_filename() ? app::quotable(path.filename().string()) : path.string();
  };
  const float padding = 2 * ImGui::GetStyle().FramePadding.x;
  const float slash = ui::text_size("›", frame.style.quiet()).x;
  // As many of the last as fit.
  size_t shown = 0;
  for (float used = 0; shown < folders.size(); ++shown) {
    used += ui::text_size(name_of(folders[shown]), frame.style.text()).x + padding + slash;
    if (used > width && shown > 0) break;
  }
  for (size_t i = shown; i-- > 0;) {
    const std::string label = name_of(folders[i]) + "##crumb " + folders[i].string();
    if (ui::button(frame.style, label.c_str())) enter_folder(frame, folders[i].string());
    ui::tip(frame.style,
            frame.tr("files.crumb.tip", {{"path", app::quotable(folders[i].string(), app::kLongestPath)}}));
    if (i == 0) break;
    ImGui::SameLine(0, 0);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.colours.muted);
    ui::plain("›");
    ImGui::PopStyleColor();
    ImGui::SameLine(0, 0);
  }
}

void draw_rows(const Browsing& browsing, ImVec2 size) {
  const auto& style = browsing.frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  // A folder's rows scroll independently.
  ImGui::PushID(browsing.browser.folder->path.c_str());
  if (ImGui::BeginChild("files rows", size, 0, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav)) {
    explain_rows(browsing, size.x - style.px(24));
    Rows(browsing, size.x).draw();
    if (!browsing.browser.in_recent) follow_choice(browsing.browser.chosen, style.px(kFileLine));
  }
  ImGui::EndChild();
  ImGui::PopID();
  ImGui::PopStyleVar();
}

namespace {

// A name, and below it the file's location or when Headlight kept it.
void recent_row(const Browsing& browsing, int index, const app::RecentSession& recent, float width) {
  const Frame& frame = browsing.frame;
  const auto& style = frame.style;
  const fs::path path(recent.path);
  const bool kept = !recent.text.empty();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, style.px(44));
  const bool chosen = browsing.browser.in_recent && index == browsing.browser.chosen;
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(("recent " + std::to_string(index)).c_str(), size)) use_recent(browsing, index);
  const bool shows_cross = chosen || ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y});
  const char* tip = kept              ? "files.kept.tip"
                    : recent.is_model ? "files.recent_model.tip"
                    : recent.is_there ? "files.recent.tip"
                                      : "files.gone.tip";
  ui::tip(style, frame.tr(tip, {{"path", app::quotable(recent.path, app::kLongestPath)}}));
  if (!begin_row(style, at, {at.x + size.x, at.y + size.y}, chosen)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float room = size.x - style.px(shows_cross ? 36 : 16);
  ui::TextStyle name = style.text();
  if (!recent.is_there) name.colour = style.colours.muted;
  const std::string first =
      kept ? frame.tr("files.quoted", {{"text", recent.text}}) : app::quotable(path.stem().string());
  ui::draw_text(list, {at.x + style.px(8), at.y + style.px(3)}, ui::ellipsise(first, room, name), name);
  const std::string second = kept ? frame.tr("files.kept", {{"when", path.stem().string().substr(0, 10)}})
                             : recent.is_there ? short_folder(path.parent_path())
                                               : frame.tr("files.gone");
  ui::draw_text(list, {at.x + style.px(8), at.y + style.px(23)}, ui::ellipsise(second, room, style.small()),
                style.small());
  if (!shows_cross) return;
  ImGui::SetCursorScreenPos({at.x + size.x - style.px(30), at.y + style.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(7), style.px(3)));
  if (ui::button(style, ("×##forget " + std::to_string(index)).c_str()))
    frame.requests.use_file({"forget", recent.path});
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("files.forget.tip"));
  ImGui::SetCursorScreenPos({at.x, at.y + size.y});
}

}  // namespace

void draw_recent(const Browsing& browsing, ImVec2 size) {
  const Frame& frame = browsing.frame;
  const auto& style = frame.style;
  const auto& recent = browsing.recent;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  if (ImGui::BeginChild("files recent", size, 0, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav)) {
    ImGui::Indent(style.px(8));
    ui::label(frame.tr("files.recent"), style.small_strong());
    ImGui::Unindent(style.px(8));
    ImGui::Dummy({0, style.px(6)});
    const char* const none =
        browsing.browser.purpose == "model" ? "files.no_recent_model" : "files.no_recent";
    if (recent.empty()) ui::paragraph(frame.tr(none), size.x - style.px(12), style.small());
    for (size_t i = 0; i < recent.size(); ++i)
      recent_row(browsing, static_cast<int>(i), *recent[i], size.x - style.px(12));
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
