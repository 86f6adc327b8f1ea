// efficient.cpp: writes and reads the settings of the efficient attention lab.
#include "app/document/labs/efficient.h"

namespace app {

void write_efficient(const EfficientLab& lab, nlohmann::ordered_json& line) {
  const EfficientLab plain;
  if (lab.drawn != plain.drawn) line["cheaper"]["drawn"] = lab.drawn;
  if (lab.draws != plain.draws) line["cheaper"]["draws"] = lab.draws;
}

void read_efficient(Reader& reader, EfficientLab& lab) {
  const json* const object = reader.object("cheaper");
  if (object == nullptr) return;
  Reader fields(*object);
  fields.read("drawn", lab.drawn);
  fields.read("draws", lab.draws, kMostDraws);
  if (fields.is_wrong() || lab.draws < 1) reader.mark("cheaper");
}

}  // namespace app
