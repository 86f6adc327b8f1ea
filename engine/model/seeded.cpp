// seeded.cpp: weights drawn from a seed, like a network before training.
// Glorot & Bengio 2010: uniform in +-sqrt(6 / (fan_in + fan_out)).
#include <cmath>

#include "engine/core/random.h"
#include "engine/model/weights.h"

namespace engine {
namespace {

constexpr std::string_view kSeededNote = "note.seeded";

class SeededModel final : public Model {
 public:
  explicit SeededModel(const Config& config) : config_(config) {
    weights_.note = kSeededNote;
    if (config.has_encoder() || !config.has_layers()) {
      const Index layers = config.has_layers() ? config.encoder_layers : 1;
      for (Index i = 0; i < layers; ++i)
        weights_.encoder.push_back(layer("encoder." + std::to_string(i), false));
      weights_.encoder_norm = norm();
    }
    if (config.has_decoder()) {
      for (Index i = 0; i < config.decoder_layers; ++i) {
        weights_.decoder.push_back(layer("decoder." + std::to_string(i), config.has_target()));
      }
      weights_.decoder_norm = norm();
    }
    // Variance 1/2, like a sine's: rows as long as those of sinusoidal positions.
    if (config.positions == PositionKind::kLearned) {
      weights_.positions = matrix("position.table", config.context, config.d_model, std::sqrt(1.5f));
    }
    if (config.positions == PositionKind::kBuckets) {
      // As many buckets as T5.
      weights_.encoder_relative.table = matrix("encoder.relative.table", 32, config.n_heads, 1);
      weights_.decoder_relative = {matrix("decoder.relative.table", 32, config.n_heads, 1), 128, false};
    }
    if (config.input_norm) weights_.input_norm = weights_.target_input_norm = norm();
  }

  Eigen::RowVectorXf embedding(std::string_view token) const override {
    return token_row("embedding.", token, config_.d_model);
  }

  Eigen::RowVectorXf input_vector(std::string_view token, std::string_view input,
                                  Index width) const override {
    std::string table(input);
    return token_row(table.append(table.empty() ? "" : ".").append("embedding."), token, width);
  }

  Eigen::RowVectorXf output_embedding(std::string_view token) const override {
    return token_row("unembedding.", token, config_.d_model);
  }

  const Weights& weights() const override { return weights_; }

 private:
  using MatrixPtr = std::shared_ptr<const Matrix>;

  static float xavier_bound(Index fan_in, Index fan_out) {
    return std::sqrt(6.0f / static_cast<float>(fan_in + fan_out));
  }

  // A uniform value in +-sqrt(3/d) has variance 1/d, so the row's expected norm is 1.
  Eigen::RowVectorXf token_row(std::string table, std::string_view token, Index width) const {
    const float bound = std::sqrt(3.0f / static_cast<float>(width));
    const RandomStream stream(config_.seed, table.append(token));
    Eigen::RowVectorXf row(width);
    for (Index i = 0; i < row.cols(); ++i) row(i) = bound * stream.symmetric(static_cast<uint64_t>(i));
    return row;
  }

  template <class Block>
  void fill(Block&& block, const std::string& name, float bound) const {
    const RandomStream stream(config_.seed, name);
    for (Index row = 0; row < block.rows(); ++row) {
      for (Index column = 0; column < block.cols(); ++column) {
        block(row, column) = bound * stream.symmetric(static_cast<uint64_t>(row * block.cols() + column));
      }
    }
  }

  MatrixPtr matrix(const std::string& name, Index rows, Index columns, float bound) const {
    auto numbers = std::make_shared<Matrix>(rows, columns);
    fill(*numbers, name, bound);
    return numbers;
  }

  static MatrixPtr constant(Index columns, float value) {
    return std::make_shared<const Matrix>(Matrix::Constant(1, columns, value));
  }

  NormWeights norm() const { return {constant(config_.d_model, 1), constant(config_.d_model, 0)}; }

