// decoder_layer.cpp: the operations of Network's layers, row by row; attention over what is kept.
#include "engine/vision/decoder_layer.h"

#include <cmath>

#include "engine/ops/operations.h"

namespace engine {
namespace {

ConstView seen(const Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

// What an operation makes of matrices.
Matrix made(const OperationPtr& operation, std::initializer_list<const Matrix*> inputs, Index columns) {
  std::vector<ConstView> views;
  views.reserve(inputs.size());
  for (const Matrix* const input : inputs) views.push_back(seen(*input));
  Matrix out((*inputs.begin())->rows(), columns);
  operation->forward(views, View(out.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols())));
  return out;
}

std::vector<std::vector<Index>> places_seen(const MaskRule& rule, Index inputs) {
  std::vector<std::vector<Index>> sees(static_cast<size_t>(inputs));
  for (Index query = 0; query < inputs; ++query) {
    for (Index key = 0; key <= query; ++key) {
      if (rule.verdict(query, key) == MaskVerdict::kVisible) sees[static_cast<size_t>(query)].push_back(key);
    }
  }
  return sees;
}

void make_shares(std::vector<float>& scores) {
  Eigen::Map<Eigen::ArrayXf> all(scores.data(), static_cast<Index>(scores.size()));
  all = (all - all.maxCoeff()).exp();
  all /= all.sum();
}

}  // namespace

Matrix Affine::of(const Matrix& x) const {
  return made(linear(), {&x, &weight, &bias}, weight.rows());
}

Matrix Norm::of(const Matrix& x) const {
  if (is_rms) return made(rms_norm(kNormEpsilon), {&x, &weight}, x.cols());
  return made(layer_norm(kNormEpsilon), {&x, &weight, &bias}, x.cols());
}

Affine LayerReader::affine(const std::string& name, Index out, Index in) const {
  return {read(name + ".weight", ParameterRole::kMatrix, out, in),
          read(name + ".bias", ParameterRole::kBias, 1, out)};
}

Norm LayerReader::norm(const std::string& name, Index width, bool is_rms) const {
  Norm norm{
      .is_rms = is_rms, .weight = read(name + ".weight", ParameterRole::kNormWeight, 1, width), .bias = {}};
  if (!is_rms) norm.bias = read(name + ".bias", ParameterRole::kNormBias, 1, width);
  return norm;
}

DecoderLayer::DecoderLayer(const TokenStream& stream, const LayerReader& reader, Index layer, Index streams)
    : inputs_(stream.inputs()),
      heads_(stream.heads),
      activation_(stream.activation),
      sees_(places_seen(stream.rule(layer), stream.inputs())),
      keys_(streams * stream.inputs(), stream.width),
      values_(streams * stream.inputs(), stream.width) {
  const std::string name = "decoder." + std::to_string(layer);
  const Index width = stream.width;
  before_self_ = reader.norm(name + ".self.norm", width, stream.is_rms);
  before_ffn_ = reader.norm(name + ".ffn.norm", width, stream.is_rms);
  q_ = reader.affine(name + ".self.q", width, width);
  k_ = reader.affine(name + ".self.k", width, width);
  v_ = reader.affine(name + ".self.v", width, width);
  o_ = reader.affine(name + ".self.o", width, width);
  up_ = reader.affine(name + ".ffn.up", 4 * width, width);
  down_ = reader.affine(name + ".ffn.down", width, 4 * width);
}

void DecoderLayer::pass(Matrix& x, Index at) {
  const Matrix read = before_self_.of(x);
  const Matrix keys = k_.of(read);
  const Matrix values = v_.of(read);
  for (Index row = 0; row < x.rows(); ++row) {
    keys_.row(row * inputs_ + at) = keys.row(row);
    values_.row(row * inputs_ + at) = values.row(row);
  }
  x += o_.of(looked_back(q_.of(read), at));
  const Matrix wide = up_.of(before_ffn_.of(x));
  x += down_.of(made(activation(activation_), {&wide}, wide.cols()));
}

// softmax(q Kᵀ / √d) V of each stream and head, over the places that are seen.
Matrix DecoderLayer::looked_back(const Matrix& queries, Index at) const {
  const std::vector<Index>& places = sees_[static_cast<size_t>(at)];
  const Index d = queries.cols() / heads_;
  const float scale = 1.0F / std::sqrt(static_cast<float>(d));
  Matrix looked = Matrix::Zero(queries.rows(), queries.cols());
  std::vector<float> weights(places.size());
  for (Index row = 0; row < queries.rows(); ++row) {
    for (Index head = 0; head < heads_; ++head) {
      const auto part = [&](const Matrix& all, Index place) {
        return all.row(row * inputs_ + place).segment(head * d, d);
      };
      const auto query = queries.row(row).segment(head * d, d);
      for (size_t i = 0; i < places.size(); ++i) weights[i] = scale * query.dot(part(keys_, places[i]));
      make_shares(weights);
      auto out = looked.row(row).segment(head * d, d);
      for (size_t i = 0; i < places.size(); ++i) out += weights[i] * part(values_, places[i]);
    }
  }
  return looked;
}

}  // namespace engine
