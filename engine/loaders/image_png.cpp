// image_png.cpp: PNG, with libpng: every kind of it as 8-bit RGB, by its values as they stand in the file.
#include <png.h>

#include <array>
#include <csetjmp>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/loaders/image_format.h"
#include "engine/loaders/image_orientation.h"

namespace loaders {
namespace {

using engine::Error;

// libpng's reader. Its errors jump to the last setjmp(): a function that calls setjmp() owns nothing that
// would have to be destroyed.
struct Reader {
  explicit Reader(std::span<const std::byte> bytes);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }

  bool read_header();
  // rows: of RGB, or of RGBA.
  bool read_pixels(png_bytepp rows, bool has_alpha);

  png_structp png = nullptr;
  png_infop info = nullptr;
  std::span<const std::byte> rest;
  std::array<char, 128> problem{};
};

void keep_problem(png_structp png, png_const_charp problem) {
  auto* const reader = static_cast<Reader*>(png_get_error_ptr(png));
  std::strncpy(reader->problem.data(), problem, reader->problem.size() - 1);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*warning*/) {}

void take(png_structp png, png_bytep to, size_t count) {
  auto* const reader = static_cast<Reader*>(png_get_io_ptr(png));
  if (count > reader->rest.size()) png_error(png, "Read Error");
  std::memcpy(to, reader->rest.data(), count);
  reader->rest = reader->rest.subspan(count);
}

Reader::Reader(std::span<const std::byte> bytes) : rest(bytes) {
  png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, keep_problem, ignore_warning);
  info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) return;
  png_set_read_fn(png, this, take);
  // Profiles, texts, Exif data: passed over, however long they say they are.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
}

bool Reader::read_header() {
  if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, info);
  return true;
}

bool Reader::read_pixels(png_bytepp rows, bool has_alpha) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_strip_16(png);  // the upper 8 bits, unrounded
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  if (!has_alpha) png_set_strip_alpha(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_channels(png, info) != (has_alpha ? 4 : 3)) png_error(png, "Unknown channels");
  png_read_image(png, rows);
  return true;
}

// A colour blended with white: unchanged at alpha 255. Rounded to nearest.
uint8_t on_white(unsigned colour, unsigned alpha) {
  return static_cast<uint8_t>((colour * alpha + 255 * (255 - alpha) + 127) / 255);
}

class PngImage final : public PackedImage {
 public:
  PngImage(std::span<const std::byte> bytes, ReadAs as)
      : bytes_(bytes), as_(as), reader_(bytes), is_open_(reader_.read_header()) {}

  bool is_open() const { return is_open_; }
  std::string problem() const { return reader_.problem.data(); }
  bool is_deep_grey() const {
    return png_get_bit_depth(reader_.png, reader_.info) == 16 &&
           png_get_color_type(reader_.png, reader_.info) == PNG_COLOR_TYPE_GRAY;
  }

  // A header with sizes above libpng's own limits never gets here.
  ImageSize size() const override {
    return {static_cast<int>(png_get_image_width(reader_.png, reader_.info)),
            static_cast<int>(png_get_image_height(reader_.png, reader_.info))};
  }
  int orientation() const override { return png_orientation(bytes_); }

  std::string unpack(uint8_t* rgb) override {
    if (as_ == ReadAs::kTrained || !has_alpha()) return read(rgb, 3);
    std::vector<uint8_t> rgba(size_t{4} * static_cast<size_t>(size().width) *
                              static_cast<size_t>(size().height));
    std::string problem = read(rgba.data(), 4);
    for (size_t i = 0; i < rgba.size(); i += 4) {
      for (size_t colour = 0; colour < 3; ++colour) *rgb++ = on_white(rgba[i + colour], rgba[i + 3]);
    }
    return problem;
  }

 private:
  bool has_alpha() const {
    return (png_get_color_type(reader_.png, reader_.info) & PNG_COLOR_MASK_ALPHA) != 0 ||
           png_get_valid(reader_.png, reader_.info, PNG_INFO_tRNS) != 0;
  }

  std::string read(uint8_t* pixels, size_t channels) {
    const ImageSize all = size();
    std::vector<png_bytep> rows;
    for (int row = 0; row < all.height; ++row, pixels += channels * static_cast<size_t>(all.width))
      rows.push_back(pixels);
    return reader_.read_pixels(rows.data(), channels == 4) ? "" : problem();
  }

  std::span<const std::byte> bytes_;
  ReadAs as_;
  Reader reader_;
  bool is_open_;
};

}  // namespace

OpenedImage open_png(std::span<const std::byte> bytes, const std::string& path, ReadAs as) {
  auto image = std::make_unique<PngImage>(bytes, as);
  if (!image->is_open()) return Error{"error.image_broken", {{"path", path}, {"detail", image->problem()}}};
  if (as == ReadAs::kTrained && image->is_deep_grey())
    return Error{"error.image_deep_grey", {{"path", path}}};
  return OpenedImage(std::move(image));
}

}  // namespace loaders
