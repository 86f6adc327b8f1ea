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

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// Where the first module that is a number starts, such as a layer's; npos if none is.
size_t first_number(std::string_view name) {
  for (size_t start = 0; start < name.size();) {
    const size_t end = name.find('.', start);
    if (end == std::string_view::npos) break;
    const std::string_view module = name.substr(start, end - start);
    if (!module.empty() && std::all_of(module.begin(), module.end(), is_digit)) return start;
    start = end + 1;
  }
  return std::string_view::npos;
}

// Whether the last modules of a name are these: not only its last letters.
bool ends_in(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  const size_t before = name.size() - ending.size();
  return before == 0 || ending.front() == '.' || name[before - 1] == '.';
}

// Whether a module outside the layers starts like this.
bool is_within(std::string_view name, std::string_view module) {
  const std::string_view outside = name.substr(0, first_number(name));
  for (size_t at = name.find(module); at != std::string_view::npos; at = name.find(module, at + 1)) {
    if (at <= outside.size() && (at == 0 || name[at - 1] == '.')) return true;
  }
  return false;
}

}  // namespace

TensorReader::TensorReader(const TensorSet& tensors, const std::string& path)
    : tensors_(tensors), path_(engine::quotable(path, engine::kLongestPath)) {}

const TensorInfo* TensorReader::find(const std::string& name) const {
  if (const TensorInfo* const tensor = tensors_.find(name)) return tensor;
  const NameTable& kept = tensors_.metadata();
  const auto found = std::ranges::lower_bound(kept, name, {}, &NameTable::value_type::first);
  return found == kept.end() || found->first != name ? nullptr : tensors_.find(found->second);
}

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
  const TensorInfo* const tensor = find(name);
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
  const TensorInfo* const tensor = find(name);
  used_.insert(tensor == nullptr ? name : tensor->name);
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

// Whether a tensor is in a layer after the last one that is used: of layer 12 where the last is 11.
bool TensorReader::is_beyond_used(const std::string& name) const {
  const size_t start = first_number(name);
  if (start == std::string::npos || name[start] == '0') return false;
  const size_t end = name.find('.', start);
  const auto has_used = [&](const std::string& beginning) {
    const auto found = used_.lower_bound(beginning);
    return found != used_.end() && found->starts_with(beginning);
  };
  return has_used(name.substr(0, start) + "0.") && !has_used(name.substr(0, end + 1));
}

std::optional<Error> TensorReader::error(std::string_view family) const {
  if (!missing_.empty()) {
    return Error{"error.tensors_missing",
                 {{"path", path_},
                  {"count", std::to_string(missing_.size())},
                  {"names", engine::first_names(missing_)}}};
  }
  if (bad_) return bad_;
  const std::vector<std::string> unused = leftovers().unknown;
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
                                      [&](const std::string& ending) { return ends_in(name, ending); });
    if (is_quiet) {
      left.passed_over += static_cast<double>(tensor.count());
      continue;
    }
    const auto part = std::find_if(parts_.begin(), parts_.end(),
                                   [&](const auto& known) { return is_within(name, known.first); });
    if (part == parts_.end()) {
      (is_beyond_used(name) ? left.beyond : left.unknown).push_back(name);
    } else if (std::find(left.not_shown.begin(), left.not_shown.end(), part->second) ==
               left.not_shown.end()) {
      left.not_shown.push_back(part->second);
    }
  }
  return left;
}

}  // namespace loaders
