// weights.cpp: finds weights that are not finite.
#include "engine/model/weights.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

std::optional<Error> check_parameter(const std::string& address, const Parameter& numbers) {
  constexpr Index kRowsAtOnce = 64;
  for (Index first = 0; first < numbers.rows(); first += kRowsAtOnce) {
    const Matrix part = numbers.middle_rows(first, std::min(kRowsAtOnce, numbers.rows() - first)).matrix();
    if (part.allFinite()) continue;
    for (Index row = 0; row < part.rows(); ++row) {
      for (Index column = 0; column < part.cols(); ++column) {
        if (std::isfinite(part(row, column))) continue;
        return Error{
            "error.weight_not_finite",
            {{"address", address}, {"row", std::to_string(first + row)}, {"column", std::to_string(column)}}};
      }
    }
  }
  return std::nullopt;
}

using Named = std::vector<std::pair<std::string, Parameter>>;

void add(Named& all, const std::string& address, const AttentionWeights& weights) {
  all.insert(all.end(), {{address + ".wq", weights.wq},
                         {address + ".wk", weights.wk},
                         {address + ".wv", weights.wv},
                         {address + ".wo", weights.wo},
                         {address + ".bq", weights.bq},
                         {address + ".bk", weights.bk},
                         {address + ".bv", weights.bv},
                         {address + ".bo", weights.bo}});
}

void add(Named& all, const std::string& address, const NormWeights& norm) {
  all.insert(all.end(), {{address + ".weight", norm.weight}, {address + ".bias", norm.bias}});
}

void add(Named& all, const std::string& address, const LayerWeights& layer) {
  add(all, address + ".self", layer.self);
  add(all, address + ".self.norm", layer.self_norm);
  if (layer.cross) add(all, address + ".cross", *layer.cross);
  add(all, address + ".cross.norm", layer.cross_norm);
  all.insert(all.end(), {{address + ".ffn.w1", layer.ffn.w1},
                         {address + ".ffn.b1", layer.ffn.b1},
                         {address + ".ffn.w2", layer.ffn.w2},
                         {address + ".ffn.b2", layer.ffn.b2},
                         {address + ".ffn.wg", layer.ffn.gate}});
  add(all, address + ".ffn.norm", layer.ffn_norm);
}

}  // namespace

Eigen::RowVectorXf Model::input_vector(std::string_view /*token*/, std::string_view /*input*/,
                                       Index width) const {
  return Eigen::RowVectorXf::Zero(width);
}

std::optional<Error> check_weights(const Weights& weights) {
  Named all = {{"position", weights.positions}, {"position.vectors", weights.counted.table}};
  for (size_t i = 0; i < weights.encoder.size(); ++i)
    add(all, "encoder." + std::to_string(i), weights.encoder[i]);
  for (size_t i = 0; i < weights.decoder.size(); ++i)
    add(all, "decoder." + std::to_string(i), weights.decoder[i]);
  add(all, "encoder.output", weights.encoder_norm);
  add(all, "decoder.output", weights.decoder_norm);
  for (const auto& [address, numbers] : all) {
    if (auto bad = check_parameter(address, numbers)) return bad;
  }
  return std::nullopt;
}

}  // namespace engine
