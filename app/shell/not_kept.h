// not_kept.h: what Headlight could not keep for next time, and the notice about it.
#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "app/session/session.h"

namespace app {

// Why something is not kept in a folder, as a phrase: `failed` is an error of exporter::write_file or
// exporter::make_folder. Keys not_kept.disk_full, not_kept.no_permission, not_kept.no_folder (folder each),
// not_kept.other (folder, detail).
engine::Error not_kept_in(const std::filesystem::path& folder, const engine::Error& failed);
// The same if no folder is known: not_kept.no_home.
engine::Error not_kept_without_home();

// Why each is not kept; nullopt if it is.
struct NotKept {
  std::optional<engine::Error> work;           // the open session
  std::optional<engine::Error> recent;         // the list of recent sessions
  std::optional<engine::Error> preferences;    // and the window's state
  std::optional<engine::Error> progress = {};  // in lessons
};

class NotKeptNotice {
 public:
  // Call after every frame. Shows the most serious new problem, and shows it again only after it was resolved
  // in between; another notice only postpones it.
  void follow(Session& session, const NotKept& now);

 private:
  std::array<bool, 4> is_told_{};  // the gravest first
};

}  // namespace app
