// tensors.cpp: copies of the parameters, and of their shapes.
#include "engine/model/tensors.h"

#include <algorithm>
#include <cassert>

namespace engine {

Gradients zero_gradients(const Tensors& tensors) {
  Gradients gradients;
  gradients.reserve(tensors.size());
  for (const Tensor& tensor : tensors)
    gradients.emplace_back(Matrix::Zero(tensor.numbers->rows(), tensor.numbers->cols()));
  return gradients;
}

Index count_numbers(const Tensors& tensors) {
  Index count = 0;
  for (const Tensor& tensor : tensors) count += tensor.numbers->size();
  return count;
}

std::vector<Matrix> copy_numbers(const Tensors& tensors) {
  std::vector<Matrix> numbers;
  numbers.reserve(tensors.size());
  for (const Tensor& tensor : tensors) numbers.push_back(*tensor.numbers);
  return numbers;
}

// In place: models read the parameters where they lie.
void put_numbers(const std::vector<Matrix>& numbers, const Tensors& tensors) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    assert(numbers.at(i).size() == tensors[i].numbers->size());
    std::copy_n(numbers[i].data(), numbers[i].size(), tensors[i].numbers->data());
  }
}

}  // namespace engine
