// split.cpp: what happens to matches and the text between them.
#include "engine/text/split.h"

#include <algorithm>

namespace text {
namespace {

// Each match joins the preceding entry of the list, unless that is a match.
std::vector<Match> merged_with_previous(const std::vector<Match>& matches) {
  std::vector<Match> words;
  bool after_match = false;
  for (const Match& match : matches) {
    if (match.found && !after_match && !words.empty()) {
      words.back().end = match.end;
    } else {
      words.push_back(match);
    }
    after_match = match.found;
  }
  return words;
}

std::vector<Match> merged_with_next(const std::vector<Match>& matches) {
  std::vector<Match> words;
  bool before_match = false;
  for (size_t i = matches.size(); i-- > 0;) {
    const Match& match = matches[i];
    if (match.found && !before_match && !words.empty()) {
      words.back().begin = match.begin;
    } else {
      words.push_back(match);
    }
    before_match = match.found;
  }
  std::reverse(words.begin(), words.end());
  return words;
}

std::vector<Match> contiguous(const std::vector<Match>& matches) {
  std::vector<Match> words;
  for (const Match& match : matches) {
    if (!words.empty() && words.back().found == match.found) {
      words.back().end = match.end;
    } else {
      words.push_back(match);
    }
  }
  return words;
}

std::vector<Match> without_matches(std::vector<Match> matches) {
  std::erase_if(matches, [](const Match& match) { return match.found; });
  return matches;
}

}  // namespace

std::vector<AlignedText> cut(const AlignedText& text, std::vector<Match> matches, Behaviour behaviour) {
  switch (behaviour) {
    case Behaviour::kRemoved:
      matches = without_matches(std::move(matches));
      break;
    case Behaviour::kIsolated:
      break;
    case Behaviour::kMergedWithPrevious:
      matches = merged_with_previous(matches);
      break;
    case Behaviour::kMergedWithNext:
      matches = merged_with_next(matches);
      break;
    case Behaviour::kContiguous:
      matches = contiguous(matches);
      break;
  }
  std::vector<AlignedText> words;
  words.reserve(matches.size());
  for (const Match& match : matches) {
    if (match.begin < match.end) words.push_back(text.slice(match.begin, match.end));
  }
  return words;
}

// The text between matches is one stretch: adjacent non-matching letters are joined.
std::vector<Match> match_letters(const AlignedText& text, bool (*is_match)(char32_t)) {
  std::vector<Match> matches;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    const bool found = is_match(letter.code);
    if (!found && !matches.empty() && !matches.back().found) {
      matches.back().end = letter.end;
    } else {
      matches.push_back({letter.begin, letter.end, found});
    }
  }
  return matches;
}

}  // namespace text
