// commands.cpp: what the commands share.
#include "app/cli/commands.h"

#include <filesystem>
#include <utility>

#include "app/cli/analyses.h"
#include "app/session/layer_arrays.h"

namespace app {
namespace {

std::optional<FoundStage> find_analysed(const Request& request, const engine::Trace& trace,
                                        const std::string& address) {
  for (const auto& analyses : {analyses_of(trace, address), measures_of(trace, request.words, address)}) {
    for (const auto& analysis : analyses) {
      if (const auto stage = analysis->find(address)) return FoundStage{analysis, *stage, {}};
    }
  }
  return std::nullopt;
}

// Errors: those of comparison_of, error.comparison_alone (stage), error.comparison_stage (stage).
engine::Result<FoundStage> find_compared(const Request& request, const engine::Trace& trace,
                                         const std::string& address) {
  if (!request.document.baseline)
    return engine::Error{"error.comparison_alone", {{"stage", quotable(address)}}};
  const auto compared = comparison_of(request.document, trace, address);
  if (!compared) return compared.error();
  const auto stage = *compared ? compared.value()->find(address) : std::nullopt;
  if (!stage) return engine::Error{"error.comparison_stage", {{"stage", quotable(address)}}};
  return FoundStage{*compared, *stage, {}};
}

}  // namespace

std::optional<engine::Error> check_stage(const ParsedOptions& given) {
  if (given.has("--stage")) return std::nullopt;
  return engine::Error{"error.option_missing", {{"option", "--stage ADDRESS"}}};
}

engine::Result<FoundStage> find_stage_or_layer(const Request& request) {
  if (auto bad = check_stage(request.given)) return *bad;
  const std::string address = request.given.get("--stage", "");
  auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  if (const auto stage = trace.value()->find(address)) return FoundStage{*trace, *stage, {}};
  if (std::vector<int> heads = stages_of_layer(**trace, address); !heads.empty()) {
    const int first = heads.front();
    return FoundStage{*trace, first, std::move(heads)};
  }
  if (names_comparison(address)) return find_compared(request, **trace, address);
  if (const auto found = names_analysis(address) ? find_analysed(request, **trace, address) : std::nullopt)
    return *found;
  return engine::Error{"error.unknown_stage",
                       {{"stage", quotable(address)}, {"nearest", join(trace.value()->nearest(address, 3))}}};
}

engine::Result<FoundStage> find_stage(const Request& request) {
  auto found = find_stage_or_layer(request);
  if (!found || found->heads.empty()) return found;
  return engine::Error{"error.stage_of_heads",
                       {{"stage", quotable(request.given.get("--stage", ""))},
                        {"first", found->trace->stage(found->stage).address}}};
}

std::string say_where(const std::string& path) {
  std::error_code ignored;
  const bool is_output = std::filesystem::equivalent(path, "/dev/stdout", ignored);
  return !is_output && std::filesystem::is_regular_file(path, ignored) ? path + '\n' : "";
}

}  // namespace app
