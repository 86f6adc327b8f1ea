// measure.cpp: `headlight measure`: how far an attention method is from the exact one, what it costs as the
// input grows, and what each head does.
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/habits.h"
#include "app/cli/input.h"
#include "app/cli/parse_number.h"
#include "app/document/measuring.h"
#include "engine/analysis/method_measures.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::AttentionMethod;
using engine::Error;
using engine::Fit;
using engine::Index;
using engine::MethodNumber;
using engine::Result;
using nlohmann::ordered_json;

constexpr std::string_view kHabits = "--habits";
constexpr std::array kMeasureOptions = {
    Option{kHabits, "", "help.habits"},
    Option{"--on", "model|drawn", "help.measure_on"},
    Option{"--sweep", "NUMBER=A,B,…", "help.sweep"},
    Option{"--draws", "N", "help.draws"},
    Option{"--lengths", "N,…", "help.lengths"},
    Option{"--json", "", "help.json"},
};
constexpr uint64_t kUsualDraws = 10;
constexpr uint64_t kMostMeasuredDraws = 1000;
constexpr size_t kMostValues = 64;

std::string four_digits(const std::optional<double>& value) {
  return value ? engine::significant_digits(*value, 4) : "-";
}

void add_cells(std::string& text, const std::vector<std::string>& cells) {
  for (size_t i = 0; i < cells.size(); ++i) text.append(i == 0 ? "" : "\t").append(cells[i]);
  text.append("\n");
}

// Reports the valid range of a method's parameter, like an option for that parameter.
Error out_of_range(const std::string& name, std::string_view typed, Index smallest, Index largest) {
  return {"error.option_whole",
          {{"option", name},
           {"value", quotable(typed)},
           {"smallest", std::to_string(smallest)},
           {"largest", std::to_string(largest)}}};
}

// "16,64,256", each from `smallest` to `largest`.
Result<std::vector<Index>> whole_numbers(const std::string& name, std::string_view typed, Index smallest,
                                         Index largest) {
  std::vector<Index> values;
  while (true) {
    const size_t comma = typed.find(',');
    const std::string_view item = typed.substr(0, comma);
    const auto value = parse_number<Index>(item);
    if (!value || *value < smallest || *value > largest) return out_of_range(name, item, smallest, largest);
    values.push_back(*value);
    if (comma == std::string_view::npos) break;
    typed.remove_prefix(comma + 1);
  }
  if (values.size() > kMostValues)
    return Error{"error.too_many_values",
                 {{"option", name},
                  {"count", std::to_string(values.size())},
                  {"largest", std::to_string(kMostValues)}}};
  return values;
}

// The parameters of an attention method.
std::vector<std::string> numbers_of(const AttentionMethod& method) {
  std::vector<std::string> names;
  for (const MethodNumber& number : engine::method_numbers()) {
    if (engine::row_of(method.kind).parameters.*number.used) names.emplace_back(number.name);
  }
  return names;
}

Result<std::optional<engine::Sweep>> read_sweep(const Request& request) {
  const AttentionMethod& method = request.document.config.attention;
  const auto typed = request.given.find("--sweep");
  if (!typed) {
    if (request.given.has("--draws")) return without("--draws", "--sweep");
    return std::optional<engine::Sweep>();
  }
  const std::string attention(engine::name_of(method.kind));
  const auto names = numbers_of(method);
  if (names.empty()) return Error{"error.sweep_nothing", {{"attention", attention}}};
  const size_t equals = typed->find('=');
  const std::string name = typed->substr(0, equals);
  if (std::find(names.begin(), names.end(), name) == names.end())
    return Error{"error.sweep_number",
                 {{"value", quotable(name)}, {"attention", attention}, {"choices", join(names)}}};
  if (equals == std::string::npos) return Error{"error.sweep_values", {{"name", name}}};
  engine::Sweep sweep{.method = method, .number = engine::method_number_named(name), .values = {}};
  auto values = whole_numbers(name, std::string_view(*typed).substr(equals + 1), sweep.number->smallest,
                              sweep.number->largest);
  if (!values) return values.error();
  sweep.values = std::move(values).value();
  const auto draws = whole_number(request.given, "--draws", 1, kMostMeasuredDraws, kUsualDraws);
  if (!draws) return draws.error();
  sweep.draws = static_cast<Index>(*draws);
  return std::optional(std::move(sweep));
}

