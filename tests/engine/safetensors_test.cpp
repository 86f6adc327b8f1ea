// Good checkpoints give their tensors; each way in which a file can lie has its own sentence.
#include "engine/loaders/safetensors.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

#include "tests/engine/scratch_folder.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;

// A file of this header and so many bytes behind it, which count up from 0.
std::string safetensors_of(const std::string& header, size_t bytes) {
  std::string file(8, '\0');
  const uint64_t length = header.size();
  std::memcpy(file.data(), &length, sizeof(length));
  file += header;
  for (size_t i = 0; i < bytes; ++i) file += static_cast<char>(i);
  return file;
}

// "NAME":{...} of one tensor.
std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& begin, const std::string& end) {
  std::string entry = "\"" + name;
  entry += R"(":{"dtype":")" + dtype;
  entry += R"(","shape":)" + shape;
  entry += R"(,"data_offsets":[)" + begin;
  entry += "," + end;
  return entry + "]}";
}

std::string braces(const std::string& content) {
  return "{" + content + "}";
}

Result<TensorFile> parse_tensors(const std::string& file) {
  return parse_safetensors(std::as_bytes(std::span(file)), "file");
}

std::string refusal(const std::string& header, size_t bytes) {
  return key_of(parse_tensors(safetensors_of(header, bytes)));
}

TEST(Safetensors, ReadsNamesTypesShapesAndData) {
  const std::string file = safetensors_of(
      braces(tensor("h.0.b", "F32", "[2,1]", "4", "12") + "," + tensor("h.0.a", "BF16", "[2]", "0", "4") +
             R"(,"__metadata__":{"format":"pt","a":"b"})") +
          "   ",
      12);
  const auto read = parse_tensors(file);
  ASSERT_TRUE(read.ok()) << read.error().key;
  ASSERT_EQ(read->tensors.size(), 2U);
  const TensorInfo& first = read->tensors[0];
  EXPECT_EQ(first.name, "h.0.a");
  EXPECT_EQ(first.dtype, DType::kBF16);
  EXPECT_EQ(first.shape, (std::vector<int64_t>{2}));
  EXPECT_EQ(first.bytes, 4U);
  EXPECT_EQ(first.count(), 2U);
  const TensorInfo& second = read->tensors[1];
  EXPECT_EQ(second.name, "h.0.b");
  EXPECT_EQ(std::to_integer<int>(second.data[0]), 4);
  EXPECT_EQ(second.bytes, 8U);
  EXPECT_EQ(read->metadata, (NameTable{{"a", "b"}, {"format", "pt"}}));
}

TEST(Safetensors, KnowsEveryTypeAndItsWidth) {
  const std::vector<std::pair<std::string, size_t>> types = {
      {"F64", 8}, {"F32", 4}, {"F16", 2},     {"BF16", 2},    {"I64", 8},    {"I32", 4},
      {"I16", 2}, {"I8", 1},  {"U8", 1},      {"BOOL", 1},    {"U16", 2},    {"U32", 4},
      {"U64", 8}, {"C64", 8}, {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1}};
  for (const auto& [name, width] : types) {
    const auto read = parse_tensors(
        safetensors_of(braces(tensor("t", name, "[3]", "0", std::to_string(3 * width))), 3 * width));
    ASSERT_TRUE(read.ok()) << name << " " << read.error().key;
    EXPECT_EQ(name_of(read->tensors.at(0).dtype), name);
    EXPECT_EQ(read->tensors.at(0).count(), 3U);
  }
}

TEST(Safetensors, AScalarHasNoDimensionsAndOneNumber) {
  const std::string file = safetensors_of(braces(tensor("scale", "F64", "[]", "0", "8")), 8);
  const auto read = parse_tensors(file);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_TRUE(read->tensors.at(0).shape.empty());
  EXPECT_EQ(read->tensors.at(0).count(), 1U);
}

TEST(Safetensors, ATensorWithoutNumbersTakesNoBytes) {
  const auto read = parse_tensors(safetensors_of(
      braces(tensor("empty", "F32", "[0,768]", "2", "2") + "," + tensor("before", "I16", "[1]", "0", "2") +
             "," + tensor("after", "U8", "[1]", "2", "3")),
      3));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(read->tensors.at(2).count(), 0U);
}

TEST(Safetensors, AFileWithoutTensorsIsOne) {
  EXPECT_TRUE(parse_tensors(safetensors_of("{}", 0)).ok());
}

