// method_measures.h: how far a way of computing attention is from the exact one, and what it takes in time
// and memory as the input grows.
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

// What every way of computing attention starts from: one head. L queries, T keys.
struct MeasuredHead {
  std::string address = "encoder.0.self.head.0";  // what a method draws is keyed by it
  Matrix q, k, v;                                 // (L, d_k), (T, d_k), (T, d_v), turned where they are
  // The first head's (T, d_k), (T, d_v), which lambda layers share; empty: its own.
  Matrix first_k, first_v;
  MaskRule rule;
  // The scores (L, T) scaled, raised by distance and masked, where that is more than Q K^T, scaled, under
  // `rule`; else empty.
  Matrix masked;
  ScoreSettings scoring;
};

// The head at `address` ("encoder.0.self.head.2", "batch.1.decoder.0.cross.head.0") of a run of `config`.
// Error error.measure_head (address) where the run has no such head.
Result<MeasuredHead> measured_head(const Trace& trace, std::string_view address, const Config& config);

// A head of `length` tokens whose numbers are Gaussians of this standard deviation.
MeasuredHead drawn_head(Index length, Index d_k, Index d_v, double deviation, uint64_t seed);

// The addresses of all heads of a run, in its order.
std::vector<std::string> heads_of(const Trace& trace);

// The stages of one head under one method, in a recomputing trace: .q, .k, .v, .scores, .scaled, .mask,
// .masked, the method's own, .exact, .weights, .difference, .output at the head's address. The method must be
// able to take the head's mask and positions (check() of config.h). Null where engine::stop_requested().
std::shared_ptr<const Trace> run_head(const MeasuredHead& head, const AttentionMethod& method);

// A is the map in force, A* the exact one of the same scores and mask (L, T); O the output, V the values.
// |X| is the root of the sum of all squares.
struct HeadErrors {
  double map = 0;     // |A - A*| / |A*|; 0 where A* is all zero and A is too, and infinite where A is not
  double output = 0;  // |O - A* V| / |A* V|, likewise
  // Of each query, from 0 to 1: the sum of its exact weights A*_ij over the keys j that the method leaves
  // out, which are those with A_ij <= A*_ij * kLeftOut: keys it never sees (0), nearly lost, or below 0.
  std::vector<double> missed;  // L
  double missed_mean = 0;
  double missed_most = 0;
};
inline constexpr double kLeftOut = 1e-3;

// Of the head at `address` in a trace, exact (all 0) where it has no method of its own. Reads 128 rows of
// the maps at a time. Nothing where there is no such head, or engine::stop_requested().
std::optional<HeadErrors> head_errors(const Trace& trace, std::string_view address);
// The same of given numbers: run_head, then its errors.
std::optional<HeadErrors> head_errors(const MeasuredHead& head, const AttentionMethod& method);

// y = c x^slope, by least squares through the logarithms.
struct Fit {
  double slope = 0;
  std::optional<double> error;  // standard error of the slope; nothing where too few points leave it open
};
// Nothing where there are not two different x, or a number is not above 0. The error is that of the residuals
// (n - 2 degrees of freedom; nothing for n < 3).
std::optional<Fit> fit_power(std::span<const double> x, std::span<const double> y);

// A number of AttentionMethod that can be turned over several values.
struct MethodNumber {
  std::string_view name;  // "features", as on the command line
  Index AttentionMethod::*field;
  bool MethodParameters::*used;  // whether a method has it
  Index smallest;                // that can be asked for
  Index largest;
};
// features, rank, buckets, rounds, chunk, window, global.
std::span<const MethodNumber> method_numbers();
const MethodNumber* method_number_named(std::string_view name);

// How the error of the map falls with a number, where theory says: -0.5 in the features of Performer and of
// RFA without a gate (the variance of a mean of m terms; Choromanski et al. 2021, Peng et al. 2021).
std::optional<double> theoretical_slope(const AttentionMethod& method, const MethodNumber& number);

// Over draws: mean and sample standard deviation (0 of one draw).
struct DrawnMean {
  double mean = 0;
  double deviation = 0;
};

struct SweepPoint {
  Index value = 0;
  // Each the mean over the heads, then over the draws.
  DrawnMean map, output, missed;  // as in HeadErrors; missed_mean
  // Of a method whose features do not lead to softmax of the scores, however many there are: the error of the
  // map beside the one that they do lead to (RFA without a gate: softmax of the products of unit vectors).
  // theoretical_slope is of this.
  std::optional<DrawnMean> by_chance;
};

struct Sweep {
  AttentionMethod method;  // its seed is that of the first draw, and one more for each other
  const MethodNumber* number = nullptr;
  std::vector<Index> values;
  Index draws = 1;  // a method that draws nothing is run once
};

struct SweepResult {
  Index draws = 1;                 // that were made
  std::vector<SweepPoint> points;  // one a value, in the order given
  // Of the error against the value. Where there are several draws, the error of the slope is that of the mean
  // of their slopes. Nothing where an error is no more than rounding (1e-6) or there are not two values.
  std::optional<Fit> map, output, by_chance;
  std::optional<double> theory;
};

// Told before the first step, and after each.
using MeasureProgress = std::function<void(Index done, Index planned)>;

// Every value of the number, in turn put in the place of the one in config.attention, must pass
// check(config, input): the first error.
std::optional<Error> check_sweep(const Config& config, const Input& input, const Sweep& sweep);

// Nothing where engine::stop_requested() (see Stoppable of parallel.h). `progress` may be empty.
std::optional<SweepResult> run_sweep(std::span<const MeasuredHead> heads, const Sweep& sweep,
                                     const MeasureProgress& progress = {});

// What the engine cannot know by itself.
struct Meters {
  std::function<double()> seconds;  // a clock that only goes forward
  // Does the work, and says how many bytes more than before the program held at the most; nothing where the
  // system does not tell.
  std::function<std::optional<double>(const std::function<void()>& work)> peak;
};

// The time of the fastest run of a few, fewer where each takes long.
double shortest_seconds(const std::function<void()>& work, const Meters& meters);

struct LengthPoint {
  Index length = 0;
  MethodCost counted;
  std::optional<Error> error;        // why it was not run, where it was not: then nothing below counts
  double seconds = 0;                // of the fastest run
  std::optional<double> peak_bytes;  // of one run
};

struct LengthsResult {
  std::vector<LengthPoint> points;
  // Exponents in the length, of those that were run for what was measured.
  std::optional<Fit> operations, bytes, seconds, peak;
};

inline constexpr Index kLongestMeasured = 65536;

// Of a head whose length varies.
struct MeasuredWidths {
  Index d_k = 64;
  Index d_v = 64;
  bool causal = false;

  bool operator==(const MeasuredWidths&) const = default;
};

// Whether one head of this shape can be run: error.measure_memory (count, megabytes, largest, attention)
// where it would hold more than kMaxBytes, of a method that holds maps; error.measure_memory_tokens of
// another; error.attention_rank (rank, count).
std::optional<Error> check_length(const AttentionMethod& method, const HeadShape& shape);

// Runs a drawn head of each length. A short run is repeated until they took 0.2 s in all, five at the most;
// none is repeated that takes longer. The exact one is run as its formula is written: all scores, then all
// weights, then the output. Nothing where engine::stop_requested().
std::optional<LengthsResult> measure_lengths(const AttentionMethod& method, const MeasuredWidths& widths,
                                             std::span<const Index> lengths, const Meters& meters,
                                             const MeasureProgress& progress = {});

}  // namespace engine
