// trained_model.h: a model's parameters while they are learned.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/model/tensors.h"
#include "engine/training/recipe.h"

namespace engine {

// A model with its own vocabulary whose parameters lie in memory. Not copied: its model reads them in place,
// so that it is the model of the moment.
class TrainedModel {
 public:
  // Drawn from recipe.seed by name: matrices uniform by Xavier's rule (Glorot & Bengio 2010), the output so
  // that logits begin with a variance of 1/2 at most, embeddings and positions normal with the recipe's
  // sizes, norms 1 and biases 0.
  TrainedModel(const Recipe& recipe, Index patch_values,
               std::shared_ptr<const std::vector<std::string>> vocabulary);
  // With these numbers, in the order of tensors(), which must have its shapes.
  TrainedModel(const TrainedModel& like, const std::vector<Matrix>& numbers);

  const Recipe& recipe() const { return recipe_; }
  const Config& config() const { return recipe_.config; }
  Index patch_values() const { return patch_values_; }
  const Tensors& tensors() const { return tensors_; }
  Index parameters() const { return count_numbers(tensors_); }

  // What forward() runs. Reads the parameters in place.
  std::shared_ptr<const Model> model() const { return model_; }

  // The numbers of now, in the order of tensors(); and others in their place, of the same shapes.
  std::vector<Matrix> numbers() const { return copy_numbers(tensors_); }
  void put(const std::vector<Matrix>& numbers) const { put_numbers(numbers, tensors_); }

 private:
  void assemble();

  Recipe recipe_;
  Index patch_values_ = 0;
  std::shared_ptr<const std::vector<std::string>> vocabulary_;
  Tensors tensors_;
  std::shared_ptr<const Model> model_;
};

}  // namespace engine
