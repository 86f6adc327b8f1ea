// positions.cpp: `headlight positions`: the worked-out values that tell one position from another.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/labs/lab_options.h"
#include "app/document/checkpoints.h"
#include "engine/analysis/position_measures.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::PositionKind;
using engine::Result;
using engine::significant_digits;
using nlohmann::ordered_json;

constexpr std::array kPositionsOptions = {
    Option{"--at", "P,Q", "help.at"},
    Option{"--length", "N", "help.positions_length"},
    Option{"--near", "NUMBER", "help.near"},
    Option{"--json", "", "help.json"},
};
constexpr Index kUsualLength = 64;
constexpr Index kLongestLength = 2048;  // sums products of all pairs of positions
constexpr double kUsuallyNear = 0.1;

std::string whole(Index value) {
  return std::to_string(value);
}

void add_line(std::string& text, const std::vector<std::string>& cells) {
  for (size_t i = 0; i < cells.size(); ++i) text.append(i == 0 ? "" : "\t").append(cells[i]);
  text.append("\n");
}

// The query: two positions, and how many there are.
struct PositionsQuery {
  Index first = 0, second = 0;
  Index across = 0;  // squares of an image per row of the grid; 0: tokens
  Index length = kUsualLength;
  double near = kUsuallyNear;
};

// The rows of a model's table of positions; null for sinusoids.
Result<engine::Parameter> table_of(const engine::Config& config) {
  if (config.positions == PositionKind::kSinusoidal || config.positions == PositionKind::kGrid)
    return engine::Parameter();
  if (config.positions != PositionKind::kLearned)
    return Error{"error.positions_no_vectors",
                 {{"positions", std::string(engine::info_of(config.positions).choice)}}};
  const auto model = checkpoints::model_of(config);
  if (!model) return model.error();
  return (*model)->weights().positions;
}

// The width of the grid of squares that positions are counted in; 0: no grid.
Result<Index> read_grid(const engine::Config& config) {
  if (config.positions != PositionKind::kGrid) return Index{0};
  if (config.grid == 0) return Error{"error.option_missing", {{"option", "--grid N"}}};
  return config.grid;
}

Result<PositionsQuery> read_asked(const ParsedOptions& given, const engine::Config& config, Index count) {
  const auto pair = read_pair(given.get("--at", "0,0"), count);
  if (!pair) return pair.error();
  const auto across = read_grid(config);
  if (!across) return across.error();
  const auto most = static_cast<uint64_t>(std::min(count, kLongestLength));
  const auto length =
      whole_number(given, "--length", 1, most, std::min(static_cast<uint64_t>(kUsualLength), most));
  if (!length) return length.error();
  const auto near = app::number(given, "--near", 0, 2, kUsuallyNear);
  if (!near) return near.error();
  return PositionsQuery{pair->first, pair->second, *across, static_cast<Index>(*length), *near};
}

// All results; the worked steps exist only for sinusoids.
struct Findings {
  PositionsQuery asked;
  std::vector<engine::WaveStep> first, second;
  std::vector<double> first_vector, second_vector;
  engine::PositionPair pair;
  std::vector<engine::PairTurn> turns;
  std::vector<engine::OffsetProducts> products;
  std::vector<engine::Alias> aliases;
  Index still = 0;

  bool is_worked() const { return !first.empty(); }
  // Waves along one line of positions: a single rotation leads from each to the next.
  bool is_line() const { return is_worked() && asked.across == 0; }
};

std::vector<double> values_of(const std::vector<engine::WaveStep>& steps) {
  std::vector<double> values;
  values.reserve(steps.size());
  for (const engine::WaveStep& step : steps) values.push_back(step.value);
  return values;
}

std::vector<double> row_of(const engine::Parameter& table, Index row) {
  const engine::Matrix read = table.middle_rows(row, 1).matrix();
  return {read.data(), read.data() + read.size()};
}

