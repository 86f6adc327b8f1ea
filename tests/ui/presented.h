// What the tests of the window before a class present: a text of so many tokens.
#pragma once

#include <string>
#include <utility>

#include "app/session/requests.h"

namespace app {

inline std::string words_in_all(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

inline State showing(int tokens, std::string stage = "encoder.0.self.head.0.weights") {
  State state;
  state.document.text = words_in_all(tokens);
  state.document.focus.stage = std::move(stage);
  return state;
}

}  // namespace app
