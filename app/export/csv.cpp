// csv.cpp: quotes what would end a field.
#include "app/export/csv.h"

#include "engine/text/spelled_out.h"

namespace exporter {

std::string csv_field(const std::string& field) {
  std::string shown = text::spelled_out(field);
  if (shown.find_first_of(",\"\r\n") == std::string::npos) return shown;
  std::string text = "\"";
  for (const char letter : shown) {
    if (letter == '"') text += '"';
    text += letter;
  }
  return text + '"';
}

}  // namespace exporter
