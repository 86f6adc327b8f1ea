// The table of settings: every row is reached, compared and checked.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/engine/unusual_setting.h"

namespace engine {
namespace {

TEST(Settings, NamesAndOptionsAreTheirOwn) {
  std::set<std::string_view> names;
  std::set<std::string_view> options;
  for (const Setting& row : settings()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    if (!row.option.empty()) {
      EXPECT_TRUE(options.insert(row.option).second) << row.option;
    }
    EXPECT_EQ(&setting_named(row.name), &row);
  }
  EXPECT_GE(names.size(), 45U);
}

// A change of one is seen by its row, and by no other: no two rows are the same field.
TEST(Settings, ARowIsOneField) {
  const Config usual;
  for (const Setting& row : settings()) {
    Config config;
    make_unusual(row, config);
    EXPECT_NE(config, usual) << row.name;
    for (const Setting& other : settings())
      EXPECT_EQ(other.differs(config, usual), &other == &row) << row.name << " and " << other.name;
  }
}

// Sets a number beyond its range; whether the row has one.
struct Exceed {
  Config& config;

  bool operator()(const WholeSetting& setting) const {
    setting.of(config) = setting.largest + 1;
    return true;
  }
  bool operator()(const RealSetting& setting) const {
    setting.of(config) = setting.largest + 0.001;
    return true;
  }
  template <class Other>
  bool operator()(const Other& /*setting*/) const {
    return false;
  }
};

struct FallShort {
  Config& config;

  bool operator()(const WholeSetting& setting) const {
    setting.of(config) = setting.may_be_zero ? -1 : setting.smallest - 1;
    return true;
  }
  bool operator()(const RealSetting& setting) const {
    setting.of(config) = setting.smallest - 0.0001;
    return true;
  }
  template <class Other>
  bool operator()(const Other& /*setting*/) const {
    return false;
  }
};

TEST(Settings, ANumberOutsideItsRangeIsRefused) {
  size_t numbers = 0;
  for (const Setting& row : settings()) {
    if (row.group == SettingGroup::kStacks || row.group == SettingGroup::kFiles) continue;
    Config high;
    high.architecture = Architecture::kEncoder;
    if (!std::visit(Exceed{high}, row.value)) continue;
    const auto too_high = check_settings(high);
    ASSERT_TRUE(too_high) << row.name;
    EXPECT_EQ(too_high->key, row.range) << row.name;
    Config low;
    low.architecture = Architecture::kEncoder;
    ASSERT_TRUE(std::visit(FallShort{low}, row.value));
    const auto too_low = check_settings(low);
    ASSERT_TRUE(too_low) << row.name;
    EXPECT_EQ(too_low->key, row.range) << row.name;
    EXPECT_EQ(check_settings(Config()), std::nullopt);
    ++numbers;
  }
  EXPECT_GE(numbers, 20U);
}

TEST(Settings, NotANumberIsRefused) {
  Config config;
  config.temperature = std::nan("");
  EXPECT_TRUE(check_settings(config));
  config = {};
  config.base = std::nan("");
  EXPECT_TRUE(check_settings(config));
}

// What the window offers, and what a trained model may hold, lies in the range.
TEST(Settings, WhatTheWindowOffersIsInTheRange) {
  for (const Setting& row : settings()) {
    if (const auto* const whole = std::get_if<WholeSetting>(&row.value)) {
      EXPECT_LE(whole->most, whole->largest) << row.name;
      EXPECT_LE(whole->smallest, whole->largest) << row.name;
    }
    if (const auto* const real = std::get_if<RealSetting>(&row.value)) {
      EXPECT_GE(real->least, real->may_be_none ? 0 : real->smallest) << row.name;
      EXPECT_LE(real->most, real->largest) << row.name;
    }
  }
}

}  // namespace
}  // namespace engine
