// crafted.cpp: weights written by hand, so that four heads do four things that are easy to see.
//
// Position is in the eight fastest sine/cosine pairs (dimensions 0-15), content in the sine columns of the
// sixteen slowest pairs (dimensions 32, 34, ... 62), where positions hardly change within a sentence. The
// cosine of the slowest pair (dimension 63) is 1 at every position: a constant to build on. Without positions
// or without the embedding's factor the heads no longer do what they do, as expected.
#include <cmath>

#include "engine/core/random.h"
#include "engine/model/weights.h"

namespace engine {
namespace {

constexpr std::string_view kCraftedNote = "note.crafted";
constexpr Index kCraftedWidth = 64;
constexpr Index kHead = 16;       // d_k = d_v
constexpr Index kConstant = 63;   // cosine of the slowest pair
constexpr Index kFirstCode = 32;  // first content dimension; every other one is used
// Products of two position codes are at most 8 (1 per pair). A neighbour has 1.07 less, so a gain of 16,
// divided by sqrt(16), puts e^-4.3 of the peak on each neighbour: 97 % on the previous token.
constexpr float kPositionGain = 16;
constexpr float kCodeSize = 0.5f;  // root mean square of a token's code, times sqrt(64) = 4 in the input
// Equal codes have the product 16 * 4 * 4 = 256; the gain makes it 30 after division by sqrt(16) for the
// scaled embedding, versus at most about 24 for two different tokens.
constexpr float kCodeGain = 0.75f;

float frequency(Index pair) {
  return static_cast<float>(
      std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(kCraftedWidth)));
}

class CraftedModel final : public Model {
 public:
  CraftedModel() {
    Matrix wq = Matrix::Zero(4 * kHead, kCraftedWidth);
    Matrix wk = Matrix::Zero(4 * kHead, kCraftedWidth);
    Matrix wv = Matrix::Zero(4 * kHead, kCraftedWidth);
    write_previous_token(wq, wk);
    write_equal_tokens(wq, wk);
    write_first_token(wq, wk);
    // Head 4 asks nothing: with zero queries all scores are equal.
    for (Index head = 0; head < 4; ++head) {
      for (Index i = 0; i < kHead; ++i) wv(head * kHead + i, kFirstCode + 2 * i) = 1;
    }
    AttentionWeights attention;
    attention.n_heads = 4;
    attention.note = weights_.note = kCraftedNote;
    attention.wq = std::make_shared<const Matrix>(std::move(wq));
    attention.wk = std::make_shared<const Matrix>(std::move(wk));
    attention.wv = std::make_shared<const Matrix>(std::move(wv));
    attention.wo = std::make_shared<const Matrix>(Matrix::Identity(kCraftedWidth, kCraftedWidth));
    weights_.encoder.resize(1);
    weights_.encoder.front().self = std::move(attention);
  }

  // The token's code: a direction of 16 values drawn from its name, with fixed length.
  Eigen::RowVectorXf embedding(std::string_view token) const override {
    const RandomStream stream(0, std::string("crafted.") + std::string(token));
    Eigen::RowVectorXf row = Eigen::RowVectorXf::Zero(kCraftedWidth);
    for (Index i = 0; i < kHead; ++i) {
      // Sum of three uniforms: close enough to a normal distribution that directions are evenly spread.
      const auto counter = static_cast<uint64_t>(3 * i);
      row(kFirstCode + 2 * i) =
          stream.symmetric(counter) + stream.symmetric(counter + 1) + stream.symmetric(counter + 2);
    }
    return row * (kCodeSize * std::sqrt(static_cast<float>(kHead)) / row.norm());
  }

  const Weights& weights() const override { return weights_; }

 private:
  // q_i is position i rotated back by one step; k_j is position j. Shifting a sinusoid rotates each pair:
  // sin(a - w) = cos(w) sin(a) - sin(w) cos(a), cos(a - w) = sin(w) sin(a) + cos(w) cos(a).
  static void write_previous_token(Matrix& wq, Matrix& wk) {
    for (Index pair = 0; pair < kHead / 2; ++pair) {
      const Index sine = 2 * pair;
      const Index cosine = sine + 1;
      const float w = frequency(pair);
      const float gain = std::sqrt(kPositionGain);
      wq(sine, sine) = gain * std::cos(w);
      wq(sine, cosine) = -gain * std::sin(w);
      wq(cosine, sine) = gain * std::sin(w);
      wq(cosine, cosine) = gain * std::cos(w);
      wk(sine, sine) = gain;
      wk(cosine, cosine) = gain;
    }
  }

  // Both q and k are the token's code: equal tokens match best.
  static void write_equal_tokens(Matrix& wq, Matrix& wk) {
    const float gain = std::sqrt(kCodeGain);
    for (Index i = 0; i < kHead; ++i) {
      wq(kHead + i, kFirstCode + 2 * i) = gain;
      wk(kHead + i, kFirstCode + 2 * i) = gain;
    }
  }

  // Every q is the code of position 0 (all cosines 1), built from the constant; k_j is position j.
  static void write_first_token(Matrix& wq, Matrix& wk) {
    const float gain = std::sqrt(kPositionGain);
    for (Index pair = 0; pair < kHead / 2; ++pair) {
      const Index cosine = 2 * kHead + 2 * pair + 1;
      wq(cosine, kConstant) = gain;
      wk(cosine, 2 * pair + 1) = gain;
    }
  }

  Weights weights_;
};

}  // namespace

std::shared_ptr<const Model> make_crafted_model() {
  static const std::shared_ptr<const Model> kOnly = std::make_shared<CraftedModel>();
  return kOnly;
}

}  // namespace engine
