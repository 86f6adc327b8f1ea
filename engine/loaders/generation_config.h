// generation_config.h: which tokens begin, end and pad a text, and what a model's files ask of each next
// token.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/model/generation_rules.h"
#include "engine/model/sampling.h"

namespace loaders {

using engine::Index;

class ConfigFields;

struct GenerationConfig {
  std::optional<Index> begin, padding, decoder_start;  // nullopt: no file names one
  bool names_ends = false;                             // whether a file says what ends a text, be it nothing
  engine::GenerationRules rules;
  std::optional<engine::Sampling> sampling;                   // where the files ask for draws ("do_sample")
  std::vector<std::pair<std::string, std::string>> followed;  // fields and values, for people to read
  std::vector<engine::Error> told;                            // what is not followed, and why
};

// What is done with a field.
enum class FieldEffect { kFollowed, kIfSampling, kIfBeams, kNotFollowed, kNone };

struct GenerationField {
  std::string_view name;
  FieldEffect effect = FieldEffect::kNone;
  std::string_view neutral;  // the JSON of a value that changes nothing; empty: null alone
};

// Every field of generation_config.json that Hugging Face's GenerationConfig knows.
std::span<const GenerationField> generation_fields();

// Reads generation_config.json of `folder`, which wins as in Hugging Face's generate(), or else the same
// fields of `config`, its config.json; the tokens' roles from the first of both that names them.
// `vocabulary`: the number of tokens. Without `generates`, only begin and padding. Nothing is refused: what
// is wrong is told and not followed, as errors of read_config and, with path and field, notice.rule_ignored
// (value), notice.rule_unknown (value), notice.rule_invalid (value), notice.rule_beyond (id, last),
// notice.rule_beside (value), notice.rule_length (value), notice.rule_contradicts (value, other, limit).
GenerationConfig read_generation_config(const std::filesystem::path& folder, ConfigFields& config,
                                        Index vocabulary, bool generates);

}  // namespace loaders
