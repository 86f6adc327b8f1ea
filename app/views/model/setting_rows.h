// setting_rows.h: the settings that are both in the settings line and in the model panel.
#pragma once

#include <string>

#include "app/views/core/fields.h"

namespace views {

// The position encoding, and its parameters.
void positions_rows(Fields& fields);

// "Transformer (random)", "Attention alone": where its weights come from is a setting of its own there.
std::string architecture_name(const Frame& frame);
// "(random)", "(hand-written)", "(typed by hand)"; empty for a trained model.
std::string weights_remark(const Frame& frame);

// The crafted or the seeded model, or one whose every number is typed: in the settings line.
void model_row(Fields& fields);

}  // namespace views
