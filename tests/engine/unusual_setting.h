// unusual_setting.h: gives a setting another value than the usual one.
#pragma once

#include "engine/model/settings.h"

namespace engine {

struct MakeUnusual {
  Config& config;

  void operator()(const WholeSetting& setting) const { setting.of(config) += setting.step; }
  void operator()(const SeedSetting& setting) const { setting.of(config) += 7; }
  void operator()(const RealSetting& setting) const {
    setting.of(config) = setting.of(config) == setting.largest ? setting.smallest : setting.largest;
  }
  void operator()(const SwitchSetting& setting) const { setting.of(config) = !setting.of(config); }
  void operator()(const ChoiceSetting& setting) const {
    const bool is_first = setting.choices.front().kind == setting.get(config);
    setting.set(config, setting.choices.at(is_first ? 1 : 0).kind);
  }
};

inline void make_unusual(const Setting& row, Config& config) {
  std::visit(MakeUnusual{config}, row.value);
}

}  // namespace engine
