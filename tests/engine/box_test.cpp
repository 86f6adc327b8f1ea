// The models in the box, as they ship, in 16 bits: what each gets right of examples that it never saw, and
// where its heads look. The bounds are those that its name promises.
#include "engine/loaders/box.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/stored_model.h"
#include "engine/training/task.h"

namespace engine {
namespace {

// What a model must reach: the share of right examples of a group, and the weight of the best head, or of the
// greater of a layer's heads, on what an aim names.
struct BoxBounds {
  double exact = 0.99;
  std::map<std::string_view, double> groups = {};
  std::map<std::string_view, double> heads = {};
  std::map<std::string_view, double> layers = {};
  // Of an aim at a part of a picture: how many times that part's share of the area.
  std::map<std::string_view, double> area = {};
};

// The weight that an aim would have if every patch were looked at alike.
double share_of_area(const Task& task, size_t aim) {
  double share = 0;
  double rows = 0;
  for (const TaskCase& example : task.held_out()) {
    for (const AimedRow& row : example.aims) {
      if (static_cast<size_t>(row.aim) != aim) continue;
      share += std::accumulate(row.parts.begin(), row.parts.end(), 0.0) /
               static_cast<double>(example.patches.rows());
      ++rows;
    }
  }
  return share / rows;
}

const std::map<std::string_view, BoxBounds>& box_bounds() {
  static const std::map<std::string_view, BoxBounds> kAll{
      {"phrase", {.heads = {{"adjective", 0.90}, {"noun", 0.90}, {"new_noun", 0.90}}}},
      {"numbers", {.heads = {{"digit", 0.90}}}},
      {"reverse", {.heads = {{"anti_diagonal", 0.95}}}},
      {"repeat", {.heads = {{"induction", 0.90}, {"previous", 0.70}}}},
      {"grammar", {.heads = {{"subject", 0.90}}}},
      {"measure-words", {.heads = {{"measure_word", 0.90}}}},
      {"shapes", {.exact = 0.93, .area = {{"largest", 2}}}},
      {"who",
       {.groups = {{"two_kinds", 0.97}, {"one_kind", 0.83}, {"hidden_pronoun", 0.83}},
        .layers = {{"it", 0.92}, {"it_new", 0.90}}}},
      {"who-zh",
       {.groups = {{"two_kinds", 0.97}, {"one_kind", 0.83}, {"hidden_pronoun", 0.83}},
        .heads = {{"it", 0.85}},
        .layers = {{"it_new", 0.90}}}},
  };
  return kAll;
}

class BoxModel : public testing::TestWithParam<std::string> {};

TEST_P(BoxModel, KeepsItsPromises) {
  const auto folder = loaders::box_folder(GetParam());
  ASSERT_TRUE(folder) << "its folder is missing";
  const auto stored = read_stored_model(*folder);
  ASSERT_TRUE(stored.ok()) << stored.error().key;
  const Task* const task = stored->task.get();
  EXPECT_EQ(task->name(), GetParam());
  const Figures figures = measure_without(*stored, "", task->held_out());
  const BoxBounds& bounds = box_bounds().at(GetParam());
  EXPECT_GE(figures.exact, bounds.exact);
  for (size_t i = 0; i < figures.groups.size(); ++i) {
    const auto bound = bounds.groups.find(task->groups()[i].name);
    if (bound == bounds.groups.end()) continue;
    EXPECT_GE(figures.groups[i].share(), bound->second) << bound->first;
  }
  size_t looked = 0;
  for (size_t i = 0; i < figures.aims.size(); ++i) {
    const std::string_view aim = task->aims()[i].name;
    if (const auto bound = bounds.heads.find(aim); bound != bounds.heads.end()) {
      EXPECT_GE(figures.aims[i].best_head().weight, bound->second) << aim;
      ++looked;
    }
    if (const auto bound = bounds.layers.find(aim); bound != bounds.layers.end()) {
      EXPECT_GE(figures.aims[i].best_layer().weight, bound->second) << aim;
      ++looked;
    }
    if (const auto bound = bounds.area.find(aim); bound != bounds.area.end()) {
      EXPECT_GE(figures.aims[i].best_head().weight, bound->second * share_of_area(*task, i)) << aim;
      ++looked;
    }
  }
  EXPECT_EQ(looked, bounds.heads.size() + bounds.layers.size() + bounds.area.size());
}

TEST_P(BoxModel, IsSmall) {
  const auto folder = loaders::box_folder(GetParam());
  ASSERT_TRUE(folder);
  EXPECT_LT(std::filesystem::file_size(*folder / "model.safetensors"), 1'000'000U);
}

std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const auto& [name, bounds] : box_bounds()) names.emplace_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, BoxModel, testing::ValuesIn(shipped()), [](const auto& tested) {
  std::string name = tested.param;
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace engine
