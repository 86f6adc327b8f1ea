// tokenizer_settings.cpp: merges the files, and does what the classes of Hugging Face's library do with them.
#include "engine/text/tokenizer_settings.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include "engine/text/added_tokens.h"

namespace text {
namespace {

namespace fs = std::filesystem;

constexpr std::array kRoles = {"bos_token", "eos_token", "unk_token", "sep_token",
                               "pad_token", "cls_token", "mask_token"};
constexpr const char* kMoreTokens = "additional_special_tokens";
constexpr const char* kListed = "added_tokens_decoder";
constexpr const char* kClass = "tokenizer_class";
constexpr const char* kSourceLanguage = "src_lang";
constexpr const char* kTargetLanguage = "tgt_lang";

// A folder's file; an object without fields if it has none.
Result<json> read_object(const fs::path& path) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) return json::object();
  const auto bytes = read_tokenizer_file(path);
  if (!bytes) return bytes.error();
  auto object = parse_json(*bytes);
  if (!object) return object.error();
  if (!object->is_object()) return Error{"error.tokenizer_field", {{"field", path.filename().string()}}};
  return object;
}

bool has_text(const json& object, const char* field) {
  const auto value = object.find(field);
  return value != object.end() && value->is_string();
}

// AutoTokenizer.from_pretrained asks config.json where tokenizer_config.json names no class.
std::optional<std::string> class_of_config(const fs::path& folder) {
  const auto config = read_object(folder / R"(config.json)");
  if (!config || !has_text(*config, kClass)) return std::nullopt;
  return (*config)[kClass].get<std::string>();
}

// Whether a special_tokens_map.json names a token: {"pad_token": "<pad>", "mask_token": {"content":
// "<mask>"}, "additional_special_tokens": ["<x>"]}.
bool names_token(const json& map, const std::string& content) {
  const auto is_it = [&](const json& token) {
    return token == content ||
           (token.is_object() && token.contains("content") && token["content"] == content);
  };
  return std::any_of(map.begin(), map.end(), [&](const json& value) {
    return value.is_array() ? std::any_of(value.begin(), value.end(), is_it) : is_it(value);
  });
}

// The first of these names that is a piece.
std::optional<Index> first_of(const Vocabulary& vocabulary, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto id = vocabulary.find(name)) return id;
  }
  return std::nullopt;
}

bool is_class(std::string_view name, std::initializer_list<std::string_view> classes) {
  return std::find(classes.begin(), classes.end(), name) != classes.end();
}

// BertTokenizerFast sets all three, where one differs from the file's (tokenization_bert_fast.py).
void apply_to_bert(json& tokenizer, Fields& settings) {
  const auto normalizer = tokenizer.find("normalizer");
  if (normalizer == tokenizer.end() || !normalizer->is_object()) return;
  if (!normalizer->contains("type") || (*normalizer)["type"] != "BertNormalizer") return;
  (*normalizer)["lowercase"] = settings.flag("do_lower_case", true);
  (*normalizer)["handle_chinese_chars"] = settings.flag("tokenize_chinese_chars", true);
  const bool has_accents = settings.find("strip_accents") != nullptr;
  (*normalizer)["strip_accents"] = has_accents ? json(settings.flag("strip_accents", false)) : json();
}

