// tokenizer_recordings_test.cpp: tokenizer.json, and the older files that the library converts to one, are
// read as it does: random texts over all planes of Unicode, through every component alone and in the
// sequences of published models. What the library made of them was recorded by
// tests/tools/record_tokenizers.js, which draws the same texts.
#include "tests/engine/tokenizer_recordings.h"

namespace tokenizer_cases {
namespace {

// vocab.txt, or vocab.json and merges.txt, of a model's part.
engine::Result<text::ModelTokenizer> folder_of(const json& model, const json& settings) {
  if (model.contains("merges")) {
    std::string lines = "#version: 0.2\n";
    for (const json& merge : model["merges"]) lines += merge.get<std::string>() + "\n";
    return text::read_vocabulary_and_merges(model["vocab"].dump(), lines, settings.dump());
  }
  std::vector<std::string> names(model["vocab"].size());
  for (const auto& [name, id] : model["vocab"].items()) names.at(id.get<size_t>()) = name;
  std::string lines;
  for (const std::string& name : names) lines += name + "\n";
  return text::read_word_pieces(lines, settings.dump());
}

engine::Result<text::ModelTokenizer> tokenizer_of(const json& row) {
  if (row.contains("box"))
    return text::read_tokenizer_json(
        file("../assets/models/" + row["box"].get<std::string>() + "/tokenizer.json"));
  const json& model = recordings()["parts"][row.value("model", "letters")];
  if (row.contains("folder")) return folder_of(model, row["folder"]["settings"]);
  json object = {{"model", model}};
  for (const auto* part : {"added_tokens", "normalizer", "pre_tokenizer", "post_processor", "decoder"})
    if (row.contains(part)) object[part] = row[part];
  return read(object);
}

class Recordings : public testing::TestWithParam<size_t> {};

TEST_P(Recordings, AreWhatTheLibraryMade) {
  const json& row = recordings()["classes"][GetParam()];
  SCOPED_TRACE(row["name"].get<std::string>());
  const auto tokenizer = tokenizer_of(row);
  if (row.contains("refused")) {
    EXPECT_FALSE(tokenizer.ok());
    return;
  }
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key << " " << json(tokenizer.error().arguments).dump();
  expect_recorded(row, [&](const std::string& text, Hash& hash) {
    const auto encoded = row.contains("pair") ? tokenizer->encode(text, "a pair") : tokenizer->encode(text);
    add_ids(encoded, hash);
    if (row.contains("decodes") && encoded) hash.text(tokenizer->decode(ids(encoded->pieces), true));
  });
}

std::string name_of_class(const testing::TestParamInfo<size_t>& info) {
  return test_name(recordings()["classes"][info.param]["name"].get<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Classes, Recordings, testing::Range(size_t{0}, recordings()["classes"].size()),
                         name_of_class);

}  // namespace
}  // namespace tokenizer_cases
