// relatives_stages.cpp: adds the three relatives to a trace, each over the vectors that the model's first
// self-attention reads.
#include <Eigen/QR>
#include <cmath>
#include <string>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/head_chain.h"
#include "engine/core/random.h"
#include "engine/core/trace.h"
#include "engine/labs/relatives/relatives_lab.h"
#include "engine/model/attention_options.h"
#include "engine/model/config.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

std::string in_lab(const std::string& name) {
  return std::string("lab.").append("relatives.").append(name);
}

// The stages of a head that its influence is computed from.
struct HeadStages {
  int weights = -1, masked = -1;
  int q = -1, k = -1, v = -1;
  int wq = -1, wk = -1, wv = -1;
  double divisor = 1;
};

class RelativesStages {
 public:
  RelativesStages(TraceBuilder& builder, const RelativesLab& lab, const Config& config)
      : builder_(builder), lab_(lab), config_(config) {}

  void add_all() {
    if (!find_input()) return;
    add_convolution();
    add_recurrence();
    add_attention();
  }

 private:
  Index tokens() const { return builder_.stage(input_).rows; }

  // Finds the vectors that the first self-attention's queries come from. False if there are none, or too
  // many.
  bool find_input() {
    for (const char* const name :
         {"encoder.0.self", "decoder.0.self", "batch.0.encoder.0.self", "batch.0.decoder.0.self"}) {
      const auto q = builder_.find(std::string(name) + ".head.0.q");
      if (!q || builder_.stage(*q).inputs.empty()) continue;
      attention_ = name;
      input_ = builder_.stage(*q).inputs.front();
      return tokens() <= kMaxRelativesTokens;
    }
    return false;
  }

  // A stage with one row per token if it has that many rows, and vector components in its columns.
  Stage vectors(const std::string& name, std::string symbol, Index rows, Index columns) const {
    Stage stage{.address = in_lab(name),
                .symbol = std::move(symbol),
                .rows = rows,
                .columns = columns,
                .row_axis = rows == tokens() ? Axis::kTokens : Axis::kDimensions,
                .column_axis = Axis::kDimensions};
    if (rows == tokens()) stage.row_sequence = builder_.stage(input_).row_sequence;
    return stage;
  }
  // A stage whose rows are outputs, and whose columns are what they read.
  Stage map(const std::string& name, std::string symbol, Index rows, Index columns) const {
    Stage stage = vectors(name, std::move(symbol), rows, columns);
    if (rows == tokens()) stage.row_axis = Axis::kQueries;
    if (columns != tokens()) return stage;
    stage.column_axis = Axis::kKeys;
    stage.column_sequence = builder_.stage(input_).row_sequence;
    return stage;
  }

  int add(Stage stage, OperationPtr operation, std::vector<int> inputs) {
    stage.operation = std::move(operation);
    stage.inputs = std::move(inputs);
    return builder_.add(std::move(stage));
  }

  int add_given(Stage stage, Matrix numbers) {
    stage.operation = given("note.drawn");
    stage.row_axis = Axis::kDimensions;
    return builder_.add_given(std::move(stage), std::make_shared<const Matrix>(std::move(numbers)));
  }

  // Weights drawn uniformly from [-bound, bound).
  int add_drawn(const std::string& name, std::string symbol, Index rows, Index columns, double bound) {
    Stage stage = vectors(name, std::move(symbol), rows, columns);
    const RandomStream stream(lab_.seed, stage.address);
    Matrix numbers(rows, columns);
    for (Index i = 0; i < numbers.size(); ++i)
      numbers.data()[i] =
          static_cast<float>(bound * static_cast<double>(stream.symmetric(static_cast<uint64_t>(i))));
    return add_given(std::move(stage), std::move(numbers));
  }

  // What every relative gets once its influence is known.
  void add_influence(const std::string& relative, const std::string& letter, Index rows,
                     OperationPtr operation, std::vector<int> inputs, std::vector<Index> places) {
    const int influence = add(map(relative + ".influence", "I^{" + letter + "}", rows, tokens()),
                              std::move(operation), std::move(inputs));
    Stage distance = vectors(relative + ".distance", "m^{" + letter + "}", tokens(), 1);
    distance.row_axis = Axis::kDimensions;
    add(std::move(distance), mean_by_offset(std::move(places)), {influence});
  }

