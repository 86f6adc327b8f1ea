// tokenizer_object.h: a tokenizer from a parsed tokenizer.json, into which older formats are translated.
#pragma once

#include "engine/text/json_fields.h"
#include "engine/text/model_tokenizer.h"

namespace text {

// Errors: those of read_tokenizer_json.
Result<ModelTokenizer> read_tokenizer_object(const json& object);

}  // namespace text
