// next_word.h: sentences of a model that reads to the left and says what comes next.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/training/tasks/rule_task.h"

namespace engine {

// A sentence, and the words of it that are asked for.
struct AskedSentence {
  struct Asked {
    int aim = 0;
    Index word = 0;                // that is predicted
    std::vector<Index> from = {};  // the words that decide it; empty: measured nowhere
    std::string_view rival = {};   // compared with this word; empty: with all
    bool is_scored = true;
  };

  std::vector<std::string_view> words;
  std::vector<Asked> asked;
  int group = 0;

  // The place of the word.
  Index say(std::string_view word) {
    words.push_back(word);
    return static_cast<Index>(words.size()) - 1;
  }
};

// Reads <bos> and the words, says the words and <eos>. Exact match asks for the words that are scored.
class NextWordTask : public RuleTask {
 public:
  using RuleTask::RuleTask;

 protected:
  Drawn next_words(const AskedSentence& sentence) const;
};

}  // namespace engine