  void add_convolution() {
    int below = input_;
    int reach = -1;
    std::vector<int> inputs;  // of the influence
    const std::vector<ConvolutionStep> steps = convolution_steps(lab_);
    Index layer = -1;
    for (const ConvolutionStep& step : steps) {
      const bool is_convolution = step.pooling == Pooling::kNone;
      if (is_convolution) ++layer;
      const std::string name = "convolution." + std::to_string(layer);
      const std::string number = std::to_string(layer + 1);
      const Index rows = step.offsets.outputs(builder_.stage(below).rows);
      if (is_convolution) {
        below = add_layer(name, number, step.offsets, below, inputs);
      } else {
        if (step.pooling == Pooling::kMax) inputs.push_back(below);
        below = add(vectors(name + ".pooled", "P^{" + number + "}", rows, kRelativesWidth),
                    pool(step.offsets, step.pooling), {below});
      }
      reach =
          add(map(name + (is_convolution ? ".reach" : ".pooled.reach"), "R^{" + number + "}", rows, tokens()),
              receptive_field(step.offsets), reach < 0 ? std::vector<int>{} : std::vector{reach});
    }
    add_influence("convolution", "c", builder_.stage(below).rows, influence_of_convolution(steps), inputs,
                  convolution_places(lab_, tokens()));
  }

  // Weights, sums and ReLU of one layer. He et al. 2015: keeps the scale of the sums.
  int add_layer(const std::string& name, const std::string& number, const KernelOffsets& offsets, int below,
                std::vector<int>& inputs) {
    const Stage& read = builder_.stage(below);
    const Index columns = read.columns;
    const Index rows_below = read.rows;
    const Index rows = offsets.outputs(rows_below);
    const double bound = std::sqrt(6.0 / static_cast<double>(lab_.kernel * columns));
    const int kernel =
        add_drawn(name + ".kernel", "W^{" + number + "}", lab_.kernel * kRelativesWidth, columns, bound);
    Stage by_channel = vectors(name + ".kernel.lengths", "L^{" + number + "}", kRelativesWidth, lab_.kernel);
    by_channel.row_axis = Axis::kDimensions;
    const int lengths = add(std::move(by_channel), kernel_lengths(), {kernel});
    add(map(name + ".kernel.map", "K^{" + number + "}", rows, rows_below), kernel_map(offsets), {lengths});
    const int sum = add(vectors(name + ".sum", "C^{" + number + "}", rows, kRelativesWidth),
                        convolution(offsets), {below, kernel});
    inputs.insert(inputs.end(), {kernel, sum});
    return add(vectors(name + ".output", "H^{" + number + "}", rows, kRelativesWidth),
               activation(Activation::kRelu), {sum});
  }

  // An orthogonal matrix rotates a state and keeps its length: times the gain, every step multiplies it by
  // that.
  void add_recurrence() {
    const Index d = kRelativesWidth;
    Stage carry = vectors("recurrent.w", "W", d, d);
    Eigen::MatrixXd drawn = random_directions(d, d, true, lab_.seed, carry.address).cast<double>();
    drawn.rowwise().normalize();
    const int w = add_given(std::move(carry), (lab_.gain * drawn).cast<float>());
    const Index columns = builder_.stage(input_).columns;
    const int u =
        add_drawn("recurrent.u", "U", d, columns, kInputGain * std::sqrt(3.0 / static_cast<double>(columns)));
    const int input = add(vectors("recurrent.input", "X^{u}", tokens(), d), linear(), {input_, u});
    const int sum = add(vectors("recurrent.sum", "S", tokens(), d), recurrence(lab_.linear), {input, w});
    Stage state = vectors("recurrent.state", "H", tokens(), d);
    if (lab_.linear) {
      state.operation = identity("note.recurrent_linear");
      state.inputs = {sum};
      builder_.add_identity(std::move(state));
    } else {
      add(std::move(state), hyperbolic_tangent(), {sum});
    }
    add(map("recurrent.reach", "R^{r}", tokens(), tokens()), reach_of_state(), {});
    add_influence("recurrent", "r", tokens(), influence_of_recurrence(lab_.linear), {sum, w, u},
                  every_token());
  }

  std::vector<Index> every_token() const {
    std::vector<Index> places;
    places.reserve(static_cast<size_t>(tokens()));
    for (Index token = 0; token < tokens(); ++token) places.push_back(token);
    return places;
  }

