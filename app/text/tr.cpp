// tr.cpp: reads the language files and fills in arguments.
#include "app/text/tr.h"

#include <array>
#include <nlohmann/json.hpp>

#include "embedded/lang.h"
#include "engine/core/quotable.h"

namespace app {
namespace {

constexpr std::array<LanguageInfo, 3> kLanguages = {{
    {Language::kEnglish, "en", "English", "en.json"},
    {Language::kTraditionalChinese, "zh-Hant", "繁體中文", "zh-Hant.json"},
    {Language::kSimplifiedChinese, "zh-Hans", "简体中文", "zh-Hans.json"},
}};

}  // namespace

std::span<const LanguageInfo> languages() {
  return kLanguages;
}

std::optional<Language> language_named(std::string_view code) {
  for (const LanguageInfo& row : kLanguages) {
    if (row.code == code) return row.language;
  }
  return std::nullopt;
}

const LanguageInfo& info(Language language) {
  return kLanguages.at(static_cast<size_t>(language));
}

Words::Words(Language language, int counts_from)
    : language_(language),
      counts_from_(counts_from),
      words_(nlohmann::json::parse(lang::file(info(language).file))
                 .get<std::map<std::string, std::string, std::less<>>>()) {}

const Words& words(Language language, int counts_from) {
  const auto read = [](int first) {
    return std::array<Words, 3>{Words(Language::kEnglish, first), Words(Language::kTraditionalChinese, first),
                                Words(Language::kSimplifiedChinese, first)};
  };
  static const std::array<std::array<Words, 3>, 2> kAll = {read(0), read(1)};
  return kAll.at(static_cast<size_t>(counts_from)).at(static_cast<size_t>(language));
}

std::string Words::operator()(const engine::Error& error) const {
  Arguments arguments = error.arguments;
  for (auto& [name, value] : arguments) {
    const bool is_path = name == "path" || name == "folder";
    value = is_path ? engine::abridged(value, kLongestShownPath) : engine::quotable(value, value.size());
  }
  return (*this)(error.key, arguments);
}

std::string Words::operator()(std::string_view key, const Arguments& arguments) const {
  const auto found = words_.find(key);
  if (found == words_.end()) return std::string(key);
  std::string text;
  std::string_view rest = found->second;
  for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    text += rest.substr(0, open);
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    for (const auto& [argument, value] : arguments) {
      if (argument == name) text += value;
    }
    rest.remove_prefix(close + 1);
  }
  return text += rest;
}

}  // namespace app
