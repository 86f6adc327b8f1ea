// pattern.cpp: matches with PCRE2, compiled to machine code where the processor is supported.
#include "engine/text/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <optional>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"

namespace text {

template <auto kFree>
struct PcreFreed {
  template <class T>
  void operator()(T* held) const {
    kFree(held);
  }
};
using CodePointer = std::unique_ptr<pcre2_code, PcreFreed<pcre2_code_free>>;
using ContextPointer = std::unique_ptr<pcre2_match_context, PcreFreed<pcre2_match_context_free>>;
using DataPointer = std::unique_ptr<pcre2_match_data, PcreFreed<pcre2_match_data_free>>;
using StackPointer = std::unique_ptr<pcre2_jit_stack, PcreFreed<pcre2_jit_stack_free>>;

namespace {

// The backtracking limit of a match at first; GPT-2's pattern needs a handful, and two for each letter of a
// long run.
constexpr uint32_t kEffort = 1'000;
// The total backtracking of a text's matches that need more.
constexpr uint32_t kMostEffort = 100'000'000;

// Matches with as much effort as needed, at most `left`, and subtracts it from that.
int match(const pcre2_code* code, std::string_view text, size_t at, pcre2_match_data* data,
          pcre2_match_context* context, uint32_t& left) {
  for (uint32_t effort = kEffort;; effort *= 8) {
    pcre2_set_match_limit(context, effort);
    const int found = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), at,
                                  PCRE2_NO_UTF_CHECK, data, context);
    if (found != PCRE2_ERROR_MATCHLIMIT || left < 8 * effort) return found;
    left -= 8 * effort;
  }
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
  if (searched.empty()) return close(std::move(matches), text.size());
  for (size_t at = text.find(searched); at != std::string_view::npos;
       at = text.find(searched, at + searched.size())) {
    add(matches, at, at + searched.size());
  }
  return close(std::move(matches), text.size());
}

}  // namespace

struct Pattern::Code {
  CodePointer code;
};

Result<Pattern> Pattern::regex(const std::string& expression) {
  int failure = 0;
  PCRE2_SIZE offset = 0;
  CodePointer code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
                                 PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &failure, &offset,
                                 nullptr));
  if (code == nullptr) {
    std::array<PCRE2_UCHAR, 200> message{};
    pcre2_get_error_message(failure, message.data(), message.size());
    return Error{
        "error.tokenizer_pattern",
        {{"pattern", quotable(expression)}, {"detail", reinterpret_cast<const char*>(message.data())}}};
  }
  pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);  // without it, matching is only slower
  Pattern pattern;
  pattern.code_ = std::make_shared<const Code>(Code{std::move(code)});
  return pattern;
}

Pattern Pattern::literal(std::string searched) {
  Pattern pattern;
  pattern.literal_ = std::move(searched);
  return pattern;
}

Result<std::vector<Match>> Pattern::cut(std::string_view text, EmptyMatches empty) const {
  if (code_ == nullptr) return cut_literal(text, literal_);
  const pcre2_code* code = code_->code.get();
  const ContextPointer context(pcre2_match_context_create(nullptr));
  const DataPointer data(pcre2_match_data_create_from_pattern(code, nullptr));
  // Short texts can use the thread's own stack.
  constexpr size_t kShort = 1000;
  constexpr size_t kSmallStack = size_t{32} << 10U;
  constexpr size_t kLargeStack = size_t{1} << 20U;
  const StackPointer stack(text.size() < kShort ? nullptr
                                                : pcre2_jit_stack_create(kSmallStack, kLargeStack, nullptr));
  if (context == nullptr || data == nullptr) return Error{"error.tokenizer_effort", {}};
  pcre2_jit_stack_assign(context.get(), nullptr, stack.get());

  std::vector<Match> matches;
  size_t at = 0;
  uint32_t left = kMostEffort;
  while (at < text.size()) {
    const int found = match(code, text, at, data.get(), context.get(), left);
    if (found == PCRE2_ERROR_NOMATCH) break;
    if (found < 0) return Error{"error.tokenizer_effort", {}};
    const PCRE2_SIZE* where = pcre2_get_ovector_pointer(data.get());
    const size_t begin = where[0];
    const size_t end = where[1];
    // \K inside a lookaround can put a match's start after its end.
    if (begin < at || end < begin) return Error{"error.tokenizer_effort", {}};
    if (begin < end || empty == EmptyMatches::kKept) add(matches, begin, end);
    at = end;
    if (begin == end && end < text.size()) at = letter_at(text, end).end;
    if (begin == end && end == text.size()) break;
  }
  return close(std::move(matches), text.size());
}

}  // namespace text
