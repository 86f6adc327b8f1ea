// csv.cpp: quotes what would end a field.
#include "app/export/csv.h"

namespace exporter {

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (const char letter : field) {
    if (letter == '"') text += '"';
    text += letter;
  }
  return text + '"';
}

}  // namespace exporter
