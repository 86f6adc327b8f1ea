// sequence_fields.h: the fields that what is fed in is typed in: a sentence; source and target; two texts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// A field, its words, and what typing in it changes.
struct Field {
  const char* id;
  std::string_view name;  // as an action asks for it
  std::string_view label;
  std::string_view hint;
  std::string app::Document::*text;
  void (*set)(app::State& state, std::string text);
};

// Those of the document, from the top: one or two.
std::span<const Field> sequence_fields(const Frame& frame);

// The key of the word before the field: numbers of tokens may stand in the place of its text.
std::string_view field_label(const Frame& frame, const Field& field);

float field_height(int lines);
void draw_field(const Frame& frame, const Field& field, float width, int lines);

}  // namespace views
