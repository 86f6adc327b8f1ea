// Any two options of INPUT: both act, or a sentence says why they do not. Every option of the table takes
// part, beside every other one, on every kind of model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/cli/input.h"
#include "app/cli/input_options.h"
#include "app/document/document_line.h"
#include "engine/core/number_text.h"
#include "engine/model/settings.h"
#include "tests/shell/checkpoint_case.h"

namespace app {
namespace {

using Values = std::vector<std::string>;

// Options that only name the words' language, or say where another one belongs: no document changes.
bool changes_no_document(std::string_view option) {
  return option == "--lang";
}

struct Given {
  std::string option;
  std::string value;
};

ParsedOptions parsed(const std::vector<Given>& all) {
  std::map<std::string, Values> values;
  for (const Given& given : all) values[given.option].push_back(given.value);
  ParsedOptions parsed;
  for (const auto& [option, list] : values) parsed.set(option, list);
  return parsed;
}

// What the program makes of options: a document in one line, or an error.
struct Outcome {
  std::string line;
  std::optional<engine::Error> error;

  bool is_other(const Outcome& before) const { return error || line != before.line; }
};

Outcome outcome_of(std::vector<Given> base, const std::vector<Given>& more) {
  base.insert(base.end(), more.begin(), more.end());
  const auto document = read_input(parsed(base));
  return document ? Outcome{to_line(*document), {}} : Outcome{"", document.error()};
}

// Files that options name.
class Files {
 public:
  Files() {
    std::ofstream(folder_ / "text") << "e f g h";
    std::ofstream(folder_ / "mask.csv") << "0,-inf,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n";
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

const Files& files() {
  static const Files kFiles;
  return kFiles;
}

// Values worth trying for what is no setting, the likeliest first.
Values typed_values(const std::string& option) {
  const std::string arrays = folder_of("torch_mha");
  static const std::map<std::string, Values> kValues = {
      {"--text", {"a b c d"}},
      {"--text-file", {files() / "text"}},
      {"--source", {"i j k l"}},
      {"--target", {"m n"}},
      {"--pair", {"a dog ran"}},
      {"--ids", {"4,5,6,7"}},
      {"--target-ids", {"0,1,2"}},
      {"--segments", {"0,0,1,1,1", "0,0,1,1"}},
      {"--image",
       {folder_of("vit") + "/image.png", std::string(HEADLIGHT_TEST_DATA) + "/golden/images/rgb.png"}},
      {"--input-npy", {arrays + "/./input.npy"}},
      {"--mask-npy", {arrays + "/mask.npy"}},
      {"--key-padding-npy", {arrays + "/key_padding.npy"}},
      {"--batch", {""}},
      {"--batch-length", {"3"}},
      {"--session", {R"({"headlight":1,"text":"q r s t","seed":77,"model":"seeded"})"}},
      {"--against", {R"({"headlight":1,"text":"o p"})"}},
      {"--tokenizer", {"characters"}},
      {"--model", {"seeded", "crafted"}},
      {"--mask", {"causal", "none"}},
      {"--padding", {"1"}},
      {"--mask-file", {files() / "mask.csv"}},
      {"--mask-attention", {"encoder.1.self", "decoder.0.self", "encoder.0.self"}},
      {"--mask-head", {"1"}},
      {"--layers", {"3"}},
      {"--no-residual", {"encoder.0.self", "decoder.0.self"}},
      {"--off", {"encoder.0.ffn.norm", "decoder.0.ffn.norm"}},
      {"--nudge", {"encoder.0.ffn,1", "decoder.0.ffn,1"}},
      {"--head-off",
       {"encoder.0.self.head.1", "decoder.0.self.head.1", "encoder.0.self.head.0", "decoder.0.self.head.0"}},
      {"--head-even",
       {"encoder.0.self.head.2", "decoder.0.self.head.2", "encoder.1.self.head.0", "decoder.1.self.head.0"}},
      {"--set", {"encoder.0.self.head.0.q:0,0=1.5", "decoder.0.self.head.0.q:0,0=1.5"}},
      {"--order", {"1,0,2,3", "1,0,2"}},
      {"--gradient-of", {"encoder.0.self.head.0.weights:0,0", "decoder.0.self.head.0.weights:0,0"}},
      {"--label", {"1"}},
      {"--masked", {"1=2"}},
      {"--lab", {"positions"}},
      {"--lab-width", {"32"}},
      {"--lab-base", {"100"}},
      {"--lab-length", {"20"}},
      {"--lab-at", {"3,4"}},
      {"--kernel", {"5", "7"}},
      {"--dilation", {"3", "4"}},
      {"--dilation-fixed", {""}},
      {"--depth", {"4", "5"}},
      {"--stride", {"2", "3"}},
      {"--pooling", {"max", "mean"}},
      {"--both-sides", {""}},
      {"--recurrent-gain", {"1.3"}},
      {"--recurrent-linear", {""}},
      {"--lab-head", {"1"}},
      {"--lab-seed", {"7"}},
      {"--depth-layers", {"5"}},
      {"--depth-heads", {"2", "1"}},
      {"--depth-window", {"2", "1"}},
      {"--value-gain", {"0.5"}},
      {"--score-gain", {"0.5"}},
      {"--depth-seed", {"7"}},
      {"--gallery", {"dalle", "vit"}},
      {"--scene", {"red circle"}},
      {"--scene-seed", {"7"}},
      {"--untrained", {""}},
      {"--part-off", {"query.1"}},
      {"--gallery-shots", {"1"}},
      {"--gallery-draw", {"3"}},
      {"--gallery-caption", {"blue square"}},
      {"--gallery-seed", {"7"}},
      {"--gallery-temperature", {"0.5"}},
      {"--gallery-kept", {"5"}},
  };
  const auto found = kValues.find(option);
  return found == kValues.end() ? Values{} : found->second;
}

struct Tried {
  Values operator()(const engine::WholeSetting& row) const {
    engine::Config usual;
    const engine::Index now = row.of(usual);
    Values values;
    for (const engine::Index value : {now + 1, now - 1, now * 2, now / 2, engine::Index{3}, row.smallest})
      values.push_back(std::to_string(value));
    return values;
  }
  Values operator()(const engine::SeedSetting& /*row*/) const { return {"5"}; }
  Values operator()(const engine::RealSetting& row) const {
    engine::Config usual;
    Values values;
    for (const double value : {row.of(usual) * 2, row.of(usual) / 2, 0.5, row.smallest})
      values.push_back(engine::significant_digits(value, 15));
    return values;
  }
  Values operator()(const engine::SwitchSetting& /*row*/) const { return {""}; }
  Values operator()(const engine::ChoiceSetting& row) const {
    const int usual = row.get({});
    Values values;
    for (const engine::SettingChoice& choice : row.choices) {
      if (!choice.option.empty() && choice.kind != usual) values.push_back(choice.option);
    }
    return values;
  }
};

Values values_of(const std::string& option) {
  for (const engine::Setting& row : engine::settings()) {
    if (row.option == option) return std::visit(Tried{}, row.value);
    const auto* const toggle = std::get_if<engine::SwitchSetting>(&row.value);
    if (toggle != nullptr && toggle->back == option) return {""};
  }
  return typed_values(option);
}

// An option beside a base, with a value that changes something there if one does.
struct Alone {
  Given given;
  Outcome outcome;
  bool acts = false;
};

Alone alone(const std::string& option, const std::vector<Given>& base, const Outcome& before) {
  std::optional<Alone> first;
  for (const std::string& value : values_of(option)) {
    Alone tried{{option, value}, outcome_of(base, {{option, value}}), false};
    tried.acts = !tried.outcome.error && tried.outcome.line != before.line;
    if (tried.acts) return tried;
    const bool is_better = !first || (first->outcome.error && !tried.outcome.error);
    if (is_better) first = std::move(tried);
  }
  return first.value_or(Alone{{option, ""}, before, false});
}

struct Base {
  std::string name;
  std::vector<Given> given;
  bool is_plain = false;  // every pair is tried, not only those of what acts in few bases
};

std::vector<Base> bases() {
  const std::string arrays = folder_of("torch_mha");
  std::vector<Base> all = {
      {"attention", {}, true},
      {"seeded", {{"--model", "seeded"}}, true},
      {"encoder", {{"--layers", "2"}}, true},
      {"decoder", {{"--decoder-layers", "2"}}, true},
      {"transformer", {{"--target", "le chat"}, {"--layers", "2"}}, true},
      {"batch", {{"--batch", ""}, {"--text", "a b c\nd e"}}},
      {"mask_file", {{"--mask-file", files() / "mask.csv"}, {"--layers", "2"}}},
      {"labs", {{"--lab", "positions,relatives,depth"}}},
      {"gallery", {{"--lab", "gallery"}, {"--gallery", "dalle"}}},
      {"detr", {{"--lab", "gallery"}, {"--gallery", "detr"}, {"--untrained", ""}}},
      {"few_shots", {{"--lab", "gallery"}, {"--gallery", "context-transformer"}, {"--untrained", ""}}},
      {"gradient", {{"--gradient-of", "encoder.0.self.head.0.weights:0,0"}}},
      {"masked", {{"--model", "who"}, {"--text", "the girl thanked the king"}, {"--gradient-of", "loss"}}},
      {"who", {{"--model", "who"}, {"--text", "the girl thanked the king"}}, true},
      {"phrase", {{"--model", "phrase"}, {"--text", "the big red house"}}},
      {"repeat", {{"--model", "repeat"}, {"--text", "K T B M"}}},
      {"bert", {{"--model", folder_of("bert")}, {"--text", "the cat sat"}}},
      {"t5", {{"--model", folder_of("t5")}, {"--text", "the cat sat"}, {"--target", "a dog"}}},
      {"arrays", {{"--model", arrays}, {"--input-npy", arrays + "/input.npy"}}},
      {"vit", {{"--model", folder_of("vit")}, {"--image", folder_of("vit") + "/image.png"}}},
      {"vit_loss",
       {{"--model", folder_of("vit")},
        {"--image", folder_of("vit") + "/image.png"},
        {"--gradient-of", "loss"}}},
      {"bert_ids", {{"--model", folder_of("bert")}, {"--ids", "4,5,6,7"}}},
      {"session", {{"--session", R"({"headlight":1,"text":"u v w x","seed":3})"}}},
      {"session_performer", {{"--session", R"({"headlight":1,"attention":"performer","orthogonal":false})"}}},
      {"rfa_causal", {{"--model", "seeded"}, {"--attention", "rfa"}, {"--mask", "causal"}}},
  };
  for (const char* const choice : {"attention", "mask_pattern", "positions"}) {
    const engine::Setting& row = engine::setting_named(choice);
    for (const std::string& value : std::visit(Tried{}, row.value))
      all.push_back(
          {std::string(choice) + "_" + value, {{std::string(row.option), value}, {"--model", "seeded"}}});
  }
  return all;
}

// The options that change a seeded attention alone.
std::set<std::string> acting_on_plain() {
  const std::vector<Given> base = {{"--model", "seeded"}};
  const Outcome before = outcome_of(base, {});
  std::set<std::string> acting;
  for (const Option& option : input_options()) {
    if (alone(std::string(option.name), base, before).acts) acting.emplace(option.name);
  }
  return acting;
}

std::string said(const Outcome& outcome) {
  return outcome.error ? words(Language::kEnglish)(*outcome.error) : "accepted";
}

void PrintTo(const Base& base, std::ostream* stream) {
  *stream << base.name;
}

// Whether another option asks for the same already: --layers makes the model a seeded one.
bool is_implied(const Given& given, const Outcome& beside) {
  return given.option == "--model" && given.value == "seeded" &&
         beside.line.find(R"("model":"seeded")") != std::string::npos;
}

class EveryPair : public testing::TestWithParam<Base> {};

TEST_P(EveryPair, ActsOrIsRefused) {
  const Base& base = GetParam();
  const Outcome before = outcome_of(base.given, {});
  ASSERT_FALSE(before.error) << said(before);
  std::vector<Alone> all;
  for (const Option& option : input_options()) {
    const std::string name(option.name);
    const bool is_given =
        std::ranges::any_of(base.given, [&](const Given& given) { return given.option == name; });
    if (!is_given && !changes_no_document(name)) all.push_back(alone(name, base.given, before));
  }
  // What is not this base's own is tried on plain models.
  const std::set<std::string> plain = base.is_plain ? std::set<std::string>() : acting_on_plain();
  const auto is_new = [&](const Alone& tried) { return !plain.contains(tried.given.option); };
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = i + 1; j < all.size(); ++j) {
      const Alone& one = all[i];
      const Alone& other = all[j];
      if (one.outcome.error && other.outcome.error) continue;
      if (!is_new(one) && !is_new(other)) continue;
      const Outcome both = outcome_of(base.given, {one.given, other.given});
      const std::string pair =
          one.given.option + " " + one.given.value + " " + other.given.option + " " + other.given.value;
      if (both.error) continue;  // a sentence
      if ((other.acts || other.outcome.error) && !is_implied(other.given, one.outcome)) {
        EXPECT_TRUE(both.is_other(one.outcome))
            << pair << ": the second is dropped; alone: " << said(other.outcome);
      }
      if ((one.acts || one.outcome.error) && !is_implied(one.given, other.outcome)) {
        EXPECT_TRUE(both.is_other(other.outcome))
            << pair << ": the first is dropped; alone: " << said(one.outcome);
      }
    }
  }
}

std::string name_of_base(const testing::TestParamInfo<Base>& tried) {
  std::string name = tried.param.name;
  std::erase_if(name, [](char c) { return c != '_' && std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Input, EveryPair, testing::ValuesIn(bases()), name_of_base);

TEST(EveryOption, ActsInSomeBase) {
  for (const Option& option : input_options()) {
    const std::string name(option.name);
    if (changes_no_document(name)) continue;
    EXPECT_FALSE(values_of(name).empty()) << name;
    bool acts = false;
    for (const Base& base : bases()) acts = acts || alone(name, base.given, outcome_of(base.given, {})).acts;
    EXPECT_TRUE(acts) << name;
  }
}

}  // namespace
}  // namespace app
