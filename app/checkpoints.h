// checkpoints.h: the trained models that are open, for all who need them: a model is opened once, and again
// where its files have changed.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/document.h"
#include "engine/loaders/checkpoint.h"
#include "engine/model/weights.h"
#include "engine/result.h"

namespace app::checkpoints {

using Shared = std::shared_ptr<const loaders::Checkpoint>;

// The checkpoint at `path`. The last two that were asked for stay open, and so does every one that somebody
// holds. Errors: those of loaders::open_checkpoint, remembered until the files change.
engine::Result<Shared> open(const std::string& path, const std::stop_token& stop = {},
                            const loaders::Progress& progress = {});

// Whether open() has nothing to read. Looks at the times of the files, and reads none.
bool is_open(const std::string& path);

// The settings of a document become those of the checkpoint at `path`. What is typed and fed in stays; what
// hangs on the model that was there (masks, numbers typed, parts switched off, tokens moved, padded or
// generated) goes. Errors: those of open().
std::optional<engine::Error> use(const std::string& path, Document& document);

// That a config has the sizes and parts of the checkpoint that it names: another would read beside its
// weights. Error error.checkpoint_other (path).
std::optional<engine::Error> check_fits(const engine::Config& config, const loaders::Checkpoint& checkpoint);

// The model that `config` names; a checkpoint's keeps its files open. Errors: those of open() and check_fits.
engine::Result<std::shared_ptr<const engine::Model>> model_of(const engine::Config& config);

// A text that changes when a file does: its path, size and time of change, and of a folder those of the
// files in it.
std::string stamp_of(const std::string& path);

}  // namespace app::checkpoints
