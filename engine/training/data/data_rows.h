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
  kSubwords,    // of the whole text the next subword, learned from it: any text can be written in them
  kTable,       // of two columns with a tab between them, the second from the first
};

// The names of the tokens with a duty, in the order of their ids: <pad>, <bos>, <eos> and <unk>; of subwords,
// which know any text, <pad> and one that stands between lines.
const std::vector<std::string_view>& data_duty_tokens(DataKind kind);

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
// one with a duty, but for <unk>, which stands for a word that is not known), error.data_columns (count:
// columns of a table that are not two), error.data_cell (one of them is blank).
Result<std::vector<DataRow>> read_rows(std::string_view file, std::string_view text, DataKind kind);

}  // namespace engine
