// Every kind of picture gives the pixels that it was made from (tests/tools/make_images.py); the others are
// refused before they take memory.
#include "engine/loaders/image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/loaders/image_orientation.h"
#include "tests/engine/scratch_folder.h"

namespace loaders {
namespace {

using engine::Result;
namespace fs = std::filesystem;

fs::path golden(const std::string& name) {
  return fs::path(HEADLIGHT_TEST_DATA) / "golden" / "images" / name;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Result<Image> decode(const std::string& bytes) {
  return decode_image(std::as_bytes(std::span(bytes)), "file");
}

// The largest difference of any colour; 256 where the sizes differ.
int difference(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height || a.rgb.size() != b.rgb.size()) return 256;
  int largest = 0;
  for (size_t i = 0; i < a.rgb.size(); ++i) largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
  return largest;
}

class Pictures : public testing::TestWithParam<const char*> {};

TEST_P(Pictures, GivePillowsPixels) {
  const std::string name = GetParam();
  const auto read = read_image(golden(name));
  ASSERT_TRUE(read.ok()) << read.error().key << " " << argument(read.error(), "detail");
  const auto expected = read_image(golden(name + ".ppm"));
  ASSERT_TRUE(expected.ok()) << expected.error().key;
  EXPECT_EQ(expected->width * expected->height, 9 * 6);
  // Decoders of JPEG may round differently.
  EXPECT_LE(difference(*read, *expected), name.ends_with(".jpg") ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Pictures,
                         testing::Values("rgb.png", "interlaced.png", "rgb_alpha.png", "rgb_key.png",
                                         "rgb_gamma.png", "rgb_turned.png", "grey.png", "grey_alpha.png",
                                         "one_bit.png", "two_bits.png", "four_bits.png", "palette.png",
                                         "palette_alpha.png", "sixteen_bits.png", "sixteen_bits_alpha.png",
                                         "sixteen_bits_grey_alpha.png", "rgb.jpg", "progressive.jpg",
                                         "grey.jpg", "cmyk.jpg", "turned2.jpg", "turned3.jpg", "turned4.jpg",
                                         "turned5.jpg", "turned6.jpg", "turned7.jpg", "turned8.jpg"));

TEST(Ppm, ReadsCommentsAndOtherFullColours) {
  const auto read = decode(std::string("P6 # made by hand\n2\t1 # so wide\n3\n\0\1\2\3\3\3", 41));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(read->width, 2);
  EXPECT_EQ(read->rgb, (std::vector<uint8_t>{0, 85, 170, 255, 255, 255}));
  const auto halves = decode(std::string("P6 1 1 10 \1\3\5", 13));
  ASSERT_TRUE(halves.ok()) << halves.error().key;
  EXPECT_EQ(halves->rgb, (std::vector<uint8_t>{26, 76, 128})) << "25.5, 76.5 and 127.5 by Pillow";
  const auto wide = decode(std::string("P6 1 1 65535 \0\0\x80\x80\xFF\xFF", 19));
  ASSERT_TRUE(wide.ok()) << wide.error().key;
  EXPECT_EQ(wide->rgb, (std::vector<uint8_t>{0, 128, 255}));
}

TEST(Ppm, ThatIsNotWholeIsRefused) {
  for (const char* file :
       {"P6", "P6 1 1", "P6 1 1 255", "P6 1 1 255 ab", "P6 1 1 0 abc", "P6 1 1 65536 abcdef",
        "P6 -1 1 255 abc", "P6 x 1 255 abc", "P6 9999999999 1 255 abc", "P6 999999999 999999999 65535 abc",
        "P6 # never ends"}) {
    EXPECT_EQ(key_of(decode(file)), "error.image_ppm") << file;
  }
}

TEST(Picture, OfNoSuchFormatIsRefused) {
  for (const char* file :
       {"", "x", "GIF89a", "P3 1 1 255 1 2 3", "\x89PNG", "\xFF\xD8", "<svg/>", "RIFF....WEBP"})
    EXPECT_EQ(key_of(decode(file)), "error.image_format") << file;
}

TEST(Picture, CutShortAnywhereIsRefused) {
  // How many bytes stand behind the last one that says something of a pixel.
  const std::vector<std::pair<std::string, size_t>> files = {
      {"rgb.png", 12}, {"interlaced.png", 12}, {"palette_alpha.png", 12},
      {"rgb.jpg", 2},  {"progressive.jpg", 2}, {"rgb.png.ppm", 0}};
  for (const auto& [name, behind] : files) {
    const std::string whole = bytes_of(golden(name));
    ASSERT_GT(whole.size(), behind) << name;
    for (size_t length = 0; length < whole.size() - behind; ++length)
      EXPECT_FALSE(decode(whole.substr(0, length)).ok()) << name << " of " << length << " bytes";
  }
}

TEST(Picture, WithAWrongByteInItsPixelsIsRefused) {
  std::string bytes = bytes_of(golden("rgb.png"));
  bytes[bytes.find("IDAT") + 20] ^= 1;
  const auto read = decode(bytes);
  ASSERT_EQ(key_of(read), "error.image_broken");
  EXPECT_FALSE(argument(read.error(), "detail").empty());
}

TEST(Picture, OfTooManyPixelsIsRefusedByItsHeader) {
  const auto line = read_image(golden("line.png"));
  ASSERT_EQ(key_of(line), "error.image_size");
  EXPECT_EQ(argument(line.error(), "width"), "100000");
  EXPECT_EQ(argument(line.error(), "height"), "1");
  EXPECT_EQ(argument(line.error(), "side"), "16384");
  EXPECT_EQ(key_of(read_image(golden("bomb.png"))), "error.image_size");
  // A JPEG's header has height and width 5 bytes behind the mark of its frame.
  std::string jpeg = bytes_of(golden("rgb.jpg"));
  const size_t frame = jpeg.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  std::fill_n(jpeg.begin() + static_cast<ptrdiff_t>(frame) + 5, 4, '\xEA');
  EXPECT_EQ(key_of(decode(jpeg)), "error.image_size");
  EXPECT_EQ(key_of(decode("P6 16385 1 255 " + std::string(16385 * 3, 'x'))), "error.image_size");
  EXPECT_EQ(key_of(decode("P6 0 0 255 ")), "error.image_size");
}

// Pillow cuts its values at 255, so that nearly all is white.
TEST(Picture, OfSixteenBitsOfGreyIsRefusedInItsOwnWords) {
  const auto read = read_image(golden("sixteen_bits_grey.png"));
  ASSERT_EQ(key_of(read), "error.image_deep_grey");
  EXPECT_EQ(argument(read.error(), "path"), golden("sixteen_bits_grey.png").string());
  EXPECT_EQ(read_image(golden("sixteen_bits_grey.png"), ReadAs::kSeen)->rgb,
            read_image(golden("grey.png"))->rgb);
}

TEST(Picture, ThatIsTransparentIsSeenOnWhite) {
  for (const std::string name :
       {"rgb_alpha.png", "rgb_key.png", "grey_alpha.png", "palette_alpha.png", "rgb.png"}) {
    const auto read = read_image(golden(name), ReadAs::kSeen);
    ASSERT_TRUE(read.ok()) << name;
    EXPECT_EQ(read->rgb, read_image(golden(name + ".white.ppm"))->rgb) << name;
  }
}

TEST(Picture, TellsItsSizeWithoutItsPixels) {
  for (const char* name : {"rgb.png", "rgb.jpg", "rgb.png.ppm"}) {
    const std::string bytes = bytes_of(golden(name));
    const auto size = image_size(std::as_bytes(std::span(bytes)), "file");
    ASSERT_TRUE(size.ok()) << name;
    EXPECT_EQ(*size, (ImageSize{9, 6})) << name;
  }
  const std::string bomb = bytes_of(golden("bomb.png"));
  EXPECT_EQ(*image_size(std::as_bytes(std::span(bomb)), "file"), (ImageSize{60'000, 60'000}));
}

TEST(Picture, ThatIsTurnedTellsItsTurnedSize) {
  const std::string bytes = bytes_of(golden("turned6.jpg"));
  EXPECT_EQ(*image_size(std::as_bytes(std::span(bytes)), "file"), (ImageSize{6, 9}));
}

TEST(Picture, OfPngWithBrokenExifDataIsNotTurned) {
  const std::string whole = bytes_of(golden("rgb_turned.png"));
  const size_t chunk = whole.find("eXIf");
  EXPECT_EQ(decode(whole)->width, 6);
  // Its length, its name, and its directory: libpng refuses some, the others are as they lie.
  for (size_t at = chunk - 4; at < chunk + 20; ++at) {
    std::string bytes = whole;
    bytes[at] = '\xFF';
    const auto size = image_size(std::as_bytes(std::span(bytes)), "file");
    if (!size) continue;
    EXPECT_EQ(size->width * size->height, 9 * 6) << at - chunk;
  }
  EXPECT_EQ(png_orientation({}), 1);
  EXPECT_EQ(png_orientation(std::as_bytes(std::span(whole)).first(chunk + 10)), 1);
}

TEST(Picture, WithExifDataThatMakeNoSenseIsNotTurned) {
  const std::string whole = bytes_of(golden("turned6.jpg"));
  const size_t tiff = whole.find(std::string_view("Exif\0\0", 6)) + 6;
  ASSERT_LT(tiff, whole.size());
  // Any of its first bytes wrong: the order of bytes, where the directory is, how many entries, tag and type.
  for (size_t at = tiff; at < tiff + 14; ++at) {
    std::string bytes = whole;
    bytes[at] = '\xFF';
    const auto read = decode(bytes);
    ASSERT_TRUE(read.ok()) << at - tiff;
    EXPECT_EQ(read->width * read->height, 9 * 6) << at - tiff;
  }
  std::string bytes = whole;
  bytes[tiff + 4] = bytes[tiff + 7] = '\x7F';
  EXPECT_EQ(decode(bytes)->width, 9) << "the directory lies beyond the end";
}

class PictureFiles : public ScratchFolder {};

TEST_F(PictureFiles, AreKnownByTheirBytesAndNotTheirNames) {
  const auto path = write("picture.txt", bytes_of(golden("rgb.png")));
  EXPECT_TRUE(read_image(path).ok());
  EXPECT_EQ(key_of(read_image(folder_ / "none.png")), "error.no_file");
  EXPECT_EQ(key_of(read_image(write("empty.png", ""))), "error.file_empty");
}

// 5 x 4 pixels: red grows along rows, green along columns, blue wraps around.
Image sample() {
  Image image{5, 4, {}};
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 5; ++x) {
      for (const int colour : {x * 50, y * 80, (x * 37 + y * 91) % 256})
        image.rgb.push_back(static_cast<uint8_t>(colour));
    }
  }
  return image;
}

// A grey picture of one row.
Image row(const std::vector<uint8_t>& greys) {
  Image image{static_cast<int>(greys.size()), 1, {}};
  for (const uint8_t grey : greys) image.rgb.insert(image.rgb.end(), 3, grey);
  return image;
}

std::vector<uint8_t> greys_of(const Image& image) {
  std::vector<uint8_t> greys;
  for (size_t i = 0; i < image.rgb.size(); i += 3) greys.push_back(image.rgb[i]);
  return greys;
}

TEST(Resize, ToTheSameSizeChangesNothing) {
  EXPECT_EQ(resize(sample(), 5, 4).rgb, sample().rgb);
}

TEST(Resize, WeighsByATriangleAsWideAsTheScale) {
  // Four to two: centres at 1 and 3, half width 2. Pixel centres 0.5, 1.5, 2.5 are 0.5, 0.5, 1.5 away, so
  // weigh 3/4, 3/4, 1/4 of 7/4: (0 * 3 + 70 * 3 + 140 * 1) / 7 = 50, and mirrored (70 + 140 * 3 + 210 * 3)
  // / 7.
  EXPECT_EQ(greys_of(resize(row({0, 70, 140, 210}), 2, 1)), (std::vector<uint8_t>{50, 160}));
  // Two to four: centres at 0.25, 0.75, 1.25, 1.75, half width 1. The outer ones see one pixel only.
  EXPECT_EQ(greys_of(resize(row({0, 200}), 4, 1)), (std::vector<uint8_t>{0, 50, 150, 200}));
}

TEST(Resize, LeavesNoPixelOutWhenItShrinks) {
  // One white pixel among a thousand: taking every hundredth would most often miss it.
  for (size_t at = 0; at < 1000; at += 37) {
    std::vector<uint8_t> greys(1000, 0);
    greys[at] = 255;
    const auto shrunk = greys_of(resize(row(greys), 10, 1));
    EXPECT_GT(*std::max_element(shrunk.begin(), shrunk.end()), 0) << at;
  }
}

TEST(Resize, KeepsOneColourExactly) {
  const Image grown = resize(row(std::vector<uint8_t>(7, 213)), 31, 9);
  EXPECT_TRUE(std::all_of(grown.rgb.begin(), grown.rgb.end(), [](uint8_t colour) { return colour == 213; }));
}

// By Pillow 9.4: Image.resize(size, Image.BILINEAR) of the sample.
TEST(Resize, EqualsPillowToTheLastBit) {
  EXPECT_EQ(resize(sample(), 1, 1).rgb, (std::vector<uint8_t>{100, 120, 110}));
  EXPECT_EQ(resize(sample(), 2, 2).rgb,
            (std::vector<uint8_t>{50, 57, 92, 150, 57, 141, 50, 183, 105, 150, 183, 105}));
  EXPECT_EQ(resize(sample(), 3, 4).rgb,
            (std::vector<uint8_t>{21,  0,   16,  100, 0,   74,  179, 0,   132, 21,  80,  107,
                                  100, 80,  165, 179, 80,  223, 21,  160, 198, 100, 160, 57,
                                  179, 160, 58,  21,  240, 33,  100, 240, 91,  179, 240, 149}));
  EXPECT_EQ(
      resize(sample(), 7, 3).rgb,
      (std::vector<uint8_t>{0,  24,  27,  29,  24,  48,  64,  24,  75,  100, 24,  101, 136, 24,  127, 171,
                            24, 154, 200, 24,  175, 0,   120, 137, 29,  120, 158, 64,  120, 148, 100, 120,
                            83, 136, 120, 109, 171, 120, 136, 200, 120, 157, 0,   216, 66,  29,  216, 87,
                            64, 216, 92,  100, 216, 64,  136, 216, 90,  171, 216, 117, 200, 216, 138}));
}

}  // namespace
}  // namespace loaders
