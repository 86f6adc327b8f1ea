// recent.cpp: any bytes as a list of recent files leave a short list, to which a file can be added.
#include "app/shell/recent.h"

#include <algorithm>

#include "tests/fuzz/folder.h"

std::vector<std::string> seeds() {
  return {R"(["/a/b.json", "/c \u6f22.json"])",
          R"(["1","2","3","4","5","6","7","8","9","10","11","12"])",
          R"([1, null, [["x"]], {"a": "b"}, "x", "x"])",
          R"({"a": []})",
          "[",
          ""};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder("recent");
  // Written each time, since adding a file changes it.
  std::ofstream(folder.path() / "recent.json", std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  app::Recent recent(folder.path());
  require(recent.files().size() <= app::Recent::kMost, "a list is short");
  recent.add("/added.json");
  require(!recent.failed() && recent.files().front() == "/added.json", "what was opened last comes first");
  require(std::ranges::count(recent.files(), "/added.json") == 1, "and once");
  require(app::Recent(folder.path()).files() == recent.files(), "what was written reads the same");
  return 0;
}
