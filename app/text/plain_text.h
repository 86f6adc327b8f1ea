// plain_text.h: small things done to any text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

// Without blanks and ends of lines at either end.
std::string_view trimmed(std::string_view text);

// "a, b, c".
std::string join(std::span<const std::string> names);
std::string join(std::span<const std::string_view> names);

// Whether a letter is a Chinese character.
bool is_ideograph(char32_t letter);

}  // namespace app
