// tensor.h: one array in a file: its name, type, shape and location.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/mapped_file.h"

namespace loaders {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian, and used in place");

// All of the format that fill whole bytes.
enum class DType {
  kF64,
  kF32,
  kF16,
  kBF16,
  kF8E5M2,
  kF8E4M3,
  kF8E8M0,
  kC64,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool
};

// "F32", "BF16", "BOOL": as in the format.
std::string_view name_of(DType dtype);

// Bytes per value.
size_t size_of(DType dtype);

// The type by its name; nullopt if unknown.
std::optional<DType> find_dtype(std::string_view name);

// A tensor whose shape matches its size in bytes. A scalar has no dimensions and one value. `data` may be
// unaligned: read it with number_at() or std::memcpy.
struct TensorInfo {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  const std::byte* data = nullptr;
  size_t bytes = 0;
  std::shared_ptr<const MappedFile> file;  // holds `data`

  size_t count() const { return bytes / size_of(dtype); }
};

// Value `index` of a tensor, whose type must be as wide as Number.
template <class Number>
Number number_at(const TensorInfo& tensor, size_t index) {
  assert(sizeof(Number) == size_of(tensor.dtype) && index < tensor.count());
  Number number;
  std::memcpy(&number, tensor.data + index * sizeof(Number), sizeof(Number));
  return number;
}

// The caller decides which types it can use. Error error.tensor_dtype (path, tensor, dtype, allowed).
std::optional<engine::Error> require_dtype(const TensorInfo& tensor, std::initializer_list<DType> allowed);

// "(768, 2304)", as PyTorch writes a shape.
std::string shape_text(const std::vector<int64_t>& shape);

}  // namespace loaders
