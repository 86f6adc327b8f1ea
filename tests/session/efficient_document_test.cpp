// The lab of attention at lower cost in a document's line, and what it sweeps over.
#include <gtest/gtest.h>

#include "app/document/document.h"
#include "app/document/document_line.h"
#include "app/session/efficient_runs.h"

namespace app {
namespace {

TEST(EfficientLabOfADocument, ComesBackFromItsLine) {
  Document document;
  document.efficient = {.drawn = true, .draws = 31};
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(read->efficient, document.efficient);
  EXPECT_EQ(to_line(Document{}).find("cheaper"), std::string::npos);
}

TEST(EfficientLabOfADocument, OfNoSenseIsRefused) {
  for (const char* const bad :
       {R"({"draws":0})", R"({"draws":201})", R"({"draws":-1})", R"({"drawn":1})", R"([])"}) {
    const auto read = from_line(std::string(R"({"headlight":1,"text":"a","cheaper":)") + bad + "}");
    EXPECT_FALSE(read.ok()) << bad;
  }
}

TEST(EfficientSweepValues, AreEvenBucketsAndNoMoreThanThereAre) {
  const auto values = [](const char* name, engine::Index most) {
    return sweep_values(*engine::method_number_named(name), most);
  };
  for (const engine::Index value : values("buckets", 64)) EXPECT_EQ(value % 2, 0);
  EXPECT_EQ(values("features", 1024).front(), 16);
  EXPECT_EQ(values("features", 1024).back(), 1024);
  EXPECT_EQ(values("rank", 6), (std::vector<engine::Index>{1, 2, 4}));
}

TEST(EfficientLengths, ReachWhatTheIssueAsks) {
  EXPECT_EQ(measured_lengths().front(), 256);
  EXPECT_EQ(measured_lengths().back(), 16384);
}

}  // namespace
}  // namespace app
