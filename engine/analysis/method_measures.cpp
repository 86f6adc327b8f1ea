// method_measures.cpp: errors of a method's map and output, and how they change with one of its parameters.
#include "engine/analysis/method_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/parallel.h"
#include "engine/model/settings.h"
#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// Rows of the maps to read at a time.
constexpr Index kMeasuredRows = 128;
// Relative errors up to this are 32-bit rounding: such a map is exact.
constexpr double kMeasuredRounding = 1e-6;

double squared_norm(const Matrix& numbers) {
  return numbers.cast<double>().squaredNorm();
}

// |X - X*| / |X*|, from the squares.
double relative(double gap, double exact) {
  if (gap == 0) return 0;
  return exact == 0 ? static_cast<double>(kInfinity) : std::sqrt(gap / exact);
}

// The stages to read errors from.
struct ErrorStages {
  int exact, weights, values, output;
};

std::optional<ErrorStages> error_stages(const Trace& trace, std::string_view address) {
  const auto at = [&](const char* step) { return trace.find(std::string(address).append(step)); };
  const auto weights = at(".weights");
  const auto values = at(".v");
  const auto output = at(".output");
  if (!weights || !values || !output) return std::nullopt;
  return ErrorStages{at(".exact").value_or(*weights), *weights, *values, *output};
}

double mean_of(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return numbers.empty() ? 0 : sum / static_cast<double>(numbers.size());
}

DrawnMean over_draws(std::span<const double> draws) {
  DrawnMean found{mean_of(draws), 0};
  if (draws.size() < 2) return found;
  double squares = 0;
  for (const double draw : draws) squares += (draw - found.mean) * (draw - found.mean);
  found.deviation = std::sqrt(squares / static_cast<double>(draws.size() - 1));
  return found;
}

// The head whose softmax is the limit of infinitely many features.
std::optional<MeasuredHead> limit_of(const MeasuredHead& head, const AttentionMethod& method) {
  if (method.kind != AttentionKind::kRfa || method.gate) return std::nullopt;
  MeasuredHead limit = head;
  for (Matrix* const vectors : {&limit.q, &limit.k}) {
    const Matrix before = *vectors;
    unit_rows()->forward(std::vector<ConstView>{whole(before)}, whole(*vectors));
  }
  limit.masked.resize(0, 0);
  limit.scoring = {.scale = false};
  return limit;
}

// |A - A~| / |A~| of the maps of two traces.
std::optional<double> map_gap(const Trace& made, const Trace& limit, const std::string& address) {
  const auto one = made.find(address + ".weights");
  const auto other = limit.find(address + ".weights");
  if (!one || !other) return std::nullopt;
  const Stage& map = made.stage(*one);
  double gap = 0;
  double size = 0;
  for (Index row = 0; row < map.rows; row += kMeasuredRows) {
    if (stop_requested()) return std::nullopt;
    const Index rows = std::min(kMeasuredRows, map.rows - row);
    const Matrix expected = limit.read(*other, row, 0, rows, map.columns);
    gap += squared_norm(made.read(*one, row, 0, rows, map.columns) - expected);
    size += squared_norm(expected);
  }
  return relative(gap, size);
}

// The errors of one draw at one value, each the mean over the heads.
struct DrawErrors {
  double map = 0, output = 0, missed = 0, by_chance = 0;
};

// The errors of all draws at all values, filled in as they are made.
class SweepRun {
 public:
  SweepRun(std::span<const MeasuredHead> heads, const Sweep& sweep)
      : heads_(heads),
        sweep_(sweep),
        draws_(row_of(sweep.method.kind).parameters.seed ? std::max<Index>(sweep.draws, 1) : 1),
        errors_(sweep.values.size()) {
    for (const MeasuredHead& head : heads) {
      const auto limit = limit_of(head, sweep.method);
      if (limit) limits_.push_back(run_head(*limit, {}));
    }
  }

  std::optional<SweepResult> run(const MeasureProgress& progress) {
    const Index planned = draws_ * static_cast<Index>(sweep_.values.size());
    Index done = 0;
    const auto tell = [&] {
      if (progress) progress(done, planned);
    };
    tell();
    // Draw by draw, so that partial results cover every value.
    for (Index draw = 0; draw < draws_; ++draw) {
      for (size_t value = 0; value < sweep_.values.size(); ++value) {
        const auto errors = measure(sweep_.values[value], draw);
        if (!errors) return std::nullopt;
        errors_[value].push_back(*errors);
        ++done;
        tell();
      }
    }
    return result();
  }

