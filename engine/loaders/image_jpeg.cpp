// image_jpeg.cpp: JPEG, with libjpeg-turbo.
#include <turbojpeg.h>

#include <utility>

#include "engine/loaders/image_format.h"
#include "engine/loaders/image_orientation.h"

namespace loaders {
namespace {

using engine::Error;

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
  bool is_for_print() const { return colours_ == TJCS_CMYK || colours_ == TJCS_YCCK; }
  std::string problem() const { return tjGetErrorStr2(handle_); }

  ImageSize size() const override { return size_; }
  int orientation() const override { return exif_orientation(bytes_); }

  std::string unpack(uint8_t* rgb) override {
    // The slow and exact transform; rejects truncated files, and files that would never end.
    constexpr int kFlags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
    const int failed =
        tjDecompress2(handle_, data(), bytes_.size(), rgb, size_.width, 0, size_.height, TJPF_RGB, kFlags);
    return failed == 0 ? "" : problem();
  }

 private:
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
  if (image->is_for_print()) return Error{"error.image_cmyk", {{"path", path}}};
  return OpenedImage(std::move(image));
}

}  // namespace loaders
