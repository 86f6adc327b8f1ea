// random.cpp: hashes (seed, name, counter) to a uniform number.
#include "engine/core/random.h"

namespace engine {
namespace {

// SplitMix64's finaliser: every input bit reaches every output bit.
uint64_t mix(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31);
}

// FNV-1a, 64 bits.
uint64_t hash(std::string_view name) {
  uint64_t state = 0xCBF29CE484222325ULL;
  for (const char letter : name) state = (state ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
  return state;
}

constexpr uint64_t kGoldenGamma = 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio, odd

}  // namespace

RandomStream::RandomStream(uint64_t seed, std::string_view name)
    : key_(mix(mix(seed + kGoldenGamma) ^ hash(name))) {}

float RandomStream::uniform(uint64_t counter) const {
  const uint64_t bits = mix(key_ + (counter + 1) * kGoldenGamma);
  return static_cast<float>(bits >> 40) * 0x1p-24f;
}

}  // namespace engine
