// lesson.h: a lesson as its file tells it: steps that each set up a session, say something about it, and may
// ask.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

// What an answer is: a number; cells of the stage; one of several choices; rows × columns; a list put in
// order.
enum class Ask { kNumber, kCell, kChoice, kShape, kOrder };

// One of the choices, or one of the items to put in order, which are listed in the right one.
struct Choice {
  std::string text;  // Markdown
  std::string why;   // what is said to whom chooses it; may be empty
  bool is_right = false;
};

// A wrong number that comes from a known mistake.
struct Mistake {
  std::string value;  // an expression
  std::string text;   // which mistake: Markdown
  int line = 1;       // in the file
};

struct Question {
  Ask kind = Ask::kNumber;
  std::string answer;           // an expression; empty for choices and orders, which carry theirs
  std::vector<Choice> choices;  // for kChoice and kOrder
  std::vector<Mistake> mistakes;
  std::string reveal;  // what is said once it is answered: Markdown; may be empty
  std::string cover;   // the address of the stage that would tell the answer; may be empty
};

// What moves when a step opens: nothing; the stage's film; the arcs above the sentence, into their row; the
// stage's attention in the model's diagram, which opens into the paper's two figures.
enum class StepMotion { kNone, kFilm, kFold, kFigures };

struct LessonStep {
  int line = 1;                                   // of its first line in the file
  int prose_line = 1;                             // of the prose's
  std::map<std::string, int, std::less<>> lines;  // of its fields, by name
  bool sets_up = false;                           // otherwise the window stays as it is
  Document document;                              // what the step opens, and where it looks
  StepMotion motion = StepMotion::kNone;
  std::string point;  // the part of the window that is outlined; may be empty
  std::string prose;  // Markdown with live values: "{value encoder.0.self.head.0.weights 1,5}"
  std::optional<Question> question;
  std::string slip;  // where the course notes err: Markdown; may be empty
};

// The line of a field, or of the step where it has none.
inline int line_of(const LessonStep& step, std::string_view field) {
  const auto found = step.lines.find(field);
  return found == step.lines.end() ? step.line : found->second;
}

struct Lesson {
  std::string id;  // "scale"
  int number = 0;  // its place among the lessons; 0: none
  std::string title;
  int minutes = 0;        // 0: not said
  std::vector<int> rows;  // the statements of the course that it teaches, ascending
  std::vector<LessonStep> steps;
};

// What is wrong with a lesson, and in which line of its file.
struct LessonFault {
  int line = 1;
  engine::Error error;
};

}  // namespace app
