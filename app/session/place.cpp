// place.cpp: reads a place from a document, and goes there.
#include "app/session/place.h"

#include <utility>

#include "app/document/labs/labs.h"
#include "engine/labs/labs.h"

namespace app {

Place place_of(const Document& document) {
  Place place{document.focus, {}};
  engine::Labs labs = engine::labs_of(document.config);
  LabPages pages = document.labs;
  for (const LabRow& row : lab_rows()) place.labs.push_back({row.is_on(labs), row.page(labs, pages)});
  return place;
}

void go_to_place(Document& document, const Place& place) {
  document.focus = place.focus;
  engine::Labs labs = engine::labs_of(std::as_const(document.config));
  size_t index = 0;
  for (const LabRow& row : lab_rows()) {
    const Place::Lab& lab = place.labs.at(index++);
    row.is_on(labs) = lab.is_open;
    row.page(labs, document.labs) = lab.page;
  }
  if (labs != engine::labs_of(std::as_const(document.config))) engine::labs_of(document.config) = labs;
}

bool is_walk(const State& before, const State& after) {
  const Place place = place_of(after.document);
  if (before.preferences != after.preferences || place == place_of(before.document)) return false;
  Document walked = before.document;
  go_to_place(walked, place);
  return walked == after.document;
}

}  // namespace app
