// reverse.cpp: eight letters, written from the last to the first.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/tasks/letters.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr Index kReversedKinds = 10;
constexpr std::array kReverseAims = {Aim{"anti_diagonal", AimedAttention::kCross}};

class ReverseTask final : public LetterTask {
 public:
  ReverseTask() : LetterTask(kReversedKinds) {}

  std::string_view name() const override { return "reverse"; }
  std::span<const Aim> aims() const override { return kReverseAims; }
  std::vector<std::string> shown() const override { return {"C G B F I J H A", "A B C D E F G H"}; }
  Recipe recipe() const override { return letter_recipe({.width = 32, .hidden = 64}, 200); }

 protected:
  Drawn draw(Draw& choices) const override {
    return any_letters(choices, kReversedKinds, [](Index place) { return kPlaces - 1 - place; });
  }
};

}  // namespace

const Task& reverse_task() {
  static const ReverseTask task;
  return task;
}

}  // namespace engine
