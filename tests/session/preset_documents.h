// preset_documents.h: the document that a preset makes of a new one.
#pragma once

#include <string_view>

#include "app/session/presets.h"

namespace app {

inline Document document_of(std::string_view preset) {
  State state;
  for (const Preset& row : presets()) {
    if (row.key == preset) set_preset(state, row);
  }
  return state.document;
}

}  // namespace app
