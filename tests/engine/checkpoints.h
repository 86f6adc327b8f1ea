// checkpoints.h: opens the golden checkpoints and feeds them what their case.json says. Refresh:
// /usr/bin/python3 tests/tools/checkpoint_goldens.py tests/golden/checkpoints
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/loaders/checkpoint.h"
#include "engine/loaders/image_patches.h"
#include "engine/loaders/mapped_file.h"
#include "engine/loaders/npy.h"
#include "tests/engine/traces.h"

namespace engine {

using CheckpointPtr = std::shared_ptr<const loaders::Checkpoint>;

inline std::string checkpoint_folder(const std::string& name) {
  return HEADLIGHT_TEST_DATA "/golden/checkpoints/" + name;
}

inline std::vector<std::string> checkpoint_cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(HEADLIGHT_TEST_DATA "/golden/checkpoints")) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline nlohmann::json case_json(const std::string& name) {
  std::ifstream file(checkpoint_folder(name) + "/case.json");
  return nlohmann::json::parse(file);
}

// A folder's checkpoint, or null and a failed test.
inline CheckpointPtr open_or_fail(const std::string& path) {
  const auto opened = loaders::open_checkpoint(path);
  if (opened) return *opened;
  std::string said = opened.error().key;
  for (const auto& [name, value] : opened.error().arguments)
    said.append(" ").append(name).append("=").append(value);
  ADD_FAILURE() << path << ": " << said;
  return nullptr;
}

// What one run is given: settings and input.
struct FedArray {
  Config config;
  Input input;
};

inline Sequence tokens_of(const loaders::Checkpoint& checkpoint, const nlohmann::json& ids) {
  Sequence sequence;
  for (const auto& id : ids) {
    sequence.ids.push_back(id.get<Index>());
    sequence.tokens.push_back(checkpoint.model->vocabulary()->at(id.get<size_t>()));
  }
  sequence.padding.resize(sequence.tokens.size(), false);
  return sequence;
}

// `before`: tokens that are no vectors, such as a class's.
inline Sequence vectors_of(Matrix numbers, Index before = 0) {
  Sequence sequence;
  for (Index i = 0; i < numbers.rows() + before; ++i) sequence.tokens.push_back(std::to_string(i));
  sequence.padding.resize(sequence.tokens.size(), false);
  sequence.vectors = std::make_shared<const Matrix>(std::move(numbers));
  return sequence;
}

inline Sequence vectors_in(const std::string& folder, const nlohmann::json& npy, const char* role) {
  return vectors_of(loaders::read_npy(folder + "/" + npy.at(role).get<std::string>()).value());
}

inline loaders::MatrixStack stack_in(const std::string& path) {
  return loaders::read_mapped(
             path, [&](std::span<const std::byte> bytes) { return loaders::parse_npy_stack(bytes, path); })
      .value();
}

// Numbers to add to the scores: as they are, or -inf where a bool hides.
inline Matrix additive_in(const std::string& path) {
  Matrix mask = stack_in(path).numbers;
  std::ifstream file(path, std::ios::binary);
  std::string header(128, ' ');
  file.read(header.data(), 128);
  if (header.find("|b1") == std::string::npos) return mask;
  return (mask.array() != 0)
      .select(Matrix::Constant(mask.rows(), mask.cols(), -kInfinity), Matrix::Zero(mask.rows(), mask.cols()));
}

