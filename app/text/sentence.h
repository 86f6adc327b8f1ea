// sentence.h: labels inside a sentence.
#pragma once

#include <string>

namespace app {

// A label as it stands inside a sentence: "Width" becomes "width", and "FFN", "Q" or "寬度" stay.
std::string inside_sentence(std::string label);

}  // namespace app
