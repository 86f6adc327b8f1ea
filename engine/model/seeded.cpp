// seeded.cpp: weights drawn from a seed, as a network has them before any training.
// Glorot & Bengio 2010: uniform in +-sqrt(6 / (fan_in + fan_out)).
#include <cmath>

#include "engine/model/weights.h"
#include "engine/random.h"

namespace engine {
namespace {

constexpr std::string_view kNote = "note.seeded";

class SeededModel final : public Model {
 public:
  explicit SeededModel(const Config& config) : d_model_(config.d_model), seed_(config.seed) {
    weights_.n_heads = config.n_heads;
    weights_.note = kNote;
    weights_.wq = head_rows(config, "wq", config.d_k);
    weights_.wk = head_rows(config, "wk", config.d_k);
    weights_.wv = head_rows(config, "wv", config.d_v);
    const Index joined = config.n_heads * config.d_v;
    Matrix output(d_model_, joined);
    fill(output, "encoder.0.self.wo", xavier_bound(joined, d_model_));
    weights_.wo = std::make_shared<const Matrix>(std::move(output));
  }

  Eigen::RowVectorXf embedding(std::string_view token) const override {
    // A uniform number in +-sqrt(3/d) has variance 1/d, so the row's expected norm is 1.
    const float bound = std::sqrt(3.0f / static_cast<float>(d_model_));
    const RandomStream stream(seed_, std::string("embedding.") + std::string(token));
    Eigen::RowVectorXf row(d_model_);
    for (Index i = 0; i < d_model_; ++i) row(i) = bound * stream.symmetric(static_cast<uint64_t>(i));
    return row;
  }

  const AttentionWeights& attention() const override { return weights_; }
  std::string_view note() const override { return kNote; }

 private:
  static float xavier_bound(Index fan_in, Index fan_out) {
    return std::sqrt(6.0f / static_cast<float>(fan_in + fan_out));
  }

  template <class Block>
  void fill(Block&& block, const std::string& name, float bound) const {
    const RandomStream stream(seed_, name);
    for (Index row = 0; row < block.rows(); ++row) {
      for (Index column = 0; column < block.cols(); ++column) {
        block(row, column) = bound * stream.symmetric(static_cast<uint64_t>(row * block.cols() + column));
      }
    }
  }

  // All heads' projections, each keyed by its own address: another number of heads leaves head 0 as it was
  // but for the bound.
  std::shared_ptr<const Matrix> head_rows(const Config& config, const std::string& name, Index width) const {
    const Index joined = config.n_heads * width;
    Matrix all(joined, d_model_);
    for (Index head = 0; head < config.n_heads; ++head) {
      fill(all.middleRows(head * width, width), "encoder.0.self.head." + std::to_string(head) + "." + name,
           xavier_bound(d_model_, joined));
    }
    return std::make_shared<const Matrix>(std::move(all));
  }

  Index d_model_;
  uint64_t seed_;
  AttentionWeights weights_;
};

}  // namespace

std::shared_ptr<const Model> make_seeded_model(const Config& config) {
  return std::make_shared<SeededModel>(config);
}

std::shared_ptr<const Model> make_model(const Config& config) {
  return config.model == ModelKind::kCrafted ? make_crafted_model() : make_seeded_model(config);
}

bool same_model(const Config& a, const Config& b) {
  if (a.model != b.model) return false;
  if (a.model == ModelKind::kCrafted) return true;
  return a.d_model == b.d_model && a.n_heads == b.n_heads && a.d_k == b.d_k && a.d_v == b.d_v &&
         a.seed == b.seed;
}

}  // namespace engine
