// checkpoints.h: the trained models that are open, for all who need them: a model is opened once, and again
// where its files have changed.
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

// The checkpoint at `path`. The last two that were asked for stay open, and so does every one that somebody
// holds. Errors: those of loaders::open_checkpoint, remembered until the files change.
engine::Result<Shared> open(const std::string& path, const std::stop_token& stop = {},
                            const loaders::Progress& progress = {});

// Whether open() has nothing to read. Looks at the times of the files, and reads none.
bool is_open(const std::string& path);

// What open() would give without reading: null where it would read, or refuse.
Shared opened(const std::string& path);

// Why what was computed with it is worth nothing: a file of it was cut short or overwritten while it was
// open. Error error.model_changed (path).
std::optional<engine::Error> check_unchanged(const loaders::Checkpoint& checkpoint);

// What has to be told of a model that is open: notice.tensors_unused (path, count, names) where nothing uses
// some of its weights.
std::optional<engine::Error> warning_of(const loaders::Checkpoint& checkpoint);

// The settings of a document become those of the checkpoint at `path`. What is typed and fed in stays; what
// hangs on the model that was there (masks, numbers typed, parts switched off, tokens moved, padded or
// generated) goes. Errors: those of open().
std::optional<engine::Error> use(const std::string& path, Document& document);

// The checkpoint that a config names, of whose sizes and parts it is: others would read beside its weights.
// Errors: those of open() and check_unchanged(); error.checkpoint_other (path).
engine::Result<Shared> open_fitting(const engine::Config& config, const std::stop_token& stop = {});

// The model that `config` names; a checkpoint's keeps its files open. Errors: those of open_fitting.
engine::Result<std::shared_ptr<const engine::Model>> model_of(const engine::Config& config);

// The token that ends what the model says, where it has one.
std::optional<engine::Index> end_token(const loaders::Checkpoint& checkpoint);

// Whether the last token that a document's model, this one, generated was the end.
bool has_ended(const Document& document, const loaders::Checkpoint& checkpoint);

}  // namespace app::checkpoints
