// tensor_reader.cpp: parameters stay in the mapped file; looks only at names and shapes.
#include "engine/loaders/tensor_reader.h"

#include <algorithm>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Precision;

Precision precision_of(DType dtype) {
  if (dtype == DType::kF64) return Precision::kFloat64;
  if (dtype == DType::kF16) return Precision::kFloat16;
  return dtype == DType::kBF16 ? Precision::kBfloat16 : Precision::kFloat32;
}

}  // namespace

TensorReader::TensorReader(const TensorSet& tensors, const std::string& path)
    : tensors_(tensors), path_(engine::quotable(path, engine::kLongestPath)) {}

std::string TensorReader::beginning(std::initializer_list<const char*> beginnings,
                                    const std::string& name) const {
  for (const char* const beginning : beginnings) {
    if (has(beginning + name)) return beginning;
  }
  return *beginnings.begin();
}

std::string TensorReader::one_of(std::initializer_list<std::string> names) const {
  const auto* const found =
      std::find_if(names.begin(), names.end(), [&](const std::string& name) { return has(name); });
  return found == names.end() ? *names.begin() : *found;
}

Index TensorReader::first_side(const std::string& name) const {
  const TensorInfo* const tensor = tensors_.find(name);
  return tensor == nullptr || tensor->shape.empty() ? 0 : tensor->shape.front();
}

Parameter TensorReader::matrix(const std::string& name, Index rows, Index columns) {
  return reshaped(name, {rows, columns}, rows, columns);
}

Parameter TensorReader::row(const std::string& name, Index columns) {
  return reshaped(name, {columns}, 1, columns);
}

Parameter TensorReader::reshaped(const std::string& name, const std::vector<int64_t>& shape, Index rows,
                                 Index columns) {
  const TensorInfo* const tensor = tensors_.find(name);
  used_.insert(name);
  if (tensor == nullptr) {
    missing_.push_back(name);
    return stand_in(rows, columns);
  }
  if (tensor->shape != shape) {
    if (!bad_) {
      bad_ = Error{"error.tensor_shape",
                   {{"path", path_},
                    {"tensor", engine::quotable(name)},
                    {"shape", shape_text(tensor->shape)},
                    {"wanted", shape_text(shape)}}};
    }
    return stand_in(rows, columns);
  }
  if (auto bad = require_dtype(*tensor, {DType::kF64, DType::kF32, DType::kF16, DType::kBF16})) {
    if (!bad_) bad_ = std::move(bad);
    return stand_in(rows, columns);
  }
  return Parameter(tensor->file, tensor->data, precision_of(tensor->dtype), rows, columns).constant();
}

// Never read: a model is created only if nothing is missing.
Parameter TensorReader::stand_in(Index rows, Index columns) const {
  static const auto nothing = std::make_shared<const float>(0.0F);
  return {nothing, nothing.get(), Precision::kFloat32, rows, columns};
}

Linear TensorReader::linear(const std::string& name, Index out, Index in, bool has_bias) {
  Linear linear{matrix(name + ".weight", out, in), {}};
  if (has_bias) linear.bias = row(name + ".bias", out);
  return linear;
}

engine::NormWeights TensorReader::norm(const std::string& name, Index width, double epsilon) {
  return {row(one_of({name + ".weight", name + ".gamma"}), width),
          row(one_of({name + ".bias", name + ".beta"}), width), epsilon};
}

// Whether a tensor is in a layer that is used, by its number, or in the same module as a used tensor (a bias
// alongside its weight): it would affect the layer's result.
bool TensorReader::is_within_used(const std::string& name) const {
  const auto has_used = [&](const std::string& beginning) {
    const auto found = used_.lower_bound(beginning);
    return found != used_.end() && found->starts_with(beginning);
  };
  const size_t end = name.rfind('.');
  if (end == std::string::npos) return false;
  if (has_used(name.substr(0, end + 1))) return true;
  for (size_t stop = end; stop != std::string::npos && stop > 0; stop = name.rfind('.', stop - 1)) {
    const size_t start = name.rfind('.', stop - 1) + 1;  // 0 if there is none
    const bool is_number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start),
                                       name.begin() + static_cast<std::ptrdiff_t>(stop),
                                       [](char letter) { return letter >= '0' && letter <= '9'; });
    if (is_number) return has_used(name.substr(0, stop + 1));
    if (start == 0) break;
  }
  return false;
}

std::optional<Error> TensorReader::error(std::string_view family) const {
  if (!missing_.empty()) {
    return Error{"error.tensors_missing",
                 {{"path", path_},
                  {"count", std::to_string(missing_.size())},
                  {"names", engine::first_names(missing_)}}};
  }
  if (bad_) return bad_;
  std::vector<std::string> unused = leftovers().extra;
  std::erase_if(unused, [&](const std::string& name) { return !is_within_used(name); });
  if (unused.empty()) return std::nullopt;
  return Error{"error.tensors_unused",
               {{"path", path_},
                {"count", std::to_string(unused.size())},
                {"names", engine::first_names(unused)},
                {"family", std::string(family)}}};
}

Leftovers TensorReader::leftovers() const {
  Leftovers left;
  for (const TensorInfo& tensor : tensors_.tensors()) {
    const std::string& name = tensor.name;
    if (used_.contains(name)) continue;
    const bool is_quiet = std::any_of(quiet_.begin(), quiet_.end(),
                                      [&](const std::string& ending) { return name.ends_with(ending); });
    if (is_quiet) {
      left.passed_over += static_cast<double>(tensor.count());
      continue;
    }
    const auto part = std::find_if(parts_.begin(), parts_.end(), [&](const auto& known) {
      return name.find(known.first) != std::string::npos;
    });
    if (part == parts_.end()) {
      left.extra.push_back(name);
    } else if (std::find(left.not_shown.begin(), left.not_shown.end(), part->second) ==
               left.not_shown.end()) {
      left.not_shown.push_back(part->second);
    }
  }
  return left;
}

}  // namespace loaders
