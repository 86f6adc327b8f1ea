// Everything on one screen counts from 1, or all of it from 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
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
  Driver driver(state, {2560, 1440});
  driver.view().requests.arrange(scene.arrange);
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
  std::vector<std::string> texts;
  for (const DrawnText& text : drawn_frame().texts) texts.push_back(text.text);
  return texts;
}

// The numbers of things in a text: "Head 2", "row 3, column 4", "[3, 4]", "the₃"; "Row 2 of 4" is how far one
// is.
std::vector<std::string> numbered(const std::string& text) {
  static const std::regex kNumbered(
      R"((\b(head|layer|encoder|decoder|row|column|dimension|token|component|sentence|patch) \d+\b(?!\.| of ))"
      R"(|\[\d+, \d+\])"
      R"(|\b[a-z]+(₀|₁|₂|₃|₄|₅|₆|₇|₈|₉)+))",
      std::regex::icase);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), kNumbered); at != std::sregex_iterator(); ++at)
    found.push_back(at->str());
  return found;
}

// In drawing order.
std::vector<std::string> numbered_in(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) std::ranges::move(numbered(text), std::back_inserter(all));
  return all;
}

// With every number in it one smaller: "[3, 4]" becomes "[2, 3]", "the₃" "the₂".
std::string one_less(std::string text) {
  static const std::vector<std::string> kSubscripts = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  const bool is_subscript = text.find_first_of("0123456789") == std::string::npos;
  for (size_t digit = 0; is_subscript && digit < kSubscripts.size(); ++digit) {
    for (size_t at = text.find(kSubscripts[digit]); at != std::string::npos;
         at = text.find(kSubscripts[digit]))
      text.replace(at, kSubscripts[digit].size(), std::to_string(digit));
  }
  std::string less;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    if (end == at) {
      less += text[at++];
      continue;
    }
    for (const char digit : std::to_string(std::stol(text.substr(at, end - at)) - 1))
      less += is_subscript && digit != '-' ? kSubscripts.at(static_cast<size_t>(digit - '0'))
                                           : std::string(1, digit);
    at = end;
  }
  return less;
}

// Whether it names the first of something as 0.
bool counts_from_zero(const std::string& one) {
  static const std::regex kZero(R"(.* 0$|\[0, .*|.*, 0\]|[^0-9]*₀)");
  return std::regex_match(one, kZero);
}

// The help names the keys of heads whatever is chosen.
bool counts_otherwise(const Scene& scene) {
  return scene.name == "help";
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

TEST(Counting, FromZeroEveryNumberIsOneLess) {
  size_t seen = 0;
  for (const Scene& scene : every_view()) {
    if (counts_otherwise(scene)) continue;
    std::vector<std::string> expected = numbered_in(texts_of(scene, 1));
    for (std::string& one : expected) one = one_less(one);
    std::vector<std::string> found = numbered_in(texts_of(scene, 0));
    EXPECT_EQ(found, expected) << scene.name;
    seen += static_cast<size_t>(std::ranges::count_if(expected, counts_from_zero));
  }
  EXPECT_GT(seen, 150U);
}

}  // namespace
}  // namespace app
