// setting_options.cpp: reads the value typed for a setting, according to its row.
#include "app/cli/setting_options.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <string>

namespace app {
namespace {

using engine::ChoiceSetting;
using engine::Config;
using engine::Error;
using engine::Index;
using engine::RealSetting;
using engine::Result;
using engine::SeedSetting;
using engine::Setting;
using engine::SettingGroup;
using engine::SwitchSetting;
using engine::WholeSetting;

// Texts that live as long as the program: an option holds views of them.
std::string_view kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

std::vector<std::string> names_of(std::span<const engine::SettingChoice> choices) {
  std::vector<std::string> names;
  for (const engine::SettingChoice& row : choices) {
    if (!row.option.empty()) names.push_back(row.option);
  }
  return names;
}

struct Placeholder {
  std::string operator()(const WholeSetting& /*unused*/) const { return "N"; }
  std::string operator()(const SeedSetting& /*unused*/) const { return "N"; }
  std::string operator()(const RealSetting& /*unused*/) const { return "NUMBER"; }
  std::string operator()(const SwitchSetting& /*unused*/) const { return ""; }
  std::string operator()(const ChoiceSetting& choice) const { return listed(choice.choices); }
};

// Reads one setting's option.
struct Read {
  const ParsedOptions& given;
  std::string_view option;
  Config& config;

  std::optional<Error> operator()(const WholeSetting& setting) const {
    Index& field = setting.of(config);
    const auto value = whole_number(given, option, static_cast<uint64_t>(setting.smallest),
                                    static_cast<uint64_t>(setting.largest), static_cast<uint64_t>(field));
    if (!value) return value.error();
    field = static_cast<Index>(*value);
    return std::nullopt;
  }
  std::optional<Error> operator()(const SeedSetting& setting) const {
    uint64_t& field = setting.of(config);
    const auto value = whole_number(given, option, 0, std::numeric_limits<uint64_t>::max(), field);
    if (!value) return value.error();
    field = *value;
    return std::nullopt;
  }
  std::optional<Error> operator()(const RealSetting& setting) const {
    double& field = setting.of(config);
    if (setting.may_be_none && given.find(option) == "0") {
      field = 0;
      return std::nullopt;
    }
    const auto value = number(given, option, setting.smallest, setting.largest, field);
    if (!value) return value.error();
    field = *value;
    return std::nullopt;
  }
  // An option turns a switch from its default; if another one turns it back, they exclude each other.
  std::optional<Error> operator()(const SwitchSetting& setting) const {
    Config usual;
    const bool is_usually = setting.of(usual);
    if (!setting.back.empty()) {
      if (auto bad = exclusive(given, setting.back, option)) return bad;
      if (given.has(setting.back)) setting.of(config) = is_usually;
    }
    if (given.has(option)) setting.of(config) = !is_usually;
    return std::nullopt;
  }
  std::optional<Error> operator()(const ChoiceSetting& setting) const {
    const auto kind = read_kind(given, option, setting.choices);
    if (!kind) return kind.error();
    if (*kind) setting.set(config, **kind);
    return std::nullopt;
  }
};

std::string_view back_of(const Setting& row) {
  const auto* const toggle = std::get_if<SwitchSetting>(&row.value);
  return toggle == nullptr ? std::string_view() : toggle->back;
}

}  // namespace

Option option_row(std::string_view option, const std::string& value, std::string_view command) {
  std::string key(command);
  key.append(command.empty() ? "" : "_").append(option.substr(2));
  std::replace(key.begin(), key.end(), '-', '_');
  return {option, kept(value), kept("help." + key)};
}

std::string listed(std::span<const engine::SettingChoice> choices) {
  constexpr size_t kMostNamed = 11;  // more are too many for a line of the help
  const std::vector<std::string> names = names_of(choices);
  if (names.size() > kMostNamed) return "NAME";
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : "|").append(name);
  return list;
}

Result<std::optional<int>> read_kind(const ParsedOptions& given, std::string_view option,
                                     std::span<const engine::SettingChoice> choices) {
  const auto typed = given.find(option);
  if (!typed) return std::optional<int>();
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const engine::SettingChoice& row) {
    return !row.option.empty() && row.option == *typed;
  });
  if (found == choices.end()) return not_a_choice(option, *typed, names_of(choices));
  return std::optional(found->kind);
}

std::vector<Option> options_of(SettingGroup group) {
  std::vector<Option> options;
  for (const Setting& row : engine::settings()) {
    if (row.group != group || row.option.empty()) continue;
    if (!back_of(row).empty()) options.push_back(option_row(back_of(row), ""));
    options.push_back(option_row(row.option, std::visit(Placeholder{}, row.value)));
  }
  return options;
}

std::optional<Error> check_applies(const ParsedOptions& given, SettingGroup group, const Config& config) {
  for (const Setting& row : engine::settings()) {
    if (row.group != group || row.is_in_use(config)) continue;
    for (const std::string_view option : {row.option, back_of(row)}) {
      if (option.empty() || !given.has(option)) continue;
      if (!row.needs.empty()) return without(option, row.needs);
      if (row.missing.empty()) continue;
      if (!config.has_layers()) return Error{"error.needs_layers", {{"option", std::string(option)}}};
      // With layers, what is not in use is already there: Pre-LN's last norm.
      if (row.missing != "layers")
        return Error{"error." + ("needs_" + std::string(row.missing)), {{"what", std::string(option)}}};
    }
  }
  return std::nullopt;
}

std::optional<Error> read_setting(const ParsedOptions& given, const Setting& row, Config& config) {
  return std::visit(Read{given, row.option, config}, row.value);
}

std::optional<Error> read_settings(const ParsedOptions& given, SettingGroup group, Config& config) {
  for (const Setting& row : engine::settings()) {
    if (row.group != group || row.option.empty()) continue;
    if (auto bad = read_setting(given, row, config)) return bad;
  }
  return std::nullopt;
}

}  // namespace app
