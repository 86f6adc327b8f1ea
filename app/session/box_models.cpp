// box_models.cpp: reads what the box's models say of their training.
#include "app/session/box_models.h"

#include <algorithm>
#include <vector>

#include "app/session/examples.h"
#include "engine/loaders/box.h"

namespace app {

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
      if (figures)
        all.push_back({std::string(name), *figures, static_cast<size_t>(shown - examples().begin())});
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