  LayerWeights layer(const std::string& address, bool reads_memory) const {
    LayerWeights layer;
    layer.self = attention(address + ".self");
    if (config_.positions == PositionKind::kShaw) layer.self.relative = distances(address + ".self");
    if (!config_.has_layers()) return layer;
    layer.self_norm = norm();
    if (reads_memory) {
      layer.cross = attention(address + ".cross");
      layer.cross_norm = norm();
    }
    if (config_.d_ff == 0) return layer;
    const Index d = config_.d_model;
    const float bound = xavier_bound(d, config_.d_ff);
    layer.ffn.w1 = matrix(address + ".ffn.w1", config_.d_ff, d, bound);
    if (config_.gated) layer.ffn.gate = matrix(address + ".ffn.wg", config_.d_ff, d, bound);
    layer.ffn.b1 = constant(config_.d_ff, 0);
    layer.ffn.w2 = matrix(address + ".ffn.w2", d, config_.d_ff, bound);
    layer.ffn.b2 = constant(d, 0);
    layer.ffn_norm = norm();
    return layer;
  }

  AttentionWeights attention(const std::string& address) const {
    AttentionWeights weights;
    weights.n_heads = config_.n_heads;
    weights.n_kv_heads = config_.n_kv_heads;
    weights.note = kSeededNote;
    const InputWidths widths = config_.input_widths();
    weights.wq = head_rows(address, "wq", {config_.d_k, widths.query}, config_.n_heads);
    weights.wk = head_rows(address, "wk", {config_.d_k, widths.key}, config_.kv_heads());
    weights.wv = head_rows(address, "wv", {config_.d_v, widths.value}, config_.kv_heads());
    const Index joined = config_.n_heads * config_.d_v;
    const Index output = config_.output_width();
    weights.wo = matrix(address + ".wo", output, joined, xavier_bound(joined, output));
    return weights;
  }

  // All heads' projections, each keyed by its own address: a different number of heads leaves head 0
  // unchanged except for the bound.
  MatrixPtr head_rows(const std::string& address, const std::string& name, const Shape& shape,
                      Index heads) const {
    return of_heads(address, name, shape, heads, xavier_bound(shape.columns, heads * shape.rows));
  }

  // Distance vectors of each head, initialised like a layer from distances to d_k.
  MatrixPtr distances(const std::string& address) const {
    const Index vectors = distance_vectors(config_);
    return of_heads(address, "relative.table", {vectors, config_.d_k}, config_.n_heads,
                    xavier_bound(vectors, config_.d_k));
  }

  MatrixPtr of_heads(const std::string& address, const std::string& name, const Shape& shape, Index heads,
                     float bound) const {
    auto all = std::make_shared<Matrix>(heads * shape.rows, shape.columns);
    for (Index head = 0; head < heads; ++head) {
      std::string key = address;
      key.append(".head.").append(std::to_string(head)).append(".").append(name);
      fill(all->middleRows(head * shape.rows, shape.rows), key, bound);
    }
    return all;
  }

  Config config_;
  Weights weights_;
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
  if (a.model == ModelKind::kCheckpoint) return a.checkpoint == b.checkpoint;
  const bool learned = a.positions == PositionKind::kLearned;
  const bool same_positions =
      learned == (b.positions == PositionKind::kLearned) && (!learned || a.context == b.context);
  const auto vectors_of = [](const Config& config) {
    return config.positions == PositionKind::kShaw ? distance_vectors(config) : 0;
  };
  const bool same_relative =
      (a.positions == PositionKind::kBuckets) == (b.positions == PositionKind::kBuckets) &&
      vectors_of(a) == vectors_of(b);
  const bool same_layers = a.architecture == b.architecture &&
                           (!a.has_layers() || (a.d_ff == b.d_ff && a.encoder_layers == b.encoder_layers &&
                                                a.decoder_layers == b.decoder_layers));
  const bool same_widths = a.input_widths() == b.input_widths() && a.output_width() == b.output_width();
  return same_positions && same_layers && same_widths && a.d_model == b.d_model && a.n_heads == b.n_heads &&
         a.d_k == b.d_k && a.d_v == b.d_v && a.seed == b.seed && a.kv_heads() == b.kv_heads() &&
         a.gated == b.gated && a.input_norm == b.input_norm && same_relative;
}

}  // namespace engine