// Whether the drawn head is measured instead of the model's.
Result<bool> read_on(const Request& request) {
  static const std::vector<std::string> kChoices = {"model", "drawn"};
  const std::string on = request.given.get("--on", kChoices.front());
  if (on != kChoices.front() && on != kChoices.back()) return not_a_choice("--on", on, kChoices);
  return on == kChoices.back();
}

engine::MeasuredWidths widths_of(const engine::Config& config) {
  return {config.d_k, config.d_v, first_is_causal(config)};
}

// Every requested length; each can be run.
Result<std::vector<Index>> read_lengths(const Request& request) {
  const auto typed = request.given.find("--lengths");
  if (!typed) return std::vector<Index>();
  auto lengths = whole_numbers("--lengths", *typed, 1, engine::kLongestMeasured);
  if (!lengths) return lengths.error();
  const engine::Config& config = request.document.config;
  const engine::MeasuredWidths widths = widths_of(config);
  for (const Index length : *lengths) {
    if (auto bad =
            engine::check_length(config.attention, {length, length, widths.d_k, widths.d_v, widths.causal}))
      return *bad;
  }
  return lengths;
}

// The measurements.
struct Measured {
  bool is_drawn = false;
  std::vector<std::pair<std::string, engine::HeadErrors>> heads;  // by address
  double score_bound = 0;                                         // over the heads that are swept
  std::optional<engine::Sweep> sweep;
  std::optional<engine::SweepResult> swept;
  std::optional<engine::LengthsResult> lengths;
};

Result<std::vector<engine::MeasuredHead>> heads_to_sweep(const engine::Trace& trace,
                                                         const engine::Config& config) {
  std::vector<engine::MeasuredHead> heads;
  for (const std::string& address : engine::heads_of(trace)) {
    auto head = engine::measured_head(trace, address, config);
    if (!head) return head.error();
    heads.push_back(std::move(head).value());
  }
  return heads;
}

void sweep(std::span<const engine::MeasuredHead> heads, Measured& measured) {
  for (const engine::MeasuredHead& head : heads)
    measured.score_bound = std::max(measured.score_bound, engine::score_bound(head));
  measured.swept = engine::run_sweep(heads, *measured.sweep);
}

std::optional<Error> measure_drawn(const AttentionMethod& method, Measured& measured) {
  const engine::MeasuredHead& head = engine::theory_head();
  engine::Config config;
  config.attention = method;
  engine::Input input;
  input.examples.emplace_back().source.tokens.resize(static_cast<size_t>(head.q.rows()), "·");
  input.examples.front().source.padding.resize(static_cast<size_t>(head.q.rows()), false);
  if (auto bad = engine::check(config, input)) return bad;
  if (measured.sweep) {
    if (auto bad = engine::check_sweep(config, input, *measured.sweep)) return bad;
  }
  if (auto errors = engine::head_errors(head, method))
    measured.heads.emplace_back("drawn", *std::move(errors));
  if (measured.sweep) sweep({&head, 1}, measured);
  return std::nullopt;
}

std::optional<Error> measure_model(const Request& request, Measured& measured) {
  const engine::Config& config = request.document.config;
  const auto input = input_of(request.document);
  if (!input) return input.error();
  if (measured.sweep) {
    if (auto bad = engine::check_sweep(config, *input, *measured.sweep)) return bad;
  }
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  for (const std::string& address : engine::heads_of(**trace)) {
    if (auto errors = engine::head_errors(**trace, address))
      measured.heads.emplace_back(address, *std::move(errors));
  }
  if (!measured.sweep) return std::nullopt;
  const auto heads = heads_to_sweep(**trace, config);
  if (!heads) return heads.error();
  sweep(*heads, measured);
  return std::nullopt;
}

