// multi_head.cpp: several small attentions side by side, then mixed by one projection.
// Vaswani et al. 2017, sec. 3.2.2.
#include "engine/attention/multi_head.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/attention/efficient/head.h"
#include "engine/attention/fused.h"
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
    key_sequence_ = builder_.stage(inputs.key).row_sequence;
    concat_ = std::make_shared<Matrix>(queries().rows, weights_.n_heads * values().width);
    scale_ = scale(queries().width, settings_.scale, settings_.temperature);
    relative_ = extras.relative;
    relative_table_ = extras.relative_table;
    prepare_mask(rule, extras.additive);
    // Typed numbers of a map are in no fused pass.
    is_fused_ = builder_.is_lean() && !builder_.has_edits_below(prefix_ + ".head.");
    for (Index head = 0; head < weights_.n_heads; ++head) {
      if (stop.stop_requested()) return -1;
      add_head(head);
    }
    if (is_fused_ && !fuse()) return -1;
    if (stop.stop_requested()) return -1;
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
  // The stages that a head's output is made from.
  struct HeadParts {
    int q = 0, k = 0, v = 0;
    int raise = -1, bias = -1;  // what the scores are raised by before and after they are scaled, or -1
    int masked = 0, weights = 0;
    MethodStages own;  // how its output is made
  };

  const Projection& queries() const { return projections_.queries(); }
  const Projection& keys() const { return projections_.keys(); }
  const Projection& values() const { return projections_.values(); }

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
    mask_operation_is_rule_ = true;
    Index head = 0;
    while (head + 1 < weights_.n_heads && own_mask(head) != nullptr) ++head;
    mask_ =
        builder_.earlier_source(head_address(head) + ".mask", *mask_operation_, queries().rows, keys().rows);
    if (mask_) return;
    if (builder_.is_lean()) return;
    auto numbers = std::make_shared<Matrix>(queries().rows, keys().rows);
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

  // A stage of the head's (L, T) map.
  Stage map_stage(std::string address, std::string symbol, OperationPtr operation,
                  std::vector<int> inputs) const {
    return {.address = std::move(address),
            .symbol = std::move(symbol),
            .operation = std::move(operation),
            .inputs = std::move(inputs),
            .rows = queries().rows,
            .columns = keys().rows,
            .row_axis = Axis::kQueries,
            .column_axis = Axis::kKeys,
            .row_sequence = query_sequence_,
            .column_sequence = key_sequence_};
  }

  void add_head(Index head) {
    const std::string address = head_address(head);
    const auto [q, k, v] = projections_.add_head(head);
    const int turned_q = add_turned(address + ".q", q);
    const int turned_k = add_turned(address + ".k", k);
    const int raw =
        builder_.add_on_demand(map_stage(address + ".scores", "S", engine::scores(), {turned_q, turned_k}));
    const Raised raised = add_relative(address, raw, turned_q, head);
    const Raised biased = add_biased(address, add_scaled(address, raised.sum), head);
    const int masked = add_masked(address, biased.sum, head);
    HeadParts part{
        .q = turned_q, .k = turned_k, .v = v, .raise = raised.by, .bias = biased.by, .masked = masked};
    if (has_method(head)) {
      add_method_stages(address, part);
    } else {
      const OperationPtr weighing = state_of(head) == HeadState::kUniform ? uniform_rows() : softmax_rows();
      part.weights = builder_.add_on_demand(map_stage(address + ".weights", "A", weighing, {masked}));
      part.own = {.output = weighted_sum(), .output_from = {part.weights, v}};
    }
    if (!is_fused_) builder_.mark_blind_rows(part.weights, blind_rows(masked, part.weights));
    parts_.push_back(std::move(part));
    add_head_output(head);
  }

  // A head whose weights are even by hand has no method of its own.
  bool has_method(Index head) const {
    return settings_.method.kind != AttentionKind::kExact && state_of(head) != HeadState::kUniform;
  }

  void add_method_stages(const std::string& address, HeadParts& part) {
    const double root = settings_.scale ? std::sqrt(static_cast<double>(queries().width)) : 1.0;
    MethodHead head{.builder = builder_,
                    .method = settings_.method,
                    .address = address,
                    .q = part.q,
                    .k = part.k,
                    .v = part.v,
                    .first_k = parts_.empty() ? part.k : parts_.front().k,
                    .first_v = parts_.empty() ? part.v : parts_.front().v,
                    .masked = part.masked,
                    .mask = builder_.stage(part.masked).inputs.at(1),
                    .masking = masking_,
                    .rule = rule_,
                    .is_scaled = settings_.scale,
                    .temperature = settings_.temperature,
                    .divisor = root * settings_.temperature};
    MethodOutput made = add_method(head);
    part.weights = made.weights;
    part.own = std::move(made.stages);
  }

  // Whether a head's output is computed by the fused pass, after its stages were added.
  bool is_fused(const HeadParts& part) const {
    const bool has_map = part.own.output_from.front() == part.weights;
    return is_fused_ && (has_map || part.own.attend);
  }

  // A head's output, into the columns of concat that are its own: of a fused pass before they are computed.
  void add_head_output(Index head) {
    const HeadParts& part = parts_[static_cast<size_t>(head)];
    const bool is_on = state_of(head) != HeadState::kOff;
    Stage stage{.address = head_address(head) + ".output",
                .symbol = "O_{" + std::to_string(head) + "}",
                .operation = is_on ? part.own.output : given("note.head_off"),
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

  // Computes concat without the maps. Whether it was not stopped.
  bool fuse() {
    // The weights' rows that see nothing are known with them, and the outputs lie in the earlier concat.
    const bool is_known =
        std::all_of(parts_.begin(), parts_.end(),
                    [&](const HeadParts& part) { return builder_.is_same(part.weights); }) &&
        std::all_of(outputs_.begin(), outputs_.end(), [&](int output) { return builder_.is_same(output); });
    if (is_known) {
      for (const HeadParts& part : parts_)
        builder_.mark_blind_rows(part.weights, builder_.earlier_blind_rows(part.weights));
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
    const auto blind = fused_attention(heads);
    if (stop_requested()) return false;
    for (size_t i = 0; i < parts_.size(); ++i) {
      builder_.mark_blind_rows(parts_[i].weights,
                               places[i] < blind.size()
                                   ? blind[places[i]]
                                   : engine::blind_rows(rule_, queries().rows, keys().rows));
      const auto head = static_cast<Index>(i);
      if (state_of(head) == HeadState::kOff)
        concat_->middleCols(head * values().width, values().width).setZero();
    }
    return true;
  }

  FusedHead fused_head(Index head) {
    const HeadParts& part = parts_[static_cast<size_t>(head)];
    const HeadState state = state_of(head);
    FusedHead fused{.q = builder_.view(part.q),
                    .k = builder_.view(part.k),
                    .v = builder_.view(part.v),
                    .out = View(concat_->data() + head * values().width, queries().rows, values().width,
                                Eigen::OuterStride<>(concat_->cols())),
                    .raises = {},
                    .addends = {},
                    .masking = nullptr,
                    .weighing = state == HeadState::kUniform ? uniform_rows() : softmax_rows(),
                    .attend = part.own.attend};
    if (!scales_nothing()) fused.scaling = scale_;
    if (part.raise >= 0) fused.raises.push_back(addend_of(part.raise));
    if (part.bias >= 0) fused.addends.push_back(addend_of(part.bias));
    const bool is_own = own_mask(head) != nullptr;
    const bool is_plain = !is_own && mask_operation_is_rule_ && !rule_.painted && !rule_.has_pattern() &&
                          !rule_.has_padding() && rule_.hidden == -kInfinity;
    if (is_plain) {
      fused.causal = rule_.causal;
      fused.first_query = rule_.first_query;
    } else if (is_own || !mask_is_zero_) {
      const Stage& mask = builder_.stage(builder_.stage(part.masked).inputs.at(1));
      fused.masking = masking_;
      if (!is_own && mask_) {
        fused.addends.push_back({nullptr, {}, whole(*mask_)});
      } else {
        fused.addends.push_back({mask.operation, {}, empty()});
      }
    }
    return fused;
  }

  // A stage that is not kept, to be made block by block of inputs that are.
  FusedHead::Addend addend_of(int index) const {
    const Stage& stage = builder_.stage(index);
    FusedHead::Addend addend{stage.operation, {}, empty()};
    addend.inputs.reserve(stage.inputs.size());
    for (const int input : stage.inputs) addend.inputs.push_back(builder_.view(input));
    return addend;
  }

  static ConstView empty() { return {nullptr, 0, 0, Eigen::OuterStride<>(0)}; }

  // Queries or keys turned by their positions, where they are.
  int add_turned(const std::string& address, int vectors) {
    if (!settings_.rotary) return vectors;
    Stage stage = builder_.stage(vectors);
    stage.address = address + ".rotated";
    stage.symbol += "′";
    const Index kept = stage.row_axis == Axis::kKeys ? keys().rows - builder_.stage(keys().input).rows : 0;
    stage.operation =
        rotate(*settings_.rotary, stage.row_axis == Axis::kKeys ? settings_.first - kept : settings_.first);
    stage.inputs = {vectors};
    return builder_.add(std::move(stage));
  }

  // Scores, and what they were raised by: the stages of the sum and of what was added, or -1.
  struct Raised {
    int sum;
    int by = -1;
  };

  // Raw scores with what the query finds in the vectors of distances, where there are any. Shaw et al. 2018,
  // eq. 5; the values' vectors of its eq. 3 made no difference there (sec. 4.3) and are left out.
  Raised add_relative(const std::string& address, int raw, int q, Index head) {
    if (!weights_.relative) return {raw};
    const Index vectors = weights_.relative.rows() / weights_.n_heads;
    const int table = builder_.add_given({.address = address + ".relative.table",
                                          .symbol = "A^{r}",
                                          .operation = given_,
                                          .rows = vectors,
                                          .columns = weights_.relative.cols(),
                                          .row_axis = Axis::kDimensions,
                                          .column_axis = Axis::kDimensions},
                                         weights_.relative, head * vectors, 0);
    const int by = builder_.add_on_demand(
        map_stage(address + ".relative.scores", "S^{r}", relative_scores(settings_.first), {q, table}));
    return {builder_.add_on_demand(map_stage(address + ".relative.sum", "S^{+}", engine::add(), {raw, by})),
            by};
  }

  // Scaled scores changed by distance, where they are: a slope a head, or a number a bucket. Press et al.
  // 2022, sec. 3; Raffel et al. 2020, sec. 2.1.
  Raised add_biased(const std::string& address, int scaled, Index head) {
    if (relative_ == nullptr && !settings_.alibi) return {scaled};
    Stage bias =
        map_stage(address + ".alibi", "B", alibi(alibi_slope(head, weights_.n_heads), settings_.first), {});
    if (relative_ != nullptr) {
      bias = map_stage(address + ".relative", "B",
                       relative_bias(relative_->max_distance, relative_->both_ways, head, settings_.first),
                       {relative_table_});
    }
    const int by = builder_.add_on_demand(std::move(bias));
    return {builder_.add_on_demand(map_stage(address + ".biased", "S^{b}", engine::add(), {scaled, by})), by};
  }

  bool scales_nothing() const { return !settings_.scale && settings_.temperature == 1; }

  int add_scaled(const std::string& address, int raw) {
    Stage stage = map_stage(address + ".scaled", "S′", scale_, {raw});
    return scales_nothing() ? builder_.add_identity(std::move(stage))
                            : builder_.add_on_demand(std::move(stage));
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
      stage.inputs.push_back(builder_.add_on_demand(map_stage(address + ".mask", "M", mask(own), {})));
      return builder_.add_on_demand(std::move(stage));
    }
    Stage shared = map_stage(address + ".mask", "M", mask_operation_, {});
    stage.inputs.push_back(mask_ ? builder_.add_given(std::move(shared), mask_)
                                 : builder_.add_on_demand(std::move(shared)));
    return mask_is_zero_ ? builder_.add_identity(std::move(stage)) : builder_.add_on_demand(std::move(stage));
  }

  // The rows of a map that see no key; every other row has a number that is not -inf.
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

  // The mixture of the heads: concat Woᵀ + bo.
  int add_output(int concat) {
    const Index width = weights_.wo.rows();
    std::vector<int> inputs = {concat};
    inputs.push_back(builder_.add_given({.address = prefix_ + ".wo",
                                         .symbol = "W_{o}",
                                         .operation = given_,
                                         .rows = width,
                                         .columns = weights_.wo.cols(),
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
    const auto product = linear_of(builder_, inputs[1], weights_.wo);
    return builder_.add_on_demand({.address = prefix_ + ".output",
                                   .symbol = "Y",
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
  std::shared_ptr<Matrix> concat_;  // the heads' outputs are its column slices
  OperationPtr scale_;
  MaskRule rule_;
  OperationPtr mask_operation_;
  OperationPtr masking_;
  std::shared_ptr<const Matrix> mask_;  // of all heads that have none of their own
  bool mask_is_zero_ = true;
  bool mask_operation_is_rule_ = false;
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