 private:
  std::optional<DrawErrors> measure(Index value, Index draw) const {
    AttentionMethod method = sweep_.method;
    method.*(sweep_.number->field) = value;
    method.seed += static_cast<uint64_t>(draw);
    DrawErrors sum;
    const auto share = 1 / static_cast<double>(heads_.size());
    for (size_t i = 0; i < heads_.size(); ++i) {
      const auto trace = run_head(heads_[i], method);
      if (!trace) return std::nullopt;
      const auto errors = head_errors(*trace, heads_[i].address);
      if (!errors) return std::nullopt;
      sum.map += errors->map * share;
      sum.output += errors->output * share;
      sum.missed += errors->missed_mean * share;
      if (limits_.empty()) continue;
      const auto gap = limits_[i] ? map_gap(*trace, *limits_[i], heads_[i].address) : std::nullopt;
      if (!gap) return std::nullopt;
      sum.by_chance += *gap * share;
    }
    return sum;
  }

  std::vector<double> numbers(size_t value, double DrawErrors::*field) const {
    std::vector<double> found;
    found.reserve(errors_[value].size());
    for (const DrawErrors& errors : errors_[value]) found.push_back(errors.*field);
    return found;
  }

  // The slope of a single draw; of several, their mean with its standard error.
  std::optional<Fit> slope(double DrawErrors::*field) const {
    std::vector<double> x;
    for (const Index value : sweep_.values) x.push_back(static_cast<double>(value));
    std::vector<double> slopes;
    std::optional<Fit> last;
    for (size_t draw = 0; draw < static_cast<size_t>(draws_); ++draw) {
      std::vector<double> y;
      for (const auto& errors : errors_) y.push_back(errors[draw].*field);
      if (*std::min_element(y.begin(), y.end()) <= kMeasuredRounding) return std::nullopt;
      last = fit_power(x, y);
      if (!last) return std::nullopt;
      slopes.push_back(last->slope);
    }
    if (slopes.size() < 2) return last;
    const DrawnMean spread = over_draws(slopes);
    return Fit{spread.mean, spread.deviation / std::sqrt(static_cast<double>(slopes.size()))};
  }

  SweepResult result() const {
    SweepResult found{.draws = draws_};
    for (size_t value = 0; value < sweep_.values.size(); ++value) {
      SweepPoint point{.value = sweep_.values[value],
                       .map = over_draws(numbers(value, &DrawErrors::map)),
                       .output = over_draws(numbers(value, &DrawErrors::output)),
                       .missed = over_draws(numbers(value, &DrawErrors::missed))};
      if (!limits_.empty()) point.by_chance = over_draws(numbers(value, &DrawErrors::by_chance));
      found.points.push_back(point);
    }
    found.map = slope(&DrawErrors::map);
    found.output = slope(&DrawErrors::output);
    if (!limits_.empty()) found.by_chance = slope(&DrawErrors::by_chance);
    found.theory = theoretical_slope(sweep_.method, *sweep_.number);
    return found;
  }

  std::span<const MeasuredHead> heads_;
  const Sweep& sweep_;
  Index draws_;
  std::vector<std::shared_ptr<const Trace>> limits_;  // per head, or null
  std::vector<std::vector<DrawErrors>> errors_;       // per value, by draw
};

}  // namespace

