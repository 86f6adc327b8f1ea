// written_checkpoint.h: writes checkpoints for tests: tensors as a safetensors file, and a GPT-2 of any size.
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

// A tensor to be written.
struct Written {
  std::string name, dtype;
  std::vector<int64_t> shape;
  std::string bytes;
};

inline std::string safetensors(const std::vector<Written>& tensors,
                               const nlohmann::json& metadata = nlohmann::json::object()) {
  nlohmann::json header = nlohmann::json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::string data;
  for (const Written& tensor : tensors) {
    header[tensor.name] = {{"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"data_offsets", {data.size(), data.size() + tensor.bytes.size()}}};
    data += tensor.bytes;
  }
  const std::string text = header.dump();
  const uint64_t length = text.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file.append(text).append(data);
}

// A GPT-2 with weights drawn from a seed: those of another seed take as many bytes.
struct DrawnGpt2 {
  int64_t width = 192, layers = 4, heads = 4, vocabulary = 64, positions = 256;
  uint64_t seed = 1;
  std::vector<std::string> unused = {};  // names of tensors that no GPT-2 has

  std::string weights() const {
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    std::uniform_real_distribution<float> spread(-0.1F, 0.1F);
    std::vector<Written> tensors;
    const auto add = [&](const std::string& name, const std::vector<int64_t>& shape) {
      size_t count = 1;
      for (const int64_t side : shape) count *= static_cast<size_t>(side);
      std::vector<float> numbers(count);
      for (float& number : numbers) number = spread(random);
      std::string bytes(count * sizeof(float), '\0');
      std::memcpy(bytes.data(), numbers.data(), bytes.size());
      tensors.push_back({name, "F32", shape, std::move(bytes)});
    };
    const auto add_with_bias = [&](const std::string& name, int64_t in, int64_t out) {
      add(name + ".weight", {in, out});
      add(name + ".bias", {out});
    };
    const auto add_norm = [&](const std::string& name) {
      add(name + ".weight", {width});
      add(name + ".bias", {width});
    };
    add("wte.weight", {vocabulary, width});
    add("wpe.weight", {positions, width});
    for (int64_t i = 0; i < layers; ++i) {
      const std::string layer = "h." + std::to_string(i);
      add_norm(layer + ".ln_1");
      add_with_bias(layer + ".attn.c_attn", width, 3 * width);
      add_with_bias(layer + ".attn.c_proj", width, width);
      add_norm(layer + ".ln_2");
      add_with_bias(layer + ".mlp.c_fc", width, 4 * width);
      add_with_bias(layer + ".mlp.c_proj", 4 * width, width);
    }
    add_norm("ln_f");
    for (const std::string& name : unused) add(name, {1});
    return safetensors(tensors);
  }

  void write(const std::filesystem::path& folder) const {
    std::filesystem::create_directories(folder);
    const nlohmann::json config = {{"model_type", "gpt2"},     {"n_embd", width},
                                   {"n_layer", layers},        {"n_head", heads},
                                   {"vocab_size", vocabulary}, {"n_positions", positions}};
    std::ofstream(folder / "config.json") << config.dump();
    const std::string bytes = weights();
    std::ofstream(folder / "model.safetensors", std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
};
