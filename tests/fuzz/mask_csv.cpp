// mask_csv.cpp: any bytes as a table are refused with a reason, or give a mask of the shape that was asked
// for.
#include <cmath>

#include "app/export/mask_file.h"
#include "tests/fuzz/fuzz.h"

namespace {

void read(std::string_view text, engine::Index rows, engine::Index columns) {
  const auto mask = exporter::mask_of_csv(text, rows, columns);
  if (!mask) {
    require(mask.error().key.starts_with("error.mask_"), "a refusal names its reason");
    return;
  }
  require(mask->rows() == rows && mask->cols() == columns, "a mask of the shape that was asked for");
  for (engine::Index i = 0; i < mask->size(); ++i) {
    const float value = mask->data()[i];
    require(std::isfinite(value) || value == -engine::kInfinity, "each cell has a bias, or hides");
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {"0,-inf\n0,0\n",
          ",the,cat\nthe,0,-inf\ncat,0.5,-1e9\n",
          "\xEF\xBB\xBF,\"a \"\"b\"\"\",\",\"\r\n\"\n\",1,2\r\n c , -3 ,4e-3\r\n",
          "1\n",
          "0,0,0\n0,0\n",
          ",\n,",
          "nan,inf\n1e999,-INFINITY\n"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const auto& [rows, columns] : {std::pair<engine::Index, engine::Index>{1, 1}, {2, 2}, {2, 3}})
    read(text, rows, columns);
  return 0;
}
