// Attention's relatives: what reaches an output, how much it counts, and what it costs, against a brute-force
// perturbation and the formulas.
#include "tests/engine/relatives.h"

#include <gtest/gtest.h>

#include "engine/labs/relatives/relatives_costs.h"

namespace engine {
namespace {

Vectors relatives_input(const Trace& trace) {
  return numbers_of(trace, "input").cast<double>();
}

// Whether every cell of a measured map lies within 2e-5 of the perturbed one, relative to its largest.
void expect_near(const Matrix& measured, const Vectors& perturbed, const std::string& name) {
  ASSERT_EQ(measured.rows(), perturbed.rows()) << name;
  ASSERT_EQ(measured.cols(), perturbed.cols()) << name;
  const double largest = perturbed.maxCoeff();
  EXPECT_GT(largest, 0) << name;
  EXPECT_LT((measured.cast<double>() - perturbed).cwiseAbs().maxCoeff(), 2e-5 * largest) << name;
}

TEST(Influence, OfConvolutionIsWhatAPerturbationMoves) {
  for (const RelativesCase& each : relatives_cases()) {
    const auto trace = relatives_run(each.lab, each.tokens);
    const Vectors moved =
        perturbed(relatives_input(*trace), [&](const Vectors& x) { return convolved(*trace, each.lab, x); });
    expect_near(numbers_of(*trace, "lab.relatives.convolution.influence"), moved, each.name);
  }
}

TEST(Influence, OfRecurrenceIsWhatAPerturbationMoves) {
  for (const bool linear : {false, true}) {
    for (const double gain : {0.5, 1.4}) {
      const RelativesLab lab{.gain = gain, .linear = linear};
      const auto trace = relatives_run(lab, 9);
      const Vectors moved =
          perturbed(relatives_input(*trace), [&](const Vectors& x) { return recurred(*trace, lab, x); });
      expect_near(numbers_of(*trace, "lab.relatives.recurrent.influence"), moved, std::to_string(gain));
    }
  }
}

TEST(Influence, OfAttentionIsWhatAPerturbationMoves) {
  for (const bool causal : {false, true}) {
    const auto trace = relatives_run({.head = 1}, 9, PositionKind::kSinusoidal, causal);
    const Vectors moved = perturbed(relatives_input(*trace), [&](const Vectors& x) {
      return attended(*trace, "encoder.0.self.head.1", causal, x);
    });
    expect_near(numbers_of(*trace, "lab.relatives.attention.influence"), moved, causal ? "causal" : "all");
  }
}

TEST(Influence, OfAHeadThatIsNoPlainSoftmaxIsThatOfTheLabsOwn) {
  const auto trace = relatives_run({}, 9, PositionKind::kRotary);
  const Vectors moved = perturbed(relatives_input(*trace), [&](const Vectors& x) {
    return attended(*trace, "lab.relatives.attention", false, x);
  });
  expect_near(numbers_of(*trace, "lab.relatives.attention.influence"), moved, "own head");
}

TEST(ReceptiveField, IsWhatAPerturbationReaches) {
  for (const RelativesCase& each : relatives_cases()) {
    const auto trace = relatives_run(each.lab, each.tokens);
    const Vectors x = relatives_input(*trace);
    RelativesLab shallow = each.lab;
    for (shallow.depth = 1; shallow.depth <= each.lab.depth; ++shallow.depth) {
      const bool is_pooled = each.lab.pooling != Pooling::kNone;
      const Matrix reach =
          numbers_of(*trace, "lab.relatives.convolution." + std::to_string(shallow.depth - 1) +
                                 (is_pooled ? ".pooled.reach" : ".reach"));
      // Both signs and several sizes, so that ReLU and the largest of two let something through.
      Vectors moved = Vectors::Zero(reach.rows(), reach.cols());
      const Vectors still = convolved(*trace, shallow, x);
      for (Index j = 0; j < x.rows(); ++j) {
        for (const double push : {-300.0, -20.0, -1.0, 1.0, 20.0, 300.0}) {
          for (Index c = 0; c < x.cols(); ++c) {
            Vectors pushed = x;
            pushed(j, c) += push;
            moved.col(j) += (convolved(*trace, shallow, pushed) - still).cwiseAbs().rowwise().sum();
          }
        }
      }
      EXPECT_EQ(reach, (moved.array() > 0).cast<float>().matrix())
          << each.name << ", layer " << shallow.depth;
    }
  }
}

TEST(ReceptiveField, IsWhatTheGraphReads) {
  for (const RelativesCase& each : relatives_cases()) {
    const auto trace = relatives_run(each.lab, each.tokens);
    const ReadingGraph graph = convolution_graph(each.lab, static_cast<Index>(each.tokens));
    const std::string last = "lab.relatives.convolution." + std::to_string(each.lab.depth - 1);
    const Matrix reach =
        numbers_of(*trace, last + (each.lab.pooling == Pooling::kNone ? ".reach" : ".pooled.reach"));
    ASSERT_EQ(graph.outputs.size(), static_cast<size_t>(reach.rows()));
    for (size_t output = 0; output < graph.outputs.size(); ++output) {
      const std::vector<bool> read = read_by(graph, graph.outputs[output]);
      for (Index input = 0; input < reach.cols(); ++input)
        EXPECT_EQ(reach(static_cast<Index>(output), input) > 0, read[static_cast<size_t>(input)])
            << each.name;
    }
  }
}

TEST(ReceptiveField, OfTheLastWordGrowsByTwoOrDoubles) {
  const auto words_read = [](const RelativesLab& lab) {
    const auto trace = relatives_run(lab, 16);
    std::vector<float> counts;
    for (int layer = 0; layer < 3; ++layer) {
      const std::string address = "lab.relatives.convolution." + std::to_string(layer) + ".reach";
      counts.push_back(numbers_of(*trace, address).row(15).sum());
    }
    return counts;
  };
  EXPECT_EQ(words_read({}), (std::vector<float>{3, 5, 7}));
  EXPECT_EQ(words_read({.dilation = 2}), (std::vector<float>{3, 7, 15}));
}

TEST(ReceptiveField, OfAttentionIsWhatTheMaskShows) {
  const auto trace = relatives_run({}, 5, PositionKind::kSinusoidal, true);
  EXPECT_EQ(numbers_of(*trace, "lab.relatives.attention.reach"),
            numbers_of(*trace, "lab.relatives.recurrent.reach"));
  EXPECT_EQ(numbers_of(*relatives_run({}, 5), "lab.relatives.attention.reach"), Matrix::Ones(5, 5));
}

TEST(ReadingGraph, OfAnAttentionThatSeesAPartReadsThatPart) {
  Matrix band = Matrix::Zero(5, 5);
  for (Index row = 0; row < 5; ++row) {
    for (Index column = std::max<Index>(row - 1, 0); column <= std::min<Index>(row + 1, 4); ++column)
      band(row, column) = 1;
  }
  const ReadingGraph graph = attention_graph(band);
  EXPECT_EQ(path_lengths(graph, false).joined, 13);
  EXPECT_FALSE(path_length(graph, 4, 0).has_value());
  EXPECT_EQ(path_length(graph, 1, 0), 1);
  EXPECT_EQ(path_lengths(attention_graph(Matrix::Ones(5, 5)), false).joined,
            path_lengths(attention_graph(5, false), false).joined);
}

TEST(Recurrence, GainIsWhatAStepMultipliesInfluenceBy) {
  for (const double gain : {0.7, 1.3}) {
    const auto trace = relatives_run({.gain = gain, .linear = true}, 12);
    const Matrix distance = numbers_of(*trace, "lab.relatives.recurrent.distance");
    for (Index offset = 1; offset < 12; ++offset)
      EXPECT_NEAR(distance(offset, 0) / distance(offset - 1, 0), gain, 1e-5);
  }
}

TEST(ReadingGraph, StepsAndWaysFollowThePapersTable) {
  for (const Index n : {1, 2, 9, 40}) {
    EXPECT_EQ(sequential_steps(attention_graph(n, false)), 1);
    EXPECT_EQ(path_lengths(attention_graph(n, false), false).longest, 1);
    EXPECT_EQ(sequential_steps(recurrent_graph(n)), n);
    EXPECT_EQ(path_lengths(recurrent_graph(n), true).longest, n);
    EXPECT_EQ(path_lengths(recurrent_graph(n), true).joined, n * (n + 1) / 2);
    EXPECT_EQ(sequential_steps(convolution_graph({}, n)), 3);
    for (const Index k : {2, 3, 5}) {
      const auto length = static_cast<double>(n);
      const auto kernel = static_cast<double>(k);
      const auto stacked = static_cast<Index>(std::ceil((length - 1) / (kernel - 1)));
      EXPECT_EQ(layers_to_join({.kernel = k}, n, 64), std::max<Index>(stacked, 1)) << n << " " << k;
      Index dilated = 0;
      for (Index reach = 1; reach < n; reach *= k) ++dilated;  // log_k n, rounded up
      EXPECT_EQ(layers_to_join({.kernel = k, .dilation = k}, n, 64), std::max<Index>(dilated, 1));
    }
  }
  EXPECT_FALSE(layers_to_join({.kernel = 1}, 2, 64).has_value());
}

TEST(ReadingGraph, TheWayBetweenTokensIsAsLongAsTheLayersThatJoinThem) {
  const ReadingGraph graph = convolution_graph({}, 12);
  EXPECT_EQ(path_length(graph, 11, 11), 3);
  EXPECT_EQ(path_length(graph, 5, 11), 3);
  EXPECT_EQ(path_length(graph, 4, 11), std::nullopt);
  EXPECT_EQ(path_length(recurrent_graph(12), 4, 11), 8);
}

TEST(RelativesLab, PoolingAndStridesReachFarWithFewLayers) {
  const auto reach = [](const RelativesLab& lab) {
    const ReadingGraph graph = convolution_graph(lab, 64);
    const std::vector<bool> read = read_by(graph, graph.outputs.back());
    return std::count(read.begin(), read.begin() + 64, true);
  };
  EXPECT_EQ(reach({}), 7);
  EXPECT_EQ(reach({.stride = 2}), 1 + 2 + 4 + 8);
  EXPECT_EQ(reach({.pooling = Pooling::kMax}), 1 + (2 + 1) + (4 + 2) + (8 + 4));
}

TEST(Costs, AttentionOvertakesWhereTheFormulasMeet) {
  const LayerSize size{.n = 100, .d = 512, .k = 3};
  EXPECT_EQ(overtakes_in_operations(Relative::kRecurrence, size), 512);
  EXPECT_EQ(overtakes_in_operations(Relative::kConvolution, size), 1536);
  for (const Relative other : {Relative::kRecurrence, Relative::kConvolution}) {
    LayerSize at = size;
    at.n = overtakes_in_operations(other, size);
    EXPECT_EQ(layer_operations(Relative::kAttention, at), layer_operations(other, at));
    at.n = overtakes_in_bytes(other, size);
    EXPECT_NEAR(layer_bytes(Relative::kAttention, at) / layer_bytes(other, at), 1, 1e-12);
    at.n *= 1.01;
    EXPECT_GT(layer_bytes(Relative::kAttention, at), layer_bytes(other, at));
  }
}

TEST(RelativesLab, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(check(RelativesLab{}).has_value());
  const auto refused = [](const RelativesLab& lab) {
    const auto bad = check(lab);
    return bad ? bad->key : "";
  };
  EXPECT_EQ(refused({.kernel = 0}), "error.size");
  EXPECT_EQ(refused({.dilation = kMaxDilation + 1}), "error.size");
  EXPECT_EQ(refused({.depth = kMaxRelativesDepth + 1}), "error.size");
  EXPECT_EQ(refused({.stride = 0}), "error.size");
  EXPECT_EQ(refused({.gain = 1.6}), "error.gain");
  EXPECT_EQ(refused({.gain = std::nan("")}), "error.gain");
}

TEST(RelativesLab, NumbersStayFiniteAtTheLimits) {
  const auto trace = relatives_run({.kernel = 2, .gain = kMaxGain, .linear = true}, kMaxRelativesTokens);
  EXPECT_TRUE(numbers_of(*trace, "lab.relatives.recurrent.influence").allFinite());
  EXPECT_GT(numbers_of(*trace, "lab.relatives.recurrent.influence").maxCoeff(), 1e20F);
}

}  // namespace
}  // namespace engine
