// contract.h: runs commands that have to go well, and reads what they print.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/shell/program.h"

namespace app {

using CommandLine = std::vector<std::string>;

inline const std::string kWeights = "encoder.0.self.head.0.weights";

inline CommandLine with(CommandLine input, const CommandLine& more) {
  input.insert(input.end(), more.begin(), more.end());
  return input;
}

// What a command prints that has to go well.
inline std::string run(const CommandLine& arguments) {
  const Ran ran = headlight(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return ran.out;
}

// The stage's JSON.
inline nlohmann::json stage(const std::string& address, CommandLine input = {}) {
  input.insert(input.begin(), {"trace", "--stage", address, "--format", "json"});
  return nlohmann::json::parse(run(input));
}

// The line of `headlight stages` that begins with an address, cut at its tabs.
inline CommandLine line_of(const std::string& address, CommandLine input = {}) {
  input.insert(input.begin(), "stages");
  for (const std::string& line : split(run(input), '\n')) {
    if (line.starts_with(address + "\t")) return split(line, '\t');
  }
  return {};
}

// Every address of `headlight stages`, in order.
inline CommandLine addresses(CommandLine input = {}) {
  input.insert(input.begin(), "stages");
  CommandLine list;
  for (const std::string& line : split(run(input), '\n')) list.push_back(split(line, '\t').front());
  return list;
}

// Whether a stage is made of the maps of whole layers or of two runs, and so no stage of the model's own.
inline bool is_analysis(const std::string& address) {
  constexpr std::array<std::string_view, 5> kAnalyses = {"mean", "rollout", "flow", "measures", "comparison"};
  return std::ranges::any_of(split(address, '.'), [&](const std::string& part) {
    return std::ranges::find(kAnalyses, part) != kAnalyses.end();
  });
}

// The number after "NAME = " at the start of a line.
inline double number_after(const std::string& text, const std::string& name) {
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with(name + " = ")) return std::stod(line.substr(name.size() + 3));
  }
  return std::nan("");
}

}  // namespace app
