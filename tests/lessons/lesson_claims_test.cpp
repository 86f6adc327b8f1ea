// What a lesson claims of a run that is learned on the spot holds with a margin: its last digits differ from
// one set of instructions to the next, and a fit may tip over with them.
#include <gtest/gtest.h>

#include "app/lessons/expression.h"
#include "app/lessons/shelf.h"
#include "engine/labs/labs.h"
#include "engine/world/targets.h"

namespace app {
namespace {

constexpr std::string_view kProbability = "value lab.gallery.context-transformer.probabilities ";

double probability(const Document& document, int box, int novel) {
  const auto trace = make_trace(document);
  if (!trace) return -1;
  const std::string cell = std::to_string(box) + "," + std::to_string(novel);
  const auto value = evaluate(std::string(kProbability) + cell, **trace);
  return value ? *value : -1;
}

// The step in which a circle stands beside a blue square, and a green triangle in its place.
TEST(LessonClaims, ARedCircleIsOfTheFirstClassAndInOtherContextOfTheSecond) {
  const Lesson* const lesson = find_lesson(Language::kEnglish, "pictures");
  ASSERT_NE(lesson, nullptr);
  const LessonStep* step = nullptr;
  for (const LessonStep& each : lesson->steps) {
    if (each.prose.find(kProbability) != std::string::npos) step = &each;
  }
  ASSERT_NE(step, nullptr) << "no step says how sure the system is";
  Document document = step->document;
  auto& figures = engine::labs_of(document.config).gallery.picture.scene.figures;
  ASSERT_EQ(figures.size(), 2u);
  const int box = world::nearest_prior(figures.front());
  EXPECT_NE(step->prose.find(std::string(kProbability) + std::to_string(box) + ",0"), std::string::npos);
  EXPECT_GT(probability(document, box, 0), 0.8);
  figures.back().outline = world::Outline::kTriangle;
  figures.back().colour = world::Colour::kGreen;
  EXPECT_GT(probability(document, box, 1), 0.8);
}

TEST(LessonClaims, AFigureThatIsSpokenOfIsOpen) {
  for (const LanguageInfo& row : languages()) {
    for (const Lesson& lesson : lessons(row.language)) {
      for (const LessonStep& step : lesson.steps)
        EXPECT_EQ(step.prose.find("**›**"), std::string::npos)
            << lesson.id << ": “play: figures” opens an attention";
    }
  }
}

}  // namespace
}  // namespace app
