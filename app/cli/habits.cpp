// habits.cpp: measures every head of a run, and names it.
#include "app/cli/habits.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/look/measure_words.h"
#include "engine/analysis/head_measures.h"
#include "engine/analysis/method_measures.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::HeadHabit;
using engine::HeadMeasures;
using engine::MeasureRow;
using nlohmann::ordered_json;

struct NamedHead {
  std::string address;
  HeadMeasures measures;
  HeadHabit habit;
};

std::vector<NamedHead> named_heads(const engine::Trace& trace) {
  std::vector<NamedHead> heads;
  for (const std::string& address : engine::heads_of(trace)) {
    const HeadMeasures measures = engine::measure_head(trace, trace.find(address + ".weights").value());
    heads.push_back({address, measures, engine::dominant(measures)});
  }
  return heads;
}

// Those that count in a row of some head.
std::vector<const MeasureRow*> counted_measures(const std::vector<NamedHead>& heads) {
  std::vector<const MeasureRow*> counted;
  for (const MeasureRow& row : engine::measure_table()) {
    const auto counts = [&](const NamedHead& head) { return head.measures.rows(row.measure) > 0; };
    if (std::ranges::any_of(heads, counts)) counted.push_back(&row);
  }
  return counted;
}

std::string habit_name(const HeadHabit& habit, const Words& words) {
  return words("grid.habit." + std::string(habit.measure ? engine::row_of(*habit.measure).word : "none"));
}

std::string three_digits(double value) {
  return engine::significant_digits(value, 3);
}

std::string mean_of(const NamedHead& head, const MeasureRow& row) {
  return head.measures.rows(row.measure) > 0 ? three_digits(head.measures[row.measure]) : "-";
}

std::string named_from(const MeasureRow& row) {
  return row.names_heads() ? three_digits(row.naming.from) : "-";
}

}  // namespace

std::string habit_lines(const engine::Trace& trace, const Words& words) {
  const std::vector<NamedHead> heads = named_heads(trace);
  const std::vector<const MeasureRow*> measures = counted_measures(heads);
  std::string text = words("measure.habits");
  for (const MeasureRow* const row : measures) text += "\t" + words(look::measure_key(*row));
  for (const NamedHead& head : heads) {
    text += "\n" + head.address + "\t" + habit_name(head.habit, words);
    for (const MeasureRow* const row : measures) text += "\t" + mean_of(head, *row);
  }
  text += "\n\n" + words("measure.formulas");
  for (const MeasureRow* const row : measures)
    text += "\n" + words(look::measure_key(*row)) + "\t" + look::measure_formula_words(words, *row) + "\t" +
            named_from(*row);
  return text + "\n";
}

std::string habits_json(const engine::Trace& trace, const Words& words) {
  const std::vector<NamedHead> heads = named_heads(trace);
  const std::vector<const MeasureRow*> measures = counted_measures(heads);
  ordered_json object = {{"heads", ordered_json::array()}, {"measures", ordered_json::array()}};
  for (const NamedHead& head : heads) {
    ordered_json means;
    for (const MeasureRow* const row : measures)
      means[std::string(row->word)] = {{"mean", head.measures[row->measure]},
                                       {"rows", head.measures.rows(row->measure)}};
    const ordered_json habit =
        head.habit.measure ? ordered_json(engine::row_of(*head.habit.measure).word) : ordered_json(nullptr);
    object["heads"].push_back({{"head", head.address}, {"habit", habit}, {"measures", std::move(means)}});
  }
  for (const MeasureRow* const row : measures)
    object["measures"].push_back({{"measure", row->word},
                                  {"formula", look::measure_formula_words(words, *row)},
                                  {"names_from", row->naming.from}});
  return object.dump() + '\n';
}

}  // namespace app
