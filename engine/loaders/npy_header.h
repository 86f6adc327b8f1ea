// npy_header.h: the header of an NPY file, a Python literal that is parsed, never executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace loaders {

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
struct NpyHeader {
  char kind = 'f';   // f float, i signed, u unsigned, b true or false
  size_t width = 4;  // bytes per value
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<int64_t> shape;       // 0 or more each
  std::string dtype;                // as written: "<f4"
  std::span<const std::byte> data;  // what follows the header
};

// Errors, each with path: error.npy_magic, error.npy_version (version), error.npy_header (byte: where parsing
// fails), error.npy_pickled, error.npy_dtype (dtype).
engine::Result<NpyHeader> read_npy_header(std::span<const std::byte> bytes, const std::string& path);

}  // namespace loaders