// LlamaTokenizerFast and GemmaTokenizerFast write their own template (update_post_processor).
void apply_to_llama(json& tokenizer, Fields& settings) {
  const json added = tokenizer.contains("added_tokens") ? tokenizer["added_tokens"] : json::array();
  const auto number_of = [&](const std::string& content) -> json {
    for (const json& token : added) {
      if (content_of(token) == content && token.is_object() && token.contains("id")) return token["id"];
    }
    return nullptr;
  };
  json specials = json::object();
  const auto part = [&](const char* flag, bool usual, const char* role, const char* name, uint64_t type) {
    json parts = json::array();
    if (!settings.flag(flag, usual)) return parts;
    const std::string token = role_token(settings, role).value_or(name);
    const json id = number_of(token);
    if (!id.is_number_unsigned()) return parts;
    specials[token] = {{"id", token}, {"ids", json::array({id})}, {"tokens", json::array({token})}};
    parts.push_back({{"SpecialToken", {{"id", token}, {"type_id", type}}}});
    return parts;
  };
  json single = json::array();
  json pair = json::array();
  for (const uint64_t type : {0U, 1U}) {
    json parts = part("add_bos_token", true, "bos_token", "<s>", type);
    parts.push_back({{"Sequence", {{"id", type == 0 ? "A" : "B"}, {"type_id", type}}}});
    const json end = part("add_eos_token", false, "eos_token", "</s>", type);
    parts.insert(parts.end(), end.begin(), end.end());
    if (type == 0) single = parts;
    pair.insert(pair.end(), parts.begin(), parts.end());
  }
  tokenizer["post_processor"] = {
      {"type", "TemplateProcessing"}, {"single", single}, {"pair", pair}, {"special_tokens", specials}};
}

// MBartTokenizerFast and MBart50TokenizerFast write their own template (set_src_lang_special_tokens).
void apply_to_mbart(json& tokenizer, Fields& settings, bool is_before) {
  const auto [field, language] = text_language(settings);
  json specials = json::object();
  const auto special = [&](const std::string& token, const char* said_by) -> json {
    for (const json& each : tokenizer["added_tokens"]) {
      if (content_of(each) != token || !each.is_object() || !each.contains("id")) continue;
      specials[token] = {{"id", token}, {"ids", json::array({each["id"]})}, {"tokens", json::array({token})}};
      return {{"SpecialToken", {{"id", token}, {"type_id", 0U}}}};
    }
    settings.mark(said_by);
    return nullptr;
  };
  json before = json::array();
  json behind = json::array({special(role_token(settings, "eos_token").value_or("</s>"), "eos_token")});
  if (!language.empty()) (is_before ? before : behind).push_back(special(language, field));
  json single = before;
  json pair = before;
  for (json* const parts : {&single, &pair}) parts->push_back({{"Sequence", {{"id", "A"}, {"type_id", 0U}}}});
  pair.push_back({{"Sequence", {{"id", "B"}, {"type_id", 0U}}}});
  for (json* const parts : {&single, &pair}) parts->insert(parts->end(), behind.begin(), behind.end());
  tokenizer["post_processor"] = {
      {"type", "TemplateProcessing"}, {"single", single}, {"pair", pair}, {"special_tokens", specials}};
}

// PreTrainedTokenizerFast.__init__: of a single step that has the field.
void apply_prefix_space(json& tokenizer, Fields& settings) {
  const auto splitter = tokenizer.find("pre_tokenizer");
  if (splitter == tokenizer.end() || !splitter->is_object() || !splitter->contains("add_prefix_space"))
    return;
  const json before = (*splitter)["add_prefix_space"];
  if (before.is_boolean())
    (*splitter)["add_prefix_space"] = settings.flag("add_prefix_space", before.get<bool>());
}

// 0 where it has none.
uint64_t id_of(const json& token) {
  const bool has_one = token.is_object() && token.contains("id") && token["id"].is_number_unsigned();
  return has_one ? token["id"].get<uint64_t>() : 0;
}

json vocabulary_of(const json& tokenizer) {
  const auto model = tokenizer.find("model");
  const bool has_one = model != tokenizer.end() && model->is_object() && model->contains("vocab");
  return has_one ? (*model)["vocab"] : json::object();
}

