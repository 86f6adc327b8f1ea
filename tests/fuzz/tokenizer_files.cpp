// tokenizer_files.cpp: any bytes as vocab.json, merges.txt and tokenizer_config.json, or as vocab.txt and
// tokenizer_config.json, are refused, or are a tokenizer that cuts texts into pieces inside them.
#include "engine/text/tokenizer_files.h"

#include "tests/fuzz/parts.h"
#include "tests/fuzz/pieces.h"

namespace {

void check(const engine::Result<text::ModelTokenizer>& read) {
  if (read) return fuzz::check_pieces(*read);
  require(read.error().key.starts_with("error."), "a refusal names its reason");
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string ends = R"("<s>":0,"</s>":1,"<pad>":2,"<unk>":3,"<mask>":4)";
  return {
      fuzz::joined(
          {R"({"l":0,"e":1,"r":2,"Ġ":3,"er":4,"ler":5,"<|endoftext|>":6})", "#version: 0.2\ne r\nl er\n"}),
      fuzz::joined({"{" + ends + R"(,"a":5,"b":6,"ab":7,"Ġa":8,"Ġ":9})", "#version: 0.2\r\na b\r\nĠ a\r\n"}),
      fuzz::joined({R"({"a":0})", "a a\n"}),
      fuzz::joined({R"({"a":0,"b":1,"ab":2})", "a b\n",
                    R"({"added_tokens_decoder":{"3":{"content":"<x>","special":true}}})"}),
      fuzz::joined({R"({"a":-1,"b":1e9,"<s>":[]})", "a b\n"}),
      fuzz::joined({"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncaf\n##e\n漢\n'\ndon\n##t\n",
                    R"({"do_lower_case": true, "model_max_length": 32})"}),
      fuzz::joined({"a\r\n##a\r\n\r\n", R"({"do_lower_case": false})"}),
      fuzz::joined({"a\na\n", R"({"do_lower_case": null})"}),
      fuzz::joined({"\xFF\n", "\xEF\xBB\xBF{}"})};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parts = fuzz::parts_of({reinterpret_cast<const char*>(data), size});
  const std::string_view vocabulary = parts.front();
  const std::string_view beside = parts.size() > 1 ? parts[1] : std::string_view();
  const std::string_view settings = parts.size() > 2 ? parts[2] : "{}";
  using text::TokenizerFamily;
  for (const auto family : {TokenizerFamily::kAuto, TokenizerFamily::kGpt2, TokenizerFamily::kRoberta})
    check(text::read_vocabulary_and_merges(vocabulary, beside, settings, family));
  check(text::read_word_pieces(vocabulary, beside));
  return 0;
}
