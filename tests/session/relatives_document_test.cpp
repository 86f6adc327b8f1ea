// The lab on attention's relatives is a part of a document's line.
#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/document/labs/labs.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

TEST(RelativesOfADocument, ComeBackFromTheirLine) {
  Document document;
  engine::relatives_lab_of(document.config) = {.is_on = true,
                                               .kernel = 5,
                                               .dilation = 2,
                                               .grows = false,
                                               .depth = 4,
                                               .stride = 2,
                                               .pooling = engine::Pooling::kMean,
                                               .causal = false,
                                               .gain = 1.25,
                                               .linear = true,
                                               .head = 3,
                                               .seed = 7};
  document.labs.relatives = {
      .shown = "costs", .output = 2, .step = 0, .length = 4096, .width = 64, .kernel = 7};
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(engine::labs_of(read->config), engine::labs_of(document.config));
  EXPECT_EQ(read->labs, document.labs);
  EXPECT_EQ(to_line(*read), to_line(document));
}

TEST(RelativesOfADocument, AreNotWrittenWhereTheyAreAsUsual) {
  EXPECT_EQ(to_line(Document{}).find("lab_relatives"), std::string::npos);
}

TEST(RelativesOfADocument, RefuseWhatMakesNoSense) {
  const auto refused = [](const std::string& fields) {
    const auto read = from_line(R"({"headlight":1,"text":"a b","lab_relatives":{)" + fields + "}}");
    return read.ok() ? std::string() : read.error().key;
  };
  EXPECT_EQ(refused(R"("kernel":3)"), "");
  EXPECT_EQ(refused(R"("kernel":-3)"), "error.session_field");
  EXPECT_EQ(refused(R"("kernel":10)"), "error.size");
  EXPECT_EQ(refused(R"("pooling":"sum")"), "error.session_field");
  EXPECT_EQ(refused(R"("page":"sums")"), "error.session_field");
  EXPECT_EQ(refused(R"("n":0)"), "error.session_field");
  EXPECT_EQ(refused(R"("gain":1e9)"), "error.gain");
}

}  // namespace
}  // namespace app
