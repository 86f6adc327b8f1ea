// backward.h: how an operation carries a gradient from its result back to one of its inputs.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace engine {

class Operation;

// The operation that makes the gradient of an input, and what it reads. The gradient of X is that of one
// number, the target, with respect to X: of X's shape. Baydin et al. 2018 (1502.05767), sec. 3.2.
struct Backward {
  // An operand: one of these, or an input by its number.
  enum Operand : int { kGradient = -2, kResult = -1, kFirstInput = 0 };

  std::shared_ptr<const Operation> operation = {};  // null: the input gets no gradient
  std::vector<int> operands = {};
  std::string_view reason = {};  // a text key: why the input gets no gradient
  bool is_copy = false;          // whether the gradient passes as it is, and may share its storage

  // What a change of the input would do cannot be told by a slope. `reason` is a text key.
  static Backward blocked(std::string_view reason) { return {.reason = reason}; }
};

}  // namespace engine
