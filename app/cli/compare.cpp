// compare.cpp: `headlight compare`: compares stages that somebody else computed with ours.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/look/homework_words.h"
#include "app/session/homework.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using nlohmann::ordered_json;

constexpr std::array kCompareOptions = {
    Option{"--expect", "DIR", "help.expect"},
    Option{"--tolerance", "NUMBER", "help.tolerance"},
    Option{"--json", "", "help.json"},
};

constexpr double kUsualTolerance = 1e-4;

std::string shape(engine::Index rows, engine::Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

engine::Result<double> read_tolerance(const ParsedOptions& given) {
  return app::number(given, "--tolerance", 0, 1e6, kUsualTolerance);
}

// How one file compares with ours.
class ComparisonReport {
 public:
  ComparisonReport(const Homework& homework, double tolerance, const Words& words)
      : homework_(homework), tolerance_(tolerance), words_(words) {}

  std::string lines() const {
    std::string text;
    for (const HomeworkRow& row : homework_.rows) {
      if (row.path.empty()) continue;
      text.append(line(row));
      for (const std::string& sentence : explained(row)) text.append("\t").append(sentence);
      text.append("\n");
    }
    return text.append(last_line()).append("\n");
  }

  std::string json() const {
    ordered_json object = {{"tolerance", tolerance_}, {"stages", ordered_json::array()}, {"first", nullptr}};
    for (const HomeworkRow& row : homework_.rows) {
      if (!row.path.empty()) object["stages"].push_back(json_of(row));
    }
    if (const auto first = first_differing(homework_, tolerance_))
      object["first"] = homework_.rows[*first].address;
    return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
  }

  int exit_code() const {
    if (first_differing(homework_, tolerance_)) return 1;
    return count(Standing::kFailed) > 0 ? 2 : 0;
  }

 private:
  Standing standing_of(const HomeworkRow& row) const { return standing(homework_, row, tolerance_); }

  std::ptrdiff_t count(Standing wanted) const {
    return std::count_if(homework_.rows.begin(), homework_.rows.end(),
                         [&](const HomeworkRow& row) { return standing_of(row) == wanted; });
  }

  // Which mistakes would make their numbers, or which of theirs these follow from.
  std::vector<std::string> explained(const HomeworkRow& row) const {
    const Standing found = standing_of(row);
    if (found != Standing::kDiffers && found != Standing::kShape) return {};
    return look::explanations_of(words_, homework_, look_closely(homework_, row, tolerance_));
  }

  static bool is_finite(const HomeworkRow& row) { return std::isfinite(row.absolute); }

  std::string name_of(const HomeworkRow& row) const {
    switch (standing_of(row)) {
      case Standing::kAgrees:
        return "agrees";
      case Standing::kShape:
        return "shape";
      case Standing::kFailed:
        return "failed";
      default:
        return is_finite(row) ? "differs" : "not-finite";
    }
  }

  std::string shapes(const HomeworkRow& row) const {
    const engine::Stage& ours = homework_.trace->stage(row.stage);
    return words_("homework.shapes", {{"theirs", shape(row.theirs.rows, row.theirs.columns)},
                                      {"ours", shape(ours.rows, ours.columns)}});
  }

  // address, largest difference, relative, verdict, cell; or address, verdict, why
  std::string line(const HomeworkRow& row) const {
    const Standing found = standing_of(row);
    std::string text = quotable(row.address, kLongestPath) + '\t';
    if (found == Standing::kFailed) return text + "-\t-\t" + name_of(row) + '\t' + words_(*row.error);
    if (found == Standing::kShape) return text + "-\t-\t" + name_of(row) + '\t' + shapes(row);
    text.append(engine::significant_digits(row.absolute, 3))
        .append("\t")
        .append(engine::significant_digits(row.relative, 3))
        .append("\t");
    text.append(name_of(row));
    if (found == Standing::kDiffers)
      text.append("\t[")
          .append(std::to_string(row.row))
          .append(",")
          .append(std::to_string(row.column))
          .append("]");
    return text;
  }

  std::string last_line() const {
    if (const auto first = first_differing(homework_, tolerance_))
      return words_("homework.first", {{"stage", homework_.rows[*first].address}});
    const std::string agree = std::to_string(count(Standing::kAgrees));
    const auto failed = count(Standing::kFailed);
    if (failed == 0) return words_("homework.all_agree", {{"count", agree}});
    return words_("homework.rest_agrees", {{"count", agree}, {"failed", std::to_string(failed)}});
  }

  ordered_json json_of(const HomeworkRow& row) const {
    ordered_json object = {{"stage", row.address}, {"verdict", name_of(row)}, {"file", row.path}};
    const Standing found = standing_of(row);
    if (found == Standing::kFailed) {
      object["reason"] = words_(*row.error);
      return object;
    }
    const engine::Stage& ours = homework_.trace->stage(row.stage);
    object["theirs"] = {row.theirs.rows, row.theirs.columns};
    object["ours"] = {ours.rows, ours.columns};
    if (const auto sentences = explained(row); !sentences.empty()) object["explained"] = sentences;
    if (found == Standing::kShape) return object;
    // JSON has no infinity.
    object["absolute"] = is_finite(row) ? ordered_json(row.absolute) : ordered_json(nullptr);
    object["relative"] = std::isfinite(row.relative) ? ordered_json(row.relative) : ordered_json(nullptr);
    object["cell"] = {row.row, row.column};
    return object;
  }

  const Homework& homework_;
  double tolerance_;
  const Words& words_;
};

}  // namespace

std::span<const Option> compare_options() {
  return kCompareOptions;
}

std::optional<Error> check_compare(const ParsedOptions& given) {
  if (!given.has("--expect")) return Error{"error.option_missing", {{"option", "--expect DIR"}}};
  const auto tolerance = read_tolerance(given);
  return tolerance ? std::nullopt : std::optional(tolerance.error());
}

Printed run_compare(const Request& request) {
  const auto tolerance = read_tolerance(request.given);
  if (!tolerance) return tolerance.error();
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  const Homework homework = check_homework(*trace, request.given.get("--expect", ""));
  if (homework.error) return *homework.error;
  const ComparisonReport report(homework, *tolerance, request.words);
  request.exit_code = report.exit_code();
  return request.given.has("--json") ? report.json() : report.lines();
}

}  // namespace app
