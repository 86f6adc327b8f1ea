// The table of operations: every operation that is written has a row, and its sample is of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/engine/samples.h"

namespace engine {
namespace {

// The names that the sources of the engine give to operations.
std::multiset<std::string> written_names() {
  static const std::regex kName(R"re(string_view name\(\) const override \{ return "(\w+)"; \})re");
  std::multiset<std::string> names;
  const std::filesystem::path engine = std::filesystem::path(HEADLIGHT_TEST_DATA) / ".." / "engine";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(engine)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    const std::string path = entry.path().string();
    // Tasks and systems have names too.
    if (path.find("/training/") != std::string::npos || path.find("/vision/") != std::string::npos) continue;
    std::ostringstream source;
    source << std::ifstream(entry.path()).rdbuf();
    const std::string text = source.str();
    for (std::sregex_iterator found(text.begin(), text.end(), kName), end; found != end; ++found)
      names.insert((*found)[1]);
  }
  return names;
}

TEST(OperationTable, HasOneRowForEveryOperationThatIsWritten) {
  std::multiset<std::string> rows;
  for (const OperationRow& row : operation_table()) rows.emplace(row.name);
  for (const std::string_view name : gradient_operations()) rows.emplace(name);
  const auto written = written_names();
  for (const std::string& name : written)
    EXPECT_EQ(rows.count(name), 1U) << name << " is written, and has no row";
  for (const std::string& name : rows) EXPECT_EQ(written.count(name), 1U) << name << " has a row";
}

TEST(OperationTable, EverySampleEndsInItsOperation) {
  for (const OperationRow& row : operation_table()) {
    const Sample sample = row.sample();
    ASSERT_FALSE(sample.empty()) << row.name;
    ASSERT_NE(sample.back().operation, nullptr) << row.name;
    EXPECT_EQ(sample.back().operation->name(), row.name);
  }
}

TEST(OperationTable, NumbersOfASampleAreNotAllTheSame) {
  for (const OperationRow& row : operation_table()) {
    const auto trace = run_sample(row.sample());
    const Stage& last = trace->stages().back();
    const Matrix numbers = trace->read(trace->size() - 1, 0, 0, last.rows, last.columns);
    EXPECT_TRUE(numbers.size() == 1 || (numbers.array() != numbers(0, 0)).any()) << row.name;
  }
}

TEST(OperationTable, OperationsWithTheSameParametersAreTheSameAndNoOthers) {
  for (const OperationRow& row : operation_table()) {
    for (const OperationRow& other : operation_table()) {
      const OperationPtr one = row.sample().back().operation;
      const OperationPtr two = other.sample().back().operation;
      EXPECT_EQ(one->same_as(*two), row.name == other.name) << row.name << ", " << other.name;
    }
  }
}

TEST(OperationTable, AnotherParameterMakesAnotherOperation) {
  EXPECT_FALSE(rotate({10000}, 1)->same_as(*rotate({10000}, 2)));
  EXPECT_FALSE(rotate({10000}, 1)->same_as(*rotate({9999}, 1)));
  EXPECT_FALSE(rotate({10000}, 1)->same_as(*rotate({10000, {.width = 2}}, 1)));
  EXPECT_FALSE(mean(true)->same_as(*mean(false)));
  EXPECT_FALSE(mask({.causal = true})->same_as(*mask({})));
}

}  // namespace
}  // namespace engine
