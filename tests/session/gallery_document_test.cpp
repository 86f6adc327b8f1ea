// The gallery is a part of a document's line, of its history and of the walk.
#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/document/labs/labs.h"
#include "app/session/history_words.h"
#include "app/session/place.h"
#include "app/session/session.h"
#include "app/session/steps.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

Document with_gallery(const std::string& system = "detr") {
  Document document;
  engine::GalleryLab& lab = engine::gallery_lab_of(document.config);
  lab.is_on = true;
  lab.system = system;
  document.focus.view = "gallery";
  return document;
}

TEST(GalleryOfADocument, ComesBackFromItsLine) {
  Document document = with_gallery("context-transformer");
  engine::GalleryLab& lab = engine::gallery_lab_of(document.config);
  lab.is_trained = false;
  lab.picture.scene.figures[0].x = 1;
  lab.picture.scene.figures.pop_back();
  world::draw_pixel(lab.picture, 0, 4);
  world::draw_pixel(lab.picture, 255, 0);
  world::draw_pixel(lab.picture, 16 * 12 + 3, 0);
  lab.picture.cover = {.x = 3, .y = 4, .side = 5};
  lab.picture.noise = 0.25;
  lab.picture.noise_seed = 12;
  lab.off = {"context", "query.2"};
  lab.shots = {.count = 5, .draw = 9, .relabelled = {{1, 3}, {29, 0}}};
  engine::DrawingChoice drawing;
  drawing.seed = 12;
  drawing.temperature = 0.5;
  drawing.caption = world::parse_caption("red circle above blue square").value();
  drawing.kept = 3;
  drawing.overruled = {{4, 100}, {63, 0}};
  engine::set_choice(lab, engine::dalle_system(), drawing);
  engine::DrawingChoice latent;
  latent.latent = {.kind = 5, .moved = {{0, 1.5F}, {31, -2}}, .other = 9, .walked = 0.25};
  engine::set_choice(lab, engine::transgan_system(), latent);
  engine::DrawingChoice window;
  window.window = 200;
  engine::set_choice(lab, engine::taming_system(), window);
  // What is usual is not written.
  engine::set_choice(lab, engine::imagegpt_system(), {});
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), to_line(document));
}

TEST(GalleryOfADocument, WhatMakesNoSenseIsRefused) {
  const auto key = [](const std::string& lab) {
    const auto read = from_line(R"({"headlight":1,"lab_gallery":)" + lab + "}");
    return read ? "" : read.error().key;
  };
  EXPECT_EQ(key("{}"), "");
  EXPECT_EQ(key(R"({"system":"vit","on":true})"), "");
  for (
      const char* const bad :
      {"[]",
       R"({"system":"resnet"})",
       R"({"off":["query.9"]})",
       R"({"noise":2})",
       R"({"noise":"loud"})",
       R"({"drawn":"rgb"})",
       R"({"cover":[1,2]})",
       R"({"cover":[14,0,4]})",
       R"({"figures":[{"kind":"pink circle"}]})",
       R"({"figures":[{"kind":"red circle","size":9,"x":0,"y":0}]})",
       R"({"figures":[{"kind":"red circle","size":4,"x":13,"y":0}]})",
       R"({"figures":[{"kind":"red circle","size":4,"x":0,"y":0},{"kind":"red circle","size":4,"x":3,"y":0}]})",
       R"({"drawings":[]})",
       R"({"drawings":{"vit":{"seed":1}}})",
       R"({"drawings":{"dalle":{"seed":-1}}})",
       R"({"drawings":{"dalle":{"temperature":9}}})",
       R"({"drawings":{"dalle":{"caption":"pink circle"}}})",
       R"({"drawings":{"dalle":{"kept":65}}})",
       R"({"drawings":{"dalle":{"overruled":[[64,0]]}}})",
       R"({"drawings":{"dalle":{"overruled":[[3,128]]}}})",
       R"({"drawings":{"dalle":{"overruled":[[3,1],[3,2]]}}})",
       R"({"drawings":{"taming":{"window":256}}})",
       R"({"drawings":{"transgan":{"latent":{"kind":"pink"}}}})",
       R"({"drawings":{"transgan":{"latent":{"walked":2}}}})",
       R"({"drawings":{"transgan":{"latent":{"moved":[[32,1]]}}}})",
       R"({"drawings":{"transgan":{"latent":{"moved":[[1,1e9]]}}}})",
       R"({"shots":{"count":2}})",
       R"({"shots":{"draw":-1}})",
       R"({"shots":{"relabelled":[[3,6]]}})",
       R"({"shots":{"relabelled":[[3,1],[3,2]]}})",
       R"({"shots":{"count":1,"relabelled":[[6,1]]}})"})
    EXPECT_EQ(key(bad), "error.session_field") << bad;
}

