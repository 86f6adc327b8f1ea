// next_word.cpp: a sentence as the rows that predict it.
#include "engine/training/tasks/next_word.h"

#include <utility>

namespace engine {

RuleTask::Drawn NextWordTask::next_words(const AskedSentence& sentence) const {
  TaskCase example;
  example.labels = ids(sentence.words);
  example.source.reserve(example.labels.size() + 1);
  example.source.push_back(vocabulary().start);
  example.source.insert(example.source.end(), example.labels.begin(), example.labels.end());
  example.labels.push_back(vocabulary().end);
  example.group = sentence.group;
  for (const AskedSentence::Asked& asked : sentence.asked) {
    // The row before a word predicts it: <bos> stands in front.
    if (asked.is_scored) example.scored.push_back(asked.word);
    if (asked.is_scored) example.rivals.push_back(asked.rival.empty() ? kNoLabel : id(asked.rival));
    if (asked.from.empty()) continue;
    AimedRow aimed{asked.aim, asked.word, asked.from};
    for (Index& key : aimed.keys) ++key;
    example.aims.push_back(std::move(aimed));
  }
  return drawn_by_source(std::move(example));
}

}  // namespace engine
