// Pictures are resized, cropped and normalised as a preprocessor_config.json says, equal to Pillow to the
// last bit (tests/tools/make_fits.py); what cannot be followed is refused by its name.
#include "engine/loaders/image_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cinttypes>
#include <cstdio>
#include <fstream>

#include "engine/loaders/families.h"
#include "engine/loaders/image_patches.h"
#include "tests/engine/scratch_folder.h"

namespace loaders {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr int kSide = 8;

// The pictures of make_fits.py.
Image noise(int width, int height) {
  Image image{width, height,
              std::vector<uint8_t>(static_cast<size_t>(width) * static_cast<size_t>(height) * 3)};
  auto state = static_cast<uint32_t>(width * 65536 + height);
  for (uint8_t& value : image.rgb) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<uint8_t>(state >> 24U);
  }
  return image;
}

std::string hash_of(const std::vector<uint8_t>& bytes) {
  uint64_t value = 0xCBF29CE484222325U;
  for (const uint8_t byte : bytes) value = (value ^ byte) * 0x100000001B3U;
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016" PRIx64, value);
  return text.data();
}

std::string hex_of(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (const uint8_t byte : bytes) {
    for (const unsigned digit : {byte / 16U, byte % 16U}) text += "0123456789abcdef"[digit];
  }
  return text;
}

json recorded() {
  return json::parse(std::ifstream(HEADLIGHT_TEST_DATA "/golden/images/fits.json"));
}

// What a model of 8 x 8 pixels reads by these settings; the first invalid one is left in `fields`.
ImageInput input_of(const json& settings, Index channels = 3, std::optional<engine::Error>* bad = nullptr) {
  ConfigFields fields(settings, "folder/preprocessor_config.json");
  ImageInput input{.size = kSide, .patch = 4, .channels = channels};
  read_preprocessor(fields, input);
  if (bad != nullptr) {
    *bad = fields.bad();
  } else {
    EXPECT_FALSE(fields.bad().has_value()) << settings << fields.bad()->key;
  }
  return input;
}

std::string key_with(const json& settings) {
  std::optional<engine::Error> bad;
  input_of(settings, 3, &bad);
  if (!bad) return "";
  EXPECT_EQ(argument(*bad, "path"), "folder/preprocessor_config.json");
  EXPECT_TRUE(settings.contains(argument(*bad, "field"))) << settings << argument(*bad, "field");
  return bad->key;
}

TEST(Filters, EqualPillowToTheLastBit) {
  const json cases = recorded()["resized"];
  EXPECT_EQ(cases.size(), kFilters * 32);
  for (const json& one : cases) {
    const Image resized =
        resize(noise(37, 23), one["width"], one["height"], static_cast<Filter>(one["filter"]));
    EXPECT_EQ(hash_of(resized.rgb), one["hash"].get<std::string>()) << one;
  }
}

TEST(Fit, EqualsTheLibrarysProcessors) {
  const json cases = recorded()["fits"];
  EXPECT_GT(cases.size(), 40U);
  for (const json& one : cases) {
    const Image image = noise(one["width"], one["height"]);
    const auto square = fitted(image, input_of(one["preprocessor"]), "picture.png");
    if (one.contains("square")) {
      ASSERT_TRUE(square.ok()) << one << square.error().key;
      EXPECT_EQ(hex_of(square->rgb), one["square"].get<std::string>()) << one;
      continue;
    }
    ASSERT_EQ(key_of(square), "error.image_fit") << one;
    EXPECT_EQ(argument(square.error(), "path"), "picture.png");
    EXPECT_EQ(argument(square.error(), "width"), std::to_string(one["becomes"][0].get<int>())) << one;
    EXPECT_EQ(argument(square.error(), "height"), std::to_string(one["becomes"][1].get<int>())) << one;
    EXPECT_EQ(argument(square.error(), "size"), "8");
  }
}

