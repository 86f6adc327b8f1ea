// trace.h: every stage of one run, in the order of the paper. Immutable once built.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/band_cache.h"
#include "engine/core/edits.h"
#include "engine/core/explanation.h"
#include "engine/core/lettering.h"
#include "engine/core/matrix.h"
#include "engine/core/operation.h"
#include "engine/core/parameter.h"
#include "engine/core/sequence.h"
#include "engine/core/stage_kind.h"

namespace engine {

// What a row or a column of a stage stands for.
enum class Axis {
  kTokens,             // a token of the sequence
  kQueries,            // a token that attends
  kKeys,               // a token that is attended to
  kVocabulary,         // a token of the vocabulary
  kDimensions,         // a component of a vector
  kHeadDimensions,     // head and dimension: the concatenation
  kIds,                // a single column of token ids
  kPositions,          // a position in a sequence, whatever token is there
  kEncodedPositions,   // pos of a positional encoding: counts from 0, as in its formula
  kEncodedDimensions,  // 2i and 2i+1 in it, from 0, too
};

// What one axis of a stage stands for, and whose tokens if it counts tokens: an index into
// Trace::sequences().
struct AxisRef {
  Axis kind = Axis::kTokens;
  int sequence = 0;

  bool counts_tokens() const {
    return kind == Axis::kTokens || kind == Axis::kQueries || kind == Axis::kKeys;
  }
  auto operator<=>(const AxisRef&) const = default;
};

// The role whose colour a stage takes; everything else is plain.
enum class Role { kPlain, kQuery, kKey, kValue };

// One named matrix of a trace: where it comes from and what it stands for. Its values are read through the
// Trace.
struct Stage {
  std::string address;      // "encoder.0.self.head.2.weights"
  std::string symbol = {};  // its letter, for a kind that letters.cpp does not have
  Role role = Role::kPlain;
  std::shared_ptr<const Operation> operation;
  std::vector<int> inputs;  // indices of earlier stages
  Index rows = 0;
  Index columns = 0;
  Axis row_axis = Axis::kTokens;
  Axis column_axis = Axis::kDimensions;
  int row_sequence = 0;     // whose tokens the rows are: index into Trace::sequences()
  int column_sequence = 0;  // whose tokens the columns are
  StageKind kind = {};      // what it is: set from its address when added to a trace

  Shape shape() const { return {rows, columns}; }
  AxisRef rows_are() const { return {row_axis, row_sequence}; }
  AxisRef columns_are() const { return {column_axis, column_sequence}; }
};

// A recomputing trace keeps the stages that others depend on; the rest is recomputed from them whenever it is
// read. Readers see no difference except in time.
class Trace {
 public:
  const std::vector<Stage>& stages() const { return stages_; }
  const Stage& stage(int index) const { return stages_.at(static_cast<size_t>(index)); }
  int size() const { return static_cast<int>(stages_.size()); }

  // The stage at an address; nullopt if there is none.
  std::optional<int> find(std::string_view address) const;

  // Up to `count` addresses most similar to the one given, nearest first.
  std::vector<std::string> nearest(std::string_view address, size_t count) const;

  // The values of a block, which must lie inside the stage. Thread-safe.
  Matrix read(int stage, Index row, Index column, Index rows, Index columns) const;
  Matrix read_row(int stage, Index row) const { return read(stage, row, 0, 1, this->stage(stage).columns); }
  Matrix read_column(int stage, Index column) const {
    return read(stage, 0, column, this->stage(stage).rows, 1);
  }
  float at(int stage, Index row, Index column) const;

  Summary summary(int stage) const;

  // Whether the stage's values are kept; if not, reading them recomputes them.
  bool is_kept(int stage) const { return storage(stage).matrix || storage(stage).parameter; }
  bool recomputes() const { return cache_ != nullptr; }

  // The arithmetic of one cell, from the operation that computed it.
  Explanation explain(int stage, Index row, Index column) const;

  // The whole stage's formula, in the markup of core/formula.h.
  std::string formula(int stage, const Lettering& lettering = {}) const;

  // Rows of a softmax stage in which no key is visible: their weights are all 0.
  const std::vector<Index>& fully_masked_rows(int stage) const;

