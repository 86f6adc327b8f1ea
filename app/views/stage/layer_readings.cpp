// layer_readings.cpp: reads one row of every head of a stack, and puts the greatest weights into a line.
#include "app/views/stage/layer_readings.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "app/session/steps.h"
#include "app/ui/text.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/outline.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::Index;

constexpr Index kManyNumbers = 65'536;  // from here on rows are read in the background

std::optional<QueryRow> asked_of(const Frame& frame) {
  const auto near = frame.trace().find(frame.facts.attention_near(frame.here()));
  const auto weights = near ? frame.facts.weights_of(*near) : std::nullopt;
  if (!weights) return std::nullopt;
  const engine::Stage& map = frame.trace().stage(*weights);
  const auto query = asked_query(frame, map);
  if (!query || *query >= map.rows) return std::nullopt;
  return QueryRow{*weights, *query};
}

std::vector<LayerReading> read_layers(const engine::Trace& trace, const std::vector<int>& layers,
                                      Index query) {
  std::vector<LayerReading> readings;
  for (const int layer : layers) {
    LayerReading best;
    for (const int stage : app::across_heads(trace, layer)) {
      const engine::Matrix row = trace.read_row(stage, query);
      for (Index key = 0; key < row.cols(); ++key) {
        if (row(0, key) > best.weight) best = {stage, query, key, row(0, key)};
      }
    }
    if (best.stage >= 0) readings.push_back(best);
  }
  return readings;
}

// "tired 76 % (layer 1, head 1)", or briefly "tired 76 % (E1 H1)".
std::string reading_of_layer(const Frame& frame, const LayerReading& reading, bool briefly) {
  const engine::Stage& map = frame.trace().stage(reading.stage);
  const engine::StageAddress place = engine::parse_address(map.address);
  return frame.tr(briefly ? "readings.brief" : "readings.layer",
                  {{"key", frame.facts.label(map.columns_are(), reading.key)},
                   {"percent", percent(static_cast<double>(reading.weight))},
                   {"layer", briefly ? short_layer_name(frame, place) : frame.tr.nth(place.layer)},
                   {"head", frame.tr.nth(place.head)}});
}

// What the model predicts at the query's own place, briefly without its share; empty where it predicts
// something else, or nothing.
std::string prediction_at(const Frame& frame, const QueryRow& asked, bool briefly) {
  if (frame.session.trace_document().config.predicts != engine::Prediction::kTokens) return "";
  const auto best = likeliest_token_at(frame.trace(), asked.map, asked.query);
  if (!best) return "";
  return frame.tr(briefly ? "readings.prediction.brief" : "readings.prediction",
                  {{"token", frame.facts.label({engine::Axis::kVocabulary}, best->token)},
                   {"percent", percent(static_cast<double>(best->probability))}});
}

}  // namespace

std::vector<LayerReading> layer_readings(const Frame& frame) {
  const auto asked = asked_of(frame);
  if (!asked) return {};
  const std::vector<int> layers = app::across_layers(frame.trace(), asked->map);
  if (layers.size() < 2) return {};
  const engine::Stage& map = frame.trace().stage(asked->map);
  const auto heads = static_cast<Index>(app::across_heads(frame.trace(), asked->map).size());
  const bool is_long = heads * static_cast<Index>(layers.size()) * map.columns > kManyNumbers;
  DerivedData& derived = frame.facts.derived();
  const auto* const readings = derived.find<std::vector<LayerReading>>(
      {"layer readings", layers.front(), std::to_string(asked->query)}, is_long && derived.makes_later(),
      [trace = frame.trace_pointer(), layers, query = asked->query] {
        return read_layers(*trace, layers, query);
      });
  return readings == nullptr ? std::vector<LayerReading>{} : *readings;
}

std::string most_read_words(const Frame& frame, const QueryRow& of, const ReadingWords& words, float width,
                            const ui::TextStyle& type) {
  constexpr size_t kMost = 3;
  const engine::Stage& map = frame.trace().stage(of.map);
  const engine::Matrix row = frame.trace().read_row(of.map, of.query);
  std::vector<Index> keys(static_cast<size_t>(row.cols()));
  std::iota(keys.begin(), keys.end(), Index{0});
  std::ranges::stable_sort(keys, std::ranges::greater(), [&](Index key) { return row(0, key); });
  std::string list;
  std::string line;
  for (size_t i = 0; i < std::min(kMost, keys.size()); ++i) {
    const float weight = row(0, keys[i]);
    if (engine::is_hidden(weight) || (i > 0 && weight < words.least)) break;
    if (i > 0) list += frame.tr("list.and");
    list += frame.tr(words.key, {{"key", frame.facts.label(map.columns_are(), keys[i])},
                                 {"percent", percent(static_cast<double>(weight))},
                                 {"score", ui::fixed_number(static_cast<double>(weight), 2)}});
    std::string longer =
        frame.tr(words.line, {{"query", frame.facts.label(map.rows_are(), of.query)}, {"list", list}});
    if (i > 0 && ui::text_size(longer, type).x > width) break;
    line = std::move(longer);
  }
  return line;
}

