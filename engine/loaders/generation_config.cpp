// generation_config.cpp: reads untrusted rules: each that is wrong is left out, and told.
#include "engine/loaders/generation_config.h"

#include <algorithm>
#include <limits>
#include <system_error>

#include "engine/core/quotable.h"
#include "engine/loaders/class_roles.h"
#include "engine/loaders/config_json.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Sampling;
using nlohmann::json;
using Ids = std::vector<Index>;

constexpr const char* kFile = R"(generation_config.json)";

std::string shown(const json& value) {
  return engine::quotable(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

const GenerationField* row_of(std::string_view name) {
  const auto rows = generation_fields();
  const auto found = std::ranges::find(rows, name, &GenerationField::name);
  return found == rows.end() ? nullptr : &*found;
}

// Whether a value changes nothing.
bool is_neutral(const GenerationField& row, const json& value) {
  if (value.is_null() || (value.is_structured() && value.empty())) return true;
  return !row.neutral.empty() && value == json::parse(row.neutral);
}

std::optional<Index> whole(const json& value) {
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (!value.is_number_integer()) return std::nullopt;
  if (value.is_number_unsigned() && value.get<uint64_t>() > kMost) return std::nullopt;
  return value.get<int64_t>();
}

// The fields of one file, as rules.
class RuleReader {
 public:
  RuleReader(ConfigFields& fields, Index vocabulary, std::vector<Error>& told)
      : fields_(fields), vocabulary_(vocabulary), told_(told) {}

  bool names(const char* field) const { return fields_.find(field) != nullptr || fields_.is_null(field); }
  const json* find(const char* field) const { return fields_.find(field); }
  bool is_null(const char* field) const { return fields_.is_null(field); }

  void tell(const char* key, const std::string& field,
            std::vector<std::pair<std::string, std::string>> more = {}) {
    std::vector<std::pair<std::string, std::string>> arguments = {
        {"path", fields_.path()}, {"field", engine::quotable(field)}, {"value", "null"}};
    if (const json* const value = fields_.find(field.c_str())) arguments.back().second = shown(*value);
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto says_so = [&](const Error& error) {
      return error.key == key &&
             std::equal(arguments.begin(), arguments.begin() + 2, error.arguments.begin());
    };
    if (std::ranges::any_of(told_, says_so)) return;
    told_.push_back({key, std::move(arguments)});
  }

  // A number from above `least` up to `most`.
  double number(const char* field, double otherwise, double least, double most) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return otherwise;
    if (value->is_number() && value->get<double>() > least && value->get<double>() <= most)
      return value->get<double>();
    tell("notice.rule_invalid", field);
    return otherwise;
  }

  std::optional<Index> count(const char* field) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return std::nullopt;
    const auto number = whole(*value);
    if (number && *number >= 0) return number;
    tell("notice.rule_invalid", field);
    return std::nullopt;
  }

  bool flag(const char* field) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    tell("notice.rule_invalid", field);
    return false;
  }

  // Token ids: one number, or a list; none of a list with anything else in it.
  Ids ids(const char* field) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return {};
    const json list = value->is_array() ? *value : json::array({*value});
    return ids_of(list, field).value_or(Ids{});
  }

  std::optional<Index> id(const char* field) {
    const Ids found = ids(field);
    if (found.size() == 1) return found.front();
    if (found.size() > 1) tell("notice.rule_invalid", field);
    return std::nullopt;
  }

  // Sequences of token ids; those that name a token which the model does not have are left out.
  std::vector<Ids> words(const char* field) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return {};
    std::vector<Ids> words;
    const auto is_word = [](const json& word) { return word.is_array() && !word.empty(); };
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), is_word)) {
      tell("notice.rule_invalid", field);
      return {};
    }
    for (const json& word : *value) {
      const auto found = ids_of(word, field);
      if (!found) return {};
      if (found->size() == word.size()) words.push_back(*found);
    }
    return words;
  }

 private:
  // Those that the model has; nullopt if one is no number.
  std::optional<Ids> ids_of(const json& list, const char* field) {
    Ids found;
    for (const json& item : list) {
      const auto id = whole(item);
      if (!id) {
        tell("notice.rule_invalid", field);
        return std::nullopt;
      }
      if (*id >= 0 && *id < vocabulary_) {
        found.push_back(*id);
      } else {
        tell("notice.rule_beyond", field,
             {{"id", std::to_string(*id)}, {"last", std::to_string(vocabulary_ - 1)}});
      }
    }
    return found;
  }

  ConfigFields& fields_;
  Index vocabulary_;
  std::vector<Error>& told_;
};

