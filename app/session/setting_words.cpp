// setting_words.cpp: the words for each kind of setting.
#include "app/session/setting_words.h"

#include "engine/core/formula.h"

namespace app {
namespace {

using engine::ChoiceSetting;
using engine::Config;
using engine::RealSetting;
using engine::SeedSetting;
using engine::Setting;
using engine::SwitchSetting;
using engine::WholeSetting;

constexpr int kDecimals = 3;

struct Value {
  const Words& tr;
  const Config& config;

  std::string operator()(const WholeSetting& setting) const {
    return std::to_string(engine::shown_value(setting, config));
  }
  std::string operator()(const SeedSetting& setting) const {
    return std::to_string(engine::value_of(setting, config));
  }
  std::string operator()(const RealSetting& setting) const {
    const double value = engine::value_of(setting, config);
    if (setting.may_be_none && value == 0) return tr("value.none");
    return engine::number_markup(value, kDecimals);
  }
  std::string operator()(const SwitchSetting& setting) const {
    return tr(engine::value_of(setting, config) ? setting.on : setting.off);
  }
  std::string operator()(const ChoiceSetting& setting) const {
    const engine::SettingChoice& chosen = setting.chosen(config);
    return chosen.words.empty() ? chosen.name : tr(chosen.words);
  }
};

// "handout.no_scale", "handout.norm.post".
std::string handout_key(const Setting& row, const Config& config) {
  const std::string handout = "handout.";
  const std::string name(row.name);
  const auto* const toggle = std::get_if<SwitchSetting>(&row.value);
  if (toggle != nullptr && !engine::value_of(*toggle, config)) return handout + ("no_" + name);
  const auto* const choice = std::get_if<ChoiceSetting>(&row.value);
  return handout + name + (choice == nullptr ? "" : "." + choice->chosen(config).name);
}

}  // namespace

std::string_view words_of(engine::AttentionKind kind) {
  engine::Config config;
  config.attention.kind = kind;
  return std::get<ChoiceSetting>(engine::setting_named("attention").value).chosen(config).words;
}

std::string value_words(const Words& tr, const Setting& row, const Config& config) {
  return std::visit(Value{tr, config}, row.value);
}

std::string change_words(const Words& tr, const Setting& row, const Config& from, const Config& to) {
  if (row.words.empty()) return {};
  const std::string before = value_words(tr, row, from);
  const std::string after = value_words(tr, row, to);
  if (before == after) return {};
  return tr("change.from_to", {{"setting", tr(row.words)}, {"from", before}, {"to", after}});
}

Arguments setting_arguments(const Words& tr, const Config& config) {
  Arguments arguments;
  for (const Setting& row : engine::settings())
    arguments.emplace_back(std::string(row.name), value_words(tr, row, config));
  return arguments;
}

std::vector<std::string> handout_phrases(const Words& tr, engine::SettingGroup group, const Config& config) {
  const Config usual;
  std::vector<std::string> phrases;
  for (const Setting& row : engine::settings()) {
    if (row.group != group || row.handout == Setting::Handout::kNever || !row.is_in_use(config)) continue;
    if (row.handout == Setting::Handout::kUnlessUsual && !row.differs(config, usual)) continue;
    Arguments arguments = setting_arguments(tr, config);
    arguments.emplace_back("value", value_words(tr, row, config));
    phrases.push_back(tr(handout_key(row, config), arguments));
  }
  return phrases;
}

}  // namespace app
