// checkpoint.cpp: from a folder to a model: config.json names the family, the family names the tensors.
#include "engine/loaders/checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "engine/core/quotable.h"
#include "engine/loaders/checkpoint_files.h"
#include "engine/loaders/families.h"
#include "engine/loaders/folder_files.h"
#include "engine/text/tokenizer_settings.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Parameter;
using engine::Result;
namespace fs = std::filesystem;
using RowNames = std::shared_ptr<const std::vector<std::string>>;

// A model with its parameters in files.
class CheckpointModel final : public engine::Model {
 public:
  CheckpointModel(Loaded loaded, RowNames names)
      : weights_(std::move(loaded.weights)),
        embedding_(std::move(loaded.embedding)),
        output_(std::move(loaded.output)),
        names_(std::move(names)) {}

  Eigen::RowVectorXf embedding(std::string_view token) const override { return row_of(embedding_, token); }
  Eigen::RowVectorXf output_embedding(std::string_view token) const override {
    return row_of(output_, token);
  }
  const engine::Weights& weights() const override { return weights_; }
  RowNames vocabulary() const override { return names_; }
  Parameter embedding_table() const override { return embedding_; }
  Parameter output_table() const override { return output_; }

 private:
  // Zeros for anything that is not a token of this model.
  Eigen::RowVectorXf row_of(const Parameter& table, std::string_view token) const {
    if (!names_ || !table) return Eigen::RowVectorXf::Zero(table.cols());
    const auto found = std::find(names_->begin(), names_->end(), token);
    if (found == names_->end()) return Eigen::RowVectorXf::Zero(table.cols());
    return table.middle_rows(found - names_->begin(), 1).matrix().row(0);
  }

  engine::Weights weights_;
  Parameter embedding_, output_;
  RowNames names_;
};

// The names of all rows, each another, since rows are found by them: a token without a name, and one that
// another token's name finds, are called by their numbers.
RowNames names_of_rows(const text::ModelTokenizer* tokenizer, Index rows) {
  RowNames known = tokenizer == nullptr ? nullptr : tokenizer->vocabulary();
  auto names = std::make_shared<std::vector<std::string>>();
  names->reserve(static_cast<size_t>(rows));
  for (Index id = 0; id < rows; ++id) {
    const bool has_one = known && id < static_cast<Index>(known->size());
    const std::string name = has_one ? known->at(static_cast<size_t>(id)) : "";
    const bool is_its_own = !name.empty() && tokenizer->find(name) == id;
    names->push_back(is_its_own ? name : "id " + std::to_string(id));
    // A token's own name may look like a number's.
    while (!is_its_own && tokenizer != nullptr && tokenizer->find(names->back())) names->back() += '\'';
  }
  if (known && *known == *names) return known;
  return names;
}

// Whether all tokens without a row were added to the vocabulary, as one for padding: texts without them are
// cut as ever.
bool lacks_only_added(const text::ModelTokenizer& tokenizer, const fs::path& folder, Index rows) {
  const RowNames names = tokenizer.vocabulary();
  std::optional<std::set<std::string>> added;
  for (Index id = rows; id < static_cast<Index>(names->size()); ++id) {
    const std::string& name = names->at(static_cast<size_t>(id));
    if (name.empty() || tokenizer.is_special(id)) continue;
    if (!added) added = text::added_names(folder);
    if (!added->contains(name)) return false;
  }
  return true;
}

void add_tokenizer(const fs::path& folder, const Loaded& loaded, Checkpoint& checkpoint) {
  auto tokenizer = text::open_tokenizer(folder, loaded.tokenizer);
  if (!tokenizer) {
    checkpoint.tokenizer_error = tokenizer.error();
    return;
  }
  const auto pieces = static_cast<Index>(tokenizer->vocabulary()->size());
  if (!lacks_only_added(*tokenizer, folder, loaded.config.vocabulary)) {
    checkpoint.tokenizer_error = Error{"error.tokenizer_beyond",
                                       {{"folder", engine::quotable(folder.string(), engine::kLongestPath)},
                                        {"pieces", std::to_string(pieces)},
                                        {"rows", std::to_string(loaded.config.vocabulary)}}};
    return;
  }
  if (loaded.config.has_target() && text::has_target_tokenizer(folder, loaded.tokenizer)) {
    auto of_target = text::open_tokenizer(folder, loaded.tokenizer, text::TextSide::kTarget);
    if (!of_target) {
      checkpoint.tokenizer_error = of_target.error();
      return;
    }
    checkpoint.target_tokenizer = std::make_shared<const text::ModelTokenizer>(std::move(of_target).value());
  }
  checkpoint.tokenizer = std::make_shared<const text::ModelTokenizer>(std::move(tokenizer).value());
}