// The roles that a class has where no file says anything, of tokens that the model has: what ends a text, and
// what must end the longest one, only where the rules are config.json's, too.
void fill_roles(RuleReader* own, const RuleReader& config, const ClassRoles& usual, Index vocabulary,
                GenerationConfig& read, bool generates) {
  const auto is_silent = [&](const char* field) {
    return !config.names(field) && (own == nullptr || !own->names(field));
  };
  const auto has = [&](const std::optional<Index>& id) { return id && *id < vocabulary; };
  if (is_silent("bos_token_id") && has(usual.begin)) read.begin = usual.begin;
  if (is_silent("pad_token_id") && has(usual.padding)) read.padding = usual.padding;
  if (!generates || own != nullptr) return;
  if (!config.names("forced_eos_token_id") && has(usual.forced_end))
    read.rules.forced_eos_token_id = {*usual.forced_end};
  if (config.names("eos_token_id") || !has(usual.end)) return;
  read.names_ends = true;
  read.rules.ends = {*usual.end};
}

// Roles of tokens, from the first file that says anything of them.
void read_roles(RuleReader* own, RuleReader& config, GenerationConfig& read, bool generates) {
  const auto source = [&](const char* field) -> RuleReader& {
    return own != nullptr && own->names(field) ? *own : config;
  };
  read.begin = source("bos_token_id").id("bos_token_id");
  // Models without one often say -1.
  RuleReader& padding = source("pad_token_id");
  const json* const pad = padding.find("pad_token_id");
  if (pad != nullptr && *pad != -1) read.padding = padding.id("pad_token_id");
  if (!generates) return;
  RuleReader& ends = source("eos_token_id");
  read.names_ends = ends.names("eos_token_id");
  read.rules.ends = ends.ids("eos_token_id");
  if (own != nullptr) read.decoder_start = own->id("decoder_start_token_id");
}

void read_rules(RuleReader& reader, engine::GenerationRules& rules) {
  constexpr double kMost = std::numeric_limits<float>::max();
  rules.encoder_repetition_penalty = reader.number("encoder_repetition_penalty", 1, 0, kMost);
  rules.repetition_penalty = reader.number("repetition_penalty", 1, 0, kMost);
  rules.no_repeat_ngram_size = reader.count("no_repeat_ngram_size").value_or(0);
  rules.encoder_no_repeat_ngram_size = reader.count("encoder_no_repeat_ngram_size").value_or(0);
  rules.bad_words_ids = reader.words("bad_words_ids");
  rules.min_length = reader.count("min_length").value_or(0);
  rules.min_new_tokens = reader.count("min_new_tokens");
  rules.max_length = reader.count("max_length");
  rules.max_new_tokens = reader.count("max_new_tokens");
  rules.forced_bos_token_id = reader.id("forced_bos_token_id");
  rules.forced_eos_token_id = reader.ids("forced_eos_token_id");
  rules.suppress_tokens = reader.ids("suppress_tokens");
  rules.begin_suppress_tokens = reader.ids("begin_suppress_tokens");
}

// The settings of draws. Hugging Face's top_k is 50 where the file says nothing.
std::optional<Sampling> read_sampling(RuleReader& reader) {
  constexpr Index kUsualTopK = 50;
  if (!reader.flag("do_sample")) return std::nullopt;
  Sampling sampling{.greedy = false};
  sampling.temperature = reader.number("temperature", 1, 0, 1e3);
  sampling.top_k = reader.is_null("top_k") ? 0 : reader.count("top_k").value_or(kUsualTopK);
  sampling.top_p = std::min(reader.number("top_p", 1, 0, std::numeric_limits<double>::max()), 1.0);
  if (engine::check(sampling)) {
    reader.tell("notice.rule_invalid", "temperature");
    sampling.temperature = 1;
  }
  return sampling;
}

// Rules that cannot all hold.
void tell_contradictions(RuleReader& reader, const engine::GenerationRules& rules) {
  const auto contradicts = [&](const char* field, const char* other) {
    reader.tell("notice.rule_contradicts", field, {{"other", other}, {"limit", shown(*reader.find(other))}});
  };
  if (rules.min_new_tokens && rules.max_new_tokens && *rules.min_new_tokens > *rules.max_new_tokens)
    contradicts("min_new_tokens", "max_new_tokens");
  if (!rules.min_new_tokens && !rules.max_new_tokens && rules.max_length &&
      rules.min_length > *rules.max_length)
    contradicts("min_length", "max_length");
  const auto is_suppressed = [&](Index id) { return std::ranges::count(rules.suppress_tokens, id) > 0; };
  if (rules.forced_bos_token_id && is_suppressed(*rules.forced_bos_token_id))
    contradicts("forced_bos_token_id", "suppress_tokens");
  if (!rules.forced_eos_token_id.empty() && std::ranges::all_of(rules.forced_eos_token_id, is_suppressed))
    contradicts("forced_eos_token_id", "suppress_tokens");
}

