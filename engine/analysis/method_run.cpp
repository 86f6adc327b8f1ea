// method_run.cpp: runs one head under one attention method, from given values.
#include "engine/analysis/method_measures.h"
#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/head.h"
#include "engine/attention/fused.h"
#include "engine/attention/head_chain.h"
#include "engine/core/address.h"
#include "engine/core/parallel.h"
#include "engine/model/attention_options.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// "encoder.0.self.head.2" -> "encoder.0.self.head.0".
std::string first_of(std::string_view head) {
  return head_in(attention_of(head), 0);
}

// Adds the stages of one head, in the same order as in a model.
class HeadRun {
 public:
  HeadRun(const MeasuredHead& head, const AttentionMethod& method)
      : head_(head),
        method_(method),
        builder_({unnamed_tokens(head.q.rows()), unnamed_tokens(head.k.rows())}, {}) {
    builder_.recompute(std::make_shared<BandCache>(size_t{64} << 20U));
  }

  std::shared_ptr<const Trace> run() {
    const int q = add_vectors("q", head_.q, Axis::kQueries);
    const int k = add_vectors("k", head_.k, Axis::kKeys);
    const int v = add_vectors("v", head_.v, Axis::kKeys);
    chain_ = head_.masked.size() > 0 ? given_scores() : add_scores(q, k);
    MethodStages own;
    if (method_.kind == AttentionKind::kExact) {
      const int weights = add_weights(builder_, chain_, softmax_rows());
      own = {.output = weighted_sum(), .output_from = {weights, v}};
    } else {
      MethodHead method_head{.builder = builder_,
                             .method = method_,
                             .address = head_.address,
                             .q = q,
                             .k = k,
                             .v = v,
                             .first_k = add_first("k", head_.first_k, k),
                             .first_v = add_first("v", head_.first_v, v),
                             .masked = chain_.masked,
                             .mask = chain_.mask,
                             .masking = engine::add(),
                             .rule = head_.rule,
                             .scoring = head_.scoring};
      own = add_method(method_head).stages;
    }
    if (stop_requested()) return nullptr;
    add_output(own, q, k, v);
    return stop_requested() ? nullptr : std::move(builder_).build();
  }

 private:
  static Sequence unnamed_tokens(Index count) {
    return {std::vector<std::string>(static_cast<size_t>(count)),
            std::vector<bool>(static_cast<size_t>(count))};
  }

  // Values that outlive the builder's need for them: the trace holds them too.
  int add_vectors(const char* step, const Matrix& numbers, Axis axis) {
    return builder_.add_given({.address = head_.address + "." + step,
                               .operation = given("note.of_a_head"),
                               .rows = numbers.rows(),
                               .columns = numbers.cols(),
                               .row_axis = axis,
                               .row_sequence = axis == Axis::kKeys ? 1 : 0},
                              std::make_shared<const Matrix>(numbers));
  }

  // Keys or values of the first head, if the method shares them and they are not the head's own.
  int add_first(const char* step, const Matrix& numbers, int own) {
    if (method_.kind != AttentionKind::kLambda || numbers.size() == 0) return own;
    return builder_.add_given({.address = first_of(head_.address) + "." + step,
                               .operation = given("note.of_a_head"),
                               .rows = numbers.rows(),
                               .columns = numbers.cols(),
                               .row_axis = Axis::kKeys,
                               .row_sequence = 1},
                              std::make_shared<const Matrix>(numbers));
  }

  Stage map() const {
    return {.rows = head_.q.rows(),
            .columns = head_.k.rows(),
            .row_axis = Axis::kQueries,
            .column_axis = Axis::kKeys,
            .column_sequence = 1};
  }

  Stage map_stage(const char* step, OperationPtr operation) const {
    Stage stage = map();
    stage.address = head_.address + "." + step;
    stage.operation = std::move(operation);
    return stage;
  }

  // The end of a chain, and the mask, which a method may read.
  HeadChain given_scores() {
    HeadChain chain;
    chain.masked = builder_.add_given(map_stage("masked", given("note.of_a_head")),
                                      std::make_shared<const Matrix>(head_.masked));
    if (method_.kind != AttentionKind::kExact)
      chain.mask = builder_.add_on_demand(map_stage("mask", mask(head_.rule)));
    return chain;
  }

  HeadChain add_scores(int q, int k) {
    return add_head_chain(
        builder_,
        {.address = head_.address,
         .map = map(),
         .q = q,
         .k = k,
         .settings = head_.scoring,
         .mask = ChainMask{.operation = mask(head_.rule), .masking = engine::add(), .rule = &head_.rule}});
  }

  // If the output's stages are not kept, it is computed without them, as in a model.
  void add_output(const MethodStages& own, int q, int k, int v) {
    Stage stage{.address = head_.address + ".output",
                .operation = own.output,
                .inputs = own.output_from,
                .rows = head_.q.rows(),
                .columns = head_.v.cols(),
                .row_axis = Axis::kQueries};
    const bool can_fuse = chain_.scores >= 0 && (own.attend || method_.kind == AttentionKind::kExact);
    if (!can_fuse) {
      builder_.add(std::move(stage));
      return;
    }
    auto output = std::make_shared<Matrix>(stage.rows, stage.columns);
    const FusedHead fused{.q = builder_.view(q),
                          .k = builder_.view(k),
                          .v = builder_.view(v),
                          .out = whole(*output),
                          .links = block_links(builder_, chain_),
                          .weighing = softmax_rows(),
                          .attend = own.attend};
    fused_attention({fused});
    builder_.add_computed(std::move(stage), output, 0, 0);
  }

