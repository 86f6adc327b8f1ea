// tokenizer_settings.h: what a folder says of its tokenizer beside the vocabulary: tokenizer_config.json,
// special_tokens_map.json, added_tokens.json.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/text/json_fields.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/vocabulary.h"

namespace text {

// A class that says nothing of how it cuts.
inline constexpr std::string_view kUnspecificClass = "PreTrainedTokenizer";

// A folder's tokenizer_config.json, with the other two files in it as Hugging Face's library merges them
// (tokenization_utils_base.py, _from_pretrained): they count only where it has no "added_tokens_decoder" of
// its own, and there special_tokens_map.json wins; the class may be config.json's. An empty object if there
// is none. Errors: those of parse_json, error.tokenizer_field (field), error.cannot_read,
// error.file_too_large.
Result<json> read_tokenizer_settings(const std::filesystem::path& folder);

// Whether the tokenizer's class is that of config.json, since tokenizer_config.json names none.
bool has_class_of_config(const std::filesystem::path& folder);

// The texts of all tokens that a folder's files add to its vocabulary; none of a file that cannot be read.
std::set<std::string> added_names(const std::filesystem::path& folder);

// Those of a text that the decoder writes: its language is "tgt_lang", or not said (mBART).
json settings_of_target(json settings);
// The language that a token around a text names, "" for none; and the field that says so.
struct TextLanguage {
  const char* field;
  std::string name;
};
TextLanguage text_language(Fields& settings);

// The bytes of a tokenizer's file. Errors: error.cannot_read (path, detail), error.file_too_large (path,
// megabytes).
Result<std::string> read_tokenizer_file(const std::filesystem::path& path);

// "tokenizer_class" without its ending "Fast"; empty if none is named.
std::string tokenizer_class(Fields& settings);
// An added token's text, if it has one: itself, or its "content".
std::optional<std::string> content_of(const json& token);
// The token that plays a role, "bos_token", "cls_token", ...: a text, or an object with its "content".
std::optional<std::string> role_token(Fields& settings, const char* role);
// All tokens that settings name by a role, "additional_special_tokens" included, as in "added_tokens" of
// tokenizer.json but without ids.
json role_tokens(Fields& settings);

// Changes a parsed tokenizer.json as its class does with these settings: lower case, accents and ideographs
// of BERT's, what begins and ends a text of Llama's and Gemma's, the space before a text.
void apply_settings(json& tokenizer, Fields& settings);

// A token's purpose by the settings, otherwise by its name, which families share.
SpecialTokens special_tokens(const Vocabulary& vocabulary, Fields& settings);

}  // namespace text
