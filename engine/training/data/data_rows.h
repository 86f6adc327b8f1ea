// data_rows.h: the lines of somebody's own file, one by one, before they are cut into tokens.
#pragma once

#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

// What is learned from a file.
enum class DataKind {
  kWords,       // of a text's lines the next word
  kCharacters,  // and the next character
  kTable,       // of two columns with a tab between them, the second from the first
};

// The most bytes of a line.
inline constexpr size_t kLongestDataLine = size_t{1} << 20U;

// A line with something in it; views of the text.
struct DataRow {
  Index line = 0;           // from 1
  std::string_view source;  // the whole line, or its first column
  std::string_view target;  // the second
};

// The rows of a text: lines end with \n or \r\n, a byte order mark is left out, and so are blank lines.
// `file` is its name, for errors, all of which have it: error.data_empty; and with the line:
// error.data_encoding (no UTF-8, or a byte 0), error.data_line_long (megabytes), error.data_reserved (token:
// <pad>, <bos> or <eos>), error.data_columns (count: columns of a table that are not two), error.data_cell
// (one of them is blank).
Result<std::vector<DataRow>> read_rows(std::string_view file, std::string_view text, DataKind kind);

}  // namespace engine
