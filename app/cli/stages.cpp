// stages.cpp: `headlight stages`: lists the addresses.
#include "app/cli/commands.h"
#include "engine/core/formula.h"

namespace app {

Printed run_stages(const Request& request) {
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  std::string lines;
  for (int i = 0; i < trace.value()->size(); ++i) {
    const engine::Stage& stage = trace.value()->stage(i);
    lines += stage.address + '\t' + std::to_string(stage.rows) + " × " + std::to_string(stage.columns) +
             '\t' + std::string(stage.operation->name()) + '\t' +
             engine::plain_formula(trace.value()->formula(i)) + '\n';
  }
  return lines;
}

}  // namespace app
