// tried_change.h: what becomes of a gradient's target when one number of the model is made larger.
#pragma once

#include <optional>
#include <string>

#include "app/document/document.h"
#include "engine/core/trace.h"

namespace app {

// How much the target of the document's gradient grows if `amount` is added to a number of the stage at
// `address`: the model runs with it. `before` is the document's run. Nullopt without a target, and where the
// model cannot run with it.
std::optional<double> tried_change(const Document& document, const engine::Trace& before,
                                   const std::string& address, engine::Index row, engine::Index column,
                                   double amount);

}  // namespace app
