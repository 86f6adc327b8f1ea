// NumPy's arrays come back number by number, whatever their type and order; headers are read, never run.
#include "engine/loaders/npy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/engine/scratch_folder.h"

namespace loaders {
namespace {

using engine::Matrix;
using engine::Result;

// A file of version 1, 2 or 3 with this header, unpadded.
std::string npy_of(const std::string& header, const std::string& data, char version = 1) {
  std::string file("\x93NUMPY", 6);
  file += version;
  file += '\0';
  const auto length = static_cast<uint32_t>(header.size());
  file.append(reinterpret_cast<const char*>(&length), version == 1 ? 2 : 4);
  return file + header + data;
}

std::string header_of(const std::string& descr, const std::string& shape, bool fortran = false) {
  std::string header = "{'descr': '" + descr;
  header += std::string("', 'fortran_order': ") + (fortran ? "True" : "False");
  header += ", 'shape': " + shape;
  return header + ", }  \n";
}

// The bytes of numbers as they lie in this machine, which is little-endian.
template <class Number>
std::string little_endian(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

// The same, each number's bytes turned round.
template <class Number>
std::string big_endian(const std::vector<Number>& numbers) {
  std::string bytes = little_endian(numbers);
  for (size_t i = 0; i < bytes.size(); i += sizeof(Number)) {
    std::reverse(bytes.begin() + static_cast<ptrdiff_t>(i),
                 bytes.begin() + static_cast<ptrdiff_t>(i + sizeof(Number)));
  }
  return bytes;
}

Result<Matrix> parse_array(const std::string& file, size_t largest = kMostNpyBytes) {
  return parse_npy(std::as_bytes(std::span(file)), "file", largest);
}

Result<DoubleMatrix> parse_double(const std::string& file) {
  return parse_npy_double(std::as_bytes(std::span(file)), "file");
}

std::string refusal(const std::string& header, const std::string& data = "") {
  return key_of(parse_array(npy_of(header, data)));
}

// Both orders of bytes, into float and into double: 1, 2, 3 in a row and 4, 5, 6 below.
template <class Number>
void expect_one_to_six(const std::string& type, const std::vector<Number>& numbers) {
  const Matrix expected{{1, 2, 3}, {4, 5, 6}};
  const auto little = parse_array(npy_of(header_of("<" + type, "(2, 3)"), little_endian(numbers)));
  ASSERT_TRUE(little.ok()) << type << " " << little.error().key;
  EXPECT_EQ(*little, expected) << type;
  const auto big = parse_double(npy_of(header_of(">" + type, "(2, 3)"), big_endian(numbers)));
  ASSERT_TRUE(big.ok()) << type << " " << big.error().key;
  EXPECT_EQ(*big, expected.cast<double>()) << type;
}

TEST(Npy, ReadsEveryTypeInBothOrdersOfBytes) {
  expect_one_to_six<uint16_t>("f2", {0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600});
  expect_one_to_six<float>("f4", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<double>("f8", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<int8_t>("i1", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<int16_t>("i2", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<int32_t>("i4", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<int64_t>("i8", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<uint8_t>("u1", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<uint16_t>("u2", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<uint32_t>("u4", {1, 2, 3, 4, 5, 6});
  expect_one_to_six<uint64_t>("u8", {1, 2, 3, 4, 5, 6});
}

TEST(Npy, KeepsTheSignOfWholeNumbers) {
  const auto read = parse_array(npy_of(header_of("|i1", "(2,)"), "\xFF\x80"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, (Matrix{{-1, -128}}));
  const auto without = parse_array(npy_of(header_of("|u1", "(2,)"), "\xFF\x80"));
  ASSERT_TRUE(without.ok());
  EXPECT_EQ(*without, (Matrix{{255, 128}}));
}

TEST(Npy, ReadsTruthAsZeroAndOne) {
  const auto read = parse_array(npy_of(header_of("|b1", "(3,)"), std::string("\0\1\2", 3)));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, (Matrix{{0, 1, 1}}));
}

TEST(Npy, ReadsFortranOrderColumnByColumn) {
  const auto read =
      parse_array(npy_of(header_of("<f4", "(2, 3)", true), little_endian<float>({1, 4, 2, 5, 3, 6})));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, (Matrix{{1, 2, 3}, {4, 5, 6}}));
  const auto batch =
      parse_array(npy_of(header_of("<f4", "(1, 2, 3)", true), little_endian<float>({1, 4, 2, 5, 3, 6})));
  ASSERT_TRUE(batch.ok());
  EXPECT_EQ(*batch, *read);
}

TEST(Npy, ReadsSeveralMatricesEachBelowTheOneBefore) {
  const auto stack = [](const std::string& shape, bool fortran, const std::vector<float>& numbers) {
    const std::string file = npy_of(header_of("<f4", shape, fortran), little_endian(numbers));
    return parse_npy_stack(std::as_bytes(std::span(file)), "file");
  };
  const auto two = stack("(2, 2, 3)", false, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  ASSERT_TRUE(two.ok()) << two.error().key;
  EXPECT_EQ(two->count, 2);
  EXPECT_EQ(Matrix(two->at(0)), (Matrix{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(Matrix(two->at(1)), (Matrix{{7, 8, 9}, {10, 11, 12}}));
  const auto turned = stack("(2, 2, 3)", true, {1, 7, 4, 10, 2, 8, 5, 11, 3, 9, 6, 12});
  ASSERT_TRUE(turned.ok()) << turned.error().key;
  EXPECT_EQ(turned->numbers, two->numbers);
  EXPECT_EQ(stack("(2, 3)", false, {1, 2, 3, 4, 5, 6})->count, 1);
  EXPECT_EQ(key_of(stack("(2, 1, 1, 1)", false, {1, 2})), "error.npy_shape_stack");
  EXPECT_EQ(key_of(stack("(0, 2, 3)", false, {})), "error.npy_empty");
  EXPECT_EQ(key_of(stack("(2, 2, 3)", false, {1, 2, 3})), "error.npy_size");
  EXPECT_EQ(key_of(stack("(9223372036854775807, 9223372036854775807, 2)", false, {1})),
            "error.npy_too_large");
}

TEST(Npy, ReadsARowAndABatchOfOneAsMatrices) {
  const std::string data = little_endian<float>({1, 2, 3, 4, 5, 6});
  const auto row = parse_array(npy_of(header_of("<f4", "(6,)"), data));
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(*row, (Matrix{{1, 2, 3, 4, 5, 6}}));
  const auto batch = parse_array(npy_of(header_of("<f4", "(1, 3, 2)"), data));
  ASSERT_TRUE(batch.ok());
  EXPECT_EQ(*batch, (Matrix{{1, 2}, {3, 4}, {5, 6}}));
}

TEST(Npy, KeepsWhatIsNoNumberAndTheInfinities) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto read = parse_array(npy_of(header_of("<f4", "(1, 3)"),
                                       little_endian<float>({kNan, engine::kInfinity, -engine::kInfinity})));
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(std::isnan((*read)(0, 0)));
  EXPECT_EQ((*read)(0, 1), engine::kInfinity);
  EXPECT_EQ((*read)(0, 2), -engine::kInfinity);
  const auto halves =
      parse_array(npy_of(header_of("<f2", "(3,)"), little_endian<uint16_t>({0x7E00, 0x7C00, 0x0001})));
  ASSERT_TRUE(halves.ok());
  EXPECT_TRUE(std::isnan((*halves)(0, 0)));
  EXPECT_EQ((*halves)(0, 1), engine::kInfinity);
  EXPECT_EQ((*halves)(0, 2), std::ldexp(1.0F, -24)) << "the smallest half";
}

TEST(Npy, RoundsToFloatAndKeepsDoubles) {
  const std::string file = npy_of(header_of("<f8", "(2,)"), little_endian<double>({0.1, 1e300}));
  const auto single = parse_array(file);
  ASSERT_TRUE(single.ok());
  EXPECT_EQ((*single)(0, 0), 0.1F);
  EXPECT_EQ((*single)(0, 1), engine::kInfinity);
  const auto doubles = parse_double(file);
  ASSERT_TRUE(doubles.ok());
  EXPECT_EQ((*doubles)(0, 0), 0.1);
  EXPECT_EQ((*doubles)(0, 1), 1e300);
}

TEST(Npy, ReadsVersionsOneToThreeAndNoOther) {
  const std::string header = header_of("<f4", "(1,)");
  const std::string data = little_endian<float>({1});
  for (const char version : {'\1', '\2', '\3'})
    EXPECT_TRUE(parse_array(npy_of(header, data, version)).ok()) << int{version};
  const auto bad = parse_array(npy_of(header, data, 4));
  ASSERT_EQ(key_of(bad), "error.npy_version");
  EXPECT_EQ(argument(bad.error(), "version"), "4.0");
  EXPECT_EQ(key_of(parse_array(npy_of(header, data, 0))), "error.npy_version");
}

TEST(Npy, ReadsAHeaderHoweverItIsWritten) {
  const std::string data = little_endian<float>({1, 2});
  for (const char* header : {"{'shape':(1,2),'fortran_order':False,'descr':'<f4'}",
                             "{\"descr\": \"<f4\",\n \"fortran_order\": False, \"shape\": (1, 2,)}",
                             " { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , ) , } \n"}) {
    EXPECT_EQ(refusal(header, data), "") << header;
  }
}

TEST(Npy, RefusesAHeaderThatMakesNoSense) {
  const std::string data = little_endian<float>({1, 2});
  for (const char* header : {"",
                             "{",
                             "{}",
                             "[]",
                             "{'descr': '<f4'}",
                             "__import__('os').system('true')",
                             "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': 2}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': [2,]}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (1+1,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}",
                             "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
                             "{'descr': '<\\x664', 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
                             "{'descr': '<f4, 'fortran_order': False, 'shape': (2,)}"}) {
    EXPECT_EQ(refusal(header, data), "error.npy_header") << header;
  }
  const auto bad = parse_array(npy_of("{'descr': ?}", ""));
  ASSERT_EQ(key_of(bad), "error.npy_header");
  EXPECT_EQ(argument(bad.error(), "byte"), "20");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::string(9000, '(') + "}"),
            "error.npy_header");
}

TEST(Npy, RefusesAHeaderLongerThanTheFileOrThanAnyIs) {
  std::string file = npy_of(header_of("<f4", "(1,)"), little_endian<float>({1}));
  EXPECT_EQ(key_of(parse_array(file.substr(0, 40))), "error.npy_header");
  EXPECT_EQ(key_of(parse_array(file.substr(0, 10))), "error.npy_header");
  EXPECT_EQ(key_of(parse_array(npy_of("", "", 2).substr(0, 11))), "error.npy_header");
  file[9] = '\xFF';
  EXPECT_EQ(key_of(parse_array(file)), "error.npy_header");
  EXPECT_EQ(refusal(header_of("<f4", "(1,)") + std::string(20'000, ' '), little_endian<float>({1})),
            "error.npy_header");
}

TEST(Npy, RefusesWhatIsNoArray) {
  for (const char* file : {"", "x", "\x93NUMPY", "\x93NUMPX\x01\x02", "PK\x03\x04 an archive, .npz"})
    EXPECT_EQ(key_of(parse_array(file)), "error.npy_magic") << file;
}

TEST(Npy, RefusesPythonObjectsUnopened) {
  EXPECT_EQ(refusal(header_of("|O", "(1,)"), "cos\nsystem\n"), "error.npy_pickled");
}

TEST(Npy, RefusesTypesThatAreNoRealNumbers) {
  for (const char* dtype :
       {"<c8", "<U4", "|S1", "<M8[s]", "<f1", "<f16", "<i3", "f4", "=f4", "|f4", "<f", ""}) {
    const auto bad = parse_array(npy_of(header_of(dtype, "(1,)"), "12345678"));
    ASSERT_EQ(key_of(bad), "error.npy_dtype") << dtype;
    EXPECT_EQ(argument(bad.error(), "dtype"), dtype);
  }
}

TEST(Npy, RefusesShapesThatAreNoMatrixAndNamesThem) {
  for (const char* shape : {"()", "(2, 1, 1)", "(1, 1, 1, 2)"}) {
    const auto bad = parse_array(npy_of(header_of("<f4", shape), little_endian<float>({1, 2})));
    ASSERT_EQ(key_of(bad), "error.npy_shape") << shape;
    EXPECT_EQ(argument(bad.error(), "shape"), shape);
  }
  for (const char* shape : {"(0,)", "(0, 4611686018427387904)", "(1, 3, 0)"})
    EXPECT_EQ(refusal(header_of("<f4", shape)), "error.npy_empty") << shape;
}

TEST(Npy, RefusesNumbersThatAreMissingOrTooMany) {
  const auto bad = parse_array(npy_of(header_of("<f4", "(2, 2)"), little_endian<float>({1, 2, 3})));
  ASSERT_EQ(key_of(bad), "error.npy_size");
  EXPECT_EQ(argument(bad.error(), "wanted"), "16");
  EXPECT_EQ(argument(bad.error(), "bytes"), "12");
  EXPECT_EQ(refusal(header_of("<f4", "(2,)"), little_endian<float>({1, 2, 3})), "error.npy_size");
}

TEST(Npy, TellsTheMemoryThatItWouldTakeAndTakesNone) {
  const auto bad = parse_array(npy_of(header_of("|b1", "(100000, 100000)"), ""));
  ASSERT_EQ(key_of(bad), "error.npy_too_large");
  EXPECT_EQ(argument(bad.error(), "megabytes"), "38147");
  EXPECT_EQ(argument(bad.error(), "largest"), "1024");
  // Rows times columns would wrap around to 0 and to 4.
  EXPECT_EQ(refusal(header_of("<f4", "(4294967296, 4294967296)")), "error.npy_too_large");
  EXPECT_EQ(refusal(header_of("<f4", "(4611686018427387905, 4)")), "error.npy_too_large");
  const std::string file = npy_of(header_of("<f4", "(3,)"), little_endian<float>({1, 2, 3}));
  EXPECT_EQ(key_of(parse_array(file, 11)), "error.npy_too_large");
  EXPECT_EQ(key_of(parse_array(file, 12)), "");
}

class NpyFiles : public ScratchFolder {};

TEST_F(NpyFiles, AreReadByPath) {
  const auto path = write("a.npy", npy_of(header_of("<f8", "(2,)"), little_endian<double>({0.1, 2})));
  const auto single = read_npy(path);
  ASSERT_TRUE(single.ok()) << single.error().key;
  EXPECT_EQ((*single)(0, 1), 2);
  const auto doubles = read_npy_double(path);
  ASSERT_TRUE(doubles.ok());
  EXPECT_EQ((*doubles)(0, 0), 0.1);
  EXPECT_EQ(key_of(read_npy(folder_ / "none.npy")), "error.no_file");
  EXPECT_EQ(key_of(read_npy_double(path, 8)), "error.npy_too_large");
}

}  // namespace
}  // namespace loaders
