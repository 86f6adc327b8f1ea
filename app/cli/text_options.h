// text_options.h: reads the text options into a document's source and target.
#pragma once

#include <optional>
#include <string>

#include "app/cli/options.h"
#include "app/document/document.h"

namespace app {

// Sets the source and the target. Errors: those of exclusive, read_text_file and check_text.
std::optional<engine::Error> read_text(const ParsedOptions& given, Document& document);

// Makes each line a sentence of a batch, which shows its padding mask at work. Errors: error.option_whole,
// error.option_without, error.options_together.
std::optional<engine::Error> read_batch(const ParsedOptions& given, Document& document);

// Marks the last N of `count` tokens as padding, and hides them. Error error.padding (value, count).
std::optional<engine::Error> read_padding(const ParsedOptions& given, size_t count, Document& document);

// A text file without byte-order mark and final line end. Errors: those of exporter::read_file,
// error.text_file_too_long (path, largest).
engine::Result<std::string> read_text_file(const std::string& path);

}  // namespace app