TEST(Safetensors, ReadsNumbersThatAreNotAligned) {
  const float number = -1.5F;
  std::string file = safetensors_of(
      braces(tensor("a", "U8", "[1]", "0", "1") + "," + tensor("b", "F32", "[1]", "1", "5")) + " ", 5);
  std::memcpy(file.data() + file.size() - 4, &number, sizeof(number));
  const auto read = parse_tensors(file);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(number_at<float>(read->tensors.at(1), 0), number);
}

TEST(Safetensors, RefusesAFileShorterThanItsHeader) {
  EXPECT_EQ(key_of(parse_tensors("")), "error.safetensors_short");
  EXPECT_EQ(key_of(parse_tensors("1234567")), "error.safetensors_short");
  EXPECT_EQ(key_of(parse_tensors(safetensors_of("{}", 0).substr(0, 9))), "error.safetensors_header");
  EXPECT_EQ(key_of(parse_tensors(std::string(8, '\xFF') + "{}")), "error.safetensors_header");
}

TEST(Safetensors, RefusesAHeaderOfAHundredMegabytes) {
  const auto read = parse_tensors(safetensors_of(std::string(100'000'000, '['), 0));
  ASSERT_EQ(key_of(read), "error.safetensors_header_large");
  EXPECT_EQ(argument(read.error(), "largest"), "25");
}

TEST(Safetensors, RefusesNestedJsonAsLongAsAHeaderMayBe) {
  EXPECT_EQ(refusal(std::string(kLongestHeader, '['), 0), "error.safetensors_json");
  std::string nested = "{";
  while (nested.size() < kLongestHeader - 5) nested += "\"\":{";
  EXPECT_EQ(refusal(nested, 0), "error.safetensors_field");
  EXPECT_EQ(refusal(R"({"t":{"dtype":"U8","shape":[[[[0]]]],"data_offsets":[0,0]}})", 0),
            "error.safetensors_field");
}

TEST(Safetensors, RefusesWhatIsNoJsonAndSaysWhere) {
  for (const char* header : {"", "x", "[]", " {}", "{", "{\"a\"", "{}{}", "{,}", "{'a':1}", "\xEF\xBB\xBF{}"})
    EXPECT_EQ(refusal(header, 0), "error.safetensors_json") << header;
  const auto read = parse_tensors(safetensors_of("{\"t\":?}", 0));
  ASSERT_EQ(key_of(read), "error.safetensors_json");
  EXPECT_EQ(argument(read.error(), "byte"), "14");
}

TEST(Safetensors, RefusesNamesThatAreNoUtf8) {
  const auto read = parse_tensors(safetensors_of(braces(tensor("a\xFF", "U8", "[1]", "0", "1")), 1));
  ASSERT_EQ(key_of(read), "error.safetensors_utf8");
  EXPECT_EQ(argument(read.error(), "byte"), "11");
  EXPECT_EQ(refusal(braces(tensor("\\ud800", "U8", "[1]", "0", "1")), 1), "error.safetensors_json");
}

TEST(Safetensors, RefusesNamesThatStandTwice) {
  const std::string one = tensor("t", "U8", "[1]", "0", "1");
  const auto read =
      parse_tensors(safetensors_of(braces(one + "," + tensor("u", "U8", "[1]", "1", "2") + "," + one), 2));
  ASSERT_EQ(key_of(read), "error.safetensors_twice");
  EXPECT_EQ(argument(read.error(), "name"), "t");
  EXPECT_EQ(refusal(R"({"__metadata__":{"a":"b","a":"c"}})", 0), "error.safetensors_twice");
  EXPECT_EQ(refusal(R"({"__metadata__":{},"__metadata__":{}})", 0), "error.safetensors_twice");
  EXPECT_EQ(refusal(R"({"t":{"dtype":"U8","dtype":"I8","shape":[0],"data_offsets":[0,0]}})", 0),
            "error.safetensors_twice");
}

TEST(Safetensors, CallsMetadataThatAreNoTextsThat) {
  for (const auto& [header, name] : {std::pair{R"({"__metadata__":{"a":1}})", "a"},
                                     {R"({"__metadata__":{"b":"text","a":-1.5}})", "a"},
                                     {R"({"__metadata__":{"a":{}}})", "a"},
                                     {R"({"__metadata__":{"a":[]}})", "a"},
                                     {R"({"__metadata__":{"a":true}})", "a"},
                                     {R"({"__metadata__":{"a":null}})", "a"},
                                     {R"({"__metadata__":"pt"})", "__metadata__"},
                                     {R"({"__metadata__":7})", "__metadata__"},
                                     {R"({"__metadata__":[]})", "__metadata__"}}) {
    const auto read = parse_tensors(safetensors_of(header, 0));
    ASSERT_EQ(key_of(read), "error.safetensors_metadata") << header;
    EXPECT_EQ(argument(read.error(), "name"), name) << header;
  }
  // No metadata at all, as where the library writes none.
  EXPECT_EQ(refusal(R"({"__metadata__":null})", 0), "");
  EXPECT_EQ(refusal(R"({"__metadata__":null,"__metadata__":{}})", 0), "error.safetensors_twice");
}

