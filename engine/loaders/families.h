// families.h: the model families that can be opened, and how each one's tensors become the model's
// parameters. A family is a table of names: none has its own forward pass.
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

// What a family reads from a checkpoint.
struct Loaded {
  engine::Config config;
  engine::Weights weights;
  Parameter embedding, output;  // (vocabulary, d_model); empty if no tokens are read, or predicted
  bool reads_text = true;
  text::TokenizerFamily tokenizer = text::TokenizerFamily::kAuto;
  std::optional<Index> decoder_start;
  std::optional<ImageInput> image;
  std::vector<FolderField> picture_fields;  // of preprocessor_config.json
  std::vector<std::string> labels;
  std::vector<Index> asked;
  bool batch_is_second = false;  // of Checkpoint
  bool is_own = false;
  std::vector<engine::Error> notes;  // of Description
  std::vector<bool> local;  // the decoder's layers that see only a window, if some do and others do not

  bool is_local(Index layer) const {
    return static_cast<size_t>(layer) < local.size() && local[static_cast<size_t>(layer)];
  }
};

struct Family {
  std::string_view name;
  std::span<const std::string_view> kinds;  // its values of "model_type", or of "architecture" for a layer
  // Fills in config, and everything else from the fields: looks at tensors only by name.
  void (*configure)(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
  // Fills in weights and tables. The config has passed engine::check().
  void (*load)(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
};

// All families, in display order.
std::span<const Family> families();

// nullptr if there is none for this kind.
const Family* find_family(std::string_view kind);

// The text key of what a kind without a family needs; error.config_unknown if that is not known.
std::string_view why_refused(std::string_view kind);

// The kind that a config names; error.config_kind (path) if it names none.
engine::Result<std::string> kind_of(ConfigFields& fields);

// Rejects fields that change a model's result in ways that its family does not read; `decodes`: it has a
// decoder.
void refuse_what_none_computes(ConfigFields& fields, bool decodes);

// The width of a head, if the model's width is divided among them, for queries, keys and values.
void set_heads(ConfigFields& fields, engine::Config& config, const char* width_field,
               const char* heads_field);

// Where a family keeps the settings of its rotary positions, and what they are if it says nothing.
struct RotaryNames {
  const char* base = "rope_theta";
  const char* share = "partial_rotary_factor";  // of a head's components that are turned
  double usual_base = 10000;
  double usual_share = 1;
  Index usual_longest = 2048;  // of max_position_embeddings
};

// Fills in positions, base and the scaling of the angles for heads of config.d_k; refuses scalings other than
// linear, llama3 and yarn, and two places that contradict each other.
void read_rotary(ConfigFields& fields, Loaded& loaded, const RotaryNames& names = {});

// The windows of self-attention: those layers have one that "layer_types" names, or else those of `usual`; if
// all have, it is the mask's pattern, which anyone may change.
void read_windows(ConfigFields& fields, Loaded& loaded, Index window, std::vector<bool> usual);

// "sliding_window", 0 if it is null or at least as wide as the longest text.
Index window_of(ConfigFields& fields, Index usual);

// The names of the classes by number; "LABEL_0" if one has none.
std::vector<std::string> class_labels(const ConfigFields& fields, Index count);

// The image settings of a preprocessor_config.json of a model whose image.size and image.channels are known;
// missing ones are those of the processor that it names, or of ViT's. Refuses processors and settings that
// change a picture in ways that none of ViT's, DeiT's, CLIP's, BiT's and ConvNext's does.
void read_preprocessor(ConfigFields& fields, ImageInput& image);

// Whether the output's table is the embedding's: "tie_word_embeddings", where null is false as in Python.
bool is_tied(ConfigFields& fields, bool usual);

// A model of one or two stacks that adds no positions itself, and whose stages are marked as read from a
// file.
Loaded blank(engine::Architecture architecture);
inline constexpr const char* kNote = "note.checkpoint";

// Attention over inputs of width d_model from four products.
engine::AttentionWeights attention_of(const engine::Config& config, Linear query, Linear key, Linear value,
                                      Linear output);

// A feed-forward from two products, or from three.
engine::FeedForwardWeights feed_forward_of(Linear up, Linear down, Parameter gate = {});

// The tables by which tokens are embedded and predicted, (vocabulary, d_model) each: one, under either name,
// if the config ties them.
void read_tables(TensorReader& tensors, Loaded& loaded, const std::string& embedding,
                 const std::string& output);

// Passes over heads that are trained on top of a language model and are not shown.
void pass_over_heads(TensorReader& tensors);

// The most tokens that a model reads, as a config gives them, or `usual`; no more than are run here.
Index context_of(ConfigFields& fields, const char* field, Index usual);

}  // namespace loaders
