// multi_head.cpp: several small attentions side by side, then mixed by one projection.
// Vaswani et al. 2017, sec. 3.2.2.
#include "engine/attention/multi_head.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <vector>

#include "engine/ops/operations.h"

namespace engine {
namespace {

// One of Q, K, V for all heads at once: (length, h * width), computed by one product; a head's part is a
// column slice.
struct Projection {
  std::shared_ptr<const Matrix> numbers;
  std::shared_ptr<const Matrix> weight;
  std::shared_ptr<const Matrix> bias;
  int input = 0;
  Index width = 0;       // of one head
  Index rows = 0;        // of `numbers` that count
  bool is_kept = false;  // read from a cache, which more than this run's inputs went into
};

class MultiHead {
 public:
  MultiHead(TraceBuilder& builder, const std::string& prefix, const AttentionWeights& weights,
            const AttentionSettings& settings)
      : builder_(builder),
        prefix_(prefix),
        weights_(weights),
        settings_(settings),
        given_(given(weights.note)) {}

  int run(const AttentionInputs& inputs, const MaskRule& rule, const AttentionExtras& extras,
          const std::stop_token& stop) {
    if (!project_all(inputs, extras.cache, stop)) return -1;
    concat_ = std::make_shared<Matrix>(q_.rows, weights_.n_heads * v_.width);
    scale_ = scale(q_.width, settings_.scale, settings_.temperature);
    prepare_mask(rule, extras.additive);
    for (Index head = 0; head < weights_.n_heads; ++head) {
      if (stop.stop_requested()) return -1;
      add_head(head);
    }
    const Index width = concat_->cols();
    const int concat = builder_.add_computed({.address = prefix_ + ".concat",
                                              .symbol = "C",
                                              .operation = concatenate(),
                                              .inputs = outputs_,
                                              .rows = concat_->rows(),
                                              .columns = width,
                                              .row_axis = Axis::kQueries,
                                              .column_axis = Axis::kHeadDimensions,
                                              .row_sequence = query_sequence_},
                                             concat_, 0, 0);
    return add_output(concat);
  }

 private:
  // Whether it was not stopped.
  bool project_all(const AttentionInputs& inputs, KeyValueCache* cache, const std::stop_token& stop) {
    query_sequence_ = builder_.stage(inputs.query).row_sequence;
    key_sequence_ = builder_.stage(inputs.key).row_sequence;
    if (stop.stop_requested()) return false;
    q_ = project(inputs.query, 'q', weights_.wq, weights_.bq);
    if (stop.stop_requested()) return false;
    if (cache != nullptr) {
      project_into(*cache, inputs);
      return true;
    }
    k_ = project(inputs.key, 'k', weights_.wk, weights_.bk);
    if (stop.stop_requested()) return false;
    v_ = project(inputs.value, 'v', weights_.wv, weights_.bv);
    return true;
  }

  // All heads' projection by one product, unless the earlier trace has it.
  Projection project(int input, char letter, const std::shared_ptr<const Matrix>& weight,
                     const std::shared_ptr<const Matrix>& bias) const {
    assert(weight->rows() % weights_.n_heads == 0 && weight->cols() == builder_.stage(input).columns);
    auto known = builder_.earlier_product(prefix_ + ".head.0." + letter, *linear(), input, *weight);
    if (!known) {
      auto numbers = std::make_shared<Matrix>(builder_.stage(input).rows, weight->rows());
      compute(input, *weight, bias, whole(*numbers));
      known = std::move(numbers);
    }
    const Index rows = known->rows();
    return {std::move(known), weight, bias, input, weight->rows() / weights_.n_heads, rows};
  }

  // The new tokens' keys and values, behind those of the tokens before.
  void project_into(KeyValueCache& cache, const AttentionInputs& inputs) {
    if (!cache.once || cache.length == 0) {
      const Index rows = builder_.stage(inputs.key).rows;
      make_room(cache.keys, cache.length + rows, weights_.wk->rows());
      make_room(cache.values, cache.length + rows, weights_.wv->rows());
      compute(inputs.key, *weights_.wk, weights_.bk, rows_of(*cache.keys, cache.length, rows));
      compute(inputs.value, *weights_.wv, weights_.bv, rows_of(*cache.values, cache.length, rows));
      cache.length += rows;
    }
    const Index heads = weights_.n_heads;
    k_ = {cache.keys, weights_.wk, weights_.bk, inputs.key, weights_.wk->rows() / heads, cache.length, true};
    v_ = {cache.values, weights_.wv, weights_.bv, inputs.value, weights_.wv->rows() / heads,
          cache.length, true};
  }

