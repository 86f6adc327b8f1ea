// tokenizer_cases.h: small tokenizers for tests, and their pieces as text.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/byte_level.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/tokenizer_files.h"

namespace tokenizer_cases {

using nlohmann::json;
using Merges = std::vector<std::pair<std::string, std::string>>;

// Ids 0 to 255 are the bytes, then come the merges in their order, then <|endoftext|>.
inline json byte_vocabulary(const Merges& merges) {
  json vocab = json::object();
  for (unsigned byte = 0; byte < 256; ++byte) {
    vocab[text::bytes_as_letters(std::string(1, static_cast<char>(byte)))] = byte;
  }
  for (const auto& [left, right] : merges) vocab[left + right] = vocab.size();
  vocab["<|endoftext|>"] = vocab.size();
  return vocab;
}

// GPT-2's tokenizer with other merges, as tokenizer.json.
inline json byte_level(const Merges& merges) {
  const json vocab = byte_vocabulary(merges);
  json lines = json::array();
  for (const auto& [left, right] : merges) lines.push_back(std::string(left).append(" ").append(right));
  json end = {{"id", vocab["<|endoftext|>"]}, {"content", "<|endoftext|>"}, {"special", true}};
  return {{"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", lines}}},
          {"added_tokens", json::array({end})},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
          {"decoder", {{"type", "ByteLevel"}}}};
}

inline engine::Result<text::ModelTokenizer> read(const json& object) {
  return text::read_tokenizer_json(object.dump());
}

// One field of each piece.
template <class Field>
std::vector<Field> each(const std::vector<text::Piece>& pieces, Field text::Piece::*field) {
  std::vector<Field> values;
  values.reserve(pieces.size());
  for (const text::Piece& piece : pieces) values.push_back(piece.*field);
  return values;
}
inline std::vector<std::string> names(const std::vector<text::Piece>& pieces) {
  return each(pieces, &text::Piece::name);
}
inline std::vector<std::string> shown(const std::vector<text::Piece>& pieces) {
  return each(pieces, &text::Piece::shown);
}
inline std::vector<text::Index> ids(const std::vector<text::Piece>& pieces) {
  return each(pieces, &text::Piece::id);
}

// The text's pieces without tokens around; none, which no case expects, where there is an error.
inline std::vector<text::Piece> plain(const engine::Result<text::ModelTokenizer>& tokenizer,
                                      std::string_view text) {
  if (!tokenizer) return {};
  const auto pieces = tokenizer->encode_plain(text);
  return pieces ? *pieces : std::vector<text::Piece>{};
}

inline std::string file(const std::string& path) {
  std::ifstream stream(HEADLIGHT_TEST_DATA "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace tokenizer_cases
