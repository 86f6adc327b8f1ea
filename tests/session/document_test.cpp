// A document and its line are the same thing.
#include "app/document.h"

#include <gtest/gtest.h>

#include "app/text/quotable.h"

namespace app {
namespace {

TEST(Document, WritesAndReadsTheSameBytes) {
  Document document;
  document.text = "我，不想延畢 👩‍👩‍👧 \"quoted\"\n";
  document.tokenizer = text::TokenizerKind::kCharacters;
  document.padded = {1, 3};
  document.config.model = engine::ModelKind::kSeeded;
  document.config.seed = 18446744073709551615ULL;
  document.config.base = 123.5;
  document.config.causal = true;
  document.focus = {"heads", "encoder.0.self.concat", {{2, 7}}};
  const std::string line = to_line(document);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), line);
}

TEST(Document, RefusesWhatIsNoSession) {
  const std::string nested(10'000, '[');
  for (const std::string& bad :
       {std::string("hello"), std::string("{}"), std::string("[1]"), nested, std::string("{\"headlight\":2}"),
        std::string("{\"headlight\":1,\"heads\":\"four\"}"), std::string("{\"headlight\":1,\"heads\":0}"),
        std::string("{\"headlight\":1,\"heads\":-4}"), std::string("{\"headlight\":1,\"padded\":[1,\"a\"]}"),
        std::string("{\"headlight\":1,\"tokenizer\":\"syllables\"}"),
        std::string("{\"headlight\":1,\"pinned\":[1]}"), std::string("{\"headlight\":1,\"text\":\"the c")}) {
    const auto read = from_line(bad);
    ASSERT_FALSE(read.ok()) << bad.substr(0, 60);
    EXPECT_EQ(read.error().key.substr(0, 6), "error.");
  }
}

TEST(Document, RefusesNumbersThatDoNotFit) {
  const std::string huge = "18446744073709551615";
  for (const std::string& field :
       {"\"pinned\":[" + huge + ",0]", std::string("\"pinned\":[0,2147483648]"), "\"padded\":[" + huge + "]",
        std::string("\"padded\":[2048]"), "\"d_model\":" + huge, "\"heads\":" + huge}) {
    const auto read = from_line("{\"headlight\":1," + field + "}");
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_EQ(read.error().key, "error.session_field") << field;
  }
}

TEST(Document, AnErrorQuotesWholeLetters) {
  for (size_t ascii = 0; ascii < 4; ++ascii) {
    std::string line(ascii, 'x');
    for (int i = 0; i < 80; ++i) line += "漢";
    const auto read = from_line(line);
    ASSERT_FALSE(read.ok());
    const std::string& quoted = read.error().arguments.front().second;
    EXPECT_TRUE(text::tokenize(quoted, text::TokenizerKind::kBytes).ok()) << quoted;
  }
}

TEST(Document, AnErrorQuotesBytesThatAreNoLettersAsReplacementCharacters) {
  // A surrogate, a letter written too long, and one that ends early.
  EXPECT_EQ(quotable("a\xED\xA0\x80"
                     "b\xE0\x80\x80"
                     "c\xE6\x88"),
            "a\uFFFD\uFFFD\uFFFD"
            "b\uFFFD\uFFFD\uFFFD"
            "c\uFFFD\uFFFD");
  EXPECT_EQ(quotable("two\nlines"), "two lines");
}

TEST(Document, AFieldLeftOutKeepsItsDefault) {
  const auto read = from_line("{\"headlight\":1,\"text\":\"hi\"}");
  ASSERT_TRUE(read.ok());
  Document expected;
  expected.text = "hi";
  EXPECT_EQ(*read, expected);
}

TEST(Document, PaddingBeyondTheEndIsLeftOut) {
  Document document;
  document.text = "one two";
  document.padded = {1, 9};
  const auto sequence = sequence_of(document);
  ASSERT_TRUE(sequence.ok());
  EXPECT_EQ(sequence->padding, (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace app
