// Everything on one screen counts from 1, or all of it from 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "driver.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/every_view.h"

namespace app {
namespace {

std::vector<std::string> texts_of(const Scene& scene, int count_from) {
  State state = scene.state;
  state.preferences.count_from = count_from;
  Driver driver(state, {1600, 900});
  driver.view().requests.arrange(scene.arrange);
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
  std::vector<std::string> texts;
  for (const DrawnText& text : drawn_frame().texts) texts.push_back(text.text);
  return texts;
}

// The numbers of things in a text: "Head 2", "row 3, column 4", "[3, 4]", "the₃".
std::vector<std::string> numbered(const std::string& text) {
  static const std::regex kNumbered(
      R"((\b(head|layer|encoder|decoder|row|column|dimension|token|component|sentence|patch) \d+\b(?!\.))"
      R"(|\[\d+, \d+\])"
      R"(|\b[a-z]+(₀|₁|₂|₃|₄|₅|₆|₇|₈|₉)+))",
      std::regex::icase);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), kNumbered); at != std::sregex_iterator(); ++at)
    found.push_back(at->str());
  return found;
}

std::set<std::string> numbered_in(const std::vector<std::string>& texts) {
  std::set<std::string> all;
  for (const std::string& text : texts) {
    for (std::string& one : numbered(text)) all.insert(std::move(one));
  }
  return all;
}

// Whether it names the first of something as 0.
bool counts_from_zero(const std::string& one) {
  static const std::regex kZero(R"(.* 0$|\[0, .*|.*, 0\]|[^0-9]*₀)");
  return std::regex_match(one, kZero);
}

// In a positional encoding's lab pos and the dimensions are those of the formula; the help names the keys of
// heads whatever is chosen.
bool counts_otherwise(const Scene& scene) {
  return scene.name.starts_with("positions") || scene.name == "help";
}

TEST(Counting, NoScreenThatCountsFromOneHasAZeroth) {
  size_t seen = 0;
  for (const Scene& scene : every_view()) {
    if (counts_otherwise(scene)) continue;
    for (const std::string& one : numbered_in(texts_of(scene, 1))) {
      EXPECT_FALSE(counts_from_zero(one)) << scene.name << ": " << one;
      ++seen;
    }
  }
  EXPECT_GT(seen, 200U);
}

// What a screen numbers has one number less where it counts from 0: nothing keeps the number that it had
// last, and the last of everything is gone.
TEST(Counting, FromZeroTheLastOfEverythingHasOneLess) {
  size_t seen = 0;
  for (const Scene& scene : every_view()) {
    if (counts_otherwise(scene)) continue;
    const std::set<std::string> ones = numbered_in(texts_of(scene, 1));
    const std::set<std::string> zeros = numbered_in(texts_of(scene, 0));
    EXPECT_EQ(ones.size(), zeros.size()) << scene.name;
    if (ones.empty()) continue;
    EXPECT_NE(ones, zeros) << scene.name;
    seen += std::ranges::count_if(zeros, counts_from_zero);
  }
  EXPECT_GT(seen, 60U);
}

}  // namespace
}  // namespace app
