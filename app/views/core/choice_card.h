// choice_card.h: a model to choose: a name, and a short text below.
#pragma once

#include <imgui.h>

#include <string>

#include "app/views/core/frame.h"

namespace views {

struct ChoiceCard {
  std::string id;
  std::string name;
  std::string what;
  bool is_chosen = false;
};

// The height that a card of this width needs.
float choice_card_height(const Frame& frame, const ChoiceCard& card, float width);

// Draws it at the cursor; whether it was clicked.
bool choice_card(const Frame& frame, const ChoiceCard& card, ImVec2 size);

}  // namespace views
