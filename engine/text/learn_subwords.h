// learn_subwords.h: byte-pair encoding learned from words: the two neighbours that stand side by side most
// often become one token, again and again. Sennrich et al. 2016, https://arxiv.org/abs/1508.07909
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"

namespace text {

using engine::Index;

// A different word of a text, in bytes, and how often it stands there.
struct CountedWord {
  std::string_view word;
  Index times = 0;
};

// Two tokens that became one, as a vocabulary writes them: "Ġt", "he".
struct LearnedMerge {
  std::string left, right;
  Index times = 0;  // how often they stood side by side when they were merged
};

struct LearnedSubwords {
  std::vector<std::string> tokens;  // by id: the 256 bytes, then the result of each merge
  std::vector<LearnedMerge> merges;
  std::vector<std::vector<int32_t>> words;  // the ids of each word
};

// Merges until there are `tokens` tokens, or until no two neighbours stand twice. Of pairs that stand equally
// often, the one with the smaller ids comes first.
LearnedSubwords learn_subwords(std::span<const CountedWord> words, Index tokens);

}  // namespace text
