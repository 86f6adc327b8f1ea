// tensors.h: the parameters that training changes, and one number for each of theirs.
#pragma once

#include <memory>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/model/named_weights.h"

namespace engine {

// One parameter, where it lies.
struct Tensor {
  ParameterName name;
  std::shared_ptr<Matrix> numbers;
};

using Tensors = std::vector<Tensor>;

// The gradient of every parameter, in the order of their tensors.
using Gradients = std::vector<Matrix>;

Gradients zero_gradients(const Tensors& tensors);

// The count of all numbers.
Index count_numbers(const Tensors& tensors);

// The numbers of now, in the order of the tensors; and others in their place, of the same shapes.
std::vector<Matrix> copy_numbers(const Tensors& tensors);
void put_numbers(const std::vector<Matrix>& numbers, const Tensors& tensors);

}  // namespace engine
