// raw_key.h: finds the name of a text in what should be the text.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>

#include "app/text/tr.h"

namespace app {

// The first word of `text` that is a text's key, whether there is such a text or not: "view.histogram";
// empty: none. An address of a stage is no key.
inline std::string raw_key_in(std::string_view text) {
  static const std::set<std::string, std::less<>> kFirst = [] {
    std::set<std::string, std::less<>> first;
    for (const auto& [key, words] : words(Language::kEnglish).all())
      first.insert(key.substr(0, key.find('.')));
    return first;
  }();
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_.";
  while (!text.empty()) {
    const size_t begin = text.find_first_of(kLetters);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    std::string_view word = text.substr(0, text.find_first_not_of(kLetters));
    text.remove_prefix(word.size());
    while (word.ends_with('.')) word.remove_suffix(1);
    const size_t point = word.find('.');
    if (point == std::string_view::npos || !kFirst.contains(word.substr(0, point))) continue;
    const bool counts = std::isdigit(static_cast<unsigned char>(word[point + 1])) != 0;
    const bool is_address = counts || word.starts_with("encoder.") || word.starts_with("decoder.") ||
                            word.starts_with("batch.") || word.starts_with("embedding.");
    if (!is_address) return std::string(word);
  }
  return "";
}

}  // namespace app
