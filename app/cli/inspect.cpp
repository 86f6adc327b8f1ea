// inspect.cpp: `headlight inspect`: describes a trained model without running it.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.h"
#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/document/model_input.h"
#include "app/document/model_tokens.h"
#include "engine/core/number_text.h"
#include "engine/loaders/box.h"
#include "engine/text/tokenizer.h"
#include "engine/training/record.h"

namespace app {
namespace {

using engine::Config;
using engine::Error;
using loaders::Checkpoint;
using nlohmann::ordered_json;

constexpr std::array kInspectOptions = {
    Option{"--json", "", "help.json"},
    Option{"--files", "", "help.files"},
};

bool is_used(const Checkpoint& checkpoint, const std::string& tensor) {
  const auto& extra = checkpoint.description.extra;
  return !std::binary_search(extra.begin(), extra.end(), tensor);
}

// The longest run that the model supports, in tokens, at most as many as one map shows.
engine::Index longest_run(const Checkpoint& checkpoint) {
  if (checkpoint.image) {
    const engine::Index side = checkpoint.image->size / checkpoint.image->patch;
    return side * side + 1;
  }
  constexpr engine::Index kUsual = 1024;
  return checkpoint.config.positions == engine::PositionKind::kLearned
             ? std::min(checkpoint.config.context, engine::kMaxTokens)
             : kUsual;
}

// The memory of such a run besides the weights, which stay in their file.
double run_bytes(const Checkpoint& checkpoint) {
  const auto count = static_cast<size_t>(longest_run(checkpoint));
  engine::Sequence sequence;
  sequence.tokens.resize(count);
  sequence.padding.resize(count, false);
  engine::Input input;
  input.examples.push_back({sequence, std::nullopt, std::nullopt, std::nullopt});
  if (checkpoint.config.has_target()) input.examples.front().target = sequence;
  const double full = engine::estimate_full_bytes(checkpoint.config, input);
  return full <= engine::kRecomputeBytes ? full
                                         : engine::estimate_recomputing_bytes(checkpoint.config, input);
}

std::string reads(const Checkpoint& checkpoint, const Words& words) {
  switch (reads_of(checkpoint)) {
    case Reads::kText:
      return words("inspect.reads_text");
    case Reads::kImage:
      return words("inspect.reads_image", {{"size", std::to_string(checkpoint.image->size)},
                                           {"patch", std::to_string(checkpoint.image->patch)}});
    case Reads::kArrays:
      break;
  }
  std::string roles;
  for (const std::string_view role : roles_of(Document{}, checkpoint))
    roles.append(roles.empty() ? "" : ", ").append(role);
  return words("inspect.reads_arrays", {{"roles", roles}});
}

std::string sizes(const Config& config) {
  std::string text = "d_model " + std::to_string(config.d_model);
  text += ", heads " + std::to_string(config.n_heads);
  if (config.n_kv_heads != 0) text += " (" + std::to_string(config.n_kv_heads) + " kv)";
  text += ", d_k " + std::to_string(config.d_k) + ", d_v " + std::to_string(config.d_v);
  if (config.has_encoder() && config.encoder_layers > 0)
    text += ", encoder_layers " + std::to_string(config.encoder_layers);
  if (config.has_decoder()) text += ", decoder_layers " + std::to_string(config.decoder_layers);
  if (config.has_layers()) text += ", d_ff " + std::to_string(config.d_ff);
  if (config.vocabulary > 0) text += ", vocabulary " + std::to_string(config.vocabulary);
  return text;
}

std::string tokenizer_line(const Checkpoint& checkpoint, const Words& words) {
  if (!checkpoint.tokenizer)
    return checkpoint.tokenizer_error ? words(*checkpoint.tokenizer_error) : words("inspect.none");
  constexpr std::array<const char*, 5> kNames = {"byte-level BPE", "BPE", "WordPiece", "Unigram",
                                                 "WordLevel"};
  return std::string(kNames.at(static_cast<size_t>(checkpoint.tokenizer->algorithm()))) + ", " +
         std::to_string(checkpoint.tokenizer->vocabulary()->size());
}

std::vector<std::string> notes(const Checkpoint& checkpoint, const Words& words) {
  std::vector<std::string> sentences;
  for (const Error& note : checkpoint.description.notes) sentences.push_back(words(note));
  return sentences;
}

std::vector<std::string> not_shown(const Checkpoint& checkpoint, const Words& words) {
  std::vector<std::string> names;
  for (const std::string& key : checkpoint.description.not_shown) names.push_back(words(key));
  return names;
}

// What a model that Headlight trained got right of what it had never seen.
std::optional<engine::HeldOut> held_out(const Checkpoint& checkpoint) {
  if (!checkpoint.is_own) return std::nullopt;
  const auto folder = loaders::box_folder(checkpoint.path).value_or(checkpoint.path);
  const auto figures = engine::read_held_out(folder / R"(training.json)");
  return figures ? std::optional(*figures) : std::nullopt;
}

// "2 </s>, 7 <|end|>": what ends a generated text.
std::string ends_of(const Checkpoint& checkpoint, const Words& words) {
  std::string ends;
  for (const engine::Index id : checkpoint.generation.rules.ends)
    ends.append(ends.empty() ? "" : ", ")
        .append(std::to_string(id))
        .append(" ")
        .append(text::visible_token(shown_token(checkpoint, id)));
  if (ends.empty() || checkpoint.generation.names_ends) return ends;
  return words("inspect.ends_guessed", {{"ends", ends}});
}

// "no_repeat_ngram_size 3, suppress_tokens [7]".
std::string followed(const Checkpoint& checkpoint) {
  std::vector<std::string> rules;
  for (const auto& [field, value] : checkpoint.generation.followed)
    rules.push_back(std::string(field).append(" ").append(value));
  return join(rules);
}

std::vector<std::string> told(const Checkpoint& checkpoint, const Words& words) {
  std::vector<std::string> sentences;
  for (const Error& each : checkpoint.generation.told) sentences.push_back(words(each));
  return sentences;
}

// How the next token is chosen; null for a model that predicts none.
ordered_json generation_json(const Checkpoint& checkpoint, const Words& words) {
  const loaders::GenerationConfig& generation = checkpoint.generation;
  if (checkpoint.config.predicts != engine::Prediction::kNextToken || !checkpoint.config.has_decoder())
    return nullptr;
  const auto id = [](const std::optional<engine::Index>& token) {
    return token ? ordered_json(*token) : ordered_json(nullptr);
  };
  ordered_json object = {{"ends", generation.rules.ends},
                         {"ends_by_name", !generation.names_ends},
                         {"begin", id(checkpoints::begin_token(checkpoint))},
                         {"padding", id(checkpoints::padding_token(checkpoint))},
                         {"decoder_start", id(checkpoint.decoder_start)},
                         {"follows", ordered_json::object()},
                         {"told", told(checkpoint, words)}};
  for (const auto& [field, value] : generation.followed) object["follows"][field] = value;
  return object;
}

std::string use_of(const loaders::FolderField& field, const Words& words) {
  switch (field.use) {
    case loaders::FieldUse::kFollowed:
      return words("inspect.followed");
    case loaders::FieldUse::kNoEffect:
      return words("inspect.no_effect", {{"where", field.where}});
    case loaders::FieldUse::kUnknown:
      break;
  }
  return words("inspect.unknown");
}

// What each field of the folder's files does.
std::string write_fields(const Checkpoint& checkpoint, const Words& words) {
  std::string lines = "\n";
  for (const loaders::FolderField& field : checkpoint.description.fields) {
    lines.append(field.file).append("\t").append(quotable(field.field)).append("\t");
    lines.append(use_of(field, words)).append("\n");
  }
  return lines;
}

std::string write_lines(const Checkpoint& checkpoint, const Words& words) {
  const loaders::Description& about = checkpoint.description;
  std::string lines;
  const auto line = [&](const char* key, const std::string& value) {
    if (!value.empty()) lines.append(words(key)).append("\t").append(value).append("\n");
  };
  line("inspect.family", about.family);
  line("inspect.architecture", about.architecture);
  line("inspect.path", checkpoint.path);
  if (const auto figures = held_out(checkpoint))
    line("inspect.held_out", words("box.figures", {{"right", std::to_string(figures->right)},
                                                   {"count", std::to_string(figures->examples)}}));
  line("inspect.reads", reads(checkpoint, words));
  line("inspect.sizes", sizes(checkpoint.config));
  line("inspect.parameters", engine::fixed_digits(about.parameters, 0));
  line("inspect.file",
       words("inspect.megabytes",
             {{"megabytes", engine::significant_digits(static_cast<double>(about.bytes) / 1e6, 3)}}) +
           ", " + join(about.precisions));
  line("inspect.tokenizer", reads_of(checkpoint) == Reads::kText ? tokenizer_line(checkpoint, words) : "");
  line("inspect.run", words("inspect.run_takes",
                            {{"count", std::to_string(longest_run(checkpoint))},
                             {"megabytes", engine::significant_digits(run_bytes(checkpoint) / 1e6, 3)}}));
  line("inspect.not_shown", join(not_shown(checkpoint, words)));
  for (const std::string& note : notes(checkpoint, words)) line("inspect.note", note);
  line("inspect.ends", ends_of(checkpoint, words));
  line("inspect.follows", followed(checkpoint));
  for (const std::string& sentence : told(checkpoint, words)) line("inspect.told", sentence);
  lines += '\n';
  for (const loaders::TensorInfo& tensor : checkpoint.tensors.tensors()) {
    lines.append(quotable(tensor.name, kLongestPath)).append("\t").append(loaders::name_of(tensor.dtype));
    lines.append("\t").append(loaders::shape_text(tensor.shape)).append("\t");
    lines.append(std::to_string(tensor.bytes));
    if (!is_used(checkpoint, tensor.name)) lines.append("\t").append(words("inspect.extra"));
    lines += '\n';
  }
  return lines;
}

std::string write_json(const Checkpoint& checkpoint, const Words& words) {
  const loaders::Description& about = checkpoint.description;
  Document document;
  document.config = checkpoint.config;
  ordered_json object = {{"family", about.family},
                         {"architecture", about.architecture},
                         {"path", checkpoint.path},
                         {"parameters", about.parameters},
                         {"bytes", about.bytes},
                         {"precisions", about.precisions},
                         {"run", {{"tokens", longest_run(checkpoint)}, {"bytes", run_bytes(checkpoint)}}},
                         {"labels", checkpoint.labels},
                         {"tokenizer", nullptr},
                         {"not_shown", not_shown(checkpoint, words)},
                         {"notes", notes(checkpoint, words)},
                         {"extra", about.extra},
                         {"fields", ordered_json::array()},
                         {"generation", generation_json(checkpoint, words)},
                         {"settings", ordered_json::parse(to_line(document))},
                         {"tensors", ordered_json::array()}};
  if (checkpoint.tokenizer) object["tokenizer"] = tokenizer_line(checkpoint, words);
  for (const loaders::FolderField& field : about.fields)
    object["fields"].push_back({{"file", field.file}, {"field", field.field}, {"use", use_of(field, words)}});
  if (const auto figures = held_out(checkpoint))
    object["held_out"] = {{"right", figures->right}, {"examples", figures->examples}};
  for (const char* field : {"headlight", "text", "tokenizer", "padded", "view", "stage"})
    object["settings"].erase(field);
  for (const loaders::TensorInfo& tensor : checkpoint.tensors.tensors()) {
    object["tensors"].push_back({{"name", tensor.name},
                                 {"dtype", loaders::name_of(tensor.dtype)},
                                 {"shape", tensor.shape},
                                 {"bytes", tensor.bytes},
                                 {"used", is_used(checkpoint, tensor.name)}});
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

std::span<const Option> inspect_options() {
  return kInspectOptions;
}

Printed run_inspect(const Request& request) {
  const Config& config = request.document.config;
  if (config.model != engine::ModelKind::kCheckpoint)
    return Error{"error.needs_checkpoint", {{"option", "inspect"}}};
  const auto opened = checkpoints::open(config.checkpoint);
  if (!opened) return opened.error();
  if (request.given.has("--json")) return write_json(**opened, request.words);
  const std::string fields = request.given.has("--files") ? write_fields(**opened, request.words) : "";
  return write_lines(**opened, request.words) + fields;
}

}  // namespace app
