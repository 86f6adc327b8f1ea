// examples.cpp: the table of examples, one row each.
#include "app/session/examples.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/session/presets.h"
#include "app/session/worked_example.h"
#include "engine/loaders/box.h"

namespace app {
namespace {

// A cell is pinned so that a first look shows how one is computed.
Document sentence(std::string text, int head = 0, std::pair<engine::Index, engine::Index> pinned = {2, 1}) {
  Document document;
  document.text = std::move(text);
  document.focus.stage = "encoder.0.self.head." + std::to_string(head) + ".scores";
  document.focus.pinned = pinned;
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

// An untrained model in a preset's shape.
Document layered(std::string text, std::string_view preset, std::string view) {
  State state;
  state.document.text = std::move(text);
  for (const Preset& row : presets()) {
    if (row.key == preset) set_preset(state, row);
  }
  state.document.focus.view = std::move(view);
  state.document.focus.stage = "decoder.0.self.head.0.weights";
  return state.document;
}

Document pair(std::string source, std::string target) {
  Document document = layered(std::move(source), "preset.transformer", "model");
  document.target = std::move(target);
  document.focus.stage = "decoder.0.cross.head.0.weights";
  document.focus.pinned = {1, 1};
  return document;
}

Document batch(std::string lines) {
  Document document = sentence(std::move(lines));
  document.is_batch = true;
  document.config.mask_padding = true;
  document.focus.stage = "batch.1.encoder.0.self.head.3.weights";
  document.focus.pinned.reset();
  return document;
}

// A model of the box, if it is there: what is shown of it, and where.
struct Trained {
  std::string_view key;
  std::string_view model;
  std::string text;
  std::string stage;
  std::optional<std::pair<engine::Index, engine::Index>> pinned;
  std::string_view view = {};
  std::string_view group = "example.group.trained";
};

std::optional<Example> trained(const Trained& shown) {
  Document document;
  document.text = shown.text;
  if (!loaders::box_folder(shown.model) || checkpoints::use(std::string(shown.model), document))
    return std::nullopt;
  document.focus.stage = shown.stage;
  document.focus.pinned = shown.pinned;
  if (!shown.view.empty()) document.focus.view = shown.view;
  return Example{shown.group, shown.key, std::move(document)};
}

const Trained& first_trained(Language language) {
  static const Trained kEnglish = {"example.who",
                                   "who",
                                   "the animal did not cross the street because it was too tired",
                                   "encoder.1.self.head.0.weights",
                                   {{9, 2}}};
  static const Trained kChinese = {
      "example.who_zh", "who-zh", "書放不進箱子，因為它太大了", "encoder.1.self.head.0.weights", {{8, 1}}};
  return language == Language::kEnglish ? kEnglish : kChinese;
}

// A text for a language model, and what it goes on with.
Trained opening(std::string_view key, std::string_view model, std::string text) {
  return {key, model,      std::move(text),         "decoder.0.self.head.0.weights",
          {},  "generate", "example.group.language"};
}

std::vector<Example> trained_examples() {
  std::vector<Example> all;
  const auto add = [&](const Trained& shown) {
    if (auto example = trained(shown)) all.push_back(std::move(*example));
  };
  for (const Trained& shown : {opening("example.prose", "prose", "The cat sat on the"),
                               opening("example.prose_so", "prose", "My grandmother was tired, so"),
                               opening("example.prose_fact", "prose", "The capital of France is"),
                               opening("example.prose_zh", "prose-zh", "貓坐在"),
                               opening("example.prose_zh_fact", "prose-zh", "日本的首都是"),
                               opening("example.poem", "poem", "春風")})
    add(shown);
  add(first_trained(Language::kEnglish));
  add(first_trained(Language::kTraditionalChinese));
  for (const Trained& shown : std::initializer_list<Trained>{
           {"example.phrase", "phrase", "the big red house", "decoder.0.cross.head.0.weights", {{3, 2}}},
           {"example.numbers",
            "numbers",
            "three hundred forty two",
            "decoder.0.cross.head.1.weights",
            {{2, 3}}},
           {"example.numbers_back", "numbers", "三百四十二", "decoder.0.cross.head.1.weights", {{2, 3}}},
           {"example.reverse", "reverse", "C G B F I J H A", "decoder.0.cross.head.0.weights", {{0, 7}}},
           {"example.repeat",
            "repeat",
            "K T B M P A K T B M P A K T",
            "decoder.1.self.head.0.weights",
            {{6, 1}}},
           {"example.grammar",
            "grammar",
            "the girl behind the kings sings because she smiles.",
            "decoder.1.self.head.0.weights",
            {{5, 2}}},
           {"example.measure_words",
            "measure-words",
            "貓和書，我看見後者三本書。",
            "decoder.1.self.head.0.weights",
            {{9, 3}}},
           {"example.shapes", "shapes", "", "encoder.2.self.head.2.weights", {{0, 7}}, "image"}})
    add(shown);
  return all;
}

// The notes' query [1, 1, 0, 1], cut into [1, 1] and [0, 1], among three.
Document worked() {
  const WorkedExample typed{"1 1 0 1\n0 1 1 0\n1 0 1 1", "1 0 1 1\n1 1 0 1\n0 1 1 0",
                            "1 0 0 1\n0 2 1 0\n3 0 0 1", 2};
  auto document = worked_document(typed, {});
  return document ? std::move(document).value() : Document{};
}

}  // namespace

std::span<const Example> untrained_examples() {
  constexpr std::string_view kAttention = "example.group.attention";
  constexpr std::string_view kOrder = "example.group.order";
  constexpr std::string_view kPadding = "example.group.padding";
  constexpr std::string_view kModels = "example.group.models";
  constexpr std::string_view kByHand = "example.group.by_hand";
  static const std::vector<Example> kUntrained = {
      {kAttention, "example.four_tokens", four_tokens()},
      {kAttention, "example.pronoun", sentence("the cat sat on the mat because it was tired")},
      {kAttention, "example.repeated_word",
       sentence("the cat sat on the mat because the cat was tired", 1, {8, 1})},
      {kAttention, "example.one_token", small("attention", 0)},
      {kAttention, "example.two_tokens", small("hello world", 1)},
      {kOrder, "example.order", characters("我，不想延畢")},
      {kOrder, "example.order_changed", characters("不，我想延畢")},
      {kPadding, "example.padded", padded()},
      {kPadding, "example.batch", batch("the cat sat on the mat\nwe read\nattention is all you need")},
      {kModels, "example.transformer", pair("the cat sat on the mat", "le chat est assis")},
      {kModels, "example.decoder",
       layered("the quick brown fox jumps over the", "preset.decoder", "generate")},
      {kByHand, "example.small_model", small_model()},
      {kByHand, "example.worked", worked()},
  };
  return kUntrained;
}

std::span<const Example> examples() {
  static const std::vector<Example> kExamples = [] {
    std::vector<Example> all = trained_examples();
    const auto others = untrained_examples();
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }();
  return kExamples;
}

Document four_tokens() {
  return sentence("the cat sat down");
}

Document first_document(Language language) {
  const auto example = trained(first_trained(language));
  return example ? example->document : four_tokens();
}

}  // namespace app