TEST(Safetensors, RefusesDescriptionsThatLackOrMistakeAField) {
  for (const char* header :
       {R"({"t":1})", R"({"t":[]})", R"({"t":{}})", R"({"t":{"dtype":"U8","shape":[0]}})",
        R"({"t":{"dtype":"U8","data_offsets":[0,0]}})", R"({"t":{"shape":[0],"data_offsets":[0,0]}})",
        R"({"t":{"dtype":7,"shape":[0],"data_offsets":[0,0]}})",
        R"({"t":{"dtype":"U8","shape":0,"data_offsets":[0,0]}})",
        R"({"t":{"dtype":"U8","shape":["0"],"data_offsets":[0,0]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0,0]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,-1]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0.5]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":{"a":0}}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,18446744073709551616]}})",
        R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0],"more":null}})"}) {
    EXPECT_EQ(refusal(header, 0), "error.safetensors_field") << header;
  }
  const auto read =
      parse_tensors(safetensors_of(R"({"h.0":{"dtype":"U8","shape":[0],"data_offsets":null}})", 0));
  ASSERT_EQ(key_of(read), "error.safetensors_field");
  EXPECT_EQ(argument(read.error(), "tensor"), "h.0");
  EXPECT_EQ(argument(read.error(), "field"), "data_offsets");
}

TEST(Safetensors, RefusesATypeThatItDoesNotKnow) {
  for (const char* dtype : {"F6_E2M3", "f32", "", "F32 "}) {
    const auto read = parse_tensors(safetensors_of(braces(tensor("t", dtype, "[1]", "0", "4")), 4));
    ASSERT_EQ(key_of(read), "error.safetensors_dtype") << dtype;
    EXPECT_EQ(argument(read.error(), "dtype"), dtype);
  }
}

TEST(Safetensors, RefusesDimensionsThatCountNothing) {
  for (const char* size : {"-1", "1.5", "1e3", "9223372036854775808", "99999999999999999999"}) {
    const auto read = parse_tensors(
        safetensors_of(braces(tensor("t", "U8", std::string("[2,") + size + "]", "0", "1")), 1));
    ASSERT_EQ(key_of(read), "error.safetensors_dimension") << size;
    EXPECT_EQ(argument(read.error(), "size"), size);
  }
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[1,1,1,1,1,1,1,1,1]", "0", "1")), 1),
            "error.safetensors_dimensions");
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[1,1,1,1,1,1,1,1]", "0", "1")), 1), "");
}

TEST(Safetensors, RefusesAShapeWhoseProductOverflows) {
  // 2^32 * 2^32 wraps to 0 in 64 bits, 2^61 * 8 bytes too; a 0 among the dimensions hides neither.
  for (const char* shape :
       {"[4294967296,4294967296]", "[2305843009213693952]", "[0,4294967296,4294967296]"}) {
    EXPECT_EQ(refusal(braces(tensor("t", "F64", shape, "0", "0")), 0), "error.safetensors_overflow") << shape;
  }
}

TEST(Safetensors, RefusesAShapeThatDoesNotMultiplyOut) {
  const auto read = parse_tensors(safetensors_of(braces(tensor("t", "F32", "[2,3]", "0", "20")), 20));
  ASSERT_EQ(key_of(read), "error.safetensors_size");
  EXPECT_EQ(argument(read.error(), "shape"), "(2, 3)");
  EXPECT_EQ(argument(read.error(), "wanted"), "24");
  EXPECT_EQ(argument(read.error(), "bytes"), "20");
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[0]", "0", "1")), 1), "error.safetensors_size");
}

TEST(Safetensors, RefusesATensorThatEndsBeforeItBegins) {
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[1]", "2", "1")), 2), "error.safetensors_offsets");
}

TEST(Safetensors, RefusesATensorBeyondTheEndOfTheFile) {
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[5]", "0", "5")), 4), "error.safetensors_beyond");
  // begin + size would wrap around to a small number.
  EXPECT_EQ(refusal(braces(tensor("t", "U8", "[1]", "18446744073709551614", "18446744073709551615")), 4),
            "error.safetensors_beyond");
}