std::vector<engine::WaveStep> worked(const engine::Config& config, const PositionsQuery& asked,
                                     Index position) {
  return asked.across > 0 ? engine::worked_square(position, asked.across, config.d_model, config.base)
                          : engine::worked_position(position, config.d_model, config.base);
}

// The first rows of a table, or the sinusoids of that many positions.
engine::Matrix rows_of(const engine::Config& config, const engine::Parameter& table,
                       const PositionsQuery& asked) {
  if (table) return table.middle_rows(0, asked.length).matrix();
  engine::Matrix rows(asked.length, config.d_model);
  for (Index row = 0; row < asked.length; ++row) {
    const auto values = values_of(worked(config, asked, row));
    for (Index column = 0; column < config.d_model; ++column)
      rows(row, column) = static_cast<float>(values[static_cast<size_t>(column)]);
  }
  return rows;
}

Findings find(const engine::Config& config, const engine::Parameter& table, const PositionsQuery& asked) {
  Findings found{.asked = asked};
  if (table) {
    found.first_vector = row_of(table, asked.first);
    found.second_vector = row_of(table, asked.second);
  } else {
    found.first = worked(config, asked, asked.first);
    found.second = worked(config, asked, asked.second);
    found.first_vector = values_of(found.first);
    found.second_vector = values_of(found.second);
  }
  if (found.is_line()) {
    found.turns = engine::turns(asked.second - asked.first, config.d_model, config.base);
    found.aliases = engine::aliases(asked.length, config.d_model, config.base, asked.near);
    found.still = engine::still_pairs(asked.length, config.d_model, config.base, asked.near);
  }
  found.pair = engine::compare_positions(found.first_vector, found.second_vector);
  found.products = engine::products_by_offset(rows_of(config, table, asked));
  return found;
}

// The results as lines separated by tabs.
class Lines {
 public:
  Lines(const Findings& found, const engine::Config& config, const Words& words)
      : found_(found),
        words_(words),
        arguments_({{"d_model", whole(config.d_model)},
                    {"base", significant_digits(config.base)},
                    {"first", whole(found.asked.first)},
                    {"second", whole(found.asked.second)},
                    {"across", whole(found.asked.across)},
                    {"length", whole(found.asked.length)},
                    {"near", significant_digits(found.asked.near)},
                    {"still", whole(found.still)}}) {}

  std::string write() {
    say(!found_.is_worked() ? "waves.heading_table"
        : found_.is_line()  ? "waves.heading"
                            : "waves.heading_grid");
    columns();
    add_line(text_, {words_("waves.product"), significant_digits(found_.pair.product)});
    add_line(text_, {words_("waves.cosine"), significant_digits(found_.pair.cosine)});
    add_line(text_, {words_("waves.distance"), significant_digits(found_.pair.distance)});
    if (found_.is_line()) turns();
    say("waves.offsets");
    for (const engine::OffsetProducts& each : found_.products)
      add_line(text_, {whole(each.offset), significant_digits(each.mean), significant_digits(each.smallest),
                       significant_digits(each.largest)});
    if (found_.is_line()) repeats();
    return text_;
  }

 private:
  void say(const char* key) { text_.append(words_(key, arguments_)).append("\n"); }

  void columns() {
    say(found_.is_worked() ? "waves.columns" : "waves.columns_table");
    for (size_t i = 0; i < found_.first_vector.size(); ++i) {
      const std::string difference = significant_digits(found_.pair.difference[i]);
      if (!found_.is_worked()) {
        add_line(text_, {std::to_string(i), significant_digits(found_.first_vector[i]),
                         significant_digits(found_.second_vector[i]), difference});
        continue;
      }
      const engine::WaveStep& one = found_.first[i];
      const engine::WaveStep& other = found_.second[i];
      add_line(text_, {whole(one.column), one.is_sine ? "sin" : "cos", significant_digits(one.exponent),
                       significant_digits(one.divisor), significant_digits(one.wavelength),
                       significant_digits(one.angle), significant_digits(one.value),
                       significant_digits(other.angle), significant_digits(other.value), difference});
    }
  }

