// session_file.h: a session as a file that a text editor can read, and that reopens exactly.
#pragma once

#include <filesystem>
#include <optional>

#include "app/document/document.h"
#include "engine/core/result.h"

namespace exporter {

// Reads a file that contains a session in lines or as one line. Errors: those of read_file and
// app::from_line.
engine::Result<app::Document> read_session_file(const std::filesystem::path& path);

// Writes it in lines, completely or not at all. Errors: those of write_file, and of app::from_line if the
// file could not be reopened.
std::optional<engine::Error> write_session_file(const std::filesystem::path& path,
                                                const app::Document& document);

}  // namespace exporter
