// settings.h: whatever about a model and its run is one number, one switch or one choice, a row each.
// Sessions, options, the window's fields, the palette, the history's words, the handout and the checks read
// these rows: a new setting is a field of Config, its row here, and its words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/model/config.h"

namespace engine {

// As many layers as anyone needs to see what depth does.
inline constexpr Index kMostLayers = 12;

// Where a setting belongs. The groups, and the rows of each, stand in the order in which they are told.
enum class SettingGroup {
  kSizes,    // of vectors and heads
  kSeed,     // of what is drawn
  kInput,    // what is attention's input, and how positions are told apart
  kMethod,   // how attention is computed
  kMask,     // which rules hide keys
  kPattern,  // the pattern of the mask, and its numbers
  kHiding,   // how a key is hidden
  kScores,   // between a product of query and key and the mask
  kStacks,   // how many layers
  kLayers,   // what they are made of
  kFiles,    // what only a trained model's files say
};

struct WholeSetting {
  Index& (*of)(Config& config);
  Index smallest = 1;
  Index largest = 1;
  bool may_be_zero = false;  // 0: it is chosen by itself
  Index most = 0;            // that the window offers; 0: the window does not offer it
  Index step = 1;            // what the window offers is a multiple of this
  // What a run of so many tokens uses, where that may be another than what is set; it is at most the tokens.
  Index (*in_use)(const Config& config, Index tokens) = nullptr;
};

struct SeedSetting {
  uint64_t& (*of)(Config& config);
  uint64_t most = 0;  // that the window offers; 0: the window does not offer it
};

struct RealSetting {
  double& (*of)(Config& config);
  double smallest = 0;
  double largest = 1;
  double least = 0;  // that the window offers, and most
  double most = 1;
  float speed = 0.01f;       // of dragging
  bool may_be_none = false;  // 0: it is not there
};

struct SwitchSetting {
  bool& (*of)(Config& config);
  std::string_view on = "value.on";  // text keys
  std::string_view off = "value.off";
  std::string_view back = {};  // the option that gives it back its default

  bool has_named_sides() const { return on != "value.on"; }
};

struct SettingChoice {
  int kind = 0;
  std::string name;    // in a session's line
  std::string option;  // on the command line; empty: not to be chosen there
  std::string words;   // the text key of its name; that and ".tip": of its sentence
  bool is_offered = true;
  bool has_weights = false;  // not to be chosen for the crafted model
};

struct ChoiceSetting {
  int (*get)(const Config& config);
  void (*set)(Config& config, int kind);
  std::vector<SettingChoice> choices;

  const SettingChoice& chosen(const Config& config) const;
};

struct Setting {
  std::string_view name;    // in a session's line
  std::string_view option;  // on the command line; empty: it has none
  std::string_view
      words;  // the text key of its name, that and ".tip": of its sentence; empty: told otherwise
  SettingGroup group;
  std::variant<WholeSetting, SeedSetting, RealSetting, SwitchSetting, ChoiceSetting> value;
  bool (*applies)(const Config& config) = nullptr;  // whether it changes anything; null: it always does
  bool of_files = false;                            // a trained model's files decide it, and nobody else
  std::string_view needs = {};  // what makes it apply on the command line: "--positions grid"
  bool is_rare = false;  // the settings line shows it only where it is not as usual; the model panel always
  // What the model lacks where it does not apply: "layers" of "needs.layers" and "error.needs_layers".
  std::string_view missing = {};
  // Text key of the error where it is set and does not apply (attention); empty: it changes nothing then.
  std::string_view refusal = {};
  std::string_view range = "error.size";  // text key of the error where a number is out of its range
  // What the handout says of it: "handout.NAME", of a switch that is off "handout.no_NAME", of a choice
  // "handout.NAME.CHOICE"; nothing; or that only where it is not as usual.
  enum class Handout { kNever, kAlways, kUnlessUsual } handout = Handout::kNever;

  bool is_in_use(const Config& config) const { return applies == nullptr || applies(config); }
  // Whether the window shows it: also where it is refused, since there it has to be changed.
  bool is_shown(const Config& config) const {
    return is_in_use(config) || (!refusal.empty() && differs(config, Config()));
  }
  // Whether it is something else in `one` than in `other`.
  bool differs(const Config& one, const Config& other) const;
};

// All of them.
std::span<const Setting> settings();

// The row of a name that there is.
const Setting& setting_named(std::string_view name);

// A setting's value.
template <class Value>
const auto& value_of(const Value& value, const Config& config) {
  return value.of(const_cast<Config&>(config));  // which changes nothing
}

// The first number that is out of its range, and the first setting that is refused. Errors: error.size (name,
// value, largest), or the row's range (value), or its refusal (attention).
std::optional<Error> check_settings(const Config& config);

}  // namespace engine
