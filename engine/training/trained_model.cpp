// trained_model.cpp: the parameters that training changes, and their first values.
#include "engine/training/trained_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/random.h"
#include "engine/model/first_numbers.h"
#include "engine/model/weights.h"

namespace engine {
namespace {

constexpr std::string_view kTrainedNote = "note.trained";

class InMemory final : public Model {
 public:
  InMemory(NamedWeights named, std::shared_ptr<const std::vector<std::string>> vocabulary)
      : named_(std::move(named)), vocabulary_(std::move(vocabulary)) {}

  Eigen::RowVectorXf embedding(std::string_view token) const override {
    return row_of(named_.embedding, token);
  }
  Eigen::RowVectorXf output_embedding(std::string_view token) const override {
    return row_of(named_.output, token);
  }
  const Weights& weights() const override { return named_.weights; }
  std::shared_ptr<const std::vector<std::string>> vocabulary() const override { return vocabulary_; }
  Parameter embedding_table() const override { return named_.embedding; }
  Parameter output_table() const override { return named_.output; }

 private:
  // Zeros for what is not a token of this model.
  Eigen::RowVectorXf row_of(const Parameter& table, std::string_view token) const {
    const auto found = std::ranges::find(*vocabulary_, token);
    if (found == vocabulary_->end()) return Eigen::RowVectorXf::Zero(table.cols());
    return table.middle_rows(found - vocabulary_->begin(), 1).matrix().row(0);
  }

  NamedWeights named_;
  std::shared_ptr<const std::vector<std::string>> vocabulary_;
};

// Glorot & Bengio 2010.
float xavier_bound(const ParameterName& name) {
  return std::sqrt(6.0F / static_cast<float>(name.rows + name.columns));
}

// Where the logits of normed tokens, d_model components of size 1, begin with a variance of 1/2: by Xavier's
// rule alone they are larger the fewer words there are, and the loss would begin far above ln(vocabulary).
float output_bound(const ParameterName& name) {
  constexpr float kVariance = 0.5F;
  return std::sqrt(3 * kVariance / static_cast<float>(name.columns));
}

void draw(const Recipe& recipe, const ParameterName& name, Matrix& numbers) {
  const RandomStream stream(recipe.seed, name.name);
  switch (name.role) {
    case ParameterRole::kEmbedding:
      return draw_normal(stream, static_cast<float>(recipe.embedding_size), numbers);
    case ParameterRole::kPosition:
      return draw_normal(stream, static_cast<float>(recipe.position_size), numbers);
    case ParameterRole::kMatrix:
      return draw_uniform(stream, xavier_bound(name), numbers);
    case ParameterRole::kOutput:
      return draw_uniform(stream, std::min(xavier_bound(name), output_bound(name)), numbers);
    case ParameterRole::kNormWeight:
    case ParameterRole::kNormVariance:
      numbers.setOnes();
      return;
    case ParameterRole::kBias:
    case ParameterRole::kNormBias:
    case ParameterRole::kNormMean:
      numbers.setZero();
      return;
  }
}

}  // namespace

TrainedModel::TrainedModel(const Recipe& recipe, Index patch_values,
                           std::shared_ptr<const std::vector<std::string>> vocabulary)
    : recipe_(recipe), patch_values_(patch_values), vocabulary_(std::move(vocabulary)) {
  assemble();
  for (const Tensor& tensor : tensors_) draw(recipe, tensor.name, *tensor.numbers);
}

TrainedModel::TrainedModel(const TrainedModel& like, const std::vector<Matrix>& numbers)
    : recipe_(like.recipe_), patch_values_(like.patch_values_), vocabulary_(like.vocabulary_) {
  assemble();
  put(numbers);
}

void TrainedModel::assemble() {
  NamedWeights named =
      named_weights(recipe_.config, patch_values_, kTrainedNote, [&](const ParameterName& name) -> Parameter {
        tensors_.push_back({name, std::make_shared<Matrix>(name.rows, name.columns)});
        return Parameter(tensors_.back().numbers);
      });
  model_ = std::make_shared<const InMemory>(std::move(named), vocabulary_);
}

}  // namespace engine
