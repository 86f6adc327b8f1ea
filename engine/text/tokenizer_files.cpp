// tokenizer_files.cpp: translates the older formats into an equivalent tokenizer.json; and detects which of
// them a folder has.
#include "engine/text/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "engine/core/utf8.h"
#include "engine/text/added_tokens.h"
#include "engine/text/json_fields.h"
#include "engine/text/never_split.h"
#include "engine/text/sentencepiece_classes.h"
#include "engine/text/tokenizer_object.h"
#include "engine/text/tokenizer_settings.h"
#include "engine/text/vocabulary.h"

namespace text {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMerges = kMostValues;

// The lines of a file without their ends; drops an empty last one. Counted before anything is stored.
Result<std::vector<std::string_view>> lines_of(std::string_view bytes, size_t most, const char* file) {
  if (bytes.size() > kLargestTokenizer)
    return Error{"error.tokenizer_large", {{"megabytes", std::to_string(kLargestTokenizer >> 20U)}}};
  if (const auto wrong = engine::first_invalid_byte(bytes))
    return Error{"error.tokenizer_utf8", {{"byte", std::to_string(*wrong)}}};
  const auto ends = static_cast<size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  if (ends > most) return Error{"error.tokenizer_lines", {{"file", file}, {"count", std::to_string(most)}}};
  std::vector<std::string_view> lines;
  lines.reserve(ends + 1);
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return lines;
}

// The tokens of these names and of the settings' roles, as special tokens, where `added` does not have them:
// by the vocabulary's ids, or behind it. <mask> takes the space before it, as in RoBERTa.
json with_special_tokens(json added, const json& vocab, Fields& settings,
                         const std::vector<const char*>& names) {
  json wanted = role_tokens(settings);
  for (const char* name : names) {
    if (vocab.contains(name)) wanted.push_back({{"content", name}, {"special", true}});
  }
  uint64_t next = vocab.size();
  for (const json& token : added) next = std::max(next, token["id"].get<uint64_t>() + 1);
  for (json& token : wanted) {
    const json& content = token["content"];
    const bool is_known = std::any_of(added.begin(), added.end(),
                                      [&](const json& known) { return content_of(known) == content; });
    if (is_known) continue;
    const auto piece = vocab.find(content.get_ref<const std::string&>());
    token["id"] = piece == vocab.end() ? json(next++) : *piece;
    if (!token.contains("lstrip")) token["lstrip"] = content == "<mask>";
    added.push_back(std::move(token));
  }
  return added;
}

// "$A" with what stands around it, as a template of tokenizer.json.
json begun_by(const std::string& token, const json& id) {
  const json begin = {{"SpecialToken", {{"id", token}, {"type_id", 0U}}}};
  const json first = {{"Sequence", {{"id", "A"}, {"type_id", 0U}}}};
  const json second = {{"Sequence", {{"id", "B"}, {"type_id", 1U}}}};
  return {{"type", "TemplateProcessing"},
          {"single", json::array({begin, first})},
          {"pair", json::array({begin, first, second})},
          {"special_tokens", {{token, {{"id", token}, {"ids", json::array({id})}, {"tokens", {token}}}}}}};
}

// ["<s>", 0] of a role's token; marks the role if it is no piece.
json role_pair(Fields& settings, const char* role, const char* usual, const json& added) {
  const std::string token = role_token(settings, role).value_or(usual);
  for (const json& known : added) {
    if (content_of(known) == token) return json::array({token, known["id"]});
  }
  settings.mark(role);
  return json::array();
}

// How a class cuts a text before its merges.
enum class MergesLayout { kPlain, kRoberta, kQwen2 };
struct MergesClass {
  std::string_view name;
  MergesLayout layout;
};
constexpr std::array kMergesClasses = {MergesClass{"GPT2Tokenizer", MergesLayout::kPlain},
                                       MergesClass{"GPTNeoXTokenizer", MergesLayout::kPlain},
                                       MergesClass{"CodeGenTokenizer", MergesLayout::kPlain},
                                       MergesClass{"RobertaTokenizer", MergesLayout::kRoberta},
                                       MergesClass{"BartTokenizer", MergesLayout::kRoberta},
                                       MergesClass{"LongformerTokenizer", MergesLayout::kRoberta},
                                       MergesClass{"LEDTokenizer", MergesLayout::kRoberta},
                                       MergesClass{"Qwen2Tokenizer", MergesLayout::kQwen2}};

Result<MergesLayout> merges_layout(const std::string& name, TokenizerFamily family, const json& vocab) {
  std::string known;
  for (const MergesClass& each : kMergesClasses) {
    if (each.name == name) return each.layout;
    known.append(known.empty() ? "" : ", ").append(each.name);
  }
  if (!name.empty() && name != kUnspecificClass)
    return Error{"error.tokenizer_class", {{"name", quotable(name)}, {"known", known}}};
  if (family == TokenizerFamily::kQwen2) return MergesLayout::kQwen2;
  const bool has_ends = vocab.contains("<s>") && vocab.contains("</s>");
  const bool is_roberta =
      family == TokenizerFamily::kRoberta || (family == TokenizerFamily::kAuto && has_ends);
  return is_roberta ? MergesLayout::kRoberta : MergesLayout::kPlain;
}

// Tokens that a class has without being told; all known ones where no class is named.
std::vector<const char*> usual_tokens(MergesLayout layout, const std::string& name) {
  if (name.empty() || name == kUnspecificClass)
    return {"<|endoftext|>", "<s>", "</s>", "<pad>", "<unk>", "<mask>"};
  if (layout == MergesLayout::kRoberta) return {"<s>", "</s>", "<pad>", "<unk>", "<mask>"};
  return {"<|endoftext|>"};
}

// Qwen2Tokenizer: composed letters, single digits, and punctuation with the ends of lines behind it.
json qwen2_splitter(const json& byte_level) {
  json letters = byte_level;
  letters["use_regex"] = false;
  const json split = {
      {"type", "Split"},
      {"pattern",
       {{"Regex", R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
                  R"(\s*[\r\n]+|\s+(?!\S)|\s+)"}}},
      {"behavior", "Isolated"},
      {"invert", false}};
  return {{"type", "Sequence"}, {"pretokenizers", json::array({split, letters})}};
}

// Marian's SentencePiece models.
constexpr const char* kSourcePieces = "source.spm";
constexpr const char* kTargetPieces = "target.spm";

bool is_file(const fs::path& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure);
}

