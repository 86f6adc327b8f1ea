// merged_maps.cpp: finds the words of tokens, and merges maps.
#include "engine/analysis/merged_maps.h"

#include <unictype.h>
#include <uniwbrk.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/analysis/compare.h"
#include "engine/core/utf8.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr Index kMostMerged = 20'000'000;  // weights, of all maps together
constexpr std::string_view kContinues = "##";
constexpr std::string_view kEndsWord = "</w>";
constexpr std::string_view kBeginsWord = "▁";
constexpr std::string_view kBeginsWordInBytes = "Ġ";

// How tokens tell where words begin.
enum class Marks {
  kNone,       // each token is a word
  kSpaces,     // a space stands before a word
  kContinued,  // ## stands before what continues a word
  kEnded,      // </w> stands after what ends a word
};

bool begins_with_letter(std::string_view text) {
  if (text.empty()) return false;
  const Letter letter = letter_at(text, 0);
  return uc_is_general_category_withtable(letter.code, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N);
}

// The letter "Ġ" alone is also in vocabularies of letters.
Marks marks_of_name(std::string_view name) {
  const auto goes_on = [&](std::string_view mark) {
    return name.starts_with(mark) && begins_with_letter(name.substr(mark.size()));
  };
  if (goes_on(kContinues)) return Marks::kContinued;
  if (name.size() > kEndsWord.size() && name.ends_with(kEndsWord)) return Marks::kEnded;
  return goes_on(kBeginsWord) || goes_on(kBeginsWordInBytes) ? Marks::kSpaces : Marks::kNone;
}

bool keeps_spaces(const std::vector<std::string>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const std::string& token) {
    return token.find(' ') != std::string::npos || token.starts_with(kBeginsWord);
  });
}

// Of a model's own vocabulary the first name with a mark decides; a text of one word has none itself.
Marks marks_of_vocabulary(const Sequence& sequence, const std::vector<std::string>& vocabulary) {
  if (sequence.ids.empty()) return Marks::kNone;
  for (const std::string& name : vocabulary) {
    if (const Marks marks = marks_of_name(name); marks != Marks::kNone) return marks;
  }
  return Marks::kNone;
}

Marks marks_of(const Sequence& sequence, const std::vector<std::string>& vocabulary) {
  return keeps_spaces(sequence.tokens) ? Marks::kSpaces : marks_of_vocabulary(sequence, vocabulary);
}

// Where words may begin in the text that the tokens are together: at those of its bytes that are not 0.
std::vector<char> word_breaks(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  // A byte that is no letter's counts as a letter of its own.
  size_t from = 0;
  while (const auto bad = first_invalid_byte(std::string_view(text).substr(from))) {
    text[from + *bad] = '\0';
    from += *bad + 1;
  }
  std::vector<char> breaks(text.size() + 1, 1);
  u8_wordbreaks(reinterpret_cast<const uint8_t*>(text.data()), text.size(), breaks.data());
  // The standard keeps spaces in a row together, and with the marks and joiners after them.
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at - 1] == ' ' || text[at] == ' ') breaks[at] = 1;
  }
  return breaks;
}

// Whether the vocabulary's marks allow a token to continue the one before.
bool may_continue(const Sequence& sequence, const std::vector<std::string>& vocabulary, size_t token,
                  Marks marks) {
  const auto name = [&](size_t at) -> std::string_view {
    const size_t id = at < sequence.ids.size() ? static_cast<size_t>(sequence.ids[at]) : vocabulary.size();
    return id < vocabulary.size() ? std::string_view(vocabulary[id]) : std::string_view();
  };
  switch (marks) {
    case Marks::kNone:
      return false;
    case Marks::kSpaces:
      return !sequence.tokens[token].starts_with(kBeginsWord);
    case Marks::kContinued:
      return name(token).starts_with(kContinues) && name(token).size() > kContinues.size();
    case Marks::kEnded:
      return !name(token - 1).ends_with(kEndsWord);
  }
  return false;
}

// Whether a token goes on inside the character that the one before broke off.
bool goes_on_in_letter(const std::string& before, const std::string& token) {
  return !token.empty() && continues_letter(token.front()) && !before.empty() && !is_ascii(before.back());
}

// The space before a word is no part of it.
std::string without_space(std::string name) {
  for (const std::string_view space : {std::string_view(" "), kBeginsWord}) {
    while (name.size() > space.size() && name.starts_with(space)) name.erase(0, space.size());
  }
  return name;
}

std::vector<std::vector<Index>> each_alone(Index count) {
  std::vector<std::vector<Index>> groups(static_cast<size_t>(count));
  for (Index i = 0; i < count; ++i) groups[static_cast<size_t>(i)] = {i};
  return groups;
}

Sequence sequence_of_words(const TokenWords& words, const Sequence& tokens) {
  Sequence sequence;
  sequence.tokens = words.names;
  for (const std::vector<Index>& group : words.groups) {
    const auto first = static_cast<size_t>(group.front());
    sequence.padding.push_back(first < tokens.padding.size() && tokens.padding[first]);
  }
  return sequence;
}

}  // namespace

