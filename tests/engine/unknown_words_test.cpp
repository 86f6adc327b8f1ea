// Which unknown word stands behind an unknown token is read off the last layer.
#include "engine/analysis/unknown_words.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/ops/operations.h"

namespace engine {
namespace {

// A map of two rows over the sequence `keys`, at this address.
void add_map(TraceBuilder& builder, const std::string& address, int keys, const std::vector<float>& row) {
  Matrix map(2, static_cast<Index>(row.size()));
  for (size_t i = 0; i < row.size(); ++i) map.col(static_cast<Index>(i)) << 0, row[i];
  builder.add_given({.address = address,
                     .operation = given("note.tokens"),
                     .rows = map.rows(),
                     .columns = map.cols(),
                     .row_axis = Axis::kQueries,
                     .column_axis = Axis::kKeys,
                     .column_sequence = keys},
                    std::make_shared<const Matrix>(map));
}

Sequence sequence_of(const std::vector<std::string>& unknown) {
  Sequence sequence{std::vector<std::string>(unknown.size(), "x"), std::vector<bool>(unknown.size(), false)};
  sequence.unknown = unknown;
  return sequence;
}

std::string behind(TraceBuilder builder, Index row = 1) {
  const auto trace = std::move(builder).build();
  const auto word = unknown_word(*trace, row);
  return word ? word->typed : "";
}

TEST(UnknownWord, IsTheOneThatAnyHeadOfTheLastLayerLooksAtMost) {
  TraceBuilder builder({sequence_of({"", "zebra", "lane"})}, {});
  add_map(builder, "encoder.0.self.head.0.weights", 0, {0, 0, 1});
  add_map(builder, "encoder.1.self.head.0.weights", 0, {0.5F, 0.2F, 0.3F});
  add_map(builder, "encoder.1.self.head.1.weights", 0, {0.3F, 0.6F, 0.1F});
  EXPECT_EQ(behind(std::move(builder)), "zebra");
}

TEST(UnknownWord, OfADecoderBesideAnEncoderIsOneOfTheSource) {
  TraceBuilder builder({sequence_of({"zebra", "lane"}), sequence_of({"", "rouge"})}, {});
  add_map(builder, "encoder.0.self.head.0.weights", 0, {1, 0});
  add_map(builder, "decoder.0.self.head.0.weights", 1, {0, 1});
  add_map(builder, "decoder.0.cross.head.0.weights", 0, {0.1F, 0.9F});
  EXPECT_EQ(behind(std::move(builder)), "lane");
}

TEST(UnknownWord, IsNoneWhereEveryWordIsKnown) {
  TraceBuilder builder({sequence_of({"", ""})}, {});
  add_map(builder, "encoder.0.self.head.0.weights", 0, {0.5F, 0.5F});
  EXPECT_EQ(behind(std::move(builder)), "");
}

}  // namespace
}  // namespace engine
