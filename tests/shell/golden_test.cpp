// The whole interface, pixel by pixel, against pictures that were looked at. Refresh them with
//   HEADLIGHT_REFRESH_GOLDENS=1 build/dev/tests/shell_tests --gtest_filter='*Golden*'
// and look at them before they are committed. A failure leaves what was drawn and the difference in
// build/<preset>/golden-differences/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "app/export/file.h"
#include "app/session/examples.h"
#include "app/shell/offscreen.h"

namespace app {
namespace {

namespace fs = std::filesystem;

struct Case {
  const char* name;
  size_t example;
  const char* stage;
  const char* view;
  Theme theme;
  Language language;
};

constexpr const char* kHead = "encoder.0.self.head.0.";

std::ostream& operator<<(std::ostream& out, const Case& golden) {
  return out << golden.name;
}

class Golden : public testing::TestWithParam<Case> {};

// Rounding in the rasteriser may move an edge by a shade; a changed digit differs in more.
constexpr int kShade = 12;
constexpr size_t kMostPixels = 20;

struct Difference {
  size_t pixels = 0;
  exporter::Picture picture;  // white where equal, red where not
};

Difference compare(const exporter::Picture& drawn, const exporter::Picture& expected) {
  Difference difference{0, {drawn.width, drawn.height, std::vector<uint8_t>(drawn.rgba.size(), 255)}};
  for (size_t i = 0; i < drawn.rgba.size(); i += 4) {
    int largest = 0;
    for (size_t channel = 0; channel < 3; ++channel) {
      largest = std::max(largest, std::abs(drawn.rgba[i + channel] - expected.rgba[i + channel]));
    }
    if (largest <= kShade) continue;
    ++difference.pixels;
    difference.picture.rgba[i + 1] = difference.picture.rgba[i + 2] = 0;
  }
  return difference;
}

TEST_P(Golden, LooksAsItDidWhenItWasLookedAt) {
  const Case& golden = GetParam();
  State state{examples()[golden.example].document, {}};
  state.document.focus.stage = golden.stage;
  state.document.focus.view = golden.view;
  state.preferences.theme = golden.theme;
  state.preferences.language = golden.language;
  const auto drawn = take_shot(state, {1280, 800});
  ASSERT_TRUE(drawn.ok()) << drawn.error().key;
  const fs::path path =
      fs::path(HEADLIGHT_TEST_DATA) / "golden" / "interface" / (std::string(golden.name) + ".png");
  if (std::getenv("HEADLIGHT_REFRESH_GOLDENS") != nullptr) {
    ASSERT_FALSE(exporter::make_folder(path.parent_path()).has_value());
    ASSERT_FALSE(exporter::write_file(path, exporter::encode_png(*drawn)).has_value());
    GTEST_SKIP() << "refreshed " << path;
  }
  const auto bytes = exporter::read_file(path);
  ASSERT_TRUE(bytes.ok()) << "no golden: " << path;
  const auto expected = exporter::decode_png(*bytes);
  ASSERT_TRUE(expected.ok());
  ASSERT_EQ(expected->width, drawn->width);
  ASSERT_EQ(expected->height, drawn->height);
  const Difference difference = compare(*drawn, *expected);
  if (difference.pixels <= kMostPixels) return;
  const fs::path folder = fs::path(HEADLIGHT_BUILD_DIR) / "golden-differences";
  EXPECT_FALSE(exporter::make_folder(folder).has_value());
  const std::string name = golden.name;
  EXPECT_FALSE(
      exporter::write_file(folder / (name + ".drawn.png"), exporter::encode_png(*drawn)).has_value());
  EXPECT_FALSE(
      exporter::write_file(folder / (name + ".difference.png"), exporter::encode_png(difference.picture))
          .has_value());
  ADD_FAILURE() << difference.pixels << " pixels differ; see " << folder / (name + ".difference.png");
}

const std::string kScores = std::string(kHead) + "scores";
const std::string kWeights = std::string(kHead) + "weights";
const std::string kMask = std::string(kHead) + "mask";

INSTANTIATE_TEST_SUITE_P(
    Interface, Golden,
    testing::Values(
        Case{"scores-light-en", 0, kScores.c_str(), "stage", Theme::kLight, Language::kEnglish},
        Case{"weights-dark-en", 2, kWeights.c_str(), "stage", Theme::kDark, Language::kEnglish},
        Case{"scores-light-zh-Hant", 5, kScores.c_str(), "stage", Theme::kLight,
             Language::kTraditionalChinese},
        Case{"input-dark-zh-Hant", 1, "input", "stage", Theme::kDark, Language::kTraditionalChinese},
        Case{"mask-light-zh-Hans", 7, kMask.c_str(), "stage", Theme::kLight, Language::kSimplifiedChinese},
        Case{"heads-dark-zh-Hans", 1, kWeights.c_str(), "heads", Theme::kDark, Language::kSimplifiedChinese}),
    [](const testing::TestParamInfo<Case>& named) {
      std::string name = named.param.name;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace app