  void turns() {
    say("waves.turns");
    for (const engine::PairTurn& turn : found_.turns)
      add_line(text_, {whole(turn.pair), significant_digits(turn.angle), significant_digits(turn.cosine),
                       significant_digits(turn.sine)});
  }

  void repeats() {
    say(found_.aliases.empty() ? "waves.no_repeats" : "waves.repeats");
    for (const engine::Alias& alias : found_.aliases)
      add_line(text_, {whole(alias.offset), significant_digits(alias.chord)});
    say("waves.still");
  }

  const Findings& found_;
  const Words& words_;
  Arguments arguments_;
  std::string text_;
};

ordered_json column_json(const Findings& found, size_t i) {
  ordered_json column = {{"column", i}};
  if (found.is_worked()) {
    const engine::WaveStep& one = found.first[i];
    column["pair"] = one.pair;
    column["wave"] = one.is_sine ? "sin" : "cos";
    column["exponent"] = one.exponent;
    column["divisor"] = one.divisor;
    column["wavelength"] = one.wavelength;
    column["angles"] = {one.angle, found.second[i].angle};
  }
  column["values"] = {found.first_vector[i], found.second_vector[i]};
  column["difference"] = found.pair.difference[i];
  return column;
}

std::string write_json(const Findings& found, const engine::Config& config) {
  ordered_json object = {{"positions", engine::info_of(config.positions).choice},
                         {"d_model", config.d_model},
                         {"at", {found.asked.first, found.asked.second}},
                         {"columns", ordered_json::array()},
                         {"product", found.pair.product},
                         {"cosine", found.pair.cosine},
                         {"distance", found.pair.distance},
                         {"products", ordered_json::array()}};
  for (size_t i = 0; i < found.first_vector.size(); ++i) object["columns"].push_back(column_json(found, i));
  for (const engine::OffsetProducts& each : found.products) {
    object["products"].push_back({{"offset", each.offset},
                                  {"mean", each.mean},
                                  {"smallest", each.smallest},
                                  {"largest", each.largest}});
  }
  if (found.is_worked()) object["base"] = config.base;
  if (found.asked.across > 0) object["grid"] = found.asked.across;
  if (found.is_line()) {
    object["turns"] = ordered_json::array();
    for (const engine::PairTurn& turn : found.turns)
      object["turns"].push_back(
          {{"pair", turn.pair}, {"angle", turn.angle}, {"cosine", turn.cosine}, {"sine", turn.sine}});
    object["repeats"] = ordered_json::array();
    for (const engine::Alias& alias : found.aliases)
      object["repeats"].push_back({{"offset", alias.offset}, {"chord", alias.chord}});
    object["still_pairs"] = found.still;
  }
  return object.dump() + '\n';
}

}  // namespace

std::span<const Option> positions_options() {
  return kPositionsOptions;
}

void prepare_positions(ParsedOptions& given) {
  if (given.has("--grid") && !given.has("--positions")) given.set("--positions", {"grid"});
  if (given.has("--model") || given.has("--session")) return;
  given.set("--model", {"seeded"});
  if (!given.has("--d-model")) given.set("--d-model", {"256"});
  // Any width works if nothing splits it into heads.
  if (!given.has("--heads")) given.set("--heads", {"1"});
}

Printed run_positions(const Request& request) {
  const engine::Config& config = request.document.config;
  const auto table = table_of(config);
  if (!table) return table.error();
  const auto asked = read_asked(request.given, config, *table ? table->rows() : engine::kMaxTokens);
  if (!asked) return asked.error();
  const Findings found = find(config, *table, *asked);
  return request.given.has("--json") ? write_json(found, config)
                                     : Lines(found, config, request.words).write();
}

}  // namespace app