// The masks of PyTorch's layers: those of self-attention, (L, T) each, and which tokens of the source are
// padding.
inline void add_masks(const std::string& folder, const nlohmann::json& npy, FedArray& fed) {
  const auto examples = static_cast<Index>(fed.input.examples.size());
  Matrix hidden, masks;
  if (npy.contains("key_padding")) {
    hidden = additive_in(folder + "/" + npy["key_padding"].get<std::string>());
    fed.config.mask_padding = true;
  }
  if (npy.contains("mask")) masks = additive_in(folder + "/" + npy["mask"].get<std::string>());
  for (Index i = 0; i < examples; ++i) {
    Example& example = fed.input.examples[static_cast<size_t>(i)];
    for (Index key = 0; key < hidden.cols(); ++key)
      example.source.padding[static_cast<size_t>(key)] = hidden(i, key) != 0;
    if (masks.size() == 0) continue;
    Matrix own = masks.middleRows(i * masks.rows() / examples, masks.rows() / examples);
    if (!fed.config.has_decoder() && hidden.size() > 0) own.rowwise() += hidden.row(i);
    example.additive = std::make_shared<const Matrix>(std::move(own));
  }
}

inline FedArray fed_vectors(const loaders::Checkpoint& checkpoint, const std::string& folder,
                            const nlohmann::json& npy) {
  FedArray fed{checkpoint.config, {}};
  if (npy.contains("input")) {
    const loaders::MatrixStack all = stack_in(folder + "/" + npy["input"].get<std::string>());
    for (Index i = 0; i < all.count; ++i) fed.input.examples.emplace_back().source = vectors_of(all.at(i));
    fed.input.is_batch = all.count > 1;
    add_masks(folder, npy, fed);
    return fed;
  }
  Example& example = fed.input.examples.emplace_back();
  if (npy.contains("query")) {
    example.source = vectors_in(folder, npy, "query");
    example.key = vectors_in(folder, npy, "key");
    example.value = vectors_in(folder, npy, "value");
  } else {
    example.source = vectors_in(folder, npy, "source");
    example.target = vectors_in(folder, npy, "target");
  }
  add_masks(folder, npy, fed);
  return fed;
}

// What the case of this name feeds its model, or one with the same sizes.
inline FedArray fed_case(const std::string& name, const loaders::Checkpoint& checkpoint) {
  const nlohmann::json given = case_json(name);
  const std::string folder = checkpoint_folder(name);
  if (given.contains("npy")) return fed_vectors(checkpoint, folder, given["npy"]);
  FedArray fed{checkpoint.config, {}};
  Example& example = fed.input.examples.emplace_back();
  if (given.contains("image")) {
    const auto image = loaders::read_image(folder + "/" + given["image"].get<std::string>());
    const auto square = loaders::fitted(image.value(), checkpoint.image.value(), folder);
    example.source = vectors_of(loaders::patches_of(square.value(), checkpoint.image.value()), 1);
    return fed;
  }
  example.source = tokens_of(checkpoint, given["ids"]);
  if (given.contains("segments")) example.source.segments = given["segments"].get<std::vector<int>>();
  if (given.contains("target_ids")) example.target = tokens_of(checkpoint, given["target_ids"]);
  return fed;
}

inline std::shared_ptr<const Trace> run_case(const loaders::Checkpoint& checkpoint, const FedArray& fed,
                                             bool recompute = false) {
  const auto bad = check(fed.config, fed.input);
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  if (bad) return nullptr;
  return forward(*checkpoint.model, fed.input, fed.config, {}, nullptr, {.recompute = recompute});
}

// The largest difference of finite numbers, in shares of the largest number; infinite where the shapes, or
// the places of infinities, differ.
inline double relative_difference(const Matrix& ours, const loaders::DoubleMatrix& golden) {
  if (ours.rows() != golden.rows() || ours.cols() != golden.cols()) return HUGE_VAL;
  double largest = 0;
  double magnitude = 0;
  for (Index i = 0; i < golden.size(); ++i) {
    const double expected = golden.data()[i];
    const double made = ours.data()[i];
    if (!std::isfinite(expected) || !std::isfinite(made)) {
      if (made != expected) return HUGE_VAL;
      continue;
    }
    largest = std::max(largest, std::abs(made - expected));
    magnitude = std::max(magnitude, std::abs(expected));
  }
  return largest == 0 ? 0 : largest / magnitude;
}

}  // namespace engine
