// Any two of a command's own options: what it prints has something of both, or it refuses them.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "tests/shell/checkpoint_case.h"

namespace app {
namespace {

using Typed = std::vector<std::pair<std::string, std::string>>;

// A command, what it needs, and a value for each of its own options that changes what it prints there.
struct PrintingCommand {
  const char* name;
  Command command;
  Typed base;
  Typed own;
};

void PrintTo(const PrintingCommand& row, std::ostream* stream) {
  *stream << row.name;
}

std::vector<PrintingCommand> printing_commands() {
  return {
      {"trace",
       {"", "", trace_options(), run_trace, true, 1, nullptr, check_trace},
       {{"--stage", kWeights}},
       {{"--stage", "encoder.0.self.head.1.q"}, {"--format", "json"}}},
      {"explain",
       {"", "", explain_options(), run_explain, true, 1, nullptr, check_explain},
       {{"--stage", kWeights}, {"--cell", "0,0"}},
       {{"--stage", "encoder.0.self.head.1.q"},
        {"--cell", "1,1"},
        {"--notation", "shapes"},
        {"--count-from", "1"}}},
      {"generate",
       {"", "", generate_options(), run_generate},
       {{"--model", "repeat"}, {"--text", "K T B M"}, {"--sample-temperature", "3"}, {"--tokens", "4"}},
       {{"--tokens", "3"},
        {"--sample-temperature", "9"},
        {"--top-k", "2"},
        {"--top-p", "0.3"},
        {"--sample-seed", "5"},
        {"--json", ""}}},
      {"guess",
       {"", "", guess_options(), run_guess},
       {{"--model", "who"}, {"--text", "the <mask> thanked the <mask>"}},
       {{"--at", "2"}, {"--top", "2"}, {"--json", ""}}},
      {"measure",
       {"", "", measure_options(), run_measure},
       {{"--attention", "performer"}, {"--model", "seeded"}},
       {{"--habits", ""}, {"--on", "drawn"}, {"--sweep", "features=4,8"}, {"--draws", "2"}, {"--json", ""}}},
      {"sweep",
       {"", "", measure_options(), run_measure},
       {{"--attention", "performer"}, {"--model", "seeded"}, {"--sweep", "features=4,8"}},
       {{"--on", "drawn"}, {"--draws", "2"}, {"--lengths", "16"}, {"--json", ""}}},
      {"relatives",
       {"", "", relatives_options(), run_relatives, true, 1, prepare_relatives},
       {},
       {{"--output", "1"}, {"--length", "100"}, {"--width", "16"}, {"--json", ""}}},
      {"depth",
       {"", "", depth_options(), run_depth, false, 1, prepare_depth},
       {{"--layers", "1"}, {"--draws", "1"}},
       {{"--layers", "2"}, {"--norm", "pre"}, {"--stack", "encoder"}, {"--draws", "2"}, {"--json", ""}}},
  };
}

// What it prints, or why it does not.
struct PrintedOutcome {
  std::string text;
  std::optional<engine::Error> error;
};

PrintedOutcome printed(const PrintingCommand& row, const Typed& more) {
  std::map<std::string, std::vector<std::string>> values;
  for (const Typed& typed : {row.base, more}) {
    for (const auto& [option, value] : typed) values[option] = {value};
  }
  ParsedOptions given;
  for (const auto& [option, list] : values) given.set(option, list);
  if (row.command.prepare != nullptr) row.command.prepare(given);
  if (row.command.check != nullptr) {
    if (auto bad = row.command.check(given)) return {"", *bad};
  }
  const auto document = read_input(given, row.command.runs);
  if (!document) return {"", document.error()};
  int exit_code = 0;
  const InputWatch watch(*document);
  const Printed text = row.command.run({*document, given, words(Language::kEnglish), exit_code, watch});
  return text ? PrintedOutcome{*text, {}} : PrintedOutcome{"", text.error()};
}

class CommandPairs : public testing::TestWithParam<PrintingCommand> {};

TEST_P(CommandPairs, BothChangeWhatIsPrintedOrAreRefused) {
  const PrintingCommand& row = GetParam();
  const PrintedOutcome before = printed(row, {});
  ASSERT_FALSE(before.error) << before.error->key;
  std::vector<PrintedOutcome> alone;
  for (const auto& option : row.own) {
    alone.push_back(printed(row, {option}));
    EXPECT_TRUE(alone.back().error || alone.back().text != before.text)
        << option.first << " alone changes nothing";
  }
  for (size_t i = 0; i < row.own.size(); ++i) {
    for (size_t j = i + 1; j < row.own.size(); ++j) {
      const PrintedOutcome both = printed(row, {row.own[i], row.own[j]});
      if (both.error) continue;
      EXPECT_NE(both.text, alone[i].text) << row.own[j].first << " is dropped beside " << row.own[i].first;
      EXPECT_NE(both.text, alone[j].text) << row.own[i].first << " is dropped beside " << row.own[j].first;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, CommandPairs, testing::ValuesIn(printing_commands()),
                         [](const testing::TestParamInfo<PrintingCommand>& row) { return row.param.name; });

}  // namespace
}  // namespace app
