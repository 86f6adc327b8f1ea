// not_finite.cpp: searches all weights of a checkpoint for values that are not finite.
#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>

#include "engine/core/parallel.h"
#include "engine/loaders/checkpoint.h"

namespace loaders {
namespace {

// The number of values to check before asking whether to continue.
constexpr size_t kChunk = size_t{1} << 18U;

struct Chunk {
  const TensorInfo* tensor;
  size_t begin, end;  // values
};

// An exponent of all ones means NaN or infinity. IEEE 754, sec. 3.4.
template <class Bits>
Bits exponent_of(DType dtype) {
  if (sizeof(Bits) == 8) return static_cast<Bits>(0x7FF0'0000'0000'0000U);
  if (sizeof(Bits) == 4) return static_cast<Bits>(0x7F80'0000U);
  return static_cast<Bits>(dtype == DType::kF16 ? 0x7C00U : 0x7F80U);
}

struct NotFiniteCount {
  size_t count = 0;
  size_t first = std::numeric_limits<size_t>::max();
};

template <class Bits>
NotFiniteCount look(const Chunk& chunk) {
  const Bits ones = exponent_of<Bits>(chunk.tensor->dtype);
  const auto is_bad = [&](size_t at) { return (number_at<Bits>(*chunk.tensor, at) & ones) == ones; };
  NotFiniteCount found;
  for (size_t at = chunk.begin; at < chunk.end; ++at) found.count += is_bad(at) ? 1 : 0;
  if (found.count == 0) return found;
  found.first = chunk.begin;
  while (!is_bad(found.first)) ++found.first;
  return found;
}

NotFiniteCount look(const Chunk& chunk) {
  switch (chunk.tensor->dtype) {
    case DType::kF64:
      return look<uint64_t>(chunk);
    case DType::kF32:
      return look<uint32_t>(chunk);
    case DType::kF16:
    case DType::kBF16:
      return look<uint16_t>(chunk);
    case DType::kI64:
    case DType::kI32:
    case DType::kI16:
    case DType::kI8:
    case DType::kU8:
    case DType::kBool:
      break;
  }
  return {};
}

std::vector<Chunk> chunks_of(const TensorSet& tensors) {
  std::vector<Chunk> chunks;
  for (const TensorInfo& tensor : tensors.tensors()) {
    for (size_t begin = 0; begin < tensor.count(); begin += kChunk)
      chunks.push_back({&tensor, begin, std::min(begin + kChunk, tensor.count())});
  }
  return chunks;
}

// Value `at` of a tensor, by row, column, ...
std::vector<int64_t> place_of(const TensorInfo& tensor, size_t at) {
  std::vector<int64_t> place(tensor.shape.size());
  auto left = static_cast<int64_t>(at);
  for (size_t side = place.size(); side-- > 0;) {
    place[side] = left % tensor.shape[side];
    left /= tensor.shape[side];
  }
  return place;
}

}  // namespace

std::optional<NotFinite> find_not_finite(const Checkpoint& checkpoint, const std::stop_token& stop) {
  if (!checkpoint.tensors.is_unchanged()) return {};
  const std::vector<Chunk> chunks = chunks_of(checkpoint.tensors);
  std::mutex guard;
  size_t count = 0;
  std::pair<size_t, size_t> first{chunks.size(), 0};  // the chunk, and the value's index in the tensor
  engine::parallel_for(static_cast<Index>(chunks.size()), [&](Index at) {
    if (stop.stop_requested()) return;
    const auto place = static_cast<size_t>(at);
    const NotFiniteCount found = look(chunks[place]);
    if (found.count == 0) return;
    const std::lock_guard lock(guard);
    count += found.count;
    first = std::min(first, {place, found.first});
  });
  if (stop.stop_requested() || count == 0) return {};
  const TensorInfo& tensor = *chunks[first.first].tensor;
  return NotFinite{count, tensor.name, place_of(tensor, first.second)};
}

}  // namespace loaders
