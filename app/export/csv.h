// csv.h: fields of comma-separated values.
#pragma once

#include <string>

namespace exporter {

// A field, in quotation marks where it needs them (RFC 4180), without what no text may hold.
std::string csv_field(const std::string& field);

}  // namespace exporter
