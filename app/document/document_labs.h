// document_labs.h: the labs by name, and their fields in a session's JSON.
#pragma once

#include <span>
#include <string_view>

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace engine {
struct Labs;
enum class Pooling;
}  // namespace engine

namespace app {

// One row a lab. Its name is that of its view, of its stages ("lab.NAME. ...") and of --lab NAME.
struct LabRow {
  std::string_view name;
  bool& (*is_on)(engine::Labs& labs);
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

// The largest length, width and kernel in the table of costs.
inline constexpr engine::Index kMostCosts = 1'000'000;

// none, max, mean: as in sessions and on the command line.
std::string_view name_of(engine::Pooling kind);
std::optional<engine::Pooling> pooling_named(std::string_view name);

}  // namespace app
