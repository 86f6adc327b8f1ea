// unigram.cpp: the Viterbi algorithm along a word: the best path to each position from the best paths to
// earlier ones.
#include "engine/text/unigram.h"

#include <algorithm>
#include <cmath>

#include "engine/text/aligned_text.h"
#include "engine/text/byte_level.h"

namespace text {
Unigram::Unigram(const Vocabulary& vocabulary, std::vector<double> log_probabilities,
                 std::optional<Index> unknown, bool byte_fallback, double unknown_log_probability)
    : vocabulary_(vocabulary),
      log_probabilities_(std::move(log_probabilities)),
      unknown_(unknown),
      byte_fallback_(byte_fallback),
      unknown_log_probability_(unknown_log_probability) {
  std::vector<std::pair<std::string, Index>> pieces;
  pieces.reserve(log_probabilities_.size());
  for (Index id = 0; id < static_cast<Index>(log_probabilities_.size()); ++id) {
    const bool is_ever_chosen = std::isfinite(log_probabilities_[static_cast<size_t>(id)]);
    const std::string& name = vocabulary_.name(id);
    if (is_ever_chosen && !name.empty() && vocabulary_.find(name) == id) pieces.emplace_back(name, id);
  }
  trie_ = PieceTrie(pieces);
}

template <class Watch>
std::vector<Unigram::Node> Unigram::lattice(std::string_view word, Watch watch) const {
  std::vector<Node> nodes(word.size() + 1);
  nodes.front().reached = true;
  const auto offer = [&](int32_t piece, size_t begin, size_t end, double log_probability) {
    const double sum = nodes[begin].best + log_probability;
    watch(piece, begin, end, log_probability, sum);
    Node& node = nodes[end];
    if (node.reached && sum <= node.best) return;
    node = {sum, static_cast<uint32_t>(begin), piece, true};
  };
  for (size_t begin = 0; begin < word.size();) {
    const size_t letter_end = letter_at(word, begin).end;
    bool has_letter = false;
    uint32_t trie_node = PieceTrie::kRoot;
    for (size_t end = begin + 1; end <= word.size(); ++end) {
      trie_node = trie_.next(trie_node, word[end - 1]);
      if (trie_node == PieceTrie::kNowhere) break;
      const Index piece = trie_.piece(trie_node);
      if (piece < 0) continue;
      has_letter = has_letter || end == letter_end;
      offer(static_cast<int32_t>(piece), begin, end, log_probabilities_[static_cast<size_t>(piece)]);
    }
    if (!has_letter) offer(-1, begin, letter_end, unknown_log_probability_);
    begin = letter_end;
  }
  return nodes;
}

// From the last position back to the first; adjacent unknown letters become one token, with id -1.
std::vector<Token> Unigram::best_path(const std::vector<Node>& nodes) const {
  std::vector<Token> path;
  for (size_t end = nodes.size() - 1; end > 0;) {
    const Node& node = nodes[end];
    const bool is_unknown = node.piece < 0 || node.piece == unknown_;
    if (is_unknown && !path.empty() && path.back().id < 0) {
      path.back().begin = node.start;
    } else {
      path.push_back({is_unknown ? -1 : node.piece, node.start, static_cast<uint32_t>(end)});
    }
    end = node.start;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

// Letters that are a piece together, such as the unknown one's name, are that piece.
void Unigram::append_unknown(std::string_view word, const Token& token, std::vector<Token>& tokens) const {
  if (const auto id = vocabulary_.find(word.substr(token.begin, token.end - token.begin)))
    return tokens.push_back({*id, token.begin, token.end});
  const size_t first = tokens.size();
  for (uint32_t at = token.begin; byte_fallback_ && at < token.end; ++at) {
    const auto id = vocabulary_.find(name_of_byte(word[at]));
    if (!id) break;
    tokens.push_back({*id, at, at + 1});
  }
  if (tokens.size() - first == token.end - token.begin) return;
  tokens.resize(first);
  tokens.push_back({unknown_.value_or(kNoPiece), token.begin, token.end});
}

void Unigram::split(std::string_view word, std::vector<Token>& tokens) const {
  Token missing{kNoPiece, 0, 0};
  const auto nodes = lattice(word, [&](int32_t piece, size_t begin, size_t end, double, double) {
    if (piece < 0) missing = {kNoPiece, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  });
  // Without a piece for the unknown, every letter has to be a piece, even one that a longer piece has.
  if (!unknown_ && missing.end > 0) return tokens.push_back(missing);
  for (const Token& token : best_path(nodes)) {
    if (token.id >= 0) {
      tokens.push_back(token);
    } else {
      append_unknown(word, token, tokens);
    }
  }
}

std::vector<WordSteps> Unigram::steps(std::string_view word) const {
  constexpr size_t kMostSteps = 20'000;
  WordSteps result;
  result.word = word;
  result.end = word.size();
  for (size_t at = 0; at < word.size();) {
    const Letter letter = letter_at(word, at);
    at = letter.end;
    result.symbols.emplace_back(word.substr(letter.begin, letter.end - letter.begin));
  }
  const auto nodes =
      lattice(word, [&](int32_t /*piece*/, size_t begin, size_t end, double log_probability, double sum) {
        if (result.steps.size() >= kMostSteps) return;
        Step step;
        step.tried = word.substr(begin, end - begin);
        step.chosen = false;
        step.log_probability = log_probability;
        step.best = sum;
        step.begin = begin;
        step.end = end;
        result.steps.push_back(std::move(step));
      });
  std::vector<uint32_t> starts(word.size() + 1, ~0U);  // of the chosen piece that ends at each position
  for (size_t end = word.size(); end > 0; end = nodes[end].start) starts[end] = nodes[end].start;
  for (Step& step : result.steps) step.chosen = starts[step.end] == step.begin;
  std::stable_sort(result.steps.begin(), result.steps.end(),
                   [](const Step& a, const Step& b) { return a.end < b.end; });
  std::vector<Token> tokens;
  split(word, tokens);
  for (const Token& token : tokens) result.ids.push_back(token.id);
  return {std::move(result)};
}

Result<std::shared_ptr<const PieceModel>> read_unigram(Fields& model, const Vocabulary& vocabulary) {
  std::vector<double> log_probabilities;
  for (const json& item : model.list("vocab")) log_probabilities.push_back(item[1].get<double>());
  const bool are_finite = std::all_of(log_probabilities.begin(), log_probabilities.end(),
                                      [](double value) { return std::isfinite(value); });
  if (!are_finite) model.mark("vocab");
  std::optional<Index> unknown;
  if (model.find("unk_id") != nullptr) {
    unknown = model.number("unk_id");
    if (*unknown >= static_cast<Index>(log_probabilities.size())) model.mark("unk_id");
  }
  const bool byte_fallback = model.flag("byte_fallback", false);
  if (model.bad()) return *model.bad();
  if (log_probabilities.empty()) return Error{"error.tokenizer_empty", {}};
  const double least = *std::min_element(log_probabilities.begin(), log_probabilities.end());
  return std::shared_ptr<const PieceModel>(std::make_shared<Unigram>(
      vocabulary, std::move(log_probabilities), unknown, byte_fallback, least - kUnknownPenalty));
}

}  // namespace text
