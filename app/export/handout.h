// handout.h: one printed page with a whole run, and the line that reopens it.
#pragma once

#include <filesystem>
#include <string>

#include "app/document/document.h"
#include "app/export/figure.h"

namespace exporter {

// The page's bytes: A4, PDF, always light. Error error.cannot_draw (detail).
engine::Result<std::string> draw_handout(const app::Document& document, const engine::Trace& trace,
                                         const FigureOptions& options);

// Writes the page; returns the path. Errors: as above and those of write_file.
engine::Result<std::string> export_handout(const app::Document& document, const engine::Trace& trace,
                                           const FigureOptions& options, const std::filesystem::path& path);

}  // namespace exporter
