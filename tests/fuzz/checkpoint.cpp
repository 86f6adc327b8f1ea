// checkpoint.cpp: any bytes as a config.json are refused, or make a model whose first run ends well.
#include "engine/loaders/checkpoint.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string_view>

#include "engine/model/forward.h"
#include "tests/fuzz/fuzz.h"

namespace {

namespace fs = std::filesystem;

// The tensors of the smallest attention: four numbers wide, two heads.
std::string tensors() {
  const std::string header = R"({"in_proj_weight":{"dtype":"F32","shape":[12,4],"data_offsets":[0,192]},)"
                             R"("in_proj_bias":{"dtype":"F32","shape":[12],"data_offsets":[192,240]},)"
                             R"("out_proj.weight":{"dtype":"F32","shape":[4,4],"data_offsets":[240,304]},)"
                             R"("out_proj.bias":{"dtype":"F32","shape":[4],"data_offsets":[304,320]}})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size() & 0xFFU);
  file[1] = static_cast<char>(header.size() >> 8U);
  return file.append(header).append(320, '\0');
}

// A folder with these tensors, gone when the program ends.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("headlight_fuzz_checkpoint_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
    write("model.safetensors", tensors());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // A new file each time: a file system may write what is replaced to its disk at once.
  void write(const char* name, std::string_view bytes) const {
    fs::remove(path_ / name);
    std::ofstream(path_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

// Three rows through whatever was made of the bytes.
void run(const loaders::Checkpoint& checkpoint) {
  engine::Input input;
  engine::Sequence& source = input.examples.emplace_back().source;
  source.tokens = {"a", "b", "c"};
  source.padding.resize(3, false);
  source.vectors = std::make_shared<const engine::Matrix>(engine::Matrix::Ones(3, checkpoint.config.d_model));
  if (engine::check(checkpoint.config, input)) return;
  const auto trace = engine::forward(*checkpoint.model, input, checkpoint.config);
  require(trace != nullptr, "a run ends");
  require(trace->find("encoder.0.self.output").has_value(), "attention has an output");
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      R"({"architecture": "torch.nn.MultiheadAttention", "embed_dim": 4, "num_heads": 2})",
      R"({"architecture": "nn.MultiheadAttention", "embed_dim": 4, "num_heads": 1, "kdim": 4, "bias": true})",
      R"({"architecture": "torch.nn.TransformerEncoder", "d_model": 4, "nhead": 2, "num_layers": 1,
              "dim_feedforward": 8, "activation": "gelu", "norm_first": true, "layer_norm_eps": 1e-6})",
      R"({"model_type": "gpt2", "n_embd": 4, "n_head": 2, "n_layer": 1, "vocab_size": 9, "n_positions": 8})",
      R"({"model_type": "bert", "hidden_size": 4, "num_attention_heads": 2, "pad_token_id": 0})",
      R"({"model_type": "roberta", "max_position_embeddings": 8, "pad_token_id": 1, "hidden_act": "gelu"})",
      R"({"model_type": "vit", "image_size": 8, "patch_size": 4, "id2label": {"0": "a"}})",
      R"({"model_type": "t5", "d_kv": 2, "num_heads": 2, "feed_forward_proj": "gated-gelu"})",
      R"({"model_type": "llama", "rope_scaling": {"type": "default"}, "head_dim": 2, "architectures": ["a"]})",
      R"({"model_type": "llama", "rope_parameters": {"rope_type": "yarn", "factor": 4, "rope_theta": 1}})",
      R"({"model_type": "qwen2", "use_sliding_window": true, "sliding_window": 2, "layer_types": ["full_attention"]})",
      R"({"model_type": "gpt_neo", "attention_types": [[["global", "local"], 1]], "num_layers": 2, "window_size": 2})",
      R"({"model_type": "gpt_neox", "rotary_pct": 0.5, "hidden_size": 8, "num_attention_heads": 2})",
      R"({"model_type": "gemma2", "head_dim": 4, "query_pre_attn_scalar": 4, "final_logit_softcapping": null})",
      R"({"model_type": "t5", "architectures": ["T5EncoderModel"], "d_kv": 2, "num_heads": 2})",
      R"({"model_type": "marian", "d_model": 4, "scale_embedding": true, "decoder_start_token_id": 0})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Folder folder;
  folder.write("config.json", {reinterpret_cast<const char*>(data), size});
  const auto opened = loaders::open_checkpoint(folder.path());
  if (opened) {
    run(**opened);
  } else {
    require(opened.error().key.starts_with("error."), "a refusal names its reason");
  }
  return 0;
}
