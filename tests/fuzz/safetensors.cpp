// safetensors.cpp: any bytes are refused as a checkpoint with a reason, or are tensors that fill the file.
#include "engine/loaders/safetensors.h"

#include <cstring>
#include <span>

#include "tests/fuzz/fuzz.h"

namespace {

std::string file_of(const std::string& header, size_t bytes) {
  const uint64_t length = header.size();
  std::string file(sizeof(length), '\0');
  std::memcpy(file.data(), &length, sizeof(length));
  return file + header + std::string(bytes, '\1');
}

void check(const loaders::TensorFile& file, std::span<const std::byte> bytes) {
  const std::byte* const end = bytes.data() + bytes.size();
  size_t sum = 0;
  for (size_t i = 0; i < file.tensors.size(); ++i) {
    const loaders::TensorInfo& tensor = file.tensors[i];
    require(i == 0 || file.tensors[i - 1].name < tensor.name, "names are sorted, each once");
    require(tensor.data > bytes.data() && tensor.bytes <= static_cast<size_t>(end - tensor.data),
            "a tensor lies in the file");
    uint64_t count = 1;
    for (const int64_t dimension : tensor.shape) count *= static_cast<uint64_t>(dimension);
    require(count == tensor.count(), "a shape multiplies out");
    for (size_t at = 0; at < tensor.bytes; ++at) sum += std::to_integer<size_t>(tensor.data[at]);
  }
  require(sum <= 255 * bytes.size(), "no byte belongs to two tensors");
}

void read(std::string_view file) {
  const auto bytes = std::as_bytes(std::span(file));
  const auto parsed = loaders::parse_safetensors(bytes, "file");
  if (parsed) return check(*parsed, bytes);
  require(parsed.error().key.starts_with("error.safetensors_"), "a refusal names its reason");
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string good =
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2,3],"data_offsets":[2,26]},)"
      R"("a":{"dtype":"BF16","shape":[],"data_offsets":[0,2]}})";
  return {"",
          good,
          file_of("{}", 0),
          file_of(good + "   ", 26),
          file_of(R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0),
          file_of(R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"a":{}})", 8),
          file_of(R"({"a":{"dtype":"BOOL","shape":[3],"data_offsets":[18446744073709551613,0]}})", 3),
          file_of(std::string(1000, '['), 0),
          R"({"metadata":{"total_size":6},"weight_map":{"a":"model-00001-of-00002.safetensors"}})",
          R"({"weight_map":{"a":"../b"}})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  read(input);
  // As a header of the right length, in front of the bytes that the first seed describes.
  read(file_of(input, 26));
  const auto map = loaders::read_shard_index(input, "file");
  if (!map) return 0;
  for (const auto& [tensor, shard] : *map)
    require(!shard.empty() && shard.find('/') == std::string::npos, "a shard lies in the folder");
  return 0;
}
