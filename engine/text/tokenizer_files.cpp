// tokenizer_files.cpp: translates the older formats into an equivalent tokenizer.json; and detects which of
// them a folder has.
#include "engine/text/tokenizer_files.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "engine/core/utf8.h"
#include "engine/text/added_tokens.h"
#include "engine/text/json_fields.h"
#include "engine/text/tokenizer_object.h"
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

// The named pieces that are in the vocabulary, as special tokens, where `added` does not have them. <mask>
// takes the space before it, as in RoBERTa.
json with_special_tokens(json added, const json& vocab, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const bool is_known = std::any_of(added.begin(), added.end(), [&](const json& token) {
      return token.contains("content") && token["content"] == name;
    });
    if (is_known || !vocab.contains(name)) continue;
    const bool is_mask = std::string_view(name) == "<mask>";
    added.push_back({{"content", name}, {"id", vocab[name]}, {"special", true}, {"lstrip", is_mask}});
  }
  return added;
}

Result<std::string> read_file(const fs::path& path) {
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

bool is_file(const fs::path& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure);
}

// A folder's file; an object without fields if it has none.
Result<json> read_object(const fs::path& path) {
  if (!is_file(path)) return json::object();
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  auto object = parse_json(*bytes);
  if (!object) return object.error();
  if (!object->is_object()) return Error{"error.tokenizer_field", {{"field", path.filename().string()}}};
  return object;
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

// A folder's tokenizer_config.json. Tokens of an added_tokens.json, {"<pad>": 32000}, are in its
// "added_tokens_decoder", too.
Result<std::string> read_settings(const fs::path& folder) {
  auto read = read_object(folder / "tokenizer_config.json");
  if (!read) return read.error();
  json settings = std::move(read).value();
  const fs::path beside = folder / "added_tokens.json";
  const auto added = read_object(beside);
  if (!added) return added.error();
  if (added->empty()) return settings.dump();
  const auto special = read_object(folder / "special_tokens_map.json");
  if (!special) return special.error();
  json& decoder = settings["added_tokens_decoder"];
  if (decoder.is_null()) decoder = json::object();
  for (const auto& [content, id] : added->items()) {
    if (!id.is_number_unsigned() || !decoder.is_object())
      return Error{"error.tokenizer_field", {{"field", beside.filename().string()}}};
    const std::string name = std::to_string(id.get<uint64_t>());
    if (decoder.contains(name)) continue;
    decoder[name] = {{"content", content}, {"special", names_token(*special, content)}};
  }
  return settings.dump();
}

Result<ModelTokenizer> open_merges(const fs::path& folder, TokenizerFamily family) {
  const auto vocab = read_file(folder / "vocab.json");
  if (!vocab) return vocab.error();
  const auto merges = read_file(folder / "merges.txt");
  if (!merges) return merges.error();
  const auto settings = read_settings(folder);
  if (!settings) return settings.error();
  return read_vocabulary_and_merges(*vocab, *merges, *settings, family);
}

Result<ModelTokenizer> open_sentencepiece(const fs::path& path, TokenizerFamily family) {
  const auto model = read_file(path);
  if (!model) return model.error();
  const auto settings = read_settings(path.parent_path());
  if (!settings) return settings.error();
  return read_sentencepiece(*model, *settings, family);
}

Result<ModelTokenizer> open_word_pieces(const fs::path& folder) {
  const auto vocab = read_file(folder / "vocab.txt");
  if (!vocab) return vocab.error();
  const auto settings = read_settings(folder);
  if (!settings) return settings.error();
  return read_word_pieces(*vocab, *settings);
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
  json tokenizer = {
      {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
      {"decoder", {{"type", "ByteLevel"}}},
      {"added_tokens", with_special_tokens(std::move(added), *vocab,
                                           {"<|endoftext|>", "<s>", "</s>", "<pad>", "<unk>", "<mask>"})}};
  const bool has_ends = vocab->contains("<s>") && vocab->contains("</s>");
  if (family == TokenizerFamily::kAuto)
    family = has_ends ? TokenizerFamily::kRoberta : TokenizerFamily::kGpt2;
  if (family == TokenizerFamily::kRoberta) {
    if (!has_ends)
      return Error{"error.tokenizer_unknown", {{"piece", vocab->contains("<s>") ? "</s>" : "<s>"}}};
    tokenizer["post_processor"] = {{"type", "RobertaProcessing"},
                                   {"cls", json::array({"<s>", (*vocab)["<s>"]})},
                                   {"sep", json::array({"</s>", (*vocab)["</s>"]})}};
  }
  tokenizer["model"] = {{"type", "BPE"}};
  tokenizer["model"]["vocab"] = std::move(vocab).value();
  tokenizer["model"]["merges"] = std::move(merges);
  return read_tokenizer_object(tokenizer);
}

Result<ModelTokenizer> read_word_pieces(std::string_view vocab_txt, std::string_view tokenizer_config_json) {
  const auto settings = parse_json(tokenizer_config_json);
  if (!settings) return settings.error();
  Fields fields(*settings, "tokenizer_config");
  const bool lower_case = fields.flag("do_lower_case", true);
  json added = added_list(fields);
  if (fields.bad()) return *fields.bad();
  const auto lines = lines_of(vocab_txt, kMostPieces, R"(vocab.txt)");
  if (!lines) return lines.error();
  if (vocab_txt.size() - lines->size() > kMostPieceBytes)
    return Error{"error.tokenizer_pieces", {{"megabytes", std::to_string(kMostPieceBytes >> 20U)}}};
  json vocab = json::object();
  int64_t id = 0;
  for (const std::string_view line : *lines) {
    const auto [place, is_new] = vocab.emplace(std::string(line), static_cast<uint64_t>(id++));
    if (!is_new) return Error{"error.tokenizer_piece_twice", {{"piece", quotable(line)}}};
  }
  json tokenizer = {{"normalizer", {{"type", "BertNormalizer"}, {"lowercase", lower_case}}},
                    {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                    {"decoder", {{"type", "WordPiece"}}},
                    {"added_tokens", with_special_tokens(std::move(added), vocab,
                                                         {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})}};
  if (vocab.contains("[CLS]") && vocab.contains("[SEP]")) {
    tokenizer["post_processor"] = {{"type", "BertProcessing"},
                                   {"cls", json::array({"[CLS]", vocab["[CLS]"]})},
                                   {"sep", json::array({"[SEP]", vocab["[SEP]"]})}};
  }
  tokenizer["model"] = {{"type", "WordPiece"}};
  tokenizer["model"]["vocab"] = std::move(vocab);
  return read_tokenizer_object(tokenizer);
}

Result<ModelTokenizer> open_tokenizer(const fs::path& folder, TokenizerFamily family) {
  // A raw string: in plain quotation marks it would look like the key of a text on the screen.
  const fs::path own = folder / R"(tokenizer.json)";
  if (is_file(own)) {
    const auto bytes = read_file(own);
    if (!bytes) return bytes.error();
    return read_tokenizer_json(*bytes);
  }
  if (is_file(folder / "vocab.json") && is_file(folder / "merges.txt")) return open_merges(folder, family);
  if (is_file(folder / "vocab.txt")) return open_word_pieces(folder);
  constexpr std::string_view kShifted = "sentencepiece.bpe.model";
  for (const std::string_view name :
       {std::string_view(R"(tokenizer.model)"), std::string_view("spiece.model"), kShifted}) {
    const fs::path path = folder / name;
    if (!is_file(path)) continue;
    if (name != kShifted && family != TokenizerFamily::kMbart) return open_sentencepiece(path, family);
    return Error{"error.tokenizer_shifted", {{"path", quotable(path.string(), kLongestPath)}}};
  }
  return Error{"error.tokenizer_none", {{"folder", folder.string()}}};
}

}  // namespace text
