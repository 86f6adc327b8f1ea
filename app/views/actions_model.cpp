// actions_model.cpp: the settings that have named values: well-known models, parts, masks.
#include "app/session/presets.h"
#include "app/views/action_rows.h"

namespace views {
namespace {

using engine::Config;

// What a model must have; nothing: any will do. `needs`: the sentence that says so.
struct Condition {
  bool (*holds)(const Config& config) = nullptr;
  const char* needs = "needs.other";
};

constexpr Condition kAnyModel;
constexpr Condition kWithLayers = {[](const Config& config) { return config.has_layers(); }, "needs.layers"};
constexpr Condition kAlone = {[](const Config& config) { return !config.has_layers(); }, "needs.alone"};
constexpr Condition kWithDecoder = {[](const Config& config) { return config.has_decoder(); },
                                    "needs.decoder"};
constexpr Condition kSeeded = {
    [](const Config& config) { return config.model != engine::ModelKind::kCrafted; }, "needs.seeded"};
constexpr Condition kWithFinalNorm = {
    [](const Config& config) { return config.has_layers() && config.norm != engine::NormOrder::kPre; },
    "needs.layers"};
// A decoder alone never reads ahead.
constexpr Condition kOpenMask = {
    [](const Config& config) { return config.architecture != engine::Architecture::kDecoder; },
    "needs.open_mask"};

std::function<bool(const Frame&)> where(Condition condition) {
  return [condition](const Frame& frame) {
    return condition.holds == nullptr || condition.holds(frame.session.document().config);
  };
}

// A value of a setting: its words are `setting` and `value`, its sentence value.tip.
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

template <class Kind>
void sets(Actions& all, std::string_view setting, std::string_view value, Condition available,
          Kind Config::*field, Kind kind) {
  add(
      all, {ActionGroup::kModel, setting, value}, available,
      [=](app::State& state) { state.document.config.*field = kind; },
      [=](const Config& config) { return config.*field == kind; });
}

// A switch that is on or off.
void toggles(Actions& all, std::string_view setting, Condition available, bool Config::*field) {
  const std::string key(setting);
  all.push_back({.id = key,
                 .group = ActionGroup::kModel,
                 .key = key,
                 .tip = key + ".tip",
                 .run = edits([=](app::State& state) {
                   state.document.config.*field = !(state.document.config.*field);
                 }),
                 .available = where(available),
                 .needs = available.needs,
                 .chosen = [=](const Frame& frame) { return frame.session.document().config.*field; }});
}

void add_presets(Actions& all) {
  for (const app::Preset& preset : app::presets()) {
    const std::string key(preset.key);
    all.push_back({.id = key,
                   .group = ActionGroup::kModel,
                   .key = "action.set",
                   .arguments = {{"setting", "action.preset"}, {"value", key}},
                   .tip = key + ".what",
                   .run = edits([&preset](app::State& state) { app::set_preset(state, preset); }),
                   .chosen = [&preset](const Frame& frame) {
                     return app::is_preset(frame.session.document().config, preset);
                   }});
  }
  for (const auto& [key, kind] : {std::pair{"model.crafted", engine::ModelKind::kCrafted},
                                  std::pair{"model.seeded", engine::ModelKind::kSeeded}}) {
    add(
        all, {ActionGroup::kModel, "setting.model", key}, kAlone,
        [kind = kind](app::State& state) { app::set_model(state, kind); },
        [kind = kind](const Config& config) { return config.model == kind; });
  }
}

void add_parts(Actions& all) {
  using engine::Activation;
  using engine::NormOrder;
  sets(all, "setting.norm", "setting.norm.post", kWithLayers, &Config::norm, NormOrder::kPost);
  sets(all, "setting.norm", "setting.norm.pre", kWithLayers, &Config::norm, NormOrder::kPre);
  sets(all, "setting.norm", "setting.norm.b2t", kWithLayers, &Config::norm, NormOrder::kB2T);
  sets(all, "setting.activation", "setting.activation.relu", kWithLayers, &Config::activation,
       Activation::kRelu);
  sets(all, "setting.activation", "setting.activation.gelu", kWithLayers, &Config::activation,
       Activation::kGelu);
  sets(all, "setting.activation", "setting.activation.gelu_tanh", kWithLayers, &Config::activation,
       Activation::kGeluTanh);
  toggles(all, "setting.final_norm", kWithFinalNorm, &Config::final_norm);
  sets(all, "setting.output_table", "setting.output_table.tied", kWithDecoder, &Config::tied_output, true);
  sets(all, "setting.output_table", "setting.output_table.free", kWithDecoder, &Config::tied_output, false);
}

void add_inputs(Actions& all) {
  toggles(all, "setting.embedding_scale", kAnyModel, &Config::embedding_scale);
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    if (row.choice.empty()) continue;
    // The crafted model has no table of its own.
    sets(all, "setting.positions", row.words, row.has_table ? kSeeded : kAnyModel, &Config::positions,
         row.kind);
  }
  toggles(all, "setting.scale", kAnyModel, &Config::scale);
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
  add_parts(all);
  add_inputs(all);
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
