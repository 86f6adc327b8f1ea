// checkpoint.h: opens a trained model as people keep it: a folder with config.json, model.safetensors and a
// tokenizer, as Hugging Face's library writes it, or one layer of PyTorch's with a small config.json.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/safetensors.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"
#include "engine/text/model_tokenizer.h"

namespace loaders {

using engine::Index;

// What can be said of a checkpoint without running it.
struct Description {
  std::string family;                   // "GPT-2", "BERT", "nn.MultiheadAttention"
  std::string architecture;             // as the config names it: "GPT2LMHeadModel"; may be empty
  double parameters = 0;                // numbers in its tensors
  size_t bytes = 0;                     // that they take
  std::vector<std::string> precisions;  // of its tensors, the most numerous first: "F32", "BF16"
  std::vector<std::string> not_shown;   // text keys: parts that the file has and that are not shown
  std::vector<std::string> extra;       // tensors that nothing uses, ascending
};

// How a model of images wants its picture: size x size pixels, each v of 0 to 255 made (v * rescale - mean) /
// deviation by its colour, cut into squares of patch x patch.
struct ImageInput {
  Index size = 224;
  Index patch = 16;
  std::array<float, 3> mean{0.5F, 0.5F, 0.5F};
  std::array<float, 3> deviation{0.5F, 0.5F, 0.5F};
  float rescale = 1.0F / 255;
};

// A checkpoint that is open. Never changes; threads may share it.
struct Checkpoint {
  std::string path;       // as it was asked for
  engine::Config config;  // as the files say: settings start from it; its `checkpoint` is `path`
  std::shared_ptr<const engine::Model> model;             // its parameters lie in `tensors`
  std::shared_ptr<const text::ModelTokenizer> tokenizer;  // null where it reads no text, or has none
  // Why a model of text has none: those of text::open_tokenizer, and error.tokenizer_beyond (folder, pieces,
  // rows) where it has more pieces than the model has vectors. Token numbers can be given all the same.
  std::optional<engine::Error> tokenizer_error;
  std::optional<ImageInput> image;     // where it reads a picture
  std::vector<std::string> labels;     // of the classes, where it predicts one
  std::optional<Index> decoder_start;  // the token that what a decoder reads begins with
  TensorSet tensors;
  Description description;
  std::string stamp;  // checkpoint_stamp() of its files as they were read
};

// How much is done, from 0 to 1.
using Progress = std::function<void(double)>;

// `path`: the folder, or a weights file or index in it, or one of its shards. The files are mapped, and no
// weight is read. Where `stop` is requested: error.stopped; where a file changes meanwhile:
// error.model_changed (path). A tokenizer that cannot be read is no error: see above. Errors: those of
// TensorSet::open, MappedFile::open and engine::check; of config.json, with path: error.config_none,
// error.config_json (byte), error.config_large (megabytes), error.config_deep (depth), error.config_twice
// (field), error.config_kind where it names none, error.config_unknown (kind, known), error.config_missing
// (field), error.config_whole (field, value, smallest, largest), error.config_value (field, value),
// error.config_unsupported (field, value), error.config_divide (field, value, by, divisor); of the tensors,
// with path: error.tensors_missing (count, names), error.tensors_unused (count, names, family) where they
// would change the numbers, error.tensor_shape (tensor, shape, wanted), error.tensor_dtype (tensor, dtype,
// allowed).
engine::Result<std::shared_ptr<const Checkpoint>> open_checkpoint(const std::string& path,
                                                                  const std::stop_token& stop = {},
                                                                  const Progress& progress = {});

// Weights that are NaN or infinite.
struct NotFinite {
  size_t count = 0;            // in all tensors
  std::string tensor;          // the first of them, by name
  std::vector<int64_t> place;  // its first such number
};

// Reads every weight, which takes as long as the disk: for a thread of its own. Nothing where all are
// numbers, or where `stop` was requested.
std::optional<NotFinite> find_not_finite(const Checkpoint& checkpoint, const std::stop_token& stop = {});

}  // namespace loaders
