// folder_files.cpp: which of a tokenizer's files counts, and what each field of generation_config.json does.
#include "engine/loaders/folder_files.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

namespace loaders {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Raw strings: in plain quotation marks they would look like the keys of texts on the screen.
constexpr std::string_view kGenerationFile = R"(generation_config.json)";
constexpr std::string_view kSettingsFile = R"(tokenizer_config.json)";
constexpr std::string_view kSpecialMap = R"(special_tokens_map.json)";
constexpr std::string_view kAddedFile = R"(added_tokens.json)";

bool has_file(const fs::path& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure);
}

// A file's fields; none of one that cannot be read.
std::optional<ConfigFields> read_if_any(const fs::path& path) {
  if (!has_file(path)) return std::nullopt;
  auto fields = read_config(path);
  if (!fields) return std::nullopt;
  return std::move(fields).value();
}

// Why a field of generation_config.json changes nothing; empty if it is followed.
std::string_view why_unused(const GenerationField& row, const json* value, bool draws) {
  const bool is_usual = value == nullptr || (value->is_structured() && value->empty()) ||
                        (!row.neutral.empty() && *value == json::parse(row.neutral));
  switch (row.effect) {
    case FieldEffect::kFollowed:
      return "";
    case FieldEffect::kIfSampling:
      if (!draws) return "GenerationMixin._get_logits_processor: only where do_sample is true";
      break;
    case FieldEffect::kIfBeams:
      return "GenerationMixin._beam_search: only where there are several beams";
    case FieldEffect::kNone:
      return "GenerationMixin.generate: memory, speed and what is returned, the same tokens";
    case FieldEffect::kNotFollowed:
      break;
  }
  return is_usual ? "GenerationConfig.__init__: as where nothing is said"
                  : "GenerationMixin.generate: not followed here, which is told";
}

// The vocabularies that a folder may have, in the order in which they are looked for.
std::vector<FolderField> vocabularies(const fs::path& folder) {
  using Set = std::array<std::string_view, 3>;
  constexpr std::array kFiles = {Set{R"(tokenizer.json)"},
                                 Set{R"(vocab.json)", R"(merges.txt)"},
                                 Set{R"(vocab.json)", R"(source.spm)", R"(target.spm)"},
                                 Set{R"(vocab.txt)"},
                                 Set{R"(tokenizer.model)"},
                                 Set{R"(spiece.model)"},
                                 Set{R"(sentencepiece.bpe.model)"}};
  const auto has_all = [&](const Set& files) {
    return std::ranges::all_of(
        files, [&](std::string_view file) { return file.empty() || has_file(folder / file); });
  };
  const auto* const counts = std::ranges::find_if(kFiles, has_all);
  const std::string why = counts == kFiles.end() ? "" : std::string(counts->front()) + " counts";
  std::vector<FolderField> all;
  for (const Set& files : kFiles) {
    for (const std::string_view file : files) {
      const bool is_listed = std::ranges::count(all, file, &FolderField::file) > 0;
      if (file.empty() || is_listed || !has_file(folder / file)) continue;
      const bool is_it = counts != kFiles.end() && std::ranges::count(*counts, file) > 0;
      all.push_back(
          {std::string(file), "", is_it ? FieldUse::kFollowed : FieldUse::kNoEffect, is_it ? "" : why});
    }
  }
  return all;
}

// The two older files count only where tokenizer_config.json lists no added tokens.
void make_idle(std::vector<FolderField>& fields) {
  for (FolderField& field : fields) {
    field.use = FieldUse::kNoEffect;
    field.where = "PreTrainedTokenizerBase._from_pretrained: added_tokens_decoder counts";
  }
}

}  // namespace

std::vector<FolderField> fields_of_generation(const fs::path& folder, const GenerationConfig& read,
                                              bool generates) {
  std::vector<FolderField> all;
  const auto fields = read_if_any(folder / kGenerationFile);
  if (!fields) return all;
  for (const std::string& name : fields->names()) {
    FolderField& field =
        all.emplace_back(FolderField{std::string(kGenerationFile), name, FieldUse::kUnknown, ""});
    const auto rows = generation_fields();
    const auto row = std::ranges::find(rows, name, &GenerationField::name);
    if (!generates) {
      field.where = "GenerationMixin.generate: this model predicts no next token";
    } else if (row != rows.end()) {
      field.where = why_unused(*row, fields->find(name.c_str()), read.sampling.has_value());
      if (field.where.empty()) field.use = FieldUse::kFollowed;
    }
    if (!field.where.empty()) field.use = FieldUse::kNoEffect;
  }
  return all;
}

std::vector<FolderField> fields_of_tokenizer_files(const fs::path& folder,
                                                   const text::ModelTokenizer& tokenizer) {
  std::vector<FolderField> all = vocabularies(folder);
  const auto add = [&](const std::vector<FolderField>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(fields_of_tokenizer(folder, tokenizer));
  const auto settings = read_if_any(folder / kSettingsFile);
  const bool lists_tokens = settings && settings->find("added_tokens_decoder") != nullptr;
  if (const auto special = read_if_any(folder / kSpecialMap)) {
    std::vector<FolderField> fields = fields_of(kSpecialMap, *special, tokenizer.settings_read());
    if (lists_tokens) make_idle(fields);
    add(fields);
  }
  if (has_file(folder / kAddedFile)) {
    std::vector<FolderField> whole = {{std::string(kAddedFile), "", FieldUse::kFollowed, ""}};
    if (lists_tokens) make_idle(whole);
    add(whole);
  }
  return all;
}

}  // namespace loaders
