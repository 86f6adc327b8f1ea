// printed_key.cpp: characters before keys: AZERTY's full stop stands above its semicolon, German's "?" above
// "ß".
#include "app/ui/printed_key.h"

#include <utility>

namespace ui {
namespace {

constexpr size_t kShiftLevel = 1;
constexpr size_t kAltGrLevel = 2;

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

ImGuiKey key_after(ImGuiKey first, int steps) {
  return static_cast<ImGuiKey>(first + steps);
}

// The key that shortcuts name by this character.
ImGuiKey key_of(char letter) {
  constexpr std::array<std::pair<char, ImGuiKey>, 9> kSigns = {{{',', ImGuiKey_Comma},
                                                                {'.', ImGuiKey_Period},
                                                                {'/', ImGuiKey_Slash},
                                                                {'?', ImGuiKey_Slash},
                                                                {'=', ImGuiKey_Equal},
                                                                {'+', ImGuiKey_Equal},
                                                                {'-', ImGuiKey_Minus},
                                                                {'[', ImGuiKey_LeftBracket},
                                                                {']', ImGuiKey_RightBracket}}};
  if (is_digit(letter)) return key_after(ImGuiKey_0, letter - '0');
  if (letter >= 'a' && letter <= 'z') return key_after(ImGuiKey_A, letter - 'a');
  if (letter >= 'A' && letter <= 'Z') return key_after(ImGuiKey_A, letter - 'A');
  for (const auto& [sign, key] : kSigns) {
    if (sign == letter) return key;
  }
  return ImGuiKey_None;
}

// AZERTY's digits stand above signs and letters with accents, and are meant without Shift too.
ImGuiKey digit_on(const KeyPrint& print) {
  for (const char letter : {print[0], print[kShiftLevel]}) {
    if (is_digit(letter)) return key_of(letter);
  }
  return ImGuiKey_None;
}

std::vector<DoublyPrinted>& remembered() {
  static std::vector<DoublyPrinted> keys;
  return keys;
}

}  // namespace

PrintedKey read_key(const KeyPrint& print, size_t level) {
  const bool shift = (level & kShiftLevel) != 0;
  const char typed = print.at(level);
  const ImGuiKey digit = digit_on(print);
  if (const ImGuiKey key = key_of(typed); key != ImGuiKey_None) {
    const bool is_letter = key >= ImGuiKey_A && key <= ImGuiKey_Z;
    const ImGuiKey other = level == 0 && digit != key ? digit : ImGuiKey_None;
    return {key, typed == '?' || (is_letter && shift), other};
  }
  if (level >= kAltGrLevel) return {};
  if (digit != ImGuiKey_None) return {digit, shift};
  return {key_of(print[0]), shift};
}

const std::vector<DoublyPrinted>& doubly_printed() {
  return remembered();
}

void set_other_reading(ImGuiKey key, ImGuiKey other) {
  std::vector<DoublyPrinted>& keys = remembered();
  std::erase_if(keys, [&](const DoublyPrinted& one) { return one.key == key; });
  if (other != ImGuiKey_None) keys.push_back({key, other});
}

}  // namespace ui
