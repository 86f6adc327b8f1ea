// fields.h: how the labs write their fields.
#pragma once

#include "app/document/document_json.h"

namespace app {

// Sets a field that differs from its default.
template <class Value>
void write_field(nlohmann::ordered_json& object, const char* field, const Value& value, const Value& usual) {
  if (value != usual) object[field] = value;
}

}  // namespace app
