// axis_names.h: what the rows and columns of a stage are called.
#pragma once

#include <string_view>

#include "engine/core/trace.h"

namespace look {

// Text keys for what one row and one column are: "axis.query", "axis.key". "axis.head" and "axis.measure" in
// stages of measures (engine/ops/row_measures.h).
struct AxisNames {
  std::string_view rows, columns;
};
AxisNames axis_names(const engine::Stage& stage);
// The same in the plural, below a figure: "figure.queries".
AxisNames axis_plurals(const engine::Stage& stage);

}  // namespace look
