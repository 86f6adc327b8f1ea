// setting_rows.h: the settings that stand both in the settings line and in the model panel.
#pragma once

#include <string>

#include "app/views/fields.h"

namespace views {

void width_row(Fields& fields);
void heads_row(Fields& fields);
void key_width_row(Fields& fields);
void value_width_row(Fields& fields);
void feed_forward_row(Fields& fields);
void activation_row(Fields& fields);
void norm_row(Fields& fields);
void embedding_scale_row(Fields& fields);
// How positions are told apart, and the number that belongs to it: a base, or how many are learned.
void positions_rows(Fields& fields);

// How attention is computed, and the numbers that belong to it.
void attention_rows(Fields& fields);

// As many layers as anyone needs to see what depth does.
inline constexpr int kMostLayers = 12;

// "Transformer", "attention alone".
std::string architecture_name(const Frame& frame);

}  // namespace views
