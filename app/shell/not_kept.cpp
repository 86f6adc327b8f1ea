// not_kept.cpp: turns file errors into sentences about what is lost.
#include "app/shell/not_kept.h"

#include <algorithm>

#include "app/text/quotable.h"

namespace app {

engine::Error not_kept_in(const std::filesystem::path& folder, const engine::Error& failed) {
  constexpr std::array<std::pair<std::string_view, const char*>, 3> kReasons = {
      {{"error.disk_full", "not_kept.disk_full"},
       {"error.no_permission", "not_kept.no_permission"},
       {"error.no_folder", "not_kept.no_folder"}}};
  Arguments arguments = {{"folder", quotable(folder.string(), kLongestPath)}};
  for (const auto& [key, reason] : kReasons) {
    if (failed.key == key) return {reason, arguments};
  }
  const auto detail = std::find_if(failed.arguments.begin(), failed.arguments.end(),
                                   [](const auto& argument) { return argument.first == "detail"; });
  arguments.emplace_back("detail", detail == failed.arguments.end() ? failed.key : detail->second);
  return {"not_kept.other", arguments};
}

engine::Error not_kept_without_home() {
  return {"not_kept.no_home", {}};
}

void NotKeptNotice::follow(Session& session, const NotKept& now) {
  const std::array<const std::optional<engine::Error>*, 4> all = {&now.work, &now.progress, &now.recent,
                                                                  &now.preferences};
  constexpr std::array kNotices = {"notice.work_not_kept", "notice.progress_not_kept",
                                   "notice.recent_not_kept", "notice.preferences_not_kept"};
  bool is_graver_lost = false;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::optional<engine::Error>& failed = *all.at(i);
    if (!failed) is_told_.at(i) = false;
    if (!failed || is_told_.at(i)) {
      is_graver_lost |= failed.has_value();
      continue;
    }
    if (!is_graver_lost) {
      if (session.notice()) return;
      const Words& tr = words(session.preferences());
      session.notify({kNotices.at(i), {{"why", tr(*failed)}}, 0, true, {}});
    }
    // One sentence is enough if several fail at once.
    is_told_.at(i) = true;
    is_graver_lost = true;
  }
}

}  // namespace app