TEST(Safetensors, RefusesTensorsThatOverlap) {
  const auto read = parse_tensors(safetensors_of(
      braces(tensor("a", "U8", "[3]", "0", "3") + "," + tensor("b", "U8", "[2]", "2", "4")), 4));
  ASSERT_EQ(key_of(read), "error.safetensors_overlap");
  EXPECT_EQ(argument(read.error(), "tensor"), "b");
  EXPECT_EQ(argument(read.error(), "other"), "a");
  EXPECT_EQ(refusal(braces(tensor("a", "U8", "[2]", "0", "2") + "," + tensor("b", "U8", "[2]", "0", "2")), 2),
            "error.safetensors_overlap");
}

TEST(Safetensors, RefusesBytesThatBelongToNoTensor) {
  EXPECT_EQ(refusal(braces(tensor("a", "U8", "[1]", "1", "2")), 2), "error.safetensors_hole");
  const auto hole = parse_tensors(safetensors_of(
      braces(tensor("a", "U8", "[1]", "0", "1") + "," + tensor("b", "U8", "[1]", "4", "5")), 5));
  ASSERT_EQ(key_of(hole), "error.safetensors_hole");
  EXPECT_EQ(argument(hole.error(), "tensor"), "b");
  EXPECT_EQ(argument(hole.error(), "bytes"), "3");
  EXPECT_EQ(refusal(braces(tensor("a", "U8", "[1]", "0", "1")), 2), "error.safetensors_rest");
  EXPECT_EQ(refusal("{}", 1), "error.safetensors_rest");
}

