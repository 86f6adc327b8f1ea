// npy.cpp: any bytes are refused as an array with a reason, or give one matrix in float and in double.
#include "engine/loaders/npy.h"

#include <cmath>
#include <span>

#include "tests/fuzz/fuzz.h"

namespace {

constexpr size_t kMostBytes = 1U << 20U;

std::string file_of(const std::string& header, const std::string& data) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFFU);
  file += static_cast<char>(header.size() >> 8U & 0xFFU);
  return file + header + data;
}

void read(std::string_view file) {
  const auto bytes = std::as_bytes(std::span(file));
  const auto single = loaders::parse_npy(bytes, "file", kMostBytes);
  const auto doubles = loaders::parse_npy_double(bytes, "file", 2 * kMostBytes);
  const auto several = loaders::parse_npy_stack(bytes, "file", kMostBytes);
  require(several.ok() || !single.ok(), "what is one matrix is a stack of one");
  if (several) {
    require(several->numbers.rows() % several->count == 0 && several->rows() > 0, "as many rows of each");
    require(static_cast<size_t>(several->numbers.size()) <= file.size(), "each number has a byte");
  }
  require(single.ok() == doubles.ok(), "both are read, or none");
  if (!single) {
    require(single.error().key.starts_with("error.npy_"), "a refusal names its reason");
    require(single.error().key == doubles.error().key, "and the same one");
    return;
  }
  require(single->size() > 0 && static_cast<size_t>(single->size()) <= file.size(), "each number has a byte");
  require(single->rows() == doubles->rows() && single->cols() == doubles->cols(), "of one shape");
  for (engine::Index i = 0; i < single->size(); ++i) {
    const auto rounded = static_cast<float>(doubles->data()[i]);
    const float number = single->data()[i];
    require(rounded == number || (std::isnan(rounded) && std::isnan(number)), "the same numbers, rounded");
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {"",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }",
          "{'descr': '>i2', 'fortran_order': True, 'shape': (1, 2, 2)}",
          file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }", "12345678"),
          file_of("{'descr': '>f8', 'fortran_order': True, 'shape': (1, 1, 1)}", "12345678"),
          file_of("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }\n", "123"),
          file_of("{'descr': '<f2', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", ""),
          file_of("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "cposix\nsystem\n"),
          file_of("{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': ()}", ""),
          std::string("\x93NUMPY\x03\x00\xFF\xFF\xFF\xFF{'descr'", 20)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  read(input);
  // As a header of the right length, in front of a few numbers.
  read(file_of(input, "12345678"));
  return 0;
}
