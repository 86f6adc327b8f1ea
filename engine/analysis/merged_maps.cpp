// merged_maps.cpp: finds the words of tokens, and merges maps.
#include "engine/analysis/merged_maps.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/analysis/compare.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr Index kMostMerged = 20'000'000;  // weights, of all maps together
constexpr std::string_view kContinues = "##";
constexpr std::string_view kMarksSpace = "▁";

bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80;
}

// The second or a later byte of a letter.
bool is_inside_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Letters of words that spaces set apart: ASCII's, and what two bytes hold (Latin, Greek, Cyrillic, …).
bool joins(char byte, bool is_last) {
  if (is_ascii(byte)) return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '\'';
  const auto code = static_cast<unsigned char>(byte);
  return is_last ? is_inside_letter(byte) : code >= 0xC3U && code < 0xE0U;
}

// Whether the last letter of a token has at most two bytes.
bool ends_in_short_letter(const std::string& token) {
  size_t inside = 0;
  while (inside < token.size() && is_inside_letter(token[token.size() - 1 - inside])) ++inside;
  return inside <= 1;
}

bool keeps_spaces(const std::vector<std::string>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const std::string& token) {
    return token.find(' ') != std::string::npos || token.starts_with(kMarksSpace);
  });
}

// Whether a token continues the word of the one before.
bool continues(const std::string& before, const std::string& token, bool spaces) {
  if (token.empty() || before.empty()) return false;
  if (is_inside_letter(token.front())) return true;
  if (!spaces) return token.starts_with(kContinues) && token.size() > kContinues.size();
  if (token.starts_with(kMarksSpace)) return false;
  return joins(before.back(), true) && ends_in_short_letter(before) && joins(token.front(), false);
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

TokenWords words_of(const std::vector<std::string>& tokens) {
  const bool spaces = keeps_spaces(tokens);
  TokenWords words;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string& token = tokens[i];
    if (i > 0 && continues(tokens[i - 1], token, spaces)) {
      words.groups.back().push_back(static_cast<Index>(i));
      words.names.back() += token.substr(spaces || !token.starts_with(kContinues) ? 0 : kContinues.size());
    } else {
      words.groups.push_back({static_cast<Index>(i)});
      words.names.push_back(token);
    }
  }
  return words;
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
    const std::vector<std::string>& tokens = trace.sequence(sequence).tokens;
    return words_of(tokens).merges_any(tokens.size());
  };
  return in_pieces(like.row_sequence) || in_pieces(like.column_sequence);
}

std::shared_ptr<const Trace> merged_words_trace(const Trace& trace, std::span<const int> maps) {
  if (maps.empty()) return nullptr;
  const Stage& like = trace.stage(maps.front());
  return merged_maps_trace(trace, maps, words_of(trace.sequence(like.row_sequence).tokens),
                           words_of(trace.sequence(like.column_sequence).tokens));
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
