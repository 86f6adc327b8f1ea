// commands.cpp: what the commands share.
#include "app/cli/commands.h"

#include <filesystem>

namespace app {

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
