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

// One row per lab. Its name is that of its view, of its stages ("lab.NAME. ...") and of --lab NAME.
struct LabRow {
  std::string_view name;
  bool& (*is_on)(engine::Labs& labs);
  std::string& (*page)(engine::Labs& labs, LabPages& pages);  // the name of the one shown
  std::string_view page_words;                                // its text key, without that name
  // What differs from the defaults, and how to read it back; marks fields of the wrong type in `reader`.
  nlohmann::ordered_json (*json)(const Document& document);
  void (*read)(Reader& reader, Document& document);
};
std::span<const LabRow> lab_rows();
// Null if there is no lab with that name.
const LabRow* lab_named(std::string_view name);

// Whether a lab is in sight: its page, or one of its stages.
bool is_in_lab(const Focus& focus, std::string_view lab);

// Switches on the lab whose view is open.
void open_lab_of_view(Document& document);
// Switches off the labs that were in sight and no longer are.
void close_labs_left(const Focus& before, Document& document);

// What differs from the defaults: one object per lab, "lab_NAME".
void write_labs(const Document& document, nlohmann::ordered_json& line);

// Reads them; marks fields of the wrong type in `reader`.
void read_labs(Reader& reader, Document& document);

}  // namespace app
