// npy.cpp: converts values of any width and order into a matrix.
#include "engine/loaders/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include "engine/core/quotable.h"
#include "engine/loaders/mapped_file.h"
#include "engine/loaders/npy_header.h"
#include "engine/loaders/tensor.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;

struct Size {
  Index count = 1;  // matrices
  Index rows = 0;   // of each
  Index columns = 0;
};

Error fail(const char* key, const NpyHeader& header, const std::string& path,
           const std::vector<std::pair<std::string, std::string>>& more = {}) {
  Error error{key,
              {{"path", engine::quotable(path, engine::kLongestPath)}, {"shape", shape_text(header.shape)}}};
  error.arguments.insert(error.arguments.end(), more.begin(), more.end());
  return error;
}

// Whether an array may hold several matrices.
enum class Holds { kOne, kSeveral };

// The rows and columns for a shape; nullopt if it is no matrix, nor what else the array may hold.
std::optional<Size> size_of(const std::vector<int64_t>& shape, Holds holds) {
  if (shape.size() == 1) return Size{1, 1, shape[0]};
  if (shape.size() == 2) return Size{1, shape[0], shape[1]};
  const bool is_one_batch = shape.size() == 4 && shape[0] == 1;
  if (is_one_batch && holds == Holds::kSeveral) return Size{shape[1], shape[2], shape[3]};
  if (shape.size() != 3 || (holds == Holds::kOne && shape[0] != 1)) return std::nullopt;
  return Size{shape[0], shape[1], shape[2]};
}

// a b, or `most` if that is less.
uint64_t product_up_to(uint64_t most, uint64_t a, uint64_t b) {
  return a > most / b ? most : a * b;
}

// Checks that the values are there, and that matrices with `width` bytes per value are within the limit.
Result<Size> check_size(const NpyHeader& header, const std::string& path, size_t width, size_t largest,
                        Holds holds) {
  const auto size = size_of(header.shape, holds);
  if (!size) return fail(holds == Holds::kOne ? "error.npy_shape" : "error.npy_shape_stack", header, path);
  if (size->count == 0 || size->rows == 0 || size->columns == 0) return fail("error.npy_empty", header, path);
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<Index>::max()) / sizeof(double);
  const uint64_t one =
      product_up_to(kMost, static_cast<uint64_t>(size->rows), static_cast<uint64_t>(size->columns));
  const uint64_t count = product_up_to(kMost, static_cast<uint64_t>(size->count), one);
  if (count > largest / width) {
    return fail("error.npy_too_large", header, path,
                {{"megabytes", std::to_string((count * width >> 20U) + 1)},
                 {"largest", std::to_string(largest >> 20U)}});
  }
  if (count * header.width != header.data.size()) {
    return fail("error.npy_size", header, path,
                {{"dtype", engine::quotable(header.dtype)},
                 {"wanted", std::to_string(count * header.width)},
                 {"bytes", std::to_string(header.data.size())}});
  }
  return *size;
}

// A value from its bytes, which are in this machine's order.
template <class Stored, class Number>
Number number_of(const std::byte* bytes) {
  std::array<std::byte, sizeof(Stored)> copy;
  std::copy_n(bytes, sizeof(Stored), copy.begin());
  if constexpr (std::is_same_v<Stored, bool>) {
    return copy.front() == std::byte{0} ? Number{0} : Number{1};
  } else {
    return static_cast<Number>(std::bit_cast<Stored>(copy));
  }
}

template <class Stored, class Number>
void fill(const NpyHeader& header, Size size, Number* to) {
  const std::byte* const from = header.data.data();
  const auto read = [&](size_t index) {
    const std::byte* const at = from + index * sizeof(Stored);
    if (!header.big_endian) return number_of<Stored, Number>(at);
    std::array<std::byte, sizeof(Stored)> turned;
    std::reverse_copy(at, at + sizeof(Stored), turned.begin());
    return number_of<Stored, Number>(turned.data());
  };
  const auto count = static_cast<size_t>(size.count);
  const auto rows = static_cast<size_t>(size.rows);
  const auto columns = static_cast<size_t>(size.columns);
  for (size_t one = 0; one < count; ++one) {
    for (size_t row = 0; row < rows; ++row) {
      for (size_t column = 0; column < columns; ++column) {
        const size_t at = (one * rows + row) * columns + column;
        to[at] = read(header.fortran_order ? (column * rows + row) * count + one : at);
      }
    }
  }
}

// Every combination that read_npy_header accepts.
template <class Number>
void fill_by_type(const NpyHeader& header, Size size, Number* to) {
  const auto is = [&](char kind, size_t width) { return header.kind == kind && header.width == width; };
  if (is('f', 2)) return fill<Eigen::half>(header, size, to);
  if (is('f', 4)) return fill<float>(header, size, to);
  if (is('f', 8)) return fill<double>(header, size, to);
  if (is('i', 1)) return fill<int8_t>(header, size, to);
  if (is('i', 2)) return fill<int16_t>(header, size, to);
  if (is('i', 4)) return fill<int32_t>(header, size, to);
  if (is('i', 8)) return fill<int64_t>(header, size, to);
  if (is('u', 1)) return fill<uint8_t>(header, size, to);
  if (is('u', 2)) return fill<uint16_t>(header, size, to);
  if (is('u', 4)) return fill<uint32_t>(header, size, to);
  if (is('u', 8)) return fill<uint64_t>(header, size, to);
  return fill<bool>(header, size, to);
}

template <class Output>
Result<Output> parse(std::span<const std::byte> bytes, const std::string& path, size_t largest) {
  const auto header = read_npy_header(bytes, path);
  if (!header) return header.error();
  const auto size = check_size(*header, path, sizeof(typename Output::Scalar), largest, Holds::kOne);
  if (!size) return size.error();
  Output matrix(size->rows, size->columns);
  fill_by_type(*header, *size, matrix.data());
  return matrix;
}

template <class Output>
Result<Output> read(const std::filesystem::path& path, size_t largest) {
  return read_mapped(
      path, [&](std::span<const std::byte> bytes) { return parse<Output>(bytes, path.string(), largest); });
}

}  // namespace

Result<Matrix> read_npy(const std::filesystem::path& path, size_t largest) {
  return read<Matrix>(path, largest);
}

Result<DoubleMatrix> read_npy_double(const std::filesystem::path& path, size_t largest) {
  return read<DoubleMatrix>(path, largest);
}

Result<Matrix> parse_npy(std::span<const std::byte> bytes, const std::string& path, size_t largest) {
  return parse<Matrix>(bytes, path, largest);
}

Result<MatrixStack> parse_npy_stack(std::span<const std::byte> bytes, const std::string& path,
                                    size_t largest) {
  const auto header = read_npy_header(bytes, path);
  if (!header) return header.error();
  const auto size = check_size(*header, path, sizeof(float), largest, Holds::kSeveral);
  if (!size) return size.error();
  MatrixStack stack{Matrix(size->count * size->rows, size->columns), size->count};
  fill_by_type(*header, *size, stack.numbers.data());
  return stack;
}

Result<DoubleMatrix> parse_npy_double(std::span<const std::byte> bytes, const std::string& path,
                                      size_t largest) {
  return parse<DoubleMatrix>(bytes, path, largest);
}

}  // namespace loaders
