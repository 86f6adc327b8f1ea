// The ready-made examples: what they show is computed, and the small one can be computed by hand.
#include "app/session/examples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "app/session/worked_example.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Index;
using engine::Matrix;
using engine::Stage;
using engine::Trace;

std::shared_ptr<const Trace> trace_of(const Document& document) {
  auto made = make_trace(document);
  EXPECT_TRUE(made.ok()) << made.error().key;
  return made ? std::move(made).value() : nullptr;
}

Matrix whole(const Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

// A few cells of each stage, and all of a small one.
Index step_through(Index count) {
  return count <= 16 ? 1 : count / 7;
}

void expect_explained(const Trace& trace, int stage) {
  const Stage& shown = trace.stage(stage);
  for (Index row = 0; row < shown.rows; row += step_through(shown.rows)) {
    for (Index column = 0; column < shown.columns; column += step_through(shown.columns)) {
      const auto explained = trace.explain(stage, row, column);
      const auto value = static_cast<double>(trace.at(stage, row, column));
      if (!std::isfinite(value)) continue;
      EXPECT_NEAR(explained.result, value, 1e-4 * std::max(1.0, explained.magnitude))
          << shown.address << " " << row << " " << column;
    }
  }
}

TEST(Examples, OfTrainedModelsAndOfOthersAreListedOnceEach) {
  std::map<std::string_view, int> listed;
  for (const Example& example : examples()) ++listed[example.key];
  for (const char* key : {"example.shapes", "example.decoder", "example.small_model", "example.worked"})
    EXPECT_EQ(listed[key], 1) << key;
}

// A first look at 0.0000 would tell nothing.
TEST(Examples, PinACellThatTells) {
  for (const Example& example : examples()) {
    const auto& pinned = example.document.focus.pinned;
    if (!pinned) continue;
    const auto trace = trace_of(example.document);
    const auto stage = trace->find(example.document.focus.stage);
    ASSERT_TRUE(stage.has_value()) << example.key;
    EXPECT_GT(std::abs(trace->at(*stage, pinned->first, pinned->second)), 0.05f) << example.key;
  }
}

TEST(Examples, EveryProductOnTheScreenIsTheProduct) {
  for (const Example& example : examples()) {
    if (example.document.config.model == engine::ModelKind::kCheckpoint) continue;
    SCOPED_TRACE(example.key);
    const auto trace = trace_of(example.document);
    ASSERT_NE(trace, nullptr);
    for (int stage = 0; stage < trace->size(); ++stage) {
      const Stage& shown = trace->stage(stage);
      // Numbers are typed into what is given, never over what is computed.
      EXPECT_TRUE(shown.operation->typed() == nullptr || shown.inputs.empty()) << shown.address;
      expect_explained(*trace, stage);
    }
  }
}

// Q, K and V of every head are X times its weights: done here once more, by Eigen.
void expect_projections(const Trace& trace, const std::string& attention, int heads) {
  for (int head = 0; head < heads; ++head) {
    for (const char letter : {'q', 'k', 'v'}) {
      const std::string address = engine::head_in(attention, head) + "." + letter;
      const Stage& made = trace.stage(trace.find(address).value());
      const Matrix x = whole(trace, trace.stage(made.inputs.at(0)).address);
      const Matrix w = whole(trace, engine::head_in(attention, head) + ".w" + letter);
      EXPECT_TRUE(whole(trace, address).isApprox(x * w.transpose())) << address;
    }
  }
}

TEST(WorkedExample, IsATrueProductOfUnitVectors) {
  const WorkedExample typed{"1 1 0 1\n0 1 1 0\n1 0 1 1", "1 0 1 1\n1 1 0 1\n0 1 1 0", "1 2\n3 4\n5 6", 2};
  const auto made = worked_document(typed, {});
  ASSERT_TRUE(made.ok());
  const auto trace = trace_of(*made);
  EXPECT_EQ(whole(*trace, "input"), Matrix::Identity(3, 3));
  expect_projections(*trace, "encoder.0.self", 2);
  EXPECT_EQ(whole(*trace, "encoder.0.self.head.1.v"), (Matrix(3, 1) << 2, 4, 6).finished());
}

TEST(WorkedExample, IsATrueProductAcrossTwoSequencesToo) {
  const auto made = worked_document({"1 2\n3 4", "1 0\n0 1\n1 1", "1 0\n0 1\n5 5", 1}, {});
  ASSERT_TRUE(made.ok()) << made.error().key;
  const auto trace = trace_of(*made);
  expect_projections(*trace, "decoder.0.cross", 1);
  EXPECT_EQ(whole(*trace, "decoder.0.cross.head.0.q"), (Matrix(2, 2) << 1, 2, 3, 4).finished());
  EXPECT_EQ(whole(*trace, "decoder.0.cross.head.0.v"), (Matrix(3, 2) << 1, 0, 0, 1, 5, 5).finished());
  for (const Stage& stage : trace->stages())
    EXPECT_TRUE(stage.operation->typed() == nullptr || stage.inputs.empty()) << stage.address;
}

TEST(WorkedExample, GivesRepeatedWordsNamesOfTheirOwn) {
  Document now;
  now.text = "the cat the";
  const auto made = worked_document({"1 0\n0 1\n1 1", "1 0\n0 1\n1 1", "", 1}, now);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->text, "x1 x2 x3");
}

TEST(WorkedExample, RefusesMoreRowsThanItsVectorsMayHaveNumbers) {
  std::string rows;
  for (Index row = 0; row <= kMostWorkedRows; ++row) rows += "1\n";
  EXPECT_EQ(worked_document({rows, rows, "", 1}, {}).error().key, "error.worked_rows");
}

TEST(SmallModel, StandsFirstAmongWhatIsDoneByHand) {
  const auto all = untrained_examples();
  const auto first = std::find_if(all.begin(), all.end(),
                                  [](const Example& row) { return row.group == "example.group.by_hand"; });
  ASSERT_NE(first, all.end());
  EXPECT_EQ(first->key, "example.small_model");
}

TEST(SmallModel, ComesOutAsItDoesByHand) {
  const auto trace = trace_of(small_model());
  const std::string one = "encoder.0.self.head.0.";
  const std::string two = "encoder.0.self.head.1.";
  EXPECT_EQ(whole(*trace, "input"), (Matrix(3, 4) << 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1).finished());
  EXPECT_EQ(whole(*trace, one + "q"), (Matrix(3, 2) << 2, 0, 0, 2, 2, 0).finished());
  EXPECT_EQ(whole(*trace, one + "k"), (Matrix(3, 2) << 0, 1, 1, 0, 0, 0).finished());
  EXPECT_EQ(whole(*trace, one + "scores"), (Matrix(3, 3) << 0, 2, 0, 2, 0, 0, 0, 2, 0).finished());
  EXPECT_EQ(whole(*trace, two + "scores"), (Matrix(3, 3) << 0, 1, 2, 0, 0, 2, 0, 0, 2).finished());
  // sat reads from cat: e^(2/√2) / (1 + e^(2/√2) + 1).
  const double e = std::exp(std::sqrt(2.0));
  EXPECT_NEAR(whole(*trace, one + "weights")(2, 1), e / (2 + e), 1e-6);
  expect_projections(*trace, "encoder.0.self", 2);
  const Matrix concat = whole(*trace, "encoder.0.self.concat");
  EXPECT_TRUE(whole(*trace, "encoder.0.self.output")
                  .isApprox(concat * whole(*trace, "encoder.0.self.wo").transpose()));
}

}  // namespace
}  // namespace app
