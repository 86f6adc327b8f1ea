// recent.cpp: a list of names as JSON; an unreadable one counts as empty.
#include "app/shell/recent.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/export/file.h"
#include "app/shell/not_kept.h"

namespace app {
namespace {

constexpr size_t kLargestList = 1U << 20U;  // bytes

}  // namespace

Recent::Recent(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  path_ = folder / "recent.json";
  read();
}

void Recent::read() {
  if (path_.empty()) return;
  const auto text = exporter::read_file(path_, kLargestList);
  if (!text) return;
  const auto list = nlohmann::json::parse(
      *text, [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth <= 1; }, false);
  if (!list.is_array()) return;
  files_.clear();
  for (const auto& item : list) {
    if (item.is_string() && files_.size() < kMost) files_.push_back(item.get<std::string>());
  }
}

void Recent::write() {
  if (path_.empty()) return;
  const std::filesystem::path folder = path_.parent_path();
  const nlohmann::json list = files_;
  auto failed = exporter::make_folder(folder);
  if (!failed) {
    failed = exporter::write_file(path_,
                                  list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  failed_ = failed ? std::optional(not_kept_in(folder, *failed)) : std::nullopt;
}

void Recent::add(const std::string& path) {
  read();
  std::erase(files_, path);
  files_.insert(files_.begin(), path);
  if (files_.size() > kMost) files_.resize(kMost);
  write();
}

void Recent::remove(const std::string& path) {
  read();
  std::erase(files_, path);
  write();
}

}  // namespace app
