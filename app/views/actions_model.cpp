// actions_model.cpp: the settings that have named values: well-known models, parts, masks.
#include "app/session/presets.h"
#include "app/views/action_rows.h"

namespace views {
namespace {

using engine::Config;
using Condition = bool (*)(const Config& config);

bool has_layers(const Config& config) {
  return config.has_layers();
}
bool is_alone(const Config& config) {
  return !config.has_layers();
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
                 .available =
                     [=](const Frame& frame) {
                       return available == nullptr || available(frame.session.document().config);
                     },
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
                 .available =
                     [=](const Frame& frame) {
                       return available == nullptr || available(frame.session.document().config);
                     },
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
        all, {ActionGroup::kModel, "setting.model", key}, is_alone,
        [kind = kind](app::State& state) { app::set_model(state, kind); },
        [kind = kind](const Config& config) { return config.model == kind; });
  }
}

void add_parts(Actions& all) {
  using engine::Activation;
  using engine::NormOrder;
  sets(all, "setting.norm", "setting.norm.post", has_layers, &Config::norm, NormOrder::kPost);
  sets(all, "setting.norm", "setting.norm.pre", has_layers, &Config::norm, NormOrder::kPre);
  sets(all, "setting.norm", "setting.norm.b2t", has_layers, &Config::norm, NormOrder::kB2T);
  sets(all, "setting.activation", "setting.activation.relu", has_layers, &Config::activation,
       Activation::kRelu);
  sets(all, "setting.activation", "setting.activation.gelu", has_layers, &Config::activation,
       Activation::kGelu);
  sets(all, "setting.activation", "setting.activation.gelu_tanh", has_layers, &Config::activation,
       Activation::kGeluTanh);
  toggles(
      all, "setting.final_norm",
      [](const Config& config) { return config.has_layers() && config.norm != NormOrder::kPre; },
      &Config::final_norm);
  const Condition has_decoder = [](const Config& config) { return config.has_decoder(); };
  sets(all, "setting.output_table", "setting.output_table.tied", has_decoder, &Config::tied_output, true);
  sets(all, "setting.output_table", "setting.output_table.free", has_decoder, &Config::tied_output, false);
}

void add_inputs(Actions& all) {
  using engine::PositionKind;
  toggles(all, "setting.embedding_scale", nullptr, &Config::embedding_scale);
  sets(all, "setting.positions", "positions.sinusoidal", nullptr, &Config::positions,
       PositionKind::kSinusoidal);
  sets(all, "setting.positions", "positions.none", nullptr, &Config::positions, PositionKind::kNone);
  // The crafted model is written for sinusoids.
  sets(
      all, "setting.positions", "positions.learned",
      [](const Config& config) { return config.model != engine::ModelKind::kCrafted; }, &Config::positions,
      PositionKind::kLearned);
  toggles(all, "setting.scale", nullptr, &Config::scale);
}

void add_masks(Actions& all) {
  const auto mask = [&](std::string_view key, bool causal, bool padding) {
    // A decoder alone never reads ahead.
    const Condition open = [](const Config& config) {
      return config.architecture != engine::Architecture::kDecoder;
    };
    add(
        all, {ActionGroup::kMask, "setting.mask", key}, causal ? nullptr : open,
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
                 .key = "model_panel.title",
                 .tip = "setting.architecture.tip",
                 .chords = {once(ImGuiKey_P)},
                 .run = [](const Frame& frame) {
                   frame.requests.arrange([](app::Desk& desk) { desk.opens = "model"; });
                 }});
  add_presets(all);
  add_parts(all);
  add_inputs(all);
  all.push_back(
      {.id = "all on",
       .group = ActionGroup::kModel,
       .key = "model_panel.all_on",
       .tip = "action.all_on.tip",
       .run = edits([](app::State& state) { state.document.config.off.clear(); }),
       .available = [](const Frame& frame) { return !frame.session.document().config.off.empty(); }});
  add_masks(all);
}

}  // namespace views
