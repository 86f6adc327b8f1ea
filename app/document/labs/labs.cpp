// labs.cpp: the table of labs in the document.
#include "app/document/labs/labs.h"

#include <algorithm>
#include <array>

#include "app/document/labs/depth.h"
#include "app/document/labs/gallery.h"
#include "app/document/labs/positions.h"
#include "app/document/labs/relatives.h"
#include "engine/core/address.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

constexpr std::array kLabs = {
    LabRow{"positions", [](engine::Labs& labs) -> bool& { return labs.positions.is_on; },
           [](engine::Labs& /*labs*/, LabPages& pages) -> std::string& { return pages.positions.shown; },
           "lab.positions.page.", positions_lab_json, read_positions_lab},
    LabRow{"relatives", [](engine::Labs& labs) -> bool& { return labs.relatives.is_on; },
           [](engine::Labs& /*labs*/, LabPages& pages) -> std::string& { return pages.relatives.shown; },
           "relatives.page.", relatives_lab_json, read_relatives_lab},
    LabRow{"depth", [](engine::Labs& labs) -> bool& { return labs.depth.is_on; },
           [](engine::Labs& /*labs*/, LabPages& pages) -> std::string& { return pages.depth.shown; },
           "lab.depth.page.", depth_lab_json, read_depth_lab},
    LabRow{"gallery", [](engine::Labs& labs) -> bool& { return labs.gallery.is_on; },
           [](engine::Labs& labs, LabPages& /*pages*/) -> std::string& { return labs.gallery.system; },
           "gallery.page.", gallery_lab_json, read_gallery_lab},
};

// Its object in a session's line.
std::string field_of(const LabRow& row) {
  return std::string("lab_").append(row.name);
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
  if (const LabRow* const row = lab_named(document.focus.view))
    row->is_on(engine::labs_of(document.config)) = true;
}

bool is_in_lab(const Focus& focus, std::string_view lab) {
  return focus.view == lab || engine::lab_of(engine::parse_address(focus.stage)) == lab;
}

void close_labs_left(const Focus& before, Document& document) {
  for (const LabRow& row : kLabs) {
    if (!is_in_lab(before, row.name) || is_in_lab(document.focus, row.name)) continue;
    row.is_on(engine::labs_of(document.config)) = false;
  }
}

void write_labs(const Document& document, nlohmann::ordered_json& line) {
  for (const LabRow& row : kLabs) {
    auto object = row.json(document);
    if (!object.empty()) line[field_of(row)] = std::move(object);
  }
}

void read_labs(Reader& reader, Document& document) {
  for (const LabRow& row : kLabs) {
    const std::string field = field_of(row);
    const json* const object = reader.object(field.c_str());
    if (object == nullptr) continue;
    Reader inner(*object);
    row.read(inner, document);
    if (inner.bad()) reader.mark(field.c_str());
    if (const auto unknown = inner.unknown()) reader.mark_unknown(field + "." + *unknown);
  }
}

}  // namespace app
