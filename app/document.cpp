// document.cpp: writes and reads a document as one line of JSON, and runs it.
#include "app/document.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/text/quotable.h"
#include "engine/model/forward.h"

namespace app {
namespace {

using engine::Error;
using nlohmann::json;

constexpr int kVersion = 1;

template <class Kind>
struct Named {
  std::string_view name;
  Kind kind;
};

constexpr std::array<Named<text::TokenizerKind>, 3> kTokenizers = {
    {{"words", text::TokenizerKind::kWords},
     {"characters", text::TokenizerKind::kCharacters},
     {"bytes", text::TokenizerKind::kBytes}}};
constexpr std::array<Named<engine::ModelKind>, 2> kModels = {
    {{"crafted", engine::ModelKind::kCrafted}, {"seeded", engine::ModelKind::kSeeded}}};
constexpr std::array<Named<engine::PositionKind>, 2> kPositions = {
    {{"sinusoidal", engine::PositionKind::kSinusoidal}, {"none", engine::PositionKind::kNone}}};

template <class Table, class Kind>
std::string_view find_name(const Table& table, Kind kind) {
  for (const auto& entry : table) {
    if (entry.kind == kind) return entry.name;
  }
  return {};
}

template <class Kind, size_t kSize>
std::optional<Kind> find_kind(const std::array<Named<Kind>, kSize>& table, std::string_view name) {
  for (const auto& entry : table) {
    if (entry.name == name) return entry.kind;
  }
  return std::nullopt;
}

// Whether an item is a whole number from 0 to `largest`: a larger one would wrap when it is read.
bool fits(const json& item, engine::Index largest) {
  return item.is_number_unsigned() && item.get<uint64_t>() <= static_cast<uint64_t>(largest);
}

// The largest row or column, and the largest size, that a line may hold; engine::check refuses most of them.
constexpr engine::Index kLargest = std::numeric_limits<int32_t>::max();

// Reads fields of one object, remembering the first that is of the wrong type or out of range.
class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {}

  void read(const char* field, std::string& value) { take(field, &json::is_string, value); }
  void read(const char* field, bool& value) { take(field, &json::is_boolean, value); }
  void read(const char* field, double& value) { take(field, &json::is_number, value); }
  void read(const char* field, uint64_t& value) { take(field, &json::is_number_unsigned, value); }
  void read(const char* field, engine::Index& value) {
    if (!object_.contains(field)) return;
    if (fits(object_[field], kLargest)) {
      value = object_[field].get<engine::Index>();
    } else if (!bad_) {
      bad_ = field;
    }
  }

  template <class Kind, size_t kSize>
  void read(const char* field, const std::array<Named<Kind>, kSize>& table, Kind& value) {
    std::string name;
    read(field, name);
    if (!object_.contains(field) || bad_) return;
    if (const auto kind = find_kind(table, name)) {
      value = *kind;
    } else {
      bad_ = field;
    }
  }

  // A list of positions in a text.
  void read(const char* field, std::vector<engine::Index>& values) {
    if (!object_.contains(field)) return;
    const json& list = object_[field];
    const bool are_positions = list.is_array() && list.size() <= static_cast<size_t>(engine::kMaxTokens) &&
                               std::all_of(list.begin(), list.end(), [](const json& item) {
                                 return fits(item, engine::kMaxTokens - 1);
                               });
    if (!are_positions) {
      bad_ = field;
      return;
    }
    values = list.get<std::vector<engine::Index>>();
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }

  const std::optional<std::string>& bad() const { return bad_; }

 private:
  template <class T>
  void take(const char* field, bool (json::*is_type)() const noexcept, T& value) {
    if (!object_.contains(field)) return;
    if ((object_[field].*is_type)()) {
      value = object_[field].get<T>();
    } else if (!bad_) {
      bad_ = field;
    }
  }

  const json& object_;
  std::optional<std::string> bad_;
};

std::optional<Error> check_version(const json& object) {
  if (!object.contains("headlight") || !object["headlight"].is_number_integer()) {
    return Error{"error.session_field", {{"field", "headlight"}}};
  }
  const json& version = object["headlight"];
  if (version != kVersion) return Error{"error.session_version", {{"version", version.dump()}}};
  return std::nullopt;
}

}  // namespace

