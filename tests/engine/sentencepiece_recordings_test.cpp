// sentencepiece_recordings_test.cpp: folders with a SentencePiece model are read as the slow tokenizers of
// Hugging Face's library read them: random texts over all planes of Unicode, with added tokens between, by
// the older way and the newer ("legacy"). Recorded by tests/tools/record_sentencepieces.py.
#include "tests/engine/sentencepiece_cases.h"
#include "tests/engine/tokenizer_recordings.h"

namespace tokenizer_cases {
namespace {

const json& of_models() {
  static const json whole = json::parse(file("golden/tokenizers/sentencepiece_recordings.json"));
  return whole;
}

using sentencepiece_cases::field;

// A model that begins with <pad>, </s> and <unk> in place of <unk>, <s> and </s>.
std::string with_padding_first(const std::string& model) {
  using sentencepiece_cases::piece;
  size_t at = 0;
  for (int i = 0; i < 3; ++i) at += 2 + static_cast<unsigned char>(model.at(at + 1));
  return piece("<pad>", 0, 3) + piece("</s>", 0, 3) + piece("<unk>", 0, 2) + model.substr(at);
}

// One that knows no byte: pieces of kind 6 are left out, and so is trainer_spec.byte_fallback.
std::string without_bytes(const std::string& model) {
  std::string kept;
  size_t at = 0;
  while (model.at(at) == '\x0A') {
    const std::string piece = model.substr(at, 2 + static_cast<unsigned char>(model.at(at + 1)));
    at += piece.size();
    if (!piece.ends_with("\x18\x06")) kept += piece;
  }
  return kept + model.substr(at) + field(2, field(35, uint64_t{0}));
}

std::string model_of(const json& row) {
  if (row["model"] == "bpe") return file("golden/tokenizers/bpe/tokenizer.model");
  const std::string unigram = file("golden/tokenizers/unigram/spiece.model");
  if (row["model"] == "no bytes") return without_bytes(unigram);
  return row["model"] == "unigram" ? unigram : with_padding_first(unigram);
}

class SentencePieceRecordings : public testing::TestWithParam<size_t> {};

TEST_P(SentencePieceRecordings, AreWhatTheLibraryMade) {
  const json& row = of_models()[GetParam()];
  SCOPED_TRACE(row["name"].get<std::string>());
  const auto family = row["family"] == "t5" ? text::TokenizerFamily::kT5 : text::TokenizerFamily::kAuto;
  const std::string vocabulary = row.contains("vocabulary") ? row["vocabulary"].dump() : "";
  const auto tokenizer = text::read_sentencepiece(model_of(row), row["settings"].dump(), family, vocabulary);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key << " " << json(tokenizer.error().arguments).dump();
  expect_recorded(row, [&](const std::string& text, Hash& hash) { add_ids(tokenizer->encode(text), hash); });
}

std::string name_of_model_class(const testing::TestParamInfo<size_t>& info) {
  return test_name(of_models()[info.param]["name"].get<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Classes, SentencePieceRecordings, testing::Range(size_t{0}, of_models().size()),
                         name_of_model_class);

}  // namespace
}  // namespace tokenizer_cases
