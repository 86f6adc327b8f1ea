// config.cpp: refuses settings that make no sense, with the reason as a key and arguments.
#include "engine/model/config.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace engine {
namespace {

std::optional<Error> check_size(const char* name, Index value, Index largest) {
  if (value >= 1 && value <= largest) return std::nullopt;
  return Error{"error.size",
               {{"name", name}, {"value", std::to_string(value)}, {"largest", std::to_string(largest)}}};
}

// Bytes of weights and stages, each counted as if kept on its own.
double estimate_bytes(const Config& config, double length) {
  const auto d = static_cast<double>(config.d_model);
  const auto heads = static_cast<double>(config.n_heads);
  const double keys = heads * static_cast<double>(config.d_k);
  const double values = heads * static_cast<double>(config.d_v);
  const double weights = d * (2 * keys + 2 * values) + length * d;
  const double vectors = length * (4 * d + 2 * keys + 2 * values);
  const double maps = length * length * (4 * heads + 1);
  return 4 * (weights + vectors + maps);
}

std::string plain_number(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

}  // namespace

std::optional<Error> check(const Config& config) {
  for (const auto& bad :
       {check_size("d_model", config.d_model, kMaxWidth), check_size("heads", config.n_heads, kMaxHeads),
        check_size("d_k", config.d_k, kMaxWidth), check_size("d_v", config.d_v, kMaxWidth)}) {
    if (bad) return bad;
  }
  const Config crafted;
  if (config.model == ModelKind::kCrafted &&
      (config.d_model != crafted.d_model || config.n_heads != crafted.n_heads || config.d_k != crafted.d_k ||
       config.d_v != crafted.d_v)) {
    return Error{"error.crafted_size", {}};
  }
  if (!(config.base >= 1 && config.base <= 1e9))
    return Error{"error.base", {{"value", plain_number(config.base)}}};
  if (!(config.temperature >= 1e-3 && config.temperature <= 1e3)) {
    return Error{"error.temperature", {{"value", plain_number(config.temperature)}}};
  }
  if (const double bytes = estimate_bytes(config, 1); bytes > kMaxBytes) {
    return Error{"error.too_large", {{"megabytes", plain_number(std::ceil(bytes / 1e6))}}};
  }
  return std::nullopt;
}

std::optional<Error> check(const Config& config, size_t n_tokens) {
  if (auto bad = check(config)) return bad;
  if (n_tokens == 0) return Error{"error.no_tokens", {}};
  if (n_tokens > static_cast<size_t>(kMaxTokens)) {
    return Error{"error.too_many_tokens",
                 {{"count", std::to_string(n_tokens)}, {"largest", std::to_string(kMaxTokens)}}};
  }
  if (const double bytes = estimate_bytes(config, static_cast<double>(n_tokens)); bytes > kMaxBytes) {
    return Error{"error.too_large", {{"megabytes", plain_number(std::ceil(bytes / 1e6))}}};
  }
  return std::nullopt;
}

double estimate_operations(const Config& config, size_t n_tokens) {
  const auto length = static_cast<double>(n_tokens);
  const auto d = static_cast<double>(config.d_model);
  const auto heads = static_cast<double>(config.n_heads);
  const double widths = heads * static_cast<double>(config.d_k + config.d_v);
  const double projections = 2 * length * d * widths;
  // Each number of a map also passes through scale, mask and softmax, at about 16 multiply-adds in all.
  const double maps = length * length * (widths + 16 * heads);
  return projections + maps;
}

}  // namespace engine
