// checkpoint.cpp: whatever the files of a folder say, it is refused with a reason, or is a model whose run
// ends well. An input is the name of a small checkpoint of one of the families, and files that take the place
// of its own; of a .safetensors file the header alone.
#include "engine/loaders/checkpoint.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/model/forward.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/parts.h"

namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

constexpr size_t kLength = sizeof(uint64_t);  // of a .safetensors file's header, before it

bool is_tensors(std::string_view name) {
  return name.ends_with(".safetensors");
}

// The files that a checkpoint is opened from.
bool is_read(const std::string& name) {
  return name.starts_with("model") || name == "config.json" || name == "preprocessor_config.json" ||
         name == "generation_config.json" || name == "special_tokens_map.json" ||
         name == "added_tokens.json" || name.starts_with("tokenizer") || name.starts_with("vocab") ||
         name == "merges.txt";
}

Files files_in(const fs::path& folder) {
  Files files;
  for (const auto& file : fs::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    if (is_read(name)) files[name] = fuzz::bytes_of(file.path());
  }
  // No golden checkpoint has these.
  files.try_emplace("generation_config.json",
                    R"({"eos_token_id": [1, 2], "do_sample": true, "top_k": 5, "suppress_tokens": [3],
                        "bad_words_ids": [[4, 5]], "min_new_tokens": 2, "max_length": 9, "num_beams": 2})");
  files.try_emplace("special_tokens_map.json", R"({"pad_token": {"content": "<pad>", "lstrip": true}})");
  files.try_emplace("added_tokens.json", R"({"<pad>": 3})");
  return files;
}

// The small checkpoints by name, and models of Headlight's own.
const std::map<std::string, Files>& families() {
  static const auto kFamilies = [] {
    std::map<std::string, Files> families;
    for (const auto& folder : fs::directory_iterator(HEADLIGHT_TEST_DATA "/golden/checkpoints")) {
      if (folder.is_directory()) families[folder.path().filename().string()] = files_in(folder);
    }
    for (const char* name : {"phrase", "repeat", "shapes", "who"})
      families[name] = files_in(fs::path(HEADLIGHT_TEST_DATA "/../assets/models") / name);
    return families;
  }();
  return kFamilies;
}

size_t header_length(const std::string& tensors) {
  uint64_t length = 0;
  std::memcpy(&length, tensors.data(), kLength);
  return length;
}

std::string with_header(const std::string& tensors, std::string_view header) {
  const uint64_t length = header.size();
  std::string file(kLength, '\0');
  std::memcpy(file.data(), &length, kLength);
  return file.append(header).append(tensors, kLength + header_length(tensors));
}

std::string input_of(const std::string& name, const Files& files) {
  std::vector<std::string> parts = {name};
  for (const auto& [file, bytes] : files) {
    if (is_tensors(file)) {
      parts.push_back(file + "\n" + bytes.substr(kLength, header_length(bytes)));
    } else if (file == "config.json" || file.starts_with("model") || file.starts_with("preprocessor") ||
               file.starts_with("generation") || file.starts_with("special") || file.starts_with("added")) {
      parts.push_back(file + "\n" + bytes);
    }
  }
  return fuzz::joined(parts);
}

// The files of an input; no family has its name: none.
Files files_of(std::string_view input) {
  const std::vector<std::string_view> parts = fuzz::parts_of(input);
  const auto family = families().find(std::string(parts.front()));
  if (family == families().end()) return {};
  Files files = family->second;
  for (size_t i = 1; i < parts.size(); ++i) {
    const size_t end = parts[i].find('\n');
    if (end == std::string_view::npos) continue;
    const auto file = files.find(std::string(parts[i].substr(0, end)));
    if (file == files.end()) continue;
    const std::string_view said = parts[i].substr(end + 1);
    file->second = is_tensors(file->first) ? with_header(family->second.at(file->first), said) : said;
  }
  return files;
}

engine::Sequence vectors(engine::Index rows, engine::Index width, engine::Index before = 0) {
  engine::Sequence sequence;
  for (engine::Index i = 0; i < rows + before; ++i) sequence.tokens.push_back(std::to_string(i));
  sequence.padding.resize(sequence.tokens.size(), false);
  sequence.vectors = std::make_shared<const engine::Matrix>(engine::Matrix::Ones(rows, width));
  return sequence;
}

engine::Sequence tokens(const loaders::Checkpoint& checkpoint) {
  engine::Sequence sequence;
  const auto names = checkpoint.model->vocabulary();
  for (engine::Index id = 0; id < std::min<engine::Index>(3, checkpoint.config.vocabulary); ++id) {
    sequence.ids.push_back(id);
    sequence.tokens.push_back(names->at(static_cast<size_t>(id)));
  }
  sequence.padding.resize(sequence.tokens.size(), false);
  return sequence;
}

// A short input of the kind that the model reads.
engine::Input small_input(const loaders::Checkpoint& checkpoint) {
  const engine::Config& config = checkpoint.config;
  engine::Input input;
  engine::Example& example = input.examples.emplace_back();
  if (checkpoint.image) {
    const loaders::ImageInput& image = *checkpoint.image;
    const auto side = image.size / image.patch;
    example.source = vectors(side * side, image.channels * image.patch * image.patch, 1);
    return input;
  }
  const bool reads_tokens = config.vocabulary > 0 && checkpoint.model->vocabulary() != nullptr;
  const auto read = [&](engine::Index width) {
    return reads_tokens ? tokens(checkpoint) : vectors(3, width);
  };
  example.source = read(config.d_model);
  if (config.has_target()) example.target = read(config.d_model);
  if (!config.has_layers()) {
    const engine::AttentionWeights& weights = checkpoint.model->weights().encoder.at(0).self;
    example.key = vectors(3, weights.wk.cols());
    example.value = vectors(3, weights.wv.cols());
  }
  return input;
}

void run(const loaders::Checkpoint& checkpoint) {
  constexpr engine::Index kLargestSide = 64;  // of a picture: larger ones would only cost time
  if (checkpoint.image && checkpoint.image->size > kLargestSide) return;
  const engine::Input input = small_input(checkpoint);
  if (engine::check(checkpoint.config, input)) return;
  const auto trace = engine::forward(*checkpoint.model, input, checkpoint.config);
  require(trace != nullptr && trace->size() > 0, "a run ends");
  const int last = trace->size() - 1;
  require(trace->read_row(last, 0).cols() == trace->stage(last).columns, "with numbers to the end");
  trace->explain(last, 0, 0);
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> list;
  for (const auto& [name, files] : families()) list.push_back(input_of(name, files));
  return list;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static fuzz::Folder folder("checkpoint");
  Files files = files_of({reinterpret_cast<const char*>(data), size});
  if (files.empty()) return 0;
  folder.hold(std::move(files));
  const auto opened = loaders::open_checkpoint(folder.path().string());
  if (opened) {
    loaders::find_not_finite(**opened);
    run(**opened);
  } else {
    require(opened.error().key.starts_with("error."), "a refusal names its reason");
  }
  return 0;
}
