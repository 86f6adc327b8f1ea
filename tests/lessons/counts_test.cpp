// What the README and the manual count in words is what there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <string>

#include "app/document/document.h"
#include "app/text/tr.h"
#include "engine/loaders/box.h"
#include "engine/vision/detr.h"
#include "engine/vision/system.h"
#include "engine/world/targets.h"

namespace app {
namespace {

constexpr std::array<const char*, 13> kWords = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                                "seven", "eight", "nine", "ten",   "eleven", "twelve"};

size_t drawing_systems() {
  return static_cast<size_t>(
      std::ranges::count_if(engine::vision_systems(), [](const auto* system) { return system->draws(); }));
}

// Each count with the words behind it; nullopt: what nothing here counts.
std::map<std::string, std::optional<size_t>> counts() {
  const size_t systems = engine::vision_systems().size();
  return {{"commands", std::nullopt},
          {"cores of", std::nullopt},
          {"languages", languages().size()},
          {"small models", loaders::box_models().size()},
          {"trained models", loaders::box_models().size()},
          {"small vision", systems},
          {"draw", drawing_systems()},
          {"say what", systems - drawing_systems()},
          {"colours", world::kPalette.size()},
          {"queries ask", static_cast<size_t>(engine::kDetrQueries)},
          {"new classes", static_cast<size_t>(world::kNovelClasses)},
          {"to four", std::nullopt},
          {"at once", std::nullopt},
          {"heads written", std::nullopt},
          {"heads", std::nullopt},
          {"hundred five", std::nullopt},
          {"words", std::nullopt},
          {"figures with", std::nullopt},
          {"lines", std::nullopt},
          {"logits and", std::nullopt},
          {"minutes around", std::nullopt},
          {"positions worked", std::nullopt},
          {"texts has", std::nullopt}};
}

TEST(CountsSaid, AreWhatThereIs) {
  const auto known = counts();
  for (const char* const path : {"README.md", "assets/pages/en/manual.md"}) {
    std::ifstream file(std::string(HEADLIGHT_TEST_DATA "/../") + path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    static const std::regex kCount(
        R"(\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ \n]([a-z]+(?: [a-z]+)?))",
        std::regex::icase);
    int counted = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), kCount), end; at != end; ++at) {
      const auto row = known.find((*at)[2]);
      ASSERT_NE(row, known.end()) << path << ": “" << at->str() << "”: is it counted?";
      if (!row->second) continue;
      ++counted;
      std::string word = (*at)[1];
      word.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(word.front())));
      EXPECT_EQ(word, kWords.at(*row->second)) << path << ": “" << at->str() << "”";
    }
    EXPECT_GT(counted, 2) << path;
  }
}

TEST(CountsSaid, AreTheSameInChinese) {
  constexpr std::array<const char*, 13> kNumerals = {"零", "一", "二", "三", "四",   "五",  "六",
                                                     "七", "八", "九", "十", "十一", "十二"};
  const std::string systems = kNumerals.at(engine::vision_systems().size());
  const std::string models = kNumerals.at(loaders::box_models().size());
  const auto manual = [](const char* language) {
    std::ifstream file(std::string(HEADLIGHT_TEST_DATA "/../assets/pages/") + language + "/manual.md");
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  EXPECT_NE(manual("zh-Hant").find(systems + "個在這裡訓練的小型視覺系統"), std::string::npos);
  EXPECT_NE(manual("zh-Hans").find(systems + "个在这里训练的小型视觉系统"), std::string::npos);
  EXPECT_NE(manual("zh-Hant").find(models + "個訓練好的模型"), std::string::npos);
  EXPECT_NE(manual("zh-Hans").find(models + "个训练好的模型"), std::string::npos);
}

}  // namespace
}  // namespace app
