// vocabulary.h: the pieces that a tokenizer knows, by id and by name.
#pragma once

#include <functional>
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

// Ids from 0 up, of which some may have no name. Copies share all.
class Vocabulary {
 public:
  // Pairs of name and id: of equal names or ids the last one counts. Errors: error.tokenizer_empty;
  // error.tokenizer_id_large (piece, id, largest); error.tokenizer_piece_long (piece, largest);
  // error.tokenizer_many_pieces (count) over kMostPieces; error.tokenizer_pieces (megabytes) over
  // kMostPieceBytes.
  static engine::Result<Vocabulary> of(const std::vector<std::pair<std::string, Index>>& pieces);

  // The largest id and 1.
  Index size() const { return static_cast<Index>(names_->size()); }
  const std::string& name(Index id) const { return (*names_)[static_cast<size_t>(id)]; }
  std::optional<Index> find(std::string_view name) const;
  const std::shared_ptr<const std::vector<std::string>>& names() const { return names_; }

 private:
  struct AnyHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  using Ids = std::unordered_map<std::string, Index, AnyHash, std::equal_to<>>;

  Vocabulary(std::vector<std::string> names, Ids ids);

  std::shared_ptr<const std::vector<std::string>> names_;
  std::shared_ptr<const Ids> ids_;
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
