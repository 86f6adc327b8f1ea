// tensor.cpp: the value types by name and width.
#include "engine/loaders/tensor.h"

#include <algorithm>
#include <array>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

struct Row {
  DType dtype;
  std::string_view name;
  size_t bytes;
};

// In the order of DType.
constexpr std::array<Row, 17> kTypes = {{{DType::kF64, "F64", 8},
                                         {DType::kF32, "F32", 4},
                                         {DType::kF16, "F16", 2},
                                         {DType::kBF16, "BF16", 2},
                                         {DType::kF8E5M2, "F8_E5M2", 1},
                                         {DType::kF8E4M3, "F8_E4M3", 1},
                                         {DType::kF8E8M0, "F8_E8M0", 1},
                                         {DType::kC64, "C64", 8},
                                         {DType::kI64, "I64", 8},
                                         {DType::kI32, "I32", 4},
                                         {DType::kI16, "I16", 2},
                                         {DType::kI8, "I8", 1},
                                         {DType::kU64, "U64", 8},
                                         {DType::kU32, "U32", 4},
                                         {DType::kU16, "U16", 2},
                                         {DType::kU8, "U8", 1},
                                         {DType::kBool, "BOOL", 1}}};

const Row& row_of(DType dtype) {
  return kTypes.at(static_cast<size_t>(dtype));
}

}  // namespace

std::string_view name_of(DType dtype) {
  return row_of(dtype).name;
}

size_t size_of(DType dtype) {
  return row_of(dtype).bytes;
}

std::optional<DType> find_dtype(std::string_view name) {
  for (const Row& row : kTypes) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

std::optional<engine::Error> require_dtype(const TensorInfo& tensor, std::initializer_list<DType> allowed) {
  if (std::find(allowed.begin(), allowed.end(), tensor.dtype) != allowed.end()) return std::nullopt;
  std::string names;
  for (const DType dtype : allowed) {
    if (!names.empty()) names += ", ";
    names += name_of(dtype);
  }
  const std::string path = tensor.file ? tensor.file->path().string() : "";
  return engine::Error{"error.tensor_dtype",
                       {{"path", engine::quotable(path, engine::kLongestPath)},
                        {"tensor", engine::quotable(tensor.name)},
                        {"dtype", std::string(name_of(tensor.dtype))},
                        {"allowed", names}}};
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string sizes = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) sizes += ", ";
    sizes += std::to_string(shape[i]);
  }
  if (shape.size() == 1) sizes += ',';
  return sizes + ")";
}

}  // namespace loaders
