// attention_words.h: what the ways of computing attention are called.
#pragma once

#include <span>
#include <string_view>

#include "engine/attention/efficient/method.h"

namespace app {

struct AttentionWords {
  engine::AttentionKind kind;
  std::string_view key;  // its words; key.tip is a sentence
};

// One for each row of engine::attention_methods(), in its order.
std::span<const AttentionWords> attention_words();
std::string_view words_of(engine::AttentionKind kind);

}  // namespace app
