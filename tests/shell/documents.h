// documents.h: documents that several tests of files begin from.
#pragma once

#include <string>

#include "app/session/requests.h"

namespace app {

inline Document with_text(const std::string& text) {
  Document document;
  document.text = text;
  return document;
}

}  // namespace app
