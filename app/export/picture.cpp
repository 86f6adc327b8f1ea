// picture.cpp: PNG, with cairo.
#include "app/export/picture.h"

#include <cairo.h>

#include <memory>

#include "app/export/cairo_bytes.h"

namespace exporter {
namespace {

struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;

}  // namespace

std::string encode_png(const Picture& picture) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.width, picture.height));
  unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < picture.height; ++y) {
    auto* row = reinterpret_cast<uint32_t*>(pixels + static_cast<ptrdiff_t>(y) * stride);
    const uint8_t* from =
        picture.rgba.data() + static_cast<size_t>(y) * static_cast<size_t>(picture.width) * 4;
    for (int x = 0; x < picture.width; ++x, from += 4) {
      row[x] = static_cast<uint32_t>(from[0]) << 16U | static_cast<uint32_t>(from[1]) << 8U | from[2];
    }
  }
  cairo_surface_mark_dirty(surface.get());
  std::string bytes;
  cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes);
  return bytes;
}

}  // namespace exporter
