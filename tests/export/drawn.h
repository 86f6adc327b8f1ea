// drawn.h: a PNG's pixels, as cairo reads them.
#pragma once

#include <cairo/cairo.h>

#include <cstring>
#include <string>

namespace exporter {

// A decoded PNG.
class Drawn {
 public:
  explicit Drawn(const std::string& png) : rest_(png) {
    surface_ = cairo_image_surface_create_from_png_stream(
        [](void* self, unsigned char* data, unsigned length) {
          std::string& rest = static_cast<Drawn*>(self)->rest_;
          if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
          std::memcpy(data, rest.data(), length);
          rest.erase(0, length);
          return CAIRO_STATUS_SUCCESS;
        },
        this);
  }
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;
  ~Drawn() { cairo_surface_destroy(surface_); }

  int width() const { return cairo_image_surface_get_width(surface_); }
  int height() const { return cairo_image_surface_get_height(surface_); }
  unsigned at(double x, double y) const {
    const unsigned char* row = cairo_image_surface_get_data(surface_) +
                               static_cast<int>(y) * cairo_image_surface_get_stride(surface_);
    unsigned pixel = 0;
    std::memcpy(&pixel, row + 4 * static_cast<int>(x), 4);
    return pixel & 0xFFFFFFU;
  }
  // Whether nothing was drawn there.
  bool is_clear(double x, double y) const {
    const unsigned char* row = cairo_image_surface_get_data(surface_) +
                               static_cast<int>(y) * cairo_image_surface_get_stride(surface_);
    return cairo_image_surface_get_format(surface_) == CAIRO_FORMAT_ARGB32 &&
           row[4 * static_cast<int>(x) + 3] == 0;
  }

 private:
  std::string rest_;
  cairo_surface_t* surface_;
};

}  // namespace exporter
