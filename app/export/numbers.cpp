// numbers.cpp: CSV, NPY, JSON and plain text.
#include "app/export/numbers.h"

#include <uniwidth.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "app/export/csv.h"
#include "app/look/labels.h"
#include "app/session/layer_arrays.h"
#include "engine/core/formula.h"
#include "engine/core/number_text.h"

namespace exporter {
namespace {

using engine::Index;
using engine::Matrix;

constexpr int kFirst = 0;  // what other programs count from

// The width of a label in terminal columns: 漢字 take two each.
size_t width_of(const std::string& label) {
  const int width = u8_width(reinterpret_cast<const uint8_t*>(label.data()), label.size(), "UTF-8");
  return static_cast<size_t>(std::max(width, 0));
}

std::string padded(const std::string& text, size_t width) {
  const size_t own = width_of(text);
  return std::string(width > own ? width - own : 0, ' ') + text;
}

// A stage's rows in order, read several at a time: computing many rows often takes little more time than one.
class RowsInTurn {
 public:
  RowsInTurn(const engine::Trace& trace, int stage) : trace_(trace), stage_(stage) {}

  // (1, columns).
  Matrix row(Index row) {
    if (row < first_ || row >= first_ + numbers_.rows()) {
      const engine::Stage& shown = trace_.stage(stage_);
      first_ = row;
      numbers_ = trace_.read(stage_, row, 0, std::min(kAtOnce, shown.rows - row), shown.columns);
    }
    return numbers_.row(row - first_);
  }

 private:
  static constexpr Index kAtOnce = 16;

  const engine::Trace& trace_;
  int stage_;
  Index first_ = 0;
  Matrix numbers_;
};

std::string npy_header(std::initializer_list<Index> sizes) {
  static_assert(std::endian::native == std::endian::little, "NPY is written little-endian");
  std::string shape;
  for (const Index size : sizes) shape.append(shape.empty() ? "" : ", ").append(std::to_string(size));
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
  // Magic, version and length take 10 bytes; the values start at a multiple of 64.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  return bytes + header;
}

void append_floats(const Matrix& numbers, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()),
               sizeof(float) * static_cast<size_t>(numbers.size()));
}

void append_stage(const engine::Trace& trace, int stage, std::string& bytes) {
  RowsInTurn in_turn(trace, stage);
  for (Index row = 0; row < trace.stage(stage).rows; ++row) append_floats(in_turn.row(row), bytes);
}

// Values are kept as float32, so that each is written with as few digits as read back.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

// JSON has no infinity.
Json values_of(const engine::Trace& trace, int stage) {
  RowsInTurn in_turn(trace, stage);
  Json values = Json::array();
  for (Index row = 0; row < trace.stage(stage).rows; ++row) {
    Json line = Json::array();
    const Matrix numbers = in_turn.row(row);
    for (const float value : numbers.reshaped()) {
      if (std::isinf(value)) {
        line.push_back(value < 0 ? "-inf" : "inf");
      } else {
        line.push_back(value);
      }
    }
    values.push_back(std::move(line));
  }
  return values;
}

void name_sides(const engine::Trace& trace, int stage, Json& object) {
  object["rows"] = look::axis_labels(trace, stage, look::Side::kRows, kFirst);
  object["columns"] = look::axis_labels(trace, stage, look::Side::kColumns, kFirst);
}

std::string line_of(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_csv(const engine::Trace& trace, int stage) {
  RowsInTurn in_turn(trace, stage);
  const auto rows = look::axis_labels(trace, stage, look::Side::kRows, kFirst);
  std::string text;
  for (const std::string& column : look::axis_labels(trace, stage, look::Side::kColumns, kFirst))
    text += "," + csv_field(column);
  text += "\r\n";
  for (Index row = 0; row < trace.stage(stage).rows; ++row) {
    text += csv_field(rows.at(static_cast<size_t>(row)));
    const Matrix numbers = in_turn.row(row);
    for (const float value : numbers.reshaped()) text += "," + engine::shortest_digits(value);
    text += "\r\n";
  }
  return text;
}

std::string to_npy(const engine::Trace& trace, int stage) {
  const engine::Stage& shown = trace.stage(stage);
  std::string bytes = npy_header({shown.rows, shown.columns});
  append_stage(trace, stage, bytes);
  return bytes;
}

std::string to_npy(const Matrix& numbers) {
  std::string bytes = npy_header({numbers.rows(), numbers.cols()});
  append_floats(numbers, bytes);
  return bytes;
}

std::string heads_to_npy(const engine::Trace& trace, std::span<const int> heads) {
  const engine::Stage& first = trace.stage(heads.front());
  std::string bytes = npy_header({static_cast<Index>(heads.size()), first.rows, first.columns});
  for (const int head : heads) append_stage(trace, head, bytes);
  return bytes;
}

std::string to_json(const engine::Trace& trace, int stage) {
  const engine::Stage& shown = trace.stage(stage);
  Json object;
  object["address"] = shown.address;
  object["operation"] = std::string(shown.operation->name());
  object["formula"] = engine::plain_formula(trace.formula(stage, {.first = kFirst}));
  object["shape"] = {shown.rows, shown.columns};
  name_sides(trace, stage, object);
  object["values"] = values_of(trace, stage);
  return line_of(object);
}

std::string heads_to_json(const engine::Trace& trace, std::span<const int> heads) {
  const engine::Stage& first = trace.stage(heads.front());
  Json object;
  object["address"] = app::layer_address(first.address);
  object["operation"] = std::string(first.operation->name());
  object["shape"] = {static_cast<Index>(heads.size()), first.rows, first.columns};
  object["heads"] = Json::array();
  object["values"] = Json::array();
  for (const int head : heads) {
    object["heads"].push_back(trace.stage(head).address);
    object["values"].push_back(values_of(trace, head));
  }
  name_sides(trace, heads.front(), object);
  return line_of(object);
}

std::string to_text(const engine::Trace& trace, int stage) {
  RowsInTurn in_turn(trace, stage);
  const engine::Stage& shown = trace.stage(stage);
  const auto rows = look::axis_labels(trace, stage, look::Side::kRows, kFirst);
  const auto columns = look::axis_labels(trace, stage, look::Side::kColumns, kFirst);
  const int decimals = shown.column_axis == engine::Axis::kIds ? 0 : 4;
  size_t label_width = 0;
  for (const std::string& label : rows) label_width = std::max(label_width, width_of(label));
  std::vector<size_t> widths;
  widths.reserve(columns.size());
  for (const std::string& label : columns) widths.push_back(width_of(label));
  for (Index row = 0; row < shown.rows; ++row) {
    const Matrix numbers = in_turn.row(row);
    for (size_t column = 0; column < widths.size(); ++column) {
      const float value = numbers(0, static_cast<Index>(column));
      widths[column] = std::max(widths[column], engine::fixed_digits(value, decimals).size());
    }
  }
  std::string text(label_width, ' ');
  for (size_t column = 0; column < widths.size(); ++column) {
    text += "  " + padded(columns[column], widths[column]);
  }
  for (Index row = 0; row < shown.rows; ++row) {
    text += "\n" + padded(rows.at(static_cast<size_t>(row)), label_width);
    const Matrix numbers = in_turn.row(row);
    for (size_t column = 0; column < widths.size(); ++column) {
      text += "  " +
              padded(engine::fixed_digits(numbers(0, static_cast<Index>(column)), decimals), widths[column]);
    }
  }
  return text + "\n";
}

}  // namespace exporter
