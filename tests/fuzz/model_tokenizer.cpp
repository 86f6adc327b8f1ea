// model_tokenizer.cpp: any bytes are refused as a tokenizer, or read into one that cuts texts into pieces
// inside them.
#include "engine/text/model_tokenizer.h"

#include <string_view>

#include "engine/text/tokenizer_files.h"
#include "tests/fuzz/pieces.h"

std::vector<std::string> seeds() {
  return {
      R"({"model":{"type":"BPE","unk_token":"<unk>","byte_fallback":true,"vocab":{"<unk>":0,"a":1,"b":2,"ab":3,"<0xE6>":4},
"merges":["a b"]},"normalizer":{"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"▁"},
{"type":"Replace","pattern":{"String":" "},"content":"▁"}]},"decoder":{"type":"Sequence","decoders":[
{"type":"ByteFallback"},{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":0}]},
"added_tokens":[{"id":5,"content":"<s>","lstrip":true,"special":true}]})",
      R"({"model":{"vocab":{"I":0,"'":1,"l":2,"ll":3,"Ġ":4,"'ll":5},"merges":[["l","l"],["'","ll"]]},
"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":true},"decoder":{"type":"ByteLevel"}})",
      R"({"model":{"type":"WordPiece","unk_token":"[UNK]","max_input_chars_per_word":9,
"vocab":{"[UNK]":0,"[CLS]":1,"caf":2,"##e":3,"漢":4}},"normalizer":{"type":"BertNormalizer"},
"pre_tokenizer":{"type":"BertPreTokenizer"},"decoder":{"type":"WordPiece"},
"post_processor":{"type":"BertProcessing","sep":["[UNK]",0],"cls":["[CLS]",1]}})",
      R"({"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁",-2],["a",-1.5],["▁ca",-3],["ab",-2.5]]},
"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Lowercase"},{"type":"Precompiled",
"precompiled_charsmap":"DAAAAAAEAAABAAAAAAAAgGEA"},{"type":"Strip"}]},
"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},{"type":"Digits"},
{"type":"Metaspace","prepend_scheme":"first"},{"type":"Punctuation","behavior":"MergedWithNext"}]},
"post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A","type_id":0}}],"pair":[
{"SpecialToken":{"id":"x","type_id":1}},{"Sequence":{"id":"B","type_id":0}}],
"special_tokens":{"x":{"id":"x","ids":[2],"tokens":["a"]}}}})",
      R"({"model":{"type":"WordLevel","unk_token":"a","vocab":{"a":0}},"pre_tokenizer":{"type":"Split",
"pattern":{"Regex":"\\s+(?!\\S)|[ab]+"},"behavior":"Contiguous","invert":true}})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = text::read_tokenizer_json(bytes);
  if (tokenizer) {
    fuzz::check_pieces(*tokenizer);
  } else {
    require(tokenizer.error().key.starts_with("error."), "a refusal names its reason");
  }
  const auto pieces = text::read_word_pieces(bytes, "{}");
  if (pieces) fuzz::check_pieces(*pieces);
  return 0;
}
