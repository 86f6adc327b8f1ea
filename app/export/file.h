// file.h: reads and writes files so that nothing half-written is ever left behind.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace exporter {

// Takes the next bytes of a file; false when they could not be written, after which the writer should stop.
using Sink = std::function<bool(std::string_view bytes)>;

// Produces a file's bytes; false when it stopped early.
using Writer = std::function<bool(const Sink& sink)>;

// Writes a file whole or not at all: a regular file is written beside its name, flushed to the disk and
// renamed over it; a device or a pipe is written directly; a link's target is what is replaced. Nothing is
// returned when it went well. Errors: error.disk_full, error.no_permission, error.no_folder, error.is_folder
// (path each), error.cannot_write (path, detail).
std::optional<engine::Error> write_file(const std::filesystem::path& path, std::string_view bytes);
std::optional<engine::Error> write_file(const std::filesystem::path& path, const Writer& writer);

// The error of the system's number (errno) for a path that was to be written.
engine::Error write_error(const std::filesystem::path& path, int number);

// The folder and those above it, made where they are missing. Errors as above.
std::optional<engine::Error> make_folder(const std::filesystem::path& path);

// The whole content. Errors: error.no_file, error.no_read_permission, error.is_folder, error.file_changed
// where it changed meanwhile (path each), error.file_too_large (path, megabytes), error.cannot_read (path,
// detail).
engine::Result<std::string> read_file(const std::filesystem::path& path, size_t largest = 64U << 20U);

}  // namespace exporter
