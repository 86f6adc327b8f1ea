// multi_head.cpp: several small attentions in parallel, then mixed by one projection.
// Vaswani et al. 2017, sec. 3.2.2.
#include "engine/attention/multi_head.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/attention/added_keys.h"
#include "engine/attention/efficient/head.h"
#include "engine/attention/fused.h"
#include "engine/attention/head_chain.h"
#include "engine/attention/positions.h"
#include "engine/attention/projection.h"
#include "engine/core/parallel.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

class MultiHead {
 public:
  MultiHead(TraceBuilder& builder, const std::string& prefix, const AttentionWeights& weights,
            const AttentionSettings& settings)
      : builder_(builder),
        prefix_(prefix),
        weights_(weights),
        settings_(settings),
        given_(given(weights.note)),
        projections_(builder, prefix, weights) {}

  int run(const AttentionInputs& inputs, const MaskRule& rule, const AttentionExtras& extras,
          const std::stop_token& stop) {
    if (!projections_.compute(inputs, extras.cache, stop)) return -1;
    query_sequence_ = builder_.stage(inputs.query).row_sequence;
    added_ = static_cast<Index>(added_keys(weights_.added_key, weights_.adds_zeros).size());
    key_sequence_ = added_ > 0 ? extras.keys_with_added : builder_.stage(inputs.key).row_sequence;
    concat_ = std::make_shared<Matrix>(queries().rows, weights_.n_heads * values().width);
    relative_ = extras.relative;
    relative_table_ = extras.relative_table;
    prepare_mask(rule, extras.additive);
    // The fused pass cannot apply values typed into a map.
    is_fused_ = builder_.recomputes() && !builder_.has_edits_below(prefix_ + ".head.");
    for (Index head = 0; head < weights_.n_heads; ++head) {
      if (stop.stop_requested()) return -1;
      add_head(head);
    }
    if (is_fused_ && !fuse()) return -1;
    if (stop.stop_requested()) return -1;
    const Index width = concat_->cols();
    const int concat = builder_.add_computed({.address = prefix_ + ".concat",
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
  // The stages that a head's output depends on.
  struct HeadParts {
    int q = 0, k = 0, v = 0;
    HeadChain chain;
    int weights = 0;
    MethodStages own;  // how its output is computed
  };

  const Projection& queries() const { return projections_.queries(); }
  const Projection& keys() const { return projections_.keys(); }
  const Projection& values() const { return projections_.values(); }

  // The mask of the heads without their own: one matrix for all of them, if it is kept.
  void prepare_mask(const MaskRule& rule, const std::shared_ptr<const Matrix>& additive) {
    rule_ = rule;
    if (added_ > 0) rule_.first_added = keys().rows;
    mask_is_zero_ = !additive && rule.none();
    mask_.masking = settings_.in_place ? masked_fill(rule.hidden) : engine::add();
    if (additive) return take_mask(with_added_columns(additive, added_));
    mask_.operation = mask(rule_);
    mask_.rule = &rule_;
    Index head = 0;
    while (head + 1 < weights_.n_heads && own_mask(head) != nullptr) ++head;
    mask_.numbers =
        builder_.earlier_source(head_address(head) + ".mask", *mask_.operation, queries().rows, key_count());
    if (mask_.numbers || builder_.recomputes()) return;
    auto numbers = std::make_shared<Matrix>(queries().rows, key_count());
    if (mask_is_zero_) {
      numbers->setZero();
    } else {
      mask_.operation->forward({}, whole(*numbers));
    }
    mask_.numbers = std::move(numbers);
  }

  void take_mask(const std::shared_ptr<const Matrix>& given_mask) {
    mask_.operation = given("note.given_mask");
    (given_mask->rows() == queries().rows ? mask_.numbers : mask_of_each_head_) = given_mask;
  }

  AddedVectors added_of(const Parameter& own, Index head) const {
    return {.own = own, .head = head, .count = added_, .sequence = key_sequence_};
  }

  // Keys of the input, and those that the attention adds.
  Index key_count() const { return keys().rows + added_; }

  // The painted cells of a head with its own mask; otherwise null.
  const std::shared_ptr<const Matrix>* own_mask(Index head) const {
    for (const auto& [owner, cells] : settings_.painted_heads) {
      if (owner == head) return &cells;
    }
    return nullptr;
  }

  std::string head_address(Index head) const { return prefix_ + ".head." + std::to_string(head); }

  void add_head(Index head) {
    const std::string address = head_address(head);
    const auto [q, k, v] = projections_.add_head(head);
    HeadParts part{.q = add_turned(address + ".q", add_normed(address + ".q", q, weights_.q_norm)),
                   .k = add_turned(address + ".k", add_normed(address + ".k", k, weights_.k_norm)),
                   .v = v};
    part.k = add_extended(builder_, address + ".k", part.k, added_of(weights_.added_key, head));
    part.v = add_extended(builder_, address + ".v", part.v, added_of(weights_.added_value, head));
    part.chain = add_chain(head, part);
    if (has_method(head)) {
      add_method_stages(address, part);
    } else {
      part.weights = add_weights(builder_, part.chain, weighing_of(head));
      part.own = {.output = weighted_sum(), .output_from = {part.weights, part.v}};
    }
    if (!is_fused_)
      builder_.mark_fully_masked_rows(part.weights, fully_masked_rows(part.chain.masked, part.weights));
    parts_.push_back(std::move(part));
    add_head_output(head);
  }

  HeadChain add_chain(Index head, const HeadParts& part) {
    ChainParts parts{.address = head_address(head),
                     .map = {.rows = queries().rows,
                             .columns = key_count(),
                             .row_axis = Axis::kQueries,
                             .column_axis = Axis::kKeys,
                             .row_sequence = query_sequence_,
                             .column_sequence = key_sequence_},
                     .q = part.q,
                     .k = part.k,
                     .settings = settings_.scoring,
                     .vectors = vectors_of(head),
                     .bias = bias_of(head),
                     .mask = mask_};
    if (mask_of_each_head_) {
      const auto own = rows_of(whole(*mask_of_each_head_), head * queries().rows, queries().rows);
      parts.mask->numbers = std::make_shared<const Matrix>(own);
      return add_head_chain(builder_, parts);
    }
    const auto* const cells = own_mask(head);
    if (cells == nullptr) return add_head_chain(builder_, parts);
    MaskRule own = rule_;
    own.painted = *cells;
    parts.mask = ChainMask{.operation = mask(own), .masking = mask_.masking, .rule = &own};
    return add_head_chain(builder_, parts);
  }

  std::optional<DistanceVectors> vectors_of(Index head) const {
    if (!weights_.relative) return std::nullopt;
    const Index vectors = weights_.relative.rows() / weights_.n_heads;
    return DistanceVectors{weights_.relative.middle_rows(head * vectors, vectors), given_, settings_.first};
  }

  // A value per bucket of distances, or a slope per head.
  std::optional<DistanceBias> bias_of(Index head) const {
    if (relative_ != nullptr)
      return DistanceBias{"relative",
                          relative_bias(relative_->max_distance, relative_->both_ways, head, settings_.first),
                          {relative_table_}};
    if (!settings_.alibi) return std::nullopt;
    return DistanceBias{"alibi", alibi(alibi_slope(head, weights_.n_heads), settings_.first), {}};
  }

  OperationPtr weighing_of(Index head) const {
    return state_of(head) == HeadState::kUniform ? uniform_rows() : softmax_rows();
  }

  // A head that the user set to uniform weights does not use the method.
  bool has_method(Index head) const {
    return settings_.method.kind != AttentionKind::kExact && state_of(head) != HeadState::kUniform;
  }

  void add_method_stages(const std::string& address, HeadParts& part) {
    MethodHead head{.builder = builder_,
                    .method = settings_.method,
                    .address = address,
                    .q = part.q,
                    .k = part.k,
                    .v = part.v,
                    .first_k = parts_.empty() ? part.k : parts_.front().k,
                    .first_v = parts_.empty() ? part.v : parts_.front().v,
                    .masked = part.chain.masked,
                    .mask = part.chain.mask,
                    .masking = mask_.masking,
                    .rule = rule_,
                    .scoring = settings_.scoring};
    MethodOutput made = add_method(head);
    part.weights = made.weights;
    part.own = std::move(made.stages);
  }

  // Whether a head's output is computed by the fused pass, after its stages were added.
  bool is_fused(const HeadParts& part) const {
    const bool has_map = part.own.output_from.front() == part.weights;
    return is_fused_ && (has_map || part.own.attend);
  }

  // A head's output, in its own columns of concat; with a fused pass, before they are computed.
  void add_head_output(Index head) {
    const HeadParts& part = parts_[static_cast<size_t>(head)];
    const bool is_on = state_of(head) != HeadState::kOff;
    Stage stage{.address = head_address(head) + ".output",
                .operation = is_on ? part.own.output : zeros("note.head_off"),
                .inputs = is_on ? part.own.output_from : std::vector<int>{},
                .rows = queries().rows,
                .columns = values().width,
                .row_axis = Axis::kQueries,
                .column_axis = Axis::kDimensions,
                .row_sequence = query_sequence_};
    const Index place = head * values().width;
    outputs_.push_back(is_fused(part) ? builder_.add_computed(std::move(stage), concat_, 0, place)
                                      : builder_.add_into(std::move(stage), concat_, 0, place));
  }

  // Computes concat without the maps. Returns false if stopped.
  bool fuse() {
    // The fully masked rows are known from the weights, and the outputs are in the earlier concat.
    const bool is_known =
        std::all_of(parts_.begin(), parts_.end(),
                    [&](const HeadParts& part) { return builder_.is_same(part.weights); }) &&
        std::all_of(outputs_.begin(), outputs_.end(), [&](int output) { return builder_.is_same(output); });
    if (is_known) {
      for (const HeadParts& part : parts_)
        builder_.mark_fully_masked_rows(part.weights, builder_.earlier_fully_masked_rows(part.weights));
      return true;
    }
    std::vector<FusedHead> heads;
    std::vector<size_t> places(parts_.size(), parts_.size());  // of each head among these
    heads.reserve(parts_.size());
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (!is_fused(parts_[i])) continue;
      places[i] = heads.size();
      heads.push_back(fused_head(static_cast<Index>(i)));
    }
    const auto fully_masked = fused_attention(heads);
    if (stop_requested()) return false;
    for (size_t i = 0; i < parts_.size(); ++i) {
      builder_.mark_fully_masked_rows(parts_[i].weights,
                                      places[i] < fully_masked.size()
                                          ? fully_masked[places[i]]
                                          : engine::fully_masked_rows(rule_, queries().rows, key_count()));
      const auto head = static_cast<Index>(i);
      if (state_of(head) == HeadState::kOff)
        concat_->middleCols(head * values().width, values().width).setZero();
    }
    return true;
  }

  FusedHead fused_head(Index head) {
    const HeadParts& part = parts_[static_cast<size_t>(head)];
    return {.q = builder_.view(part.q),
            .k = builder_.view(part.k),
            .v = builder_.view(part.v),
            .out = View(concat_->data() + head * values().width, queries().rows, values().width,
                        Eigen::OuterStride<>(concat_->cols())),
            .links = block_links(builder_, part.chain),
            .weighing = weighing_of(head),
            .attend = part.own.attend};
  }

  // Queries or keys after the norm of each head, if there is one.
  int add_normed(const std::string& address, int vectors, const Parameter& norm) {
    if (!norm) return vectors;
    Stage stage = builder_.stage(vectors);
    stage.address = address + ".normed";
    stage.operation = rms_norm(weights_.norm_epsilon);
    stage.inputs = {vectors, builder_.add_given({.address = stage.address + ".weight",
                                                 .role = stage.role,
                                                 .operation = given_,
                                                 .rows = 1,
                                                 .columns = norm.cols(),
                                                 .row_axis = Axis::kDimensions,
                                                 .column_axis = Axis::kDimensions},
                                                norm)};
    return builder_.add(std::move(stage));
  }

  // Queries or keys rotated by their positions, if rotary.
  int add_turned(const std::string& address, int vectors) {
    if (!settings_.rotary) return vectors;
    Stage stage = builder_.stage(vectors);
    stage.address = address + ".rotated";
    const Index kept = stage.row_axis == Axis::kKeys ? keys().rows - builder_.stage(keys().input).rows : 0;
    stage.operation =
        rotate(*settings_.rotary, stage.row_axis == Axis::kKeys ? settings_.first - kept : settings_.first);
    stage.inputs = {vectors};
    return builder_.add(std::move(stage));
  }

  HeadState state_of(Index head) const {
    const auto at = static_cast<size_t>(head);
    return at < settings_.heads.size() ? settings_.heads[at] : HeadState::kOn;
  }

  // The fully masked rows of a map; every other row has a value that is not -inf.
  std::vector<Index> fully_masked_rows(int masked, int weights) const {
    std::vector<Index> rows;
    if (mask_is_zero_ && settings_.painted_heads.empty()) return rows;
    if (builder_.is_same(weights)) return builder_.earlier_fully_masked_rows(weights);
    const ConstView numbers = builder_.view(masked);
    for (Index row = 0; row < numbers.rows(); ++row) {
      if (numbers.row(row).maxCoeff() == -kInfinity) rows.push_back(row);
    }
    return rows;
  }

  // The mixture of the heads: concat Woᵀ + bo.
  int add_output(int concat) {
    const Index width = weights_.wo.rows();
    std::vector<int> inputs = {concat};
    inputs.push_back(builder_.add_given({.address = prefix_ + ".wo",
                                         .operation = given_,
                                         .rows = width,
                                         .columns = weights_.wo.cols(),
                                         .row_axis = Axis::kDimensions,
                                         .column_axis = Axis::kHeadDimensions},
                                        weights_.wo));
    if (weights_.bo) {
      inputs.push_back(builder_.add_given({.address = prefix_ + ".bo",
                                           .operation = given_,
                                           .rows = 1,
                                           .columns = width,
                                           .row_axis = Axis::kDimensions,
                                           .column_axis = Axis::kDimensions},
                                          weights_.bo));
    }
    const auto product = linear_of(builder_, inputs[1], weights_.wo);
    return builder_.add_on_demand({.address = prefix_ + ".output",
                                   .operation = product,
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
  Projections projections_;
  int query_sequence_ = 0;
  int key_sequence_ = 0;
  Index added_ = 0;                 // keys that the attention adds
  std::shared_ptr<Matrix> concat_;  // the heads' outputs are column slices of it
  MaskRule rule_;
  ChainMask mask_;                                   // of all heads without their own
  std::shared_ptr<const Matrix> mask_of_each_head_;  // (h L, T), if they were given so
  bool mask_is_zero_ = true;
  bool is_fused_ = false;
  const RelativeWeights* relative_ = nullptr;
  int relative_table_ = -1;
  std::vector<HeadParts> parts_;
  std::vector<int> outputs_;
};

}  // namespace

int add_multi_head_attention(TraceBuilder& builder, const std::string& prefix, const AttentionInputs& inputs,
                             const AttentionWeights& weights, const MaskRule& rule,
                             const AttentionSettings& settings, const std::stop_token& stop,
                             const AttentionExtras& extras) {
  if (!builder.has_edits())
    return MultiHead(builder, prefix, weights, settings).run(inputs, rule, extras, stop);
  const AttentionWeights edited_weights = with_typed_numbers(builder, prefix, weights);
  return MultiHead(builder, prefix, edited_weights, settings).run(inputs, rule, extras, stop);
}

}  // namespace engine
