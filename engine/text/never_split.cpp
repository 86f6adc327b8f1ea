// never_split.cpp: between white space and punctuation, and before the pieces.
#include "engine/text/never_split.h"

#include <iterator>

namespace text {
namespace {

// The model, but for words that are left whole.
class WholeWords : public PieceModel {
 public:
  WholeWords(NeverSplit rule, const Vocabulary& vocabulary, std::shared_ptr<const PieceModel> others)
      : rule_(std::move(rule)), vocabulary_(vocabulary), others_(std::move(others)) {}

  void split(std::string_view word, std::vector<Token>& tokens) const override {
    if (!rule_.words.contains(word)) return others_->split(word, tokens);
    tokens.push_back({vocabulary_.find(word).value_or(rule_.unknown), 0, static_cast<uint32_t>(word.size())});
  }

  std::vector<WordSteps> steps(std::string_view word) const override {
    if (!rule_.words.contains(word)) return others_->steps(word);
    std::vector<Token> tokens;
    split(word, tokens);
    return {steps_of(tokens, word, vocabulary_)};
  }

 private:
  NeverSplit rule_;
  Vocabulary vocabulary_;
  std::shared_ptr<const PieceModel> others_;
};

// A word without accents, if they go, cut at its punctuation.
void add_cut(const AlignedText& word, bool strip_accents, Words& words) {
  const BertCleaning accents{
      .clean_text = false, .split_ideographs = false, .strip_accents = strip_accents, .lower_case = false};
  const AlignedText plain = clean_as_bert(word, accents);
  Words parts = cut(plain, match_letters(plain, is_punctuation), Behaviour::kIsolated);
  std::move(parts.begin(), parts.end(), std::back_inserter(words));
}

}  // namespace

void leave_whole(const NeverSplit& rule, ModelTokenizer::Parts& parts) {
  parts.splitter = [rule, at_spaces = std::move(parts.splitter)](Words& words) -> std::optional<Error> {
    if (auto bad = at_spaces(words)) return bad;
    Words result;
    for (AlignedText& word : words) {
      if (rule.words.contains(word.bytes)) {
        result.push_back(std::move(word));
      } else {
        add_cut(word, rule.strip_accents, result);
      }
    }
    words = std::move(result);
    return std::nullopt;
  };
  parts.model = std::make_shared<WholeWords>(rule, parts.vocabulary, std::move(parts.model));
}

}  // namespace text
