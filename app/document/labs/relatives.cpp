// relatives.cpp: its settings and its page as fields of one object.
#include "app/document/labs/relatives.h"

#include <algorithm>
#include <array>

#include "app/document/labs/fields.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kRelativesPages = {"reach", "influence", "kernels", "costs"};
constexpr std::array<Named<engine::Pooling>, 3> kPoolings = {
    {{"none", engine::Pooling::kNone}, {"max", engine::Pooling::kMax}, {"mean", engine::Pooling::kMean}}};

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

}  // namespace

nlohmann::ordered_json relatives_lab_json(const Document& document) {
  const engine::RelativesLab& lab = engine::relatives_lab_of(document.config);
  const RelativesPage& page = document.labs.relatives;
  const engine::RelativesLab plain;
  const RelativesPage usual;
  ordered_json object = ordered_json::object();
  write_field(object, "on", lab.is_on, plain.is_on);
  write_field(object, "kernel", lab.kernel, plain.kernel);
  write_field(object, "dilation", lab.dilation, plain.dilation);
  write_field(object, "grows", lab.grows, plain.grows);
  write_field(object, "depth", lab.depth, plain.depth);
  write_field(object, "stride", lab.stride, plain.stride);
  write_field(object, "pooling", find_name(kPoolings, lab.pooling), find_name(kPoolings, plain.pooling));
  write_field(object, "causal", lab.causal, plain.causal);
  write_field(object, "gain", lab.gain, plain.gain);
  write_field(object, "linear", lab.linear, plain.linear);
  write_field(object, "head", lab.head, plain.head);
  write_field(object, "seed", lab.seed, plain.seed);
  write_field(object, "page", page.shown, usual.shown);
  write_field(object, "step", page.step + 1, usual.step + 1);
  write_field(object, "output", page.output + 1, usual.output + 1);
  write_field(object, "n", page.length, usual.length);
  write_field(object, "d", page.width, usual.width);
  write_field(object, "k", page.kernel, usual.kernel);
  return object;
}

void read_relatives_lab(Reader& reader, Document& document) {
  engine::RelativesLab& lab = engine::relatives_lab_of(document.config);
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
  read_relatives_page(reader, document.labs.relatives);
}

std::string_view name_of(engine::Pooling kind) {
  return find_name(kPoolings, kind);
}

std::optional<engine::Pooling> pooling_named(std::string_view name) {
  return find_kind(kPoolings, name);
}

}  // namespace app
