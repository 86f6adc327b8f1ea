// colour_map.cpp: the maps' control points, and the lookup of colours.
#include "app/look/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace look {
namespace {

using Table = std::array<Rgb, kMapEntries>;

struct Point {
  int entry;
  unsigned hex;
};

// Sampled from matplotlib's viridis (S. van der Walt, N. Smith, E. Firing; CC0).
constexpr std::array<Point, 33> kViridis = {
    {{0, 0x440154},   {8, 0x470D60},   {16, 0x48186A},  {24, 0x482374},  {32, 0x472D7B},  {40, 0x453781},
     {48, 0x424086},  {56, 0x3E4989},  {64, 0x3B528B},  {72, 0x375B8D},  {80, 0x33638D},  {88, 0x2F6B8E},
     {96, 0x2C728E},  {104, 0x297A8E}, {112, 0x26828E}, {120, 0x23898E}, {128, 0x21918C}, {135, 0x1F978B},
     {143, 0x1F9F88}, {151, 0x21A685}, {159, 0x27AD81}, {167, 0x31B57B}, {175, 0x3DBC74}, {183, 0x4CC26C},
     {191, 0x5CC863}, {199, 0x6ECE58}, {207, 0x81D34D}, {215, 0x95D840}, {223, 0xAADC32}, {231, 0xC0DF25},
     {239, 0xD5E21A}, {247, 0xEAE51A}, {255, 0xFDE725}}};

// Sampled from matplotlib's cividis (Nunez, Anderton, Renslow 2018, doi:10.1371/journal.pone.0199239; CC0).
constexpr std::array<Point, 22> kCividis = {
    {{0, 0x00224E},   {18, 0x002F6D},  {20, 0x003070},  {23, 0x013271},  {27, 0x0F3570},  {32, 0x1A386F},
     {48, 0x32436D},  {64, 0x434E6C},  {80, 0x535A6D},  {96, 0x61656F},  {112, 0x6F7073}, {124, 0x797977},
     {128, 0x7D7C78}, {144, 0x8C8878}, {160, 0x9B9476}, {176, 0xABA072}, {192, 0xBCAE6C}, {208, 0xCDBB63},
     {224, 0xDEC958}, {240, 0xF0D846}, {251, 0xFDE334}, {255, 0xFEE838}}};

template <size_t kPoints>
Table interpolate(const std::array<Point, kPoints>& points) {
  Table table;
  for (size_t i = 0; i + 1 < kPoints; ++i) {
    const Rgb from = rgb(points[i].hex);
    const Rgb to = rgb(points[i + 1].hex);
    const int length = points[i + 1].entry - points[i].entry;
    for (int step = 0; step <= length; ++step) {
      const float t = static_cast<float>(step) / static_cast<float>(length);
      table[static_cast<size_t>(points[i].entry) + static_cast<size_t>(step)] = {
          std::lerp(from.r, to.r, t), std::lerp(from.g, to.g, t), std::lerp(from.b, to.b, t)};
    }
  }
  return table;
}

// OKLab: lightness and two colour axes in which equal steps look equal. B. Ottosson 2020,
// https://bottosson.github.io/posts/oklab/
struct Lab {
  double lightness;
  double a;
  double b;
};

Lab to_lab(Rgb colour) {
  const double r = linear_light(colour.r);
  const double g = linear_light(colour.g);
  const double b = linear_light(colour.b);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Rgb to_rgb(const Lab& lab) {
  const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
  const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
  const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
  return {from_linear_light(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          from_linear_light(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          from_linear_light(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

// Even steps in OKLab outwards from zero; both ends are equally far from zero in lightness.
Table signed_table(Rgb zero, Rgb negative, Rgb positive) {
  Table table;
  const Lab middle = to_lab(zero);
  const auto arm = [&](Rgb end, double t) {
    const Lab lab = to_lab(end);
    return to_rgb({std::lerp(middle.lightness, lab.lightness, t), std::lerp(middle.a, lab.a, t),
                   std::lerp(middle.b, lab.b, t)});
  };
  for (size_t step = 1; step < 128; ++step) {
    const double t = static_cast<double>(step) / 127;
    table[127 - step] = arm(negative, t);
    table[128 + step] = arm(positive, t);
  }
  table[127] = table[128] = zero;
  return table;
}

struct Row {
  ColourMap map;
  std::string_view name;
};
constexpr std::array<Row, 5> kNames = {{{ColourMap::kViridis, "viridis"},
                                        {ColourMap::kCividis, "cividis"},
                                        {ColourMap::kGreys, "greys"},
                                        {ColourMap::kSignedLight, "signed"},
                                        {ColourMap::kSignedDark, "signed"}}};

constexpr std::array<Point, 2> kGreys = {{{0, 0xFFFFFF}, {255, 0x1A1D21}}};

// Relative luminance. WCAG 2.1.
double luminance(Rgb colour) {
  return 0.2126 * linear_light(colour.r) + 0.7152 * linear_light(colour.g) + 0.0722 * linear_light(colour.b);
}

}  // namespace

double linear_light(double part) {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

float from_linear_light(double part) {
  const double clamped = std::clamp(part, 0.0, 1.0);
  return static_cast<float>(clamped <= 0.0031308 ? 12.92 * clamped
                                                 : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055);
}

std::span<const Rgb, kMapEntries> lookup(ColourMap map) {
  static const std::array<Table, 5> kTables = {interpolate(kViridis), interpolate(kCividis),
                                               interpolate(kGreys),
                                               signed_table(rgb(0xF7F6F2), rgb(0x407D1C), rgb(0xBC1D6F)),
                                               signed_table(rgb(0x2C3037), rgb(0x7DC74F), rgb(0xF880C5))};
  return kTables.at(static_cast<size_t>(map));
}

int entry_of(const ColourScale& scale, float value) {
  if (scale.low == scale.high) return is_signed(scale.map) ? 128 : 0;
  const float t = std::clamp((value - scale.low) / (scale.high - scale.low), 0.0F, 1.0F);
  return static_cast<int>(std::floor(t * 255.0F + 0.5F));
}

Rgb colour_of(const ColourScale& scale, float value) {
  return lookup(scale.map)[static_cast<size_t>(entry_of(scale, value))];
}

bool is_signed(ColourMap map) {
  return map == ColourMap::kSignedLight || map == ColourMap::kSignedDark;
}

std::string_view name_of(ColourMap map) {
  return kNames.at(static_cast<size_t>(map)).name;
}

std::optional<ColourMap> colour_map_named(std::string_view name, bool dark) {
  if (name == "signed") return dark ? ColourMap::kSignedDark : ColourMap::kSignedLight;
  for (const Row& row : kNames) {
    if (row.name == name) return row.map;
  }
  return std::nullopt;
}

bool is_signed(const engine::Stage& stage) {
  return stage.column_axis != engine::Axis::kIds && stage.operation->is_signed();
}

bool is_share(const engine::Stage& stage) {
  const bool of_dimensions = stage.column_axis == engine::Axis::kDimensions ||
                             stage.column_axis == engine::Axis::kHeadDimensions ||
                             stage.column_axis == engine::Axis::kIds;
  return !of_dimensions && stage.operation->makes_shares();
}

namespace {

// Rounds up to a number with a short name, past which rounding may carry a value: a cosine of 1.0000001 is 1.
// At most a quarter of the range is left without a value.
float round_up(float value) {
  constexpr double kRounding = 1e-6;
  const double decade = std::pow(10.0, std::floor(std::log10(static_cast<double>(value))));
  for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (static_cast<double>(value) <= step * decade * (1 + kRounding))
      return static_cast<float>(step * decade);
  }
  return static_cast<float>(10 * decade);
}

bool are_shares(const engine::Trace& trace, std::span<const int> stages) {
  return !stages.empty() &&
         std::all_of(stages.begin(), stages.end(), [&](int index) { return is_share(trace.stage(index)); });
}

}  // namespace

float hatch_strength(const engine::Stage& stage) {
  return is_signed(stage) ? 0.33F : 0.25F;
}

Rgb mixed(Rgb below, Rgb above, float share) {
  return {std::lerp(below.r, above.r, share), std::lerp(below.g, above.g, share),
          std::lerp(below.b, above.b, share)};
}

float largest_in(const engine::Trace& trace, std::span<const int> stages) {
  float largest = 0;
  for (const int index : stages) {
    const engine::Summary summary = trace.summary(index);
    largest = std::max({largest, std::abs(summary.smallest), std::abs(summary.largest)});
  }
  return largest;
}

ColourScale scale_to(const engine::Trace& trace, std::span<const int> stages, float largest,
                     ColourMap sequential, bool dark, bool fixed) {
  const bool any_signed =
      std::any_of(stages.begin(), stages.end(), [&](int index) { return is_signed(trace.stage(index)); });
  if (are_shares(trace, stages) && fixed) return {sequential, 0, 1};
  if (any_signed) {
    if (largest == 0) largest = 1;
    if (fixed) largest = round_up(largest);
    return {dark ? ColourMap::kSignedDark : ColourMap::kSignedLight, -largest, largest};
  }
  if (largest == 0) largest = 1;
  const bool is_ids = !stages.empty() && trace.stage(stages.front()).column_axis == engine::Axis::kIds;
  if (fixed && !is_ids) largest = std::max(round_up(largest), 1.0F);
  return {sequential, 0, largest};
}

ColourScale scale_for(const engine::Trace& trace, std::span<const int> stages, ColourMap sequential,
                      bool dark, bool fixed) {
  const bool is_known = fixed && are_shares(trace, stages);
  return scale_to(trace, stages, is_known ? 1 : largest_in(trace, stages), sequential, dark, fixed);
}

float contrast(Rgb one, Rgb other) {
  const double a = luminance(one) + 0.05;
  const double b = luminance(other) + 0.05;
  return static_cast<float>(std::max(a, b) / std::min(a, b));
}

}  // namespace look