Result<Measured> measure_all(const Request& request) {
  const engine::Config& config = request.document.config;
  const auto is_drawn = read_on(request);
  if (!is_drawn) return is_drawn.error();
  const auto sweep = read_sweep(request);
  if (!sweep) return sweep.error();
  const auto lengths = read_lengths(request);
  if (!lengths) return lengths.error();
  Measured measured{.is_drawn = *is_drawn, .heads = {}, .sweep = *sweep, .swept = {}, .lengths = {}};
  if (auto bad = *is_drawn ? measure_drawn(config.attention, measured) : measure_model(request, measured))
    return *std::move(bad);
  if (!lengths->empty())
    measured.lengths =
        engine::measure_lengths(config.attention, widths_of(config), *lengths, machine_meters());
  return measured;
}

// The measurements as tables separated by tabs, each below a line with its column names.
class MeasureLines {
 public:
  MeasureLines(const Measured& measured, const Words& words) : measured_(measured), words_(words) {}

  std::string write() {
    heads();
    if (measured_.swept) sweep();
    if (measured_.lengths) lengths();
    return text_;
  }

 private:
  void heads() {
    text_.append(words_("measure.heads")).append("\n");
    for (const auto& [address, errors] : measured_.heads)
      add_cells(text_, {address, four_digits(errors.map), four_digits(errors.output),
                        four_digits(errors.missed_mean), four_digits(errors.missed_most)});
  }

  void sweep() {
    const bool by_chance = measured_.swept->by_chance.has_value();
    const std::string name(measured_.sweep->number->name);
    text_.append("\n").append(words_("measure.sweep", {{"number", name}}));
    if (by_chance) text_.append("\t").append(words_("measure.by_chance"));
    text_.append("\n");
    for (const engine::SweepPoint& point : measured_.swept->points) {
      std::vector<std::string> cells = {std::to_string(point.value)};
      for (const engine::DrawnMean& mean :
           {point.map, point.output, point.missed, point.by_chance.value_or(engine::DrawnMean{})}) {
        cells.push_back(four_digits(mean.mean));
        cells.push_back(four_digits(mean.deviation));
      }
      if (!point.by_chance) cells.resize(cells.size() - 2);
      add_cells(text_, cells);
    }
    text_.append("\n").append(words_("measure.slopes")).append("\n");
    const auto& theory = measured_.swept->theory;
    slope("measure.slope_map", measured_.swept->map, by_chance ? std::nullopt : theory);
    slope("measure.slope_output", measured_.swept->output, std::nullopt);
    if (by_chance) slope("measure.slope_by_chance", measured_.swept->by_chance, theory);
    if (theory && !measured_.is_drawn) {
      text_.append("\n")
          .append(
              words_("measure.theory", {{"bound", four_digits(measured_.score_bound)},
                                        {"drawn", four_digits(engine::score_bound(engine::theory_head()))}}))
          .append("\n");
    }
  }

  void slope(const char* key, const std::optional<Fit>& fit, const std::optional<double>& theory) {
    add_cells(text_, {words_(key), fit ? four_digits(fit->slope) : "-",
                      four_digits(fit ? fit->error : std::nullopt), four_digits(theory)});
  }

  void lengths() {
    text_.append("\n").append(words_("measure.lengths")).append("\n");
    for (const engine::LengthPoint& point : measured_.lengths->points)
      add_cells(text_, {std::to_string(point.length), four_digits(point.counted.operations),
                        four_digits(point.counted.bytes), four_digits(point.seconds),
                        four_digits(point.peak_bytes)});
    const auto exponent = [](const std::optional<Fit>& fit) { return fit ? four_digits(fit->slope) : "-"; };
    add_cells(text_, {words_("measure.exponent"), exponent(measured_.lengths->operations),
                      exponent(measured_.lengths->bytes), exponent(measured_.lengths->seconds),
                      exponent(measured_.lengths->peak)});
  }

