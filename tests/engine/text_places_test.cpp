// The places of a text in its words and lines, and what a head's map says of them.
#include "engine/analysis/text_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "engine/analysis/head_measures.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using Names = std::vector<std::string>;
using Places = std::vector<Index>;

// A text that was laid out token by token.
struct LaidOut {
  Names tokens;
  std::vector<bool> padding;
  bool has_subwords = false;
  Places line, place;  // of each token; -1: in no line
  std::vector<bool> is_mark;
  std::vector<Index> characters;  // of each line
  Places word;                    // of each token

  Index count() const { return static_cast<Index>(tokens.size()); }
  void add(const std::string& token, Index of_line, Index at, bool mark = false, bool pads = false) {
    tokens.push_back(token);
    padding.push_back(pads);
    line.push_back(of_line);
    place.push_back(at);
    is_mark.push_back(mark);
    word.push_back(count());
  }
};

// The text with these weights as its map; `names`: a vocabulary of the text's own model.
struct Mapped {
  std::shared_ptr<const Trace> trace;
  int stage = -1;

  HeadMeasures measures() const { return measure_map(*trace, stage); }
};
Mapped mapped(const LaidOut& text, const Matrix& weights) {
  Sequence sequence{text.tokens, text.padding};
  Names vocabulary = text.tokens;
  if (text.has_subwords) {
    for (Index i = 0; i < text.count(); ++i) sequence.ids.push_back(i);
    for (std::string& name : vocabulary) {
      if (name.starts_with(' ')) name = "Ġ" + name.substr(1);
    }
  }
  TraceBuilder builder({sequence}, vocabulary);
  const int stage = add_drawn(builder, "map", weights);
  return {std::move(builder).build(), stage};
}

LaidOut plain(const Names& tokens, bool has_subwords = false) {
  LaidOut text;
  for (const std::string& token : tokens) text.add(token, -1, -1);
  text.has_subwords = has_subwords;
  return text;
}

TextPlaces places_of(const LaidOut& text) {
  return text_places(*mapped(text, Matrix::Zero(text.count(), text.count())).trace, 0);
}

const Names kPoem = {"<bos>", "春", "眠", "不", "覺", "曉", "，", "處", "處", "聞", "啼", "鳥", "。"};

