// recovery.h: preserves unsaved work through a crash. Each open window has one small file in the user's state
// folder; a window that closes normally deletes its own. A crash's file stays until the user has answered the
// offer to reopen it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "app/shell/file_lock.h"

namespace app {

class Recovery {
 public:
  // Works in `folder`; an empty path keeps nothing and offers nothing.
  explicit Recovery(std::filesystem::path folder);

  // The folder for the files: $XDG_STATE_HOME/headlight, or below ~/.local/state.
  static std::filesystem::path usual_folder();

  // What a crashed window left behind, newest first; null if there is nothing more. While it is held here no
  // other window offers it, and the file of a running window is never offered.
  const Document* left_behind() const { return left_.empty() ? nullptr : &left_.back().document; }
  // The user has answered: deletes its file, once the current work is written; then left_behind() is the next
  // one.
  // If that is not kept elsewhere, its file stays for the next window.
  void answered(bool is_kept = true);

  // What was left and cannot be read: sessions that are none, and parts of files. Each is set aside in a
  // folder of its own when it is found, so that only the window that finds it says so.
  const std::vector<std::filesystem::path>& unreadable() const { return unreadable_; }
  // The folder that they are in.
  std::filesystem::path unreadable_folder() const { return folder_ / "unreadable"; }
  // Deletes those that this window found.
  void remove_unreadable();

  // Writes the document if it differs from what was written, at most once in kEvery seconds. A full or
  // read-only disk stops nothing: failed() reports it, and it is retried after kRetry seconds.
  void keep(const Document& document, double now);
  // Why the last attempt failed: not_kept_in() its folder; nullopt if it succeeded.
  const std::optional<engine::Error>& failed() const { return failed_; }
  // Writes immediately what keep() has deferred. Returns whether everything is written.
  bool flush();
  // Seconds until keep() would write what it has deferred; nullopt if there is nothing to write.
  std::optional<double> due(double now) const;

  // The window closes normally.
  void forget();

  static constexpr double kEvery = 0.5;
  static constexpr double kRetry = 10;

 private:
  struct LeftBehind {
    std::filesystem::path path;
    std::filesystem::file_time_type written;
    Document document;
    FileLock lock;
  };
  void find_left_behind();
  void set_aside(const std::filesystem::path& path);
  std::optional<engine::Error> take_own_file();
  std::optional<engine::Error> write();

  std::filesystem::path folder_;
  std::filesystem::path path_;    // empty until the first write
  std::optional<FileLock> lock_;  // held as long as the window lives
  std::vector<LeftBehind> left_;  // newest last
  std::vector<std::filesystem::path> unreadable_;
  std::optional<Document> written_;
  std::optional<Document> waiting_;
  std::optional<engine::Error> failed_;
  double next_write_ = -1e9;
};

// The beginning of a text for quoting in a notice: at most 60 characters in one line, none of them cut.
std::string beginning(std::string_view text);

}  // namespace app