std::optional<HeadErrors> head_errors(const Trace& trace, std::string_view address) {
  const auto found = error_stages(trace, address);
  if (!found) return std::nullopt;
  const Stage& map = trace.stage(found->weights);
  const Stage& values = trace.stage(found->values);
  const Matrix v = trace.read(found->values, 0, 0, values.rows, values.columns);
  HeadErrors errors;
  double map_gap = 0;
  double map_size = 0;
  double output_gap = 0;
  double output_size = 0;
  for (Index row = 0; row < map.rows; row += kMeasuredRows) {
    if (stop_requested()) return std::nullopt;
    const Index rows = std::min(kMeasuredRows, map.rows - row);
    const Matrix exact = trace.read(found->exact, row, 0, rows, map.columns);
    const Matrix made = trace.read(found->weights, row, 0, rows, map.columns);
    const Matrix expected = exact * v;
    map_gap += squared_norm(made - exact);
    map_size += squared_norm(exact);
    output_gap += squared_norm(trace.read(found->output, row, 0, rows, v.cols()) - expected);
    output_size += squared_norm(expected);
    const auto left_out = made.array() <= exact.array() * static_cast<float>(kLeftOut);
    const Matrix missed = left_out.select(exact.array(), 0.0F).matrix();
    for (Index i = 0; i < rows; ++i) errors.missed.push_back(missed.row(i).cast<double>().sum());
  }
  errors.map = relative(map_gap, map_size);
  errors.output = relative(output_gap, output_size);
  errors.missed_mean = mean_of(errors.missed);
  if (!errors.missed.empty())
    errors.missed_most = *std::max_element(errors.missed.begin(), errors.missed.end());
  return errors;
}

std::optional<HeadErrors> head_errors(const MeasuredHead& head, const AttentionMethod& method) {
  const auto trace = run_head(head, method);
  return trace ? head_errors(*trace, head.address) : std::nullopt;
}

std::optional<Fit> fit_power(std::span<const double> x, std::span<const double> y) {
  std::vector<double> log_x;
  std::vector<double> log_y;
  for (size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0) || !(y[i] > 0) || !std::isfinite(y[i])) return std::nullopt;
    log_x.push_back(std::log(x[i]));
    log_y.push_back(std::log(y[i]));
  }
  const double mean_x = mean_of(log_x);
  const double mean_y = mean_of(log_y);
  double squares = 0;
  double products = 0;
  for (size_t i = 0; i < log_x.size(); ++i) {
    squares += (log_x[i] - mean_x) * (log_x[i] - mean_x);
    products += (log_x[i] - mean_x) * (log_y[i] - mean_y);
  }
  if (squares == 0) return std::nullopt;
  Fit fit{.slope = products / squares, .error = std::nullopt};
  if (log_x.size() < 3) return fit;
  double residual = 0;
  for (size_t i = 0; i < log_x.size(); ++i) {
    const double gap = log_y[i] - mean_y - fit.slope * (log_x[i] - mean_x);
    residual += gap * gap;
  }
  fit.error = std::sqrt(residual / static_cast<double>(log_x.size() - 2) / squares);
  return fit;
}

std::span<const MethodNumber> method_numbers() {
  using Method = AttentionMethod;
  using Uses = MethodParameters;
  // Its range is that of the setting with the same name.
  const auto row = [](std::string_view name, Index Method::*field, bool Uses::*used) {
    const auto& setting = std::get<WholeSetting>(setting_named(name).value);
    return MethodNumber{name, field, used, setting.smallest, setting.largest};
  };
  static const std::array kNumbers = {
      row("features", &Method::features, &Uses::features), row("rank", &Method::rank, &Uses::rank),
      row("buckets", &Method::buckets, &Uses::buckets),    row("rounds", &Method::rounds, &Uses::rounds),
      row("chunk", &Method::chunk, &Uses::chunk),          row("window", &Method::window, &Uses::window),
      row("global", &Method::global, &Uses::global),
  };
  return kNumbers;
}

const MethodNumber* method_number_named(std::string_view name) {
  const auto numbers = method_numbers();
  const auto found =
      std::find_if(numbers.begin(), numbers.end(), [&](const MethodNumber& row) { return row.name == name; });
  return found == numbers.end() ? nullptr : &*found;
}

std::optional<double> theoretical_slope(const AttentionMethod& method, const MethodNumber& number) {
  if (number.field != &AttentionMethod::features) return std::nullopt;
  const bool is_known =
      method.kind == AttentionKind::kPerformer || (method.kind == AttentionKind::kRfa && !method.gate);
  return is_known ? std::optional(-0.5) : std::nullopt;
}

std::optional<Error> check_sweep(const Config& config, const Input& input, const Sweep& sweep) {
  Config turned = config;
  for (const Index value : sweep.values) {
    turned.attention.*(sweep.number->field) = value;
    if (auto bad = check(turned, input)) return bad;
  }
  return std::nullopt;
}

std::optional<SweepResult> run_sweep(std::span<const MeasuredHead> heads, const Sweep& sweep,
                                     const MeasureProgress& progress) {
  return SweepRun(heads, sweep).run(progress);
}

}  // namespace engine
