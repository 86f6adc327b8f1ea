// layer_arrays.h: one step of all heads of a layer as one array (heads, rows, columns), such as
// "encoder.0.self.weights".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/trace.h"

namespace app {

// The array that a stage of a head is a part of: "encoder.0.self.weights" for
// "encoder.0.self.head.2.weights".
std::string layer_address(std::string_view address);

// The stages of all heads at such an address, in order; empty if it names none, or their shapes differ.
std::vector<int> stages_of_layer(const engine::Trace& trace, std::string_view address);

}  // namespace app
