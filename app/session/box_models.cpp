// box_models.cpp: reads what the box's models know, and what they say of their training.
#include "app/session/box_models.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/session/examples.h"
#include "engine/loaders/box.h"

namespace app {
namespace {

// What a model's vocabulary is made of, where that is not words.
struct Known {
  std::string_view model;
  std::string_view key = "knows.words";
  bool by_characters = false;
  bool goes_on = false;
};
constexpr std::array<Known, 5> kKnown = {{{"prose", "knows.english", false, true},
                                          {"prose-zh", "knows.characters", true, true},
                                          {"poem", "knows.poems", true, true},
                                          {"reverse", "knows.letters"},
                                          {"repeat", "knows.letters"}}};

engine::Index known_tokens(const text::ModelTokenizer& tokenizer) {
  engine::Index count = 0;
  for (size_t id = 0; id < tokenizer.vocabulary()->size(); ++id)
    count += tokenizer.is_special(static_cast<engine::Index>(id)) ? 0 : 1;
  return count;
}

void set_known(BoxModel& model) {
  const auto opened = checkpoints::open(model.name);
  if (!opened || !(*opened)->tokenizer) return;
  const auto row = std::ranges::find(kKnown, model.name, &Known::model);
  const Known known = row == kKnown.end() ? Known{} : *row;
  model.knows = known.key;
  model.by_characters = known.by_characters;
  model.goes_on = known.goes_on;
  model.known = known_tokens(*(*opened)->tokenizer);
}

}  // namespace

std::span<const BoxModel> offered_models() {
  static const std::vector<BoxModel> kAll = [] {
    std::vector<BoxModel> all;
    for (const std::string_view name : loaders::box_models()) {
      const auto folder = loaders::box_folder(name);
      const auto shown = std::ranges::find(examples(), name, [](const Example& example) {
        return std::string_view(example.document.config.checkpoint);
      });
      if (!folder || shown == examples().end()) continue;
      const auto figures = engine::read_held_out(*folder / R"(training.json)");
      BoxModel model{.name = std::string(name), .example = static_cast<size_t>(shown - examples().begin())};
      if (figures) model.figures = *figures;
      set_known(model);
      all.push_back(std::move(model));
    }
    return all;
  }();
  return kAll;
}

const BoxModel* offered_model(std::string_view name) {
  const auto all = offered_models();
  const auto found = std::ranges::find(all, name, &BoxModel::name);
  return found == all.end() ? nullptr : &*found;
}

void open_preset(const Preset& preset, Requests& requests) {
  if (const BoxModel* const trained = offered_model(preset.trained)) {
    requests.open_example(trained->example);
  } else {
    requests.edit("", [&preset](State& state) { set_preset(state, preset); });
  }
}

}  // namespace app
