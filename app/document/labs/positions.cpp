// positions.cpp: its settings and its page as fields of one object.
#include "app/document/labs/positions.h"

#include <algorithm>
#include <array>

#include "app/document/labs/fields.h"
#include "engine/labs/positions/positions_lab.h"

namespace app {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kPositionsPages = {"table", "worked", "products", "circles",
                                                             "base",  "kinds",  "order"};

}  // namespace

nlohmann::ordered_json positions_lab_json(const Document& document) {
  const engine::PositionsLab& lab = engine::positions_lab_of(document.config);
  const PositionsPage& page = document.labs.positions;
  const engine::PositionsLab plain;
  const PositionsPage usual;
  ordered_json object = ordered_json::object();
  write_field(object, "on", lab.is_on, plain.is_on);
  write_field(object, "d_model", lab.d_model, plain.d_model);
  write_field(object, "base", lab.base, plain.base);
  write_field(object, "length", lab.length, plain.length);
  write_field(object, "first", lab.first, plain.first);
  write_field(object, "second", lab.second, plain.second);
  write_field(object, "page", page.shown, usual.shown);
  write_field(object, "worked", page.is_worked, usual.is_worked);
  write_field(object, "halves", page.in_halves, usual.in_halves);
  write_field(object, "pair", page.pair, usual.pair);
  write_field(object, "position", page.position, usual.position);
  write_field(object, "offset", page.offset, usual.offset);
  write_field(object, "moved", page.moved, usual.moved);
  return object;
}

void read_positions_lab(Reader& reader, Document& document) {
  engine::PositionsLab& lab = engine::positions_lab_of(document.config);
  PositionsPage& page = document.labs.positions;
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
  reader.read("halves", page.in_halves);
  reader.read("pair", page.pair);
  reader.read("position", page.position, engine::kMaxTokens - 1);
  reader.read("offset", page.offset, engine::kMaxTokens - 1);
  if (page.offset < 1) reader.mark("offset");
  reader.read("moved", page.moved);
}

}  // namespace app
