// recovery.h: keeps what is being typed through a crash. One small file in the user's state folder holds the
// session while the window is open; a window that ends well takes it away.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/document.h"

namespace app {

class Recovery {
 public:
  // Works on the file at `path`; an empty path keeps nothing.
  explicit Recovery(std::filesystem::path path);

  // Where the file belongs: $XDG_STATE_HOME/headlight/open-session, or below ~/.local/state.
  static std::filesystem::path usual_path();

  // What the last window left behind because it did not end well; nothing after a good end.
  const std::optional<Document>& left_behind() const { return left_behind_; }

  // Writes the document where it differs from what was written, at most once in kEvery seconds. A disk that
  // is full or read-only stops nothing.
  void keep(const Document& document, double now);
  // Writes at once what keep() has put off.
  void flush();
  // Seconds until keep() would write what it has put off; nothing where there is nothing to write.
  std::optional<double> due(double now) const;

  // The window ends well.
  void forget();

  static constexpr double kEvery = 0.5;

 private:
  std::filesystem::path path_;
  std::optional<Document> left_behind_;
  std::string written_;
  std::string waiting_;
  double last_write_ = -1e9;
};

}  // namespace app
