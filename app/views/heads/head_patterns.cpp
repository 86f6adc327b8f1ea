// head_patterns.cpp: puts a head's measures into words.
#include "app/views/heads/head_patterns.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/core/special_tokens.h"
#include "app/views/stage/layer_readings.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"

namespace views {
namespace {

// `crosses`: the keys are tokens of another sequence.
std::string habit_key(const engine::HeadHabit& habit, bool crosses) {
  if (!habit.measure) return "habit.none";
  const engine::MeasureRow& row = engine::row_of(*habit.measure);
  return "habit." + std::string(crosses && row.is_in_cross() ? row.cross_word : row.word);
}

}  // namespace

bool is_even(const engine::HeadHabit& habit) {
  return habit.measure == engine::RowMeasure::kEvenness;
}

std::string habit_formula(const Frame& frame, int stage) {
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  if (!habit.measure || frame.facts.sees_nothing(stage)) return "";
  return engine::measure_formula(engine::row_of(*habit.measure), frame.tr.counts_from());
}

std::optional<engine::RowPeak> plain_reading(const Frame& frame, int stage) {
  constexpr float kPlainly = 0.5f;
  const auto weights = frame.facts.weights_of(stage);
  if (!weights || !frame.facts.is_measured(stage) || frame.facts.sees_nothing(stage) ||
      frame.facts.habit(stage).measure)
    return std::nullopt;
  const std::vector<engine::RowPeak>* const peaks = frame.facts.peaks(*weights);
  if (peaks == nullptr) return std::nullopt;
  const engine::Stage& map = frame.trace().stage(*weights);
  const bool of_itself = map.row_sequence == map.column_sequence;
  const auto asked = asked_query(frame, map);
  const auto is_plain = [&](const engine::RowPeak& peak) {
    return peak.value >= kPlainly && !(of_itself && peak.row == peak.column);
  };
  for (const engine::RowPeak& peak : *peaks) {
    if (asked && peak.row == *asked && is_plain(peak)) return peak;
  }
  const auto found = std::ranges::find_if(*peaks, [&](const engine::RowPeak& peak) {
    return is_plain(peak) && !is_special(frame, map.row_sequence, peak.row);
  });
  return found == peaks->end() ? std::nullopt : std::optional(*found);
}

std::string with_even_weight(const Frame& frame, int stage, const std::string& habit) {
  constexpr float kSame = 0.001f;
  const auto weights = frame.facts.weights_of(stage);
  const engine::Summary* const summary = weights ? frame.facts.summary(*weights) : nullptr;
  if (summary == nullptr || summary->hidden > 0 || summary->largest - summary->smallest > kSame) return habit;
  const double each = 1.0 / static_cast<double>(frame.trace().stage(*weights).columns);
  return frame.tr("habit.each", {{"habit", habit}, {"percent", measured_percent(each)}});
}

std::string plain_reading_words(const Frame& frame, int stage, const engine::RowPeak& peak) {
  const engine::Stage& map = frame.trace().stage(frame.facts.weights_of(stage).value());
  return frame.facts.label(map.rows_are(), peak.row) + " → " +
         frame.facts.label(map.columns_are(), peak.column);
}

std::string reading_words(const Frame& frame, int stage, float width) {
  const auto weights = frame.facts.weights_of(stage);
  if (!weights || !frame.facts.is_measured(stage) || frame.facts.sees_nothing(stage) ||
      is_even(frame.facts.habit(stage)))
    return "";
  const engine::Stage& map = frame.trace().stage(*weights);
  auto query = asked_query(frame, map);
  if (const auto peak = plain_reading(frame, stage); !query && peak) query = peak->row;
  if (!query || *query >= map.rows) return "";
  return most_read_words(frame, {*weights, *query}, {"habit.reads.key", "habit.reads"}, width,
                         frame.style.small());
}

std::string strongest_words(const Frame& frame, int stage) {
  constexpr float kStrong = 0.25f;
  const auto weights = frame.facts.weights_of(stage);
  if (!weights || !frame.facts.is_measured(stage) || frame.facts.sees_nothing(stage) ||
      is_even(frame.facts.habit(stage)))
    return "";
  const std::vector<engine::RowPeak>* const peaks = frame.facts.peaks(*weights);
  if (peaks == nullptr || peaks->empty() || peaks->front().value < kStrong) return "";
  const engine::RowPeak& most = peaks->front();
  if (most.row == asked_query(frame, frame.trace().stage(*weights))) return "";
  return frame.tr("habit.strongest", {{"pair", plain_reading_words(frame, stage, most)},
                                      {"percent", percent(static_cast<double>(most.value))}});
}

std::optional<ReadRows> read_by_query(const Frame& frame, const std::vector<int>& stages) {
  if (stages.size() < 2) return std::nullopt;
  ReadRows rows;
  for (size_t head = 0; head < stages.size(); ++head) {
    const auto weights = frame.facts.weights_of(stages[head]);
    if (!weights) return std::nullopt;
    const engine::Stage& map = frame.trace().stage(*weights);
    const auto query = asked_query(frame, map);
    if (!query || *query >= map.rows) return std::nullopt;
    if (head == 0) rows.read.resize(static_cast<engine::Index>(stages.size()), map.columns);
    rows.read.row(static_cast<engine::Index>(head)) = frame.trace().read_row(*weights, *query).row(0);
    rows.query = *query;
    rows.queries = map.rows_are();
    rows.keys = map.columns_are();
  }
  return rows;
}

std::optional<engine::Index> differing_key(const ReadRows& rows) {
  engine::Index key = 0;
  (rows.read.colwise().maxCoeff() - rows.read.colwise().minCoeff()).maxCoeff(&key);
  const auto written = [](float share) { return percent(static_cast<double>(share)); };
  const bool is_same = written(rows.read.col(key).maxCoeff()) == written(rows.read.col(key).minCoeff());
  return is_same ? std::nullopt : std::optional(key);
}

std::string compared_heads(const Frame& frame, const std::vector<int>& stages) {
  const auto rows = read_by_query(frame, stages);
  if (!rows) return "";
  const engine::Matrix& read = rows->read;
  std::vector<engine::Index> most(stages.size());
  for (size_t head = 0; head < stages.size(); ++head)
    read.row(static_cast<engine::Index>(head)).maxCoeff(&most[head]);
  const bool is_same = std::ranges::adjacent_find(most, std::ranges::not_equal_to()) == most.end();
  const auto token = [&](engine::Index key) { return frame.facts.label(rows->keys, key); };
  const std::string query = frame.facts.label(rows->queries, rows->query);
  const auto of_query = [&](const std::string& words) {
    return words.empty() ? words : frame.tr("heads.for_query", {{"query", query}, {"words", words}});
  };
  std::string words;
  if (is_same)
    words = frame.tr(stages.size() == 2 ? "heads.same_key.two" : "heads.same_key",
                     {{"key", token(most.front())}});
  const auto key = differing_key(*rows);
  if (!key) return of_query(words);
  engine::Index more = 0;
  engine::Index less = 0;
  const float largest = read.col(*key).maxCoeff(&more);
  const float smallest = read.col(*key).minCoeff(&less);
  const auto nth = [&](engine::Index head) { return frame.tr.nth(static_cast<int>(head)); };
  return of_query(frame.tr(is_same ? "heads.same_and_differ" : "heads.differ",
                           {{"same", words},
                            {"key", token(*key)},
                            {"first", nth(more)},
                            {"more", percent(static_cast<double>(largest))},
                            {"second", nth(less)},
                            {"less", percent(static_cast<double>(smallest))}}));
}

std::string brief_head_pattern(const Frame& frame, int stage) {
  if (!frame.facts.weights_of(stage) || !frame.facts.is_measured(stage) || frame.facts.sees_nothing(stage))
    return head_pattern_sentence(frame, stage);
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  if (!habit.measure || is_even(habit)) return head_pattern_sentence(frame, stage);
  return frame.tr("habit.brief." + std::string(engine::row_of(*habit.measure).word),
                  {{"percent", percent(habit.share)}});
}

std::string head_pattern_sentence(const Frame& frame, int stage) {
  if (engine::is_gradient(frame.trace().stage(stage).address)) return "";
  if (frame.facts.sees_nothing(stage)) return frame.tr("habit.blind");
  if (!frame.facts.is_measured(stage) && frame.facts.weights_of(stage)) return frame.tr("map.measuring");
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  const auto weights = frame.facts.weights_of(stage);
  if (!weights) return "";
  if (const auto peak = plain_reading(frame, stage))
    return frame.tr("habit.pair", {{"pair", plain_reading_words(frame, stage, *peak)},
                                   {"percent", percent(static_cast<double>(peak->value))}});
  const engine::Stage& map = frame.trace().stage(*weights);
  const bool crosses = map.row_sequence != map.column_sequence;
  const std::string words = frame.tr(habit_key(habit, crosses), {{"percent", percent(habit.share)}});
  return is_even(habit) ? with_even_weight(frame, stage, words) : words;
}

}  // namespace views
