// json_text_test.cpp: the reader of JSON keeps to the limits and the errors that it is told.
#include "engine/json/json_text.h"

#include <gtest/gtest.h>

namespace {

engine::Error broken_json(std::string_view text, const engine::JsonFault& fault) {
  if (fault.out_of_range) return {"large number", {{"number", fault.last}}};
  if (fault.byte > text.size()) return {"cut off", {}};
  return {"broken", {{"byte", std::to_string(fault.byte)}}};
}

engine::JsonRules small_rules() {
  return {.most_bytes = 40,
          .deepest = 3,
          .most_values = 6,
          .too_large = "large",
          .not_utf8 = "no text",
          .too_deep = "deep",
          .too_many = "many",
          .twice = "twice",
          .broken = broken_json};
}

std::string json_said(std::string_view text, const engine::JsonRules& rules = small_rules()) {
  const auto read = engine::read_json(text, rules);
  if (read) return "read " + read->dump();
  std::string sentence = read.error().key;
  for (const auto& [name, value] : read.error().arguments)
    sentence.append(" ").append(name).append("=").append(value);
  return sentence;
}

TEST(JsonText, ReadsWhatKeepsToItsRules) {
  EXPECT_EQ(json_said(R"({"a": [1, {}]})"), R"(read {"a":[1,{}]})");
  EXPECT_EQ(json_said("\xEF\xBB\xBF[1]"), "read [1]");
  EXPECT_EQ(json_said("7"), "read 7");
}

TEST(JsonText, RefusesByTheKeysThatItIsTold) {
  EXPECT_EQ(json_said("[" + std::string(40, ' ') + "]"), "large megabytes=0");
  EXPECT_EQ(json_said("[\"\xFF\"]"), "no text byte=2");
  EXPECT_EQ(json_said("[[[[]]]]"), "deep depth=3");
  EXPECT_EQ(json_said("[1,2,3,4,5,6]"), "many count=6");
  EXPECT_EQ(json_said(R"({"a": 1, "a": 2})"), "twice field=a");
  EXPECT_EQ(json_said("[1,,2]"), "broken byte=4");
  EXPECT_EQ(json_said("[1, 2"), "cut off");
  EXPECT_EQ(json_said("[1e999]"), "large number number=1e999");
}

TEST(JsonText, FieldsOfOneNameInTwoObjectsAreNoneTwice) {
  EXPECT_EQ(json_said(R"([{"a": 1}, {"a": 2}])"), R"(read [{"a":1},{"a":2}])");
}

TEST(JsonText, EveryErrorSaysFirstWhatItIsAbout) {
  engine::JsonRules rules = small_rules();
  rules.about = {{"path", "x.json"}};
  EXPECT_EQ(json_said("[1,,2]", rules), "broken path=x.json byte=4");
  EXPECT_EQ(json_said("[[[[]]]]", rules), "deep path=x.json depth=3");
  EXPECT_EQ(json_said(std::string(41, ' '), rules), "large path=x.json megabytes=0");
}

}  // namespace
