// head_captions.cpp: a head's range, what a query reads in it, its strongest weight, its habit.
#include "app/views/heads/head_captions.h"

#include <utility>

#include "app/ui/widgets.h"
#include "app/views/heads/head_patterns.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

// What a head mostly does; its habit is one of its weights, which other stages say.
std::string habit_of(const Frame& frame, int stage) {
  std::string habit = head_pattern_sentence(frame, stage);
  const bool is_weights = frame.trace().stage(stage).kind == engine::StageKind::kWeights;
  if (habit.empty() || is_weights) return habit;
  return frame.tr("habit.after_softmax", {{"habit", habit}});
}

// What a picture of anything but weights shows: "from −30 to 128".
std::string range_of(const Frame& frame, int stage) {
  if (frame.trace().stage(stage).kind == engine::StageKind::kWeights) return "";
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr || summary->finite == 0) return "";
  const std::string low = engine::short_number(static_cast<double>(summary->smallest));
  const std::string high = engine::short_number(static_cast<double>(summary->largest));
  if (low != high) return frame.tr("strip.range", {{"low", low}, {"high", high}});
  return summary->hidden > 0 ? "" : frame.tr("strip.constant", {{"value", low}});
}

// Of weights what a query reads most.
std::string reading_of(const Frame& frame, int stage, float width) {
  const bool is_weights = frame.trace().stage(stage).kind == engine::StageKind::kWeights;
  return is_weights ? reading_words(frame, stage, width) : "";
}

// Of weights also the strongest one, behind what the query reads where the line has room for all of both,
// else as a line of its own.
std::vector<std::string> readings_of(const Frame& frame, int stage, float width) {
  const std::string reading = reading_of(frame, stage, width);
  const bool is_weights = frame.trace().stage(stage).kind == engine::StageKind::kWeights;
  const std::string strongest = is_weights ? strongest_words(frame, stage) : "";
  if (reading.empty() || strongest.empty()) return {reading, strongest};
  const std::string tail = " · " + strongest;
  if (ui::text_size(reading + tail, frame.style.small()).x <= width) return {reading + tail};
  return {reading, strongest};
}

}  // namespace

std::string first_of_caption(const Frame& frame, int stage, float width) {
  std::string range = range_of(frame, stage);
  if (!range.empty()) return range;
  const std::string reading = reading_of(frame, stage, width);
  return reading.empty() ? habit_of(frame, stage) : reading;
}

std::vector<std::string> caption_lines(const Frame& frame, int stage, float width, bool briefly) {
  std::vector<std::string> readings = readings_of(frame, stage, width);
  const bool has_reading = !readings.front().empty();
  if (briefly) readings.resize(1);
  const bool has_habit = !has_reading || (!briefly && frame.facts.habit(stage).measure);
  std::vector<std::string> all = {range_of(frame, stage), has_habit ? habit_of(frame, stage) : ""};
  all.insert(all.begin() + 1, readings.begin(), readings.end());
  std::vector<std::string> lines;
  for (const std::string& words : all) {
    if (words.empty()) continue;
    for (std::string& line : ui::wrap_text(words, width, frame.style.small()))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace views
