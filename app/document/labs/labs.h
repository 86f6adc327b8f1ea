// labs.h: the labs by name, and their fields in a session's JSON.
#pragma once

#include <span>
#include <string_view>

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace engine {
struct Labs;
}  // namespace engine

namespace app {

// One row a lab. Its name is that of its view, of its stages ("lab.NAME. ...") and of --lab NAME.
struct LabRow {
  std::string_view name;
  bool& (*is_on)(engine::Labs& labs);
  // What is not as usual, and that read again; fields of a wrong kind are marked in `reader`.
  nlohmann::ordered_json (*json)(const Document& document);
  void (*read)(Reader& reader, Document& document);
};
std::span<const LabRow> lab_rows();
// Null where there is no lab of that name.
const LabRow* lab_named(std::string_view name);

// The lab that stands in the middle is on.
void open_lab_of_view(Document& document);

// What is not as usual: an object a lab, "lab_NAME".
void write_labs(const Document& document, nlohmann::ordered_json& line);

// Reads them; fields of a wrong kind are marked in `reader`.
void read_labs(Reader& reader, Document& document);

}  // namespace app
