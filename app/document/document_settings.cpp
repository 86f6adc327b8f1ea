// document_settings.cpp: writes and reads settings through their table.
#include "app/document/document_settings.h"

#include <algorithm>
#include <array>
#include <string>

namespace app {
namespace {

using engine::ChoiceSetting;
using engine::Config;
using engine::Setting;
using nlohmann::ordered_json;

// The fields of sessions since the first version, in its order.
constexpr std::array<std::string_view, 12> kFirst = {
    "d_model",   "heads", "d_k",    "d_v",          "seed",  "embedding_scale",
    "positions", "base",  "causal", "mask_padding", "scale", "temperature"};

void write(const Setting& row, const Config& config, ordered_json& line) {
  std::visit(
      [&](const auto& of) {
        ordered_json& field = line[std::string(row.name)];
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(of)>, ChoiceSetting>) {
          field = of.chosen(config).name;
        } else {
          field = engine::value_of(of, config);
        }
      },
      row.value);
}

void read(Reader& reader, const char* field, const ChoiceSetting& choice, Config& config) {
  std::string name = choice.chosen(config).name;
  reader.read(field, name);
  const auto found = std::find_if(choice.choices.begin(), choice.choices.end(),
                                  [&](const engine::SettingChoice& row) { return row.name == name; });
  if (found == choice.choices.end()) return reader.mark(field);
  choice.set(config, found->kind);
}

}  // namespace

void write_first_settings(const Config& config, ordered_json& line) {
  for (const std::string_view name : kFirst) write(engine::setting_named(name), config, line);
}

void write_settings(engine::SettingGroup group, const Config& config, ordered_json& line) {
  const Config usual;
  for (const Setting& row : engine::settings()) {
    const bool is_first = std::find(kFirst.begin(), kFirst.end(), row.name) != kFirst.end();
    if (row.group == group && !is_first && row.differs(config, usual)) write(row, config, line);
  }
}

void read_settings(Reader& reader, Config& config) {
  for (const Setting& row : engine::settings()) {
    const std::string field(row.name);
    std::visit(
        [&](const auto& of) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(of)>, ChoiceSetting>) {
            read(reader, field.c_str(), of, config);
          } else {
            reader.read(field.c_str(), of.of(config));
          }
        },
        row.value);
  }
}

}  // namespace app
