// word_piece.cpp: the longest match first, found in one walk along the word.
#include "engine/text/word_piece.h"

#include "engine/text/aligned_text.h"

namespace text {

WordPiece::WordPiece(const Vocabulary& vocabulary, WordPieceSettings settings)
    : vocabulary_(vocabulary), settings_(std::move(settings)) {
  std::vector<std::pair<std::string, Index>> pieces;
  pieces.reserve(static_cast<size_t>(vocabulary_.size()));
  for (Index id = 0; id < vocabulary_.size(); ++id) {
    if (vocabulary_.find(vocabulary_.name(id)) == id) pieces.emplace_back(vocabulary_.name(id), id);
  }
  trie_ = PieceTrie(pieces);
  continuing_ = trie_.walk(PieceTrie::kRoot, settings_.continuing_prefix);
}

Token WordPiece::longest(std::string_view word, uint32_t begin) const {
  Token best{-1, begin, begin};
  uint32_t node = begin == 0 ? PieceTrie::kRoot : continuing_;
  for (uint32_t at = begin; at < word.size() && node != PieceTrie::kNowhere; ++at) {
    node = trie_.next(node, word[at]);
    if (node != PieceTrie::kNowhere && trie_.piece(node) >= 0) best = {trie_.piece(node), begin, at + 1};
  }
  return best;
}

bool WordPiece::too_long(std::string_view word) const {
  int64_t letters = 0;
  for (size_t at = 0; at < word.size() && letters <= settings_.longest_word; ++letters)
    at = letter_at(word, at).end;
  return letters > settings_.longest_word;
}

void WordPiece::split(std::string_view word, std::vector<Token>& tokens) const {
  const Token whole{settings_.unknown, 0, static_cast<uint32_t>(word.size())};
  if (too_long(word)) return tokens.push_back(whole);
  const size_t first = tokens.size();
  for (uint32_t at = 0; at < word.size();) {
    const Token piece = longest(word, at);
    if (piece.id < 0) {
      tokens.resize(first);
      return tokens.push_back(whole);
    }
    tokens.push_back(piece);
    at = piece.end;
  }
}

std::vector<WordSteps> WordPiece::steps(std::string_view word) const {
  std::vector<Token> tokens;
  split(word, tokens);
  constexpr size_t kMostTries = 300;  // failed lookups are shown for words of up to this many bytes
  if (too_long(word) || word.size() > kMostTries) return {steps_of(tokens, word, vocabulary_)};
  WordSteps result;
  result.word = word;
  result.end = word.size();
  for (const Token& token : tokens) result.ids.push_back(token.id);
  std::vector<std::string> symbols;
  for (uint32_t begin = 0; begin < word.size();) {
    const Token piece = longest(word, begin);
    // From the whole rest downwards, one letter shorter each time, until it is in the vocabulary or empty.
    for (auto end = static_cast<uint32_t>(word.size()); end > begin && end >= piece.end; --end) {
      if (end < word.size() && engine::continues_letter(word[end])) continue;
      Step step;
      if (begin > 0) step.tried = settings_.continuing_prefix;
      step.tried.append(word.substr(begin, end - begin));
      step.chosen = piece.id >= 0 && end == piece.end;
      step.begin = begin;
      step.end = end;
      if (step.chosen) symbols.push_back(step.tried);
      step.symbols = symbols;
      result.steps.push_back(std::move(step));
    }
    if (piece.id < 0) break;
    begin = piece.end;
  }
  return {std::move(result)};
}

Result<std::shared_ptr<const PieceModel>> read_word_piece(Fields& model, const Vocabulary& vocabulary) {
  WordPieceSettings settings;
  settings.continuing_prefix = model.text("continuing_subword_prefix", "##");
  settings.longest_word = model.number("max_input_chars_per_word", 100);
  const std::string unknown = model.text("unk_token", "[UNK]");
  if (model.bad()) return *model.bad();
  settings.unknown = vocabulary.find(unknown).value_or(kNoPiece);
  return std::shared_ptr<const PieceModel>(std::make_shared<WordPiece>(vocabulary, std::move(settings)));
}

namespace {

class WordLevel : public PieceModel {
 public:
  WordLevel(const Vocabulary& vocabulary, Index unknown) : vocabulary_(vocabulary), unknown_(unknown) {}

  void split(std::string_view word, std::vector<Token>& tokens) const override {
    tokens.push_back({vocabulary_.find(word).value_or(unknown_), 0, static_cast<uint32_t>(word.size())});
  }
  std::vector<WordSteps> steps(std::string_view word) const override {
    std::vector<Token> tokens;
    split(word, tokens);
    return {steps_of(tokens, word, vocabulary_)};
  }

 private:
  Vocabulary vocabulary_;
  Index unknown_;
};

}  // namespace

Result<std::shared_ptr<const PieceModel>> read_word_level(Fields& model, const Vocabulary& vocabulary) {
  const std::string unknown = model.text("unk_token", "<unk>");
  if (model.bad()) return *model.bad();
  const Index id = vocabulary.find(unknown).value_or(kNoPiece);
  return std::shared_ptr<const PieceModel>(std::make_shared<WordLevel>(vocabulary, id));
}

}  // namespace text
