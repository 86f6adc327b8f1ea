// Every way of computing attention has words.
#include "app/session/attention_words.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(AttentionWords, FollowTheTableOfMethods) {
  const auto methods = engine::attention_methods();
  const auto words = attention_words();
  ASSERT_EQ(words.size(), methods.size());
  for (size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i].kind, methods[i].kind);
  EXPECT_EQ(words_of(engine::AttentionKind::kRfa), "method.rfa");
}

}  // namespace
}  // namespace app
