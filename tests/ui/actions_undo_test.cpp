// Whatever is done by actions, undo leads back to where it began, and redo to where it ended.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/session/examples.h"
#include "app/views/actions/palette.h"
#include "app/views/core/action.h"
#include "driver.h"

namespace app {
namespace {

using views::Action;

// Every number of a trace, stage after stage.
std::vector<float> numbers(const engine::Trace& trace) {
  std::vector<float> all;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::Matrix stage = trace.read(i, 0, 0, trace.stage(i).rows, trace.stage(i).columns);
    all.insert(all.end(), stage.data(), stage.data() + stage.size());
  }
  return all;
}

// Actions that only change what undo takes back, and one of them by chance.
bool is_undone(const Action& action) {
  const std::set<std::string> others = {
      "quit",  "copy session", "paste session", "undo",    "redo",         "tour",   "palette",
      "help",  "text",         "target",        "story",   "model",        "export", "history",
      "brush", "mask.open",    "mask.save",     "figures", "figures close"};
  const bool is_other =
      action.group == views::ActionGroup::kExport || action.group == views::ActionGroup::kReading;
  return !is_other && !others.contains(action.id);
}

void act(Driver& driver, std::mt19937& chance) {
  const auto pick = [&](size_t count) { return static_cast<size_t>(chance()) % count; };
  const views::Frame frame = driver.view();
  const std::vector<std::string> typed = {"heads 3", "width 32", "temperature 2", "layers 3",
                                          "seed 5",  "1 2",      "padding 1",     "residual"};
  if (pick(4) == 0) {
    const auto entries = views::find_entries(frame, typed[pick(typed.size())]);
    if (!entries.empty()) entries[pick(entries.size())].run(frame);
  } else {
    std::vector<const Action*> possible;
    for (const Action& action : views::actions()) {
      if (is_undone(action) && action.is_available(frame)) possible.push_back(&action);
    }
    possible[pick(possible.size())]->run(frame);
  }
  driver.pause();
  driver.frame();
}

TEST(Actions, UndoAfterAnyTwoHundredReturnsTheFirstStateAndTrace) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    std::mt19937 chance(seed);
    Driver driver({four_tokens(), {}}, {1024, 640});
    State first = driver.session().state();
    const std::vector<float> first_numbers = numbers(*driver.session().trace());
    for (int i = 0; i < 200; ++i) act(driver, chance);
    driver.session().settle();
    driver.frame();
    const State last = driver.session().state();
    const std::vector<float> last_numbers = numbers(*driver.session().trace());
    ASSERT_GT(driver.session().step_count(), 100U);
    while (driver.session().can_undo()) {
      driver.view().requests.undo();
      driver.frame();
    }
    driver.view().requests.go_to_step(0);
    driver.frame();
    driver.session().settle();
    first.preferences.language = last.preferences.language;  // is none of the steps
    EXPECT_EQ(driver.session().state(), first) << "seed " << seed;
    EXPECT_EQ(numbers(*driver.session().trace()), first_numbers) << "seed " << seed;
    while (driver.session().can_redo()) {
      driver.view().requests.redo();
      driver.frame();
    }
    // Where redo stayed at a place of its own, that is the newest step: the last state is before it.
    size_t step = driver.session().step_count() - 1;
    if (driver.session().step_state(step) != last) --step;
    driver.view().requests.go_to_step(step);
    driver.frame();
    driver.session().settle();
    EXPECT_EQ(driver.session().state(), last) << "seed " << seed;
    EXPECT_EQ(numbers(*driver.session().trace()), last_numbers) << "seed " << seed;
  }
}

}  // namespace
}  // namespace app