TEST(Fit, IsRefusedWhereAPictureWouldBecomeTooLargeOnTheWay) {
  const json settings = {{"size", {{"shortest_edge", 9}}}, {"do_center_crop", true}, {"crop_size", 8}};
  const auto wide = fitted(noise(16384, 1), input_of(settings), "line.png");
  ASSERT_EQ(key_of(wide), "error.image_stretched");
  EXPECT_EQ(argument(wide.error(), "width"), std::to_string(16384 * 9));
  EXPECT_EQ(argument(wide.error(), "height"), "9");
  const json thin = {{"size", {{"shortest_edge", 8}, {"longest_edge", 9}}}};
  EXPECT_EQ(key_of(fitted(noise(1, 300), input_of(thin), "line.png")), "error.image_stretched");
}

TEST(Fit, OfAGreyModelIsOfGreyPixels) {
  const ImageInput input = input_of({{"image_mean", 0.5}, {"image_std", 0.25}}, 1);
  const auto square = fitted(noise(kSide, kSide), input, "picture.png");
  ASSERT_TRUE(square.ok());
  const Image from = noise(kSide, kSide);
  for (size_t i = 0; i < from.rgb.size(); i += 3) {
    const int bright =
        (19595 * from.rgb[i] + 38470 * from.rgb[i + 1] + 7471 * from.rgb[i + 2] + 32768) / 65536;
    for (size_t colour = 0; colour < 3; ++colour) EXPECT_EQ(square->rgb[i + colour], bright);
  }
  const engine::Matrix patches = patches_of(*square, input);
  EXPECT_EQ(patches.cols(), 16);
  EXPECT_NEAR(patches(0, 0), (square->rgb[0] / 255.0 - 0.5) / 0.25, 1e-6);
}

// The value of the first pixel's blue.
double blue(const json& settings, uint8_t value) {
  Image image = noise(kSide, kSide);
  image.rgb[2] = value;
  const ImageInput input = input_of(settings);
  return static_cast<double>(patches_of(fitted(image, input, "picture.png").value(), input)(0, 32));
}

TEST(Normalisation, FollowsEachOfItsSettings) {
  EXPECT_NEAR(blue(json::object(), 51), (0.2 - 0.5) / 0.5, 1e-7);
  EXPECT_NEAR(blue({{"image_mean", 0.25}, {"image_std", 0.4}}, 51), (0.2 - 0.25) / 0.4, 1e-7);
  EXPECT_NEAR(blue({{"image_mean", {0, 1, 0.25}}, {"image_std", {1, 2, 0.4}}}, 51), (0.2 - 0.25) / 0.4, 1e-7);
  EXPECT_NEAR(blue({{"do_normalize", false}, {"image_mean", 0.25}}, 51), 0.2, 1e-7);
  EXPECT_NEAR(blue({{"do_rescale", false}, {"rescale_factor", 2}}, 51), (51 - 0.5) / 0.5, 1e-5);
  EXPECT_NEAR(blue({{"rescale_factor", 1 / 127.5}}, 51), (0.4 - 0.5) / 0.5, 1e-7);
  const json clip = {{"image_processor_type", "CLIPImageProcessor"}, {"size", 8}, {"crop_size", 8}};
  EXPECT_NEAR(blue(clip, 51), (0.2 - 0.40821073) / 0.27577711, 1e-6);
}

TEST(Preprocessor, ReadsWhatHasNoEffect) {
  EXPECT_EQ(key_with({{"do_convert_rgb", true},
                      {"do_center_crop", false},
                      {"crop_size", {{"height", 5}, {"width", 7}}},
                      {"crop_pct", nullptr},
                      {"do_flip_channel_order", false},
                      {"rescale_offset", false},
                      {"do_pad", true},
                      {"pad_size", {{"height", 8}, {"width", 8}}},
                      {"data_format", "channels_first"},
                      {"input_data_format", nullptr},
                      {"device", "cuda"},
                      {"processor_class", "ViTProcessor"}}),
            "");
  EXPECT_EQ(key_with({{"do_pad", false}, {"pad_size", 9}}), "");
  const json with_null = {{"height", 9}, {"width", 8}, {"shortest_edge", nullptr}};
  EXPECT_EQ(input_of({{"size", with_null}}).fit, (ImageFit{.sides = ImageSize{8, 9}}));
  EXPECT_EQ(input_of({{"do_pad", true}, {"do_convert_rgb", false}}).fit, ImageFit{});
}

