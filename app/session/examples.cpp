// examples.cpp: the table of examples, one row each.
#include "app/session/examples.h"

#include <vector>

namespace app {
namespace {

Document sentence(std::string text, int head = 0) {
  Document document;
  document.text = std::move(text);
  document.focus.stage = "encoder.0.self.head." + std::to_string(head) + ".scores";
  document.focus.pinned = {2, 1};  // so that a first look shows what a cell is made of
  return document;
}

Document characters(std::string text) {
  Document document = sentence(std::move(text));
  document.tokenizer = text::TokenizerKind::kCharacters;
  return document;
}

// The last query reads from the first key.
Document small(std::string text, engine::Index last) {
  Document document = sentence(std::move(text));
  document.focus.pinned = {last, 0};
  return document;
}

Document padded() {
  Document document = sentence("we pad this line PAD PAD PAD");
  document.padded = {4, 5, 6};
  document.config.mask_padding = true;
  document.focus.stage = "encoder.0.self.head.0.mask";
  document.focus.pinned = {3, 5};
  return document;
}

}  // namespace

std::span<const Example> examples() {
  static const std::vector<Example> kExamples = {
      {"example.four_tokens", sentence("the cat sat down")},
      {"example.pronoun", sentence("the cat sat on the mat because it was tired")},
      {"example.repeated_word", sentence("the cat sat on the mat because the cat was tired", 1)},
      {"example.one_token", small("attention", 0)},
      {"example.two_tokens", small("hello world", 1)},
      {"example.order", characters("我，不想延畢")},
      {"example.order_changed", characters("不，我想延畢")},
      {"example.padded", padded()},
  };
  return kExamples;
}

}  // namespace app