  // At least `rows` rows, with those that are there; doubled, so that growing costs little a row.
  static void make_room(std::shared_ptr<Matrix>& numbers, Index rows, Index columns) {
    if (numbers && numbers->rows() >= rows) return;
    auto larger = std::make_shared<Matrix>(std::max<Index>(2 * rows, 16), columns);
    if (numbers) larger->topRows(numbers->rows()) = *numbers;
    numbers = std::move(larger);
  }

  static View rows_of(Matrix& matrix, Index first, Index rows) {
    return {matrix.data() + first * matrix.cols(), rows, matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
  }

  void compute(int input, const Matrix& weight, const std::shared_ptr<const Matrix>& bias,
               const View& out) const {
    std::vector<ConstView> inputs = {builder_.view(input), whole(weight)};
    if (bias) inputs.push_back(whole(*bias));
    linear()->forward(inputs, out);
  }

  // The mask of the heads that have none of their own: one matrix for all of them.
  void prepare_mask(const MaskRule& rule, const std::shared_ptr<const Matrix>& additive) {
    rule_ = rule;
    mask_is_zero_ = !additive && rule.none();
    masking_ = settings_.in_place ? place(rule.hidden) : engine::add();
    if (additive) {
      mask_operation_ = given("note.given_mask");
      mask_ = additive;
      return;
    }
    mask_operation_ = mask(rule);
    Index head = 0;
    while (head + 1 < weights_.n_heads && own_mask(head) != nullptr) ++head;
    mask_ = builder_.earlier_source(head_address(head) + ".mask", *mask_operation_, q_.rows, k_.rows);
    if (mask_) return;
    auto numbers = std::make_shared<Matrix>(q_.rows, k_.rows);
    if (mask_is_zero_) {
      numbers->setZero();
    } else {
      mask_operation_->forward({}, whole(*numbers));
    }
    mask_ = std::move(numbers);
  }

  // The painted cells of a head that has its own; null elsewhere.
  const std::shared_ptr<const Matrix>* own_mask(Index head) const {
    for (const auto& [owner, cells] : settings_.painted_heads) {
      if (owner == head) return &cells;
    }
    return nullptr;
  }

  std::string head_address(Index head) const { return prefix_ + ".head." + std::to_string(head); }

  // Weight, bias and result of one projection of one head: .wq, .bq, .q and so on.
  int add_projection(const std::string& head_address, char letter, const Projection& part, Index head,
                     Role role, Axis rows, int weight) {
    const Index width = part.width;
    Stage stage{.address = head_address + "." + letter,
                .symbol = std::string(1, static_cast<char>(std::toupper(letter))),
                .role = role,
                .operation = linear(),
                .rows = part.rows,
                .columns = width,
                .row_axis = rows,
                .column_axis = Axis::kDimensions,
                .row_sequence = rows == Axis::kKeys ? key_sequence_ : query_sequence_};
    if (part.is_kept) {
      stage.operation = kept();
      return builder_.add_given(std::move(stage), part.numbers, 0, head * width);
    }
    std::vector<int> inputs = {part.input, weight};
    if (part.bias) {
      inputs.push_back(builder_.add_given({.address = head_address + ".b" + letter,
                                           .symbol = std::string("b_{") + letter + "}",
                                           .role = role,
                                           .operation = given_,
                                           .rows = 1,
                                           .columns = width,
                                           .row_axis = Axis::kDimensions,
                                           .column_axis = Axis::kDimensions},
                                          part.bias, 0, head * width));
    }
    stage.inputs = std::move(inputs);
    return builder_.add_computed(std::move(stage), part.numbers, 0, head * width);
  }

  static OperationPtr kept() {
    static const OperationPtr kOnly = given("note.kept");
    return kOnly;
  }

  int add_weight(const std::string& head_address, char letter, const Projection& part, Index head,
                 Role role) {
    return builder_.add_given({.address = head_address + ".w" + letter,
                               .symbol = std::string("W_{") + letter + "}",
                               .role = role,
                               .operation = given_,
                               .rows = part.width,
                               .columns = part.weight->cols(),
                               .row_axis = Axis::kDimensions,
                               .column_axis = Axis::kDimensions},
                              part.weight, head * part.width, 0);
  }

  // A stage of the head's (L, T) map.
  Stage map_stage(std::string address, std::string symbol, OperationPtr operation,
                  std::vector<int> inputs) const {
    return {.address = std::move(address),
            .symbol = std::move(symbol),
            .operation = std::move(operation),
            .inputs = std::move(inputs),
            .rows = q_.rows,
            .columns = k_.rows,
            .row_axis = Axis::kQueries,
            .column_axis = Axis::kKeys,
            .row_sequence = query_sequence_,
            .column_sequence = key_sequence_};
  }

  void add_head(Index head) {
    const std::string address = head_address(head);
    const int wq = add_weight(address, 'q', q_, head, Role::kQuery);
    const int wk = add_weight(address, 'k', k_, head, Role::kKey);
    const int wv = add_weight(address, 'v', v_, head, Role::kValue);
    const int q = add_projection(address, 'q', q_, head, Role::kQuery, Axis::kQueries, wq);
    const int k = add_projection(address, 'k', k_, head, Role::kKey, Axis::kKeys, wk);
    const int v = add_projection(address, 'v', v_, head, Role::kValue, Axis::kKeys, wv);
    const int raw = builder_.add(map_stage(address + ".scores", "S", engine::scores(), {q, k}));
    const int scaled = add_scaled(address, raw);
    const int masked = add_masked(address, scaled, head);
    const HeadState state = state_of(head);
    const OperationPtr weighing = state == HeadState::kUniform ? uniform_rows() : softmax_rows();
    const int weights = builder_.add(map_stage(address + ".weights", "A", weighing, {masked}));
    builder_.mark_blind_rows(weights, blind_rows(masked, weights));
    const bool is_on = state != HeadState::kOff;
    outputs_.push_back(builder_.add_into({.address = address + ".output",
                                          .symbol = "O_{" + std::to_string(head) + "}",
                                          .operation = is_on ? weighted_sum() : given("note.head_off"),
                                          .inputs = is_on ? std::vector{weights, v} : std::vector<int>{},
                                          .rows = q_.rows,
                                          .columns = v_.width,
                                          .row_axis = Axis::kQueries,
                                          .column_axis = Axis::kDimensions,
                                          .row_sequence = query_sequence_},
                                         concat_, 0, head * v_.width));
  }

  int add_scaled(const std::string& address, int raw) {
    Stage stage = map_stage(address + ".scaled", "S′", scale_, {raw});
    const bool identity = !settings_.scale && settings_.temperature == 1;
    return identity ? builder_.add_identity(std::move(stage)) : builder_.add(std::move(stage));
  }

  HeadState state_of(Index head) const {
    const auto at = static_cast<size_t>(head);
    return at < settings_.heads.size() ? settings_.heads[at] : HeadState::kOn;
  }

  int add_masked(const std::string& address, int scaled, Index head) {
    Stage stage = map_stage(address + ".masked", "S″", masking_, {scaled});
    if (const auto* const cells = own_mask(head)) {
      MaskRule own = rule_;
      own.painted = *cells;
      stage.inputs.push_back(builder_.add(map_stage(address + ".mask", "M", mask(own), {})));
      return builder_.add(std::move(stage));
    }
    stage.inputs.push_back(builder_.add_given(map_stage(address + ".mask", "M", mask_operation_, {}), mask_));
    return mask_is_zero_ ? builder_.add_identity(std::move(stage)) : builder_.add(std::move(stage));
  }

  std::vector<Index> blind_rows(int masked, int weights) const {
    std::vector<Index> rows;
    if (mask_is_zero_ && settings_.painted_heads.empty()) return rows;
    if (builder_.is_same(weights)) return builder_.earlier_blind_rows(weights);
    const ConstView numbers = builder_.view(masked);
    for (Index row = 0; row < numbers.rows(); ++row) {
      if (numbers.row(row).maxCoeff() == -kInfinity) rows.push_back(row);
    }
    return rows;
  }

  int add_output(int concat) {
    const Index width = weights_.wo->rows();
    std::vector<int> inputs = {concat};
    inputs.push_back(builder_.add_given({.address = prefix_ + ".wo",
                                         .symbol = "W_{o}",
                                         .operation = given_,
                                         .rows = width,
                                         .columns = weights_.wo->cols(),
                                         .row_axis = Axis::kDimensions,
                                         .column_axis = Axis::kHeadDimensions},
                                        weights_.wo));
    if (weights_.bo) {
      inputs.push_back(builder_.add_given({.address = prefix_ + ".bo",
                                           .symbol = "b_{o}",
                                           .operation = given_,
                                           .rows = 1,
                                           .columns = width,
                                           .row_axis = Axis::kDimensions,
                                           .column_axis = Axis::kDimensions},
                                          weights_.bo));
    }
    return builder_.add({.address = prefix_ + ".output",
                         .symbol = "Y",
                         .operation = linear(),
                         .inputs = std::move(inputs),
                         .rows = concat_->rows(),
                         .columns = width,
                         .row_axis = Axis::kQueries,
                         .column_axis = Axis::kDimensions,
                         .row_sequence = query_sequence_});
  }

  TraceBuilder& builder_;
  const std::string& prefix_;
  const AttentionWeights& weights_;
  const AttentionSettings& settings_;
  OperationPtr given_;
  Projection q_, k_, v_;
  int query_sequence_ = 0;
  int key_sequence_ = 0;
  std::shared_ptr<Matrix> concat_;  // the heads' outputs are its column slices
  OperationPtr scale_;
  MaskRule rule_;
  OperationPtr mask_operation_;
  OperationPtr masking_;
  std::shared_ptr<const Matrix> mask_;  // of all heads that have none of their own
  bool mask_is_zero_ = true;
  std::vector<int> outputs_;
};

// One matrix of all heads with the typed numbers of `part` ("wq") of each; the same matrix where there are
// none.
std::shared_ptr<const Matrix> with_edits(const TraceBuilder& builder, const std::string& prefix,
                                         const char* part, Index heads,
                                         const std::shared_ptr<const Matrix>& all) {
  std::shared_ptr<Matrix> own;
  for (Index head = 0; all && head < heads; ++head) {
    std::string address = prefix;
    address.append(".head.").append(std::to_string(head)).append(".").append(part);
    const StageEdits* const edits = builder.edits_of(address);
    if (edits == nullptr) continue;
    if (!own) own = std::make_shared<Matrix>(*all);
    // A weight has a head's rows, a bias its columns.
    const bool is_bias = *part == 'b';
    const Index width = (is_bias ? all->cols() : all->rows()) / heads;
    write_edits(*edits, is_bias ? own->block(0, head * width, 1, width)
                                : own->block(head * width, 0, width, all->cols()));
  }
  return own ? own : all;
}

AttentionWeights with_edits(const TraceBuilder& builder, const std::string& prefix,
                            AttentionWeights weights) {
  const auto edit = [&](const char* part, std::shared_ptr<const Matrix>& all) {
    all = with_edits(builder, prefix, part, weights.n_heads, all);
  };
  edit("wq", weights.wq);
  edit("wk", weights.wk);
  edit("wv", weights.wv);
  edit("bq", weights.bq);
  edit("bk", weights.bk);
  edit("bv", weights.bv);
  return weights;
}

}  // namespace

int add_multi_head_attention(TraceBuilder& builder, const std::string& prefix, const AttentionInputs& inputs,
                             const AttentionWeights& weights, const MaskRule& rule,
                             const AttentionSettings& settings, const std::stop_token& stop,
                             const AttentionExtras& extras) {
  if (!builder.has_edits())
    return MultiHead(builder, prefix, weights, settings).run(inputs, rule, extras, stop);
  const AttentionWeights edited_weights = with_edits(builder, prefix, weights);
  return MultiHead(builder, prefix, edited_weights, settings).run(inputs, rule, extras, stop);
}

}  // namespace engine
