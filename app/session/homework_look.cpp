// homework_look.cpp: finds a mistake that reproduces their values, or an earlier one that they follow from.
#include "app/session/homework_look.h"

#include <algorithm>

#include "engine/analysis/compare.h"
#include "engine/ops/operations.h"

namespace app {
namespace {

using engine::Matrix;

// A stage's inputs: theirs if given in our shape, otherwise ours.
struct Inputs {
  std::vector<Matrix> numbers;
  std::string differing;  // the first of theirs that differs; empty: none
};

Inputs inputs_of(const Homework& homework, const engine::Stage& stage, double tolerance) {
  const engine::Trace& trace = *homework.trace;
  Inputs all;
  all.numbers.reserve(stage.inputs.size());
  for (const int input : stage.inputs) {
    const engine::Stage& made = trace.stage(input);
    Matrix numbers = trace.read(input, 0, 0, made.rows, made.columns);
    if (const HomeworkFile* const file = file_of(trace, homework.files, made.address)) {
      auto theirs = read_theirs(file->path, made.address);
      const bool usable = theirs && theirs->rows() == made.rows && theirs->cols() == made.columns;
      if (usable && all.differing.empty() && !engine::fits(*theirs, numbers, tolerance))
        all.differing = made.address;
      if (usable) numbers = std::move(theirs).value();
    }
    all.numbers.push_back(std::move(numbers));
  }
  return all;
}

std::string follows_from(const Homework& homework, const engine::Stage& stage, const Matrix& theirs,
                         double tolerance) {
  const Inputs inputs = inputs_of(homework, stage, tolerance);
  if (inputs.differing.empty()) return "";
  std::vector<engine::ConstView> views;
  views.reserve(inputs.numbers.size());
  for (const Matrix& numbers : inputs.numbers) views.push_back(engine::whole(numbers));
  Matrix made(stage.rows, stage.columns);
  stage.operation->forward(views, engine::whole(made));
  return engine::fits(theirs, made, tolerance) ? inputs.differing : "";
}

}  // namespace

HomeworkLook begin_look(const Homework& homework, const HomeworkRow& row, double tolerance) {
  HomeworkLook look{.trace = homework.trace, .tolerance = tolerance};
  if (const HomeworkFile* const file = file_of(*homework.trace, homework.files, row.address))
    look.file = *file;
  return look;
}

HomeworkLook look_closely(const Homework& homework, const HomeworkRow& row, double tolerance) {
  HomeworkLook look = begin_look(homework, row, tolerance);
  auto theirs = read_theirs(row.path, row.address);
  if (!theirs || row.stage < 0) return look;
  look.theirs = std::make_shared<const Matrix>(std::move(theirs).value());
  look.sides = side_by_side(*homework.trace, row.stage, look.theirs);
  const engine::Stage& stage = homework.trace->stage(row.stage);
  if (look.theirs->size() > kMostExplained || stage.rows * stage.columns > kMostExplained) return look;
  look.mistakes = engine::likely_mistakes(*homework.trace, row.stage, *look.theirs, tolerance);
  const Standing found = standing(homework, row, tolerance);
  if (found == Standing::kDiffers) look.follows_from = follows_from(homework, stage, *look.theirs, tolerance);
  return look;
}

bool is_current(const HomeworkLook& look, const Homework& homework, const HomeworkRow& row,
                double tolerance) {
  if (look.trace != homework.trace || look.tolerance != tolerance || look.file.address != row.address)
    return false;
  const HomeworkFile* const file = file_of(*homework.trace, homework.files, row.address);
  return file != nullptr && *file == look.file;
}

std::shared_ptr<const engine::Trace> side_by_side(const engine::Trace& trace, int stage,
                                                  const std::shared_ptr<const engine::Matrix>& theirs) {
  engine::Stage shown = trace.stage(stage);
  const bool alike = theirs->rows() == shown.rows && theirs->cols() == shown.columns;
  engine::TraceBuilder builder(trace.sequences(), trace.vocabulary());
  engine::Stage given = engine::taken_over(shown, "theirs", "\\mathrm{theirs}", "note.homework");
  given.rows = theirs->rows();
  given.columns = theirs->cols();
  if (!alike) given.row_axis = given.column_axis = engine::Axis::kDimensions;
  const int their_stage = builder.add_given(std::move(given), theirs);
  if (!alike) return std::move(builder).build();
  const int our_stage =
      builder.add_shared(engine::taken_over(shown, "ours", "\\mathrm{ours}", "note.homework"), trace, stage);
  shown.address = "difference";
  shown.symbol = "Δ";
  shown.operation = engine::difference();
  shown.inputs = {our_stage, their_stage};
  builder.add(std::move(shown));
  return std::move(builder).build();
}

}  // namespace app
