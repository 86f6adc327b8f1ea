// settings_table.cpp: the table of settings.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/model/settings.h"

namespace engine {
namespace {

using Group = SettingGroup;
using Handout = Setting::Handout;
using Method = AttentionMethod;

// A field, by the path to it.
template <auto... kPath>
auto& at(Config& config) {
  return (config.*....*kPath);
}

template <auto... kPath>
WholeSetting whole(Index smallest, Index largest, Index most = 0) {
  return {.of = at<kPath...>, .smallest = smallest, .largest = largest, .most = most};
}

// 0 stands for an automatic value.
WholeSetting or_zero(WholeSetting setting) {
  setting.may_be_zero = true;
  return setting;
}

// A width of attention alone; 0: d_model.
template <auto kPath>
WholeSetting own_width() {
  WholeSetting setting = or_zero(whole<kPath>(1, kMaxWidth, 256));
  setting.when_zero = [](const Config& config) { return config.d_model; };
  return setting;
}

WholeSetting in_steps(WholeSetting setting, Index step) {
  setting.step = step;
  return setting;
}

template <auto... kPath>
RealSetting real(double smallest, double largest, double least, double most, float speed) {
  return {at<kPath...>, smallest, largest, least, most, speed};
}

// 0 stands for "none".
RealSetting or_none(RealSetting setting) {
  setting.may_be_none = true;
  return setting;
}

template <auto... kPath>
SwitchSetting toggle(std::string_view on = "value.on", std::string_view off = "value.off",
                     std::string_view back = {}) {
  return {at<kPath...>, on, off, back};
}

template <auto... kPath>
ChoiceSetting choice(std::vector<SettingChoice> choices) {
  using Kind = std::remove_cvref_t<decltype(at<kPath...>(std::declval<Config&>()))>;
  return {[](const Config& config) { return static_cast<int>(at<kPath...>(const_cast<Config&>(config))); },
          [](Config& config, int kind) { at<kPath...>(config) = static_cast<Kind>(kind); },
          std::move(choices)};
}

// The values of an enumeration, starting at the first: each name is also its word on the command line.
std::vector<SettingChoice> named(std::string_view words, std::initializer_list<std::string_view> names) {
  std::vector<SettingChoice> choices;
  for (const std::string_view name : names) {
    std::string key(words);
    if (!key.empty()) key.append(".").append(name);
    std::replace(key.begin(), key.end(), '-', '_');
    choices.push_back(
        {static_cast<int>(choices.size()), std::string(name), std::string(name), std::move(key)});
  }
  return choices;
}

std::vector<SettingChoice> activations() {
  auto choices = named("setting.activation", {"relu", "gelu", "gelu-tanh", "silu", "quick-gelu"});
  constexpr size_t kOwn = 3;  // the others are only for trained models
  for (size_t i = kOwn; i < choices.size(); ++i) choices[i].option.clear();
  return choices;
}

std::vector<SettingChoice> positions() {
  std::vector<SettingChoice> choices;
  for (const PositionInfo& row : position_kinds()) {
    choices.push_back({static_cast<int>(row.kind), std::string(row.name), std::string(row.choice),
                       std::string(row.words), !row.choice.empty(), row.has_table});
  }
  return choices;
}

std::vector<SettingChoice> attentions() {
  std::vector<SettingChoice> choices;
  for (const MethodRow& row : attention_methods()) {
    const std::string name(row.name);
    choices.push_back({static_cast<int>(row.kind), name, name, "method." + name});
  }
  return choices;
}

std::vector<SettingChoice> mask_patterns() {
  std::vector<SettingChoice> choices;
  for (const PatternRow& row : patterns()) {
    const std::string name(row.name);
    choices.push_back({static_cast<int>(row.kind), name, name, "mask.pattern." + name});
  }
  return choices;
}

template <PositionKind kKind>
bool has_positions(const Config& config) {
  return config.positions == kKind;
}

// Whether positions are encoded as angles.
bool has_angles(const Config& config) {
  return config.positions == PositionKind::kSinusoidal || config.positions == PositionKind::kRotary ||
         config.positions == PositionKind::kGrid;
}

template <bool MethodParameters::*kHas>
bool has_method(const Config& config) {
  return row_of(config.attention.kind).parameters.*kHas;
}

template <bool PatternNumbers::*kHas>
bool has_pattern(const Config& config) {
  return patterns()[static_cast<size_t>(config.pattern.kind)].numbers.*kHas;
}

bool is_seeded(const Config& config) {
  return config.model == ModelKind::kSeeded;
}
bool has_layers(const Config& config) {
  return config.has_layers();
}
bool is_alone(const Config& config) {
  return !config.has_layers() && config.model != ModelKind::kCheckpoint;
}
bool has_encoder(const Config& config) {
  return config.has_encoder();
}
bool has_decoder(const Config& config) {
  return config.has_decoder();
}

// Whether each pair of query and key has a score.
bool has_scores(const Config& config) {
  return row_of(config.attention.kind).biased;
}

// Pre-LN always has it.
bool has_final_norm(const Config& config) {
  return config.has_layers() && config.norm != NormOrder::kPre;
}

Index mixed_keys(const Config& config, Index tokens) {
  return rank_for(config.attention, tokens);
}

std::vector<Setting> rows() {
  constexpr double kMostBase = 1e9;
  constexpr Index kMostTokensKnown = std::numeric_limits<int32_t>::max();
  constexpr auto kNumberOfMask = "error.pattern";
  WholeSetting rank = or_zero(whole<&Config::attention, &Method::rank>(1, kMaxTokens));
  rank.in_use = mixed_keys;
  return {
      {.name = "d_model",
       .option = "--d-model",
       .words = "setting.d_model",
       .group = Group::kSizes,
       .value = whole<&Config::d_model>(1, kMaxWidth, 1024),
       .of_files = true},
      {.name = "heads",
       .option = "--heads",
       .words = "setting.heads",
       .group = Group::kSizes,
       .value = whole<&Config::n_heads>(1, kMaxHeads, 16),
       .of_files = true},
      {.name = "d_k",
       .option = "--d-k",
       .words = "setting.d_k",
       .group = Group::kSizes,
       .value = whole<&Config::d_k>(1, kMaxWidth, 256),
       .of_files = true},
      {.name = "d_v",
       .option = "--d-v",
       .words = "setting.d_v",
       .group = Group::kSizes,
       .value = whole<&Config::d_v>(1, kMaxWidth, 256),
       .of_files = true},

      {.name = "i_q",
       .option = "--i-q",
       .words = "setting.i_q",
       .group = Group::kWidths,
       .value = own_width<&Config::i_q>(),
       .applies = is_alone,
       .of_files = true,
       .is_rare = true,
       .missing = "alone",
       .handout = Handout::kUnlessUsual},
      {.name = "i_k",
       .option = "--i-k",
       .words = "setting.i_k",
       .group = Group::kWidths,
       .value = own_width<&Config::i_k>(),
       .applies = is_alone,
       .of_files = true,
       .is_rare = true,
       .missing = "alone",
       .handout = Handout::kUnlessUsual},
      {.name = "i_v",
       .option = "--i-v",
       .words = "setting.i_v",
       .group = Group::kWidths,
       .value = own_width<&Config::i_v>(),
       .applies = is_alone,
       .of_files = true,
       .is_rare = true,
       .missing = "alone",
       .handout = Handout::kUnlessUsual},
      {.name = "d_o",
       .option = "--d-o",
       .words = "setting.d_o",
       .group = Group::kWidths,
       .value = own_width<&Config::d_o>(),
       .applies = is_alone,
       .of_files = true,
       .is_rare = true,
       .missing = "alone",
       .handout = Handout::kUnlessUsual},

      {.name = "seed",
       .option = "--seed",
       .words = "setting.seed",
       .group = Group::kSeed,
       .value = SeedSetting{at<&Config::seed>, 999'999'999},
       .applies = is_seeded,
       .of_files = true},

      {.name = "embedding_scale",
       .option = "--no-embedding-scale",
       .words = "setting.embedding_scale",
       .group = Group::kInput,
       .value = toggle<&Config::embedding_scale>(),
       .handout = Handout::kAlways},
      {.name = "positions",
       .option = "--positions",
       .words = "setting.positions",
       .group = Group::kInput,
       .value = choice<&Config::positions>(positions()),
       .handout = Handout::kAlways},
      {.name = "base",
       .option = "--base",
       .words = "setting.base",
       .group = Group::kInput,
       .value = real<&Config::base>(1, kMostBase, 1, 1e6, 5.0f),
       .applies = has_angles,
       .range = "error.base"},
      {.name = "grid",
       .option = "--grid",
       .words = "setting.grid",
       .group = Group::kInput,
       .value = or_zero(whole<&Config::grid>(1, kMaxTokens, 256)),
       .applies = has_positions<PositionKind::kGrid>,
       .needs = "--positions grid"},
      {.name = "context",
       .option = "--context",
       .words = "setting.context",
       .group = Group::kInput,
       .value = whole<&Config::context>(1, kMaxTokens, 2048),
       .applies = has_positions<PositionKind::kLearned>,
       .of_files = true,
       .needs = "--positions learned"},
      {.name = "relative_distance",
       .option = "--relative-distance",
       .words = "setting.relative_distance",
       .group = Group::kInput,
       .value = whole<&Config::relative_distance>(1, kMaxTokens, 256),
       .applies = has_positions<PositionKind::kShaw>,
       .needs = "--positions relative"},

      {.name = "attention",
       .option = "--attention",
       .words = "setting.attention",
       .group = Group::kMethod,
       .value = choice<&Config::attention, &Method::kind>(attentions())},
      {.name = "features",
       .option = "--features",
       .words = "setting.features",
       .group = Group::kMethod,
       .value = whole<&Config::attention, &Method::features>(1, kMaxFeatures, 1024),
       .applies = has_method<&MethodParameters::features>,
       .needs = "--attention performer"},
      {.name = "rank",
       .option = "--rank",
       .words = "setting.rank",
       .group = Group::kMethod,
       .value = rank,
       .applies = has_method<&MethodParameters::rank>,
       .needs = "--attention linformer"},
      {.name = "buckets",
       .option = "--buckets",
       .words = "setting.buckets",
       .group = Group::kMethod,
       .value = in_steps(whole<&Config::attention, &Method::buckets>(2, kMaxBuckets, 64), 2),
       .applies = has_method<&MethodParameters::buckets>,
       .needs = "--attention reformer"},
      {.name = "rounds",
       .option = "--rounds",
       .words = "setting.rounds",
       .group = Group::kMethod,
       .value = whole<&Config::attention, &Method::rounds>(1, kMaxRounds, kMaxRounds),
       .applies = has_method<&MethodParameters::rounds>,
       .needs = "--attention reformer"},
      {.name = "chunk",
       .option = "--chunk",
       .group = Group::kMethod,
       .value = or_zero(whole<&Config::attention, &Method::chunk>(1, kMaxTokens)),
       .applies = has_method<&MethodParameters::chunk>,
       .needs = "--attention tiled"},
      {.name = "window",
       .option = "--window",
       .words = "setting.window",
       .group = Group::kMethod,
       .value = whole<&Config::attention, &Method::window>(1, kMaxTokens, 256),
       .applies = has_method<&MethodParameters::window>,
       .needs = "--attention window"},
      {.name = "global",
       .option = "--global",
       .group = Group::kMethod,
       .value = whole<&Config::attention, &Method::global>(0, kMaxTokens),
       .applies = has_method<&MethodParameters::global>,
       .needs = "--attention window"},
      {.name = "feature_map",
       .option = "--feature-map",
       .group = Group::kMethod,
       .value = choice<&Config::attention, &Method::feature_map>(named("", {"positive", "trigonometric"})),
       .applies = has_method<&MethodParameters::feature_map>,
       .needs = "--attention performer"},
      {.name = "orthogonal",
       .option = "--no-orthogonal",
       .group = Group::kMethod,
       .value = toggle<&Config::attention, &Method::orthogonal>("value.on", "value.off", "--orthogonal"),
       .applies = has_method<&MethodParameters::orthogonal>,
       .needs = "--attention performer"},
      {.name = "gate",
       .option = "--gate",
       .group = Group::kMethod,
       .value = toggle<&Config::attention, &Method::gate>(),
       .applies = has_method<&MethodParameters::gate>,
       .needs = "--attention rfa"},
      {.name = "attention_seed",
       .option = "--attention-seed",
       .words = "setting.attention_seed",
       .group = Group::kMethod,
       .value = SeedSetting{at<&Config::attention, &Method::seed>, 9999},
       .applies = has_method<&MethodParameters::seed>,
       .needs = "--attention performer"},

      {.name = "causal", .group = Group::kMask, .value = toggle<&Config::causal>()},
      {.name = "mask_padding", .group = Group::kMask, .value = toggle<&Config::mask_padding>()},
      {.name = "mask_pattern",
       .option = "--mask-pattern",
       .words = "change.pattern",
       .group = Group::kPattern,
       .value = choice<&Config::pattern, &MaskPattern::kind>(mask_patterns())},
      {.name = "mask_width",
       .option = "--mask-width",
       .words = "change.pattern_width",
       .group = Group::kPattern,
       .value = whole<&Config::pattern, &MaskPattern::width>(1, kMaxTokens),
       .applies = has_pattern<&PatternNumbers::width>,
       .needs = "--mask-pattern window",
       .range = kNumberOfMask},
      {.name = "mask_step",
       .option = "--mask-step",
       .words = "change.pattern_step",
       .group = Group::kPattern,
       .value = whole<&Config::pattern, &MaskPattern::step>(1, kMaxTokens),
       .applies = has_pattern<&PatternNumbers::step>,
       .needs = "--mask-pattern dilated",
       .range = kNumberOfMask},
      {.name = "mask_count",
       .option = "--mask-count",
       .words = "change.pattern_count",
       .group = Group::kPattern,
       .value = whole<&Config::pattern, &MaskPattern::count>(1, kMaxTokens),
       .applies = has_pattern<&PatternNumbers::count>,
       .needs = "--mask-pattern global",
       .range = kNumberOfMask},
      {.name = "mask_density",
       .option = "--mask-density",
       .words = "change.pattern_density",
       .group = Group::kPattern,
       .value = real<&Config::pattern, &MaskPattern::density>(0, 1, 0, 1, 0.01f),
       .applies = has_pattern<&PatternNumbers::density>,
       .needs = "--mask-pattern random",
       .range = kNumberOfMask},
      {.name = "mask_seed",
       .option = "--mask-seed",
       .words = "change.pattern_seed",
       .group = Group::kPattern,
       .value = SeedSetting{at<&Config::pattern, &MaskPattern::seed>},
       .applies = has_pattern<&PatternNumbers::density>,
       .needs = "--mask-pattern random"},
      {.name = "mask_finite",
       .option = "--mask-finite",
       .words = "change.hidden",
       .group = Group::kHiding,
       .value = toggle<&Config::mask_finite>("change.hidden_finite", "change.hidden_infinite")},
      {.name = "mask_in_place",
       .option = "--mask-in-place",
       .words = "setting.mask",
       .group = Group::kHiding,
       .value = toggle<&Config::mask_in_place>("change.mask_in_place", "change.mask_added")},

      {.name = "scale",
       .option = "--no-scale",
       .words = "setting.scale",
       .group = Group::kScores,
       .value = toggle<&Config::scale>(),
       .handout = Handout::kAlways},
      {.name = "temperature",
       .option = "--temperature",
       .words = "setting.temperature",
       .group = Group::kScores,
       .value = real<&Config::temperature>(1e-3, 1e3, 0.05, 20, 0.01f),
       .range = "error.temperature",
       .handout = Handout::kAlways},
      {.name = "score_cap",
       .option = "--score-cap",
       .words = "setting.score_cap",
       .group = Group::kScores,
       .value = or_none(real<&Config::cap>(1e-3, 1e6, 0, 100, 0.1f)),
       .applies = has_scores,
       .is_rare = true,
       .refusal = "error.attention_score_cap",
       .range = "error.score_cap",
       .handout = Handout::kUnlessUsual},

      {.name = "encoder_layers",
       .option = "--encoder-layers",
       .words = "setting.encoder_layers",
       .group = Group::kStacks,
       .value = whole<&Config::encoder_layers>(1, kMaxLayers, kMostLayers),
       .applies = has_encoder,
       .of_files = true},
      {.name = "decoder_layers",
       .option = "--decoder-layers",
       .words = "setting.decoder_layers",
       .group = Group::kStacks,
       .value = whole<&Config::decoder_layers>(1, kMaxLayers, kMostLayers),
       .applies = has_decoder,
       .of_files = true},
      {.name = "d_ff",
       .option = "--d-ff",
       .words = "setting.d_ff",
       .group = Group::kLayers,
       .value = whole<&Config::d_ff>(0, 8 * kMaxWidth, 4096),
       .applies = has_layers,
       .of_files = true,
       .missing = "layers"},
      {.name = "activation",
       .option = "--activation",
       .words = "setting.activation",
       .group = Group::kLayers,
       .value = choice<&Config::activation>(activations()),
       .applies = has_layers,
       .missing = "layers",
       .handout = Handout::kAlways},
      {.name = "norm",
       .option = "--norm",
       .words = "setting.norm",
       .group = Group::kLayers,
       .value = choice<&Config::norm>(named("setting.norm", {"post", "pre", "b2t"})),
       .applies = has_layers,
       .of_files = true,
       .missing = "layers",
       .handout = Handout::kAlways},
      {.name = "final_norm",
       .option = "--final-norm",
       .words = "setting.final_norm",
       .group = Group::kLayers,
       .value = toggle<&Config::final_norm>(),
       .applies = has_final_norm,
       .of_files = true,
       .missing = "layers",
       .handout = Handout::kUnlessUsual},
      {.name = "tied_output",
       .option = "--free-output",
       .words = "setting.output_table",
       .group = Group::kLayers,
       .value = toggle<&Config::tied_output>("setting.output_table.tied", "setting.output_table.free"),
       .applies = has_decoder,
       .of_files = true,
       .missing = "decoder",
       .handout = Handout::kUnlessUsual},

      {.name = "vocabulary",
       .group = Group::kFiles,
       .value = or_zero(whole<&Config::vocabulary>(1, kMostTokensKnown))},
      {.name = "kv_heads",
       .group = Group::kFiles,
       .value = or_zero(whole<&Config::n_kv_heads>(1, kMaxHeads))},
      {.name = "decoder_causal", .group = Group::kFiles, .value = toggle<&Config::decoder_causal>()},
      {.name = "gated", .group = Group::kFiles, .value = toggle<&Config::gated>()},
      {.name = "rms_norm", .group = Group::kFiles, .value = toggle<&Config::rms_norm>()},
      {.name = "parallel", .group = Group::kFiles, .value = toggle<&Config::parallel>()},
      {.name = "local_window",
       .group = Group::kFiles,
       .value = or_zero(whole<&Config::local_window>(1, kMaxTokens))},
      {.name = "input_norm", .group = Group::kFiles, .value = toggle<&Config::input_norm>()},
      {.name = "predicts",
       .group = Group::kFiles,
       .value = choice<&Config::predicts>(named("", {"next-token", "tokens", "class", "none"}))},
      {.name = "output_scale", .group = Group::kFiles, .value = toggle<&Config::output_scale>()},
      {.name = "logit_cap",
       .group = Group::kFiles,
       .value = or_none(real<&Config::logit_cap>(1e-3, 1e6, 0, 100, 0.1f)),
       .range = "error.score_cap"},
  };
}

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> kRows = rows();
  return kRows;
}

}  // namespace engine
