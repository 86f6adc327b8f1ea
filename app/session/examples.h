// examples.h: ready-made sentences with their settings.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/document.h"

namespace app {

struct Example {
  std::string_view group;  // what it shows, in words; examples of the same group are adjacent
  std::string_view key;    // its label: "example.four_tokens"
  Document document;
};

// The first one is shown on first start.
std::span<const Example> examples();

}  // namespace app