Index TokenWords::word_of(Index token) const {
  if (groups.empty()) return token;
  const auto is_before = [](const std::vector<Index>& group, Index wanted) { return group.back() < wanted; };
  return std::lower_bound(groups.begin(), groups.end(), token, is_before) - groups.begin();
}

Index TokenWords::first_of(Index word) const {
  return groups.empty() ? word : groups.at(static_cast<size_t>(word)).front();
}

TokenWords words_of(const Trace& trace, int sequence) {
  const Sequence& pieces = trace.sequence(sequence);
  const std::vector<std::string>& tokens = pieces.tokens;
  const Marks marks = marks_of(pieces, trace.vocabulary());
  const std::vector<char> breaks = word_breaks(tokens);
  TokenWords words;
  size_t at = 0;  // where the token begins in the text
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool is_inside = marks == Marks::kContinued || at >= breaks.size() || breaks[at] == 0;
    const bool joins = i > 0 && ((is_inside && may_continue(pieces, trace.vocabulary(), i, marks)) ||
                                 goes_on_in_letter(tokens[i - 1], tokens[i]));
    if (!joins) words.groups.emplace_back();
    if (!joins) words.names.emplace_back();
    words.groups.back().push_back(static_cast<Index>(i));
    words.names.back() += tokens[i];
    at += tokens[i].size();
  }
  for (std::string& name : words.names) name = without_space(std::move(name));
  return words;
}

bool has_subwords(const Trace& trace, int sequence) {
  return marks_of_vocabulary(trace.sequence(sequence), trace.vocabulary()) != Marks::kNone;
}

std::shared_ptr<const Trace> merged_maps_trace(const Trace& trace, std::span<const int> maps,
                                               const TokenWords& rows, const TokenWords& columns) {
  if (maps.empty()) return nullptr;
  const Stage& like = trace.stage(maps.front());
  std::vector<Sequence> sequences = trace.sequences();
  const int row_sequence = static_cast<int>(sequences.size());
  sequences.push_back(sequence_of_words(rows, trace.sequence(like.row_sequence)));
  sequences.push_back(sequence_of_words(columns, trace.sequence(like.column_sequence)));
  TraceBuilder builder(std::move(sequences), trace.vocabulary());
  const OperationPtr merge = merge_tokens({rows.groups, columns.groups, true});
  for (const int map : maps) {
    Stage stage = trace.stage(map);
    const int pieces = builder.add_shared(
        taken_over(stage, "pieces." + stage.address, "A", "note.head_weights"), trace, map);
    stage.symbol = "A^{w}";
    stage.operation = merge;
    stage.inputs = {pieces};
    stage.rows = static_cast<Index>(rows.groups.size());
    stage.columns = static_cast<Index>(columns.groups.size());
    stage.row_sequence = row_sequence;
    stage.column_sequence = row_sequence + 1;
    builder.add(std::move(stage));
  }
  return std::move(builder).build();
}

bool has_words_in_pieces(const Trace& trace, std::span<const int> maps) {
  if (maps.empty()) return false;
  const Stage& like = trace.stage(maps.front());
  const bool are_weights = std::all_of(maps.begin(), maps.end(), [&](int map) {
    const Stage& stage = trace.stage(map);
    return stage.kind == StageKind::kWeights && stage.operation->makes_shares() &&
           stage.rows_are() == like.rows_are() && stage.columns_are() == like.columns_are();
  });
  if (!are_weights || like.rows * like.columns > kMostMerged / static_cast<Index>(maps.size())) return false;
  const auto in_pieces = [&](int sequence) {
    return words_of(trace, sequence).merges_any(trace.sequence(sequence).tokens.size());
  };
  return in_pieces(like.row_sequence) || in_pieces(like.column_sequence);
}

std::shared_ptr<const Trace> merged_words_trace(const Trace& trace, std::span<const int> maps) {
  if (maps.empty()) return nullptr;
  const Stage& like = trace.stage(maps.front());
  return merged_maps_trace(trace, maps, words_of(trace, like.row_sequence),
                           words_of(trace, like.column_sequence));
}

std::shared_ptr<const Trace> summed_tokens_trace(const Trace& trace, int map, std::vector<Index> tokens,
                                                 bool of_columns) {
  Stage stage = trace.stage(map);
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const int whole = builder.add_shared(taken_over(stage, "map", "A", "note.head_weights"), trace, map);
  MergedTokens merged{each_alone(stage.rows), each_alone(stage.columns), false};
  (of_columns ? merged.columns : merged.rows) = {std::move(tokens)};
  (of_columns ? stage.columns : stage.rows) = 1;
  (of_columns ? stage.column_axis : stage.row_axis) = Axis::kDimensions;
  stage.address = "sum";
  stage.symbol = "Σ";
  stage.operation = merge_tokens(std::move(merged));
  stage.inputs = {whole};
  builder.add(std::move(stage));
  return std::move(builder).build();
}

}  // namespace engine
