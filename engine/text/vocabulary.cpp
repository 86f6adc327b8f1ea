// vocabulary.cpp: names by id and ids by name, and the prefix search.
#include "engine/text/vocabulary.h"

#include <algorithm>

#include "engine/text/json_fields.h"

namespace text {
namespace {

std::optional<Error> check(const std::vector<std::pair<std::string, Index>>& pieces) {
  if (pieces.empty()) return Error{"error.tokenizer_empty", {}};
  if (pieces.size() > kMostPieces)
    return Error{"error.tokenizer_many_pieces", {{"count", std::to_string(kMostPieces)}}};
  size_t bytes = 0;
  for (const auto& [name, id] : pieces) {
    bytes += name.size();
    if (bytes > kMostPieceBytes)
      return Error{"error.tokenizer_pieces", {{"megabytes", std::to_string(kMostPieceBytes >> 20U)}}};
    if (name.size() > kLongestPiece) {
      return Error{"error.tokenizer_piece_long",
                   {{"piece", quotable(name)}, {"largest", std::to_string(kLongestPiece)}}};
    }
    constexpr auto kLargest = static_cast<Index>(kMostPieces) - 1;
    if (id < 0 || id > kLargest) {
      return Error{
          "error.tokenizer_id_large",
          {{"piece", quotable(name)}, {"id", std::to_string(id)}, {"largest", std::to_string(kLargest)}}};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Vocabulary> Vocabulary::of(const std::vector<std::pair<std::string, Index>>& pieces) {
  if (auto bad = check(pieces)) return *std::move(bad);
  std::vector<std::string> names;
  Ids ids;
  ids.reserve(pieces.size());
  for (const auto& [name, id] : pieces) {
    names.resize(std::max(names.size(), static_cast<size_t>(id) + 1));
    names[static_cast<size_t>(id)] = name;
    ids.insert_or_assign(name, id);
  }
  return Vocabulary(std::move(names), std::move(ids));
}

Vocabulary::Vocabulary(std::vector<std::string> names, Ids ids)
    : names_(std::make_shared<const std::vector<std::string>>(std::move(names))),
      ids_(std::make_shared<const Ids>(std::move(ids))) {}

std::optional<Index> Vocabulary::find(std::string_view name) const {
  const auto found = ids_->find(name);
  if (found == ids_->end()) return std::nullopt;
  return found->second;
}

PieceTrie::PieceTrie(const std::vector<std::pair<std::string, Index>>& pieces) {
  std::vector<std::pair<std::string_view, Index>> sorted(pieces.begin(), pieces.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // Level by level: a node stands for the names in [begin, end), which share their first bytes.
  struct Range {
    uint32_t begin, end;
  };
  std::vector<Range> ranges = {{0, static_cast<uint32_t>(sorted.size())}};
  nodes_.emplace_back();
  bytes_.push_back(0);
  size_t depth = 0;
  size_t level_end = 1;
  for (size_t node = 0; node < nodes_.size(); ++node) {
    if (node == level_end) {
      ++depth;
      level_end = nodes_.size();
    }
    auto [at, end] = ranges[node];
    if (at < end && sorted[at].first.size() == depth)
      nodes_[node].piece = static_cast<int32_t>(sorted[at].second);
    while (at < end && sorted[at].first.size() == depth) ++at;
    nodes_[node].first = static_cast<uint32_t>(nodes_.size());
    while (at < end) {
      const char byte = sorted[at].first[depth];
      const uint32_t start = at;
      while (at < end && sorted[at].first[depth] == byte) ++at;
      ranges.push_back({start, at});
      nodes_.emplace_back();
      bytes_.push_back(static_cast<unsigned char>(byte));
    }
    nodes_[node].count = static_cast<uint32_t>(nodes_.size()) - nodes_[node].first;
  }
}

uint32_t PieceTrie::next(uint32_t node, char byte) const {
  if (nodes_.empty()) return kNowhere;
  const auto first = bytes_.begin() + nodes_[node].first;
  const auto last = first + nodes_[node].count;
  const auto found = std::lower_bound(first, last, static_cast<unsigned char>(byte));
  if (found == last || *found != static_cast<unsigned char>(byte)) return kNowhere;
  return static_cast<uint32_t>(found - bytes_.begin());
}

uint32_t PieceTrie::walk(uint32_t node, std::string_view bytes) const {
  for (const char byte : bytes) {
    node = next(node, byte);
    if (node == kNowhere) return kNowhere;
  }
  return node;
}

}  // namespace text
