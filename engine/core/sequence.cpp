// sequence.cpp: the vocabulary of typed sentences.
#include "engine/core/sequence.h"

#include <string_view>
#include <unordered_set>

namespace engine {

Index prediction_row(const Sequence& sequence) {
  const auto last = static_cast<Index>(sequence.padding.size()) - 1;
  for (Index row = last; row >= 0; --row) {
    if (!sequence.padding[static_cast<size_t>(row)]) return row;
  }
  return last;
}

std::vector<std::string> distinct_tokens(const std::vector<Example>& examples) {
  std::vector<std::string> distinct;
  std::unordered_set<std::string_view> known;
  const auto add = [&](const Sequence& sequence) {
    for (const std::string& token : sequence.tokens) {
      if (known.insert(token).second) distinct.push_back(token);
    }
  };
  for (const Example& example : examples) {
    add(example.source);
    if (example.target) add(*example.target);
  }
  return distinct;
}

Input single_input(Sequence source, std::optional<Sequence> target) {
  Input input;
  input.examples.push_back({std::move(source), std::move(target)});
  input.vocabulary = distinct_tokens(input.examples);
  return input;
}

}  // namespace engine
