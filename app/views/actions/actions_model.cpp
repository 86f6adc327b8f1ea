// actions_model.cpp: the settings with named values: well-known models, parts, masks.
#include "app/session/box_models.h"
#include "app/session/presets.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/view.h"
#include "engine/model/settings.h"

namespace views {
namespace {

using engine::Config;

// What a model must have; empty: any model. `needs`: the sentence that says so.
struct Condition {
  bool (*holds)(const Config& config) = nullptr;
  const char* needs = "needs.other";
};

constexpr Condition kAnyModel;
constexpr Condition kAlone = {[](const Config& config) { return !config.has_layers(); }, "needs.alone"};
constexpr Condition kSeeded = {
    [](const Config& config) { return config.model != engine::ModelKind::kCrafted; }, "needs.seeded"};
constexpr Condition kTrained = {[](const Config& config) {
                                  return config.has_layers() &&
                                         config.model == engine::ModelKind::kCheckpoint;
                                },
                                "needs.trained"};
// A decoder on its own never reads ahead.
constexpr Condition kOpenMask = {
    [](const Config& config) { return config.architecture != engine::Architecture::kDecoder; },
    "needs.open_mask"};

std::function<bool(const Frame&)> where(Condition condition) {
  return [condition](const Frame& frame) {
    return condition.holds == nullptr || condition.holds(frame.session.document().config);
  };
}

// A value of a setting: its label is `setting` and `value`, its description value.tip.
struct Value {
  ActionGroup group;
  std::string_view setting;
  std::string_view value;
};

template <class Change, class Chosen>
void add(Actions& all, const Value& row, Condition available, Change change, Chosen chosen) {
  const std::string value(row.value);
  std::string id = value;
  all.push_back({.id = std::move(id),
                 .group = row.group,
                 .key = "action.set",
                 .arguments = {{"setting", std::string(row.setting)}, {"value", value}},
                 .tip = value + ".tip",
                 .run = edits(change),
                 .available = where(available),
                 .needs = available.needs,
                 .chosen = [=](const Frame& frame) { return chosen(frame.session.document().config); }});
}

// The condition under which a setting applies.
Condition needs_of(const engine::Setting& row) {
  if (row.applies == nullptr) return kAnyModel;
  return {row.applies, row.missing == "layers"    ? "needs.layers"
                       : row.missing == "decoder" ? "needs.decoder"
                                                  : "needs.other"};
}

void add_setting(Actions& all, const engine::Setting& row, const engine::SwitchSetting& setting) {
  const Condition available = needs_of(row);
  const auto set = [of = setting.of](app::State& state, bool value) { of(state.document.config) = value; };
  const auto get = [&setting](const Config& config) { return engine::value_of(setting, config); };
  if (setting.has_named_sides()) {
    for (const auto& [key, value] : {std::pair{setting.on, true}, std::pair{setting.off, false}}) {
      add(
          all, {ActionGroup::kModel, row.words, key}, available,
          [=, value = value](app::State& state) { set(state, value); },
          [=, value = value](const Config& config) { return get(config) == value; });
    }
    return;
  }
  const std::string key(row.words);
  all.push_back({.id = key,
                 .group = ActionGroup::kModel,
                 .key = key,
                 .tip = key + ".tip",
                 .run = edits([=](app::State& state) { set(state, !get(state.document.config)); }),
                 .available = where(available),
                 .needs = available.needs,
                 .chosen = [=](const Frame& frame) { return get(frame.session.document().config); }});
}

void add_setting(Actions& all, const engine::Setting& row, const engine::ChoiceSetting& setting) {
  for (const engine::SettingChoice& choice : setting.choices) {
    if (!choice.is_offered) continue;
    add(
        all, {ActionGroup::kModel, row.words, choice.words}, choice.has_weights ? kSeeded : needs_of(row),
        [set = setting.set, kind = choice.kind](app::State& state) { set(state.document.config, kind); },
        [get = setting.get, kind = choice.kind](const Config& config) { return get(config) == kind; });
  }
}

template <class Number>
void add_setting(Actions& /*all*/, const engine::Setting& /*row*/, const Number& /*setting*/) {}

// Switches and choices; a number is typed after its name.
void add_settings(Actions& all, engine::SettingGroup group) {
  for (const engine::Setting& row : engine::settings()) {
    if (row.group != group || row.words.empty()) continue;
    std::visit([&](const auto& setting) { add_setting(all, row, setting); }, row.value);
  }
}

void add_presets(Actions& all) {
  for (const app::Preset& preset : app::presets()) {
    const std::string key(preset.key);
    all.push_back({.id = key,
                   .group = ActionGroup::kModel,
                   .key = "action.set",
                   .arguments = {{"setting", "action.preset"}, {"value", key}},
                   .tip = key + ".what",
                   .run = [&preset](const Frame& frame) { app::open_preset(preset, frame.requests); },
                   .chosen =
                       [&preset](const Frame& frame) {
                         return app::is_preset(frame.session.document().config, preset);
                       }});
  }
  add(
      all, {ActionGroup::kModel, "setting.model", "model.untrained"}, kTrained,
      [](app::State& state) { app::set_preset(state, app::preset_of(state.document.config.architecture)); },
      [](const Config& config) { return config.has_layers() && config.model == engine::ModelKind::kSeeded; });
  for (const auto& [key, kind] : {std::pair{"model.crafted", engine::ModelKind::kCrafted},
                                  std::pair{"model.seeded", engine::ModelKind::kSeeded}}) {
    add(
        all, {ActionGroup::kModel, "setting.model", key}, kAlone,
        [kind = kind](app::State& state) { app::set_model(state, kind); },
        [kind = kind](const Config& config) { return config.model == kind; });
  }
}

void add_masks(Actions& all) {
  const auto mask = [&](std::string_view key, bool causal, bool padding) {
    add(
        all, {ActionGroup::kMask, "setting.mask", key}, causal ? kAnyModel : kOpenMask,
        [=](app::State& state) {
          state.document.config.causal = causal;
          state.document.config.mask_padding = padding;
        },
        [=](const Config& config) {
          const bool ahead = config.causal || config.architecture == engine::Architecture::kDecoder;
          return ahead == causal && config.mask_padding == padding;
        });
  };
  mask("mask.none", false, false);
  mask("mask.padding", false, true);
  mask("mask.causal", true, false);
  mask("mask.both", true, true);
}

}  // namespace

void add_model_actions(Actions& all) {
  all.push_back({.id = "model",
                 .group = ActionGroup::kModel,
                 .key = "action.model",
                 .tip = "setting.architecture.tip",
                 .chords = {once(ImGuiKey_P)},
                 .run = [](const Frame& frame) {
                   frame.requests.arrange([](app::Desk& desk) { desk.opens = "model"; });
                 }});
  add_presets(all);
  for (const auto group : {engine::SettingGroup::kLayers, engine::SettingGroup::kInput,
                           engine::SettingGroup::kMethod, engine::SettingGroup::kScores})
    add_settings(all, group);
  all.push_back({.id = "all on",
                 .group = ActionGroup::kModel,
                 .key = "model_panel.all_on",
                 .tip = "action.all_on.tip",
                 .run = edits([](app::State& state) { state.document.config.off.clear(); }),
                 .available = [](const Frame& frame) { return !frame.session.document().config.off.empty(); },
                 .needs = "needs.switched_off"});
  add_masks(all);
}

}  // namespace views
