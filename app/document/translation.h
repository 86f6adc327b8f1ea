// translation.h: what a model that reads a source and writes a target makes of its source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/sequence.h"
#include "engine/loaders/checkpoint.h"

namespace app {

struct Translation {
  std::vector<engine::Index> ids;    // without the start and the end token
  std::vector<std::string> unknown;  // of each: the word that an unknown token stands for; empty: none does
  std::string text;
};

// What a model as it was trained makes of a source, its target starting with `start`: always the most
// probable token, up to the end token or as long as there is room. Computed once for each source. The model
// has a tokenizer, and engine::check accepts this input.
// Error error.stopped if a Stoppable's around the call was requested.
engine::Result<std::shared_ptr<const Translation>> own_translation(const loaders::Checkpoint& checkpoint,
                                                                   const engine::Sequence& source,
                                                                   const engine::Sequence& start);

}  // namespace app
