// everyday.cpp: sentences of home and school, to go on with: English by subwords, which are learned of them
// first, Chinese by characters, whose two scripts are drawn alike.
#include "engine/training/everyday/everyday.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/training/data/data_cutting.h"
#include "engine/training/data/data_task.h"
#include "engine/training/everyday/scene_writer.h"
#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr std::array kDutyTokens = {std::string_view("<pad>"), std::string_view("<bos>"),
                                    std::string_view("<eos>"), kUnknownWord};
enum ScriptGroup { kTraditionalGroup, kSimplifiedGroup };
constexpr std::array kChineseGroups = {TaskGroup{"traditional"}, TaskGroup{"simplified"}};

std::vector<std::string> letters_in(std::string_view text) {
  std::vector<std::string> letters;
  while (!text.empty()) {
    letters.emplace_back(first_letter(text));
    text.remove_prefix(letters.back().size());
  }
  return letters;
}

// Every character that a scene may have in it, behind the tokens with a duty.
TaskVocabulary chinese_vocabulary() {
  const SceneGrammar& grammar = everyday_grammar(EverydayScript::kTraditional);
  std::set<std::string> characters;
  const auto add = [&](std::vector<std::string> more) {
    characters.insert(std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for (const std::string& text : texts_of(grammar)) {
    add(letters_in(text));
    add(letters_in(in_simplified(grammar, text)));
  }
  std::vector<std::string_view> tokens(kDutyTokens.begin(), kDutyTokens.end());
  tokens.insert(tokens.end(), characters.begin(), characters.end());
  return task_vocabulary(tokens);
}

// A text of sentences, learned as somebody's own would be; written when it is first asked for.
class EverydayEnglishTask final : public Task {
 public:
  std::string_view name() const override { return "everyday"; }
  const TaskVocabulary& vocabulary() const override { return text().vocabulary(); }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 4}, labels());
    recipe.optimiser.rate = 4e-3;
    recipe.batch = 16;
    recipe.steps = 2500;  // a minute or two on one core
    return recipe;
  }
  Index source_length() const override { return text().source_length(); }
  TaskCase example(uint64_t seed, uint64_t index) const override { return text().example(seed, index); }
  const std::vector<TaskCase>& held_out() const override { return text().held_out(); }
  std::span<const TaskGroup> groups() const override { return text().groups(); }
  Counted counted() const override { return text().counted(); }
  std::optional<Cutting> cutting() const override { return text().cutting(); }
  std::vector<std::string> shown() const override {
    return {"The cat sat on the mat.", "My grandmother was tired, so she went to bed.",
            "The capital of France is Paris."};
  }

 private:
  const DataTask& text() const {
    constexpr uint64_t kLines = 20000;
    std::call_once(once_, [&] {
      auto made =
          make_data_task(name(), everyday_text(EverydayScript::kEnglish, 0, kLines), DataKind::kSubwords);
      assert(made.ok());
      text_ = std::move(made).value();
    });
    return *text_;
  }

  mutable std::once_flag once_;
  mutable std::shared_ptr<const DataTask> text_;
};

class EverydayChineseTask final : public RuleTask {
 public:
  EverydayChineseTask() : RuleTask(chinese_vocabulary()) {}

  std::string_view name() const override { return "everyday-zh"; }
  Index source_length() const override { return 32; }
  Counted counted() const override { return Counted::kRows; }
  std::span<const TaskGroup> groups() const override { return kChineseGroups; }
  std::optional<Cutting> cutting() const override {
    return data_cutting(DataKind::kCharacters, std::span(vocabulary().tokens).subspan(kDutyTokens.size()));
  }
  std::vector<std::string> shown() const override {
    return {"貓坐在椅子上。", "奶奶累了，所以早早就睡了。", "日本的首都是东京。"};
  }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 4}, labels());
    recipe.optimiser.rate = 4e-3;
    recipe.steps = 4000;  // a minute or two on one core
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override { return draw_any(choices).drawn; }

  // Facts are not held out: nobody can know one that is kept from them.
  HeldOut hold_out() const override {
    const RandomStream stream = held_out_stream();
    HeldOut held;
    for (uint64_t index = 0; held.cases.size() < held_out_count(); ++index) {
      Draw choices(stream, index);
      Asked asked = draw_any(choices);
      if (asked.is_fact || !held.keys.insert(asked.drawn.key).second) continue;
      held.cases.push_back(std::move(asked.drawn.example));
    }
    return held;
  }

 private:
  struct Asked {
    Drawn drawn;
    bool is_fact = false;
  };

  // Reads <bos> and the characters, says the characters and <eos>; what is longer is cut off.
  Asked draw_any(Draw& choices) const {
    const bool is_simplified = choices.chance(0.5F);
    const EverydayScene scene =
        everyday_scene(is_simplified ? EverydayScript::kSimplified : EverydayScript::kTraditional, choices);
    TaskCase example;
    example.source.push_back(vocabulary().start);
    for (const std::string& letter : letters_in(scene.text)) example.source.push_back(id(letter));
    example.labels.assign(example.source.begin() + 1, example.source.end());
    example.labels.push_back(vocabulary().end);
    const auto longest = static_cast<size_t>(source_length());
    if (example.source.size() > longest) {
      example.source.resize(longest);
      example.labels.resize(longest);
    }
    example.group = is_simplified ? kSimplifiedGroup : kTraditionalGroup;
    return {drawn_by_source(std::move(example)), !scene.kind->asks.empty()};
  }
};

}  // namespace

const Task& everyday_task() {
  static const EverydayEnglishTask task;
  return task;
}

const Task& everyday_chinese_task() {
  static const EverydayChineseTask task;
  return task;
}

}  // namespace engine
