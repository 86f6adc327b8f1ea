// class_roles.h: the tokens that a family's class names where its files say nothing.
#pragma once

#include <optional>
#include <string_view>

#include "engine/core/matrix.h"

namespace loaders {

using engine::Index;

struct ClassRoles {
  std::optional<Index> begin, end, padding, forced_end;
};

// The defaults of bos_token_id, eos_token_id, pad_token_id and forced_eos_token_id of a "model_type" in
// Hugging Face's transformers 4 (models/*/configuration_*.py); none of a kind without any.
ClassRoles class_roles(std::string_view kind);

}  // namespace loaders
