// checkpoint.h: opens a trained model in its usual form: a folder with config.json, model.safetensors and a
// tokenizer, as written by Hugging Face's library, or a single PyTorch layer with a small config.json.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/folder_fields.h"
#include "engine/loaders/generation_config.h"
#include "engine/loaders/image_fit.h"
#include "engine/loaders/safetensors.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"
#include "engine/text/model_tokenizer.h"

namespace loaders {

using engine::Index;

// What is known about a checkpoint without running it.
struct Description {
  std::string family;                   // "GPT-2", "BERT", "nn.MultiheadAttention"
  std::string architecture;             // the number of values in its tensors
  double parameters = 0;                // and their size
  size_t bytes = 0;                     // of its tensors, most frequent first: "F32", "BF16"
  std::vector<std::string> precisions;  // text keys: parts of the file that are not shown
  std::vector<std::string> not_shown;   // text keys: parts that the file has and that are not shown
  // What a reader of its numbers should know: notice.gemma_activation (path) if versions of Hugging Face's
  // library differ in what the files mean.
  std::vector<engine::Error> notes;
  std::vector<FolderField> fields;  // of its files, but the weights'
  std::vector<std::string> extra;   // tensors of layers that config.json does not have, ascending
};

// The picture that a folder of Headlight's own may bring along, to be shown where no other one is given.
inline constexpr std::string_view kExamplePicture = R"(example.png)";

// An open checkpoint. Immutable and thread-safe.
struct Checkpoint {
  std::string path;       // as requested
  engine::Config config;  // from the files: the starting point of the settings; its `checkpoint` is `path`
  std::shared_ptr<const engine::Model> model;             // its parameters lie in `tensors`
  std::shared_ptr<const text::ModelTokenizer> tokenizer;  // null if it reads no text, or has none
  std::shared_ptr<const text::ModelTokenizer>
      target_tokenizer;  // of targets; null if they are cut as sources
  // Why a text model has none: errors of text::open_tokenizer, and error.tokenizer_beyond (folder, pieces,
  // rows) if it has more pieces than the model has vectors, apart from special tokens. Token ids can still be
  // given.
  std::optional<engine::Error> tokenizer_error;
  std::optional<ImageInput> image;     // if it reads a picture
  std::vector<std::string> labels;     // of the classes, if it predicts one
  std::optional<Index> decoder_start;  // the token that starts the decoder's input
  GenerationConfig generation;         // how its files choose the next token, if it predicts one
  std::vector<Index> asked;            // words at which an encoder says another: who is meant at "it"
  Index target_places = 0;             // of the longest target that it learns from; 0: not known
  bool batch_is_second = false;        // its arrays are (tokens, examples, width), as without batch_first
  bool is_own = false;                 // trained by Headlight: small, and quick to run over and over
  TensorSet tensors;
  Description description;
  std::string stamp;  // checkpoint_stamp() of its files when they were read
};

// The fraction done, from 0 to 1.
using Progress = std::function<void(double)>;

// `path`: the folder, or a weights file or index in it, or one of its shards. Maps the files, and reads no
// weights but those that a family has to rearrange. If `stop` is requested: error.stopped; if a file changes
// meanwhile: error.model_changed (path). An unreadable tokenizer is not an error: see above. Errors: those of
// TensorSet::open, MappedFile::open and engine::check; of config.json, with path: error.config_none,
// error.config_json (byte), error.config_large (megabytes), error.config_deep (depth), error.config_twice
// (field), error.config_kind if it names none, error.config_unknown (kind, known) or those of why_refused()
// with the same arguments, error.config_missing (field), error.config_whole (field, value, smallest,
// largest), error.config_value (field, value), error.config_unsupported (field, value), error.config_divide
// (field, value, by, divisor); of the tensors, with path: error.tensors_missing (count, names),
// error.tensors_unused (count, names, family) if they may change the result, error.tensor_shape (tensor,
// shape, wanted), error.tensor_dtype (tensor, dtype, allowed).
engine::Result<std::shared_ptr<const Checkpoint>> open_checkpoint(const std::string& path,
                                                                  const std::stop_token& stop = {},
                                                                  const Progress& progress = {});

// Where no file of a model that predicts the next token says what ends a text: the tokenizer's end token, by
// its name.
void guess_ends(Checkpoint& checkpoint);

// Weights that are NaN or infinite.
struct NotFinite {
  size_t count = 0;            // in all tensors
  std::string tensor;          // the first affected tensor, by name
  std::vector<int64_t> place;  // the indices of its first such value
};

// Reads every weight, which takes as long as the disk: meant for a separate thread. Nullopt if all are
// finite, or if `stop` was requested.
std::optional<NotFinite> find_not_finite(const Checkpoint& checkpoint, const std::stop_token& stop = {});

}  // namespace loaders
