// tokenize.cpp: `headlight tokenize`: a text as a trained model reads it.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/document/checkpoints.h"
#include "app/document/model_input.h"

namespace app {
namespace {

using engine::Error;
using nlohmann::ordered_json;

constexpr std::array kTokenizeOptions = {
    Option{"--json", "", "help.json"},
};

// "63 61 74".
std::string hexadecimal(const std::string& bytes) {
  std::string list;
  for (const char byte : bytes) {
    list += fmt::format("{}{:02x}", list.empty() ? "" : " ", static_cast<unsigned char>(byte));
  }
  return list;
}

int segment_of(const text::Encoding& encoding, size_t place) {
  return place < encoding.segments.size() ? encoding.segments[place] : 0;
}

// position, id, piece, its text, its bytes, which text of a pair it belongs to
std::string write_lines(const text::Encoding& encoding) {
  std::string lines;
  for (size_t i = 0; i < encoding.pieces.size(); ++i) {
    const text::Piece& piece = encoding.pieces[i];
    lines.append(std::to_string(i)).append("\t").append(std::to_string(piece.id)).append("\t");
    lines.append(piece.name).append("\t").append(text::visible_token(piece.shown)).append("\t");
    lines.append(hexadecimal(piece.shown)).append("\t").append(std::to_string(segment_of(encoding, i)));
    lines.append("\n");
  }
  return lines;
}

std::string write_json(const Document& document, const text::Encoding& encoding) {
  ordered_json object = {{"text", document.text}, {"pair", document.pair}, {"tokens", ordered_json::array()}};
  if (document.pair.empty()) object["pair"] = nullptr;
  for (size_t i = 0; i < encoding.pieces.size(); ++i) {
    const text::Piece& piece = encoding.pieces[i];
    ordered_json bytes = ordered_json::array();
    for (const char byte : piece.shown) bytes.push_back(static_cast<unsigned char>(byte));
    object["tokens"].push_back({{"id", piece.id},
                                {"piece", piece.name},
                                {"shown", text::visible_token(piece.shown)},
                                {"bytes", std::move(bytes)},
                                {"begin", piece.begin},
                                {"end", piece.end},
                                {"segment", segment_of(encoding, i)},
                                {"special", piece.special}});
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

std::span<const Option> tokenize_options() {
  return kTokenizeOptions;
}

Printed run_tokenize(const Request& request) {
  const Document& document = request.document;
  if (document.config.model != engine::ModelKind::kCheckpoint)
    return Error{"error.needs_checkpoint", {{"option", "tokenize"}}};
  const auto opened = checkpoints::open(document.config.checkpoint);
  if (!opened) return opened.error();
  const loaders::Checkpoint& checkpoint = **opened;
  if (!document.ids.empty())
    return Error{"error.options_together", {{"first", "tokenize"}, {"second", "--ids"}}};
  if (!checkpoint.tokenizer) return no_tokenizer(checkpoint);
  const auto pair = document.pair.empty() ? std::nullopt : std::optional<std::string_view>(document.pair);
  const auto encoding = checkpoint.tokenizer->encode(document.text, pair);
  if (!encoding) return encoding.error();
  return request.given.has("--json") ? write_json(document, *encoding) : write_lines(*encoding);
}

}  // namespace app
