// tensor_reader.h: takes a model's parameters out of its file by name, and notes what is missing, what has
// another shape, and what nothing asks for.
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

// A product's parameters in PyTorch's layout: (out, in), and (1, out) or none.
struct Linear {
  Parameter weight, bias;
};

// What was not used, beside what failed.
struct Leftovers {
  std::vector<std::string> not_shown;  // text keys, each once
  std::vector<std::string> extra;      // names, ascending
  double passed_over = 0;              // numbers of tensors that are no parameters, or stand twice
};

// Every parameter that is asked for has the shape asked for: where the file has none such, it is a stand-in
// that must not be read, and error() says so. Nothing is copied.
class TensorReader {
 public:
  // `path` is for errors.
  TensorReader(const TensorSet& tensors, const std::string& path);

  bool has(const std::string& name) const { return tensors_.find(name) != nullptr; }
  // The first beginning under which there is a tensor `name`, or else the first one.
  std::string beginning(std::initializer_list<const char*> beginnings, const std::string& name) const;
  // The first of these names that there is, or else the first one.
  std::string one_of(std::initializer_list<std::string> names) const;
  // Numbers along the first side, or 0 where there is no such tensor.
  Index first_side(const std::string& name) const;

  // A tensor (rows, columns).
  Parameter matrix(const std::string& name, Index rows, Index columns);
  // A tensor (columns) as a row (1, columns).
  Parameter row(const std::string& name, Index columns);
  // A tensor of any shape, as a matrix of as many numbers.
  Parameter reshaped(const std::string& name, const std::vector<int64_t>& shape, Index rows, Index columns);
  // NAME.weight (out, in) and NAME.bias (out).
  Linear linear(const std::string& name, Index out, Index in, bool has_bias = true);
  // NAME.weight and NAME.bias (width), or as they were called before, NAME.gamma and NAME.beta.
  engine::NormWeights norm(const std::string& name, Index width, double epsilon);

  // Of what is not used: names that end like this are no parameters, or stand elsewhere too.
  void pass_over(std::string_view ending) { quiet_.emplace_back(ending); }
  // Of what is not used: names with this in them belong to a part that is not shown, a text key.
  void not_shown(std::string_view within, std::string_view part) { parts_.emplace_back(within, part); }

  // What went wrong so far: error.tensor_dtype, error.tensor_shape (path, tensor, shape, wanted),
  // error.tensors_missing (path, count, names: the first five). Once all was asked for: error.tensors_unused
  // (path, count, names, family) where a tensor that nothing uses is a part of what is computed.
  std::optional<engine::Error> error(std::string_view family) const;
  Leftovers leftovers() const;

 private:
  Parameter stand_in(Index rows, Index columns) const;
  bool is_within_used(const std::string& name) const;

  const TensorSet& tensors_;
  std::string path_;
  std::set<std::string, std::less<>> used_;
  std::vector<std::string> missing_;
  std::optional<engine::Error> bad_;
  std::vector<std::string> quiet_;
  std::vector<std::pair<std::string, std::string>> parts_;
};

}  // namespace loaders