bool has_marian(const fs::path& folder) {
  return is_file(folder / "vocab.json") && is_file(folder / kSourcePieces) && is_file(folder / kTargetPieces);
}

Result<ModelTokenizer> open_merges(const fs::path& folder, const json& settings, TokenizerFamily family) {
  const auto vocab = read_tokenizer_file(folder / "vocab.json");
  if (!vocab) return vocab.error();
  const auto merges = read_tokenizer_file(folder / "merges.txt");
  if (!merges) return merges.error();
  return read_vocabulary_and_merges(*vocab, *merges, settings.dump(), family);
}

Result<ModelTokenizer> open_marian(const fs::path& folder, const char* model_name, const json& settings) {
  const auto vocab = read_tokenizer_file(folder / "vocab.json");
  if (!vocab) return vocab.error();
  const auto model = read_tokenizer_file(folder / model_name);
  if (!model) return model.error();
  return read_sentencepiece(*model, settings.dump(), TokenizerFamily::kMarian, *vocab);
}

// `is_shifted`: a file's name that tells of ids which only its class knows.
Result<ModelTokenizer> open_sentencepiece(const fs::path& path, const json& settings, TokenizerFamily family,
                                          bool is_shifted) {
  Fields fields(settings, "tokenizer_config");
  const auto its = sentencepiece_class(fields, family);
  if (!its) return its.error();
  if (is_shifted && its->name.empty())
    return Error{"error.tokenizer_shifted", {{"path", quotable(path.string(), kLongestPath)}}};
  const auto model = read_tokenizer_file(path);
  if (!model) return model.error();
  return read_sentencepiece(*model, settings.dump(), family);
}

Result<ModelTokenizer> open_word_pieces(const fs::path& folder, const json& settings) {
  const auto vocab = read_tokenizer_file(folder / "vocab.txt");
  if (!vocab) return vocab.error();
  return read_word_pieces(*vocab, settings.dump());
}

}  // namespace

