// attention_options.cpp: reads which way attention is computed in, and with what numbers.
#include "app/cli/attention_options.h"

#include <algorithm>
#include <array>
#include <limits>

#include "app/document_attention.h"
#include "engine/analysis/method_measures.h"

namespace app {
namespace {

using engine::AttentionMethod;
using engine::Error;
using engine::FeatureMap;
using engine::Index;
using engine::MethodParameters;
using engine::MethodRow;

// One row an option: which ways of computing attention have it.
struct Owner {
  std::string_view option;
  bool MethodParameters::*has;
};
constexpr std::array kOwners = {
    Owner{"--features", &MethodParameters::features},
    Owner{"--feature-map", &MethodParameters::feature_map},
    Owner{"--orthogonal", &MethodParameters::orthogonal},
    Owner{"--no-orthogonal", &MethodParameters::orthogonal},
    Owner{"--rank", &MethodParameters::rank},
    Owner{"--buckets", &MethodParameters::buckets},
    Owner{"--rounds", &MethodParameters::rounds},
    Owner{"--chunk", &MethodParameters::chunk},
    Owner{"--window", &MethodParameters::window},
    Owner{"--global", &MethodParameters::global},
    Owner{"--gate", &MethodParameters::gate},
    Owner{"--attention-seed", &MethodParameters::seed},
};

std::optional<Error> read_kind(const Given& given, AttentionMethod& method) {
  const auto typed = given.find("--attention");
  if (!typed) return std::nullopt;
  if (const auto kind = engine::attention_named(*typed)) {
    method.kind = *kind;
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const MethodRow& row : engine::attention_methods()) names.emplace_back(row.name);
  return not_a_choice("--attention", *typed, names);
}

// An option of another way of computing attention names the first that has it.
std::optional<Error> check_owners(const Given& given, const AttentionMethod& method) {
  const MethodParameters& mine = engine::row_of(method.kind).parameters;
  for (const Owner& owner : kOwners) {
    if (!given.has(owner.option) || mine.*owner.has) continue;
    const auto rows = engine::attention_methods();
    const auto first = std::find_if(rows.begin(), rows.end(),
                                    [&](const MethodRow& row) { return row.parameters.*owner.has; });
    return without(owner.option, std::string("--attention ").append(first->name));
  }
  return std::nullopt;
}

std::optional<Error> read_feature_map(const Given& given, AttentionMethod& method) {
  const auto typed = given.find("--feature-map");
  if (!typed) return std::nullopt;
  std::vector<std::string> names;
  for (const FeatureMap map : {FeatureMap::kPositive, FeatureMap::kTrigonometric}) {
    names.emplace_back(name_of(map));
    if (names.back() != *typed) continue;
    method.feature_map = map;
    return std::nullopt;
  }
  return not_a_choice("--feature-map", *typed, names);
}

}  // namespace

std::optional<Error> read_attention(const Given& given, engine::Config& config) {
  AttentionMethod& method = config.attention;
  if (auto bad = read_kind(given, method)) return bad;
  if (auto bad = check_owners(given, method)) return bad;
  for (const engine::MethodNumber& number : engine::method_numbers()) {
    const std::string option = std::string("--").append(number.name);
    if (!given.has(option)) continue;
    const auto value = whole_number(given, option, static_cast<uint64_t>(number.smallest),
                                    static_cast<uint64_t>(number.largest), 0);
    if (!value) return value.error();
    method.*number.field = static_cast<Index>(*value);
  }
  if (auto bad = read_feature_map(given, method)) return bad;
  if (auto bad = exclusive(given, "--orthogonal", "--no-orthogonal")) return bad;
  if (given.has("--orthogonal")) method.orthogonal = true;
  if (given.has("--no-orthogonal")) method.orthogonal = false;
  if (given.has("--gate")) method.gate = true;
  const auto seed =
      whole_number(given, "--attention-seed", 0, std::numeric_limits<uint64_t>::max(), method.seed);
  if (!seed) return seed.error();
  method.seed = *seed;
  return std::nullopt;
}

}  // namespace app
