// sort.cpp: eight different letters, written from A to Z: each row looks for a rank, not for a place.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/training/tasks/letters.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr Index kSortedKinds = 16;
constexpr std::array kSortAims = {Aim{"next_letter", AimedAttention::kCross}};

class SortTask final : public LetterTask {
 public:
  SortTask() : LetterTask(kSortedKinds) {}

  std::string_view name() const override { return "sort"; }
  std::span<const Aim> aims() const override { return kSortAims; }
  std::vector<std::string> shown() const override { return {"A C D J E I N K", "P B M D O A H F"}; }
  Recipe recipe() const override { return letter_recipe({.hidden = 64}, 400); }

 protected:
  Drawn draw(Draw& choices) const override {
    std::vector<Index> letters = different_letters(choices, kSortedKinds, kPlaces);
    std::vector<Index> from(kPlaces);
    std::iota(from.begin(), from.end(), Index{0});
    std::ranges::sort(from, {}, [&](Index place) { return letters[static_cast<size_t>(place)]; });
    return reordered(std::move(letters), from);
  }
};

}  // namespace

const Task& sort_task() {
  static const SortTask task;
  return task;
}

}  // namespace engine
