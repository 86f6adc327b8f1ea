// progress.cpp: any bytes as somebody's answers to lessons are refused, or read into some that are kept as
// they are.
#include "app/shell/progress_file.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> seeds() {
  app::AllProgress progress;
  app::LessonProgress& lesson = progress["small"];
  lesson.title = "A small one";
  lesson.step = 2;
  lesson.furthest = 3;
  app::AnswerRecord& answer = lesson.answers[1];
  answer.given.typed = "2 × 2";
  answer.given.choice = 1;
  answer.given.clicked = {3, 4};
  answer.given.order = {1, 0, 2};
  answer.given.is_answered = true;
  answer.words = "4";
  answer.question = ~0ULL;
  answer.tries = 2;
  return {app::progress_json({}),
          app::progress_json(progress),
          R"({"a": {"answers": [{"step": 0}, 1, []]}})",
          R"({"a": {"step": -1}, "b": {"answers": [{"step": 0, "cell": [1]}]}})",
          "[]",
          ""};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto progress = app::progress_from_json({reinterpret_cast<const char*>(data), size});
  if (!progress) return 0;
  const auto again = app::progress_from_json(app::progress_json(*progress));
  require(again && *again == *progress, "what was written reads the same");
  return 0;
}
