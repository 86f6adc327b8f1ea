// What is derived from a trace is derived once, whatever the window looks like.
#include "app/views/core/derived_data.h"

#include <gtest/gtest.h>

#include "app/session/changes.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

TEST(DerivedData, IsMadeOnceForEachKey) {
  views::DerivedData derived(nullptr);
  int calls = 0;
  const auto make = [&] { return ++calls; };
  EXPECT_EQ(derived.get<int>({"one", 3}, make), 1);
  EXPECT_EQ(derived.get<int>({"one", 3}, make), 1);
  EXPECT_EQ(derived.get<int>({"one", 4}, make), 2);
  EXPECT_EQ(derived.get<int>({"one", 3, "of"}, make), 3);
  EXPECT_EQ(derived.get<int>({"two", 3}, make), 4);
  EXPECT_EQ(derived.get<double>({"one", 3}, [] { return 0.5; }), 0.5);
  EXPECT_EQ(derived.made(), 5U);
  derived.forget("one");
  EXPECT_EQ(derived.get<int>({"one", 3}, make), 5);
  EXPECT_EQ(derived.get<int>({"two", 3}, make), 4);
}

TEST(DerivedData, AChangeOfThemeMeasuresNothingAgain) {
  for (const char* const view : {"stage", "heads", "grid", "histogram", "map"}) {
    State state = example(0);
    state.document.focus.view = view;
    Driver driver(state);
    driver.frames(3);
    const size_t made = driver.view().facts.derived().made();
    ASSERT_GT(made, 0U) << view;
    const int scores = driver.session().trace()->find("encoder.0.self.head.0.scores").value();
    const look::ColourMap light = driver.view().facts.scale(scores).map;
    int probes = 0;
    const auto probe = [&] {
      return driver.view().facts.derived().get<int>({"probe"}, [&] { return ++probes; });
    };
    probe();
    const size_t known = driver.view().facts.derived().made();
    driver.click("Dark##theme");
    driver.frames(3);
    ASSERT_EQ(driver.session().preferences().theme, Theme::kDark) << view;
    EXPECT_EQ(probe(), 1) << view << ": all of it was thrown away";
    EXPECT_EQ(driver.view().facts.derived().made(), known) << view;
    EXPECT_NE(driver.view().facts.scale(scores).map, light) << view;
    EXPECT_EQ(driver.view().facts.derived().made(), known) << view;
  }
}

TEST(DerivedData, OfAnotherTextIsItsOwn) {
  Driver driver(example(0));
  driver.frames(2);
  Requests requests;
  requests.edit("", [](State& state) { set_text(state, "two words"); });
  const auto probe = [&](int value) {
    return driver.view().facts.derived().get<int>({"probe"}, [&] { return value; });
  };
  EXPECT_EQ(probe(1), 1);
  driver.session().apply(requests, 1);
  driver.frames(2);
  EXPECT_EQ(probe(2), 2);
  EXPECT_EQ(driver.view().facts.labels(0).size(), 2U);
}

TEST(DerivedData, ATraceMadeFromOthersIsKeptThroughAChangeOfTheme) {
  Driver driver(example(0));
  driver.frames(2);
  int calls = 0;
  const auto ask = [&] {
    const views::Frame frame = driver.view();
    return &frame.derivations.get("test", {frame.session.trace()}, frame.style, [&] {
      ++calls;
      return frame.session.trace();
    });
  };
  ask();
  driver.click("Dark##theme");
  driver.frame();
  ask();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace app
