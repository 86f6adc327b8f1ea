// head_worth.cpp: first the whole model, then without each head in turn.
#include "app/session/head_worth.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/loaders/box.h"
#include "engine/training/stored_model.h"

namespace app {
namespace {

constexpr size_t kMostExamples = 3000;

}  // namespace

engine::Index HeadWorth::examples() const {
  const std::lock_guard lock(mutex_);
  return examples_;
}

std::optional<double> HeadWorth::without(const std::string& head) const {
  const std::lock_guard lock(mutex_);
  const auto found = shares_.find(head);
  return found == shares_.end() ? std::nullopt : std::optional(found->second);
}

void HeadWorth::measure() {
  if (is_done() || has_failed()) return;
  const auto stored = engine::read_stored_model(loaders::box_folder(model_).value_or(model_));
  if (!stored) return fail();
  const std::span<const engine::TaskCase> cases(stored->task->held_out());
  const auto some = cases.first(std::min(cases.size(), kMostExamples));
  std::vector<std::string> heads = engine::heads_of(stored->recipe.config);
  heads.insert(heads.begin(), "");
  for (const std::string& head : heads) {
    if (without(head)) continue;
    const engine::Figures figures = engine::measure_without(*stored, head, some);
    if (engine::stop_requested()) return;
    engine::Index examples = 0;
    for (size_t i = 0; i < figures.groups.size(); ++i)
      examples += stored->task->groups()[i].is_counted ? figures.groups[i].examples : 0;
    const std::lock_guard lock(mutex_);
    examples_ = examples;
    shares_[head] = figures.exact;
  }
  is_done_.store(true, std::memory_order_release);
}

}  // namespace app
