// rotary_fields.cpp: rotary positions as config.json gives them: "rope_theta" with "rope_scaling", or both in
// "rope_parameters" in newer files; by the names and defaults of Hugging Face's library.
#include <algorithm>
#include <cmath>

#include "engine/loaders/families.h"

namespace loaders {
namespace {

using engine::RotaryScaling;
using engine::RotaryStretch;

constexpr double kLargestBase = 1e9;
constexpr double kLongest = 1e9;

// What YaRN multiplies queries and keys by, for texts `factor` times as long. Peng et al. 2023, eq. 22.
double yarn_strength(double factor, double weight) {
  constexpr double kPerLogarithm = 0.1;
  return factor <= 1 ? 1 : kPerLogarithm * weight * std::log(factor) + 1;
}

void read_yarn(ConfigFields& inner, double longest, RotaryScaling& scaling) {
  scaling.kind = RotaryStretch::kByTurns;
  scaling.original = inner.number("original_max_position_embeddings", longest, 1, kLongest);
  scaling.factor = inner.number("factor", std::max(longest / scaling.original, 1.0), 1, 1e6);
  scaling.fast = inner.number("beta_fast", 32, 1e-3, 1e6);
  scaling.slow = inner.number("beta_slow", 1, 1e-3, 1e6);
  scaling.rounds = inner.flag("truncate", true);
  const double of_all = inner.number("mscale_all_dim", 0, 0, 1e3);
  const double of_some = inner.number("mscale", 0, 0, 1e3);
  const double usual = of_all > 0 && of_some > 0
                           ? yarn_strength(scaling.factor, of_some) / yarn_strength(scaling.factor, of_all)
                           : yarn_strength(scaling.factor, 1);
  scaling.strength = inner.number("attention_factor", usual, 1e-3, 1e3);
}

void read_llama3(ConfigFields& inner, double longest, RotaryScaling& scaling) {
  scaling.kind = RotaryStretch::kByWavelength;
  scaling.factor = inner.number("factor", 1, 1, 1e6);
  scaling.slow = inner.number("low_freq_factor", 1, 1e-3, 1e6);
  scaling.fast = inner.number("high_freq_factor", 4, 1e-3, 1e6);
  scaling.original = inner.number("original_max_position_embeddings", longest, 1, kLongest);
}

// Whether settings lie deeper, as where each kind of layer has its own, or each kind of input.
bool is_nested(const nlohmann::json& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const auto& one) { return one.is_structured(); });
}

// A number that may stand both beside an object of settings and in it: false if the two differ.
bool read_either(ConfigFields& inner, const char* field, bool is_beside, double& number) {
  const double within = inner.number(field, number, 0, kLargestBase);
  if (is_beside && within != number) return false;
  number = within;
  return true;
}

// One object of settings; false if its kind is unknown or a number is out of range.
bool read_scaling(ConfigFields& inner, double longest, RotaryScaling& scaling) {
  const std::string kind = inner.text("rope_type", inner.text("type", "default"));
  if (kind == "linear") {
    scaling.kind = RotaryStretch::kLinear;
    scaling.factor = inner.number("factor", 1, 1, 1e6);
  } else if (kind == "llama3") {
    read_llama3(inner, longest, scaling);
  } else if (kind == "yarn") {
    read_yarn(inner, longest, scaling);
  } else if (kind != "default") {
    return false;
  }
  const bool is_even = scaling.kind != RotaryStretch::kByWavelength || scaling.fast > scaling.slow;
  return is_even && !inner.bad();
}

// A setting under another name than the family's must not differ from the one that is followed.
void refuse_other(ConfigFields& fields, const char* field, double followed) {
  if (fields.number(field, followed, 0, kLargestBase) != followed) fields.refuse(field);
}

}  // namespace

void read_rotary(ConfigFields& fields, Loaded& loaded, const RotaryNames& names) {
  engine::Config& config = loaded.config;
  RotaryScaling& scaling = loaded.weights.rotary;
  config.positions = engine::PositionKind::kRotary;
  config.base = fields.number(names.base, names.usual_base, 1, kLargestBase);
  double share = fields.number(names.share, names.usual_share, 0, 1);
  const auto longest =
      static_cast<double>(fields.whole("max_position_embeddings", kPositions, names.usual_longest));
  // Where both are there, Hugging Face's library reads the older one.
  const char* const field = fields.find("rope_scaling") != nullptr ? "rope_scaling" : "rope_parameters";
  if (const nlohmann::json* const value = fields.find(field)) {
    if (!value->is_object() || is_nested(*value)) return fields.refuse(field);
    ConfigFields inner(*value, fields.path());
    const bool is_read =
        read_scaling(inner, longest, scaling) &&
        read_either(inner, "rope_theta", fields.find(names.base) != nullptr, config.base) &&
        read_either(inner, "partial_rotary_factor", fields.find(names.share) != nullptr, share);
    if (!is_read || inner.bad() || config.base < 1 || share > 1) return fields.refuse(field);
  }
  // Its versions differ in whether they read the names that other families use.
  refuse_other(fields, "rope_theta", config.base);
  refuse_other(fields, "partial_rotary_factor", share);
  // Each component is turned together with one of the other half.
  const auto width = static_cast<Index>(static_cast<double>(config.d_k) * share);
  if (width % 2 != 0 || width < 2)
    return fields.refuse(share < 1 ? names.share : "head_dim", std::to_string(width));
  scaling.width = width < config.d_k ? width : 0;
}

}  // namespace loaders
