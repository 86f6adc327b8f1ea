// Numbers as people type and paste them: one reader for every field and every answer.
#include "app/text/typed_number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

struct Read {
  const char* typed;
  double value;
};

TEST(TypedNumber, CommasBeforeThreeDigitsSeparateThousandsAndAnyOtherIsADecimalComma) {
  for (const auto& [typed, value] :
       {Read{"1,024", 1024}, Read{"12,345", 12'345}, Read{"144,000,000", 144'000'000}, Read{"-1,024", -1024},
        Read{"1,024.5", 1024.5}, Read{"999,999", 999'999}, Read{"1,024e3", 1'024'000}, Read{"0,5", 0.5},
        Read{"0,125", 0.125}, Read{"00,125", 0.125}, Read{"1,5", 1.5}, Read{"1,02", 1.02},
        Read{"1,0245", 1.0245}, Read{"1234,567", 1234.567}, Read{",5", 0.5}, Read{",500", 0.5},
        Read{"−0,25", -0.25}, Read{"5,", 5}, Read{"2,5e-3", 0.0025}}) {
    const auto read = read_number(typed);
    ASSERT_TRUE(read.ok()) << typed;
    EXPECT_DOUBLE_EQ(read->value, value) << typed;
  }
  for (const char* typed : {"1,02,4", "1,024,5", "1.024,5", "1.024,567", "0,125,000", "1234,567,890",
                            "1,,024", ",", "1,024,", "1, 024", "1,024 000", "1 2", "1024 000", "1 02"}) {
    const auto read = read_number(typed);
    ASSERT_FALSE(read.ok()) << typed << " is " << read->value;
    EXPECT_THAT(read.error().key, testing::AnyOf("error.number_comma", "error.number_plain")) << typed;
  }
}

TEST(TypedNumber, BlanksOfAnyWidthSeparateThousands) {
  for (const char* typed : {"1 024", "1\u00A0024", "1\u202F024", " 1 024\r\n", "1\u2009024", "\uFEFF1024"}) {
    const auto read = read_number(typed);
    ASSERT_TRUE(read.ok()) << typed;
    EXPECT_EQ(read->value, 1024) << typed;
  }
  EXPECT_EQ(read_number("144 000 000")->value, 144'000'000);
  EXPECT_EQ(read_number(" − 3 ")->value, -3);
}

TEST(TypedNumber, WorksOutSums) {
  for (const auto& [typed, value] :
       {Read{"32*32", 1024}, Read{"32 × 32", 1024}, Read{"2^10", 1024}, Read{"1/2", 0.5}, Read{"-1/4", -0.25},
        Read{"2 · 512 · 2,048", 2'097'152}, Read{"sqrt(64)", 8}, Read{"(2 + 1)^3", 27}, Read{"0,5 * 3", 1.5},
        Read{"exp(0)", 1}, Read{"1e3/2", 500}, Read{"-2^2", -4}, Read{"３２＊３２", 1024},
        Read{"１，０２４", 1024}, Read{"０．５", 0.5}, Read{"6 ÷ 4", 1.5}}) {
    const auto read = read_number(typed);
    ASSERT_TRUE(read.ok()) << typed;
    EXPECT_DOUBLE_EQ(read->value, value) << typed;
  }
  for (const char* typed : {"", " ", "much", "0.7.3", "0.73 or so", "1/0", "nan", "inf", "1e999", "0x10",
                            "2 +", "(1", "pi", "_pi", "a = 1", "1; 2", "0、5", "5 %"}) {
    EXPECT_FALSE(read_number(typed).ok()) << typed;
  }
  EXPECT_FALSE(read_number(std::string(100'000, '(')).ok());
}

TEST(TypedNumber, CountsTheDigitsBehindThePoint) {
  EXPECT_EQ(read_number("0,70")->decimals, 2);
  EXPECT_EQ(read_number("1,024")->decimals, 0);
  EXPECT_EQ(read_number("1,024.5")->decimals, 1);
  EXPECT_EQ(read_number("7/10")->decimals, 0);
}

TEST(TypedNumber, AWholeNumberIsWholeAndAsExactAsItWasTyped) {
  EXPECT_EQ(*read_whole("1,024"), 1024);
  EXPECT_EQ(*read_whole("2^10"), 1024);
  for (const char* typed : {"8.5", "0,5", "1/2", "∞", "9007199254740993000"})
    EXPECT_EQ(read_whole(typed).error().key, "error.number_whole") << typed;
}

TEST(TypedNumber, InAListACommaSeparates) {
  using testing::ElementsAre;
  EXPECT_THAT(*read_list("5, 17, 3"), ElementsAre(5, 17, 3));
  EXPECT_THAT(*read_list("1,024"), ElementsAre(1, 24));
  EXPECT_THAT(*read_list("[[5 17]\u00A0[3]]"), ElementsAre(5, 17, 3));
  EXPECT_THAT(*read_list("5\t17\r\n3；４，6、7"), ElementsAre(5, 17, 3, 4, 6, 7));
  EXPECT_THAT(*read_list(" "), ElementsAre());
  for (const char* typed : {"5.17", "-5", "a", "5 17x", "99999999999"})
    EXPECT_EQ(read_list(typed).error().key, "error.number_list") << typed;
}

TEST(PastedText, KeepsItsSeparators) {
  EXPECT_EQ(pasted_text("cat\tsat"), "cat sat");
  EXPECT_EQ(pasted_text("1\t2\r\n3\t4\r\n"), "1 2\n3 4\n");
  EXPECT_EQ(pasted_text("a\rb\vc\fd"), "a\nb\nc\nd");
  EXPECT_EQ(pasted_text("−1\u00A02"), "−1\u00A02") << "what a field's reader takes for a blank";
}

}  // namespace
}  // namespace app