  // The run's sequences: the typed one; or source and target; or those of each example of a batch in turn.
  // Each marks which of its tokens are padding.
  const std::vector<Sequence>& sequences() const { return sequences_; }
  const Sequence& sequence(int index) const { return sequences_.at(static_cast<size_t>(index)); }

  // The tokens that the model knows, by id.
  const std::vector<std::string>& vocabulary() const { return *vocabulary_; }

  // The number of stages reused from an earlier trace without computing them.
  int reused() const { return reused_; }
  // Whether this stage has the same values, in the same storage, as the stage at that address in `other`.
  bool shares(int stage, const Trace& other) const;

  // Where a stage's values lie in memory: in a rectangle of this matrix, which several stages may share; null
  // for those that are not kept, or are read in place from a file.
  struct Place {
    const Matrix* matrix = nullptr;
    Index row = 0;
    Index column = 0;

    bool operator==(const Place&) const = default;
  };
  Place place(int stage) const {
    const Storage& held = storage(stage);
    return {held.matrix.get(), held.row, held.column};
  }

  // Memory held by the stages' values; counts shared storage once.
  size_t bytes() const { return bytes_; }

 private:
  friend class TraceBuilder;

  // Where a stage's values are: in a rectangle of a matrix that several stages may share; in a parameter that
  // is read in place; or nowhere, and they are computed on demand.
  struct Storage {
    std::shared_ptr<const Matrix> matrix;
    Index row = 0;
    Index column = 0;
    Parameter parameter = {};
  };

  ConstView view(int stage) const;
  ConstView view(int stage, const Block& block) const;
  // The values of a block; for a stage that is not kept, computed without looking in the cache.
  Matrix make(int stage, const Block& block) const;
  Matrix make_or_copy(int stage, const Block& block) const;
  std::shared_ptr<const Matrix> band(int stage, Index band) const;
  std::shared_ptr<const Matrix> lone_row(int stage, Index row) const;
  Matrix read_bands(int stage, const Block& block) const;
  Summary summarise(int stage) const;
  const Storage& storage(int stage) const { return storage_.at(static_cast<size_t>(stage)); }

  std::vector<Stage> stages_;
  std::vector<Storage> storage_;
  std::vector<std::pair<int, std::vector<Index>>> fully_masked_rows_;
  std::unordered_map<std::string_view, int> index_;  // of every address
  std::vector<Sequence> sequences_;
  std::shared_ptr<const std::vector<std::string>> vocabulary_;  // never null
  std::shared_ptr<BandCache> cache_;                            // of a recomputing trace
  uint64_t number_ = 0;                                         // its key in the cache
  size_t bytes_ = 0;
  int reused_ = 0;
  bool is_edited_ = false;  // some of its values were typed
};

// Builds a Trace stage by stage; each stage may read only stages added before it. A stage that an earlier
// trace holds, computed by the same operation from the same values, is reused: only what a change affects is
// computed.
class TraceBuilder {
 public:
  TraceBuilder(std::vector<Sequence> sequences, std::vector<std::string> vocabulary,
               std::shared_ptr<const Trace> earlier = nullptr);
  // Goes on where another trace ends: with all of its stages, their numbers and what it recomputes.
  explicit TraceBuilder(const Trace& begun);
  // Takes a vocabulary that others have too, in the place of its own.
  void share_vocabulary(std::shared_ptr<const std::vector<std::string>> vocabulary) {
    trace_->vocabulary_ = std::move(vocabulary);
  }

  // Builds a recomputing trace from here on; recomputed values stay in `cache` for a while.
  void recompute(std::shared_ptr<BandCache> cache);
  bool recomputes() const { return trace_->recomputes(); }

  // Another sequence that stages can have rows for, behind those of the run. Returns its index.
  int add_sequence(Sequence sequence);

  // From here on, stages named in `edits` have its values, whatever would be computed or given.
  void set_edits(Edits edits) { edits_ = std::move(edits); }
  bool has_edits() const { return !edits_.empty(); }
  // The edits of one stage; null if it has none.
  const StageEdits* edits_of(std::string_view address) const { return find_edits(edits_, address); }

