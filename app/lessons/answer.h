// answer.h: judges what somebody answered to a step's question.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"

namespace app {

// `text`: what is said to whom answered so, as Markdown; empty where the lesson says nothing of it. Then
// `mistake` names a common one, if the answer shows one.
struct Verdict {
  bool is_right = false;
  std::string text;
  std::optional<engine::Error> mistake;
};

// A typed number, as read_number reads it: right if it is_near; otherwise a known mistake is named; otherwise
// right as far as its own digits go ("0.7" is 0.66; not where the answer is a count). Nullopt where no number
// was typed, or the lesson's own answer cannot be worked out.
std::optional<Verdict> judge_number(const Question& question, std::string_view typed,
                                    const engine::Trace& trace);

// Typed as "2 x 5", "2 by 5" or "(2, 5)". Nullopt where no shape was typed.
std::optional<Verdict> judge_shape(const Question& question, std::string_view typed,
                                   const engine::Trace& trace);

// A clicked cell is right if it is among those of the answer.
std::optional<Verdict> judge_cell(const Question& question, engine::Index row, engine::Index column,
                                  const engine::Trace& trace);

Verdict judge_choice(const Question& question, size_t choice);

// The right answer of a question as it is written: "0.73", "2 × 5", "[2, 6]", whose rows and columns begin
// with `first`, "a → b → c"; empty for a choice, and where it cannot be worked out.
std::string right_answer(const Question& question, const engine::Trace& trace, int first);

// Items by their places in the lesson's list, in the order in which they were put.
Verdict judge_order(const Question& question, std::span<const size_t> order);

// The places of the items to put in order, as they are listed: by their words.
std::vector<size_t> items_as_listed(const Question& question);

}  // namespace app