std::string match_words(const Frame& frame, int stage, float width, const ui::TextStyle& type) {
  const engine::Stage& scores = frame.trace().stage(stage);
  const auto query = asked_query(frame, scores);
  if (!query || *query >= scores.rows) return "";
  constexpr float kAny = -std::numeric_limits<float>::infinity();
  return most_read_words(frame, {stage, *query}, {"readings.score", "readings.match", kAny}, width, type);
}

std::string output_words(const Frame& frame, int stage, float width, const ui::TextStyle& type) {
  const auto weights = frame.facts.weights_of(stage);
  const auto query = weights ? asked_query(frame, frame.trace().stage(*weights)) : std::nullopt;
  if (!query || *query >= frame.trace().stage(*weights).rows) return "";
  return most_read_words(frame, {*weights, *query}, {"readings.from", "readings.output"}, width, type);
}

namespace {

// What the readings of all layers and the prediction are put together from.
struct SaidReadings {
  std::vector<LayerReading> readings;
  std::string query, prediction, brief_prediction;
};

SaidReadings said_readings(const Frame& frame) {
  SaidReadings said{.readings = layer_readings(frame)};
  if (said.readings.empty()) return said;
  const QueryRow asked = asked_of(frame).value();
  said.prediction = prediction_at(frame, asked, false);
  said.brief_prediction = prediction_at(frame, asked, true);
  said.query = frame.facts.label(frame.trace().stage(asked.map).rows_are(), asked.query);
  return said;
}

// All layers and how the prediction is said, each part in the first of two lines that has room; empty where
// it takes more.
std::vector<std::string> in_two_lines(const Frame& frame, const SaidReadings& said, bool briefly,
                                      const std::string& prediction, float width, const ui::TextStyle& type) {
  std::vector<std::string> parts;
  for (const LayerReading& reading : said.readings) {
    const std::string words = reading_of_layer(frame, reading, briefly);
    parts.push_back(parts.empty() ? frame.tr("readings", {{"query", said.query}, {"list", words}}) : words);
  }
  if (!prediction.empty()) parts.push_back(prediction);
  std::vector<std::string> lines;
  for (const std::string& part : parts) {
    if (!lines.empty() && ui::text_size(lines.back() + " · " + part, type).x <= width) {
      lines.back() += " · " + part;
    } else {
      lines.push_back(part);
    }
  }
  const bool fits = lines.size() <= 2 && std::ranges::all_of(lines, [&](const std::string& line) {
                      return ui::text_size(line, type).x <= width;
                    });
  return fits ? lines : std::vector<std::string>();
}

}  // namespace

std::vector<std::string> layer_readings_lines(const Frame& frame, float width, const ui::TextStyle& type) {
  const SaidReadings said = said_readings(frame);
  if (said.readings.empty()) return {};
  for (const auto& [briefly, prediction] :
       {std::pair(false, &said.prediction), std::pair(true, &said.prediction),
        std::pair(true, &said.brief_prediction)}) {
    std::vector<std::string> lines = in_two_lines(frame, said, briefly, *prediction, width, type);
    if (!lines.empty()) return lines;
  }
  const std::string line = layer_readings_words(frame, width, type);
  return line.empty() ? std::vector<std::string>() : std::vector{line};
}

std::string layer_readings_words(const Frame& frame, float width, const ui::TextStyle& type) {
  const SaidReadings said = said_readings(frame);
  if (said.readings.empty()) return "";
  const std::vector<LayerReading>& readings = said.readings;
  // `left_out` layers in the middle.
  const auto words = [&](size_t left_out, bool briefly) {
    const size_t first = (readings.size() - left_out + 1) / 2;
    std::string list;
    for (size_t i = 0; i < readings.size(); ++i) {
      if (i == first && left_out > 0) {
        list += " · …";
        i += left_out;
      }
      list += (list.empty() ? "" : " · ") + reading_of_layer(frame, readings[i], briefly);
    }
    return list;
  };
  const auto of_query = [&](const std::string& list) {
    return frame.tr("readings", {{"query", said.query}, {"list", list}});
  };
  std::vector<std::string> lines;  // the longest first
  if (!said.prediction.empty()) {
    lines.push_back(of_query(words(0, false) + " · " + said.prediction));
    lines.push_back(of_query(words(0, true) + " · " + said.prediction));
  }
  for (size_t left_out = 0; left_out + 2 <= readings.size(); ++left_out) {
    for (const bool briefly : {false, true}) lines.push_back(of_query(words(left_out, briefly)));
    lines.push_back(words(left_out, true));
  }
  const auto fits = [&](const std::string& line) { return ui::text_size(line, type).x <= width; };
  const auto found = std::ranges::find_if(lines, fits);
  return found == lines.end() ? "" : *found;
}

}  // namespace views
