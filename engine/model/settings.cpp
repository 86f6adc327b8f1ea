// settings.cpp: compares and checks settings.
#include "engine/model/settings.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <type_traits>

#include "engine/core/number_text.h"

namespace engine {
namespace {

// Whether a number is valid, and its value.
struct Checked {
  bool is_good = true;
  std::string value, largest;
};

Checked checked(const WholeSetting& setting, const Config& config) {
  const Index value = value_of(setting, config);
  const bool is_good =
      (value >= setting.smallest && value <= setting.largest) || (setting.may_be_zero && value == 0);
  return {is_good, std::to_string(value), std::to_string(setting.largest)};
}

Checked checked(const RealSetting& setting, const Config& config) {
  const double value = value_of(setting, config);
  const bool is_good =
      (value >= setting.smallest && value <= setting.largest) || (setting.may_be_none && value == 0);
  return {is_good, significant_digits(value), significant_digits(setting.largest)};
}

template <class Other>
Checked checked(const Other& /*setting*/, const Config& /*config*/) {
  return {};
}

// A number of the mask's pattern is named as it is labelled there: "width".
std::string name_in_error(const Setting& row) {
  constexpr std::string_view kOfMask = "mask_";
  return std::string(row.group == SettingGroup::kPattern ? row.name.substr(kOfMask.size()) : row.name);
}

}  // namespace

const SettingChoice& ChoiceSetting::chosen(const Config& config) const {
  const int kind = get(config);
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const SettingChoice& row) { return row.kind == kind; });
  assert(found != choices.end());
  return *found;
}

bool Setting::differs(const Config& one, const Config& other) const {
  return std::visit(
      [&](const auto& of) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(of)>, ChoiceSetting>) {
          return of.get(one) != of.get(other);
        } else {
          return value_of(of, one) != value_of(of, other);
        }
      },
      value);
}

Index shown_value(const WholeSetting& setting, const Config& config) {
  const Index value = value_of(setting, config);
  return value == 0 && setting.when_zero != nullptr ? setting.when_zero(config) : value;
}

const Setting& setting_named(std::string_view name) {
  const auto all = settings();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Setting& row) { return row.name == name; });
  assert(found != all.end());
  return *found;
}

std::optional<Error> check_settings(const Config& config) {
  const Config usual;
  for (const Setting& row : settings()) {
    // The valid number of layers depends on the stacks, and what files say on each other.
    if (row.group == SettingGroup::kStacks || row.group == SettingGroup::kFiles) continue;
    if (row.group == SettingGroup::kLayers && !config.has_layers()) continue;
    const Checked number = std::visit([&](const auto& of) { return checked(of, config); }, row.value);
    if (!number.is_good) {
      return Error{std::string(row.range),
                   {{"name", name_in_error(row)}, {"value", number.value}, {"largest", number.largest}}};
    }
    if (!row.refusal.empty() && !row.is_in_use(config) && row.differs(config, usual))
      return Error{std::string(row.refusal), {{"attention", std::string(name_of(config.attention.kind))}}};
  }
  return std::nullopt;
}

}  // namespace engine
