// bad_input.h: commands that have to be refused, and what their sentence has to say.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/shell/program.h"

namespace app {

struct Bad {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<std::string> named;  // what the sentence has to mention
};

inline void PrintTo(const Bad& bad, std::ostream* stream) {
  *stream << bad.name;
}

inline std::string name_of_bad(const testing::TestParamInfo<Bad>& info) {
  return info.param.name;
}

inline std::string many(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

// One sentence of at most 600 characters, nothing printed, and that exit code.
inline void expect_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& named,
                           int exit_code = 1) {
  const Ran ran = headlight(arguments);
  std::string said;
  for (const std::string& argument : arguments) said.append(argument).append(" ");
  EXPECT_EQ(ran.exit_code, exit_code) << said << ran.err;
  EXPECT_EQ(ran.out, "") << said;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << said << ran.err;
  EXPECT_THAT(ran.err, testing::EndsWith(".\n")) << said;
  EXPECT_LE(ran.err.size(), 601U);
  for (const std::string& word : named) EXPECT_THAT(ran.err, testing::HasSubstr(word)) << said;
}

// Each is refused with one sentence: bad_input_test.cpp.
class BadInput : public testing::TestWithParam<Bad> {};

}  // namespace app
