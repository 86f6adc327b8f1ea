// checkpoint_options.cpp: reads which trained model to open, and its input.
#include "app/cli/checkpoint_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/document/model_input.h"
#include "engine/loaders/box.h"
#include "engine/model/settings.h"
#include "engine/training/moment.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

// What a trained model's files define, besides the settings that the table marks `of_files`.
constexpr std::array<std::string_view, 2> kOfTheFiles = {"--tokenizer", "--layers"};
constexpr std::array<std::string_view, 8> kOfTrained = {
    "--pair",  "--ids",       "--target-ids", "--segments",
    "--image", "--input-npy", "--mask-npy",   "--key-padding-npy"};
constexpr std::array<std::string_view, 11> kTexts = {
    "--text",       "--text-file", "--source",       "--target", "--pair", "--ids",
    "--target-ids", "--segments",  "--batch-length", "--batch",  "--order"};

std::optional<std::string_view> first_given(const ParsedOptions& given,
                                            std::span<const std::string_view> options) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](std::string_view option) { return given.has(option); });
  return found == options.end() ? std::nullopt : std::optional(*found);
}

Error refuse(const char* key, std::string_view option, const loaders::Checkpoint& checkpoint) {
  return {key, {{"option", std::string(option)}, {"path", quotable(checkpoint.path, kLongestPath)}}};
}

// Rejects input that the model cannot read.
std::optional<Error> check_reads(const ParsedOptions& given, const loaders::Checkpoint& checkpoint) {
  const Reads reads = reads_of(checkpoint);
  if (reads != Reads::kImage && given.has("--image"))
    return refuse(reads == Reads::kText ? "error.model_reads_text" : "error.model_reads_arrays", "--image",
                  checkpoint);
  if (reads != Reads::kArrays && given.has("--input-npy"))
    return refuse(reads == Reads::kText ? "error.model_reads_text" : "error.model_reads_image", "--input-npy",
                  checkpoint);
  const auto text = first_given(given, kTexts);
  if (text && reads != Reads::kText)
    return refuse(reads == Reads::kImage ? "error.model_reads_image" : "error.model_reads_arrays", *text,
                  checkpoint);
  const bool is_for_decoder = given.has("--target") || given.has("--target-ids");
  if (is_for_decoder && !checkpoint.config.has_target())
    return Error{"error.checkpoint_target", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  return std::nullopt;
}

// An option's whole numbers from 0 up, separated by commas; as they are if it was not given.
std::optional<Error> read_numbers(const ParsedOptions& given, std::string_view option,
                                  std::vector<Index>& numbers) {
  if (!given.has(option)) return std::nullopt;
  numbers.clear();
  for (const std::string& item : given.list(option)) {
    Index number = -1;
    const auto [end, failed] = std::from_chars(item.data(), item.data() + item.size(), number);
    const bool is_number = failed == std::errc() && end == item.data() + item.size() && number >= 0;
    if (!is_number)
      return Error{"error.ids_form", {{"option", std::string(option)}, {"value", quotable(item)}}};
    numbers.push_back(number);
  }
  if (numbers.size() <= static_cast<size_t>(engine::kMaxTokens)) return std::nullopt;
  return Error{"error.too_many_tokens",
               {{"count", std::to_string(numbers.size())}, {"largest", std::to_string(engine::kMaxTokens)}}};
}

std::optional<Error> read_ids(const ParsedOptions& given, Document& document) {
  for (const auto& [first, second] :
       {std::pair{"--ids", "--text"}, std::pair{"--ids", "--text-file"}, std::pair{"--ids", "--source"},
        std::pair{"--ids", "--pair"}, std::pair{"--target-ids", "--target"}, std::pair{"--batch", "--ids"},
        std::pair{"--batch", "--target-ids"}, std::pair{"--batch", "--segments"}}) {
    if (auto bad = exclusive(given, first, second)) return bad;
  }
  const bool has_text = given.has("--text") || given.has("--text-file") || given.has("--source");
  if (has_text) document.ids.clear();
  if (has_text || given.has("--pair") || given.has("--ids")) document.segments.clear();
  if (given.has("--ids")) document.pair.clear();
  if (auto bad = read_numbers(given, "--ids", document.ids)) return bad;
  if (auto bad = read_numbers(given, "--target-ids", document.target_ids)) return bad;
  if (given.has("--target-ids")) document.own_target = false;
  return read_numbers(given, "--segments", document.segments);
}

bool is_array_role(std::string_view name) {
  const auto roles = fed_roles();
  return name != "mask" && name != "key_padding" &&
         std::find(roles.begin(), roles.end(), name) != roles.end();
}

// "x.npy", or "query=q.npy,key=k.npy,value=v.npy".
std::optional<Error> read_arrays(const ParsedOptions& given, Document& document) {
  for (const std::string& typed : given.every("--input-npy")) {
    if (!is_array_role(typed.substr(0, typed.find('=')))) {
      if (typed.empty()) return Error{"error.npy_form", {{"value", ""}}};
      feed(document, "input", typed);
      continue;
    }
    for (size_t start = 0; start < typed.size();) {
      const size_t comma = std::min(typed.find(',', start), typed.size());
      const std::string item = typed.substr(start, comma - start);
      const size_t equals = item.find('=');
      const bool is_good =
          equals != std::string::npos && is_array_role(item.substr(0, equals)) && equals + 1 < item.size();
      if (!is_good) return Error{"error.npy_form", {{"value", quotable(item)}}};
      feed(document, item.substr(0, equals), item.substr(equals + 1));
      start = comma + 1;
    }
  }
  // A mask that is fed in stands for every rule.
  for (const char* const rule : {"--mask", "--mask-pattern", "--mask-file"}) {
    if (auto bad = exclusive(given, "--mask-npy", rule)) return bad;
  }
  if (const auto path = given.find("--mask-npy")) feed(document, "mask", *path);
  if (const auto path = given.find("--key-padding-npy")) feed(document, "key_padding", *path);
  return std::nullopt;
}

}  // namespace