// set_tokens: those that the file does not have yet (PreTrainedTokenizerFast.__init__).
void add_listed(json& tokenizer, Fields& settings) {
  json& added = tokenizer["added_tokens"];
  if (added.is_null()) added = json::array();
  if (!added.is_array()) return;
  const auto add = [&](json token) {
    const auto content = content_of(token);
    const bool is_known = std::any_of(added.begin(), added.end(),
                                      [&](const json& each) { return content_of(each) == content; });
    if (content && !is_known) added.push_back(std::move(token));
  };
  json listed = added_list(settings);
  std::sort(listed.begin(), listed.end(), [](const json& a, const json& b) { return a["id"] < b["id"]; });
  for (json& token : listed) add(std::move(token));
  // Those that only a role names follow all others.
  uint64_t next = 0;
  for (const json& token : added) next = std::max(next, id_of(token) + 1);
  const json pieces = vocabulary_of(tokenizer);
  next = std::max<uint64_t>(next, pieces.size());
  for (json& token : role_tokens(settings)) {
    const auto piece = pieces.is_object() ? pieces.find(*content_of(token)) : pieces.end();
    token["id"] = piece == pieces.end() ? json(next) : *piece;
    const size_t before = added.size();
    add(std::move(token));
    if (piece == pieces.end()) next += added.size() - before;
  }
}

}  // namespace

std::optional<std::string> content_of(const json& token) {
  if (token.is_string()) return token.get<std::string>();
  if (!token.is_object()) return std::nullopt;
  const auto content = token.find("content");
  if (content == token.end() || !content->is_string()) return std::nullopt;
  return content->get<std::string>();
}

Result<std::string> read_tokenizer_file(const fs::path& path) {
  std::error_code failure;
  const auto size = fs::file_size(path, failure);
  if (failure) return Error{"error.cannot_read", {{"path", path.string()}, {"detail", failure.message()}}};
  if (size > kLargestTokenizer) {
    return Error{"error.file_too_large",
                 {{"path", path.string()}, {"megabytes", std::to_string(kLargestTokenizer >> 20U)}}};
  }
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<size_t>(file.gcount()) == size) return bytes;
  const std::string detail = std::make_error_code(std::errc::io_error).message();
  return Error{"error.cannot_read", {{"path", path.string()}, {"detail", detail}}};
}

bool has_class_of_config(const fs::path& folder) {
  const auto own = read_object(folder / R"(tokenizer_config.json)");
  return own && !has_text(*own, kClass) && class_of_config(folder).has_value();
}

Result<json> read_tokenizer_settings(const fs::path& folder) {
  auto read = read_object(folder / "tokenizer_config.json");
  if (!read) return read.error();
  json settings = std::move(read).value();
  if (const auto name = class_of_config(folder); name && !has_text(settings, kClass))
    settings[kClass] = *name;
  const auto special = read_object(folder / "special_tokens_map.json");
  if (!special) return special.error();
  const fs::path beside = folder / "added_tokens.json";
  const auto added = read_object(beside);
  if (!added) return added.error();
  const auto listed = settings.find(kListed);
  if (listed != settings.end() && !listed->is_null()) return settings;
  for (const auto& [role, token] : special->items()) settings[role] = token;
  if (added->empty()) return settings;
  json decoder = json::object();
  for (const auto& [content, id] : added->items()) {
    if (!id.is_number_unsigned())
      return Error{"error.tokenizer_field", {{"field", beside.filename().string()}}};
    decoder[std::to_string(id.get<uint64_t>())] = {{"content", content},
                                                   {"special", names_token(*special, content)}};
  }
  settings[kListed] = std::move(decoder);
  return settings;
}

json settings_of_target(json settings) {
  settings[kSourceLanguage] = false;
  return settings;
}

TextLanguage text_language(Fields& settings) {
  const json* const source = settings.find(kSourceLanguage);
  const std::string target = settings.text(kTargetLanguage, "");
  if (source != nullptr && *source == false) return {kTargetLanguage, target};
  return {kSourceLanguage, settings.text(kSourceLanguage, "en_XX")};
}

