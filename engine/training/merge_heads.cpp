// merge_heads.cpp: X W_hᵀ for every head h is X Wᵀ, with the heads' rows of W one below the other.
#include "engine/training/merge_heads.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace engine {
namespace {

using Room = BatchPlace::Room;

// How the places of one operand lie in two heads that follow each other.
enum class Lie { kSame, kBelow, kBeside, kOwn };

bool follows(const BatchPlace& one, const BatchPlace& next, Lie lie) {
  if (lie == Lie::kOwn) return true;
  if (lie == Lie::kSame) return one == next;
  BatchPlace expected = one;
  expected.offset += lie == Lie::kBelow ? one.rows * one.stride : one.columns;
  return next == expected;
}

BatchPlace joined(const BatchPlace& one, Lie lie, Index count) {
  BatchPlace all = one;
  if (lie == Lie::kBelow) all.rows *= count;
  if (lie == Lie::kBeside) all.columns *= count;
  return all;
}

// A product that heads do alike: its operation, and how its operands and results lie.
struct Pattern {
  std::string_view operation;
  std::vector<Lie> inputs;
  Lie out;
  Room out_room;
  bool is_early;  // whether the whole can be done where the first stood; else where the last did
};

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> kAll{
      {"linear", {Lie::kSame, Lie::kBelow, Lie::kBeside}, Lie::kBeside, Room::kSlot, true},
      {"linear", {Lie::kSame, Lie::kBelow}, Lie::kBeside, Room::kSlot, true},
      {"summary", {Lie::kBeside, Lie::kSame}, Lie::kBelow, Room::kGradient, false},
      {"column_sums", {Lie::kBeside}, Lie::kBeside, Room::kGradient, false},
      {"product", {Lie::kBeside, Lie::kBelow}, Lie::kOwn, Room::kSlot, false},
  };
  return kAll;
}

bool matches(const BatchStep& step, const Pattern& pattern) {
  return step.operation && step.operation->name() == pattern.operation &&
         step.work == BatchStep::Work::kAtOnce && step.inputs.size() == pattern.inputs.size() &&
         step.out.room == pattern.out_room;
}

bool goes_on(const BatchStep& one, const BatchStep& next, const Pattern& pattern) {
  for (size_t i = 0; i < pattern.inputs.size(); ++i) {
    if (!follows(one.inputs[i], next.inputs[i], pattern.inputs[i])) return false;
  }
  return follows(one.out, next.out, pattern.out);
}

class Merger {
 public:
  explicit Merger(std::vector<BatchStep>& steps) : steps_(steps), is_gone_(steps.size(), false) {}

  void run() {
    for (const Pattern& pattern : patterns()) {
      for (size_t i = 0; i < steps_.size(); ++i) {
        if (!is_gone_[i] && matches(steps_[i], pattern)) merge_from(i, pattern);
      }
    }
    std::vector<BatchStep> left;
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (!is_gone_[i]) left.push_back(std::move(steps_[i]));
    }
    steps_ = std::move(left);
  }

 private:
  // Heads come in order forward, and in order or the other way round on the way back.
  void merge_from(size_t first, const Pattern& pattern) {
    std::vector<size_t> heads{first};
    while (const auto next = beside(heads.back(), pattern, true)) heads.push_back(*next);
    while (const auto before = beside(heads.front(), pattern, false)) heads.insert(heads.begin(), *before);
    if (heads.size() < 2) return;
    std::optional<size_t> sum;
    if (pattern.out == Lie::kOwn) {
      sum = sum_of(heads);
      if (!sum) return;
    }
    BatchStep whole = steps_[heads.front()];
    const auto count = static_cast<Index>(heads.size());
    for (size_t i = 0; i < whole.inputs.size(); ++i)
      whole.inputs[i] = joined(whole.inputs[i], pattern.inputs[i], count);
    whole.out = joined(whole.out, pattern.out, count);
    if (sum) drop_operands(*sum, heads);
    const size_t place = pattern.is_early ? std::ranges::min(heads) : std::ranges::max(heads);
    for (const size_t head : heads) is_gone_[head] = true;
    is_gone_[place] = false;
    steps_[place] = std::move(whole);
  }

  // The step that continues this one, or that this one continues.
  std::optional<size_t> beside(size_t step, const Pattern& pattern, bool is_next) const {
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (i == step || is_gone_[i] || !matches(steps_[i], pattern)) continue;
      const bool found =
          is_next ? goes_on(steps_[step], steps_[i], pattern) : goes_on(steps_[i], steps_[step], pattern);
      if (found) return i;
    }
    return std::nullopt;
  }

  // The one sum that reads the results of all these, if nothing else does.
  std::optional<size_t> sum_of(const std::vector<size_t>& heads) const {
    std::optional<size_t> sum;
    for (const size_t head : heads) {
      const BatchPlace& out = steps_[head].out;
      for (size_t i = 0; i < steps_.size(); ++i) {
        if (is_gone_[i] || std::ranges::find(steps_[i].inputs, out) == steps_[i].inputs.end()) continue;
        if ((sum && *sum != i) || steps_[i].operation->name() != "add") return std::nullopt;
        sum = i;
      }
    }
    return sum;
  }

  // The sum reads the first head's place alone, which then holds the whole.
  void drop_operands(size_t sum, const std::vector<size_t>& heads) {
    for (size_t i = 1; i < heads.size(); ++i) std::erase(steps_[sum].inputs, steps_[heads[i]].out);
  }

  std::vector<BatchStep>& steps_;
  std::vector<bool> is_gone_;
};

}  // namespace

void merge_heads(std::vector<BatchStep>& steps) {
  Merger(steps).run();
}

}  // namespace engine
