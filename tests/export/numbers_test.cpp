// Exported numbers read back to the numbers of the trace.
#include "app/export/numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "app/document/document.h"
#include "app/look/labels.h"
#include "app/session/steps.h"
#include "engine/loaders/npy.h"

namespace exporter {
namespace {

using engine::Index;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class Numbers : public testing::Test {
 protected:
  Numbers() {
    app::Document document;
    document.text = "the, \"the";
    document.tokenizer = text::TokenizerKind::kWords;
    document.config.causal = true;
    trace_ = app::make_trace(document).value();
  }
  int stage(const char* address) const { return trace_->find(address).value(); }
  const engine::Stage& shape(const char* address) const { return trace_->stage(stage(address)); }

  std::shared_ptr<const engine::Trace> trace_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(Numbers, CsvQuotesTokensThatHoldCommasAndQuotes) {
  const auto lines = lines_of(to_csv(*trace_, stage("encoder.0.self.head.0.masked")));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], ",the₀,\",\",\"\"\"\",the₃\r");
  EXPECT_THAT(lines[2], StartsWith("\",\","));
}

TEST_F(Numbers, CsvReadsBackToTheSameFloats) {
  const int index = stage("encoder.0.self.head.2.q");
  const auto lines = lines_of(to_csv(*trace_, index));
  const std::string last = lines.back();  // the₃ holds no comma
  std::istringstream cells(last);
  std::string cell;
  std::getline(cells, cell, ',');
  EXPECT_EQ(cell, "the₃");
  Index column = 0;
  for (; std::getline(cells, cell, ','); ++column) EXPECT_EQ(std::stof(cell), trace_->at(index, 3, column));
  EXPECT_EQ(column, trace_->stage(index).columns);
}

TEST_F(Numbers, CsvAndJsonAndTextWriteHiddenScoresAsMinusInf) {
  const int masked = stage("encoder.0.self.head.0.masked");
  EXPECT_THAT(lines_of(to_csv(*trace_, masked))[1], testing::EndsWith(",-inf,-inf,-inf\r"));
  EXPECT_THAT(lines_of(to_text(*trace_, masked))[1], testing::EndsWith("     -inf     -inf     -inf"));
  const auto json = nlohmann::json::parse(to_json(*trace_, masked));
  EXPECT_EQ(json["values"][0][3], "-inf");
}

TEST_F(Numbers, NpyReadsBackToTheSameFloats) {
  const int index = stage("encoder.0.self.concat");
  const std::string bytes = to_npy(*trace_, index);
  ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const size_t header = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  const size_t start = 10 + header;
  EXPECT_EQ(start % 64, 0U);
  EXPECT_EQ(bytes[start - 1], '\n');
  EXPECT_THAT(bytes.substr(10, header),
              StartsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 64), }"));
  ASSERT_EQ(bytes.size(), start + 4 * 64 * sizeof(float));
  for (Index row = 0; row < 4; ++row) {
    for (Index column = 0; column < 64; ++column) {
      float value = 0;
      std::memcpy(&value, bytes.data() + start + sizeof(float) * static_cast<size_t>(row * 64 + column),
                  sizeof value);
      EXPECT_EQ(value, trace_->at(index, row, column));
    }
  }
}

TEST_F(Numbers, NpyIsReadByTheReaderOfArrays) {
  const int masked = stage("encoder.0.self.head.0.masked");
  const std::string bytes = to_npy(*trace_, masked);
  const auto read = loaders::parse_npy(std::as_bytes(std::span(bytes)), "masked.npy");
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, trace_->read(masked, 0, 0, trace_->stage(masked).rows, trace_->stage(masked).columns));
  EXPECT_EQ((*read)(0, 1), -engine::kInfinity);
}

TEST_F(Numbers, JsonNamesTheStageAndReadsBackToTheSameFloats) {
  const int index = stage("encoder.0.self.head.1.weights");
  const auto json = nlohmann::json::parse(to_json(*trace_, index));
  EXPECT_EQ(json["address"], "encoder.0.self.head.1.weights");
  EXPECT_EQ(json["operation"], "softmax");
  EXPECT_THAT(json["shape"], ElementsAre(4, 4));
  EXPECT_EQ(json["rows"][3], "the₃");
  for (Index row = 0; row < 4; ++row) {
    for (Index column = 0; column < 4; ++column) {
      EXPECT_EQ(json["values"][row][column].get<float>(), trace_->at(index, row, column));
    }
  }
}

TEST(TextTable, WideLettersKeepTheColumnsAligned) {
  app::Document document;
  document.text = "我，不a";
  document.tokenizer = text::TokenizerKind::kCharacters;
  const auto trace = app::make_trace(document).value();
  const auto lines = lines_of(to_text(*trace, trace->find("encoder.0.self.head.3.weights").value()));
  EXPECT_EQ(lines[0], "        我      ，      不       a");
  EXPECT_EQ(lines[1], "我  0.2500  0.2500  0.2500  0.2500");
  EXPECT_EQ(lines[4], " a  0.2500  0.2500  0.2500  0.2500");
}

TEST_F(Numbers, EveryRowAndColumnOfEveryStageHasALabel) {
  for (int i = 0; i < trace_->size(); ++i) {
    EXPECT_EQ(look::axis_labels(*trace_, i, look::Side::kRows, 0).size(),
              static_cast<size_t>(trace_->stage(i).rows));
    EXPECT_EQ(look::axis_labels(*trace_, i, look::Side::kColumns, 0).size(),
              static_cast<size_t>(trace_->stage(i).columns));
  }
  EXPECT_EQ(look::axis_labels(*trace_, stage("encoder.0.self.concat"), look::Side::kColumns, 0).at(17),
            "1·1");
  EXPECT_THAT(look::axis_labels(*trace_, stage("embedding.table"), look::Side::kRows, 0),
              ElementsAre("the", ",", "\""));
}

TEST_F(Numbers, EveryStageHasAName) {
  const app::Words& words = app::words(app::Language::kEnglish);
  for (const engine::Stage& each : trace_->stages()) {
    EXPECT_NE(look::stage_name(words, each.address), each.address);
    EXPECT_THAT(look::stage_title(words, each.address), testing::Not(HasSubstr("stage.")));
  }
  EXPECT_EQ(look::stage_title(words, "encoder.0.self.head.0.weights"), "Head 1 · Attention weights");
  EXPECT_EQ(look::stage_title(words, "encoder.0.self.head.0.output"), "Head 1 · Head output");
  EXPECT_EQ(look::stage_title(words, "encoder.0.self.output"), "Output");
}

TEST_F(Numbers, AHeadsStageIsFoundInEveryHead) {
  EXPECT_EQ(app::across_heads(*trace_, stage("encoder.0.self.head.2.q")),
            (std::vector<int>{stage("encoder.0.self.head.0.q"), stage("encoder.0.self.head.1.q"),
                              stage("encoder.0.self.head.2.q"), stage("encoder.0.self.head.3.q")}));
  EXPECT_EQ(app::across_heads(*trace_, stage("input")), std::vector<int>{stage("input")});
}

TEST(Sizes, AreWrittenForPeople) {
  EXPECT_EQ(look::byte_size(484), "484 B");
  EXPECT_EQ(look::byte_size(1936), "1.9 kB");
  EXPECT_EQ(look::byte_size(67'108'864), "67 MB");
  EXPECT_EQ(look::whole_number(16'777'216), "16,777,216");
  EXPECT_EQ(look::whole_number(484), "484");
}

}  // namespace
}  // namespace exporter