TEST(GalleryOfADocument, AnotherSystemIsAnotherPlace) {
  const State before{with_gallery("detr"), {}};
  State after = before;
  engine::gallery_lab_of(after.document.config).system = "vit";
  EXPECT_TRUE(is_walk(before, after));
  go_to_place(after.document, place_of(before.document));
  EXPECT_EQ(after, before);
  engine::gallery_lab_of(after.document.config).picture.noise = 0.1;
  EXPECT_FALSE(is_walk(before, after));
}

TEST(GalleryOfADocument, ItsChangesHaveNames) {
  const auto name = [](const std::function<void(engine::GalleryLab&)>& change) {
    const State before{with_gallery(), {}};
    State after = before;
    change(engine::gallery_lab_of(after.document.config));
    return describe_change(words(Language::kEnglish), before, after);
  };
  EXPECT_EQ(name([](engine::GalleryLab& lab) { lab.picture.noise = 0.1; }), "Noise: 0 → 0.1");
  EXPECT_EQ(name([](engine::GalleryLab& lab) { lab.shots.count = 5; }), "Examples of each class: 20 → 5");
  EXPECT_FALSE(name([](engine::GalleryLab& lab) { lab.off = {"query.1"}; }).empty());
  EXPECT_FALSE(name([](engine::GalleryLab& lab) { lab.picture.scene.figures[0].x = 1; }).empty());
}

TEST(GalleryStages, HaveWordsInEveryLanguage) {
  Document document = with_gallery("all");
  engine::gallery_lab_of(document.config).off = {"skip.0"};
  Session session({document, {}});
  session.settle();
  ASSERT_TRUE(session.trace());
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    for (const Step& step : walk(*session.trace(), 0)) {
      const engine::Stage& stage = session.trace()->stage(step.stage);
      for (const char* part : {"stage.", "title.", "why."}) {
        const std::string key = part + kind_name(stage);
        EXPECT_NE(tr(key), key) << stage.address << " in " << language.name;
      }
    }
  }
}

// Unlike the layers of other labs, those of the gallery's systems are walked through, in one head.
TEST(GalleryStages, AreWalkedThroughLayerByLayer) {
  Session session({with_gallery(), {}});
  session.settle();
  ASSERT_TRUE(session.trace());
  const auto has = [&](int head, const std::string& address) {
    const auto steps = walk(*session.trace(), head);
    return std::ranges::any_of(
        steps, [&](const Step& step) { return session.trace()->stage(step.stage).address == address; });
  };
  EXPECT_TRUE(has(0, "lab.gallery.detr.features.0"));
  EXPECT_TRUE(has(1, "lab.gallery.detr.decoder.2.cross.head.1.weights"));
  EXPECT_FALSE(has(1, "lab.gallery.detr.decoder.2.cross.head.0.weights"));
  EXPECT_TRUE(has(7, "lab.gallery.detr.decoder.2.cross.head.0.weights")) << "it has no eighth head";
  EXPECT_TRUE(has(0, "lab.gallery.detr.decoder.2.boxes"));
  EXPECT_TRUE(has(0, "lab.gallery.detr.cost"));
}

// Its sequences are no examples of a batch.
TEST(GalleryStages, DoNotCountAsExamples) {
  Document document = with_gallery();
  document.text = "a b\nc d\ne f";
  document.is_batch = true;
  Session session({document, {}});
  session.settle();
  ASSERT_TRUE(session.trace());
  EXPECT_EQ(example_count(*session.trace()), 3);
}

}  // namespace
}  // namespace app
