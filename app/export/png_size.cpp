// png_size.cpp: the chunk pHYs, behind the header. PNG (Third Edition), W3C 2025, sec. 11.3.4.3 and 5.5.
#include "app/export/png_size.h"

#include <zlib.h>

#include <cmath>
#include <cstdint>

namespace exporter {
namespace {

constexpr size_t kHeaderEnd = 8 + 4 + 4 + 13 + 4;  // signature; length, type, data and check of IHDR
constexpr double kInchesPerMetre = 1 / 0.0254;
constexpr char kPerMetre = 1;  // the unit

void append_number(std::string& bytes, uint32_t number) {
  for (const uint32_t shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(number >> shift & 0xFFU);
}

}  // namespace

void set_dots_per_inch(std::string& png, double dots) {
  const auto per_metre = static_cast<uint32_t>(std::lround(dots * kInchesPerMetre));
  std::string content = "pHYs";
  append_number(content, per_metre);  // across
  append_number(content, per_metre);  // down
  content += kPerMetre;
  std::string chunk;
  append_number(chunk, static_cast<uint32_t>(content.size() - 4));
  chunk += content;
  const auto* const data = reinterpret_cast<const Bytef*>(content.data());
  append_number(chunk, static_cast<uint32_t>(crc32(0, data, static_cast<uInt>(content.size()))));
  png.insert(kHeaderEnd, chunk);
}

}  // namespace exporter