TEST(TextPlaces, OfTwoLinesOfAPoem) {
  const TextPlaces places = places_of(plain(kPoem));
  EXPECT_EQ(places.line_start, (Places{-1, -1, 1, 1, 1, 1, 1, -1, 7, 7, 7, 7, 7}));
  EXPECT_EQ(places.above, (Places{-1, -1, -1, -1, -1, -1, -1, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(places.line_ends, (Places{5, 11}));
  EXPECT_EQ(places.earlier_ends, (Places{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_TRUE(places.word_start.empty()) << "a character is no piece of a word";
}

TEST(TextPlaces, LinesEndAtMarksAndLineEnds) {
  const TextPlaces places = places_of(plain({"a", "b", "\n", "c", "，", "\n", "d", "e"}));
  EXPECT_EQ(places.line_start, (Places{-1, 0, 0, -1, 3, 3, -1, 6}));
  EXPECT_EQ(places.above, Places(8, -1)) << "no line is as long as the one before";
  EXPECT_EQ(places.line_ends, (Places{1, 3}));
  EXPECT_EQ(places.earlier_ends, (Places{0, 0, 0, 1, 1, 1, 0, 0})) << "no mark ends the last line";
}

TEST(TextPlaces, OneLineIsNoLine) {
  for (const Names& tokens :
       {Names{"the", "cat", "sat", "."}, Names{"天", "氣", "好", "。"}, Names{"，", "a"}}) {
    EXPECT_EQ(places_of(plain(tokens)), TextPlaces());
  }
}

TEST(TextPlaces, AnUnknownCharacterIsInALineAndAnAddedNameIsNot) {
  const TextPlaces places = places_of(plain({"[CLS]", "<unk>", "b", "，", "[SEP]", "c", "d", "，"}));
  EXPECT_EQ(places.line_start, (Places{-1, -1, 1, 1, -1, -1, 5, 5}));
  EXPECT_EQ(places.above, (Places{-1, -1, -1, -1, -1, 1, 2, 3}));
}

TEST(TextPlaces, WordsAreOfModelsWithPieces) {
  const Names tokens = {"<|endoftext|>", "The", " anim", "al", "s", " didn", "'t", ","};
  EXPECT_EQ(places_of(plain(tokens, true)).word_start, (Places{-1, -1, -1, 2, 2, -1, 5, -1}));
  EXPECT_TRUE(places_of(plain(tokens)).word_start.empty()) << "typed words";
}

// --- Against direct formulas ---

using Random = std::mt19937;

Index drawn_to(Random& random, Index most) {
  return static_cast<Index>(std::uniform_int_distribution<int>(0, static_cast<int>(most))(random));
}

LaidOut drawn_lines(Random& random) {
  static const Names kMarks = {"，", "。", "！", "？", "；", "、", "\n"};
  LaidOut text;
  if (drawn_to(random, 1) == 1) text.add("<bos>", -1, -1);
  const Index lines = 2 + drawn_to(random, 3);
  for (Index line = 0; line < lines; ++line) {
    const Index characters = 1 + drawn_to(random, 2);
    text.characters.push_back(characters);
    for (Index at = 0; at < characters; ++at)
      text.add(std::string(1, static_cast<char>('a' + drawn_to(random, 4))), line, at);
    const bool is_open = line + 1 == lines && drawn_to(random, 1) == 1;
    const Index marks = is_open ? 0 : 1 + drawn_to(random, 1);
    for (Index mark = 0; mark < marks; ++mark)
      text.add(kMarks.at(static_cast<size_t>(drawn_to(random, 6))), line, characters + mark, true);
  }
  if (drawn_to(random, 1) == 1) text.add("pad", -1, -1, false, true);
  return text;
}

// Words of one to four pieces.
LaidOut drawn_words(Random& random) {
  LaidOut text;
  text.has_subwords = true;
  const Index words = 2 + drawn_to(random, 4);
  for (Index word = 0; word < words; ++word) {
    const Index pieces = 1 + drawn_to(random, 3);
    for (Index piece = 0; piece < pieces; ++piece) {
      const std::string letter(1, static_cast<char>('a' + drawn_to(random, 25)));
      text.add((piece == 0 ? " " : "") + letter, -1, -1);
      text.word.back() = word;
    }
  }
  return text;
}

Matrix drawn_map(Random& random, Index count) {
  Matrix map(count, count);
  for (Index i = 0; i < map.size(); ++i) map.data()[i] = static_cast<float>(1 + drawn_to(random, 999));
  for (Index row = 0; row < count; ++row) map.row(row) /= map.row(row).sum();
  return map;
}

// The mean over the queries that read any key of the weights on these keys, and how many queries those are.
struct Direct {
  double mean = 0;
  Index rows = 0;
};
template <class Reads>
Direct direct(const Matrix& map, const Reads& reads) {
  Direct found;
  for (Index query = 0; query < map.rows(); ++query) {
    double sum = 0;
    bool counts = false;
    for (Index key = 0; key < map.cols(); ++key) {
      if (!reads(static_cast<size_t>(query), static_cast<size_t>(key))) continue;
      counts = true;
      sum += static_cast<double>(map(query, key));
    }
    found.rows += counts ? 1 : 0;
    found.mean += counts ? sum : 0;
  }
  if (found.rows > 0) found.mean /= static_cast<double>(found.rows);
  return found;
}

void expect_measured(const HeadMeasures& measures, RowMeasure measure, const Direct& expected) {
  EXPECT_EQ(measures.rows(measure), expected.rows) << row_of(measure).word;
  EXPECT_NEAR(measures[measure], expected.mean, 1e-6) << row_of(measure).word;
}

TEST(LineMeasures, AreTheDirectFormulasOnDrawnMapsOfDrawnLines) {
  Random random(5);
  Index counted = 0;
  for (int i = 0; i < 200; ++i) {
    const LaidOut text = drawn_lines(random);
    const Matrix map = drawn_map(random, text.count());
    const HeadMeasures measures = mapped(text, map).measures();
    const auto ended = [&](Index line) {
      for (size_t at = 0; at < text.line.size(); ++at) {
        if (text.line[at] == line && text.is_mark[at]) return true;
      }
      return false;
    };
    const auto is_end = [&](size_t at) {
      return text.line[at] >= 0 && ended(text.line[at]) && !text.is_mark[at] &&
             text.place[at] + 1 == text.characters[static_cast<size_t>(text.line[at])];
    };
    expect_measured(measures, RowMeasure::kLineStart, direct(map, [&](size_t query, size_t key) {
                      return text.line[query] >= 0 && text.line[query] == text.line[key] &&
                             text.place[key] == 0 && key != query;
                    }));
    expect_measured(measures, RowMeasure::kLineEnds, direct(map, [&](size_t query, size_t key) {
                      return (is_end(query) || text.is_mark[query]) && is_end(key) &&
                             text.line[key] < text.line[query];
                    }));
    expect_measured(measures, RowMeasure::kSamePlace, direct(map, [&](size_t query, size_t key) {
                      return text.line[key] >= 0 && text.line[query] == text.line[key] + 1 &&
                             text.place[query] == text.place[key] &&
                             text.characters[static_cast<size_t>(text.line[query])] ==
                                 text.characters[static_cast<size_t>(text.line[key])];
                    }));
    EXPECT_EQ(measures.rows(RowMeasure::kWordStart), 0);
    counted += measures.rows(RowMeasure::kSamePlace);
  }
  EXPECT_GT(counted, 200) << "few lines are as long as the one before";
}

TEST(WordMeasures, AreTheDirectFormulaOnDrawnMapsOfDrawnPieces) {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const LaidOut text = drawn_words(random);
    const Matrix map = drawn_map(random, text.count());
    const HeadMeasures measures = mapped(text, map).measures();
    expect_measured(measures, RowMeasure::kWordStart, direct(map, [&](size_t query, size_t key) {
                      return text.word[query] == text.word[key] && key < query &&
                             (key == 0 || text.word[key - 1] != text.word[key]);
                    }));
    for (const RowMeasure measure : {RowMeasure::kLineStart, RowMeasure::kLineEnds, RowMeasure::kSamePlace}) {
      EXPECT_EQ(measures.rows(measure), 0);
      EXPECT_EQ(measures[measure], 0);
    }
  }
}

// Two tokens back there is a line's start, and nothing is seen there.
TEST(LineMeasures, CountNoKeyThatTheQueryDoesNotSee) {
  Config config;
  config.causal = true;
  config.pattern = {.kind = PatternKind::kWindow, .width = 2};
  const auto trace = run({"a", "b", "，", "c", "d", "，"}, config);
  const HeadMeasures measures = measure_head(*trace, stage_index(*trace, head_address(0, "weights")));
  EXPECT_EQ(measures.rows(RowMeasure::kLineStart), 2);
  EXPECT_EQ(measures.rows(RowMeasure::kLineEnds), 0);
  EXPECT_EQ(measures.rows(RowMeasure::kSamePlace), 0);
  config.pattern.width = 4;
  const auto wider = run({"a", "b", "，", "c", "d", "，"}, config);
  const HeadMeasures more = measure_head(*wider, stage_index(*wider, head_address(0, "weights")));
  EXPECT_EQ(more.rows(RowMeasure::kLineStart), 4);
  EXPECT_EQ(more.rows(RowMeasure::kLineEnds), 1) << "the last mark is too far from the first line's end";
  EXPECT_EQ(more.rows(RowMeasure::kSamePlace), 3);
}

// --- Names ---

// Each query reads this key alone; where there is none, all of what it sees in equal parts.
Matrix reading(const Places& keys) {
  const auto count = static_cast<Index>(keys.size());
  Matrix map = Matrix::Zero(count, count);
  for (Index query = 0; query < count; ++query) {
    const Index key = keys[static_cast<size_t>(query)];
    if (key >= 0) map(query, key) = 1;
    if (key < 0) map.row(query).head(query + 1).setConstant(1 / static_cast<float>(query + 1));
  }
  return map;
}

HeadHabit named(const LaidOut& text, const Places& keys) {
  return dominant(mapped(text, reading(keys)).measures());
}

TEST(Habits, AMapThatHasOneAloneIsNamedByIt) {
  const LaidOut poem = plain({"<bos>", "a", "b", "c", "d", "e",  "，", "f", "g", "h", "i", "j", "。",
                              "k",     "l", "m", "n", "o", "，", "p",  "q", "r", "s", "t", "。"});
  const TextPlaces places = places_of(poem);
  EXPECT_EQ(named(poem, places.line_start), (HeadHabit{RowMeasure::kLineStart, 1.0}));
  EXPECT_EQ(named(poem, places.above), (HeadHabit{RowMeasure::kSamePlace, 1.0}));
  Places ends(poem.tokens.size(), -1);
  for (size_t i = 0; i < ends.size(); ++i) {
    if (places.earlier_ends[i] > 0) ends[i] = places.line_ends.front();
  }
  EXPECT_EQ(named(poem, ends), (HeadHabit{RowMeasure::kLineEnds, 1.0}));
  const LaidOut words = plain({" an", "im", "al", "s", " of", " the", " fo", "re", "st", "s"}, true);
  EXPECT_EQ(named(words, places_of(words).word_start), (HeadHabit{RowMeasure::kWordStart, 1.0}));
}

// Within a word of two pieces its start is the previous token.
TEST(Habits, WhatReadsThePreviousTokenEverywhereIsNotNamedByWords) {
  const LaidOut words = plain({" an", "imal", " of", " fo", "rests"}, true);
  Matrix map = reading({0, 0, 1, 2, 3});
  map.row(2) << 0.5F, 0.5F, 0, 0, 0;
  const HeadMeasures measures = mapped(words, map).measures();
  EXPECT_GT(measures[RowMeasure::kWordStart], measures[RowMeasure::kPrevious]);
  EXPECT_EQ(dominant(measures).measure, RowMeasure::kPrevious);
}

TEST(Habits, OneRowIsNone) {
  const LaidOut text = plain({" u", " v", " a", "b", " c", " d"}, true);
  const HeadMeasures measures = mapped(text, reading({-1, -1, -1, 2, -1, -1})).measures();
  EXPECT_EQ(measures[RowMeasure::kWordStart], 1);
  EXPECT_EQ(dominant(measures).measure, std::nullopt);
}

TEST(Measures, ApplyWhereATextHasWhatTheyRead) {
  const auto of = [](const LaidOut& text) {
    const auto trace = mapped(text, Matrix::Zero(text.count(), text.count())).trace;
    Stage map;
    map.row_sequence = map.column_sequence = 0;
    return applicable(tokens_of_map(*trace, map));
  };
  const auto has = [](const auto& found, RowMeasure measure) {
    return found.at(static_cast<size_t>(measure));
  };
  const auto poem = of(plain(kPoem));
  for (const RowMeasure measure :
       {RowMeasure::kLineStart, RowMeasure::kLineEnds, RowMeasure::kSamePlace, RowMeasure::kOtherEqual})
    EXPECT_TRUE(has(poem, measure)) << row_of(measure).word;
  EXPECT_FALSE(has(poem, RowMeasure::kWordStart));
  const auto pieces = of(plain({" a", "b", " c"}, true));
  EXPECT_TRUE(has(pieces, RowMeasure::kWordStart));
  EXPECT_FALSE(has(pieces, RowMeasure::kOtherEqual));
  EXPECT_FALSE(has(pieces, RowMeasure::kLineStart));
}

TEST(Measures, EachHasAFormulaOfItsMean) {
  EXPECT_EQ(measure_formula(row_of(RowMeasure::kPrevious), 1), "\\mathrm{mean}_{i}({A}_{i,i−1})");
  EXPECT_EQ(measure_formula(row_of(RowMeasure::kFirst), 1), "\\mathrm{mean}_{i}({A}_{i,1})");
  EXPECT_EQ(measure_formula(row_of(RowMeasure::kLineEnds), 1),
            "\\mathrm{mean}_{i}(Σ_{j ∈ \\mathrm{ends}(i)} {A}_{i,j})");
  for (const MeasureRow& row : measure_table())
    EXPECT_EQ(measure_formula(row, 0).find('$'), std::string::npos) << row.word;
}

}  // namespace
}  // namespace engine
