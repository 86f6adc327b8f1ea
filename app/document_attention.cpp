// document_attention.cpp: writes and reads how attention is computed.
#include "app/document_attention.h"

namespace app {
namespace {

using engine::AttentionMethod;
using engine::FeatureMap;

constexpr std::array<Named<FeatureMap>, 2> kMaps = {
    {{"positive", FeatureMap::kPositive}, {"trigonometric", FeatureMap::kTrigonometric}}};

// One row a field that is a size.
struct Size {
  const char* field;
  engine::Index AttentionMethod::*size;
};
constexpr std::array kSizes = {
    Size{"features", &AttentionMethod::features}, Size{"rank", &AttentionMethod::rank},
    Size{"buckets", &AttentionMethod::buckets},   Size{"rounds", &AttentionMethod::rounds},
    Size{"chunk", &AttentionMethod::chunk},       Size{"window", &AttentionMethod::window},
    Size{"global", &AttentionMethod::global},
};

}  // namespace

void write_attention(const AttentionMethod& method, nlohmann::ordered_json& line) {
  const AttentionMethod plain;
  const auto write = [&](const char* field, const auto& value, const auto& usual) {
    if (value != usual) line[field] = value;
  };
  write("attention", engine::name_of(method.kind), engine::name_of(plain.kind));
  for (const Size& row : kSizes) write(row.field, method.*row.size, plain.*row.size);
  write("feature_map", name_of(method.feature_map), name_of(plain.feature_map));
  write("orthogonal", method.orthogonal, plain.orthogonal);
  write("gate", method.gate, plain.gate);
  write("attention_seed", method.seed, plain.seed);
}

void read_attention(Reader& reader, AttentionMethod& method) {
  std::string name(engine::name_of(method.kind));
  reader.read("attention", name);
  if (const auto kind = engine::attention_named(name)) {
    method.kind = *kind;
  } else {
    reader.mark("attention");
  }
  for (const Size& row : kSizes) reader.read(row.field, method.*row.size);
  reader.read("feature_map", kMaps, method.feature_map);
  reader.read("orthogonal", method.orthogonal);
  reader.read("gate", method.gate);
  reader.read("attention_seed", method.seed);
}

std::string_view name_of(FeatureMap map) {
  return find_name(kMaps, map);
}

}  // namespace app
