// Colours say what the numbers say, to every eye.
#include "app/look/colour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/document.h"

namespace exporter {
namespace {

constexpr std::array kSequential = {look::ColourMap::kViridis, look::ColourMap::kCividis,
                                    look::ColourMap::kGreys};
constexpr std::array kSigned = {look::ColourMap::kSignedLight, look::ColourMap::kSignedDark};

double linear(float part) {
  return part <= 0.04045F ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

// CIE 1976 L*, 0 to 100.
double lightness(look::Rgb colour) {
  const double y = 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
  return y <= 0.008856 ? 903.3 * y : 116 * std::cbrt(y) - 16;
}

using Vector = std::array<double, 3>;
using Simulation = std::array<Vector, 3>;

// Severity 1.0. Machado, Oliveira, Fernandes 2009, table 1.
constexpr Simulation kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Simulation kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

Vector times(const Simulation& matrix, const Vector& v) {
  Vector out{};
  for (size_t i = 0; i < 3; ++i) out[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return out;
}

// CIE L*a*b* (D65) as that eye sees it.
Vector seen(look::Rgb colour, const Simulation& eye) {
  const Vector rgb = times(eye, {linear(colour.r), linear(colour.g), linear(colour.b)});
  constexpr Simulation kToXyz = {
      {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  Vector xyz = times(kToXyz, rgb);
  constexpr Vector kWhite = {0.9505, 1.0, 1.089};
  for (size_t i = 0; i < 3; ++i) {
    const double t = std::max(xyz[i], 0.0) / kWhite[i];
    xyz[i] = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double distance(const Vector& a, const Vector& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST(SequentialMap, LightnessNeverTurnsBack) {
  for (const look::ColourMap map : kSequential) {
    const auto table = look::lookup(map);
    const double direction = lightness(table[255]) > lightness(table[0]) ? 1 : -1;
    for (size_t i = 1; i < 256; ++i) {
      EXPECT_GT(direction * (lightness(table[i]) - lightness(table[i - 1])), -0.01) << name_of(map) << i;
    }
    EXPECT_GT(std::abs(lightness(table[255]) - lightness(table[0])), 70) << name_of(map);
  }
}

TEST(SequentialMap, ItsPublishedColoursAreKept) {
  EXPECT_EQ(look::lookup(look::ColourMap::kViridis)[0], look::rgb(0x440154));
  EXPECT_EQ(look::lookup(look::ColourMap::kViridis)[255], look::rgb(0xFDE725));
  EXPECT_EQ(look::lookup(look::ColourMap::kCividis)[0], look::rgb(0x00224E));
  EXPECT_EQ(look::lookup(look::ColourMap::kCividis)[255], look::rgb(0xFEE838));
  // Between the control points: within two steps of 255 of the published entry.
  const look::Rgb viridis100 = look::lookup(look::ColourMap::kViridis)[100];
  EXPECT_NEAR(viridis100.r * 255, 42.4, 2);
  EXPECT_NEAR(viridis100.g * 255, 118.2, 2);
  EXPECT_NEAR(viridis100.b * 255, 142.3, 2);
}

TEST(SignedMap, ZeroIsNeutral) {
  EXPECT_EQ(look::colour_of({look::ColourMap::kSignedLight, -3, 3}, 0), look::rgb(0xF7F6F2));
  EXPECT_EQ(look::colour_of({look::ColourMap::kSignedDark, -0.1F, 0.1F}, 0), look::rgb(0x2C3037));
}

TEST(SignedMap, BothSignsAreEquallyLight) {
  for (const look::ColourMap map : kSigned) {
    const auto table = look::lookup(map);
    for (size_t i = 0; i < 128; ++i) {
      EXPECT_NEAR(lightness(table[i]), lightness(table[255 - i]), 5) << name_of(map) << i;
    }
  }
}

TEST(SignedMap, EqualStepsLookEqual) {
  constexpr Simulation kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (const look::ColourMap map : kSigned) {
    const auto table = look::lookup(map);
    double smallest = 1000;
    double largest = 0;
    for (size_t i = 128; i + 16 < 256; i += 16) {
      const double step = distance(seen(table[i], kNormal), seen(table[i + 16], kNormal));
      smallest = std::min(smallest, step);
      largest = std::max(largest, step);
    }
    EXPECT_LT(largest, 2.2 * smallest) << name_of(map) << static_cast<int>(map);
  }
}

TEST(SignedMap, ColourBlindEyesTellTheSigns) {
  for (const Simulation& eye : {kProtanopia, kDeuteranopia}) {
    for (const look::ColourMap map : kSigned) {
      const auto table = look::lookup(map);
      for (const size_t offset : {32U, 64U, 96U, 127U}) {
        const double apart = distance(seen(table[127 - offset], eye), seen(table[128 + offset], eye));
        // A difference of 8 is plain side by side; it grows with the magnitude.
        EXPECT_GT(apart, 8.0 * static_cast<double>(offset) / 32) << static_cast<int>(map) << " at " << offset;
      }
    }
  }
}

TEST(ColourOf, NumbersOutsideTheScaleTakeItsEnds) {
  const look::ColourScale scale{look::ColourMap::kViridis, 0, 1};
  EXPECT_EQ(look::colour_of(scale, -5), look::lookup(look::ColourMap::kViridis)[0]);
  EXPECT_EQ(look::colour_of(scale, 5), look::lookup(look::ColourMap::kViridis)[255]);
  EXPECT_EQ(look::entry_of({look::ColourMap::kViridis, 2, 2}, 2), 0);
  EXPECT_EQ(look::entry_of({look::ColourMap::kSignedLight, 2, 2}, 2), 128);
}

TEST(ColourMapNames, LeadBackToTheirMaps) {
  for (const look::ColourMap map : kSequential) EXPECT_EQ(look::colour_map_named(name_of(map)), map);
  EXPECT_EQ(look::colour_map_named("signed", false), look::ColourMap::kSignedLight);
  EXPECT_EQ(look::colour_map_named("signed", true), look::ColourMap::kSignedDark);
  EXPECT_FALSE(look::colour_map_named("rainbow").has_value());
}

class Scales : public testing::Test {
 protected:
  std::shared_ptr<const engine::Trace> trace_ = app::make_trace({}).value();
  int stage(const char* address) const { return trace_->find(address).value(); }
};

TEST_F(Scales, HeadsShareOneSymmetricScale) {
  const std::array stages = {stage("encoder.0.self.head.0.scores"), stage("encoder.0.self.head.1.scores")};
  float largest = 0;
  for (const int index : stages) {
    largest = std::max({largest, trace_->summary(index).largest, -trace_->summary(index).smallest});
  }
  const look::ColourScale expected{look::ColourMap::kSignedDark, -largest, largest};
  EXPECT_EQ(look::scale_for(*trace_, stages, look::ColourMap::kViridis, true, false), expected);
}

TEST_F(Scales, WeightsGoFromZeroToOneWhenFixedAndElseToTheLargest) {
  const std::array stages = {stage("encoder.0.self.head.3.weights")};
  EXPECT_EQ(look::scale_for(*trace_, stages, look::ColourMap::kCividis, false, true),
            (look::ColourScale{look::ColourMap::kCividis, 0, 1}));
  EXPECT_EQ(look::scale_for(*trace_, stages, look::ColourMap::kCividis, false, false),
            (look::ColourScale{look::ColourMap::kCividis, 0, trace_->summary(stages[0]).largest}));
}

// Of a fixed range at most a quarter is left without a value.
constexpr float kLeastUsed = 0.75f;
constexpr float kRounded = 1.000002f;  // how far rounding may carry a value past the range

bool is_round(float value) {
  const float decade = std::pow(10.0f, std::floor(std::log10(value * 1.0001f)));
  constexpr std::array<float, 10> kSteps = {1, 1.2f, 1.5f, 2, 2.5f, 3, 4, 5, 6, 8};
  return std::any_of(kSteps.begin(), kSteps.end(),
                     [&](float step) { return std::abs(value / decade - step) < 1e-4f; });
}

TEST_F(Scales, AFixedRangeWastesAtMostAQuarterWhateverTheLargestValue) {
  const std::array stages = {stage("encoder.0.self.head.0.scores")};
  for (float largest = 0.013f; largest < 20'000; largest *= 1.007f) {
    const look::ColourScale scale =
        look::scale_to(*trace_, stages, largest, look::ColourMap::kViridis, false, true);
    ASSERT_GE(scale.high * kRounded, largest);
    ASSERT_GE(largest, kLeastUsed * scale.high * 0.9999f) << largest;
    ASSERT_TRUE(is_round(scale.high)) << scale.high;
  }
}

// As of cosines, whose largest is 1 or, rounded, a little more.
TEST_F(Scales, AFixedRangeDoesNotGrowByRounding) {
  const std::array stages = {stage("encoder.0.self.head.0.scores")};
  const auto high = [&](float largest) {
    return look::scale_to(*trace_, stages, largest, look::ColourMap::kViridis, false, true).high;
  };
  EXPECT_EQ(high(std::nextafter(1.0f, 2.0f)), 1.0f);
  EXPECT_EQ(high(1.00001f), 1.2f);
  EXPECT_EQ(high(std::nextafter(40.0f, 50.0f)), 40.0f);
}

TEST_F(Scales, AFixedSignedScaleEndsAtTheNextRoundNumberAndHoldsEveryValue) {
  for (int index = 0; index < trace_->size(); ++index) {
    if (!look::is_signed(trace_->stage(index))) continue;
    const std::array stages = {index};
    const look::ColourScale exact = look::scale_for(*trace_, stages, look::ColourMap::kViridis, false, false);
    const look::ColourScale fixed = look::scale_for(*trace_, stages, look::ColourMap::kViridis, false, true);
    EXPECT_EQ(fixed.low, -fixed.high);
    EXPECT_GE(fixed.high * kRounded, exact.high) << trace_->stage(index).address;
    EXPECT_GE(exact.high, kLeastUsed * fixed.high) << trace_->stage(index).address;
    EXPECT_TRUE(is_round(fixed.high)) << fixed.high;
  }
}

TEST_F(Scales, AStageOfZerosGoesFromMinusOneToOne) {
  const std::array stages = {stage("encoder.0.self.head.0.mask")};
  EXPECT_EQ(look::scale_for(*trace_, stages, look::ColourMap::kViridis, false, true),
            (look::ColourScale{look::ColourMap::kSignedLight, -1, 1}));
}

TEST(Scale, OfNumbersThatAreNoSharesReachesToTheLargest) {
  app::Document document;
  document.text = "the cat sat on the mat";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.attention.kind = engine::AttentionKind::kReformer;
  const auto trace = app::make_trace(document).value();
  const auto scale = [&](const char* step) {
    const std::array stages = {trace->find(std::string("encoder.0.self.head.0.") + step).value()};
    return look::scale_for(*trace, stages, look::ColourMap::kViridis, false, true);
  };
  EXPECT_EQ(scale("weights"), (look::ColourScale{look::ColourMap::kViridis, 0, 1}));
  for (const char* step : {"reformer.buckets", "reformer.places", "reformer.reach"}) {
    const engine::Summary numbers =
        trace->summary(trace->find(std::string("encoder.0.self.head.0.") + step).value());
    EXPECT_GT(numbers.largest, 1) << step;
    EXPECT_GE(scale(step).high, numbers.largest) << step;
    EXPECT_LT(scale(step).high, 2.5F * numbers.largest) << step;
  }
}

}  // namespace
}  // namespace exporter
