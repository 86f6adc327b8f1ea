// document_labs.cpp: the table of labs, and each as an object in a session's line.
#include "app/document/document_labs.h"

#include <algorithm>
#include <array>

#include "engine/labs/labs.h"

namespace app {
namespace {

using nlohmann::ordered_json;

constexpr std::array kLabs = {
    LabRow{"positions", [](engine::Labs& labs) -> bool& { return labs.positions.is_on; }},
    LabRow{"relatives", [](engine::Labs& labs) -> bool& { return labs.relatives.is_on; }},
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
  if (page.offset < 1) reader.mark("offset");
  reader.read("moved", page.moved);
}

constexpr std::array<std::string_view, 4> kRelativesPages = {"reach", "influence", "kernels", "costs"};
constexpr std::array<Named<engine::Pooling>, 3> kPoolings = {
    {{"none", engine::Pooling::kNone}, {"max", engine::Pooling::kMax}, {"mean", engine::Pooling::kMean}}};

ordered_json relatives_json(const engine::RelativesLab& lab, const RelativesPage& page) {
  const engine::RelativesLab plain;
  const RelativesPage usual;
  ordered_json object = ordered_json::object();
  write(object, "on", lab.is_on, plain.is_on);
  write(object, "kernel", lab.kernel, plain.kernel);
  write(object, "dilation", lab.dilation, plain.dilation);
  write(object, "grows", lab.grows, plain.grows);
  write(object, "depth", lab.depth, plain.depth);
  write(object, "stride", lab.stride, plain.stride);
  write(object, "pooling", find_name(kPoolings, lab.pooling), find_name(kPoolings, plain.pooling));
  write(object, "causal", lab.causal, plain.causal);
  write(object, "gain", lab.gain, plain.gain);
  write(object, "linear", lab.linear, plain.linear);
  write(object, "head", lab.head, plain.head);
  write(object, "seed", lab.seed, plain.seed);
  write(object, "page", page.shown, usual.shown);
  write(object, "step", page.step + 1, usual.step + 1);
  write(object, "output", page.output + 1, usual.output + 1);
  write(object, "n", page.length, usual.length);
  write(object, "d", page.width, usual.width);
  write(object, "k", page.kernel, usual.kernel);
  return object;
}

// Counted from 1 in the line: 0 is the last, and all.
void read_from_one(Reader& reader, const char* field, engine::Index& value) {
  engine::Index counted = value + 1;
  reader.read(field, counted, engine::kMaxTokens);
  value = counted - 1;
}

void read_relatives_page(Reader& reader, RelativesPage& page) {
  reader.read("page", page.shown);
  if (std::find(kRelativesPages.begin(), kRelativesPages.end(), page.shown) == kRelativesPages.end())
    reader.mark("page");
  read_from_one(reader, "step", page.step);
  read_from_one(reader, "output", page.output);
  for (const auto& [field, value] :
       {std::pair("n", &page.length), std::pair("d", &page.width), std::pair("k", &page.kernel)}) {
    reader.read(field, *value, kMostCosts);
    if (*value < 1) reader.mark(field);
  }
}

void read_relatives_lab(Reader& reader, engine::RelativesLab& lab, RelativesPage& page) {
  reader.read("on", lab.is_on);
  reader.read("kernel", lab.kernel);
  reader.read("dilation", lab.dilation);
  reader.read("grows", lab.grows);
  reader.read("depth", lab.depth);
  reader.read("stride", lab.stride);
  reader.read("pooling", kPoolings, lab.pooling);
  reader.read("causal", lab.causal);
  reader.read("gain", lab.gain);
  reader.read("linear", lab.linear);
  reader.read("head", lab.head);
  reader.read("seed", lab.seed);
  read_relatives_page(reader, page);
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

void write_labs(const Document& document, ordered_json& line) {
  ordered_json positions = positions_json(engine::positions_lab_of(document.config), document.labs.positions);
  if (!positions.empty()) line["lab_positions"] = std::move(positions);
  ordered_json relatives = relatives_json(engine::relatives_lab_of(document.config), document.labs.relatives);
  if (!relatives.empty()) line["lab_relatives"] = std::move(relatives);
}

void read_labs(Reader& reader, Document& document) {
  if (const json* const object = reader.object("lab_positions")) {
    Reader inner(*object);
    read_positions_lab(inner, engine::positions_lab_of(document.config), document.labs.positions);
    if (inner.bad()) reader.mark("lab_positions");
  }
  if (const json* const object = reader.object("lab_relatives")) {
    Reader inner(*object);
    read_relatives_lab(inner, engine::relatives_lab_of(document.config), document.labs.relatives);
    if (inner.bad()) reader.mark("lab_relatives");
  }
}

std::string_view name_of(engine::Pooling kind) {
  return find_name(kPoolings, kind);
}

std::optional<engine::Pooling> pooling_named(std::string_view name) {
  return find_kind(kPoolings, name);
}

}  // namespace app
