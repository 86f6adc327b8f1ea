// families.h: which kinds of models can be opened, and how each one's tensors become the one model's
// parameters. A family is a table of names: no family has a forward pass of its own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/loaders/checkpoint.h"
#include "engine/loaders/config_json.h"
#include "engine/loaders/tensor_reader.h"
#include "engine/text/tokenizer_files.h"

namespace loaders {

// What a family makes of a checkpoint.
struct Loaded {
  engine::Config config;
  engine::Weights weights;
  Parameter embedding, output;  // (vocabulary, d_model); none where no tokens are read, or predicted
  bool reads_text = true;
  text::TokenizerFamily tokenizer = text::TokenizerFamily::kAuto;
  std::optional<Index> decoder_start;
  std::optional<ImageInput> image;
  std::vector<std::string> labels;
};

struct Family {
  std::string_view name;
  std::span<const std::string_view> kinds;  // "model_type", or "architecture" of a layer, that are its own
  // Fills in config, and what else the fields say: no tensor is looked at but by name.
  void (*configure)(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
  // Fills in weights and tables. The config has passed engine::check().
  void (*load)(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
};

// All of them, in the order in which they are listed to a person.
std::span<const Family> families();

// nullptr where there is none for this kind.
const Family* find_family(std::string_view kind);

// The kind that a config names; error.config_kind (path) where it names none.
engine::Result<std::string> kind_of(ConfigFields& fields);

// Refuses fields that change a model's numbers in ways that no family computes, whatever the family.
void refuse_what_none_computes(ConfigFields& fields);

// One head's width where the model's is divided among them, for queries, keys and values.
void set_heads(ConfigFields& fields, engine::Config& config, const char* width_field,
               const char* heads_field);

// What a preprocessor_config.json says of pictures; what it leaves out stays.
void read_preprocessor(ConfigFields& fields, ImageInput& image);

// A model of one or two stacks that adds no position by itself, and whose stages say that their numbers were
// read from a file.
Loaded blank(engine::Architecture architecture);
inline constexpr const char* kNote = "note.checkpoint";

// Attention of d_model wide inputs from four products.
engine::AttentionWeights attention_of(const engine::Config& config, Linear query, Linear key, Linear value,
                                      Linear output);

}  // namespace loaders
