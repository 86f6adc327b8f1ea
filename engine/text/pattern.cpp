// pattern.cpp: matches with Oniguruma, whose language the patterns of tokenizer.json are written in.
#include "engine/text/pattern.h"

#include <oniguruma.h>

#include <array>
#include <mutex>
#include <optional>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"
#include "engine/text/metaspace.h"

namespace text {
template <auto kFree>
struct Freed {
  template <class T>
  void operator()(T* held) const {
    kFree(held);
  }
};
using RegexPointer = std::unique_ptr<OnigRegexType, Freed<onig_free>>;
using LimitsPointer = std::unique_ptr<OnigMatchParam, Freed<onig_free_match_param>>;

namespace {

void free_region(OnigRegion* region) {
  onig_region_free(region, 1);
}
using RegionPointer = std::unique_ptr<OnigRegion, Freed<free_region>>;

// The backtracking limit of a search at first; GPT-2's pattern needs a handful, and two for each letter of a
// long run.
constexpr uint32_t kEffort = 1'000;
// The total backtracking of a text's searches that need more.
constexpr uint32_t kMostEffort = 100'000'000;
// The most places to return to at once.
constexpr unsigned kDeepest = 2'000'000;

const OnigUChar* letters(std::string_view text) {
  return reinterpret_cast<const OnigUChar*>(text.data());
}

// Searches with as much effort as needed, at most `left`, and subtracts it from that: where the match begins,
// or Oniguruma's error.
int search(OnigRegexType* code, std::string_view text, size_t at, OnigRegion* region, OnigMatchParam* limits,
           uint32_t& left) {
  const OnigUChar* const begin = letters(text);
  const OnigUChar* const end = begin + text.size();
  for (uint32_t effort = kEffort;; effort *= 8) {
    onig_set_retry_limit_in_search_of_match_param(limits, effort);
    onig_set_retry_limit_in_match_of_match_param(limits, effort);
    const int found =
        onig_search_with_param(code, begin, end, begin + at, end, region, ONIG_OPTION_NONE, limits);
    const bool needs_more =
        found == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER || found == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER;
    if (!needs_more || left < 8 * effort) return found;
    left -= 8 * effort;
  }
}

// Symbols count as punctuation in Oniguruma from 6.9.9 on, which the library brings along; older ones are
// told.
std::string with_symbols_as_punctuation(std::string expression) {
  constexpr std::pair<std::string_view, std::string_view> kMeanings[] = {{"[:punct:]", R"(\p{P}\p{S})"},
                                                                         {"[:^punct:]", R"([^\p{P}\p{S}])"}};
  for (const auto& [written, meant] : kMeanings) expression = with_replaced(expression, written, meant);
  return expression;
}

// Adds a match and what is between it and the previous one.
void add(std::vector<Match>& matches, size_t begin, size_t end) {
  const size_t before = matches.empty() ? 0 : matches.back().end;
  if (before < begin) matches.push_back({before, begin, false});
  matches.push_back({begin, end, true});
}

std::vector<Match> close(std::vector<Match> matches, size_t size) {
  const size_t before = matches.empty() ? 0 : matches.back().end;
  if (before < size) matches.push_back({before, size, false});
  return matches;
}

std::vector<Match> cut_literal(std::string_view text, std::string_view searched) {
  std::vector<Match> matches;
  for (size_t at = text.find(searched); at != std::string_view::npos;
       at = text.find(searched, at + searched.size())) {
    add(matches, at, at + searched.size());
  }
  return close(std::move(matches), text.size());
}

}  // namespace

struct Pattern::Code {
  RegexPointer code;
};

Result<Pattern> Pattern::regex(const std::string& expression) {
  static std::once_flag begun;
  std::call_once(begun, [] {
    OnigEncoding encoding = ONIG_ENCODING_UTF8;
    onig_initialize(&encoding, 1);
  });
  const std::string meant = with_symbols_as_punctuation(expression);
  OnigRegexType* code = nullptr;
  OnigErrorInfo info{};
  const int failure = onig_new(&code, letters(meant), letters(meant) + meant.size(), ONIG_OPTION_NONE,
                               ONIG_ENCODING_UTF8, ONIG_SYNTAX_RUBY, &info);
  if (failure != ONIG_NORMAL) {
    std::array<OnigUChar, ONIG_MAX_ERROR_MESSAGE_LEN> message{};
    const int size = onig_error_code_to_str(message.data(), failure, &info);
    const std::string detail(reinterpret_cast<const char*>(message.data()), static_cast<size_t>(size));
    return Error{"error.tokenizer_pattern",
                 {{"pattern", quotable(expression)}, {"detail", quotable(detail)}}};
  }
  Pattern pattern;
  pattern.code_ = std::make_shared<const Code>(Code{RegexPointer(code)});
  return pattern;
}

Pattern Pattern::literal(std::string searched) {
  if (searched.empty()) return regex("").value();
  Pattern pattern;
  pattern.literal_ = std::move(searched);
  return pattern;
}

Result<std::vector<Match>> Pattern::cut(std::string_view text) const {
  if (code_ == nullptr) return cut_literal(text, literal_);
  const RegionPointer region(onig_region_new());
  const LimitsPointer limits(onig_new_match_param());
  if (region == nullptr || limits == nullptr) return Error{"error.tokenizer_effort", {}};
  onig_initialize_match_param(limits.get());
  onig_set_match_stack_limit_size_of_match_param(limits.get(), kDeepest);

  std::vector<Match> matches;
  std::optional<size_t> last_end;  // of a match
  uint32_t left = kMostEffort;
  for (size_t at = 0; at <= text.size() && !text.empty();) {
    const int found = search(code_->code.get(), text, at, region.get(), limits.get(), left);
    if (found == ONIG_MISMATCH) break;
    if (found < 0) return Error{"error.tokenizer_effort", {}};
    const auto begin = static_cast<size_t>(region->beg[0]);
    const auto end = static_cast<size_t>(region->end[0]);
    // \K inside a lookaround can put a match's start after its end.
    if (begin < at || end < begin) return Error{"error.tokenizer_effort", {}};
    if (begin == end && last_end == end) {
      at = end < text.size() ? letter_at(text, end).end : end + 1;
      continue;
    }
    add(matches, begin, end);
    last_end = at = end;
  }
  return close(std::move(matches), text.size());
}

}  // namespace text
