// weights.h: a model's numbers: made from a seed, or written by hand.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/attention/multi_head.h"
#include "engine/model/config.h"

namespace engine {

// A model whose parameters stand. The same token always has the same vector, whatever sentence it is in.
class Model {
 public:
  virtual ~Model() = default;

  // A token's row of the embedding table: d_model numbers, before sqrt(d_model).
  virtual Eigen::RowVectorXf embedding(std::string_view token) const = 0;

  virtual const AttentionWeights& attention() const = 0;

  // Text key that says where the numbers come from.
  virtual std::string_view note() const = 0;
};

// Xavier-uniform weights (Glorot & Bengio 2010) and embeddings of variance 1/d_model, from (seed, name).
// `config` must pass check().
std::shared_ptr<const Model> make_seeded_model(const Config& config);

// Four heads that do four things by construction: the previous token, equal tokens, the first token, evenly
// all.
std::shared_ptr<const Model> make_crafted_model();

// The model that `config` names; it depends only on the model kind, the sizes and the seed.
std::shared_ptr<const Model> make_model(const Config& config);

// Whether both settings name the same parameters.
bool same_model(const Config& a, const Config& b);

}  // namespace engine
