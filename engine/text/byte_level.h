// byte_level.h: bytes written as visible letters, as in GPT-2's vocabulary: "Ġ" is a space, "Ċ" a line end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/text/aligned_text.h"

namespace text {

// One letter for each byte, with the byte's origin.
AlignedText bytes_as_letters(const AlignedText& text);
std::string bytes_as_letters(std::string_view bytes);
// The inverse; nullopt if a letter stands for no byte.
std::optional<std::string> letters_as_bytes(std::string_view letters);

// "<0xE6>" is the byte E6: how other vocabularies write bytes. Nullopt for other names.
std::optional<char> byte_of_name(std::string_view name);
std::string name_of_byte(char byte);

}  // namespace text
