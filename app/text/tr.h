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

#include "engine/core/matrix.h"
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

inline constexpr size_t kLongestShownPath = 300;

using Arguments = std::vector<std::pair<std::string, std::string>>;

// The texts of one language, and the number that its sentences count the first token, head, layer, dimension
// or cell as. Call it like a function: tr("step.count", {{"step", "8"}, {"steps", "16"}}) inserts the
// arguments into the sentence "Step {step} of {steps}". A key without a text returns itself.
class Words {
 public:
  std::string operator()(std::string_view key, const Arguments& arguments = {}) const;
  // What came from outside in one line; the middle is left out of a path of more than kLongestShownPath
  // bytes, so that the sentence keeps its reason.
  std::string operator()(const engine::Error& error) const;

  // The number of what stands at this index from 0: nth(0) is "1", or "0" where counting starts from 0.
  std::string nth(engine::Index index) const { return std::to_string(index + counts_from_); }
  // "[1, 2]": a cell of a matrix.
  std::string cell(engine::Index row, engine::Index column) const {
    return "[" + nth(row) + ", " + nth(column) + "]";
  }

  Language language() const { return language_; }
  int counts_from() const { return counts_from_; }  // 0 or 1
  const std::map<std::string, std::string, std::less<>>& all() const { return words_; }

 private:
  friend const Words& words(Language language, int counts_from);
  Words(Language language, int counts_from);

  Language language_;
  int counts_from_;
  std::map<std::string, std::string, std::less<>> words_;
};

// Read once, from the file embedded in the program. `counts_from`: 0 or 1.
const Words& words(Language language, int counts_from = 1);

}  // namespace app