TEST(Safetensors, QuotesAHostileNameInOneShortLine) {
  const auto read = parse_tensors(
      safetensors_of(braces(tensor("\\u001b[31m\\n" + std::string(10'000, 'x'), "U9", "[]", "0", "1")), 1));
  ASSERT_EQ(key_of(read), "error.safetensors_dtype");
  const std::string name = argument(read.error(), "tensor");
  EXPECT_LT(name.size(), 100U);
  EXPECT_TRUE(name.starts_with(" [31m x"));
}

TEST(Safetensors, NamesTheTypeThatCannotBeUsed) {
  const auto read = parse_tensors(safetensors_of(braces(tensor("ids", "I64", "[1]", "0", "8")), 8));
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(require_dtype(read->tensors.at(0), {DType::kF32, DType::kI64}).has_value());
  const auto bad = require_dtype(read->tensors.at(0), {DType::kF32, DType::kF16, DType::kBF16});
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.tensor_dtype");
  EXPECT_EQ(argument(*bad, "dtype"), "I64");
  EXPECT_EQ(argument(*bad, "allowed"), "F32, F16, BF16");
}

class Shards : public ScratchFolder {
 protected:
  // Two shards, a tensor each, and an index that names them.
  void write_both() const {
    write("one.safetensors", safetensors_of(braces(tensor("b.weight", "U8", "[2]", "0", "2") +
                                                   R"(,"__metadata__":{"format":"pt","of":"one"})"),
                                            2));
    write("two.safetensors",
          safetensors_of(
              braces(tensor("a.weight", "F32", "[1]", "0", "4") + R"(,"__metadata__":{"format":"pt"})"), 4));
  }
  Result<TensorSet> open_index(const std::string& index) const {
    write("model.safetensors.index.json", index);
    return TensorSet::open(folder_);
  }
  std::string refused(const std::string& index) const { return key_of(open_index(index)); }
};

TEST_F(Shards, AreOneSetOfTensors) {
  write_both();
  const auto set = open_index(R"({"metadata":{"total_size":6,"deep":[{"weight_map":{}}]},)"
                              R"("weight_map":{"b.weight":"one.safetensors","a.weight":"two.safetensors"}})");
  ASSERT_TRUE(set.ok()) << set.error().key;
  ASSERT_EQ(set->tensors().size(), 2U);
  EXPECT_EQ(set->tensors()[0].name, "a.weight");
  EXPECT_EQ(set->bytes(), 6U);
  EXPECT_EQ(set->metadata(), (NameTable{{"format", "pt"}, {"of", "one"}}));
  ASSERT_EQ(set->files().size(), 2U);
  const TensorInfo* const found = set->find("b.weight");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->file->path(), folder_ / "one.safetensors");
  EXPECT_EQ(number_at<uint8_t>(*found, 1), 1);
  EXPECT_EQ(set->find("b"), nullptr);
  EXPECT_EQ(set->find("c.weight"), nullptr);
}

TEST_F(Shards, TensorsOutliveTheSet) {
  write("model.safetensors", safetensors_of(braces(tensor("a", "U8", "[2]", "0", "2")), 2));
  TensorInfo kept;
  {
    const auto set = TensorSet::open(folder_ / "model.safetensors");
    ASSERT_TRUE(set.ok()) << set.error().key;
    kept = set->tensors().at(0);
  }
  EXPECT_EQ(number_at<uint8_t>(kept, 1), 1);
}

TEST_F(Shards, AFolderPrefersTheWholeModel) {
  write("model.safetensors", safetensors_of(braces(tensor("a", "U8", "[2]", "0", "2")), 2));
  const auto set = open_index("no JSON");
  ASSERT_TRUE(set.ok()) << set.error().key;
  EXPECT_EQ(set->files().size(), 1U);
}

TEST_F(Shards, AFolderWithoutAModelSaysWhatItLooksFor) {
  EXPECT_EQ(key_of(TensorSet::open(folder_)), "error.safetensors_none");
  write("pytorch_model.bin", "pickled");
  EXPECT_EQ(key_of(TensorSet::open(folder_)), "error.safetensors_pickled");
  EXPECT_EQ(key_of(TensorSet::open(folder_ / "none")), "error.no_file");
}

TEST_F(Shards, EveryFileOfTheIndexMustBeThere) {
  write_both();
  const auto set = open_index(R"({"weight_map":{"a.weight":"two.safetensors","c":"three.safetensors"}})");
  ASSERT_EQ(key_of(set), "error.shard_missing");
  EXPECT_EQ(argument(set.error(), "shard"), "three.safetensors");
}

TEST_F(Shards, EveryTensorOfTheIndexMustBeInItsFile) {
  write_both();
  const auto set =
      open_index(R"({"weight_map":{"a.weight":"one.safetensors","b.weight":"two.safetensors"}})");
  ASSERT_EQ(key_of(set), "error.shard_tensor");
  EXPECT_EQ(argument(set.error(), "tensor"), "a.weight");
  EXPECT_EQ(refused(R"({"weight_map":{"c":"one.safetensors"}})"), "error.shard_tensor");
}

TEST_F(Shards, ATensorMayBeInOneFileOnly) {
  write("one.safetensors", safetensors_of(braces(tensor("a", "U8", "[2]", "0", "2")), 2));
  write("two.safetensors",
        safetensors_of(braces(tensor("a", "U8", "[2]", "0", "2") + "," + tensor("b", "U8", "[0]", "2", "2")),
                       2));
  EXPECT_EQ(refused(R"({"weight_map":{"a":"one.safetensors","b":"two.safetensors"}})"), "error.shard_twice");
}

TEST_F(Shards, NoNameOfAFileLeavesTheFolder) {
  write_both();
  for (const char* name : {"../one.safetensors", "/etc/passwd", "sub/one.safetensors", "..", ".", "",
                           "a\\\\..\\\\b", "one.safetensors\\u0000.json"}) {
    EXPECT_EQ(refused(std::string(R"({"weight_map":{"a":")") + name + "\"}}"), "error.shards_name") << name;
  }
}

TEST_F(Shards, AnIndexWithoutAMapIsNone) {
  for (const char* index :
       {"{}", R"({"weight_map":[]})", R"({"weight_map":"one.safetensors"})", R"({"weight_map":null})",
        R"({"weight_map":{"a":1}})", R"({"weight_map":{"a":["one.safetensors"]}})",
        R"({"weight_map":{"a":{}}})", R"({"metadata":{"weight_map":{"a":"one.safetensors"}}})"}) {
    EXPECT_EQ(refused(index), "error.shards_map") << index;
  }
  EXPECT_EQ(refused("[]"), "error.safetensors_json");
  EXPECT_EQ(refused(R"({"weight_map":{})"), "error.safetensors_json");
  EXPECT_EQ(refused("{\"\xFF\":0}"), "error.safetensors_utf8");
  EXPECT_EQ(refused(R"({"weight_map":{"a":"b","a":"c"}})"), "error.safetensors_twice");
  EXPECT_EQ(refused(R"({"weight_map":{},"weight_map":{}})"), "error.safetensors_twice");
  EXPECT_EQ(refused(std::string(kLongestHeader + 1, ' ')), "error.file_too_large");
}

TEST_F(Shards, ABrokenFileAmongThemIsNamed) {
  write_both();
  write("two.safetensors", "cut");
  const auto set =
      open_index(R"({"weight_map":{"b.weight":"one.safetensors","a.weight":"two.safetensors"}})");
  ASSERT_EQ(key_of(set), "error.safetensors_short");
  EXPECT_EQ(argument(set.error(), "path"), (folder_ / "two.safetensors").string());
}

}  // namespace
}  // namespace loaders