bool has_many_beams(RuleReader& reader) {
  const json* const beams = reader.find("num_beams");
  return beams != nullptr && beams->is_number() && *beams > 1;
}

// Whether a field changes tokens only in a way that is not asked for.
bool is_idle(const GenerationField& row, const GenerationConfig& read, RuleReader& reader) {
  if (row.effect == FieldEffect::kNone) return true;
  if (row.effect == FieldEffect::kIfBeams) return !has_many_beams(reader);
  const bool is_of_draws = row.effect == FieldEffect::kIfSampling || row.name == "temperature" ||
                           row.name == "top_k" || row.name == "top_p";
  return is_of_draws && !read.sampling;
}

bool is_invalid(const GenerationConfig& read, std::string_view field) {
  return std::ranges::any_of(read.told, [&](const Error& error) {
    return error.key == "notice.rule_invalid" && error.arguments[1].second == field;
  });
}

// What is followed, and what is not.
void sort_fields(RuleReader& reader, const std::vector<std::string>& names, GenerationConfig& read) {
  for (const std::string& name : names) {
    const GenerationField* const row = row_of(name);
    if (row == nullptr) reader.tell("notice.rule_unknown", name);
    // What is idle is not asked for, so that it is not listed as followed.
    if (row == nullptr || is_idle(*row, read, reader)) continue;
    const json* const value = reader.find(name.c_str());
    if (value == nullptr || is_neutral(*row, *value) || is_invalid(read, name)) {
      continue;
    } else if (name == "max_length" || name == "max_new_tokens") {
      if (name == "max_new_tokens" || !read.rules.max_new_tokens) reader.tell("notice.rule_length", name);
    } else if (row->effect != FieldEffect::kFollowed) {
      reader.tell("notice.rule_ignored", name);
    } else {
      read.followed.emplace_back(name, shown(*value));
    }
  }
}

// Fields of config.json that would count if there were no generation_config.json.
void tell_beside(RuleReader& config, RuleReader& own, GenerationConfig& read) {
  for (const GenerationField& row : generation_fields()) {
    const std::string name(row.name);
    const bool is_role = name.ends_with("_token_id") && !name.starts_with("forced_");
    if (is_role || is_idle(row, read, config)) continue;
    const json* const value = config.find(name.c_str());
    if (value == nullptr || is_neutral(row, *value)) continue;
    const json* const decides = own.find(name.c_str());
    if (decides == nullptr || *decides != *value) config.tell("notice.rule_beside", name);
  }
}

}  // namespace

GenerationConfig read_generation_config(const std::filesystem::path& folder, ConfigFields& config,
                                        Index vocabulary, bool generates) {
  GenerationConfig read;
  std::optional<ConfigFields> own;
  std::error_code ignored;
  if (generates && std::filesystem::exists(folder / kFile, ignored)) {
    auto fields = read_config(folder / kFile);
    if (fields) {
      own = std::move(fields).value();
    } else {
      read.told.push_back(fields.error());
    }
  }
  RuleReader of_config(config, vocabulary, read.told);
  std::optional<RuleReader> of_own;
  if (own) of_own.emplace(*own, vocabulary, read.told);
  read_roles(of_own ? &*of_own : nullptr, of_config, read, generates);
  const ClassRoles usual = class_roles(config.text("model_type", ""));
  RuleReader& decides = of_own ? *of_own : of_config;
  if (generates) read_rules(decides, read.rules);
  fill_roles(of_own ? &*of_own : nullptr, of_config, usual, vocabulary, read, generates);
  if (!generates) return read;
  read.sampling = read_sampling(decides);
  tell_contradictions(decides, read.rules);
  std::vector<std::string> names = own ? own->names() : config.names();
  if (!own) std::erase_if(names, [](const std::string& name) { return row_of(name) == nullptr; });
  sort_fields(decides, names, read);
  if (own) tell_beside(of_config, *of_own, read);
  return read;
}

}  // namespace loaders
