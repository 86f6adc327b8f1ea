// What is decided by a rule has no terms that sum to it: each rule is written here once more, in double
// precision, over the numbers of a small sample.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "engine/ops/efficient.h"
#include "engine/ops/pictures.h"
#include "engine/ops/rank.h"
#include "engine/ops/relatives.h"
#include "engine/ops/row_measures.h"
#include "tests/engine/explain_cases.h"

namespace engine {
namespace {

// The numbers of a sample's stages.
using Numbers = std::vector<Vectors>;

struct Rule {
  Sample sample;  // of the operation that has the rule
  std::function<double(const Numbers&, Index row, Index column)> result;
  double tolerance = 1e-5;
};

using NamedRule = std::pair<std::string, std::string>;  // operation, note

Sample sample_of(std::string_view name) {
  for (const OperationRow& row : operation_table()) {
    if (row.name == name) return row.sample();
  }
  ADD_FAILURE() << name;
  return {};
}

SampleStage drawn_stage(Index rows, Index columns) {
  return {.operation = nullptr, .inputs = {}, .shape = {rows, columns}};
}

// Zeros; or all hidden.
SampleStage zeros(Index rows, Index columns) {
  return {.operation = mask({}), .inputs = {}, .shape = {rows, columns}};
}
SampleStage all_hidden(Index rows, Index columns) {
  MaskRule rule;
  rule.padding.assign(static_cast<size_t>(columns), true);
  return {.operation = mask(rule), .inputs = {}, .shape = {rows, columns}};
}

// The sample of an operation, with other numbers at its beginning.
Sample with_first(Sample sample, SampleStage first) {
  sample.front() = std::move(first);
  return sample;
}

const double kHidden = -HUGE_VAL;

// --- Masks, weights ---

Rule every_mask() {
  auto painted = std::make_shared<Matrix>(Matrix::Constant(4, 5, std::nanf("")));
  (*painted)(3, 4) = -1.5F;
  (*painted)(0, 1) = 2;
  MaskRule rule;
  rule.causal = true;
  rule.padding = {false, true};
  rule.pattern = {.kind = PatternKind::kWindow, .width = 2};
  rule.painted = painted;
  return {{{.operation = mask(rule), .inputs = {}, .shape = {4, 5}}}, [](const Numbers&, Index i, Index j) {
            if (i == 3 && j == 4) return -1.5;
            if (i == 0 && j == 1) return 2.0;
            return j == 1 || j > i || i - j >= 2 ? kHidden : 0.0;
          }};
}

// The scores of the sample: causal, and key 1 is padding.
bool seen_in_sample(Index query, Index key) {
  return key <= query && key != 1;
}

double uniform_weight(const Numbers&, Index i, Index j) {
  double seen = 0;
  for (Index key = 0; key < 4; ++key) seen += seen_in_sample(i, key) ? 1 : 0;
  return seen_in_sample(i, j) ? 1 / seen : 0;
}

// --- Measures of heads ---

const std::vector<std::string> kTwice = {"a", "b", "a", "c", "a", "b"};

// Of a text of words and lines, as if.
const TextPlaces kPlaces = {.word_start = {-1, 0, -1, 2, 1, -1},
                            .line_start = {-1, 0, 1, -1, 3, 3},
                            .above = {-1, -1, -1, 0, 1, 2},
                            .line_ends = {1, 2},
                            .earlier_ends = {0, 0, 0, 0, 1, 2}};

// A (6, 6), read as self-attention where the scores hide key 1 and what follows, or without scores; or as
// cross-attention.
Sample measured_map(bool has_scores, bool of_itself, std::vector<bool> padding = std::vector<bool>(6)) {
  const Sequence sequence{kTwice, std::move(padding)};
  Sample sample = {
      {.operation = nullptr, .inputs = {}, .shape = {6, 6}, .drawn = Drawn::kShares},
      {.operation = mask({.causal = true, .padding = {false, true}}), .inputs = {}, .shape = {6, 6}}};
  std::vector<int> inputs = {0};
  if (has_scores) inputs.push_back(1);
  sample.push_back(
      {row_measures(map_tokens(sequence, sequence, of_itself, of_itself ? kPlaces : TextPlaces())),
       inputs,
       {6, kRowMeasures}});
  return sample;
}

bool is_seen_once_more(Index query, Index key) {
  return key <= query && key != 1;
}

// The sum over a row of factor · weight where it reads, and whether the measure counts.
std::optional<double> measured_once_more(const Vectors& a, Index i, Index measure, bool has_scores,
                                         bool of_itself) {
  const auto token = [](Index at) { return kTwice.at(static_cast<size_t>(at)); };
  const Index last = a.cols() - 1;
  double visible = 0, equal = 0, others = 0, after = 0, entropy = 0, distance = 0;
  bool sees_twin = false, sees_other = false, sees_after = false;
  for (Index j = 0; j <= last; ++j) {
    const bool seen = !has_scores || is_seen_once_more(i, j);
    visible += seen ? 1 : 0;
    const bool is_own = of_itself && j == i;
    const bool is_equal = token(j) == token(i);
    sees_twin = sees_twin || (seen && is_equal && !is_own);
    sees_other = sees_other || (seen && !is_equal);
    equal += is_equal ? a(i, j) : 0;
    others += is_equal && !is_own ? a(i, j) : 0;
    if (j >= 1 && j + 1 < i && token(j - 1) == token(i) && seen) {
      sees_after = true;
      after += a(i, j);
    }
    entropy += a(i, j) > 0 ? -a(i, j) * std::log(a(i, j)) : 0;
    distance += std::abs(static_cast<double>(i - j)) * a(i, j);
  }
  using Maybe = std::optional<double>;
  const auto if_so = [](bool so, double value) { return so ? Maybe(value) : Maybe(); };
  const auto sees = [&](Index key) { return !has_scores || is_seen_once_more(i, key); };
  const auto at_place = [&](const std::vector<Index>& places) {
    const Index key = of_itself ? places.at(static_cast<size_t>(i)) : -1;
    return key >= 0 && sees(key) ? Maybe(a(i, key)) : Maybe();
  };
  const Maybe ends = i == 4 ? if_so(of_itself && sees(1), a(4, 1))
                            : if_so(of_itself && i == 5, i == 5 ? a(5, 1) + a(5, 2) : 0);
  const std::array<Maybe, kRowMeasures> all = {if_so(of_itself && i > 0, i > 0 ? a(i, i - 1) : 0),
                                               if_so(of_itself, a(i, i)),
                                               if_so(of_itself && i < last, i < last ? a(i, i + 1) : 0),
                                               a(i, 0),
                                               equal,
                                               if_so(sees_twin && sees_other, others),
                                               if_so(of_itself && sees_after, after),
                                               entropy,
                                               if_so(visible > 1, entropy / std::log(visible)),
                                               if_so(of_itself, distance),
                                               at_place(kPlaces.word_start),
                                               at_place(kPlaces.line_start),
                                               ends,
                                               at_place(kPlaces.above)};
  return all.at(static_cast<size_t>(measure));
}

Rule measured_rule(bool has_scores, bool of_itself) {
  return {measured_map(has_scores, of_itself), [=](const Numbers& x, Index i, Index c) {
            return measured_once_more(x[0], i, c, has_scores, of_itself).value_or(0);
          }};
}

// Row 1 is padding, and does not see itself: nothing of it counts.
Rule measured_padding() {
  const std::vector<bool> padding = {false, true, false, false, false, false};
  return {measured_map(true, true, padding), [](const Numbers& x, Index i, Index c) {
            return i == 1 ? 0 : measured_once_more(x[0], i, c, true, true).value_or(0);
          }};
}

// The second head's means but one have nothing to count.
double mean_once_more(const Numbers& x, Index head, Index c) {
  if (head == 1) return c == 0 ? x[1](0, 0) : 0;
  return (x[0](0, c) + x[0](1, c) + x[0](2, c)) / 3;
}

double difference_of(const Numbers& x, Index i, Index j) {
  const bool in_a = j <= i;
  const bool in_b = j != 1;
  if (!in_a || !in_b) return in_a == in_b ? 0 : in_b ? HUGE_VAL : kHidden;
  return x[3](i, j) - x[0](i, j);
}

Sample difference_of_hidden() {
  const auto by = [](OperationPtr operation, std::vector<int> inputs) {
    return SampleStage{std::move(operation), std::move(inputs), {4, 4}};
  };
  MaskRule causal;
  causal.causal = true;
  MaskRule padded;
  padded.padding = {false, true};
  return {drawn_stage(4, 4),    by(mask(causal), {}), by(add(), {0, 1}),       drawn_stage(4, 4),
          by(mask(padded), {}), by(add(), {3, 4}),    by(difference(), {2, 5})};
}

double tile_exponential(const Numbers& x, Index i, Index j) {
  const Index end = std::min<Index>(5, 2 * (j / 2 + 1));
  double peak = kHidden;
  for (Index key = 0; key < end; ++key) peak = std::max(peak, x[0](i, key));
  return std::exp(x[0](i, j) - peak);
}

double softmax_column(const Numbers& x, Index i, Index c) {
  double sum = 0;
  for (Index key : {0, 2, 3}) sum += std::exp(x[0](key, c));
  return i == 1 ? 0 : std::exp(x[0](i, c)) / sum;
}

// ‖x[1]‖ / ‖x[0]‖, each the root of its largest sums' product.
double part_of_whole(const Numbers& x, Index, Index) {
  const auto size_of = [](const Vectors& a) {
    double column = 0;
    double row = 0;
    for (Index j = 0; j < a.cols(); ++j) column = std::max(column, a.col(j).cwiseAbs().sum());
    for (Index i = 0; i < a.rows(); ++i) row = std::max(row, a.row(i).cwiseAbs().sum());
    return std::sqrt(column * row);
  };
  return size_of(x[1]) / size_of(x[0]);
}

// --- Windows: key 0 is seen by all and sees all, the others reach one key to each side ---

bool in_window(Index i, Index j) {
  return i == 0 || j == 0 || std::abs(i - j) < 2;
}

double in_band(const Numbers& x, Index i, Index column) {
  const Index key = column == 0 ? 0 : i + column - 2;
  const bool is_there = i > 0 && key < 5 && (column == 0 || key > 0);
  return is_there ? x[0](i, key) : kHidden;
}

double band_weight(const Numbers& x, Index i, Index j) {
  double sum = 0;
  for (Index key = 0; key < 5; ++key) sum += in_window(i, key) ? std::exp(x[0](i, key)) : 0;
  return in_window(i, j) ? std::exp(x[0](i, j)) / sum : 0;
}

double by_distance(const Numbers& x, Index i, Index j) {
  return std::abs(i - j) < 2 ? x[0].row(i).dot(x[2].row(j - i + 1)) : 0;
}

double grid_wave(const Numbers&, Index row, Index column) {
  if (row == 0) return 0;
  const auto coordinate = static_cast<double>(column < 4 ? (row - 1) / 2 : (row - 1) % 2);
  const double angle = coordinate / std::pow(100, column % 4 < 2 ? 0 : 0.5);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

// --- Features ---

double half_square(const Numbers& x, Index i) {
  return x[1].row(i).squaredNorm() / 4;
}

double wave(const Numbers& x, Index i, Index c) {
  return (c < 5 ? std::cos(x[0](i, c)) : std::sin(x[0](i, c - 5))) / std::sqrt(5.0);
}

Sample waves(bool has_length_1) {
  Sample sample = sample_of("trigonometric_features");
  sample.back().operation = trigonometric_features(2, has_length_1, {false, true});
  return sample;
}

// --- Hashing: x[1] the buckets, x[2] the places, three to a chunk; causal ---

double bucket(const Numbers& x, Index i, Index round) {
  const double a = x[0](i, 2 * round);
  const double b = x[0](i, 2 * round + 1);
  const std::vector<double> both = {a, b, -a, -b};
  return static_cast<double>(std::max_element(both.begin(), both.end()) - both.begin());
}

double place(const Numbers& x, Index i, Index round) {
  std::vector<std::pair<double, Index>> sorted;
  for (Index token = 0; token < 6; ++token) sorted.emplace_back(bucket(x, token, round), token);
  std::sort(sorted.begin(), sorted.end());
  return static_cast<double>(std::find(sorted.begin(), sorted.end(), std::pair(bucket(x, i, round), i)) -
                             sorted.begin());
}

bool meets(const Numbers& x, Index i, Index j, Index round) {
  const Index chunks =
      static_cast<Index>(place(x, i, round)) / 3 - static_cast<Index>(place(x, j, round)) / 3;
  return j < i && bucket(x, i, round) == bucket(x, j, round) && (chunks == 0 || chunks == 1);
}

// Whether the query reads the key in this round: itself only where it meets nothing in any.
bool reads_in_round(const Numbers& x, Index i, Index j, Index round) {
  if (j != i) return meets(x, i, j, round);
  bool is_alone = true;
  for (Index key = 0; key < i; ++key) is_alone = is_alone && !meets(x, i, key, 0) && !meets(x, i, key, 1);
  return is_alone;
}

double reached(const Numbers& x, Index i, Index j) {
  return (reads_in_round(x, i, j, 0) ? 1 : 0) + (reads_in_round(x, i, j, 1) ? 1 : 0);
}

double shared_score(const Numbers& x, Index i, Index j) {
  return x[4].row(i).dot(x[4].row(j)) / x[4].row(j).norm() / std::sqrt(3.0);
}

double round_sum(const Numbers& x, Index i, Index round) {
  double sum = 0;
  for (Index j = 0; j < 6; ++j) {
    if (reads_in_round(x, i, j, round)) sum += std::exp(shared_score(x, i, j)) / reached(x, i, j);
  }
  return std::log(sum);
}

// --- Relatives ---

double kernel_length(const Numbers& x, Index channel, Index offset) {
  return x[0].row(3 * offset + channel).norm();
}

double kernel_in_map(const Numbers& x, Index i, Index j) {
  return j <= i && i - j < 3 ? x[0].middleRows(3 * (2 - (i - j)), 3).norm() : 0;
}

Vectors convolved_again(const Vectors& x, const Vectors& kernel) {
  Vectors y = Vectors::Zero(5, 3);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = std::max<Index>(0, i - 2); j <= i; ++j)
      y.row(i) += x.row(j) * kernel.middleRows(3 * (2 - (i - j)), 3).transpose();
  }
  return y.cwiseMax(0);
}

Vectors recurred_again(const Vectors& x, const Vectors& w, const Vectors& u) {
  Vectors h = x * u.transpose();
  for (Index i = 0; i < 5; ++i) {
    if (i > 0) h.row(i) += h.row(i - 1) * w.transpose();
    h.row(i) = h.row(i).array().tanh();
  }
  return h;
}

Vectors attended_again(const Vectors& x, const Numbers& of) {
  const Vectors scores = (x * of[1].transpose() * (x * of[2].transpose()).transpose()) / std::sqrt(2.0);
  const Vectors raised = scores.array().exp();
  return raised.rowwise().sum().cwiseInverse().asDiagonal() * raised * (x * of[3].transpose());
}

constexpr double kOfPerturbation = 1e-4;

std::vector<Rule> relatives_rules() {
  return {
      {sample_of("composite_ratio"), part_of_whole},
      {sample_of("kernel_lengths"), kernel_length},
      {sample_of("kernel_map"), kernel_in_map},
      {sample_of("receptive_field"), [](const Numbers&, Index i, Index j) { return j <= i ? 1 : 0; }},
      {Sample{sample_of("receptive_field").front()},
       [](const Numbers&, Index i, Index j) { return j <= i && i - j < 3 ? 1 : 0; }},
      {sample_of("reach_of_state"), [](const Numbers&, Index i, Index j) { return j <= i ? 1 : 0; }},
      {sample_of("reach_of_scores"),
       [](const Numbers&, Index i, Index j) { return seen_in_sample(i, j) ? 1 : 0; }},
      {sample_of("influence_of_convolution"),
       [](const Numbers& x, Index i, Index j) {
         return perturbed(x[0], [&](const Vectors& moved) { return convolved_again(moved, x[1]); })(i, j);
       },
       kOfPerturbation},
      {sample_of("influence_of_recurrence"),
       [](const Numbers& x, Index i, Index j) {
         return perturbed(x[0], [&](const Vectors& moved) { return recurred_again(moved, x[1], x[2]); })(i,
                                                                                                         j);
       },
       kOfPerturbation},
      {sample_of("influence_of_attention"),
       [](const Numbers& x, Index i, Index j) {
         return perturbed(x[0], [&](const Vectors& moved) { return attended_again(moved, x); })(i, j);
       },
       kOfPerturbation},
  };
}

std::vector<Rule> efficient_rules() {
  return {
      {sample_of("tile_exponentials"), tile_exponential},
      {with_first(sample_of("tile_weights"), all_hidden(3, 5)),
       [](const Numbers&, Index, Index) { return 0; }},
      {with_first(sample_of("tile_output"), all_hidden(3, 5)),
       [](const Numbers&, Index, Index) { return 0; }},
      {sample_of("window_band"), in_band},
      {sample_of("band_weights"), band_weight},
      {sample_of("positive_features"),
       [](const Numbers& x, Index i, Index c) {
         return i == 1 ? 0 : std::exp(x[0](i, c) - half_square(x, i)) / std::sqrt(5.0);
       }},
      {waves(true), [](const Numbers& x, Index i, Index c) { return i == 1 ? 0 : wave(x, i, c); }},
      {waves(false), [](const Numbers& x, Index i,
                        Index c) { return i == 1 ? 0 : std::exp(half_square(x, i)) * wave(x, i, c); }},
      {Sample{drawn_stage(2, 3), zeros(2, 1), {divide_rows(true), {0, 1}, {2, 3}}},
       [](const Numbers&, Index, Index) { return 0; }},
      {Sample{zeros(2, 3), {unit_rows(), {0}, {2, 3}}}, [](const Numbers&, Index, Index) { return 0; }},
      {Sample{{decay(1), {}, {3, 5}}}, [](const Numbers&, Index i, Index j) { return j <= i + 1 ? 1 : 0; }},
      {sample_of("sigmoid"),
       [](const Numbers& x, Index i, Index c) { return std::exp(x[0](i, c)) / (std::exp(x[0](i, c)) + 1); }},
      {sample_of("hash_buckets"), bucket},
      {sample_of("sorted_places"), place},
      {sample_of("reach"), reached},
      {sample_of("where_reached"),
       [](const Numbers& x, Index i, Index j) {
         return reached(x, i, j) > 0 ? shared_score(x, i, j) : kHidden;
       }},
      {sample_of("round_sums"), round_sum},
      {sample_of("softmax_columns"), softmax_column},
      {sample_of("position_map"), by_distance},
  };
}

// --- Boxes, masks, labels ---

// The sides of two boxes given as cx, cy, w, h: how much they share, and how much holds both.
double giou_once_more(const Vectors& a, Index i, const Vectors& b, Index j) {
  double shared = 1;
  double around = 1;
  for (const Index axis : {0, 1}) {
    const double low = std::max(a(i, axis) - a(i, axis + 2) / 2, b(j, axis) - b(j, axis + 2) / 2);
    const double high = std::min(a(i, axis) + a(i, axis + 2) / 2, b(j, axis) + b(j, axis + 2) / 2);
    shared *= std::max(0.0, high - low);
    around *= a(i, axis + 2) + b(j, axis + 2) - (high - low);
  }
  const double both = a(i, 2) * a(i, 3) + b(j, 2) * b(j, 3) - shared;
  return shared / both - 1 + both / around;
}

double dice_once_more(const Numbers& x, Index /*i*/, Index /*j*/) {
  double lost = 0;
  for (Index c = 0; c < x[0].cols(); ++c) {
    const double twice = 2 * (x[0].col(c).array() * x[1].col(c).array()).sum() + 1;
    lost += 1 - twice / (x[0].col(c).squaredNorm() + x[1].col(c).sum() + 1);
  }
  return lost / static_cast<double>(x[0].cols());
}

double cost_once_more(const Numbers& x, Index i, Index j) {
  const double distance = (x[1].row(i) - x[3].row(j)).cwiseAbs().sum();
  return 5 * distance - x[0](i, static_cast<Index>(x[2](j, 0))) - 2 * giou_once_more(x[1], i, x[3], j);
}

// Logits and labels that are all −1.
Sample unlabelled() {
  MaskRule rule;
  rule.painted = std::make_shared<Matrix>(Matrix::Constant(3, 1, -1));
  return {drawn_stage(3, 4), {mask(rule), {}, {3, 1}}, {cross_entropy_at(), {0, 1}, {3, 1}}};
}

// By the inner product, as the paper's code has it.
double nearest_once_more(const Numbers& x, Index i, Index /*column*/) {
  double best = HUGE_VAL;
  Index nearest = 0;
  for (Index code = 0; code < x[1].rows(); ++code) {
    const double away =
        x[0].row(i).squaredNorm() + x[1].row(code).squaredNorm() - 2 * x[0].row(i).dot(x[1].row(code));
    if (away >= best) continue;
    best = away;
    nearest = code;
  }
  return static_cast<double>(nearest);
}

std::vector<Rule> picture_rules() {
  const auto nothing = [](const Numbers&, Index, Index) { return 0; };
  return {
      {sample_of("giou_rows"),
       [](const Numbers& x, Index i, Index) { return giou_once_more(x[0], i, x[1], i); }},
      {sample_of("dice_loss"), dice_once_more},
      {sample_of("matching_cost"), cost_once_more},
      {sample_of("nearest_code"), nearest_once_more},
      {sample_of("softplus"),
       [](const Numbers& x, Index i, Index c) { return std::log(1 + std::exp(x[0](i, c))); }},
      {unlabelled(), nothing},
      {Sample{drawn_stage(3, 1), zeros(3, 1), {weighted_mean(), {0, 1}, {1, 1}}}, nothing},
  };
}

std::vector<Rule> rules() {
  std::vector<Rule> all = {
      every_mask(),
      {sample_of("uniform"), uniform_weight},
      {Sample{all_hidden(2, 3), {uniform_rows(), {0}, {2, 3}}},
       [](const Numbers&, Index, Index) { return 0; }},
      {difference_of_hidden(), difference_of},
      measured_rule(true, true),
      measured_rule(false, true),
      measured_rule(true, false),
      measured_padding(),
      {sample_of("measure_means"), mean_once_more},
      {sample_of("sinusoid_grid"), grid_wave},
      {sample_of("cross_entropy"),
       [](const Numbers& x, Index i, Index) {
         const std::array<Index, 3> labels = {2, -1, 0};
         const Index label = labels.at(static_cast<size_t>(i));
         return label < 0 ? 0 : -std::log(std::exp(x[0](i, label)) / x[0].row(i).array().exp().sum());
       }},
      {sample_of("tanh"),
       [](const Numbers& x, Index i, Index c) { return 1 - 2 / (std::exp(2 * x[0](i, c)) + 1); }},
  };
  for (Rule& rule : efficient_rules()) all.push_back(std::move(rule));
  for (Rule& rule : relatives_rules()) all.push_back(std::move(rule));
  for (Rule& rule : picture_rules()) all.push_back(std::move(rule));
  return all;
}

Numbers numbers_in(const Trace& trace) {
  Numbers numbers;
  for (const Stage& stage : trace.stages())
    numbers.push_back(numbers_of(trace, stage.address).cast<double>());
  return numbers;
}

// The rules that a trace's explanations name; of its last stage alone, or of all.
std::set<NamedRule> named_in(const Trace& trace, bool last_alone) {
  std::set<NamedRule> named;
  for (int index = last_alone ? trace.size() - 1 : 0; index < trace.size(); ++index) {
    const Stage& stage = trace.stage(index);
    for (Index i = 0; i < stage.rows; ++i) {
      for (Index j = 0; j < stage.columns; ++j) {
        const Explanation explained = trace.explain(index, i, j);
        if (explained.arithmetic == Arithmetic::kRule)
          named.emplace(std::string(stage.operation->name()), explained.note);
      }
    }
  }
  return named;
}

TEST(Rules, GiveWhatTheySayWhenWrittenOnceMore) {
  for (const Rule& rule : rules()) {
    const auto trace = run_sample(rule.sample);
    const Numbers numbers = numbers_in(*trace);
    const Stage& stage = trace->stages().back();
    for (Index i = 0; i < stage.rows; ++i) {
      for (Index j = 0; j < stage.columns; ++j) {
        const double expected = rule.result(numbers, i, j);
        const Explanation explained = trace->explain(trace->size() - 1, i, j);
        const bool same = std::isinf(expected) ? explained.result == expected
                                               : std::abs(explained.result - expected) <=
                                                     rule.tolerance * (1 + std::abs(expected));
        EXPECT_TRUE(same) << stage.operation->name() << " (" << i << ", " << j << ") " << explained.note
                          << ": " << explained.result << ", once more " << expected;
      }
    }
  }
}

TEST(Rules, NoneIsLeftOut) {
  std::set<NamedRule> checked;
  for (const Rule& rule : rules()) checked.merge(named_in(*run_sample(rule.sample), true));
  for (const ExplainCase& example : all_cases()) {
    for (const NamedRule& named : named_in(*example.trace, false))
      EXPECT_TRUE(checked.contains(named)) << example.name << ": " << named.first << ", " << named.second;
  }
}

}  // namespace
}  // namespace engine
