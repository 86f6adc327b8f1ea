// Every language says everything, in its own words.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/sentence.h"
#include "app/text/tr.h"

namespace app {
namespace {

const std::filesystem::path kRepository = std::filesystem::path(HEADLIGHT_TEST_DATA).parent_path();

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::map<std::string, std::string, std::less<>>& english() {
  return words(Language::kEnglish).all();
}

// A key's words as they stand in the file, their placeholders unfilled.
std::string words_of(Language language, std::string_view key) {
  const auto& all = words(language).all();
  const auto found = all.find(key);
  return found == all.end() ? "" : found->second;
}

// The languages that are not English.
std::vector<Language> translations() {
  return {Language::kTraditionalChinese, Language::kSimplifiedChinese};
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string without(std::string text, std::string_view part) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
  return text;
}

// U+4000 to U+9FFF begin with the bytes E4 to E9; the ideographs in use are all among them.
bool begins_ideograph(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value >= 0xE4 && value <= 0xE9;
}

bool has_ideograph(std::string_view text) {
  return std::any_of(text.begin(), text.end(), begins_ideograph);
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), pattern); it != std::sregex_iterator();
       ++it) {
    found.push_back(it->str(it->size() > 1 ? 1 : 0));
  }
  return found;
}

std::vector<std::string> placeholders(const std::string& text) {
  static const std::regex kPlaceholder(R"(\{[^}]*\})");
  std::vector<std::string> found = matches(text, kPlaceholder);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string without_placeholders(const std::string& text) {
  static const std::regex kPlaceholder(R"(\{[^}]*\})");
  return std::regex_replace(text, kPlaceholder, "");
}

// "axis" of "axis.query_key".
std::string prefix_of(std::string_view key) {
  return std::string(key.substr(0, key.find('.')));
}

TEST(Words, CountFromOneOrFromZero) {
  EXPECT_EQ(words(Language::kEnglish).nth(0), "1");
  EXPECT_EQ(words(Language::kEnglish, 0).nth(0), "0");
  EXPECT_EQ(words(Language::kTraditionalChinese, 1).cell(1, 4), "[2, 5]");
  EXPECT_EQ(words(Language::kTraditionalChinese, 0).cell(1, 4), "[1, 4]");
}

TEST(Words, EveryLanguageHasTheSameKeysInTheSameOrder) {
  const auto keys = [](const LanguageInfo& language) {
    std::vector<std::string> list;
    const auto file = nlohmann::ordered_json::parse(read(kRepository / "assets/lang" / language.file));
    for (const auto& [key, text] : file.items()) list.push_back(key);
    return list;
  };
  const std::vector<std::string> expected = keys(info(Language::kEnglish));
  EXPECT_EQ(expected.size(), english().size()) << "a key stands twice";
  for (const Language language : translations())
    EXPECT_EQ(keys(info(language)), expected) << info(language).code;
}

TEST(Words, EveryLanguageHasTheSamePlaceholders) {
  for (const Language language : translations()) {
    for (const auto& [key, text] : english()) {
      EXPECT_EQ(placeholders(words_of(language, key)), placeholders(text))
          << info(language).code << " " << key;
    }
  }
}

TEST(Words, NoTextIsEmpty) {
  for (const LanguageInfo& language : languages()) {
    for (const auto& [key, text] : words(language.language).all()) {
      EXPECT_NE(text.find_first_not_of(" \t\n"), std::string::npos) << language.code << " " << key;
    }
  }
}

// Names and mathematics may stay; where the English has a word, the others have one of theirs.
TEST(Words, NothingIsLeftInEnglish) {
  static const std::regex kWord("[a-z]{3}");
  const std::set<std::string_view> names = {"map.viridis",
                                            "map.cividis",
                                            "diagram.transformer",
                                            "preset.transformer",
                                            "setting.norm.post",
                                            "setting.architecture.transformer",
                                            "method.performer",
                                            "method.linformer",
                                            "method.reformer",
                                            "gallery.page.vit",
                                            "gallery.page.detr",
                                            "gallery.page.transunet",
                                            "gallery.page.context-transformer",
                                            "gallery.page.taming",
                                            "gallery.page.imagegpt",
                                            "gallery.page.transgan",
                                            "gallery.part.transformer"};
  for (const Language language : translations()) {
    for (const auto& [key, text] : english()) {
      if (names.contains(key) || !std::regex_search(without_placeholders(text), kWord)) continue;
      EXPECT_TRUE(has_ideograph(words_of(language, key))) << info(language).code << " " << key;
    }
  }
}

TEST(Words, SentencesEndAsInEnglish) {
  for (const auto& [key, text] : english()) {
    if (key.starts_with("error.")) {
      EXPECT_TRUE(text.ends_with('.')) << key;
    }
    for (const Language language : translations()) {
      const std::string translated = words_of(language, key);
      EXPECT_EQ(translated.ends_with("。"), text.ends_with('.')) << info(language).code << " " << key;
      EXPECT_EQ(translated.ends_with("：") || translated.ends_with("…"),
                text.ends_with(':') || text.ends_with("…"))
          << info(language).code << " " << key;
    }
  }
}

// A control has a tooltip of its own. Mathematics keeps its letters; what follows a name or a number is
// small.
TEST(Words, EveryControlBeginsWithACapital) {
  const std::set<std::string_view> small = {"setting.d_k",
                                            "setting.d_v",
                                            "lab.depth.scale.plain",
                                            "files.gone",
                                            "files.kept",
                                            "pieces.special",
                                            "cheaper.figure.map",
                                            "setting.i_q",
                                            "setting.i_k",
                                            "setting.i_v",
                                            "setting.d_o",
                                            "experiment.scale.width",
                                            "view.relatives",
                                            "relatives.costs.n",
                                            "relatives.costs.d",
                                            "relatives.costs.k",
                                            "cheaper.figure.output",
                                            "cheaper.figure.missed"};
  for (const auto& [key, text] : english()) {
    const bool is_control = english().contains(key + ".tip") || key.starts_with("axis.");
    if (!is_control || small.contains(key)) continue;
    EXPECT_FALSE(text.front() >= 'a' && text.front() <= 'z') << key << ": " << text;
  }
}

TEST(Words, ALabelInsideASentenceBeginsSmall) {
  EXPECT_EQ(inside_sentence("Grid width"), "grid width");
  for (const std::string name : {"FFN", "Q", "dₖ", "寬度", "2-D sine", ""})
    EXPECT_EQ(inside_sentence(name), name);
}

// What is there "is"; what is the same is "the same"; what is done again is done "again".
TEST(Words, EnglishIsPlain) {
  static const std::regex kStiff(R"(\b(stands|alike|anew)\b)");
  for (const auto& [key, text] : english())
    EXPECT_FALSE(std::regex_search(text, kStiff)) << key << ": " << text;
}

TEST(Words, PunctuationBesideIdeographsIsFullWidth) {
  constexpr std::string_view kHalfWidth = ",;:?!()";
  for (const Language language : translations()) {
    for (const auto& [key, text] : words(language).all()) {
      for (size_t i = 0; i + 3 < text.size(); ++i) {
        const bool half = begins_ideograph(text[i]) && kHalfWidth.find(text[i + 3]) != std::string_view::npos;
        EXPECT_FALSE(half) << info(language).code << " " << key << ": " << text;
      }
    }
  }
}

// Normalisation is never regularisation.
TEST(Words, NormalisationIsNotRegularisation) {
  for (const LanguageInfo& language : languages()) {
    for (const auto& [key, text] : words(language.language).all()) {
      EXPECT_FALSE(has(text, "正則化") || has(text, "正则化")) << language.code << " " << key;
    }
  }
}

// Rows and columns trade names between the two: in Traditional 行 and 列 stand only in words that cannot be
// misread; in Simplified they are row and column, and 横行 (to run wild) is none of them.
TEST(Words, RowsAndColumnsAreNamedAsInEachPlace) {
  constexpr std::array<std::string_view, 20> kHarmless = {
      "執行",   "执行", "運行", "运行", "並行", "并行", "平行", "進行", "进行", "命令行",
      "命令列", "序列", "排列", "陣列", "阵列", "系列", "下列", "列出", "列印", "步驟列"};
  for (const auto& [key, text] : words(Language::kTraditionalChinese).all()) {
    std::string rest = without(without(text, "橫列"), "直行");
    for (const std::string_view word : kHarmless) rest = without(rest, word);
    EXPECT_FALSE(has(rest, "行") || has(rest, "列")) << key << ": " << text;
  }
  for (const auto& [key, text] : words(Language::kSimplifiedChinese).all()) {
    for (const std::string_view other : {"横行", "纵列", "横列", "直行"})
      EXPECT_FALSE(has(text, other)) << key << ": " << text;
  }
}

// Two translations, not one converted: each keeps to its own terms and its own characters.
TEST(Words, EachChineseKeepsToItsOwnTerms) {
  const auto check = [](Language language, const std::vector<std::string_view>& foreign) {
    for (const auto& [key, text] : words(language).all()) {
      for (const std::string_view term : foreign) {
        EXPECT_FALSE(has(text, term)) << info(language).code << " " << key << ": " << term << " in " << text;
      }
    }
  };
  check(Language::kTraditionalChinese,
        {"掩碼", "得分", "導出", "會話", "撤銷", "歸一化", "概率", "分詞器", "熱力圖", "拼接", "網絡",
         "文件", "內存", "字節", "字符", "默認", "权",     "码",   "词",     "头",     "输",   "编",
         "数",   "这",   "个",   "为",   "维",   "横",     "纵",   "阶",     "缩",     "与",   "从"});
  check(Language::kSimplifiedChinese,
        {"遮罩", "分数",   "汇出",   "工作阶段", "复原", "正规化", "机率", "断词器", "热图", "串接", "网路",
         "档案", "资料夹", "记忆体", "位元",     "字元", "權",     "碼",   "詞",     "頭",   "輸",   "編",
         "數",   "這",     "個",     "為",       "維",   "橫",     "縱",   "階",     "縮",   "與",   "從"});
}

// What was once called otherwise: the lab beside convolution and recurrence, the model written by hand, and
// what is done number by number.
TEST(Words, ChineseCallsOneThingByOneName) {
  for (const Language language : {Language::kTraditionalChinese, Language::kSimplifiedChinese}) {
    for (const auto& [key, text] : words(language).all()) {
      for (const std::string_view earlier : {"近親", "近亲", "手工模型", "逐數", "逐数"})
        EXPECT_FALSE(has(text, earlier)) << info(language).code << " " << key << ": " << text;
    }
    const std::string lab = words(language)("view.relatives");
    for (const char* const key : {"help.kernel", "help.lab_head"})
      EXPECT_TRUE(has(words(language)(key), lab)) << key;
  }
}

// A key that the program asks for by a literal has words; a literal that ends in a dot begins some key.
TEST(Words, EveryKeyInTheSourcesHasWords) {
  static const std::regex kLiteral(R"re("([a-z]+\.[a-z0-9_.]*)")re");
  std::set<std::string> prefixes;
  for (const auto& [key, text] : english()) prefixes.insert(prefix_of(key));
  size_t seen = 0;
  for (const std::string_view folder : {"app", "engine"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRepository / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      for (const std::string& key : matches(read(entry.path()), kLiteral)) {
        if (!prefixes.contains(prefix_of(key)) || key == "value.input") continue;  // a stage's address
        ++seen;
        const auto at = english().lower_bound(key);
        const bool known =
            at != english().end() && (key.ends_with('.') ? at->first.starts_with(key) : at->first == key);
        EXPECT_TRUE(known) << entry.path() << " asks for " << key;
      }
    }
  }
  EXPECT_GT(seen, 100U) << "the sources were not found";
}

}  // namespace
}  // namespace app
