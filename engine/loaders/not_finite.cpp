// not_finite.cpp: searches all weights of a checkpoint for values that are not finite.
#include <algorithm>
#include <cmath>
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
template <class Bits, Bits kOnes>
bool has_ones(const TensorInfo& tensor, size_t at) {
  return (number_at<Bits>(tensor, at) & kOnes) == kOnes;
}

// Of a double that becomes a single.
bool is_no_single(const TensorInfo& tensor, size_t at) {
  return !std::isfinite(static_cast<float>(number_at<double>(tensor, at)));
}

struct NotFiniteCount {
  size_t count = 0;
  size_t first = std::numeric_limits<size_t>::max();
};

template <class IsBad>
NotFiniteCount look(const Chunk& chunk, const IsBad& is_bad_at) {
  const auto is_bad = [&](size_t at) { return is_bad_at(*chunk.tensor, at); };
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
      return look(chunk, is_no_single);
    case DType::kF32:
      return look(chunk, has_ones<uint32_t, 0x7F80'0000U>);
    case DType::kF16:
      return look(chunk, has_ones<uint16_t, 0x7C00U>);
    case DType::kBF16:
      return look(chunk, has_ones<uint16_t, 0x7F80U>);
    case DType::kF8E5M2:
    case DType::kF8E4M3:
    case DType::kF8E8M0:
    case DType::kC64:
    case DType::kI64:
    case DType::kI32:
    case DType::kI16:
    case DType::kI8:
    case DType::kU64:
    case DType::kU32:
    case DType::kU16:
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
