// sentencepiece.cpp: any bytes as a SentencePiece model and its tokenizer_config.json, and any pieces in a
// sound model, are refused, or are a tokenizer that cuts texts into pieces inside them.
#include "engine/text/tokenizer_files.h"
#include "tests/engine/sentencepiece_cases.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/pieces.h"

namespace {

using sentencepiece_cases::field;
using sentencepiece_cases::letters;
using sentencepiece_cases::llama_model;
using sentencepiece_cases::piece;
using sentencepiece_cases::settings;
using sentencepiece_cases::t5_model;

void check(std::string_view model, std::string_view config) {
  using text::TokenizerFamily;
  for (const auto family : {TokenizerFamily::kAuto, TokenizerFamily::kPegasus, TokenizerFamily::kMarian,
                            TokenizerFamily::kCamembert, TokenizerFamily::kMbart}) {
    constexpr std::string_view kVocabulary = R"({"</s>": 0, "<unk>": 1, "a": 2, "ab": 3})";
    const auto read = text::read_sentencepiece(model, config, family, kVocabulary);
    if (read) fuzz::check_pieces(*read);
    require(read.ok() || read.error().key.starts_with("error."), "a refusal names its reason");
  }
}

// "u" or "b" for the algorithm, "f" for bytes in place of unknown letters; then parts: a letter that says
// what follows, and a piece's name, or a table of letters.
std::string sound_model(std::string_view recipe) {
  const auto parts = fuzz::parts_of(recipe);
  std::string model = piece("<unk>", 0, 2);
  float score = 0;
  for (size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].empty()) continue;
    const std::string name(parts[i].substr(1));
    const uint64_t kind = static_cast<unsigned char>(parts[i].front()) - uint64_t{'0'};
    if (kind >= 1 && kind <= 6) model += piece(name, score -= 1, kind);
    if (parts[i].front() == 'l') model += letters(name);
    if (parts[i].front() == 'd') model += field(5, field(2, name));
  }
  const bool is_bpe = parts.front().starts_with('b');
  model += settings(is_bpe ? sentencepiece_cases::kBpe : sentencepiece_cases::kUnigram);
  return model + field(2, field(35, uint64_t{parts.front().ends_with('f') ? 1U : 0U}));
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> recipe = {"b",   "3<s>",     "1\u2581", "1a",  "1b",
                                     "1ab", "1\u2581a", "4<x>",    "5aa", "1aab"};
  std::vector<std::string> models = {fuzz::joined(recipe)};
  recipe[0] = "u";
  models.push_back(fuzz::joined(recipe));
  recipe[0] = "uf";
  for (int byte = 0; byte < 256; ++byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    recipe.push_back(std::string("6<0x") + kDigits[byte / 16] + kDigits[byte % 16] + ">");
  }
  models.push_back(fuzz::joined(recipe));
  // A table that makes "A" of "Ａ": each byte's unit at itself, the value at 0x80.
  std::string table("\0\4\0\0", 4);
  std::vector<uint32_t> units(256, 0);
  units[0xEF] = 0xEFU;
  units[0xBC] = 0xBCU;
  for (const uint32_t unit : units) {
    for (uint32_t shift = 0; shift < 32; shift += 8) table += static_cast<char>((unit >> shift) & 0xFFU);
  }
  models.push_back(fuzz::joined({"u", "1a", "l" + table + std::string("A\0", 2), "d" + table}));
  return {fuzz::bytes_of(HEADLIGHT_TEST_DATA "/golden/tokenizers/bpe/tokenizer.model"),
          fuzz::bytes_of(HEADLIGHT_TEST_DATA "/golden/tokenizers/unigram/spiece.model"),
          fuzz::joined({llama_model(), R"({"add_bos_token": true, "add_eos_token": true})"}),
          fuzz::joined({llama_model() + piece("unused", 1, 5),
                        R"({"added_tokens_decoder": {"10": {"content": "<pad>", "special": true}}})"}),
          t5_model(),
          models[0],
          models[1],
          models[2],
          models[3]};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A model may have the byte that stands between two parts, so the last one with a brace counts.
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t between = input.rfind(std::string{fuzz::kBetween, '{'});
  const std::string_view config = between == input.npos ? "{}" : input.substr(between + 1);
  check(input.substr(0, between), config);
  if (input.starts_with('u') || input.starts_with('b')) check(sound_model(input), "{}");
  return 0;
}
