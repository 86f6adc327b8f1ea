// stages.cpp: `headlight stages`: lists the addresses.
#include "app/cli/analyses.h"
#include "app/cli/commands.h"
#include "engine/core/formula.h"

namespace app {

namespace {

std::string lines_of(const engine::Trace& trace) {
  std::string lines;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::Stage& stage = trace.stage(i);
    lines += stage.address + '\t' + std::to_string(stage.rows) + " × " + std::to_string(stage.columns) +
             '\t' + std::string(stage.operation->name()) + '\t' + engine::plain_formula(trace.formula(i)) +
             '\n';
  }
  return lines;
}

}  // namespace

Printed run_stages(const Request& request) {
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  std::string lines = lines_of(**trace);
  for (const auto& measures : measures_of(**trace, request.words)) lines += lines_of(*measures);
  const auto compared = comparison_of(request.document, **trace);
  if (!compared) return compared.error();
  if (*compared) lines += lines_of(**compared);
  // One attention alone has no layers to follow.
  if (!request.document.config.has_layers()) return lines;
  for (const auto& analysis : analyses_of(**trace)) lines += lines_of(*analysis);
  return lines;
}

}  // namespace app
