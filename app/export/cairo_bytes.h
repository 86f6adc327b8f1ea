// cairo_bytes.h: takes what cairo writes as the bytes of a string.
#pragma once

#include <cairo.h>

#include <string>

namespace exporter {

// A cairo_write_func_t; `closure`: the std::string that the bytes are put behind.
inline cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace exporter
