// elementary.h: functions of one number in single precision, without a branch, so that compilers turn loops
// over them into vector instructions. Their errors, relative to the result, are held by
// tests/engine/elementary_test.cpp against double precision.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace engine {

// e^x: at most 2.5e-7 off where that is a normal number, from x = −87 to 88; beyond, that of the nearest end.
// Split into 2^n e^r with r at most ln 2 / 2, whose series from the square on is a least-squares fit.
inline float exponential(float x) {
  constexpr float kPerOctave = 1.44269504F;  // 1 / ln 2
  constexpr float kOctave = 0.693359375F;  // ln 2 in two parts: the first has few bits, so that n times it is
  constexpr float kRest = -2.12194440e-4F;  // exact
  constexpr float kRound = 12582912.0F;     // 1.5 · 2^23: adding it leaves the nearest whole number
  x = std::min(std::max(x, -87.0F), 88.0F);
  const float shifted = x * kPerOctave + kRound;
  const float octaves = shifted - kRound;
  const float r = (x - octaves * kOctave) - octaves * kRest;
  float series = 1.39345445e-3F;
  series = series * r + 8.36377684e-3F;
  series = series * r + 4.16664556e-2F;
  series = series * r + 1.66665733e-1F;
  series = series * r + 0.5F;
  const float power = series * (r * r) + r + 1.0F;
  const int32_t exponent = std::bit_cast<int32_t>(shifted) - std::bit_cast<int32_t>(kRound);
  return power * std::bit_cast<float>((exponent + 127) << 23);
}

// 1 / (1 + e^−x): at most 4e-7 off from x = −87 up.
inline float logistic(float x) {
  return 1.0F / (1.0F + exponential(-x));
}

// The share of a standard normal distribution below x, and e^(−x²/2) beside it, which its slope needs. The
// share is at most 3e-6 off from x = −9 up, and the less the nearer x is to 0: behind the exponential stands
// a polynomial in t = 1 / (1 + 0.3 |x| / √2), a least-squares fit.
struct NormalShare {
  float share;
  float height;
};
inline NormalShare normal_share(float x) {
  constexpr float kReach = 0.212132034F;  // 0.3 / √2
  const float away = std::abs(x);
  const float t = 1.0F / (1.0F + kReach * away);
  const float u = t - 0.5F;
  float fit = -0.130558580F;
  fit = fit * u - 0.0314987414F;
  fit = fit * u + 0.280365348F;
  fit = fit * u + 0.653335392F;
  fit = fit * u + 0.911306560F;
  fit = fit * u + 0.949736476F;
  fit = fit * u + 0.795125425F;
  fit = fit * u + 0.553047240F;
  fit = fit * u + 0.324979931F;
  const float height = exponential(-0.5F * x * x);
  const float tail = 0.5F * t * fit * height;
  return {x < 0 ? tail : 1.0F - tail, height};
}

}  // namespace engine
