// lesson_state.h: the lesson that is being taken, and what was answered in all of them so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/own_lessons.h"
#include "engine/core/matrix.h"

namespace engine {
class Trace;
}

namespace app {

// What somebody answered to a step's question.
struct GivenAnswer {
  std::string typed;                                               // a number or a shape
  std::optional<size_t> choice;                                    // of the choices
  std::optional<std::pair<engine::Index, engine::Index>> clicked;  // a cell
  std::vector<size_t> order;  // items in the order in which they were put
  bool is_answered = false;   // what is typed is to be judged; the others are at once
  bool is_shown = false;      // the answer was asked for

  bool operator==(const GivenAnswer&) const = default;
};

// The newest answer to a question, and how it went.
struct AnswerRecord {
  GivenAnswer given;
  std::string words;           // of the answer, as it was read
  std::uint64_t question = 0;  // question_key of what was asked
  bool is_right = false;
  int tries = 0;

  bool operator==(const AnswerRecord&) const = default;
};

struct LessonProgress {
  std::string title;                       // of the lesson, as last read
  size_t step = 0;                         // where it was left
  size_t furthest = 0;                     // of the steps that were open
  bool is_done = false;                    // it was taken to its end
  std::map<size_t, AnswerRecord> answers;  // by step

  bool operator==(const LessonProgress&) const = default;
};

// By lesson_key.
using AllProgress = std::map<std::string, LessonProgress>;

struct LessonState {
  std::string id;                        // of one that Headlight brings along; empty: none of these
  std::shared_ptr<const OwnLesson> own;  // of a file; null: none
  size_t step = 0;
  // The run that the step set up: its numbers stay while somebody plays with another. Null until it is there.
  std::shared_ptr<const engine::Trace> run;
  GivenAnswer given;
  bool is_to_move = false;  // what moves as the step opens has not begun

  bool operator==(const LessonState&) const = default;
};

// What a lesson is known by: the path of a file, or the id of one that Headlight brings along; empty: none.
inline std::string lesson_key(const LessonState& state) {
  return state.own ? state.own->path : state.id;
}

}  // namespace app
