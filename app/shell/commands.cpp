// commands.cpp: the table of commands, and what they share.
#include "app/shell/commands.h"

#include <array>

namespace app {

std::span<const Command> commands() {
  static const std::array kCommands = {
      Command{"stages", "help.stages", {}, run_stages},
      Command{"trace", "help.trace", trace_options(), run_trace},
      Command{"explain", "help.explain", explain_options(), run_explain},
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

}  // namespace app
