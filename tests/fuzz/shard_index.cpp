// shard_index.cpp: any bytes as a model.safetensors.index.json are refused, or name the file in which each
// tensor lies.
#include "engine/loaders/safetensors.h"
#include "tests/fuzz/folder.h"

namespace {

constexpr const char* kFolder = HEADLIGHT_TEST_DATA "/golden/checkpoints/gpt2_bare/";
constexpr const char* kIndex = "model.safetensors.index.json";
constexpr const char* kFirst = "model-00001-of-00002.safetensors";
constexpr const char* kSecond = "model-00002-of-00002.safetensors";

std::string shard(const char* name) {
  return fuzz::bytes_of(std::string(kFolder) + name);
}

}  // namespace

std::vector<std::string> seeds() {
  return {fuzz::bytes_of(std::string(kFolder) + kIndex),
          R"({"metadata":{"total_size":6},"weight_map":{"a":"model-00001-of-00002.safetensors"}})",
          R"({"weight_map":{"a":"../b"}})",
          R"({"weight_map":{"a":"model.safetensors.index.json"}})",
          R"({"weight_map":{"":"."},"weight_map":{}})",
          R"({"weight_map":{}})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static fuzz::Folder folder("shard_index");
  static const std::string kShards[] = {shard(kFirst), shard(kSecond)};
  folder.hold({{kIndex, std::string(reinterpret_cast<const char*>(data), size)},
               {kFirst, kShards[0]},
               {kSecond, kShards[1]}});
  const auto opened = loaders::TensorSet::open(folder.path());
  if (!opened) {
    require(opened.error().key.starts_with("error."), "a refusal names its reason");
    return 0;
  }
  for (const loaders::TensorInfo& tensor : opened->tensors()) {
    require(opened->find(tensor.name) == &tensor, "a tensor is found by its name");
    require(tensor.file->path().parent_path() == folder.path(), "and lies in the folder");
  }
  return 0;
}
