// The gallery as a lab: its stages behind a model's, what its settings change, and what is refused.
#include "engine/labs/gallery/gallery_lab.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>

#include "engine/core/letters.h"
#include "engine/core/parallel.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/model/config.h"
#include "engine/vision/matching.h"
#include "engine/vision/run.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> with_gallery(const GalleryLab& lab) {
  Config config;
  gallery_lab_of(config) = lab;
  return run({"a", "b"}, config);
}

GalleryLab gallery(std::string_view system) {
  return {.is_on = true, .system = std::string(system)};
}

Matrix values(const Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

TEST(GalleryLab, EachSystemReadsThePictureAsItDoesAlone) {
  const auto trace = with_gallery(gallery(kAllSystems));
  for (const VisionSystem* const system : vision_systems()) {
    if (system == &context_transformer_system()) continue;  // learned from examples: below
    const auto weights = system_weights(*system, true);
    ASSERT_TRUE(weights.ok()) << weights.error().key;
    const Matrix pixels = world::pixels_of(world::first_picture());
    SystemSettings settings;
    if (system->draws())
      settings.drawn = system->draw((*weights)->source(), pixels, asked_drawing(GalleryLab{}, *system));
    const auto alone = run_system(*system, (*weights)->source(), pixels, settings);
    for (const Stage& stage : alone->stages())
      EXPECT_EQ(values(*trace, gallery_prefix(*system) + stage.address), values(*alone, stage.address))
          << stage.address;
  }
}

TEST(GalleryLab, OneSystemAloneAddsItsStagesAlone) {
  const auto trace = with_gallery(gallery("detr"));
  EXPECT_TRUE(trace->find("lab.gallery.detr.cost"));
  EXPECT_FALSE(trace->find("lab.gallery.vit.pixels"));
}

TEST(GalleryLab, EveryStageHasALetter) {
  const auto trace = with_gallery(gallery(kAllSystems));
  for (const Stage& stage : trace->stages()) {
    for (const Notation notation : {Notation::kPaper, Notation::kNotes, Notation::kShapes})
      EXPECT_FALSE(symbol_of(*trace, stage, {.notation = notation}).empty()) << stage.address;
  }
}

TEST(GalleryLab, CostsAreThoseOfWhatIsInThePicture) {
  GalleryLab lab = gallery("detr");
  const auto trace = with_gallery(lab);
  const Matrix cost = values(*trace, "lab.gallery.detr.cost");
  ASSERT_EQ(cost.cols(), 3);
  const Matching pairs = match(cost);
  const SystemAnswer said = answer_of(*trace, lab, detr_system());
  ASSERT_EQ(said.objects->size(), 3U);
  for (const FoundObject& object : *said.objects) {
    const auto there = std::ranges::find(pairs.query_of, object.query);
    ASSERT_NE(there, pairs.query_of.end());
    EXPECT_EQ(world::kind_of(lab.picture.scene.figures[static_cast<size_t>(there - pairs.query_of.begin())]),
              object.seen.kind);
  }
  lab.picture.scene.figures.clear();
  EXPECT_FALSE(with_gallery(lab)->find("lab.gallery.detr.cost")) << "nothing to match with";
}

TEST(GalleryLab, PartsAndTrainingAreSwitchedOff) {
  GalleryLab lab = gallery("transunet");
  const Matrix with_skips = values(*with_gallery(lab), "lab.gallery.transunet.probabilities");
  lab.off = {"skip.0"};
  const Matrix without = values(*with_gallery(lab), "lab.gallery.transunet.probabilities");
  EXPECT_FALSE(with_skips.isApprox(without, 0.1F));
  lab.is_trained = false;
  const Matrix untrained = values(*with_gallery(lab), "lab.gallery.transunet.probabilities");
  EXPECT_FALSE(untrained.isApprox(without, 0.1F));
}

TEST(GalleryLab, ExamplesAreLearnedOnce) {
  const auto detector = system_weights(context_transformer_system(), true);
  ASSERT_TRUE(detector.ok());
  const ShotChoice choice{.count = 1, .draw = 77};
  GalleryLab lab = gallery("context-transformer");
  lab.shots = choice;
  EXPECT_FALSE(are_learned(**detector, choice, true));
  const double before = count_operations(lab);
  const auto learned = learned_shots(*detector, choice, true);
  EXPECT_LT(count_operations(lab), before / 10) << "what is learned costs nothing more";
  EXPECT_EQ(learned_shots(*detector, choice, true), learned);
  EXPECT_NE(learned_shots(*detector, choice, false), learned);
  EXPECT_GT(learned->accuracy, 1.0 / 6);
}

// A run may be cancelled while it learns: what is kept is still all of it.
TEST(GalleryLab, ACancelledRunLearnsToTheEnd) {
  const auto detector = system_weights(context_transformer_system(), true);
  ASSERT_TRUE(detector.ok());
  std::stop_source stop;
  stop.request_stop();
  const Stoppable cancelled(stop.get_token());
  const auto learned = learned_shots(*detector, {.count = 1, .draw = 5}, true);
  const FewShots again = [&] {
    const std::stop_source never;
    const Stoppable on(never.get_token());
    return FewShots(**detector, read_novel(**detector, labelled_shots({.count = 1, .draw = 5})), true);
  }();
  EXPECT_EQ(*learned->learned.parameters().find("classes.weight")->numbers,
            *again.parameters().find("classes.weight")->numbers);
}

TEST(GalleryLab, AnotherLabelTeachesSomethingElse) {
  const auto detector = system_weights(context_transformer_system(), true);
  ASSERT_TRUE(detector.ok());
  ShotChoice choice{.count = 1, .draw = 3};
  const auto drawn = labelled_shots(choice);
  ASSERT_EQ(drawn.size(), 6U);
  choice.relabelled = {{2, (drawn[2].novel_class + 1) % world::kNovelClasses}};
  const auto other = labelled_shots(choice);
  EXPECT_EQ(other[2].scene, drawn[2].scene);
  EXPECT_EQ(other[2].novel_class, choice.relabelled.front().second);
  const auto classes = [&](const ShotChoice& of) {
    return *learned_shots(*detector, of, true)->learned.parameters().find("classes.weight")->numbers;
  };
  EXPECT_FALSE(classes(choice).isApprox(classes({.count = 1, .draw = 3}), 1e-3F));
}

TEST(GalleryLab, RefusesWhatMakesNoSense) {
  const auto refusal = [](void (*change)(GalleryLab&)) {
    GalleryLab lab = gallery("detr");
    change(lab);
    const auto bad = check(lab);
    return bad ? bad->key : "";
  };
  EXPECT_EQ(refusal([](GalleryLab&) {}), "");
  EXPECT_EQ(refusal([](GalleryLab& lab) { lab.system = "resnet"; }), "error.gallery_system");
  EXPECT_EQ(refusal([](GalleryLab& lab) { lab.off = {"query.5"}; }), "error.gallery_part");
  EXPECT_EQ(refusal([](GalleryLab& lab) { lab.picture.scene.figures[0].x = 12; }), "error.gallery_picture");
  EXPECT_EQ(refusal([](GalleryLab& lab) { lab.shots.count = 3; }), "error.gallery_shots");
  EXPECT_EQ(refusal([](GalleryLab& lab) { lab.shots.draw = 1001; }), "error.gallery_draw");
}

TEST(GalleryLab, AChangedPictureRunsOnlyWhatReadsIt) {
  Config config;
  gallery_lab_of(config) = gallery("vit");
  const auto before = run({"a", "b"}, config);
  gallery_lab_of(config).picture.scene.figures[0].x += 1;
  const auto after =
      forward(*make_model(config), single_input({{"a", "b"}, {false, false}}), config, {}, before);
  EXPECT_GT(after->reused(), 0);
  EXPECT_NE(values(*before, "lab.gallery.vit.probabilities"),
            values(*after, "lab.gallery.vit.probabilities"));
  EXPECT_EQ(values(*before, "lab.gallery.vit.position"), values(*after, "lab.gallery.vit.position"));
}

}  // namespace
}  // namespace engine