std::string architecture_of(ConfigFields& fields, const std::string& kind) {
  const nlohmann::json* const list = fields.find("architectures");
  const bool has_one = list != nullptr && list->is_array() && !list->empty() && list->front().is_string();
  return engine::quotable(has_one ? list->front().get<std::string>() : kind);
}

Description describe(const TensorSet& tensors, const TensorReader& reader, std::string_view family,
                     std::string architecture) {
  Leftovers left = reader.leftovers();
  Description description;
  description.family = family;
  description.architecture = std::move(architecture);
  description.parameters = -left.passed_over;
  description.bytes = tensors.bytes();
  description.not_shown = std::move(left.not_shown);
  description.extra = std::move(left.beyond);
  std::map<DType, size_t> numbers;
  for (const TensorInfo& tensor : tensors.tensors()) {
    description.parameters += static_cast<double>(tensor.count());
    numbers[tensor.dtype] += tensor.count();
  }
  std::vector<std::pair<size_t, DType>> order;
  order.reserve(numbers.size());
  for (const auto& [dtype, count] : numbers) order.emplace_back(count, dtype);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [count, dtype] : order) description.precisions.emplace_back(name_of(dtype));
  return description;
}

std::string known_families() {
  std::string known;
  for (const Family& family : families()) {
    if (!known.empty()) known += ", ";
    known += family.name;
  }
  return known;
}

// The settings from config.json; returns the first invalid one.
std::optional<Error> configure(const Family& family, ConfigFields& fields, const TensorReader& reader,
                               const fs::path& folder, Loaded& loaded) {
  family.configure(fields, reader, loaded);
  refuse_what_none_computes(fields, loaded.config.has_decoder());
  if (fields.bad()) return fields.bad();
  if (auto bad = engine::check(loaded.config)) return bad;
  if (!loaded.image) return std::nullopt;
  std::error_code ignored;
  const fs::path example = folder / kExamplePicture;
  if (loaded.is_own && fs::exists(example, ignored)) loaded.image->example = example.string();
  const fs::path preprocessor = folder / "preprocessor_config.json";
  if (!fs::exists(preprocessor, ignored)) return std::nullopt;
  auto said = read_config(preprocessor);
  if (!said) return said.error();
  ConfigFields of_image = std::move(said).value();
  read_preprocessor(of_image, *loaded.image);
  loaded.picture_fields = fields_of(R"(preprocessor_config.json)", of_image);
  return of_image.bad();
}

bool predicts_next(const engine::Config& config) {
  return config.has_decoder() && config.has_prediction() && config.predicts == engine::Prediction::kNextToken;
}

// How the next token is chosen, and the tokens' roles.
void add_generation(const fs::path& folder, ConfigFields& fields, Checkpoint& checkpoint) {
  const engine::Config& config = checkpoint.config;
  if (config.vocabulary == 0 || checkpoint.image) return;
  checkpoint.generation = read_generation_config(folder, fields, config.vocabulary, predicts_next(config));
  if (checkpoint.generation.decoder_start && config.has_target())
    checkpoint.decoder_start = checkpoint.generation.decoder_start;
  guess_ends(checkpoint);
}

