// search_words.h: other names that a person may type for an action.
#pragma once

#include <string>
#include <string_view>

namespace views {

// In English and Chinese, whatever the language; empty if there are none.
std::string search_words(std::string_view action);
// Whether every typed word begins one of them, or is a part of it in Chinese: stricter than a search of
// names, as there are so many.
bool has_search_words(std::string_view typed, std::string_view action);

}  // namespace views
