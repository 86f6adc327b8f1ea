// sequence.cpp: the vocabulary of typed sentences.
#include "engine/core/sequence.h"

#include <algorithm>
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

std::string unknown_at(const Sequence& sequence, size_t place) {
  return place < sequence.unknown.size() ? sequence.unknown[place] : "";
}

std::vector<std::string> shown_tokens(const Sequence& sequence) {
  std::vector<std::string> shown = sequence.tokens;
  for (size_t i = 0; i < std::min(shown.size(), sequence.unknown.size()); ++i) {
    if (!sequence.unknown[i].empty()) shown[i] = sequence.unknown[i] + " " + shown[i];
  }
  return shown;
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