bool is_trained(const Document& document) {
  return document.config.model == engine::ModelKind::kCheckpoint;
}

std::optional<Error> read_model(const ParsedOptions& given, Document& document) {
  const auto typed = given.find("--model");
  if (!typed) return std::nullopt;
  const bool was_trained = is_trained(document);
  for (const auto kind : {engine::ModelKind::kCrafted, engine::ModelKind::kSeeded}) {
    if (name_of(kind) != *typed) continue;
    if (was_trained) document.config = {};
    document.config.model = kind;
    return std::nullopt;
  }
  std::error_code ignored;
  if (!engine::is_training(*typed) && !loaders::box_folder(*typed) &&
      !std::filesystem::exists(*typed, ignored))
    return Error{"error.model_none", {{"path", quotable(*typed, 300)}}};
  return checkpoints::use(*typed, document);
}

std::optional<Error> read_trained(const ParsedOptions& given, Document& document) {
  if (!is_trained(document)) {
    const auto option = first_given(given, kOfTrained);
    return option ? std::optional(Error{"error.needs_checkpoint", {{"option", std::string(*option)}}})
                  : std::nullopt;
  }
  const auto opened = checkpoints::open(document.config.checkpoint);
  if (!opened) return opened.error();
  auto option = first_given(given, kOfTheFiles);
  for (const engine::Setting& row : engine::settings()) {
    if (!option && row.of_files && given.has(row.option)) option = row.option;
  }
  if (option) return Error{"error.checkpoint_option", {{"option", std::string(*option)}}};
  if (auto bad = check_reads(given, **opened)) return bad;
  if (auto bad = read_ids(given, document)) return bad;
  if (given.has("--target")) {
    document.target = given.get("--target", "");
    document.target_ids.clear();
    document.own_target = false;
  }
  document.pair = given.get("--pair", document.pair);
  document.image = given.get("--image", document.image);
  return read_arrays(given, document);
}

}  // namespace app
