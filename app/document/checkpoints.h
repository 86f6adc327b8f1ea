// checkpoints.h: the open trained models, shared by all users: opened once, and again if their files have
// changed.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/document/document.h"
#include "engine/core/result.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/weights.h"

namespace app::checkpoints {

using Shared = std::shared_ptr<const loaders::Checkpoint>;

// The checkpoint at `path`, or the moment of training of that name (engine/training/moment.h). The last two
// that were requested stay open, as do those of the box, and every one in use. Errors: those of
// loaders::open_checkpoint, remembered until the files change.
engine::Result<Shared> open(const std::string& path, const std::stop_token& stop = {},
                            const loaders::Progress& progress = {});

// Whether open() has nothing to read. Checks the times of the files, and reads none.
bool is_open(const std::string& path);

// What open() would return without reading: null if it would read, or fail.
Shared opened(const std::string& path);

// Why results computed with it are invalid: one of its files was truncated or overwritten while it was open.
// Error error.model_changed (path).
std::optional<engine::Error> check_unchanged(const loaders::Checkpoint& checkpoint);

// The warnings to show about an open model: those of loaders::Description, and notice.tensors_unused (path,
// count, names) if some of its weights are unused.
std::vector<engine::Error> warnings_of(const loaders::Checkpoint& checkpoint);

// Sets a document's settings to those of the checkpoint at `path`. Keeps what is typed and fed in; drops what
// depends on the previous model (masks, typed values, parts switched off, tokens moved, padded or generated).
// Tokens are drawn where the model's files ask for it. A translator of Headlight's own is shown with its own
// translation. Errors: those of open().
std::optional<engine::Error> use(const std::string& path, Document& document);

// The checkpoint that a config names, if its sizes and parts match: otherwise it would read past its weights.
// Errors: those of open() and check_unchanged(); error.checkpoint_other (path).
engine::Result<Shared> open_fitting(const engine::Config& config, const std::stop_token& stop = {},
                                    const loaders::Progress& progress = {});

// The model that `config` names; a checkpoint's keeps its files open. Errors: those of open_fitting.
engine::Result<std::shared_ptr<const engine::Model>> model_of(const engine::Config& config);

// Whether a document's model is a translator of Headlight's own, and is open.
bool translates_itself(const Document& document);

// What a model is called: its folder, or "phrase · 200": the task that it learns, and the steps taken.
std::string short_name(const std::string& path);

// The tokens that begin a text and fill up a shorter one: as the model's files say, or else its tokenizer.
std::optional<engine::Index> begin_token(const loaders::Checkpoint& checkpoint);
std::optional<engine::Index> padding_token(const loaders::Checkpoint& checkpoint);

// The token that stands for words the model does not know, if it has one.
std::optional<engine::Index> unknown_token(const loaders::Checkpoint& checkpoint);

// Whether the last token that a document's model, this one, generated ends its text.
bool has_ended(const Document& document, const loaders::Checkpoint& checkpoint);

}  // namespace app::checkpoints
