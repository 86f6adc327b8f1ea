// attribution.cpp: reads gradients at the input; integrates them over runs whose input is typed.
#include "engine/gradients/attribution.h"

#include <algorithm>
#include <utility>

#include "engine/core/address.h"
#include "engine/core/parallel.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/model/forward.h"

namespace engine {
namespace {

Eigen::MatrixXd whole_of(const Trace& trace, int stage) {
  const Shape shape = trace.stage(stage).shape();
  return trace.read(stage, 0, 0, shape.rows, shape.columns).cast<double>();
}

// What each stage's numbers and gradients say of its rows.
template <class Share>
std::vector<TokenShares> shares_of_rows(const Trace& trace, const std::vector<std::string>& inputs,
                                        Share share) {
  std::vector<TokenShares> all;
  for (const std::string& address : inputs) {
    const auto gradient = trace.find(gradient_address(address));
    if (!gradient) continue;
    const Eigen::MatrixXd slopes = whole_of(trace, *gradient);
    const Eigen::MatrixXd numbers = whole_of(trace, trace.find(address).value());
    TokenShares shares{address, {}};
    for (Index row = 0; row < slopes.rows(); ++row)
      shares.shares.push_back(share(slopes.row(row), numbers.row(row)));
    all.push_back(std::move(shares));
  }
  return all;
}

Eigen::MatrixXd baseline_of(const Eigen::MatrixXd& numbers, Baseline baseline) {
  if (baseline == Baseline::kZero) return Eigen::MatrixXd::Zero(numbers.rows(), numbers.cols());
  return numbers.colwise().mean().replicate(numbers.rows(), 1);
}

// One stage of the input: its numbers, where the line begins, and the gradients so far.
struct Way {
  std::string address;
  Eigen::MatrixXd to, from, gradients;

  Eigen::MatrixXd at(double part) const { return from + part * (to - from); }
};

// The settings of a run whose input is typed: `part` of the way.
Config config_at(Config config, const std::vector<Way>& ways, double part) {
  for (const Way& way : ways) {
    std::erase_if(config.edits, [&](const StageEdits& edits) { return edits.address == way.address; });
    const Eigen::MatrixXd numbers = way.at(part);
    StageEdits typed{way.address, {}};
    typed.cells.reserve(static_cast<size_t>(numbers.size()));
    for (Index row = 0; row < numbers.rows(); ++row) {
      for (Index column = 0; column < numbers.cols(); ++column)
        typed.cells.push_back({row, column, numbers(row, column)});
    }
    const auto place = std::lower_bound(
        config.edits.begin(), config.edits.end(), typed,
        [](const StageEdits& one, const StageEdits& other) { return one.address < other.address; });
    config.edits.insert(place, std::move(typed));
  }
  return config;
}

}  // namespace

std::vector<std::string> input_stages(const Trace& trace, int example) {
  std::vector<std::string> found;
  for (const char* const stream : {"", "source", "target"}) {
    StageAddress place;
    place.batch = example;
    place.stream = stream;
    place.step = "input";
    std::string address = address_of(place);
    if (trace.find(address)) found.push_back(std::move(address));
  }
  return found;
}

int example_of(const Target& target) {
  const auto* const cell = std::get_if<CellTarget>(&target);
  return cell == nullptr ? -1 : parse_address(cell->address).batch;
}

std::vector<TokenShares> gradient_lengths(const Trace& trace, const std::vector<std::string>& inputs) {
  return shares_of_rows(trace, inputs,
                        [](const auto& slopes, const auto& /*numbers*/) { return slopes.norm(); });
}

std::vector<TokenShares> gradient_times_input(const Trace& trace, const std::vector<std::string>& inputs) {
  return shares_of_rows(trace, inputs,
                        [](const auto& slopes, const auto& numbers) { return slopes.dot(numbers); });
}

std::vector<HeadShare> head_shares(const Trace& trace, int example) {
  std::vector<HeadShare> shares;
  for (int index = 0; index < trace.size(); ++index) {
    const Stage& stage = trace.stage(index);
    if (stage.kind != StageKind::kHeadOutput || is_of_lab(stage.address)) continue;
    if (parse_address(stage.address).batch != example) continue;
    const auto gradient = trace.find(gradient_address(stage.address));
    if (!gradient) continue;
    shares.push_back({std::string(head_address(stage.address)),
                      whole_of(trace, *gradient).cwiseProduct(whole_of(trace, index)).sum()});
  }
  return shares;
}

double IntegratedGradients::sum() const {
  double sum = 0;
  for (const TokenShares& stage : shares) {
    for (const double share : stage.shares) sum += share;
  }
  return sum;
}

Result<double> target_value(const Trace& trace, const Config& config, const GradientRequest& request) {
  TraceBuilder builder(trace);
  const auto cell = add_target(builder, trace, config, request);
  if (!cell) return cell.error();
  const auto made = std::move(builder).build();
  return static_cast<double>(made->at(cell->stage, cell->row, cell->column));
}

Result<std::optional<IntegratedGradients>> integrate_gradients(const Trace& trace, const Model& model,
                                                               const Input& input, const Config& config,
                                                               const GradientRequest& request,
                                                               const Integration& integration,
                                                               const std::stop_token& stop) {
  const Stoppable stoppable(stop);
  const auto steps = static_cast<double>(integration.steps);
  std::vector<Way> ways;
  for (const std::string& address : integration.inputs) {
    const Eigen::MatrixXd numbers = whole_of(trace, trace.find(address).value());
    ways.push_back({address, numbers, baseline_of(numbers, integration.baseline),
                    Eigen::MatrixXd::Zero(numbers.rows(), numbers.cols())});
  }
  const auto run_at = [&](double part) { return forward(model, input, config_at(config, ways, part)); };
  for (Index step = 0; step < integration.steps; ++step) {
    if (stop_requested()) return std::optional<IntegratedGradients>();
    const auto run = run_at((static_cast<double>(step) + 0.5) / steps);
    if (!run) return std::optional<IntegratedGradients>();
    const auto with = with_gradients(*run, config, request);
    if (!with) return with.error();
    if (!*with) return std::optional<IntegratedGradients>();
    for (Way& way : ways) {
      // The whole stage is typed: what is typed moves the target all the same.
      if (const auto gradient = (*with)->find(gradient_address(way.address)))
        way.gradients += whole_of(**with, *gradient) / steps;
    }
  }
  IntegratedGradients made;
  const auto at_input = target_value(trace, config, request);
  const auto start = run_at(0);
  if (!start) return std::optional<IntegratedGradients>();
  const auto at_baseline = target_value(*start, config, request);
  if (stop_requested()) return std::optional<IntegratedGradients>();
  if (!at_input) return at_input.error();
  if (!at_baseline) return at_baseline.error();
  made.at_input = *at_input;
  made.at_baseline = *at_baseline;
  for (const Way& way : ways) {
    const Eigen::VectorXd shares = (way.to - way.from).cwiseProduct(way.gradients).rowwise().sum();
    made.shares.push_back({way.address, {shares.data(), shares.data() + shares.size()}});
  }
  return std::optional(std::move(made));
}

}  // namespace engine
