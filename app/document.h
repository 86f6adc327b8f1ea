// document.h: what a person makes in Headlight: text, settings, and where they look. It serialises to one
// line, so a saved session, an undo entry and a line pasted into a chat are the same thing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/config.h"
#include "engine/result.h"
#include "engine/text/tokenizer.h"
#include "engine/trace.h"

namespace app {

// Where one looks: a stage by its address, the cell that is pinned in it, and the view that shows it.
struct Focus {
  std::string view = "stage";
  std::string stage = "encoder.0.self.head.0.scores";
  std::optional<std::pair<engine::Index, engine::Index>> pinned;  // row, column

  bool operator==(const Focus&) const = default;
};

struct Document {
  std::string text = "the cat sat down";
  text::TokenizerKind tokenizer = text::TokenizerKind::kWords;
  std::vector<engine::Index> padded;  // positions of tokens switched off as padding, ascending
  engine::Config config;
  Focus focus;

  bool operator==(const Document&) const = default;
};

// One line of JSON, the same bytes for the same document: {"headlight":1,"text":"the
// cat","tokenizer":"words",...}.
std::string to_line(const Document& document);

// Reads such a line, or a file's text that holds one. Fields left out keep their defaults. Errors:
// error.session_json (detail), error.session_version (version), error.session_field (field), and those of
// engine::check.
engine::Result<Document> from_line(std::string_view line);

// The document's tokens with their padding marks; positions beyond the end are left out. Error
// error.invalid_utf8.
engine::Result<engine::Sequence> sequence_of(const Document& document);

// The whole run, on the calling thread. Errors: those of sequence_of and engine::check.
engine::Result<std::shared_ptr<const engine::Trace>> make_trace(const Document& document);

// Names used in sessions and on the command line.
std::string_view name_of(text::TokenizerKind kind);   // words, characters, bytes
std::string_view name_of(engine::ModelKind kind);     // crafted, seeded
std::string_view name_of(engine::PositionKind kind);  // sinusoidal, none
std::optional<text::TokenizerKind> tokenizer_named(std::string_view name);
std::optional<engine::ModelKind> model_named(std::string_view name);
std::optional<engine::PositionKind> positions_named(std::string_view name);

}  // namespace app
