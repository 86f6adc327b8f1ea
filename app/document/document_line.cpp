// document_line.cpp: writes and reads a document as one line of JSON.
#include "app/document/document_line.h"

#include <algorithm>
#include <array>

#include "app/document/document_checkpoint.h"
#include "app/document/document_exploring.h"
#include "app/document/document_gradient.h"
#include "app/document/document_json.h"
#include "app/document/document_limits.h"
#include "app/document/document_settings.h"
#include "app/document/json_reader.h"
#include "app/document/labs/efficient.h"
#include "app/document/labs/labs.h"
#include "app/text/quotable.h"

namespace app {
namespace {

using engine::Error;

constexpr int kVersion = 1;
constexpr size_t kMostSwitches = 4000;

constexpr std::array<Named<text::TokenizerKind>, 3> kTokenizerNames = {
    {{"words", text::TokenizerKind::kWords},
     {"characters", text::TokenizerKind::kCharacters},
     {"bytes", text::TokenizerKind::kBytes}}};
constexpr std::array<Named<engine::ModelKind>, 3> kModelNames = {
    {{"crafted", engine::ModelKind::kCrafted},
     {"seeded", engine::ModelKind::kSeeded},
     {"checkpoint", engine::ModelKind::kCheckpoint}}};
constexpr std::array<Named<engine::Architecture>, 4> kArchitectureNames = {
    {{"attention", engine::Architecture::kAttention},
     {"encoder", engine::Architecture::kEncoder},
     {"decoder", engine::Architecture::kDecoder},
     {"transformer", engine::Architecture::kTransformer}}};
// Tokens as texts; a byte that is part of a letter as a number, since a line holds only letters.
json tokens_json(const std::vector<std::string>& tokens) {
  json list = json::array();
  for (const std::string& token : tokens) {
    const int byte = token.size() == 1 ? static_cast<unsigned char>(token.front()) : 0;
    list.push_back(byte >= kFirstByte ? json(byte) : json(token));
  }
  return list;
}

std::optional<Error> check_version(const json& object) {
  if (!object.contains("headlight") || !object["headlight"].is_number_integer()) {
    return Error{"error.session_field", {{"field", "headlight"}}};
  }
  const json& version = object["headlight"];
  if (version < kVersion) return Error{"error.session_field", {{"field", "headlight"}}};
  if (version != kVersion) return Error{"error.session_version", {{"version", version.dump()}}};
  return std::nullopt;
}

// What differs from attention alone: a short session stays a short line.
void write_model(const Document& document, nlohmann::ordered_json& line) {
  const Document plain;
  const engine::Config& config = document.config;
  const auto write = [&](const char* field, const auto& value, const auto& usual) {
    if (value != usual) line[field] = value;
  };
  write("architecture", name_of(config.architecture), name_of(plain.config.architecture));
  for (const auto group : {engine::SettingGroup::kWidths, engine::SettingGroup::kStacks,
                           engine::SettingGroup::kLayers, engine::SettingGroup::kInput})
    write_settings(group, config, line);
  write("off", config.off, plain.config.off);
  if (config.nudge) {
    line["nudge"] = config.nudge->sublayer;
    line["nudge_row"] = config.nudge->row;
  }
  write("target", document.target, plain.target);
  write("batch", document.is_batch, plain.is_batch);
  write("batch_length", document.batch_length, plain.batch_length);
  write("generated", tokens_json(document.generated), tokens_json(plain.generated));
  write("greedy", document.sampling.greedy, plain.sampling.greedy);
  write("sample_temperature", document.sampling.temperature, plain.sampling.temperature);
  write("top_k", document.sampling.top_k, plain.sampling.top_k);
  write("top_p", document.sampling.top_p, plain.sampling.top_p);
  write("sample_seed", document.sampling.seed, plain.sampling.seed);
}

void read_model(Reader& reader, Document& document) {
  engine::Config& config = document.config;
  reader.read("architecture", kArchitectureNames, config.architecture);
  reader.read("off", config.off, kMostSwitches);
  std::sort(config.off.begin(), config.off.end());
  engine::Nudge nudge;
  reader.read("nudge", nudge.sublayer);
  reader.read("nudge_row", nudge.row);
  if (!nudge.sublayer.empty()) config.nudge = nudge;
  reader.read("target", document.target);
  reader.read("batch", document.is_batch);
  reader.read("batch_length", document.batch_length, engine::kMaxTokens);
  reader.read_tokens("generated", document.generated);
  reader.read("greedy", document.sampling.greedy);
  reader.read("sample_temperature", document.sampling.temperature);
  reader.read("top_k", document.sampling.top_k);
  reader.read("top_p", document.sampling.top_p);
  reader.read("sample_seed", document.sampling.seed);
}

// The line of the baseline session, without what is stored alongside. Errors: those of from_line.
std::optional<Error> read_baseline(Reader& reader, Document& document) {
  const json* const baseline = reader.object("baseline");
  if (baseline == nullptr) return std::nullopt;
  const auto read = from_line(baseline->dump(-1, ' ', false, json::error_handler_t::replace));
  if (!read) return read.error();
  Document compared = *read;
  compared.baseline.reset();
  compared.bookmarks.clear();
  document.baseline = to_line(compared);
  return std::nullopt;
}

nlohmann::ordered_json to_json(const Document& document) {
  const engine::Config& config = document.config;
  nlohmann::ordered_json line = {{"headlight", kVersion},
                                 {"text", document.text},
                                 {"tokenizer", name_of(document.tokenizer)},
                                 {"padded", document.padded},
                                 {"model", name_of(config.model)}};
  write_first_settings(config, line);
  line["view"] = document.focus.view;
  line["stage"] = document.focus.stage;
  if (const auto& pinned = document.focus.pinned) line["pinned"] = {pinned->first, pinned->second};
  if (const auto& token = document.focus.token) line["token"] = *token;
  write_model(document, line);
  write_settings(engine::SettingGroup::kMethod, config, line);
  write_settings(engine::SettingGroup::kScores, config, line);
  write_efficient(document.efficient, line);
  write_checkpoint(document, line);
  write_labs(document, line);
  write_exploring(document, line);
  write_gradient(document, line);
  if (document.baseline) line["baseline"] = nlohmann::ordered_json::parse(*document.baseline);
  return line;
}

}  // namespace

std::string to_line(const Document& document) {
  return in_one_line(to_json(document));
}

std::string to_lines(const Document& document) {
  return in_lines(to_json(document));
}

engine::Result<Document> from_line(std::string_view line) {
  const auto read = read_object(line);
  if (!read) return read.error();
  const json& object = *read;
  if (auto bad = check_version(object)) return *bad;
  Document document;
  engine::Config& config = document.config;
  Reader reader(object);
  reader.has("headlight");
  reader.read("text", document.text);
  reader.read("tokenizer", kTokenizerNames, document.tokenizer);
  reader.read("padded", document.padded);
  reader.read("model", kModelNames, config.model);
  read_settings(reader, config);
  reader.read("view", document.focus.view);
  reader.read("stage", document.focus.stage);
  if (reader.has("pinned")) {
    const json& pinned = object["pinned"];
    const bool is_cell =
        pinned.is_array() && pinned.size() == 2 && fits(pinned[0], kLargest) && fits(pinned[1], kLargest);
    if (!is_cell) return Error{"error.session_field", {{"field", "pinned"}}};
    document.focus.pinned = {pinned[0].get<engine::Index>(), pinned[1].get<engine::Index>()};
  }
  if (reader.has("token")) {
    if (!fits(object["token"], kLargest)) return Error{"error.session_field", {{"field", "token"}}};
    document.focus.token = object["token"].get<engine::Index>();
  }
  read_model(reader, document);
  read_efficient(reader, document.efficient);
  read_checkpoint(reader, document);
  read_labs(reader, document);
  read_exploring(reader, document);
  read_gradient(reader, document);
  if (auto bad = read_baseline(reader, document)) return *bad;
  if (reader.bad()) return Error{"error.session_field", {{"field", *reader.bad()}}};
  if (const auto unknown = reader.unknown())
    return Error{"error.session_unknown", {{"field", quotable(*unknown)}}};
  open_lab_of_view(document);
  // A model too large for this machine can also be typed in the window: it opens, and the window says why
  // nothing is drawn.
  if (auto bad = engine::check(config); bad && bad->key != "error.too_large") return *bad;
  if (auto bad = engine::check(document.sampling)) return *bad;
  if (auto bad = check_limits(document)) return *bad;
  return document;
}

std::string_view name_of(text::TokenizerKind kind) {
  return find_name(kTokenizerNames, kind);
}
std::string_view name_of(engine::ModelKind kind) {
  return find_name(kModelNames, kind);
}
std::string_view name_of(engine::Architecture kind) {
  return find_name(kArchitectureNames, kind);
}
}  // namespace app
