// positions_lab.cpp: the stages of the positions lab, from the model's own operations.
#include "engine/labs/positions/positions_lab.h"

#include <string>

#include "engine/core/trace.h"
#include "engine/model/checks.h"
#include "engine/model/config.h"
#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

class PositionStages {
 public:
  PositionStages(TraceBuilder& builder, const PositionsLab& lab) : builder_(builder), lab_(lab) {}

  void add() {
    const int table = waves("table", "P", 0, lab_.length);
    made("products", "G", linear(), {table, table}, lab_.length, lab_.length, Axis::kEncodedPositions);
    const int first = waves("first", "a", lab_.first, 1);
    const int second = waves("second", "b", lab_.second, 1);
    made("difference", "D", difference(), {first, second}, 1, lab_.d_model);
    made("product", "s", linear(), {first, second}, 1, 1, Axis::kEncodedPositions);
    const int first_unit = made("first.unit", "u", unit_rows(), {first}, 1, lab_.d_model);
    const int second_unit = made("second.unit", "v", unit_rows(), {second}, 1, lab_.d_model);
    made("cosine", "c", linear(), {first_unit, second_unit}, 1, 1, Axis::kEncodedPositions);
  }

 private:
  int waves(const char* name, const char* symbol, Index position, Index rows) {
    return made(name, symbol, sinusoid(lab_.base, position), {}, rows, lab_.d_model);
  }

  int made(const char* name, const char* symbol, OperationPtr operation, std::vector<int> inputs, Index rows,
           Index columns, Axis across = Axis::kEncodedDimensions) {
    return builder_.add({.address = std::string("lab.positions.") + name,
                         .symbol = symbol,
                         .operation = std::move(operation),
                         .inputs = std::move(inputs),
                         .rows = rows,
                         .columns = columns,
                         .row_axis = Axis::kEncodedPositions,
                         .column_axis = across});
  }

  TraceBuilder& builder_;
  const PositionsLab& lab_;
};

}  // namespace

std::optional<Error> check(const PositionsLab& lab) {
  for (const auto& bad :
       {check_size("d_model", lab.d_model, kMaxWidth), check_size("length", lab.length, kMaxLabLength)}) {
    if (bad) return bad;
  }
  if (auto bad = check_base(lab.base)) return bad;
  for (const Index position : {lab.first, lab.second}) {
    if (position >= 0 && position < kMaxTokens) continue;
    return Error{"error.lab_position",
                 {{"value", std::to_string(position)}, {"last", std::to_string(kMaxTokens - 1)}}};
  }
  return std::nullopt;
}

void add_stages(TraceBuilder& builder, const PositionsLab& lab) {
  PositionStages(builder, lab).add();
}

double count_numbers(const PositionsLab& lab) {
  const auto length = static_cast<double>(lab.length);
  return (length + 5) * static_cast<double>(lab.d_model) + length * length;
}

double count_operations(const PositionsLab& lab) {
  const auto length = static_cast<double>(lab.length);
  // A sine takes about as long as ten multiplications.
  return static_cast<double>(lab.d_model) * (length * length + 10 * length);
}

}  // namespace engine
