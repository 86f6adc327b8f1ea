// look_options.cpp: reads the window's appearance.
#include "app/cli/look_options.h"

#include <array>

namespace app {
namespace {

constexpr std::array kLookOptions = {
    Option{"--theme", "light|dark", "help.theme"},
    Option{"--text-size", "PERCENT", "help.text_size"},
    Option{"--lesson", "FILE", "help.lesson_window"},
};

}  // namespace

std::span<const Option> window_options() {
  return kLookOptions;
}

engine::Result<std::optional<Theme>> read_theme(const ParsedOptions& given) {
  const auto typed = given.find("--theme");
  if (!typed) return std::optional<Theme>();
  if (*typed == "light") return std::optional(Theme::kLight);
  if (*typed == "dark") return std::optional(Theme::kDark);
  return not_a_choice("--theme", *typed, std::array<std::string, 2>{"light", "dark"});
}

engine::Result<std::optional<int>> read_text_size(const ParsedOptions& given) {
  if (!given.has("--text-size")) return std::optional<int>();
  const auto percent = whole_number(given, "--text-size", kSmallestText, kLargestText, 100);
  if (!percent) return percent.error();
  return std::optional(static_cast<int>(*percent));
}

engine::Result<engine::Notation> read_notation(const ParsedOptions& given) {
  std::vector<std::string> names;
  names.reserve(engine::kNotations.size());
  for (const engine::NotationInfo& info : engine::kNotations) names.emplace_back(info.name);
  const std::string typed = given.get("--notation", names.front());
  if (const auto notation = engine::notation_named(typed)) return *notation;
  return not_a_choice("--notation", typed, names);
}

engine::Result<int> read_count_from(const ParsedOptions& given, int otherwise) {
  const std::string typed = given.get("--count-from", std::to_string(otherwise));
  if (typed == "0" || typed == "1") return typed == "0" ? 0 : 1;
  return not_a_choice("--count-from", typed, std::array<std::string, 2>{"0", "1"});
}

}  // namespace app
