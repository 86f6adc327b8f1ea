// trace.cpp: `headlight trace`: the values of one stage.
#include <array>
#include <span>

#include "app/cli/commands.h"
#include "app/export/file.h"
#include "app/export/numbers.h"

namespace app {
namespace {

constexpr std::array kTraceOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--format", "text|csv|json|npy", "help.trace_format"},
    Option{"--out", "FILE", "help.trace_out"},
};

// One row per format.
struct Format {
  std::string_view name;
  std::string (*write)(const engine::Trace& trace, int stage);
  // All heads of a layer as one array; null where the format holds only tables.
  std::string (*write_heads)(const engine::Trace& trace, std::span<const int> heads) = nullptr;
};
constexpr std::array kTraceFormats = {
    Format{"text", exporter::to_text},
    Format{"csv", exporter::to_csv},
    Format{"json", exporter::to_json, exporter::heads_to_json},
    Format{"npy", exporter::to_npy, exporter::heads_to_npy},
};

engine::Result<Format> find_format(const ParsedOptions& given) {
  const std::string typed = given.get("--format", "text");
  std::vector<std::string> names;
  for (const Format& format : kTraceFormats) {
    if (format.name == typed) return format;
    names.emplace_back(format.name);
  }
  return not_a_choice("--format", typed, names);
}

}  // namespace

std::span<const Option> trace_options() {
  return kTraceOptions;
}

std::optional<engine::Error> check_trace(const ParsedOptions& given) {
  const auto format = find_format(given);
  return format ? check_stage(given) : std::optional(format.error());
}

Printed run_trace(const Request& request) {
  const auto format = find_format(request.given);
  if (!format) return format.error();
  const auto found = format->write_heads != nullptr ? find_stage_or_layer(request) : find_stage(request);
  if (!found) return found.error();
  std::string numbers = found->heads.empty() ? format->write(*found->trace, found->stage)
                                             : format->write_heads(*found->trace, found->heads);
  const auto path = request.given.find("--out");
  if (!path) return numbers;
  if (auto bad = request.watch.check_for_file()) return *bad;
  if (auto bad = exporter::write_file(*path, numbers)) return *bad;
  return say_where(*path);
}

}  // namespace app