// What the files say, and what of it a reader of the numbers should know.
void list_fields(const fs::path& folder, const ConfigFields& fields, const Loaded& loaded,
                 Checkpoint& checkpoint) {
  Description& description = checkpoint.description;
  description.notes = loaded.notes;
  FieldNames also_read;
  if (checkpoint.tokenizer && text::has_class_of_config(folder)) also_read.insert("tokenizer_class");
  description.fields = fields_of(R"(config.json)", fields, also_read);
  const auto add = [&](const std::vector<FolderField>& more) {
    description.fields.insert(description.fields.end(), more.begin(), more.end());
  };
  add(loaded.picture_fields);
  const bool generates = !checkpoint.image && predicts_next(checkpoint.config);
  add(fields_of_generation(folder, checkpoint.generation, generates));
  if (checkpoint.tokenizer) {
    const auto told = checkpoint.tokenizer->notes();
    description.notes.insert(description.notes.end(), told.begin(), told.end());
    add(fields_of_tokenizer_files(folder, *checkpoint.tokenizer));
  }
  for (Error& note : unknown_fields(checkpoint.path, description.fields))
    description.notes.push_back(std::move(note));
}

RowNames names_of(const Loaded& loaded, const text::ModelTokenizer* tokenizer) {
  if (loaded.reads_text) return names_of_rows(tokenizer, loaded.config.vocabulary);
  return loaded.labels.empty() ? nullptr : std::make_shared<const std::vector<std::string>>(loaded.labels);
}

Result<std::shared_ptr<Checkpoint>> open_files(const std::string& path, const std::stop_token& stop,
                                               const Progress& progress) {
  const auto [folder, weights] = place_of(path);
  auto tensors = TensorSet::open(weights);
  if (!tensors) return tensors.error();
  auto config = read_config(folder / "config.json");
  if (!config) return config.error();
  ConfigFields fields = std::move(config).value();
  const auto kind = kind_of(fields);
  if (!kind) return kind.error();
  const Family* const family = find_family(*kind);
  if (family == nullptr) {
    return Error{std::string(why_refused(*kind)),
                 {{"path", fields.path()}, {"kind", engine::quotable(*kind)}, {"known", known_families()}}};
  }
  auto checkpoint =
      std::make_shared<Checkpoint>(Checkpoint{.path = path, .tensors = std::move(tensors).value()});
  TensorReader reader(checkpoint->tensors, path);
  Loaded loaded;
  if (auto bad = configure(*family, fields, reader, folder, loaded)) return *bad;
  family->load(fields, reader, loaded);
  if (fields.bad()) return *fields.bad();
  if (auto bad = reader.error(family->name)) return *bad;
  if (progress) progress(0.1);
  if (stop.stop_requested()) return Error{"error.stopped", {}};
  if (loaded.reads_text) add_tokenizer(folder, loaded, *checkpoint);
  if (stop.stop_requested()) return Error{"error.stopped", {}};
  loaded.config.checkpoint = path;
  checkpoint->config = loaded.config;
  checkpoint->image = loaded.image;
  checkpoint->labels = loaded.labels;
  checkpoint->decoder_start = loaded.decoder_start;
  checkpoint->asked = loaded.asked;
  checkpoint->batch_is_second = loaded.batch_is_second;
  checkpoint->is_own = loaded.is_own;
  add_generation(folder, fields, *checkpoint);
  checkpoint->description =
      describe(checkpoint->tensors, reader, family->name, architecture_of(fields, *kind));
  list_fields(folder, fields, loaded, *checkpoint);
  const RowNames names = names_of(loaded, checkpoint->tokenizer.get());
  checkpoint->model = std::make_shared<const CheckpointModel>(std::move(loaded), names);
  if (progress) progress(1);
  return checkpoint;
}

}  // namespace

void guess_ends(Checkpoint& checkpoint) {
  GenerationConfig& generation = checkpoint.generation;
  if (generation.names_ends || !checkpoint.tokenizer || !predicts_next(checkpoint.config)) return;
  if (const auto end = checkpoint.tokenizer->special().end) generation.rules.ends = {*end};
}

Result<std::shared_ptr<const Checkpoint>> open_checkpoint(const std::string& path,
                                                          const std::stop_token& stop,
                                                          const Progress& progress) {
  std::string stamp = checkpoint_stamp(path);
  const auto opened = open_files(path, stop, progress);
  if (checkpoint_stamp(path) != stamp)
    return Error{"error.model_changed", {{"path", engine::quotable(path, engine::kLongestPath)}}};
  if (!opened) return opened.error();
  (*opened)->stamp = std::move(stamp);
  return std::shared_ptr<const Checkpoint>(*opened);
}

}  // namespace loaders