TEST(Preprocessor, RefusesWhatItWouldComputeWrongly) {
  for (const json& settings :
       {json{{"image_processor_type", "SwinImageProcessor"}},
        {{"feature_extractor_type", "MyFeatureExtractor"}},
        {{"size", {{"longest_edge", 8}}}},
        {{"size", {{"max_height", 8}, {"max_width", 8}}}},
        {{"crop_pct", 0.9}},
        {{"crop_pct", 0.9}, {"size", 8}, {"image_processor_type", "ViTImageProcessor"}},
        {{"size", {{"height", 8}, {"width", 8}}}, {"image_processor_type", "ConvNextImageProcessor"}},
        {{"do_center_crop", true}, {"image_processor_type", "ConvNextImageProcessor"}},
        {{"size", 8}, {"crop_pct", 20}, {"image_processor_type", "ConvNextImageProcessor"}},
        {{"do_center_crop", true}, {"crop_size", nullptr}},
        {{"do_flip_channel_order", true}},
        {{"do_pad", true}, {"pad_size", 9}},
        {{"rescale_offset", true}},
        {{"offset", true}},
        {{"do_thumbnail", true}},
        {{"data_format", "channels_last"}},
        {{"input_data_format", "channels_first"}}})
    EXPECT_EQ(key_with(settings), "error.config_unsupported") << settings;
}

TEST(Preprocessor, RefusesFieldsOfAnotherTypeOrBeyondTheirLimits) {
  const std::vector<json> sides = {0,
                                   -8,
                                   8.5,
                                   1e300,
                                   "8",
                                   16385,
                                   true,
                                   json::array(),
                                   {8},
                                   {8, 8, 8},
                                   {8, "8"},
                                   {8, -8},
                                   json::object(),
                                   {{"height", 8}},
                                   {{"height", 8}, {"width", 0}},
                                   {{"height", 8}, {"width", 8}, {"depth", 8}},
                                   {{"shortest_edge", 8}, {"longest_edge", 0}},
                                   {{"shortest_edge", 18446744073709551615U}}};
  for (const json& value : sides) {
    EXPECT_EQ(key_with({{"size", value}}), "error.config_unsupported") << value;
    EXPECT_EQ(key_with({{"crop_size", value}}), "error.config_unsupported") << value;
    EXPECT_EQ(key_with({{"do_pad", true}, {"pad_size", value}}), "error.config_unsupported") << value;
  }
  for (const json& value : {json(6), json(-1), json("bicubic"), json(2.5), json::array({2})})
    EXPECT_EQ(key_with({{"resample", value}}), "error.config_whole") << value;
  for (const char* const field : {"do_resize", "do_center_crop", "do_rescale", "do_normalize",
                                  "do_convert_rgb", "do_pad", "default_to_square"}) {
    EXPECT_EQ(key_with({{field, "yes"}}), "error.config_value") << field;
    EXPECT_EQ(key_with({{field, 1}}), "error.config_value") << field;
  }
  for (const json& value : {json(0), json(-1), json("1/255"), json(1e300)})
    EXPECT_EQ(key_with({{"rescale_factor", value}}), "error.config_value") << value;
  for (const json& value :
       {json("x"), json::array(), json({1, 1}), json({1, 1, "1"}), json(-1), json({1, 0, 1})})
    EXPECT_EQ(key_with({{"image_std", value}}), "error.config_unsupported") << value;
  EXPECT_EQ(key_with({{"image_processor_type", 3}}), "error.config_value");
}

}  // namespace
}  // namespace loaders
