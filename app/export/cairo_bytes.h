// cairo_bytes.h: collects cairo's output in a string.
#pragma once

#include <cairo.h>

#include <string>

namespace exporter {

// A cairo_write_func_t; `closure`: the std::string to append to.
inline cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace exporter