Result<ModelTokenizer> read_vocabulary_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                                  std::string_view tokenizer_config_json,
                                                  TokenizerFamily family) {
  auto vocab = parse_json(vocab_json);
  if (!vocab) return vocab.error();
  const auto settings = parse_json(tokenizer_config_json);
  if (!settings) return settings.error();
  Fields fields(*settings, "tokenizer_config");
  json added = added_list(fields);
  if (fields.bad()) return *fields.bad();
  const auto lines = lines_of(merges_txt, kMostMerges, R"(merges.txt)");
  if (!lines) return lines.error();
  if (!vocab->is_object()) return Error{"error.tokenizer_field", {{"field", "vocab.json"}}};
  json merges = json::array();
  for (const std::string_view line : *lines) {
    if (!line.empty() && !line.starts_with("#version")) merges.push_back(line);
  }
  const auto layout = merges_layout(tokenizer_class(fields), family, *vocab);
  if (!layout) return layout.error();
  added =
      with_special_tokens(std::move(added), *vocab, fields, usual_tokens(*layout, tokenizer_class(fields)));
  const json byte_level = {{"type", "ByteLevel"},
                           {"add_prefix_space", fields.flag("add_prefix_space", false)}};
  json tokenizer = {{"pre_tokenizer", byte_level}, {"decoder", {{"type", "ByteLevel"}}}};
  if (*layout == MergesLayout::kQwen2) {
    tokenizer["normalizer"] = {{"type", "NFC"}};
    tokenizer["pre_tokenizer"] = qwen2_splitter(byte_level);
  }
  if (*layout == MergesLayout::kRoberta) {
    tokenizer["post_processor"] = {{"type", "RobertaProcessing"},
                                   {"cls", role_pair(fields, "cls_token", "<s>", added)},
                                   {"sep", role_pair(fields, "sep_token", "</s>", added)}};
  } else if (*layout == MergesLayout::kPlain && fields.flag("add_bos_token", false)) {
    const json begin = role_pair(fields, "bos_token", "<|endoftext|>", added);
    if (!fields.bad()) tokenizer["post_processor"] = begun_by(begin[0], begin[1]);
  }
  if (fields.bad()) return *fields.bad();
  tokenizer["added_tokens"] = std::move(added);
  tokenizer["model"] = {{"type", "BPE"}};
  tokenizer["model"]["vocab"] = std::move(vocab).value();
  tokenizer["model"]["merges"] = std::move(merges);
  return read_tokenizer_object(tokenizer, fields);
}

// The words of "never_split", which only the basic steps look at.
NeverSplit read_never_split(Fields& fields) {
  NeverSplit rule;
  const json* const words = fields.find("never_split");
  if (words == nullptr) return rule;
  if (!words->is_array()) fields.mark("never_split");
  for (const json& word : *words) {
    if (word.is_string()) rule.words.insert(word.get<std::string>());
    if (!word.is_string()) fields.mark("never_split");
  }
  const bool lower_case = fields.flag("do_lower_case", true);
  rule.strip_accents = fields.flag("strip_accents", lower_case);
  if (!fields.flag("do_basic_tokenize", true)) rule.words.clear();
  return rule;
}

// BERT's own steps; without the basic ones, words are what white space is between. `whole`: some words are
// left whole, so that accents and punctuation go word by word. Their case goes with all others'
// (PreTrainedTokenizer.tokenize).
json bert_steps(Fields& fields, bool whole) {
  const bool is_basic = fields.flag("do_basic_tokenize", true);
  const bool lower_case = fields.flag("do_lower_case", true);
  const bool strip_accents = fields.flag("strip_accents", lower_case);
  json normalizer = {{"type", "BertNormalizer"},
                     {"clean_text", true},
                     {"lowercase", lower_case},
                     {"handle_chinese_chars", fields.flag("tokenize_chinese_chars", true)},
                     {"strip_accents", strip_accents && !whole}};
  json splitter = {{"type", is_basic && !whole ? "BertPreTokenizer" : "WhitespaceSplit"}};
  if (!is_basic) return {{"pre_tokenizer", std::move(splitter)}};
  return {{"normalizer", std::move(normalizer)}, {"pre_tokenizer", std::move(splitter)}};
}

