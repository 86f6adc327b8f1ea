// learn_subwords.cpp: pairs are counted once, and then only where a merge changed their neighbours.
#include "engine/text/learn_subwords.h"

#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/text/byte_level.h"

namespace text {
namespace {

using Pair = std::pair<int32_t, int32_t>;

struct PairHash {
  size_t operator()(const Pair& pair) const {
    const auto left = static_cast<uint64_t>(static_cast<uint32_t>(pair.first));
    return std::hash<uint64_t>()((left << 32U) | static_cast<uint32_t>(pair.second));
  }
};

class Learner {
 public:
  explicit Learner(std::span<const CountedWord> words) : words_(words) {
    constexpr int kBytes = 256;
    for (int byte = 0; byte < kBytes; ++byte)
      made_.tokens.push_back(bytes_as_letters(std::string(1, static_cast<char>(byte))));
    for (const CountedWord& each : words) {
      std::vector<int32_t>& ids = made_.words.emplace_back();
      for (const char byte : each.word) ids.push_back(static_cast<unsigned char>(byte));
    }
    for (size_t word = 0; word < words.size(); ++word) count_pairs(word);
    for (const auto& [pair, seen] : pairs_) offer(pair, seen.times);
  }

  LearnedSubwords learn(Index tokens) {
    constexpr Index kFewestTimes = 2;
    while (static_cast<Index>(made_.tokens.size()) < tokens && !queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      const auto found = pairs_.find(best.pair);
      // A pair that has become rarer stands in the queue again, with the number of now.
      if (found == pairs_.end() || found->second.times != best.times) continue;
      if (best.times < kFewestTimes) break;
      merge(best);
    }
    return std::move(made_);
  }

 private:
  struct Seen {
    Index times = 0;
    std::set<size_t> words;  // in which it stood at some time
  };
  struct Candidate {
    Index times = 0;
    Pair pair;
    bool operator<(const Candidate& other) const {
      return times != other.times ? times < other.times : pair > other.pair;
    }
  };

  void offer(const Pair& pair, Index times) {
    if (times > 0) queue_.push({times, pair});
  }

  void count_pairs(size_t word) {
    const std::vector<int32_t>& ids = made_.words[word];
    for (size_t i = 0; i + 1 < ids.size(); ++i) add(Pair{ids[i], ids[i + 1]}, word, words_[word].times);
  }

  void add(const Pair& pair, size_t word, Index times) {
    Seen& seen = pairs_[pair];
    seen.times += times;
    if (times > 0) seen.words.insert(word);
  }

  void merge(const Candidate& best) {
    const auto [left, right] = best.pair;
    const auto merged = static_cast<int32_t>(made_.tokens.size());
    const std::string left_name = made_.tokens[static_cast<size_t>(left)];
    const std::string right_name = made_.tokens[static_cast<size_t>(right)];
    made_.merges.push_back({left_name, right_name, best.times});
    made_.tokens.push_back(left_name + right_name);
    const std::set<size_t> words = std::move(pairs_.at(best.pair).words);
    std::set<Pair> changed;
    for (const size_t word : words) merge_in(word, best.pair, merged, changed);
    pairs_.erase(best.pair);
    for (const Pair& pair : changed) {
      const auto found = pairs_.find(pair);
      if (found == pairs_.end()) continue;
      offer(pair, found->second.times);
    }
  }

  // Takes the pairs of a word out of the counts, merges, and counts those that there are now.
  void merge_in(size_t word, const Pair& pair, int32_t merged, std::set<Pair>& changed) {
    std::vector<int32_t>& ids = made_.words[word];
    std::vector<int32_t> now;
    now.reserve(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
      const bool is_pair = i + 1 < ids.size() && Pair{ids[i], ids[i + 1]} == pair;
      now.push_back(is_pair ? merged : ids[i]);
      if (is_pair) ++i;
    }
    if (now.size() == ids.size()) return;
    const auto tell = [&](const std::vector<int32_t>& list, Index times) {
      for (size_t i = 0; i + 1 < list.size(); ++i) {
        const Pair each{list[i], list[i + 1]};
        add(each, word, times);
        changed.insert(each);
      }
    };
    tell(ids, -words_[word].times);
    tell(now, words_[word].times);
    ids = std::move(now);
  }

  std::span<const CountedWord> words_;
  LearnedSubwords made_;
  std::unordered_map<Pair, Seen, PairHash> pairs_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

LearnedSubwords learn_subwords(std::span<const CountedWord> words, Index tokens) {
  return Learner(words).learn(tokens);
}

}  // namespace text