std::string to_line(const Document& document) {
  const engine::Config& config = document.config;
  nlohmann::ordered_json line = {{"headlight", kVersion},
                                 {"text", document.text},
                                 {"tokenizer", name_of(document.tokenizer)},
                                 {"padded", document.padded},
                                 {"model", name_of(config.model)},
                                 {"d_model", config.d_model},
                                 {"heads", config.n_heads},
                                 {"d_k", config.d_k},
                                 {"d_v", config.d_v},
                                 {"seed", config.seed},
                                 {"embedding_scale", config.embedding_scale},
                                 {"positions", name_of(config.positions)},
                                 {"base", config.base},
                                 {"causal", config.causal},
                                 {"mask_padding", config.mask_padding},
                                 {"scale", config.scale},
                                 {"temperature", config.temperature},
                                 {"view", document.focus.view},
                                 {"stage", document.focus.stage}};
  if (const auto& pinned = document.focus.pinned) line["pinned"] = {pinned->first, pinned->second};
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

engine::Result<Document> from_line(std::string_view line) {
  // Depth and size are limited by what is read, not by what is sent: a session is one flat object.
  if (line.size() > 1'000'000) return Error{"error.session_json", {{"detail", "> 1 MB"}}};
  const json object = json::parse(
      line, [](int depth, json::parse_event_t, json&) { return depth <= 2; }, false);
  if (!object.is_object()) return Error{"error.session_json", {{"detail", quotable(line)}}};
  if (auto bad = check_version(object)) return *bad;
  Document document;
  engine::Config& config = document.config;
  Reader reader(object);
  reader.read("text", document.text);
  reader.read("tokenizer", kTokenizers, document.tokenizer);
  reader.read("padded", document.padded);
  reader.read("model", kModels, config.model);
  reader.read("d_model", config.d_model);
  reader.read("heads", config.n_heads);
  reader.read("d_k", config.d_k);
  reader.read("d_v", config.d_v);
  reader.read("seed", config.seed);
  reader.read("embedding_scale", config.embedding_scale);
  reader.read("positions", kPositions, config.positions);
  reader.read("base", config.base);
  reader.read("causal", config.causal);
  reader.read("mask_padding", config.mask_padding);
  reader.read("scale", config.scale);
  reader.read("temperature", config.temperature);
  reader.read("view", document.focus.view);
  reader.read("stage", document.focus.stage);
  if (object.contains("pinned")) {
    const json& pinned = object["pinned"];
    const bool is_cell =
        pinned.is_array() && pinned.size() == 2 && fits(pinned[0], kLargest) && fits(pinned[1], kLargest);
    if (!is_cell) return Error{"error.session_field", {{"field", "pinned"}}};
    document.focus.pinned = {pinned[0].get<engine::Index>(), pinned[1].get<engine::Index>()};
  }
  if (reader.bad()) return Error{"error.session_field", {{"field", *reader.bad()}}};
  if (auto bad = engine::check(config)) return *bad;
  return document;
}

engine::Result<engine::Sequence> sequence_of(const Document& document) {
  auto tokens = text::tokenize(document.text, document.tokenizer);
  if (!tokens) return tokens.error();
  engine::Sequence sequence{std::move(tokens).value(), {}};
  sequence.padding.resize(sequence.tokens.size(), false);
  for (const engine::Index position : document.padded) {
    const auto at = static_cast<size_t>(position);
    if (at < sequence.padding.size()) sequence.padding[at] = true;
  }
  return sequence;
}

engine::Result<std::shared_ptr<const engine::Trace>> make_trace(const Document& document) {
  auto sequence = sequence_of(document);
  if (!sequence) return sequence.error();
  if (auto bad = engine::check(document.config, sequence->tokens.size())) return *bad;
  return engine::forward(*engine::make_model(document.config), *sequence, document.config);
}

std::string_view name_of(text::TokenizerKind kind) {
  return find_name(kTokenizers, kind);
}
std::string_view name_of(engine::ModelKind kind) {
  return find_name(kModels, kind);
}
std::string_view name_of(engine::PositionKind kind) {
  return find_name(kPositions, kind);
}
std::optional<text::TokenizerKind> tokenizer_named(std::string_view name) {
  return find_kind(kTokenizers, name);
}
std::optional<engine::ModelKind> model_named(std::string_view name) {
  return find_kind(kModels, name);
}
std::optional<engine::PositionKind> positions_named(std::string_view name) {
  return find_kind(kPositions, name);
}

}  // namespace app
