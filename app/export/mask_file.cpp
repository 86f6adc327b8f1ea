// mask_file.cpp: converts between masks and pictures or tables.
#include "app/export/mask_file.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "app/export/file.h"
#include "app/export/numbers.h"
#include "app/export/picture.h"
#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "engine/core/formula.h"
#include "engine/core/hidden.h"
#include "engine/loaders/image.h"

namespace exporter {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;
namespace fs = std::filesystem;

constexpr size_t kMostBytes = 64U << 20U;  // a table of 2048 x 2048 values
constexpr float kLargestBias = 1e9F;
constexpr size_t kCounted = 1000;
constexpr int kMiddleGrey = 128;

enum class MaskFormat { kPng, kCsv };

std::optional<MaskFormat> format_of(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& letter : ending)
    letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
  if (ending == ".png") return MaskFormat::kPng;
  return ending == ".csv" ? std::optional(MaskFormat::kCsv) : std::nullopt;
}

Error unknown_format(const fs::path& path) {
  return {"error.mask_format", {{"path", app::quotable(path.string())}}};
}

Error shape_error(Index rows, Index columns, Index wanted_rows, Index wanted_columns) {
  return {"error.mask_shape",
          {{"rows", std::to_string(rows)},
           {"columns", std::to_string(columns)},
           {"wanted_rows", std::to_string(wanted_rows)},
           {"wanted_columns", std::to_string(wanted_columns)}}};
}

Error cell_error(const char* key, Index row, Index column, std::string_view value) {
  return {
      key,
      {{"row", std::to_string(row)}, {"column", std::to_string(column)}, {"value", app::quotable(value)}}};
}

// Black for hidden cells, white for visible ones; no other value is possible.
Result<std::string> picture_of(const engine::Trace& trace, int mask) {
  const engine::Stage& stage = trace.stage(mask);
  Picture picture{static_cast<int>(stage.columns), static_cast<int>(stage.rows), {}};
  picture.rgba.reserve(static_cast<size_t>(stage.rows * stage.columns) * 4);
  for (Index row = 0; row < stage.rows; ++row) {
    const Matrix numbers = trace.read_row(mask, row);
    for (Index column = 0; column < stage.columns; ++column) {
      const float value = numbers(0, column);
      if (value != 0 && !engine::is_hidden(value)) {
        const std::string number = engine::number_markup(static_cast<double>(value), 4);
        return cell_error("error.mask_bias", row, column, number);
      }
      const std::uint8_t grey = value == 0 ? 255 : 0;
      picture.rgba.insert(picture.rgba.end(), {grey, grey, grey, 255});
    }
  }
  return encode_png(picture);
}

// The fields of a table's lines, quoted as in RFC 4180, without their quotation marks: only names have any.
// Skips empty lines. Reads this many fields and lines beyond `rows` and `columns`, to report what the table
// has too many of: a table of any size takes no more memory.
std::vector<std::vector<std::string>> fields_of(std::string_view text, Index rows, Index columns) {
  std::vector<std::vector<std::string>> lines(1);
  std::string field;
  bool quoted = false;
  const auto most_fields = static_cast<size_t>(columns) + kCounted;
  const auto most_lines = static_cast<size_t>(rows) + kCounted;
  const auto end_field = [&] {
    if (lines.back().size() < most_fields) lines.back().push_back(field);
    field.clear();
  };
  const auto end_line = [&] {
    end_field();
    const bool is_empty = lines.back().size() == 1 && lines.back().front().empty();
    if (is_empty) lines.pop_back();
    lines.emplace_back();
  };
  for (const char letter : text) {
    if (lines.size() > most_lines) break;
    if (letter == '"') {
      quoted = !quoted;
    } else if (quoted || (letter != ',' && letter != '\n' && letter != '\r')) {
      field += letter;
    } else if (letter == ',') {
      end_field();
    } else if (letter == '\n') {
      end_line();
    }
  }
  end_line();
  lines.pop_back();
  return lines;
}

// A number that can be added to a score; nullopt if it is not one.
std::optional<float> bias_of(std::string_view field) {
  const std::string_view text = app::trimmed(field);
  float value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = !text.empty() && end == text.data() + text.size();
  if (!is_whole || failed != std::errc() || std::isnan(value) || value > kLargestBias) return std::nullopt;
  return engine::is_hidden(value) ? -engine::kInfinity : value;
}

// Whether the first line names columns: its first field, above the rows' names, is empty.
bool has_names(const std::vector<std::vector<std::string>>& lines) {
  return !lines.empty() && lines.front().size() > 1 && app::trimmed(lines.front().front()).empty();
}

}  // namespace

std::optional<Error> write_mask(const engine::Trace& trace, int mask, const fs::path& path) {
  const auto format = format_of(path);
  if (!format) return unknown_format(path);
  if (*format == MaskFormat::kCsv) return write_file(path, to_csv(trace, mask));
  const auto bytes = picture_of(trace, mask);
  if (!bytes) return bytes.error();
  return write_file(path, *bytes);
}

Result<Matrix> read_mask(const fs::path& path, Index rows, Index columns) {
  const auto format = format_of(path);
  if (!format) return unknown_format(path);
  const auto bytes = read_file(path, kMostBytes);
  if (!bytes) return bytes.error();
  return *format == MaskFormat::kCsv ? mask_of_csv(*bytes, rows, columns)
                                     : mask_of_png(*bytes, rows, columns);
}

Result<Matrix> mask_of_csv(std::string_view text, Index rows, Index columns) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto lines = fields_of(text, rows, columns);
  const size_t named = has_names(lines) ? 1 : 0;
  const auto found = static_cast<Index>(lines.size() - named);
  const auto width = [&](Index row) {
    const auto count = static_cast<Index>(lines[static_cast<size_t>(row) + named].size());
    return std::max<Index>(count - static_cast<Index>(named), 0);
  };
  if (found != rows) return shape_error(found, found > 0 ? width(0) : 0, rows, columns);
  Matrix mask(rows, columns);
  for (Index row = 0; row < rows; ++row) {
    if (width(row) != columns) return shape_error(rows, width(row), rows, columns);
    for (Index column = 0; column < columns; ++column) {
      const std::string& field = lines[static_cast<size_t>(row) + named][static_cast<size_t>(column) + named];
      const auto value = bias_of(field);
      if (!value) return cell_error("error.mask_number", row, column, field);
      mask(row, column) = *value;
    }
  }
  return mask;
}

Result<Matrix> mask_of_png(std::string_view bytes, Index rows, Index columns) {
  const auto file = std::as_bytes(std::span(bytes));
  const auto size = loaders::image_size(file, "");
  if (!size) return Error{"error.mask_picture", {}};
  if (size->height != rows || size->width != columns)
    return shape_error(size->height, size->width, rows, columns);
  const auto picture = loaders::decode_image(file, "", loaders::ReadAs::kSeen);
  if (!picture) return Error{"error.mask_picture", {}};
  Matrix mask(rows, columns);
  for (Index i = 0; i < mask.size(); ++i) {
    const std::uint8_t* const pixel = picture->rgb.data() + static_cast<size_t>(i) * 3;
    // Rec. 709, sec. 3.2: luma of red, green and blue.
    const int grey = (2126 * pixel[0] + 7152 * pixel[1] + 722 * pixel[2]) / 10000;
    mask.data()[i] = grey < kMiddleGrey ? -engine::kInfinity : 0;
  }
  return mask;
}

}  // namespace exporter
