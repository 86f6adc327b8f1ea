// sequence_fields.h: the text fields of the input: a sentence; source and target; two texts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// A field, its texts, and the effect of typing in it.
struct Field {
  const char* id;
  std::string_view name;  // as an action names it
  std::string_view label;
  std::string_view hint;
  std::string app::Document::*text;
  void (*set)(app::State& state, std::string text);
};

// The document's fields, from the top: one or two.
std::span<const Field> sequence_fields(const Frame& frame);

// The key of the label before the field: token ids may replace its text.
std::string_view field_label(const Frame& frame, const Field& field);

float field_height(int lines);
void draw_field(const Frame& frame, const Field& field, float width, int lines);

}  // namespace views
