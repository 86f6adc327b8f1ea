// fields_setting.cpp: rows of the table of settings as fields.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/session/setting_words.h"
#include "app/views/core/fields.h"

namespace views {

using engine::ChoiceSetting;
using engine::Index;
using engine::RealSetting;
using engine::SeedSetting;
using engine::Setting;
using engine::SwitchSetting;
using engine::WholeSetting;

void Fields::settings(engine::SettingGroup group) {
  for (const Setting& row : engine::settings()) {
    if (row.group == group) setting(row);
  }
}

void Fields::setting(const Setting& row) {
  if (row.words.empty() || !row.is_shown(config())) return;
  if (row.of_files && is_checkpoint())
    return of_checkpoint(row.words.data(), app::value_words(frame_.tr, row, config()));
  std::visit([&](const auto& of) { draw(row, of); }, row.value);
}

namespace {

// Whether 0 stands in the field itself, not what it stands for.
bool is_zero_shown(const WholeSetting& setting) {
  return setting.may_be_zero && setting.in_use == nullptr && setting.when_zero == nullptr;
}

}  // namespace

void Fields::draw(const Setting& row, const WholeSetting& setting) {
  // The sizes of a model change in large steps.
  constexpr float kSizes = 0.2f;
  constexpr float kOthers = 0.1f;
  Index shown = engine::shown_value(setting, config());
  Index most = setting.most;
  if (setting.in_use != nullptr) {
    most = std::max<Index>(1, static_cast<Index>(frame_.facts.labels(0).size()));
    shown = setting.in_use(config(), most);
  }
  if (most == 0) return;
  const auto set = [&row](app::State& state, Index value) {
    app::set_number(state, row, static_cast<double>(value));
  };
  whole(row.words.data(), shown, is_zero_shown(setting) ? 0 : setting.smallest, most, set,
        row.of_files ? kSizes : kOthers);
}

void Fields::draw(const Setting& row, const SeedSetting& setting) {
  if (setting.most == 0) return;
  seed(row.words.data(), engine::value_of(setting, config()), setting.most,
       [of = setting.of](app::State& state, uint64_t value) { of(state.document.config) = value; });
}

void Fields::draw(const Setting& row, const RealSetting& setting) {
  const auto set = [&row](app::State& state, double value) { app::set_number(state, row, value); };
  real(row.words.data(), engine::value_of(setting, config()), setting.speed, setting.least, setting.most, set,
       setting.may_be_none ? "value.none" : "");
}

// A switch with named sides is shown like a choice.
void Fields::draw(const Setting& row, const SwitchSetting& setting) {
  const auto sets = [of = setting.of](bool value) {
    return [of, value](app::State& state) { of(state.document.config) = value; };
  };
  const bool value = engine::value_of(setting, config());
  if (!setting.has_named_sides()) {
    if (opener(row.words.data(), frame_.tr(value ? setting.on : setting.off)))
      frame_.requests.edit("", sets(!value));
    return;
  }
  const std::array<Choice, 2> choices = {Choice{setting.on, sets(true)}, Choice{setting.off, sets(false)}};
  choice(row.words.data(), value ? setting.on : setting.off, choices);
}

void Fields::draw(const Setting& row, const ChoiceSetting& setting) {
  const bool is_crafted = config().model == engine::ModelKind::kCrafted;
  std::vector<Choice> choices;
  for (const engine::SettingChoice& each : setting.choices) {
    if (!each.is_offered || (is_crafted && each.has_weights)) continue;
    choices.push_back({each.words, [set = setting.set, kind = each.kind](app::State& state) {
                         set(state.document.config, kind);
                       }});
  }
  choice(row.words.data(), setting.chosen(config()).words, choices);
}

}  // namespace views
