// mask_png.cpp: any bytes as a picture are refused with a reason, or show and hide the cells of a mask.
#include "app/export/mask_file.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/png.h"

namespace {

void read(std::string_view bytes, engine::Index rows, engine::Index columns) {
  const auto mask = exporter::mask_of_png(bytes, rows, columns);
  if (!mask) {
    require(mask.error().key.starts_with("error.mask_"), "a refusal names its reason");
    return;
  }
  require(mask->rows() == rows && mask->cols() == columns, "a mask of the shape that was asked for");
  for (engine::Index i = 0; i < mask->size(); ++i)
    require(mask->data()[i] == 0 || mask->data()[i] == -engine::kInfinity, "each cell shows or hides");
}

void read_shapes(const std::string& bytes) {
  for (const auto& [rows, columns] : {std::pair<engine::Index, engine::Index>{1, 1}, {4, 4}, {8, 8}, {5, 7}})
    read(bytes, rows, columns);
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string folder = HEADLIGHT_TEST_DATA "/golden/";
  return {fuzz::bytes_of(folder + "checkpoints/vit/image.png"),
          fuzz::bytes_of(folder + "images/one_bit.png"),
          fuzz::bytes_of(folder + "images/palette_alpha.png"),
          fuzz::bytes_of(folder + "images/sixteen_bits.png"),
          fuzz::bytes_of(folder + "images/interlaced.png"),
          "P6 1 1 255 abc",
          ""};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_shapes(bytes);
  const std::string whole = fuzz::with_checksums(bytes);
  if (whole != bytes) read_shapes(whole);
  return 0;
}
