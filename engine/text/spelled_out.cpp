// spelled_out.cpp: which characters a text may hold, by Unicode's general categories (libunistring).
#include "engine/text/spelled_out.h"

#include <fmt/format.h>
#include <unictype.h>

#include <algorithm>
#include <iterator>

#include "engine/core/utf8.h"

namespace text {
namespace {

constexpr uint32_t kNeverShown = UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Co |
                                 UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp;

bool is_plain(char byte) {
  return (byte >= ' ' && byte < 0x7F) || byte == '\n' || byte == '\r' || byte == '\t';
}

bool is_shown(char32_t code) {
  return !uc_is_general_category_withtable(code, kNeverShown) &&
         !uc_is_property_default_ignorable_code_point(code);
}

// Whether a letter that is shown begins here.
bool begins_letter(std::string_view text, size_t at) {
  const auto letter = at < text.size() ? engine::valid_letter_at(text, at) : std::nullopt;
  return letter && is_shown(letter->code);
}

// Whether what nobody sees itself changes the look of the letter before it.
bool belongs_to_letter(std::string_view text, const engine::Letter& letter) {
  if (uc_is_property_variation_selector(letter.code)) return true;
  return uc_is_property_join_control(letter.code) && begins_letter(text, letter.end);
}

}  // namespace

std::string spelled_out(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string shown;
  bool is_spelling = false;
  for (size_t at = 0; at < text.size();) {
    const auto letter = engine::valid_letter_at(text, at);
    const size_t end = letter ? letter->end : at + 1;
    const bool follows_letter = at > 0 && !is_spelling;
    const bool stays = letter && (is_plain(text[at]) || is_shown(letter->code) ||
                                  (follows_letter && belongs_to_letter(text, *letter)));
    if (is_spelling && stays) shown += "⟩";
    if (stays) shown += text.substr(at, end - at);
    for (size_t byte = at; !stays && byte < end; ++byte, is_spelling = true)
      fmt::format_to(std::back_inserter(shown), "{}{:02X}", is_spelling ? " " : "⟨",
                     static_cast<unsigned char>(text[byte]));
    is_spelling = !stays;
    at = end;
  }
  return is_spelling ? shown + "⟩" : shown;
}

}  // namespace text
