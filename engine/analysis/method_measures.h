// method_measures.h: how far an attention method is from exact attention, and what it takes in time and
// memory as the input grows.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/efficient/cost.h"
#include "engine/attention/head_chain.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/masks/mask.h"
#include "engine/model/config.h"

namespace engine {

// The common input of all attention methods: one head. L queries, T keys.
struct MeasuredHead {
  std::string address = "encoder.0.self.head.0";  // seeds what a method draws
  Matrix q, k, v;                                 // (L, d_k), (T, d_k), (T, d_v), rotated if rotary
  // The first head's (T, d_k), (T, d_v), which lambda layers share; empty: its own.
  Matrix first_k, first_v;
  MaskRule rule;
  // The scores (L, T) scaled, biased by distance and masked, if they are more than scaled Q K^T under `rule`;
  // otherwise empty.
  Matrix masked;
  ScoreSettings scoring;
};

// The head at `address` ("encoder.0.self.head.2", "batch.1.decoder.0.cross.head.0") of a run of `config`.
// Error error.measure_head (address) if the run has no such head.
Result<MeasuredHead> measured_head(const Trace& trace, std::string_view address, const Config& config);

// A head of `length` tokens with Gaussian values of this standard deviation.
MeasuredHead drawn_head(Index length, Index d_k, Index d_v, double deviation, uint64_t seed);

// The head on which theory's slopes hold: 256 tokens, 16 wide, with small numbers (standard deviation 0.25).
const MeasuredHead& theory_head();

// The largest score that its vectors allow: the longest query times the longest key, over sqrt(d_k). Theory's
// slopes need it to be small: a map of few features is far off where scores are large.
double score_bound(const MeasuredHead& head);

// The addresses of all heads of a run, in order.
std::vector<std::string> heads_of(const Trace& trace);

// The stages of one head under one method, in a recomputing trace: .q, .k, .v, .scores, .scaled, .mask,
// .masked, the method's own, .exact, .weights, .difference, .output at the head's address. The method must
// support the head's mask and positions (check() of config.h). Null if engine::stop_requested().
std::shared_ptr<const Trace> run_head(const MeasuredHead& head, const AttentionMethod& method);

// A is the effective map, A* the exact one for the same scores and mask (L, T); O the output, V the values.
// |X| is the Frobenius norm.
struct HeadErrors {
  double map = 0;     // |A - A*| / |A*|; if A* is all zero: 0 if A is too, otherwise infinite
  double output = 0;  // |O - A* V| / |A* V|, likewise
  // For each query, from 0 to 1: the sum of its exact weights A*_ij over the keys j that the method misses,
  // those with A_ij <= A*_ij * kLeftOut: keys it never sees (0), nearly lost, or negative.
  std::vector<double> missed;  // L
  double missed_mean = 0;
  double missed_most = 0;
};
inline constexpr double kLeftOut = 1e-3;

// Of the head at `address` in a trace; all 0 if its method is the exact one. Reads 128 rows of the maps at a
// time. Nullopt if there is no such head, or engine::stop_requested().
std::optional<HeadErrors> head_errors(const Trace& trace, std::string_view address);
// As above for given values: run_head, then its errors.
std::optional<HeadErrors> head_errors(const MeasuredHead& head, const AttentionMethod& method);

// y = c x^slope, fitted by least squares on the logarithms.
struct Fit {
  double slope = 0;
  std::optional<double> error;  // standard error of the slope; nullopt with too few points
};
// Nullopt unless there are two different x, and all values are above 0. The error comes from the residuals,
// with n - 2 degrees of freedom; nullopt for n < 3.
std::optional<Fit> fit_power(std::span<const double> x, std::span<const double> y);

// A parameter of AttentionMethod that can be swept over several values.
struct MethodNumber {
  std::string_view name;  // "features", as on the command line
  Index AttentionMethod::*field;
  bool MethodParameters::*used;  // whether a method uses it
  Index smallest;                // smallest allowed value
  Index largest;
};
// features, rank, buckets, rounds, chunk, window, global.
std::span<const MethodNumber> method_numbers();
const MethodNumber* method_number_named(std::string_view name);

// How the error of the map falls with a parameter, according to theory: -0.5 in the features of Performer and
// of RFA without a gate (the variance of a mean of m terms; Choromanski et al. 2021, Peng et al. 2021).
std::optional<double> theoretical_slope(const AttentionMethod& method, const MethodNumber& number);

// Over draws: mean and sample standard deviation (0 for one draw).
struct DrawnMean {
  double mean = 0;
  double deviation = 0;
};

struct SweepPoint {
  Index value = 0;
  // Each the mean over the heads, then over the draws.
  DrawnMean map, output, missed;  // as in HeadErrors; missed_mean
  // For a method whose features do not converge to softmax of the scores, however many there are: the error
  // of the map relative to the one that they converge to (RFA without a gate: softmax of the products of unit
  // vectors). theoretical_slope refers to this.
  std::optional<DrawnMean> by_chance;
};

struct Sweep {
  AttentionMethod method;  // its seed is used for the first draw, and one more for each further draw
  const MethodNumber* number = nullptr;
  std::vector<Index> values;
  Index draws = 1;  // a method without randomness runs once
};

struct SweepResult {
  Index draws = 1;                 // draws made
  std::vector<SweepPoint> points;  // one per value, in the order given
  // Of the error over the value. With several draws, the error of the slope is that of the mean of their
  // slopes. Nullopt if an error is at the level of rounding (1e-6) or there are not two values.
  std::optional<Fit> map, output, by_chance;
  std::optional<double> theory;
};

// Called before the first step, and after each.
using MeasureProgress = std::function<void(Index done, Index planned)>;

// Every value of the parameter, substituted into config.attention, must pass check(config, input): the first
// error.
std::optional<Error> check_sweep(const Config& config, const Input& input, const Sweep& sweep);

// Nullopt if engine::stop_requested() (see Stoppable of parallel.h). `progress` may be empty.
std::optional<SweepResult> run_sweep(std::span<const MeasuredHead> heads, const Sweep& sweep,
                                     const MeasureProgress& progress = {});

// What the engine cannot measure itself.
struct Meters {
  std::function<double()> seconds;  // a monotonic clock
  // Does the work, and returns the program's peak memory above what it held before, in bytes; nullopt if the
  // system does not tell.
  std::function<std::optional<double>(const std::function<void()>& work)> peak;
};

// The time of the fastest of a few runs, fewer if each takes long.
double shortest_seconds(const std::function<void()>& work, const Meters& meters);

struct LengthPoint {
  Index length = 0;
  MethodCost counted;
  std::optional<Error> error;        // why it was not run; then the fields below are not valid
  double seconds = 0;                // of the fastest run
  std::optional<double> peak_bytes;  // of one run
};

struct LengthsResult {
  std::vector<LengthPoint> points;
  // Exponents in the length, over the lengths that were run and measured.
  std::optional<Fit> operations, bytes, seconds, peak;
};

inline constexpr Index kLongestMeasured = 65536;

// Of a head of varying length.
struct MeasuredWidths {
  Index d_k = 64;
  Index d_v = 64;
  bool causal = false;

  bool operator==(const MeasuredWidths&) const = default;
};

// Whether one head of this shape can be run: error.measure_memory (count, megabytes, largest, attention) if
// it would hold more than kMaxBytes, for a method that holds maps; error.measure_memory_tokens for another;
// error.attention_rank (rank, count).
std::optional<Error> check_length(const AttentionMethod& method, const HeadShape& shape);

// Runs a drawn head of each length. Short runs are repeated until they total 0.2 s, at most five times;
// longer ones run once. The exact method is run as its formula is written: all scores, then all weights, then
// the output. Nullopt if engine::stop_requested().
std::optional<LengthsResult> measure_lengths(const AttentionMethod& method, const MeasuredWidths& widths,
                                             std::span<const Index> lengths, const Meters& meters,
                                             const MeasureProgress& progress = {});

}  // namespace engine
