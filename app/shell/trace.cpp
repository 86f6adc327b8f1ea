// trace.cpp: `headlight trace`: the numbers of one stage.
#include <array>
#include <utility>

#include "app/export/file.h"
#include "app/export/numbers.h"
#include "app/shell/commands.h"

namespace app {
namespace {

constexpr std::array kOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--format", "text|csv|json|npy", "help.trace_format"},
    Option{"--out", "FILE", "help.trace_out"},
};

// One row a format.
using Write = std::string (*)(const engine::Trace& trace, int stage);
constexpr std::array<std::pair<std::string_view, Write>, 4> kFormats = {{
    {"text", exporter::to_text},
    {"csv", exporter::to_csv},
    {"json", exporter::to_json},
    {"npy", exporter::to_npy},
}};

engine::Result<Write> find_format(const Given& given) {
  const std::string typed = given.get("--format", "text");
  std::vector<std::string> names;
  for (const auto& [name, write] : kFormats) {
    if (name == typed) return write;
    names.emplace_back(name);
  }
  return not_a_choice("--format", typed, names);
}

}  // namespace

std::span<const Option> trace_options() {
  return kOptions;
}

Printed run_trace(const Request& request) {
  const auto write = find_format(request.given);
  if (!write) return write.error();
  const auto found = find_stage(request);
  if (!found) return found.error();
  std::string numbers = (*write)(*found->trace, found->stage);
  const auto path = request.given.find("--out");
  if (!path) return numbers;
  if (auto bad = exporter::write_file(*path, numbers)) return *bad;
  return *path + '\n';
}

}  // namespace app
