// settings.h: every setting of a model and its run that is one number, one switch or one choice, one row
// each. Sessions, options, the window's fields, the palette, the history's labels, the handout and the checks
// read these rows: a new setting is a field of Config, its row here, and its words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/model/config.h"

namespace engine {

// As many layers as needed to see the effect of depth.
inline constexpr Index kMostLayers = 12;

// Where a setting belongs. The groups, and their rows, are in the order in which they are shown.
enum class SettingGroup {
  kSizes,    // sizes of vectors and heads
  kWidths,   // of attention alone: widths of its inputs and its output
  kSeed,     // seed of random draws
  kInput,    // attention's input, and how positions are encoded
  kMethod,   // how attention is computed
  kMask,     // which rules hide keys
  kPattern,  // the pattern of the mask, and its numbers
  kHiding,   // how keys are hidden
  kScores,   // between the product of query and key and the mask
  kStacks,   // the number of layers
  kLayers,   // what layers consist of
  kFiles,    // what only a trained model's files define
};

struct WholeSetting {
  Index& (*of)(Config& config);
  Index smallest = 1;
  Index largest = 1;
  bool may_be_zero = false;                            // 0: chosen automatically
  Index most = 0;                                      // in the window; 0: the window does not offer it
  Index step = 1;                                      // the window offers multiples of this
  Index (*when_zero)(const Config& config) = nullptr;  // what 0 stands for; null: it is shown as 0
  // The value that a run with this many tokens uses, if it can differ from the setting; at most the number of
  // tokens.
  Index (*in_use)(const Config& config, Index tokens) = nullptr;
};

struct SeedSetting {
  uint64_t& (*of)(Config& config);
  uint64_t most = 0;  // in the window; 0: the window does not offer it
};

struct RealSetting {
  double& (*of)(Config& config);
  double smallest = 0;
  double largest = 1;
  double least = 0;  // the range in the window
  double most = 1;
  float speed = 0.01f;       // drag speed
  bool may_be_none = false;  // 0: absent
};

struct SwitchSetting {
  bool& (*of)(Config& config);
  std::string_view on = "value.on";  // text keys
  std::string_view off = "value.off";
  std::string_view back = {};  // the option that restores its default

  bool has_named_sides() const { return on != "value.on"; }
};

struct SettingChoice {
  int kind = 0;
  std::string name;    // in a session's line
  std::string option;  // on the command line; empty: not available there
  std::string words;   // the text key of its label; with ".tip": of its description
  bool is_offered = true;
  bool has_weights = false;  // not available for the crafted model
};

struct ChoiceSetting {
  int (*get)(const Config& config);
  void (*set)(Config& config, int kind);
  std::vector<SettingChoice> choices;

  const SettingChoice& chosen(const Config& config) const;
};

struct Setting {
  std::string_view name;    // in a session's line
  std::string_view option;  // on the command line; empty: none
  std::string_view words;   // label's text key, with ".tip" the description's; empty: told elsewhere
  SettingGroup group;
  std::variant<WholeSetting, SeedSetting, RealSetting, SwitchSetting, ChoiceSetting> value;
  bool (*applies)(const Config& config) = nullptr;  // whether it has any effect; null: always
  bool of_files = false;                            // defined by a trained model's files, and only by them
  std::string_view needs = {};  // what makes it apply on the command line: "--positions grid"
  bool is_rare = false;  // the settings line shows it only if it differs from the default; the model panel
                         // always
  // What the model lacks if it does not apply: "layers" in "needs.layers" and "error.needs_layers".
  std::string_view missing = {};
  // Text key of the error if it is set but does not apply (attention); empty: then it is ignored.
  std::string_view refusal = {};
  std::string_view range = "error.size";  // text key of the error if a number is out of range
  // What the handout says about it: "handout.NAME", for a switch that is off "handout.no_NAME", for a choice
  // "handout.NAME.CHOICE"; nothing; or that only if it differs from the default.
  enum class Handout { kNever, kAlways, kUnlessUsual } handout = Handout::kNever;

  bool is_in_use(const Config& config) const { return applies == nullptr || applies(config); }
  // Whether the window shows it: also if it is rejected, since that is where to change it.
  bool is_shown(const Config& config) const {
    return is_in_use(config) || (!refusal.empty() && differs(config, Config()));
  }
  // Whether its value differs between `one` and `other`.
  bool differs(const Config& one, const Config& other) const;
};

// All settings.
std::span<const Setting> settings();

// The row of an existing name.
const Setting& setting_named(std::string_view name);

// A whole number as it is shown: what 0 stands for, if that is known.
Index shown_value(const WholeSetting& setting, const Config& config);

// A setting's value.
template <class Value>
const auto& value_of(const Value& value, const Config& config) {
  return value.of(const_cast<Config&>(config));  // which changes nothing
}

// The first number that is out of range, and the first setting that is rejected. Errors: error.size (name,
// value, largest), or the row's range (value), or its refusal (attention).
std::optional<Error> check_settings(const Config& config);

}  // namespace engine
