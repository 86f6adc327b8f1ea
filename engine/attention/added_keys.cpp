// added_keys.cpp: vectors that are stacked below those of the input.
#include "engine/attention/added_keys.h"

#include "engine/ops/operations.h"

namespace engine {

std::vector<std::string> added_keys(const Parameter& own, bool adds_zeros) {
  std::vector<std::string> names;
  if (own) names.emplace_back("bias");
  if (adds_zeros) names.emplace_back("zero");
  return names;
}

int add_extended(TraceBuilder& builder, const std::string& address, int vectors, const AddedVectors& added) {
  if (added.count == 0) return vectors;
  Stage stage = builder.stage(vectors);
  auto numbers = std::make_shared<Matrix>(Matrix::Zero(added.count, stage.columns));
  if (added.own)
    numbers->row(0) = added.own.block(0, added.head * stage.columns, 1, stage.columns).matrix().row(0);
  stage.inputs = {vectors, builder.add_given({.address = address + ".added",
                                              .role = stage.role,
                                              .operation = given("note.added_keys"),
                                              .rows = added.count,
                                              .columns = stage.columns,
                                              .row_axis = Axis::kDimensions,
                                              .column_axis = Axis::kDimensions},
                                             std::move(numbers))};
  stage.address = address + ".extended";
  stage.operation = stack_rows();
  stage.rows += added.count;
  stage.row_sequence = added.sequence;
  return builder.add(std::move(stage));
}

std::shared_ptr<const Matrix> with_added_columns(const std::shared_ptr<const Matrix>& of_input, Index added) {
  if (added == 0) return of_input;
  auto wider = std::make_shared<Matrix>(Matrix::Zero(of_input->rows(), of_input->cols() + added));
  wider->leftCols(of_input->cols()) = *of_input;
  return wider;
}

}  // namespace engine
