// setting_rows.h: the settings that are both in the settings line and in the model panel.
#pragma once

#include <string>

#include "app/views/core/fields.h"

namespace views {

// The position encoding, and its parameters.
void positions_rows(Fields& fields);

// "Transformer", "attention alone".
std::string architecture_name(const Frame& frame);

}  // namespace views
