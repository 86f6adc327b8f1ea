// data_cutting.cpp: steps in the language of tokenizer.json (Oniguruma).
#include "engine/training/data/data_cutting.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/core/utf8.h"

namespace engine {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kAlone = R"([\p{Han}\p{Hiragana}\p{Katakana}])";
constexpr std::string_view kWordOrMark = R"([\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*|[\s\S])";
constexpr std::string_view kAnyCharacter = R"([\s\S])";
// Between characters that are written without spaces, before marks that end something, behind those that
// begin it.
constexpr std::string_view kNoSpace =
    R"((?<=[\p{Han}\p{Hiragana}\p{Katakana}]) (?=[\p{Han}\p{Hiragana}\p{Katakana}])|)"
    R"( (?=[.,!?;:)\]}…，。！？；：、）」』》])|(?<=[(\[{¿¡（「『《，。！？；：、）」』》]) )";

ordered_json replacing(std::string_view kind, std::string_view from, std::string_view into) {
  return {{"type", "Replace"}, {"pattern", {{kind, from}}}, {"content", into}};
}

ordered_json isolating(std::string_view expression) {
  return {
      {"type", "Split"}, {"pattern", {{"Regex", expression}}}, {"behavior", "Isolated"}, {"invert", false}};
}

// "[a\.漢]"
std::string class_of(std::span<const std::string> characters) {
  std::string text = "[";
  for (const std::string& character : characters) {
    const char first = character.front();
    const bool is_plain = !is_ascii(first) || (first >= '0' && first <= '9') ||
                          (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z') || first == ' ';
    if (!is_plain) text += '\\';
    text += character;
  }
  return text + "]";
}

Cutting characters_cutting(const ordered_json& normalizer, std::span<const std::string> known) {
  const std::string expression = known.empty() ? std::string(kAnyCharacter) : class_of(known);
  return {normalizer.dump(), isolating(expression).dump(), ordered_json{{"type", "Fuse"}}.dump()};
}

// GPT-2's: words with the space before them, as bytes.
Cutting subwords_cutting() {
  const ordered_json bytes = {
      {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", true}};
  const ordered_json nothing = {{"type", "Sequence"}, {"normalizers", ordered_json::array()}};
  return {nothing.dump(), bytes.dump(), bytes.dump()};
}

}  // namespace

Cutting data_cutting(DataKind kind, std::span<const std::string> known) {
  if (kind == DataKind::kSubwords) return subwords_cutting();
  ordered_json normalizer = {{"type", "Sequence"},
                             {"normalizers", {{{"type", "NFC"}}, replacing("Regex", R"(\p{Cc})", " ")}}};
  if (kind == DataKind::kCharacters) return characters_cutting(normalizer, known);
  normalizer["normalizers"].push_back(replacing("String", "’", "'"));
  const ordered_json splitter = {
      {"type", "Sequence"},
      {"pretokenizers", {{{"type", "WhitespaceSplit"}}, isolating(kAlone), isolating(kWordOrMark)}}};
  const ordered_json decoder = {{"type", "Sequence"},
                                {"decoders",
                                 {{{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", false}},
                                  {{"type", "Fuse"}},
                                  replacing("Regex", kNoSpace, "")}}};
  return {normalizer.dump(), splitter.dump(), decoder.dump()};
}

}  // namespace engine