// What needs a dictionary: refused.
void refuse_what_cuts_otherwise(Fields& fields) {
  if (fields.text("word_tokenizer_type", "basic") != "basic") fields.mark("word_tokenizer_type");
  if (fields.text("subword_tokenizer_type", "wordpiece") != "wordpiece")
    fields.mark("subword_tokenizer_type");
}

Result<ModelTokenizer> read_word_pieces(std::string_view vocab_txt, std::string_view tokenizer_config_json) {
  const auto settings = parse_json(tokenizer_config_json);
  if (!settings) return settings.error();
  Fields fields(*settings, "tokenizer_config");
  json added = added_list(fields);
  NeverSplit never_split = read_never_split(fields);
  json tokenizer = bert_steps(fields, !never_split.words.empty());
  refuse_what_cuts_otherwise(fields);
  if (fields.bad()) return *fields.bad();
  const auto lines = lines_of(vocab_txt, kMostPieces, R"(vocab.txt)");
  if (!lines) return lines.error();
  if (vocab_txt.size() - lines->size() > kMostPieceBytes)
    return Error{"error.tokenizer_pieces", {{"megabytes", std::to_string(kMostPieceBytes >> 20U)}}};
  json vocab = json::object();
  uint64_t id = 0;
  for (const std::string_view line : *lines) vocab[std::string(line)] = id++;
  added =
      with_special_tokens(std::move(added), vocab, fields, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"});
  const bool has_ends = vocab.contains(role_token(fields, "cls_token").value_or("[CLS]")) &&
                        vocab.contains(role_token(fields, "sep_token").value_or("[SEP]"));
  if (has_ends) {
    tokenizer["post_processor"] = {{"type", "BertProcessing"},
                                   {"cls", role_pair(fields, "cls_token", "[CLS]", added)},
                                   {"sep", role_pair(fields, "sep_token", "[SEP]", added)}};
  }
  tokenizer["decoder"] = {{"type", "WordPiece"}};
  tokenizer["added_tokens"] = std::move(added);
  const std::string unknown = role_token(fields, "unk_token").value_or("[UNK]");
  if (vocab.contains(unknown)) never_split.unknown = vocab[unknown].get<Index>();
  tokenizer["model"] = {{"type", "WordPiece"}, {"unk_token", unknown}};
  tokenizer["model"]["vocab"] = std::move(vocab);
  return read_tokenizer_object(tokenizer, fields, [&](ModelTokenizer::Parts& parts) {
    if (!never_split.words.empty()) leave_whole(never_split, parts);
  });
}

Result<ModelTokenizer> open_tokenizer(const fs::path& folder, TokenizerFamily family, TextSide side) {
  auto read = read_tokenizer_settings(folder);
  if (!read) return read.error();
  const bool is_target = side == TextSide::kTarget;
  const json settings = is_target ? settings_of_target(std::move(read).value()) : std::move(read).value();
  // A raw string: in plain quotation marks it would look like the key of a text on the screen.
  const fs::path own = folder / R"(tokenizer.json)";
  if (is_file(own)) {
    const auto bytes = read_tokenizer_file(own);
    if (!bytes) return bytes.error();
    return read_tokenizer_json(*bytes, settings.dump());
  }
  if (is_file(folder / "vocab.json") && is_file(folder / "merges.txt"))
    return open_merges(folder, settings, family);
  if (has_marian(folder)) return open_marian(folder, is_target ? kTargetPieces : kSourcePieces, settings);
  if (is_file(folder / "vocab.txt")) return open_word_pieces(folder, settings);
  constexpr std::string_view kShifted = "sentencepiece.bpe.model";
  for (const std::string_view name :
       {std::string_view(R"(tokenizer.model)"), std::string_view("spiece.model"), kShifted}) {
    if (is_file(folder / name)) return open_sentencepiece(folder / name, settings, family, name == kShifted);
  }
  return Error{"error.tokenizer_none", {{"folder", folder.string()}}};
}

bool has_target_tokenizer(const fs::path& folder, TokenizerFamily family) {
  if (has_marian(folder) && !is_file(folder / R"(tokenizer.json)")) return true;
  const auto settings = read_tokenizer_settings(folder);
  if (!settings) return false;
  Fields fields(*settings, "tokenizer_config");
  return names_language(fields, family);
}

}  // namespace text