  const Measured& measured_;
  const Words& words_;
  std::string text_;
};

ordered_json fit_json(const std::optional<Fit>& fit) {
  if (!fit) return nullptr;
  return {{"slope", fit->slope}, {"error", fit->error ? ordered_json(*fit->error) : ordered_json(nullptr)}};
}

ordered_json mean_json(const engine::DrawnMean& mean) {
  return {{"mean", mean.mean}, {"spread", mean.deviation}};
}

ordered_json sweep_json(const Measured& measured) {
  const engine::SweepResult& swept = *measured.swept;
  ordered_json object = {{"number", measured.sweep->number->name},
                         {"draws", swept.draws},
                         {"points", ordered_json::array()},
                         {"slopes", {{"map", fit_json(swept.map)}, {"output", fit_json(swept.output)}}}};
  for (const engine::SweepPoint& point : swept.points) {
    ordered_json row = {{"value", point.value},
                        {"map", mean_json(point.map)},
                        {"output", mean_json(point.output)},
                        {"missed", mean_json(point.missed)}};
    if (point.by_chance) row["by_chance"] = mean_json(*point.by_chance);
    object["points"].push_back(std::move(row));
  }
  if (swept.by_chance) object["slopes"]["by_chance"] = fit_json(swept.by_chance);
  object["score_bound"] = measured.score_bound;
  if (swept.theory) object["theory"] = *swept.theory;
  return object;
}

ordered_json lengths_json(const engine::LengthsResult& lengths) {
  ordered_json object = {{"points", ordered_json::array()},
                         {"exponents",
                          {{"operations", fit_json(lengths.operations)},
                           {"bytes", fit_json(lengths.bytes)},
                           {"seconds", fit_json(lengths.seconds)},
                           {"peak_bytes", fit_json(lengths.peak)}}}};
  for (const engine::LengthPoint& point : lengths.points) {
    ordered_json row = {{"length", point.length},
                        {"operations", point.counted.operations},
                        {"bytes", point.counted.bytes},
                        {"seconds", point.seconds}};
    if (point.peak_bytes) row["peak_bytes"] = *point.peak_bytes;
    object["points"].push_back(std::move(row));
  }
  return object;
}

std::string measure_json(const Measured& measured, const AttentionMethod& method) {
  ordered_json object = {{"attention", engine::name_of(method.kind)}, {"heads", ordered_json::array()}};
  for (const auto& [address, errors] : measured.heads)
    object["heads"].push_back({{"head", address},
                               {"map", errors.map},
                               {"output", errors.output},
                               {"missed_mean", errors.missed_mean},
                               {"missed_most", errors.missed_most}});
  if (measured.swept) object["sweep"] = sweep_json(measured);
  if (measured.lengths) object["lengths"] = lengths_json(*measured.lengths);
  return object.dump() + '\n';
}

// The model's heads named by what they do, which leaves nothing of the rest to measure.
Printed name_heads(const Request& request) {
  for (const std::string_view other : {"--on", "--sweep", "--draws", "--lengths"}) {
    if (auto bad = exclusive(request.given, kHabits, other)) return *std::move(bad);
  }
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  return request.given.has("--json") ? habits_json(**trace, request.words)
                                     : habit_lines(**trace, request.words);
}

}  // namespace

std::span<const Option> measure_options() {
  return kMeasureOptions;
}

Printed run_measure(const Request& request) {
  if (request.given.has(kHabits)) return name_heads(request);
  const auto measured = measure_all(request);
  if (!measured) return measured.error();
  return request.given.has("--json") ? measure_json(*measured, request.document.config.attention)
                                     : MeasureLines(*measured, request.words).write();
}

}  // namespace app
