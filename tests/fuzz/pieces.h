// pieces.h: what holds of every tokenizer that was read, whatever the file said.
#pragma once

#include <string_view>
#include <vector>

#include "engine/text/model_tokenizer.h"
#include "tests/fuzz/fuzz.h"

namespace fuzz {

inline constexpr std::string_view kSample =
    "I'll café  don't\n漢字 e\u0301 👩‍👩‍👧 <s> aaab ▁a Ａ①";

inline void check_pieces(const text::ModelTokenizer& tokenizer) {
  const auto encoding = tokenizer.encode(kSample, "ab");
  if (!encoding) return;
  require(encoding->pieces.size() == encoding->segments.size(), "each piece has its segment");
  std::vector<text::Index> ids;
  for (const text::Piece& piece : encoding->pieces) {
    const size_t length = piece.text == 0 ? kSample.size() : 2;
    require(piece.begin <= piece.end && piece.end <= length, "a piece lies inside its text");
    require(piece.id >= 0 && piece.id < static_cast<text::Index>(tokenizer.vocabulary()->size()),
            "an id is known");
    require(tokenizer.vocabulary()->at(static_cast<size_t>(piece.id)) == piece.name, "an id has its name");
    ids.push_back(piece.id);
  }
  tokenizer.decode(ids, true);
  const auto words = tokenizer.steps(kSample);
  require(words.ok(), "what is cut can be shown");
  for (const text::WordSteps& word : *words) {
    for (const text::Step& step : word.steps)
      require(step.end <= word.word.size(), "a step lies inside its word");
  }
}

}  // namespace fuzz