  const MeasuredHead& head_;
  const AttentionMethod& method_;
  TraceBuilder builder_;
  HeadChain chain_;
};

// All values of the stage at a head's step; nullopt if there is none.
std::optional<Matrix> numbers_at(const Trace& trace, std::string_view head, std::string_view step) {
  const auto index = trace.find(std::string(head).append(step));
  if (!index) return std::nullopt;
  const Stage& stage = trace.stage(*index);
  return trace.read(*index, 0, 0, stage.rows, stage.columns);
}

// A head's mask rule, as its mask says it; where that is given by numbers, the one of its place:
// "batch.0.encoder.1.self.head.2".
MaskRule rule_at(const Trace& trace, const Config& config, const std::string& head, const Stage& keys) {
  if (const auto mask = trace.find(head + ".mask")) {
    if (const MaskRule* const rule = rule_of(*trace.stage(*mask).operation)) return *rule;
  }
  const std::string attention(attention_of(head));
  const Sequence& sequence = trace.sequence(keys.row_sequence);
  const StageAddress place = parse_part(attention);
  if (place.sublayer == Sublayer::kCross) return with_paint(config, attention, cross_rule(config, sequence));
  const bool causal = place.stack == Stack::kDecoder ? config.decoder_causal : config.causal;
  return with_paint(config, attention, self_rule(config, sequence, causal));
}

// Whether the masked scores are exactly Q K^T, scaled, under the rule.
bool follows_from_rule(const Trace& trace, const std::string& head, const Config& config) {
  const auto mask = trace.find(head + ".mask");
  const bool is_raised = trace.find(head + ".biased") || trace.find(head + ".relative.sum");
  const bool is_given = mask && trace.stage(*mask).operation->name() == given("")->name();
  return !is_raised && !is_given && !config.mask_in_place && config.painted.empty() && config.edits.empty();
}

}  // namespace

std::shared_ptr<const Trace> run_head(const MeasuredHead& head, const AttentionMethod& method) {
  return HeadRun(head, method).run();
}

std::vector<std::string> heads_of(const Trace& trace) {
  std::vector<std::string> heads;
  for (const Stage& stage : trace.stages()) {
    if (is_in_head(stage.address) && own_step(stage.address) == "weights")
      heads.emplace_back(head_address(stage.address));
  }
  return heads;
}

Result<MeasuredHead> measured_head(const Trace& trace, std::string_view address, const Config& config) {
  MeasuredHead head;
  head.address = address;
  const auto keys = trace.find(head.address + ".k");
  auto v = numbers_at(trace, address, ".v");
  if (!is_in_head(address) || !keys || !v) return Error{"error.measure_head", {{"address", head.address}}};
  const auto turned_of = [&](std::string_view of, const char* step) {
    auto numbers = numbers_at(trace, of, std::string(step) + ".rotated");
    if (!numbers) numbers = numbers_at(trace, of, std::string(step) + ".normed");
    return numbers ? numbers : numbers_at(trace, of, step);
  };
  const auto turned = [&](const char* step) { return *turned_of(address, step); };
  head.q = turned(".q");
  head.k = turned(".k");
  head.v = *std::move(v);
  if (const std::string first = first_of(head.address); first != head.address) {
    head.first_k = turned_of(first, ".k").value_or(Matrix());
    head.first_v = numbers_at(trace, first, ".v").value_or(Matrix());
  }
  head.scoring = config;
  head.rule = rule_at(trace, config, head.address, trace.stage(*keys));
  if (!follows_from_rule(trace, head.address, config)) head.masked = *numbers_at(trace, address, ".masked");
  return head;
}

MeasuredHead drawn_head(Index length, Index d_k, Index d_v, double deviation, uint64_t seed) {
  const auto numbers = [&](Index columns, const char* name) {
    const RandomStream stream(seed, name);
    Matrix drawn(length, columns);
    for (Index i = 0; i < drawn.size(); ++i)
      drawn.data()[i] = static_cast<float>(gaussian(stream, static_cast<uint64_t>(i)) * deviation);
    return drawn;
  };
  MeasuredHead head;
  head.q = numbers(d_k, "measured.q");
  head.k = numbers(d_k, "measured.k");
  head.v = numbers(d_v, "measured.v");
  return head;
}

const MeasuredHead& theory_head() {
  constexpr Index kTokens = 256;
  constexpr Index kWidth = 16;
  constexpr double kSmall = 0.25;
  static const MeasuredHead kHead = drawn_head(kTokens, kWidth, kWidth, kSmall, 0);
  return kHead;
}

double score_bound(const MeasuredHead& head) {
  const double query = head.q.rowwise().norm().maxCoeff();
  const double key = head.k.rowwise().norm().maxCoeff();
  return query * key / std::sqrt(static_cast<double>(head.q.cols()));
}

}  // namespace engine
