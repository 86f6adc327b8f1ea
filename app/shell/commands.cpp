// commands.cpp: the table of commands, and what they share.
#include "app/shell/commands.h"

#include <array>
#include <filesystem>

namespace app {

std::span<const Command> commands() {
  static const std::array kCommands = {
      Command{"stages", "help.stages", {}, run_stages},
      Command{"trace", "help.trace", trace_options(), run_trace},
      Command{"explain", "help.explain", explain_options(), run_explain},
      Command{"shot", "help.shot", shot_options(), run_shot},
      Command{"export", "help.export", export_options(), run_export},
  };
  return kCommands;
}

engine::Result<FoundStage> find_stage(const Request& request) {
  const auto address = request.given.find("--stage");
  if (!address) return engine::Error{"error.option_missing", {{"option", "--stage ADDRESS"}}};
  auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  if (const auto stage = trace.value()->find(*address)) return FoundStage{*trace, *stage};
  return engine::Error{
      "error.unknown_stage",
      {{"stage", quotable(*address)}, {"nearest", join(trace.value()->nearest(*address, 3))}}};
}

std::string say_where(const std::string& path) {
  std::error_code ignored;
  const bool is_output = std::filesystem::equivalent(path, "/dev/stdout", ignored);
  return !is_output && std::filesystem::is_regular_file(path, ignored) ? path + '\n' : "";
}

}  // namespace app
