// recipe_settings_table.cpp: the table of a recipe's settings.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/training/recipe_settings.h"

namespace engine {
namespace {

using Group = RecipeGroup;
using Optimiser = OptimiserSettings;

// A field, by the path to it.
template <auto... kPath>
auto& field(Recipe& recipe) {
  return (recipe.*....*kPath);
}
template <auto... kPath>
const auto& field(const Recipe& recipe) {
  return (recipe.*....*kPath);
}

template <auto... kPath>
RecipeWhole whole_number(Index smallest, Index largest, Index least, Index most) {
  using Number = std::remove_cvref_t<decltype(field<kPath...>(std::declval<Recipe&>()))>;
  return {[](const Recipe& recipe) { return static_cast<Index>(field<kPath...>(recipe)); },
          [](Recipe& recipe, Index value) { field<kPath...>(recipe) = static_cast<Number>(value); },
          smallest,
          largest,
          least,
          most};
}

template <auto... kPath>
RecipeReal real(double smallest, double largest, double least, double most, bool is_log = false) {
  return {[](const Recipe& recipe) { return field<kPath...>(recipe); },
          [](Recipe& recipe, double value) { field<kPath...>(recipe) = value; },
          smallest,
          largest,
          least,
          most,
          is_log};
}

template <auto... kPath>
RecipeChoice choice(std::vector<SettingChoice> choices) {
  using Kind = std::remove_cvref_t<decltype(field<kPath...>(std::declval<Recipe&>()))>;
  return {[](const Recipe& recipe) { return static_cast<int>(field<kPath...>(recipe)); },
          [](Recipe& recipe, int kind) { field<kPath...>(recipe) = static_cast<Kind>(kind); },
          std::move(choices)};
}

// The values of an enumeration, starting at the first: "recipe.schedule.cosine".
std::vector<SettingChoice> named(const std::string& words, std::initializer_list<std::string> names) {
  std::vector<SettingChoice> choices;
  for (const std::string& name : names) {
    std::string key = words;
    key.append(".").append(name);
    choices.push_back({static_cast<int>(choices.size()), name, name, std::move(key)});
  }
  return choices;
}

// The other tables have a model's own numbers, which no task learns; a grid needs to know the picture.
std::vector<SettingChoice> trained_positions() {
  std::vector<SettingChoice> choices;
  for (const PositionInfo& row : position_kinds()) {
    const bool is_learned = row.kind == PositionKind::kLearned;
    if (row.kind == PositionKind::kGrid || (row.has_table && !is_learned)) continue;
    choices.push_back({static_cast<int>(row.kind), std::string(row.name), std::string(row.choice),
                       is_learned ? "recipe.positions.learned" : std::string(row.words)});
  }
  return choices;
}

// Layers of every stack that there is.
RecipeWhole layers() {
  return {[](const Recipe& recipe) {
            const Config& config = recipe.config;
            return config.has_encoder() ? config.encoder_layers : config.decoder_layers;
          },
          [](Recipe& recipe, Index value) {
            Config& config = recipe.config;
            if (config.has_encoder()) config.encoder_layers = value;
            if (config.has_decoder()) config.decoder_layers = value;
          },
          1,
          kMaxLayers,
          1,
          8};
}

// Where the heads do not divide the width, check_recipe() says so.
void share_width(Config& config) {
  config.d_k = config.d_v = std::max<Index>(1, config.d_model / std::max<Index>(1, config.n_heads));
}

RecipeWhole heads() {
  RecipeWhole row = whole_number<&Recipe::config, &Config::n_heads>(1, kMaxHeads, 1, 16);
  row.set = [](Recipe& recipe, Index value) {
    recipe.config.n_heads = value;
    share_width(recipe.config);
  };
  return row;
}

RecipeWhole width() {
  RecipeWhole row = whole_number<&Recipe::config, &Config::d_model>(1, kMaxWidth, 8, 256);
  row.set = [](Recipe& recipe, Index value) {
    Config& config = recipe.config;
    const double share =
        static_cast<double>(config.d_ff) / static_cast<double>(std::max<Index>(1, config.d_model));
    const Index hidden = std::lround(share * static_cast<double>(value));
    if (config.d_ff > 0) config.d_ff = std::clamp<Index>(hidden, 1, 8 * kMaxWidth);
    config.d_model = value;
    share_width(config);
  };
  return row;
}

// Of a lone stack, which has one of the two masks.
RecipeSwitch causal() {
  return {[](const Recipe& recipe) {
            const Config& config = recipe.config;
            return config.has_encoder() ? config.causal : config.decoder_causal;
          },
          [](Recipe& recipe, bool value) {
            Config& config = recipe.config;
            (config.has_encoder() ? config.causal : config.decoder_causal) = value;
          }};
}

RecipeSeed seed() {
  return {[](const Recipe& recipe) { return recipe.seed; },
          [](Recipe& recipe, uint64_t value) { recipe.seed = value; },
          static_cast<uint64_t>(std::numeric_limits<Index>::max()), 999'999'999};
}

bool has_one_stack(const Recipe& recipe) {
  return recipe.config.has_layers() && !recipe.config.has_target();
}
bool reads_words(const Recipe& recipe) {
  return recipe.config.predicts != Prediction::kClass;
}
// Of a model of pictures, the class token is drawn as large as a position.
bool draws_positions(const Recipe& recipe) {
  return recipe.config.positions == PositionKind::kLearned || !reads_words(recipe);
}
bool comes_down(const Recipe& recipe) {
  return recipe.optimiser.schedule == RateSchedule::kCosine;
}

std::vector<RecipeSetting> architecture_rows() {
  constexpr auto kArchitecture = Group::kArchitecture;
  return {
      {"layers", "--layers", "recipe.layers", kArchitecture, layers()},
      {"heads", "--heads", "recipe.heads", kArchitecture, heads()},
      {"width", "--width", "recipe.width", kArchitecture, width()},
      {"d_ff", "--d-ff", "recipe.d_ff", kArchitecture,
       whole_number<&Recipe::config, &Config::d_ff>(0, 8 * kMaxWidth, 0, 1024)},
      {"norm", "--norm", "recipe.norm", kArchitecture,
       choice<&Recipe::config, &Config::norm>(named("setting.norm", {"post", "pre", "b2t"}))},
      {"positions", "--positions", "recipe.positions", kArchitecture,
       choice<&Recipe::config, &Config::positions>(trained_positions())},
      {"causal", "", "recipe.causal", kArchitecture, causal(), has_one_stack},
      {"embedding_size", "--embedding-size", "recipe.embedding_size", kArchitecture,
       real<&Recipe::embedding_size>(0, 100, 0, 2), reads_words},
      {"position_size", "--position-size", "recipe.position_size", kArchitecture,
       real<&Recipe::position_size>(0, 100, 0, 2), draws_positions},
      {"dropout", "--dropout", "recipe.dropout", kArchitecture, real<&Recipe::dropout>(0, 0.9, 0, 0.5)},
  };
}

std::vector<RecipeSetting> optimiser_rows() {
  constexpr auto kOptimiser = Group::kOptimiser;
  return {
      {"lr", "--lr", "recipe.lr", kOptimiser,
       real<&Recipe::optimiser, &Optimiser::rate>(1e-9, 100, 1e-5, 1, true)},
      {"schedule", "--schedule", "recipe.schedule", kOptimiser,
       choice<&Recipe::optimiser, &Optimiser::schedule>(
           named("recipe.schedule", {"constant", "cosine", "paper"}))},
      {"warmup", "--warmup", "recipe.warmup", kOptimiser,
       whole_number<&Recipe::optimiser, &Optimiser::warmup>(0, kMostSteps, 0, 2000)},
      {"final_share", "", "recipe.final_share", kOptimiser,
       real<&Recipe::optimiser, &Optimiser::final_share>(0, 1, 0, 1), comes_down},
      {"beta1", "", "recipe.beta1", kOptimiser, real<&Recipe::optimiser, &Optimiser::beta1>(0, 1, 0, 0.999)},
      {"beta2", "", "recipe.beta2", kOptimiser, real<&Recipe::optimiser, &Optimiser::beta2>(0, 1, 0, 0.9999)},
      {"epsilon", "", "recipe.epsilon", kOptimiser,
       real<&Recipe::optimiser, &Optimiser::epsilon>(0, 1, 1e-12, 1e-2, true)},
      {"decay", "--decay", "recipe.decay", kOptimiser,
       real<&Recipe::optimiser, &Optimiser::decay>(0, 10, 0, 1)},
      {"clip", "--clip", "recipe.clip", kOptimiser,
       real<&Recipe::optimiser, &Optimiser::clip>(0, 1e9, 0, 10)},
  };
}

std::vector<RecipeSetting> run_rows() {
  return {
      {"batch", "--batch", "recipe.batch", Group::kRun, whole_number<&Recipe::batch>(1, 1024, 1, 256)},
      {"steps", "--steps", "recipe.steps", Group::kRun,
       whole_number<&Recipe::steps>(1, kMostSteps, 1, 10'000)},
      {"seed", "--seed", "recipe.seed", Group::kRun, seed()},
  };
}

std::vector<RecipeSetting> all_rows() {
  std::vector<RecipeSetting> all;
  for (std::vector<RecipeSetting>& rows : std::vector{architecture_rows(), optimiser_rows(), run_rows()})
    std::ranges::move(rows, std::back_inserter(all));
  return all;
}

}  // namespace

std::span<const RecipeSetting> recipe_settings() {
  static const std::vector<RecipeSetting> kRows = all_rows();
  return kRows;
}

}  // namespace engine