  void add_attention() {
    HeadStages head = head_of_model();
    if (head.weights < 0) head = own_head();
    add(map("attention.reach", "R^{a}", tokens(), tokens()), reach_of_scores(), {head.masked});
    add_influence("attention", "a", tokens(), influence_of_attention(head.divisor),
                  {head.weights, head.q, head.k, head.v, head.wq, head.wk, head.wv}, every_token());
  }

  // The chosen head of the model, if its weights are softmax of q k / divisor plus something; otherwise none.
  HeadStages head_of_model() const {
    const std::string name = attention_ + ".head." + std::to_string(lab_.head);
    const auto at = [&](const char* step) { return builder_.find(name + step).value_or(-1); };
    HeadStages head{.weights = at(".weights"),
                    .masked = at(".masked"),
                    .q = at(".q"),
                    .k = at(".k"),
                    .v = at(".v"),
                    .wq = at(".wq"),
                    .wk = at(".wk"),
                    .wv = at(".wv")};
    const int scores = at(".scores");
    const bool is_there = head.wq >= 0 && head.wk >= 0 && head.wv >= 0 && scores >= 0 && head.weights >= 0 &&
                          head.masked >= 0 && at(".relative.table") < 0;
    if (!is_there || builder_.has_edits_below(name)) return {};
    const auto reads_input = [&](int vectors) {
      const Stage& stage = builder_.stage(vectors);
      return stage.operation->layout() == Layout::kProduct && stage.inputs.front() == input_;
    };
    // Only additions come between the scaled scores and the masked ones.
    int before_mask = builder_.stage(head.masked).inputs.front();
    if (before_mask == at(".biased")) before_mask = builder_.stage(before_mask).inputs.front();
    const bool is_plain = before_mask == at(".scaled") && reads_input(head.q) && reads_input(head.k) &&
                          reads_input(head.v) &&
                          builder_.stage(scores).inputs == std::vector{head.q, head.k} &&
                          builder_.stage(head.weights).operation->growth() == Growth::kShares;
    if (!is_plain) return {};
    head.divisor = divisor_of(config_, builder_.stage(head.q).columns);
    return head;
  }

  // A head with the lab's own weights, that sees every token.
  HeadStages own_head() {
    const Index d = kRelativesWidth;
    const Index columns = builder_.stage(input_).columns;
    const double bound = std::sqrt(3.0 / static_cast<double>(columns));
    const auto project = [&](const std::string& letter, const std::string& symbol, Role role, int& weight) {
      weight = add_drawn("attention.w" + letter, "W_{" + letter + "}", d, columns, bound);
      Stage stage = vectors("attention." + letter, symbol, tokens(), d);
      stage.row_axis = letter == "q" ? Axis::kQueries : Axis::kKeys;
      stage.role = role;
      return add(std::move(stage), linear(), {input_, weight});
    };
    HeadStages head;
    head.q = project("q", "Q", Role::kQuery, head.wq);
    head.k = project("k", "K", Role::kKey, head.wk);
    head.v = project("v", "V", Role::kValue, head.wv);
    const ScoreSettings scoring;
    const HeadChain chain = add_head_chain(builder_, {.address = in_lab("attention"),
                                                      .map = map("attention", "", tokens(), tokens()),
                                                      .q = head.q,
                                                      .k = head.k,
                                                      .settings = scoring,
                                                      .is_kept = true});
    head.masked = chain.masked;
    head.weights = add_weights(builder_, chain, softmax_rows());
    Stage output = vectors("attention.output", "O", tokens(), d);
    output.row_axis = Axis::kQueries;
    add(std::move(output), weighted_sum(), {head.weights, head.v});
    head.divisor = divisor_of(scoring, d);
    return head;
  }

  // States stay small enough for tanh to leave them nearly unchanged.
  static constexpr double kInputGain = 0.05;

  TraceBuilder& builder_;
  const RelativesLab& lab_;
  const Config& config_;
  std::string attention_;  // "encoder.0.self"
  int input_ = -1;
};

}  // namespace

void add_stages(TraceBuilder& builder, const RelativesLab& lab, const Config& config) {
  RelativesStages(builder, lab, config).add_all();
}

}  // namespace engine