std::set<std::string> added_names(const fs::path& folder) {
  std::set<std::string> names;
  const auto add = [&](const json& tokens) {
    for (const json& token : tokens) {
      if (auto content = content_of(token)) names.insert(*std::move(content));
    }
  };
  if (const auto settings = read_tokenizer_settings(folder)) {
    Fields fields(*settings, "tokenizer_config");
    add(added_list(fields));
    add(role_tokens(fields));
  }
  const auto own = read_object(folder / R"(tokenizer.json)");
  if (own && own->contains("added_tokens")) add((*own)["added_tokens"]);
  return names;
}

std::string tokenizer_class(Fields& settings) {
  constexpr std::string_view kFast = "Fast";
  std::string name = settings.text(kClass, "");
  if (name.ends_with(kFast)) name.resize(name.size() - kFast.size());
  return name;
}

std::optional<std::string> role_token(Fields& settings, const char* role) {
  const json* const token = settings.find(role);
  if (token == nullptr || *token == false) return std::nullopt;
  auto content = content_of(*token);
  if (!content) settings.mark(role);
  return content;
}

json role_tokens(Fields& settings) {
  json tokens = json::array();
  const auto add = [&](const char* role, const json& said) {
    const auto content = content_of(said);
    if (!content) return settings.mark(role);
    json token = said.is_object() ? said : json{{"content", *content}};
    token.erase("__type");
    token["special"] = true;
    tokens.push_back(std::move(token));
  };
  for (const char* const role : kRoles) {
    const json* const said = settings.find(role);
    if (said != nullptr && *said != false) add(role, *said);
  }
  const json* const more = settings.find(kMoreTokens);
  if (more == nullptr) return tokens;
  if (!more->is_array()) settings.mark(kMoreTokens);
  for (const json& said : *more) add(kMoreTokens, said);
  return tokens;
}

void apply_settings(json& tokenizer, Fields& settings) {
  if (!tokenizer.is_object()) return;
  const std::string name = tokenizer_class(settings);
  add_listed(tokenizer, settings);
  apply_prefix_space(tokenizer, settings);
  if (is_class(name, {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer", "MobileBertTokenizer"}))
    apply_to_bert(tokenizer, settings);
  if (is_class(name, {"LlamaTokenizer", "CodeLlamaTokenizer", "GemmaTokenizer"}))
    apply_to_llama(tokenizer, settings);
  const bool is_before = name == "MBart50Tokenizer";
  if (is_before || name == "MBartTokenizer") apply_to_mbart(tokenizer, settings, is_before);
}

SpecialTokens special_tokens(const Vocabulary& vocabulary, Fields& settings) {
  const auto of_role = [&](const char* role, std::optional<Index> otherwise) {
    const auto said = role_token(settings, role);
    const auto id = said ? vocabulary.find(*said) : std::nullopt;
    return id ? id : otherwise;
  };
  SpecialTokens special;
  special.mask = of_role("mask_token", first_of(vocabulary, {"[MASK]", "<mask>"}));
  special.padding = of_role("pad_token", first_of(vocabulary, {"[PAD]", "<pad>", "<|pad|>"}));
  special.begin =
      of_role("bos_token", first_of(vocabulary, {"<s>", "<bos>", "<|begin_of_text|>", "<|endoftext|>"}));
  special.end = of_role(
      "eos_token", first_of(vocabulary, {"</s>", "<eos>", "<|end_of_text|>", "<|eot_id|>", "<|endoftext|>"}));
  special.unknown = of_role("unk_token", first_of(vocabulary, {"[UNK]", "<unk>"}));
  // RoBERTa and BART give BERT's roles to <s> and </s>; among models with these, only they have <mask>.
  const bool is_roberta = vocabulary.find("<mask>").has_value();
  special.classify = of_role("cls_token", first_of(vocabulary, {"[CLS]", is_roberta ? "<s>" : "[CLS]"}));
  special.separate = of_role("sep_token", first_of(vocabulary, {"[SEP]", is_roberta ? "</s>" : "[SEP]"}));
  return special;
}

}  // namespace text
