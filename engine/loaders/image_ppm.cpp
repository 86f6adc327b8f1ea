// image_ppm.cpp: PPM, the simplest picture format: sizes as text, then bytes.
// https://netpbm.sourceforge.net/doc/ppm.html
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/loaders/image_format.h"

namespace loaders {
namespace {

constexpr int kMostColour = 65535;
constexpr int kMostDigits = 9;

// Reads the header's numbers in order.
class Header {
 public:
  explicit Header(std::string_view text) : text_(text) {}

  // The next number, after white space and comments, including the white space that ends it.
  std::optional<int> number() {
    skip();
    int value = 0;
    int digits = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_, ++digits) {
      if (digits == kMostDigits) return std::nullopt;
      value = value * 10 + (text_[at_] - '0');
    }
    if (digits == 0 || at_ == text_.size() || !is_space(text_[at_])) return std::nullopt;
    ++at_;
    return value;
  }

  size_t position() const { return at_; }

 private:
  static bool is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

  void skip() {
    bool in_comment = false;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') in_comment = true;
      if (text_[at_] == '\n' || text_[at_] == '\r') in_comment = false;
      if (!in_comment && !is_space(text_[at_])) return;
    }
  }

  std::string_view text_;
  size_t at_ = 2;  // after "P6"
};

class PpmImage final : public PackedImage {
 public:
  // `most`: the value of full colour.
  PpmImage(ImageSize size, int most, std::span<const std::byte> data)
      : size_(size), most_(most), data_(data) {}

  ImageSize size() const override { return size_; }

  bool is_whole() const {
    const auto numbers = static_cast<uint64_t>(size_.width) * static_cast<uint64_t>(size_.height) * 3;
    return data_.size() >= numbers * width();
  }

  std::string unpack(uint8_t* rgb) override {
    const size_t count = static_cast<size_t>(size_.width) * static_cast<size_t>(size_.height) * 3;
    for (size_t i = 0; i < count; ++i) {
      const auto first = std::to_integer<int>(data_[i * width()]);
      const int colour = width() == 1 ? first : first * 256 + std::to_integer<int>(data_[i * 2 + 1]);
      // Rounded like Pillow: a half goes to the even number.
      const double share = static_cast<double>(std::min(colour, most_)) / most_;
      rgb[i] = static_cast<uint8_t>(std::nearbyint(share * 255));
    }
    return "";
  }

 private:
  size_t width() const { return most_ < 256 ? 1 : 2; }

  ImageSize size_;
  int most_;
  std::span<const std::byte> data_;
};

}  // namespace

OpenedImage open_ppm(std::span<const std::byte> bytes, const std::string& path) {
  const engine::Error bad{"error.image_ppm", {{"path", path}}};
  Header header({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const auto width = header.number();
  const auto height = width ? header.number() : std::nullopt;
  const auto most = height ? header.number() : std::nullopt;
  if (!most || *most < 1 || *most > kMostColour) return bad;
  auto image =
      std::make_unique<PpmImage>(ImageSize{*width, *height}, *most, bytes.subspan(header.position()));
  if (!image->is_whole()) return bad;
  return OpenedImage(std::move(image));
}

}  // namespace loaders
