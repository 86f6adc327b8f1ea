// bad_input.h: commands that have to be refused, and what their sentence has to say.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

// Each is refused with one sentence: bad_input_test.cpp.
class BadInput : public testing::TestWithParam<Bad> {};

}  // namespace app
