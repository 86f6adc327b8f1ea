// examples.h: ready sentences with the settings that they are for.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/document.h"

namespace app {

struct Example {
  std::string_view group;  // what it shows, in words; those of one group follow each other
  std::string_view key;    // its name in words: "example.four_tokens"
  Document document;
};

// The first is what a first start shows.
std::span<const Example> examples();

}  // namespace app
