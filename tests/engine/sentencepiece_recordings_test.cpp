// sentencepiece_recordings_test.cpp: folders with a SentencePiece model are read as the slow tokenizers of
// Hugging Face's library read them: random texts over all planes of Unicode, with added tokens between, by
// the older way and the newer ("legacy"). Recorded by tests/tools/record_sentencepieces.py.
#include "tests/engine/tokenizer_recordings.h"

namespace tokenizer_cases {
namespace {

const json& of_models() {
  static const json whole = json::parse(file("golden/tokenizers/sentencepiece_recordings.json"));
  return whole;
}

std::string model_of(const json& row) {
  return file(row["model"] == "bpe" ? "golden/tokenizers/bpe/tokenizer.model"
                                    : "golden/tokenizers/unigram/spiece.model");
}

class SentencePieceRecordings : public testing::TestWithParam<size_t> {};

TEST_P(SentencePieceRecordings, AreWhatTheLibraryMade) {
  const json& row = of_models()[GetParam()];
  SCOPED_TRACE(row["name"].get<std::string>());
  const auto family = row["family"] == "t5" ? text::TokenizerFamily::kT5 : text::TokenizerFamily::kAuto;
  const auto tokenizer = text::read_sentencepiece(model_of(row), row["settings"].dump(), family);
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