  // Adds a stage and computes it into its own storage. Returns its index.
  int add(Stage stage);

  // As above, for a stage that a recomputing trace need not keep: there it is not computed now.
  int add_on_demand(Stage stage);

  // Adds a stage with given values: a parameter. `row`, `column`: its rectangle's corner in `numbers`.
  int add_given(Stage stage, Parameter numbers, Index row = 0, Index column = 0);

  // Adds a stage with the values of stage `index` of another trace, and shares their storage.
  int add_shared(Stage stage, const Trace& from, int index);

  // Adds a stage that equals its first input (a step that is switched off): it shares that input's storage.
  int add_identity(Stage stage);

  // Computes a stage into a rectangle of `shared`, which stays writable until build().
  int add_into(Stage stage, const std::shared_ptr<Matrix>& shared, Index row, Index column);

  // Adds a stage whose rectangle of `shared` is already computed.
  int add_computed(Stage stage, std::shared_ptr<const Matrix> shared, Index row, Index column);

  // The whole matrix that held the stage at `address` in the earlier trace, if `operation` computed it from
  // the stage `input` as it is here and the matrix `weight`, or from nothing in this shape. Otherwise null.
  std::shared_ptr<const Matrix> earlier_product(std::string_view address, const Operation& operation,
                                                int input, const Parameter& weight) const;
  std::shared_ptr<const Matrix> earlier_source(std::string_view address, const Operation& operation,
                                               Index rows, Index columns) const;

  // Whether a stage has the same values as in the earlier trace.
  bool is_same(int stage) const { return same_.at(static_cast<size_t>(stage)) >= 0; }
  // The fully masked rows of such a stage.
  const std::vector<Index>& earlier_fully_masked_rows(int stage) const {
    return earlier_->fully_masked_rows(same_.at(static_cast<size_t>(stage)));
  }

  // Marks these rows of a stage as fully masked.
  void mark_fully_masked_rows(int stage, std::vector<Index> rows);

  // The values of an added stage, valid until build(); for one that is not kept, until the next such call.
  ConstView view(int stage) const;
  // Whether any value at this address, or at one that starts with it, was typed.
  bool has_edits_below(std::string_view address) const;
  const Stage& stage(int index) const { return trace_->stage(index); }
  bool is_kept(int stage) const { return trace_->is_kept(stage); }
  // Whether its values are in memory as a matrix.
  bool is_direct(int stage) const { return trace_->storage(stage).matrix != nullptr; }
  // A parameter that was added for everyone, by its address; nullopt if it was not.
  std::optional<int> find(std::string_view address) const;
  const std::vector<std::string>& vocabulary() const { return trace_->vocabulary(); }
  const Sequence& sequence(int index) const { return trace_->sequence(index); }

  std::shared_ptr<const Trace> build() &&;

 private:
  // Gives the stage its edited operation, if it has edits, and returns these.
  const StageEdits* take_edits(Stage& stage) const;
  // A rectangle of `numbers` with the edits written over it.
  static Trace::Storage with_edits(const StageEdits& edits, const Stage& stage,
                                   const Trace::Storage& numbers);
  int push(Stage stage, Trace::Storage storage, int earlier);
  // Adds a stage that was found in the earlier trace without computing it.
  int push_known(Stage stage, Trace::Storage storage, int earlier);
  int earlier_equal(const Stage& stage, const ConstView& numbers) const;
  // All of a stage's inputs; `made` holds those that are not kept.
  std::vector<ConstView> input_views(const Stage& stage, std::vector<Matrix>& made) const;
  Matrix make_whole(int stage) const;
  void compute(const Stage& stage, const View& out) const;
  int earlier_at(std::string_view address) const;
  int earlier_same(const Stage& stage) const;

  std::shared_ptr<Trace> trace_;
  std::shared_ptr<const Trace> earlier_;
  Edits edits_;
  mutable int viewed_ = -1;  // the stage that view() computed last because it is not kept, and its values
  mutable Matrix viewed_numbers_;
  std::vector<int> same_;  // for each stage: the stage of earlier_ with the same values, or -1
};

}  // namespace engine
