// session_file.cpp: reads and writes session files.
#include "app/export/session_file.h"

#include "app/document/document_json.h"
#include "app/document/document_line.h"
#include "app/export/file.h"

namespace exporter {

namespace fs = std::filesystem;

engine::Result<app::Document> read_session_file(const fs::path& path) {
  const auto text = read_file(path, app::kLargestSession);
  if (!text) return text.error();
  return app::from_line(*text);
}

std::optional<engine::Error> write_session_file(const fs::path& path, const app::Document& document) {
  const std::string text = app::to_lines(document);
  const auto again = app::from_line(text);
  if (!again) return again.error();
  return write_file(path, text);
}

}  // namespace exporter
