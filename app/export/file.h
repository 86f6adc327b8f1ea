// file.h: reads and writes files atomically: no partial file is ever left behind.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace exporter {

// Takes the next bytes of a file; false if they could not be written, after which the writer should stop.
using Sink = std::function<bool(std::string_view bytes)>;

// Produces a file's bytes; false if it stopped early.
using Writer = std::function<bool(const Sink& sink)>;

// Writes a file completely or not at all: a regular file is written under a temporary name, flushed to disk
// and renamed; a device or a pipe is written directly; for a link, its target is replaced. Returns nothing on
// success. Waits 2 s for a named pipe's reader, then error.no_reader. Other errors:
// error.disk_full, error.no_permission, error.no_folder, error.is_folder (path each), error.cannot_write
// (path, detail).
std::optional<engine::Error> write_file(const std::filesystem::path& path, std::string_view bytes);
std::optional<engine::Error> write_file(const std::filesystem::path& path, const Writer& writer);

// A file to be written, and what into it.
struct FileBytes {
  std::filesystem::path path;
  std::string_view bytes;
};

// Writes several files that belong together, in this order: where one cannot be written whole, such as on a
// disk that is full, all of them stay as they were. Errors as above; error.cannot_write for a device or a
// pipe.
std::optional<engine::Error> write_files(std::span<const FileBytes> files);

// The error for an errno after writing to a path.
engine::Error write_error(const std::filesystem::path& path, int number);

// Creates the folder and its missing parents. Errors as above.
std::optional<engine::Error> make_folder(const std::filesystem::path& path);

// The whole content of a file, or of a stream that the program was started with; never waits for a pipe's
// writer. Errors: error.no_file, error.no_read_permission, error.is_folder, error.not_a_file,
// error.file_changed if it changed meanwhile (path each), error.file_too_large (path, megabytes),
// error.cannot_read (path, detail).
engine::Result<std::string> read_file(const std::filesystem::path& path, size_t largest = 64U << 20U);

}  // namespace exporter
