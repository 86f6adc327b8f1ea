// text_places.cpp: finds the words that are in pieces, and the lines.
#include "engine/analysis/text_places.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/analysis/merged_maps.h"
#include "engine/core/utf8.h"

namespace engine {
namespace {

constexpr std::array<char32_t, 8> kLineMarks = {U'，', U'。', U'！', U'？', U'；', U'、', U'\n', U'\r'};

// The places of a line: its characters, then the marks that end it.
struct Line {
  std::vector<Index> places;
  size_t characters = 0;

  bool is_ended() const { return places.size() > characters; }
  Index last_character() const { return places[characters - 1]; }
};

// Marks, with spaces among them.
bool ends_line(std::string_view token) {
  bool has_mark = false;
  for (size_t at = 0; at < token.size();) {
    const Letter letter = letter_at(token, at);
    at = letter.end;
    const bool is_mark = std::ranges::find(kLineMarks, letter.code) != kLineMarks.end();
    if (!is_mark && letter.code != U' ') return false;
    has_mark = has_mark || is_mark;
  }
  return has_mark;
}

// <bos>, [SEP]: names that a tokenizer adds. What stands for an unknown character is one of the text.
bool is_added(const Sequence& sequence, size_t at) {
  const std::string& token = sequence.tokens[at];
  if (token.size() < 3 || token == "<unk>" || token == "[UNK]" || !unknown_at(sequence, at).empty())
    return false;
  return (token.front() == '<' && token.back() == '>') || (token.front() == '[' && token.back() == ']');
}

// A mark before the first character is in no line.
std::vector<Line> lines_of(const Sequence& sequence) {
  std::vector<Line> lines;
  bool is_open = false;
  for (size_t i = 0; i < sequence.tokens.size(); ++i) {
    const bool is_outside = sequence.padding[i] || is_added(sequence, i);
    if (is_outside) is_open = false;
    if (is_outside) continue;
    if (ends_line(sequence.tokens[i])) {
      if (is_open) lines.back().places.push_back(static_cast<Index>(i));
      continue;
    }
    if (!is_open || lines.back().is_ended()) lines.emplace_back();
    is_open = true;
    lines.back().places.push_back(static_cast<Index>(i));
    ++lines.back().characters;
  }
  return lines;
}

void add_above(const Line& line, const Line& before, std::vector<Index>& above) {
  if (line.characters != before.characters) return;
  for (size_t place = 0; place < std::min(line.places.size(), before.places.size()); ++place)
    above[static_cast<size_t>(line.places[place])] = before.places[place];
}

void add_lines(const std::vector<Line>& lines, size_t tokens, TextPlaces& places) {
  places.line_start.assign(tokens, -1);
  places.above.assign(tokens, -1);
  places.earlier_ends.assign(tokens, 0);
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    for (size_t place = 1; place < line.places.size(); ++place)
      places.line_start[static_cast<size_t>(line.places[place])] = line.places.front();
    if (i > 0) add_above(line, lines[i - 1], places.above);
    if (!line.is_ended()) continue;
    for (size_t place = line.characters - 1; place < line.places.size(); ++place)
      places.earlier_ends[static_cast<size_t>(line.places[place])] =
          static_cast<Index>(places.line_ends.size());
    places.line_ends.push_back(line.last_character());
  }
}

std::vector<Index> word_starts(const TokenWords& words, size_t tokens) {
  std::vector<Index> starts(tokens, -1);
  for (const std::vector<Index>& word : words.groups) {
    for (size_t piece = 1; piece < word.size(); ++piece)
      starts[static_cast<size_t>(word[piece])] = word.front();
  }
  return starts;
}

}  // namespace

TextPlaces text_places(const Trace& trace, int sequence) {
  TextPlaces places;
  const Sequence& text = trace.sequence(sequence);
  if (has_subwords(trace, sequence))
    places.word_start = word_starts(words_of(trace, sequence), text.tokens.size());
  const std::vector<Line> lines = lines_of(text);
  if (lines.size() > 1 && lines.front().is_ended()) add_lines(lines, text.tokens.size(), places);
  return places;
}

MapTokens tokens_of_map(const Trace& trace, const Stage& map) {
  const bool of_itself = map.row_sequence == map.column_sequence;
  return map_tokens(trace.sequence(map.row_sequence), trace.sequence(map.column_sequence), of_itself,
                    of_itself ? text_places(trace, map.row_sequence) : TextPlaces());
}

}  // namespace engine
