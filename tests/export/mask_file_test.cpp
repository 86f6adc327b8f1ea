// A mask that was saved is the same mask when it is loaded; whatever is no mask is refused with a sentence.
#include "app/export/mask_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "app/export/file.h"
#include "app/export/picture.h"
#include "app/session/exploring.h"
#include "tests/export/decoded.h"

namespace exporter {
namespace {

using engine::Index;
using engine::Matrix;
namespace fs = std::filesystem;

constexpr const char* kMask = "encoder.0.self.head.0.mask";

class MaskFile : public testing::Test {
 protected:
  MaskFile() : folder_(fs::temp_directory_path() / ("headlight_masks_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~MaskFile() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  // The mask of the head that all paint, with a comma among its tokens.
  static std::shared_ptr<const engine::Trace> trace_of(const std::vector<engine::MaskPatch>& patches,
                                                       bool finite = false) {
    app::State state;
    state.document.text = "the , \" cat";
    state.document.config.causal = true;
    state.document.config.mask_finite = finite;
    for (const engine::MaskPatch& patch : patches) app::paint_mask(state, "encoder.0.self", patch);
    return app::make_trace(state.document).value();
  }
  static Matrix mask_in(const engine::Trace& trace) {
    const int mask = trace.find(kMask).value();
    return trace.read(mask, 0, 0, trace.stage(mask).rows, trace.stage(mask).columns);
  }
  std::optional<engine::Error> write(const engine::Trace& trace, const char* name) const {
    return write_mask(trace, trace.find(kMask).value(), folder_ / name);
  }

  fs::path folder_;
};

std::string key_of(const engine::Result<Matrix>& read) {
  return read ? "" : read.error().key;
}

std::string argument(const engine::Error& error, std::string_view name) {
  for (const auto& [key, value] : error.arguments) {
    if (key == name) return value;
  }
  return "";
}

TEST_F(MaskFile, OfNumbersComesBackWithEveryBias) {
  const auto trace = trace_of({{0, 3, 1, 1, 0.1}, {2, 0, 1, 2, -2.5}, {3, 3, 1, 1, engine::kHide}});
  ASSERT_FALSE(write(*trace, "mask.csv").has_value());
  const auto read = read_mask(folder_ / "mask.csv", 4, 4);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, mask_in(*trace));
}

TEST_F(MaskFile, OfPixelsComesBackAndIsBlackWhereItHides) {
  const auto trace = trace_of({{0, 3, 1, 1, 0}});
  ASSERT_FALSE(write(*trace, "mask.PNG").has_value());
  const auto read = read_mask(folder_ / "mask.PNG", 4, 4);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, mask_in(*trace));
  const Picture picture = decoded(read_file(folder_ / "mask.PNG").value());
  EXPECT_EQ(picture.rgba.at(4), 0) << "row 0, column 1: later, hidden";
  EXPECT_EQ(picture.rgba.at(12), 255) << "row 0, column 3: painted visible";
}

TEST_F(MaskFile, ThatHidesByAFiniteNumberHidesWhenItIsLoaded) {
  const auto trace = trace_of({}, true);
  for (const char* name : {"mask.csv", "mask.png"}) {
    ASSERT_FALSE(write(*trace, name).has_value());
    const auto read = read_mask(folder_ / name, 4, 4);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ((*read)(0, 1), -engine::kInfinity) << name;
    EXPECT_EQ((*read)(1, 0), 0) << name;
  }
}

TEST_F(MaskFile, APictureHoldsNoBiasAndSaysWhichCellHasOne) {
  const auto bad = write(*trace_of({{2, 1, 1, 1, -2.5}}), "mask.png");
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.mask_bias");
  EXPECT_EQ(argument(*bad, "row"), "2");
  EXPECT_EQ(argument(*bad, "column"), "1");
  EXPECT_EQ(argument(*bad, "value"), "−2.5");
  EXPECT_FALSE(fs::exists(folder_ / "mask.png"));
}

TEST_F(MaskFile, OfAnotherEndingIsNone) {
  EXPECT_EQ(write(*trace_of({}), "mask.jpg")->key, "error.mask_format");
  EXPECT_EQ(key_of(read_mask(folder_ / "mask", 4, 4)), "error.mask_format");
  EXPECT_EQ(key_of(read_mask(folder_ / "none.csv", 4, 4)), "error.no_file");
}

TEST(MaskTable, MayHoldNumbersAlone) {
  const auto read = mask_of_csv("0,-inf\n 1.5 , -1e9\r\n\r\n", 2, 2);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ((*read)(0, 1), -engine::kInfinity);
  EXPECT_EQ((*read)(1, 0), 1.5F);
  EXPECT_EQ((*read)(1, 1), -engine::kInfinity);
}

TEST(MaskTable, ReadsNamesWithCommasQuotesAndLineEnds) {
  const auto read = mask_of_csv(",\"a,b\",\"\"\"\"\r\n\"x\ny\",0,1\r\nz,2,-inf\r\n", 2, 2);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ((*read)(0, 1), 1);
  EXPECT_EQ((*read)(1, 0), 2);
}

TEST(MaskTable, OfTheWrongShapeSaysWhichItHas) {
  const auto wide = mask_of_csv("0,0,0\n0,0,0\n", 2, 2);
  ASSERT_EQ(key_of(wide), "error.mask_shape");
  EXPECT_EQ(argument(wide.error(), "columns"), "3");
  EXPECT_EQ(argument(wide.error(), "wanted_columns"), "2");
  EXPECT_EQ(key_of(mask_of_csv("0,0\n", 2, 2)), "error.mask_shape");
  EXPECT_EQ(key_of(mask_of_csv("0,0\n0\n", 2, 2)), "error.mask_shape");
  EXPECT_EQ(key_of(mask_of_csv("", 2, 2)), "error.mask_shape");
  EXPECT_EQ(key_of(mask_of_csv(",a,b\n", 2, 2)), "error.mask_shape");
}

TEST(MaskTable, RefusesWhatIsNoNumberToAdd) {
  for (const char* field : {"nan", "inf", "1e39", "", "x", "1;2", "0x1", "1e10", "\xFF"}) {
    const auto read = mask_of_csv(std::string("0,0\n0,") + field + "\n", 2, 2);
    ASSERT_EQ(key_of(read), "error.mask_number") << field;
    EXPECT_EQ(argument(read.error(), "row"), "1");
    EXPECT_EQ(argument(read.error(), "column"), "1");
  }
}

TEST(MaskPicture, OfTheWrongShapeOrNoPictureIsRefused) {
  const std::string bytes = encode_png({3, 2, std::vector<std::uint8_t>(24, 255)});
  EXPECT_TRUE(mask_of_png(bytes, 2, 3).ok());
  EXPECT_EQ(key_of(mask_of_png(bytes, 3, 2)), "error.mask_shape");
  EXPECT_EQ(key_of(mask_of_png("GIF89a, not this one, I fear", 2, 3)), "error.mask_picture");
  EXPECT_EQ(key_of(mask_of_png("", 2, 3)), "error.mask_picture");
  EXPECT_EQ(key_of(mask_of_png(bytes.substr(0, bytes.size() / 2), 2, 3)), "error.mask_picture");
  // A picture that claims to be huge is refused before it is unpacked.
  const auto bomb = read_file(fs::path(HEADLIGHT_TEST_DATA) / "golden" / "images" / "bomb.png");
  ASSERT_TRUE(bomb.ok());
  EXPECT_EQ(key_of(mask_of_png(*bomb, 2, 3)), "error.mask_shape");
}

TEST(MaskPicture, ReadsGreysByTheirLight) {
  std::vector<std::uint8_t> pixels;
  for (const std::array<std::uint8_t, 3>& colour :
       {std::array<std::uint8_t, 3>{100, 100, 100}, {200, 200, 200}, {255, 0, 0}, {255, 255, 0}}) {
    pixels.insert(pixels.end(), {colour[0], colour[1], colour[2], 255});
  }
  const auto read = mask_of_png(encode_png({4, 1, pixels}), 1, 4);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)(0, 0), -engine::kInfinity);
  EXPECT_EQ((*read)(0, 1), 0);
  EXPECT_EQ((*read)(0, 2), -engine::kInfinity);
  EXPECT_EQ((*read)(0, 3), 0);
}

}  // namespace
}  // namespace exporter
