// vocabulary.h: the pieces that a tokenizer knows, by id and by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace text {

using engine::Index;

// The largest size of a piece in bytes, so that no search through a long text looks further.
inline constexpr size_t kLongestPiece = 1024;
// The number of pieces. (The largest vocabularies have 900,000.)
inline constexpr size_t kMostPieces = size_t{1} << 20U;
// The total size of all piece names, in bytes.
inline constexpr size_t kMostPieceBytes = size_t{16} << 20U;

// Each id, counted from 0, has one name, and each name one id. Copies share both.
class Vocabulary {
 public:
  // Pairs of name and id in any order. Errors: error.tokenizer_empty; error.tokenizer_hole (piece, id, count)
  // beyond the number of pieces; error.tokenizer_id_twice (id, piece, other); error.tokenizer_piece_twice
  // (piece); error.tokenizer_piece_long (piece, largest); error.tokenizer_many_pieces (count) over
  // kMostPieces; error.tokenizer_pieces (megabytes) over kMostPieceBytes.
  static engine::Result<Vocabulary> of(std::vector<std::pair<std::string, Index>> pieces);

  Index size() const { return static_cast<Index>(names_->size()); }
  const std::string& name(Index id) const { return (*names_)[static_cast<size_t>(id)]; }
  std::optional<Index> find(std::string_view name) const;
  const std::shared_ptr<const std::vector<std::string>>& names() const { return names_; }

 private:
  explicit Vocabulary(std::vector<std::string> names);

  std::shared_ptr<const std::vector<std::string>> names_;
  std::shared_ptr<const std::unordered_map<std::string_view, Index>> ids_;  // the names are stored in names_
};

// Finds the pieces that a text starts with, in one walk along the text.
class PieceTrie {
 public:
  PieceTrie() = default;
  // Names need not be sorted; of equal names, keeps the first.
  explicit PieceTrie(const std::vector<std::pair<std::string, Index>>& pieces);

  static constexpr uint32_t kNowhere = ~0U;
  static constexpr uint32_t kRoot = 0;
  bool empty() const { return nodes_.empty(); }
  // The child of a node for one more byte.
  uint32_t next(uint32_t node, char byte) const;
  // The node after a whole text.
  uint32_t walk(uint32_t node, std::string_view bytes) const;
  // The piece that ends at the node, -1 for none.
  Index piece(uint32_t node) const { return nodes_[node].piece; }

 private:
  struct Node {
    int32_t piece = -1;
    uint32_t first = 0;  // its children are contiguous, sorted by byte
    uint32_t count = 0;
  };
  std::vector<Node> nodes_;
  std::vector<unsigned char> bytes_;  // that leads to each node
};

}  // namespace text
