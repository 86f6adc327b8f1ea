// setting_rows.h: the settings that stand both in the settings line and in the model panel.
#pragma once

#include <string>

#include "app/views/core/fields.h"

namespace views {

// How positions are told apart, and the numbers that belong to it.
void positions_rows(Fields& fields);

// "Transformer", "attention alone".
std::string architecture_name(const Frame& frame);

}  // namespace views
