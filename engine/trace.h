// trace.h: every stage of one run, in the order of the paper. Immutable once built.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/explanation.h"
#include "engine/matrix.h"
#include "engine/operation.h"

namespace engine {

// What a row or a column of a stage stands for.
enum class Axis {
  kTokens,          // a token of the sequence
  kQueries,         // a token that reads
  kKeys,            // a token that is read
  kVocabulary,      // a distinct token
  kDimensions,      // a number of a vector
  kHeadDimensions,  // head and dimension: the concatenation
  kIds,             // one column of vocabulary numbers
};

// Which role's colour a stage wears; everything else is plain.
enum class Role { kPlain, kQuery, kKey, kValue };

// One named matrix of a trace: where it comes from and what it stands for. Its numbers are read through the
// Trace.
struct Stage {
  std::string address;  // "encoder.0.self.head.2.weights"
  std::string symbol;   // "Q", in the markup of engine/formula.h
  Role role = Role::kPlain;
  std::shared_ptr<const Operation> operation;
  std::vector<int> inputs;  // indices of earlier stages
  Index rows = 0;
  Index columns = 0;
  Axis row_axis = Axis::kTokens;
  Axis column_axis = Axis::kDimensions;
};

// The smallest and largest finite numbers of a stage; hidden counts the -inf ones. Empty where nothing is
// finite.
struct Summary {
  float smallest = 0;
  float largest = 0;
  Index finite = 0;
  Index hidden = 0;
};

class Trace {
 public:
  const std::vector<Stage>& stages() const { return stages_; }
  const Stage& stage(int index) const { return stages_.at(static_cast<size_t>(index)); }
  int size() const { return static_cast<int>(stages_.size()); }

  // The stage at an address; nothing where there is none.
  std::optional<int> find(std::string_view address) const;

  // Up to `count` addresses that are written most like the one given, nearest first.
  std::vector<std::string> nearest(std::string_view address, size_t count) const;

  // The numbers of a block; the block must lie inside the stage.
  Matrix read(int stage, Index row, Index column, Index rows, Index columns) const;
  Matrix read_row(int stage, Index row) const { return read(stage, row, 0, 1, this->stage(stage).columns); }
  Matrix read_column(int stage, Index column) const {
    return read(stage, 0, column, this->stage(stage).rows, 1);
  }
  float at(int stage, Index row, Index column) const;

  Summary summary(int stage) const;

  // The arithmetic of one cell, by the operation that made it.
  Explanation explain(int stage, Index row, Index column) const;

  // The whole stage's formula, with its inputs' symbols.
  std::string formula(int stage) const;

  // Rows of a softmax stage in which no key is visible: their weights are all 0.
  const std::vector<Index>& blind_rows(int stage) const;

  // The run's tokens, and which of them are padding.
  const std::vector<std::string>& tokens() const { return tokens_; }
  const std::vector<bool>& padding() const { return padding_; }

  // Memory held by the stages' numbers, shared storage counted once.
  size_t bytes() const { return bytes_; }

 private:
  friend class TraceBuilder;

  // Where a stage's numbers lie: a rectangle of a matrix that several stages may share.
  struct Storage {
    std::shared_ptr<const Matrix> matrix;
    Index row = 0;
    Index column = 0;
  };

  ConstView view(int stage) const;

  std::vector<Stage> stages_;
  std::vector<Storage> storage_;
  std::vector<std::pair<int, std::vector<Index>>> blind_rows_;
  std::vector<std::string> tokens_;
  std::vector<bool> padding_;
  size_t bytes_ = 0;
};

// Makes a Trace stage by stage; each stage may read only stages added before it.
class TraceBuilder {
 public:
  TraceBuilder(std::vector<std::string> tokens, std::vector<bool> padding);

  // Adds a stage and computes it into storage of its own. Returns its index.
  int add(Stage stage);

  // Adds a stage whose numbers are given: a parameter. `row`, `column`: its rectangle's corner in `numbers`.
  int add_given(Stage stage, std::shared_ptr<const Matrix> numbers, Index row = 0, Index column = 0);

  // Adds a stage that equals its first input (a step that is switched off): it shares that input's storage.
  int add_identity(Stage stage);

  // Computes a stage into a rectangle of `shared`, which stays writable until build().
  int add_into(Stage stage, const std::shared_ptr<Matrix>& shared, Index row, Index column);

  // Adds a stage whose rectangle of `shared` was already computed.
  int add_computed(Stage stage, std::shared_ptr<const Matrix> shared, Index row, Index column);

  // Says that these rows of a stage see nothing.
  void mark_blind_rows(int stage, std::vector<Index> rows);

  // The numbers of a stage that was added, valid until build().
  ConstView view(int stage) const { return trace_->view(stage); }
  const Stage& stage(int index) const { return trace_->stage(index); }

  std::shared_ptr<const Trace> build() &&;

 private:
  int push(Stage stage, Trace::Storage storage);
  std::vector<ConstView> input_views(const Stage& stage) const;

  std::shared_ptr<Trace> trace_;
};

}  // namespace engine
