// tr.h: every displayed text, in the user's language. The texts are in assets/lang/<code>.json under readable
// keys.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"

namespace app {

enum class Language { kEnglish, kTraditionalChinese, kSimplifiedChinese };

// One row per language: its code, its own name, its file.
struct LanguageInfo {
  Language language;
  std::string_view code;  // "en", "zh-Hant", "zh-Hans"
  std::string_view name;  // "English", "繁體中文", "简体中文"
  std::string_view file;  // "en.json"
};
std::span<const LanguageInfo> languages();

// The language with this code; nullopt if there is none.
std::optional<Language> language_named(std::string_view code);
const LanguageInfo& info(Language language);

using Arguments = std::vector<std::pair<std::string, std::string>>;

// The texts of one language. Call it like a function: tr("step.count", {{"step", "8"}, {"steps", "16"}})
// inserts the arguments into the sentence "Step {step} of {steps}". A key without a text returns itself.
class Words {
 public:
  std::string operator()(std::string_view key, const Arguments& arguments = {}) const;
  std::string operator()(const engine::Error& error) const { return (*this)(error.key, error.arguments); }

  Language language() const { return language_; }
  const std::map<std::string, std::string, std::less<>>& all() const { return words_; }

 private:
  friend const Words& words(Language language);
  explicit Words(Language language);

  Language language_;
  std::map<std::string, std::string, std::less<>> words_;
};

// Read once, from the file embedded in the program.
const Words& words(Language language);

}  // namespace app
