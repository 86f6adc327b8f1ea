// document_checkpoint.cpp: the trained model that a document opens, and its input.
#include "app/document/document_checkpoint.h"

#include <algorithm>
#include <array>

#include "app/document/document_settings.h"
#include "engine/training/moment.h"

namespace app {
namespace {

constexpr std::array<std::string_view, 8> kRoles = {"input", "key",    "key_padding", "mask",
                                                    "query", "source", "target",      "value"};

// Each role once; an object's keys are in ascending order.
void read_fed(Reader& reader, std::vector<FedArray>& fed) {
  const json* const object = reader.object("fed");
  if (object == nullptr) return;
  for (const auto& [role, path] : object->items()) {
    const bool is_known = std::find(kRoles.begin(), kRoles.end(), role) != kRoles.end();
    if (!is_known || !path.is_string() || path.get_ref<const std::string&>().empty())
      return reader.mark("fed");
    fed.push_back({role, path.get<std::string>()});
  }
}

}  // namespace

std::span<const std::string_view> fed_roles() {
  return kRoles;
}

void feed(Document& document, std::string_view role, const std::string& path) {
  std::erase_if(document.fed, [&](const FedArray& fed) { return fed.role == role; });
  if (role == "key_padding") document.config.mask_padding = !path.empty();
  if (path.empty()) return;
  const auto after = std::find_if(document.fed.begin(), document.fed.end(),
                                  [&](const FedArray& fed) { return fed.role > role; });
  document.fed.insert(after, {std::string(role), path});
}

std::string fed_from(const Document& document, std::string_view role) {
  const auto found = std::find_if(document.fed.begin(), document.fed.end(),
                                  [&](const FedArray& fed) { return fed.role == role; });
  return found == document.fed.end() ? "" : found->path;
}

void write_checkpoint(const Document& document, nlohmann::ordered_json& line) {
  const Document plain;
  const engine::Config& config = document.config;
  const auto write = [&](const char* field, const auto& value, const auto& usual) {
    if (value != usual) line[field] = value;
  };
  write("checkpoint", config.checkpoint, plain.config.checkpoint);
  write_settings(engine::SettingGroup::kFiles, config, line);
  write("own_target", document.own_target, plain.own_target);
  write("pair", document.pair, plain.pair);
  write("ids", document.ids, plain.ids);
  write("target_ids", document.target_ids, plain.target_ids);
  write("segments", document.segments, plain.segments);
  write("image", document.image, plain.image);
  for (const FedArray& fed : document.fed) line["fed"][fed.role] = fed.path;
  write("generated_ids", document.generated_ids, plain.generated_ids);
  write("trainings", document.trainings, plain.trainings);
}

void read_checkpoint(Reader& reader, Document& document) {
  engine::Config& config = document.config;
  reader.read("checkpoint", config.checkpoint);
  reader.read("own_target", document.own_target);
  reader.read("pair", document.pair);
  reader.read_ids("ids", document.ids);
  reader.read_ids("target_ids", document.target_ids);
  reader.read_ids("segments", document.segments);
  reader.read("image", document.image);
  read_fed(reader, document.fed);
  reader.read_ids("generated_ids", document.generated_ids);
  reader.read_tokens("trainings", document.trainings);
  if (document.trainings.size() > kMostTrainings ||
      !std::ranges::all_of(document.trainings, engine::is_training))
    reader.mark("trainings");
  const bool is_checkpoint = config.model == engine::ModelKind::kCheckpoint;
  if (is_checkpoint && config.checkpoint.empty()) reader.mark("checkpoint");
  if (document.generated_ids.size() != (is_checkpoint ? document.generated.size() : 0))
    reader.mark("generated_ids");
}

}  // namespace app
