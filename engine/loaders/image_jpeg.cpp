// image_jpeg.cpp: JPEG, with libjpeg-turbo.
#include <turbojpeg.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/loaders/image_format.h"
#include "engine/loaders/image_orientation.h"

namespace loaders {
namespace {

using engine::Error;

// a * b / 255, rounded like Pillow.
int share(int a, int b) {
  const int product = a * b + 128;
  return (product + (product >> 8)) >> 8;
}

// Inks in the inverse, as Adobe's programs write them, on paper: Pillow's cmyk2rgb.
void print(const std::vector<uint8_t>& inks, uint8_t* rgb) {
  for (size_t i = 0; i < inks.size(); i += 4) {
    const int light = inks[i + 3];
    for (size_t ink = 0; ink < 3; ++ink)
      *rgb++ = static_cast<uint8_t>(std::max(light - share(255 - inks[i + ink], light), 0));
  }
}

class JpegImage final : public PackedImage {
 public:
  explicit JpegImage(std::span<const std::byte> bytes) : handle_(tjInitDecompress()), bytes_(bytes) {
    is_open_ = handle_ != nullptr && tjDecompressHeader3(handle_, data(), bytes_.size(), &size_.width,
                                                         &size_.height, &subsampling_, &colours_) == 0;
  }
  ~JpegImage() override {
    if (handle_ != nullptr) tjDestroy(handle_);
  }

  bool is_open() const { return is_open_; }
  std::string problem() const { return tjGetErrorStr2(handle_); }

  ImageSize size() const override { return size_; }
  int orientation() const override { return exif_orientation(bytes_); }

  std::string unpack(uint8_t* rgb) override {
    if (colours_ != TJCS_CMYK && colours_ != TJCS_YCCK) return decode(TJPF_RGB, rgb);
    std::vector<uint8_t> inks(size_t{4} * static_cast<size_t>(size_.width) *
                              static_cast<size_t>(size_.height));
    std::string problem = decode(TJPF_CMYK, inks.data());
    print(inks, rgb);
    return problem;
  }

 private:
  std::string decode(int format, uint8_t* pixels) {
    // The slow and exact transform; rejects truncated files, and files that would never end.
    constexpr int kFlags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
    const int failed =
        tjDecompress2(handle_, data(), bytes_.size(), pixels, size_.width, 0, size_.height, format, kFlags);
    return failed == 0 ? "" : problem();
  }
  const unsigned char* data() const { return reinterpret_cast<const unsigned char*>(bytes_.data()); }

  tjhandle handle_;
  std::span<const std::byte> bytes_;
  ImageSize size_;
  int subsampling_ = 0;
  int colours_ = 0;
  bool is_open_ = false;
};

}  // namespace

OpenedImage open_jpeg(std::span<const std::byte> bytes, const std::string& path) {
  auto image = std::make_unique<JpegImage>(bytes);
  if (!image->is_open()) return Error{"error.image_broken", {{"path", path}, {"detail", image->problem()}}};
  return OpenedImage(std::move(image));
}

}  // namespace loaders
