// recovery.h: keeps what is being typed through a crash. Each window has one small file in the user's state
// folder while it is open; a window that ends well takes its own away. What a crash left stays until the
// person has answered the offer to open it again.
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

  // Where the files belong: $XDG_STATE_HOME/headlight, or below ~/.local/state.
  static std::filesystem::path usual_folder();

  // What a window that did not end well left behind, the newest first; null where there is nothing more.
  // While it is held here no other window offers it, and what a living window keeps is never offered.
  const Document* left_behind() const { return left_.empty() ? nullptr : &left_.back().document; }
  // The person has answered: its file goes, once what they have now is written; then left_behind() is the
  // next.
  // Where that is not kept elsewhere, its file stays for the next window.
  void answered(bool is_kept = true);

  // Writes the document where it differs from what was written, at most once in kEvery seconds. A disk that
  // is full or read-only stops nothing: failed() says so, and it is tried again after kRetry seconds.
  void keep(const Document& document, double now);
  // Why the last try failed: not_kept_in() its folder; nothing where it went well.
  const std::optional<engine::Error>& failed() const { return failed_; }
  // Writes at once what keep() has put off. Returns whether all is written.
  bool flush();
  // Seconds until keep() would write what it has put off; nothing where there is nothing to write.
  std::optional<double> due(double now) const;

  // The window ends well.
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
  std::optional<engine::Error> take_own_file();
  std::optional<engine::Error> write();

  std::filesystem::path folder_;
  std::filesystem::path path_;    // empty until the first write
  std::optional<FileLock> lock_;  // held as long as the window lives
  std::vector<LeftBehind> left_;  // the newest last
  std::optional<Document> written_;
  std::optional<Document> waiting_;
  std::optional<engine::Error> failed_;
  double next_write_ = -1e9;
};

// The beginning of a text as a notice quotes it: at most 60 characters in one line, none of them cut.
std::string beginning(std::string_view text);

}  // namespace app
