// copy.cpp: eight letters, written as they stand.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/tasks/letters.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr Index kCopiedKinds = 10;
constexpr std::array kCopyAims = {Aim{"diagonal", AimedAttention::kCross}};

class CopyTask final : public LetterTask {
 public:
  CopyTask() : LetterTask(kCopiedKinds) {}

  std::string_view name() const override { return "copy"; }
  std::span<const Aim> aims() const override { return kCopyAims; }
  std::vector<std::string> shown() const override { return {"C G B F I J H A", "H E A D F I G B"}; }
  Recipe recipe() const override { return letter_recipe({.width = 32, .hidden = 64}, 200); }

 protected:
  Drawn draw(Draw& choices) const override {
    return any_letters(choices, kCopiedKinds, [](Index place) { return place; });
  }
};

}  // namespace

const Task& copy_task() {
  static const CopyTask task;
  return task;
}

}  // namespace engine
