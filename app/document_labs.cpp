// document_labs.cpp: the table of labs, and each as an object in a session's line.
#include "app/document_labs.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

using nlohmann::ordered_json;

constexpr std::array kLabs = {
    LabRow{"positions", [](engine::Labs& labs) -> bool& { return labs.positions.is_on; }},
};

constexpr std::array<std::string_view, 7> kPositionsPages = {"table", "worked", "products", "circles",
                                                             "base",  "kinds",  "order"};

// Sets a field that is not as usual.
template <class Value>
void write(ordered_json& object, const char* field, const Value& value, const Value& usual) {
  if (value != usual) object[field] = value;
}

ordered_json positions_json(const engine::PositionsLab& lab, const PositionsPage& page) {
  const engine::PositionsLab plain;
  const PositionsPage usual;
  ordered_json object = ordered_json::object();
  write(object, "on", lab.is_on, plain.is_on);
  write(object, "d_model", lab.d_model, plain.d_model);
  write(object, "base", lab.base, plain.base);
  write(object, "length", lab.length, plain.length);
  write(object, "first", lab.first, plain.first);
  write(object, "second", lab.second, plain.second);
  write(object, "page", page.shown, usual.shown);
  write(object, "worked", page.is_worked, usual.is_worked);
  write(object, "pair", page.pair, usual.pair);
  write(object, "position", page.position, usual.position);
  write(object, "offset", page.offset, usual.offset);
  write(object, "moved", page.moved, usual.moved);
  return object;
}

void read_positions_lab(Reader& reader, engine::PositionsLab& lab, PositionsPage& page) {
  reader.read("on", lab.is_on);
  reader.read("d_model", lab.d_model);
  reader.read("base", lab.base);
  reader.read("length", lab.length);
  reader.read("first", lab.first);
  reader.read("second", lab.second);
  reader.read("page", page.shown);
  if (std::find(kPositionsPages.begin(), kPositionsPages.end(), page.shown) == kPositionsPages.end())
    reader.mark("page");
  reader.read("worked", page.is_worked);
  reader.read("pair", page.pair);
  reader.read("position", page.position, engine::kMaxTokens - 1);
  reader.read("offset", page.offset, engine::kMaxTokens - 1);
  reader.read("moved", page.moved);
}

}  // namespace

std::span<const LabRow> lab_rows() {
  return kLabs;
}

const LabRow* lab_named(std::string_view name) {
  const auto* const found =
      std::find_if(kLabs.begin(), kLabs.end(), [&](const LabRow& row) { return row.name == name; });
  return found == kLabs.end() ? nullptr : found;
}

void open_lab_of_view(Document& document) {
  if (const LabRow* const row = lab_named(document.focus.view)) row->is_on(document.config.labs) = true;
}

void write_labs(const Document& document, ordered_json& line) {
  ordered_json positions = positions_json(document.config.labs.positions, document.labs.positions);
  if (!positions.empty()) line["lab_positions"] = std::move(positions);
}

void read_labs(Reader& reader, Document& document) {
  if (const json* const object = reader.object("lab_positions")) {
    Reader inner(*object);
    read_positions_lab(inner, document.config.labs.positions, document.labs.positions);
    if (inner.bad()) reader.mark("lab_positions");
  }
}

}  // namespace app
