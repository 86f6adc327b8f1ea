// pictures_folder.cpp: reads the user's folders as the desktop keeps them.
// XDG user directories: https://www.freedesktop.org/wiki/Software/xdg-user-dirs/
#include "app/shell/pictures_folder.h"

#include <algorithm>
#include <cstdlib>

#include "app/export/file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestUserDirs = 64 << 10;  // bytes

fs::path absolute_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value == '/' ? value : "";
}

// The value of a line XDG_PICTURES_DIR="$HOME/Pictures"; empty if there is none.
fs::path pictures_in(std::string_view user_dirs, const fs::path& home) {
  constexpr std::string_view kName = "XDG_PICTURES_DIR=\"";
  constexpr std::string_view kHome = "$HOME";
  for (size_t begin = 0; begin < user_dirs.size();) {
    const size_t end = std::min(user_dirs.find('\n', begin), user_dirs.size());
    std::string_view line = user_dirs.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with(kName)) continue;
    line.remove_prefix(kName.size());
    line = line.substr(0, line.find('"'));
    if (!line.starts_with(kHome)) return line.starts_with('/') ? fs::path(line) : fs::path();
    line.remove_prefix(kHome.size());
    if (line.starts_with('/')) line.remove_prefix(1);
    return home / line;
  }
  return {};
}

}  // namespace

fs::path pictures_folder(const fs::path& home, const char* variable, std::string_view user_dirs) {
  if (variable != nullptr && *variable == '/') return variable;
  const fs::path named = pictures_in(user_dirs, home);
  return named.empty() ? home / "Pictures" : named;
}

fs::path usual_export_folder() {
  const fs::path home = absolute_variable("HOME");
  std::error_code failed;
  if (home.empty()) return fs::current_path(failed) / "Headlight";
  fs::path config = absolute_variable("XDG_CONFIG_HOME");
  if (config.empty()) config = home / ".config";
  const fs::path list = config / "user-dirs.dirs";
  const bool is_there = fs::is_regular_file(list, failed);
  const auto text = is_there ? exporter::read_file(list, kLargestUserDirs) : std::string();
  return pictures_folder(home, std::getenv("XDG_PICTURES_DIR"), text ? *text : "") / "Headlight";
}

std::string whole_folder(const std::string& typed) {
  if (typed.empty()) return usual_export_folder().string();
  if (typed.starts_with('/')) return typed;
  const fs::path home = absolute_variable("HOME");
  std::error_code failed;
  const fs::path root = home.empty() ? fs::current_path(failed) : home;
  if (typed == "~") return root.string();
  return (root / (typed.starts_with("~/") ? typed.substr(2) : typed)).lexically_normal().string();
}

}  // namespace app
