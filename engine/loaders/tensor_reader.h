// tensor_reader.h: reads a model's parameters from its file by name, and records which are missing, have
// another shape, or are not used.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/loaders/safetensors.h"
#include "engine/model/weights.h"

namespace loaders {

using engine::Index;
using engine::Parameter;

// A product's parameters in PyTorch's layout: (out, in), and (1, out) or empty.
struct Linear {
  Parameter weight, bias;
};

// What was not used, apart from failures.
struct Leftovers {
  std::vector<std::string> not_shown;  // text keys, each once
  std::vector<std::string> beyond;     // names of tensors in layers after the last used one, ascending
  std::vector<std::string> unknown;    // names of the others, ascending
  double passed_over = 0;              // values in tensors that are not parameters, or are stored twice
};

// A tensor that safetensors' save_model() left out, since it shares its numbers with another, is read under
// that one's name: the file's metadata map the two. Every requested parameter has the requested shape: if the
// file has no such tensor, it has no numbers and must not be read, and error() reports it. Copies nothing.
class TensorReader {
 public:
  // `path` is for errors.
  TensorReader(const TensorSet& tensors, const std::string& path);

  bool has(const std::string& name) const { return find(name) != nullptr; }
  // The first of these prefixes with a tensor `name`, otherwise the first prefix.
  std::string beginning(std::initializer_list<const char*> beginnings, const std::string& name) const;
  // The first of these names that exists, otherwise the first name.
  std::string one_of(std::initializer_list<std::string> names) const;
  // The size of the first dimension, or 0 if there is no such tensor.
  Index first_side(const std::string& name) const;

  // A tensor (rows, columns).
  Parameter matrix(const std::string& name, Index rows, Index columns);
  // A tensor (columns) as a row (1, columns).
  Parameter row(const std::string& name, Index columns);
  // A tensor of any shape, as a matrix with the same number of values.
  Parameter reshaped(const std::string& name, const std::vector<int64_t>& shape, Index rows, Index columns);
  // NAME.weight (out, in) and NAME.bias (out).
  Linear linear(const std::string& name, Index out, Index in, bool has_bias = true);
  // NAME.weight and NAME.bias (width), or their former names, NAME.gamma and NAME.beta.
  engine::NormWeights norm(const std::string& name, Index width, double epsilon);

  // Whether everything so far was there in its shape: only then may its numbers be read while a model is
  // made.
  bool is_whole() const { return missing_.empty() && !bad_; }

  // Unused tensors whose last modules are these are not parameters, or are duplicates.
  void pass_over(std::string_view ending) { quiet_.emplace_back(ending); }
  // Unused tensors of a module whose name starts like this, outside the layers, belong to a part that is not
  // shown, a text key.
  void not_shown(std::string_view module, std::string_view part) { parts_.emplace_back(module, part); }

  // The error so far: error.tensor_dtype, error.tensor_shape (path, tensor, shape, wanted),
  // error.tensors_missing (path, count, names: the first five). Once everything was requested:
  // error.tensors_unused (path, count, names, family) if an unused tensor may affect the result: it is none
  // of those above, nor of a layer beyond those that are used.
  std::optional<engine::Error> error(std::string_view family) const;
  Leftovers leftovers() const;

 private:
  const TensorInfo* find(const std::string& name) const;
  Parameter stand_in(Index rows, Index columns) const;
  bool is_beyond_used(const std::string& name) const;

  const TensorSet& tensors_;
  std::string path_;
  std::set<std::string, std::less<>> used_;
  std::vector<std::string> missing_;
  std::optional<engine::Error> bad_;
  std::vector<std::string> quiet_;
  std::vector<std::pair<std::string, std::string>> parts_;
};

}  // namespace loaders
