// sentencepiece.cpp: calls the library; what it throws stays here.
#include "engine/text/sentencepiece.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <exception>

namespace text {

struct SentencePieces::Library {
  sentencepiece::SentencePieceProcessor processor;
};

namespace {

Error library_error(std::string_view detail) {
  return {"error.tokenizer_sentencepiece", {{"detail", quotable(detail)}}};
}

std::optional<Index> id_if_any(int id) {
  return id < 0 ? std::nullopt : std::optional<Index>(id);
}

// The bytes of a letter are pieces of which only the last has the letter's place.
void place_bytes(std::vector<SentencePiece>& pieces, size_t first, size_t end) {
  const Token whole = pieces[end - 1].token;
  const bool are_its_own = whole.end - whole.begin == end - first;
  for (size_t i = first; i < end; ++i) {
    Token& token = pieces[i].token;
    const auto nth = static_cast<uint32_t>(i - first);
    token.begin = are_its_own ? whole.begin + nth : whole.begin;
    token.end = are_its_own ? token.begin + 1 : whole.end;
  }
}

// Of pieces that one letter became, only the last has its place; a mark that was put before a text has none.
void place_parts(std::vector<SentencePiece>& pieces) {
  for (size_t i = pieces.size(); i-- > 1;) {
    Token& token = pieces[i - 1].token;
    const Token& after = pieces[i].token;
    const bool is_part = token.begin == token.end && token.begin == after.begin;
    if (is_part && pieces[i - 1].letters != "▁") token.end = after.end;
  }
}

}  // namespace

Result<std::shared_ptr<const SentencePieces>> SentencePieces::load(std::string_view file) {
  try {
    auto library = std::make_shared<Library>();
    const auto status = library->processor.LoadFromSerializedProto(file);
    if (!status.ok()) return library_error(status.message());
    return std::shared_ptr<const SentencePieces>(new SentencePieces(std::move(library)));
  } catch (const std::exception& thrown) {
    return library_error(thrown.what());
  }
}

size_t SentencePieces::size() const {
  return static_cast<size_t>(library_->processor.GetPieceSize());
}

std::vector<SentencePiece> SentencePieces::cut(std::string_view text) const {
  const auto& processor = library_->processor;
  std::vector<SentencePiece> pieces;
  sentencepiece::ImmutableSentencePieceText made;
  if (!processor.Encode(text, made.mutable_proto()).ok()) {
    const auto all = static_cast<uint32_t>(text.size());
    return {{{processor.unk_id(), 0, all}, std::string(text)}};
  }
  pieces.reserve(made.pieces_size());
  size_t first_byte = 0;
  for (const auto& piece : made.pieces()) {
    pieces.push_back({{static_cast<Index>(piece.id()), piece.begin(), piece.end()}, piece.piece()});
    if (!processor.IsByte(static_cast<int>(piece.id()))) {
      first_byte = pieces.size();
    } else if (piece.begin() < piece.end()) {
      place_bytes(pieces, first_byte, pieces.size());
      first_byte = pieces.size();
    }
  }
  place_parts(pieces);
  return pieces;
}

std::vector<SentencePiece> SentencePieces::cut_behind(std::string_view before, std::string_view text) const {
  std::vector<SentencePiece> pieces = cut(std::string(before).append(text));
  const auto first = static_cast<std::ptrdiff_t>(cut(before).size());
  if (first <= std::ssize(pieces)) pieces.erase(pieces.begin(), pieces.begin() + first);
  const auto skipped = static_cast<uint32_t>(before.size());
  for (SentencePiece& piece : pieces) {
    piece.token.begin = std::max(piece.token.begin, skipped) - skipped;
    piece.token.end = std::max(piece.token.end, skipped) - skipped;
  }
  return pieces;
}

std::string SentencePieces::joined(const std::vector<std::string>& names) const {
  std::string text;
  library_->processor.Decode(names, &text).IgnoreError();
  return text;
}

std::optional<Index> SentencePieces::begin_token() const {
  return id_if_any(library_->processor.bos_id());
}

std::optional<Index> SentencePieces::end_token() const {
  return id_if_any(library_->processor.eos_id());
}

}  // namespace text
