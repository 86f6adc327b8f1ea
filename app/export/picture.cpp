// picture.cpp: PNG by cairo.
#include "app/export/picture.h"

#include <cairo.h>

#include <cstring>
#include <memory>

namespace exporter {
namespace {

struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_status_t take(void* closure, unsigned char* data, unsigned int length) {
  auto& rest = *static_cast<std::string_view*>(closure);
  if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(data, rest.data(), length);
  rest.remove_prefix(length);
  return CAIRO_STATUS_SUCCESS;
}

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
  cairo_surface_write_to_png_stream(surface.get(), append, &bytes);
  return bytes;
}

engine::Result<Picture> decode_png(std::string_view bytes) {
  const Surface surface(cairo_image_surface_create_from_png_stream(take, &bytes));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
    return engine::Error{
        "error.cannot_read",
        {{"path", ""}, {"detail", cairo_status_to_string(cairo_surface_status(surface.get()))}}};
  }
  Picture picture{
      cairo_image_surface_get_width(surface.get()), cairo_image_surface_get_height(surface.get()), {}};
  const unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  picture.rgba.reserve(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) * 4);
  for (int y = 0; y < picture.height; ++y) {
    const auto* row = reinterpret_cast<const uint32_t*>(pixels + static_cast<ptrdiff_t>(y) * stride);
    for (int x = 0; x < picture.width; ++x) {
      for (const unsigned shift : {16U, 8U, 0U})
        picture.rgba.push_back(static_cast<uint8_t>(row[x] >> shift & 0xFFU));
      picture.rgba.push_back(255);
    }
  }
  return picture;
}

}  // namespace exporter
