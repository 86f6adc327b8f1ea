// The gallery: a teacher's way through its pages.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/look/colour_vision.h"
#include "app/look/world_colours.h"
#include "app/session/shot_draws.h"
#include "app/text/tr.h"
#include "app/views/core/outline.h"
#include "app/views/stage/picture_words.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/vision/detr.h"

namespace app {
namespace {

using engine::GalleryLab;

State gallery_state(const std::string& system) {
  State state;
  state.document.focus.view = "gallery";
  GalleryLab& lab = engine::gallery_lab_of(state.document.config);
  lab.is_on = true;
  lab.system = system;
  return state;
}

class Teacher {
 public:
  explicit Teacher(const State& state, ImVec2 size = {1600, 1400}) : driver(state, size) { settle(); }

  void settle() {
    driver.session().settle();
    driver.frames(3);
  }
  const GalleryLab& lab() const { return engine::gallery_lab_of(driver.document().config); }
  // The screen's place of a pixel's middle.
  ImVec2 place(double x, double y) const {
    const auto item = driver.find("gallery picture");
    const ui::RecordedItem found = item.value();
    const float side = (found.high.x - found.low.x) / world::kSide;
    return {found.low.x + (static_cast<float>(x) + 0.5F) * side,
            found.low.y + (static_cast<float>(y) + 0.5F) * side};
  }
  void press(ImVec2 at) {
    driver.move(at);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.frames(2);
  }
  void release() {
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.frames(2);
  }
  void drag(ImVec2 from, ImVec2 to) {
    press(from);
    constexpr int kSteps = 32;
    for (int i = 1; i <= kSteps; ++i) {
      const float share = static_cast<float>(i) / kSteps;
      driver.move({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
      driver.frame();
    }
    release();
  }
  engine::SystemAnswer answer(const engine::VisionSystem& system) {
    return engine::answer_of(*driver.session().trace(), lab(), system);
  }

  Driver driver;
};

engine::Index query_of(const engine::SystemAnswer& said, int kind) {
  for (const engine::FoundObject& object : *said.objects) {
    if (object.seen.kind == kind) return object.query;
  }
  return -1;
}

TEST(GalleryView, AShapeDraggedToAnotherQuarterIsAnsweredByAnotherQuery) {
  Teacher teacher(gallery_state("detr"));
  const int kind = world::kind_of(teacher.lab().picture.scene.figures[2]);
  const engine::Index before = query_of(teacher.answer(engine::detr_system()), kind);
  ASSERT_GE(before, 0);
  teacher.drag(teacher.place(12, 13), teacher.place(12, 8));
  teacher.drag(teacher.place(12, 8), teacher.place(3, 2));
  EXPECT_LT(teacher.lab().picture.scene.figures[2].x, 4);
  EXPECT_LT(teacher.lab().picture.scene.figures[2].y, 4);
  const engine::Index after = query_of(teacher.answer(engine::detr_system()), kind);
  EXPECT_GE(after, 0);
  EXPECT_NE(after, before);
}

// A drag is one step of the history, and what follows is there in the next frame.
TEST(GalleryView, ADragIsOneStepAndShowsAtOnce) {
  Teacher teacher(gallery_state("vit"));
  const world::Picture before = teacher.lab().picture;
  teacher.press(teacher.place(4, 12));
  teacher.driver.move(teacher.place(3, 11));
  teacher.driver.frame();
  EXPECT_EQ(teacher.lab().picture.scene.figures[0].x, 1);
  EXPECT_EQ(engine::gallery_lab_of(teacher.driver.session().trace_document().config).picture,
            teacher.lab().picture);
  teacher.driver.move(teacher.place(5, 11));
  teacher.driver.frame();
  teacher.release();
  EXPECT_EQ(teacher.lab().picture.scene.figures[0].x, 3);
  teacher.driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  teacher.driver.frame();
  EXPECT_EQ(teacher.lab().picture, before);
}

TEST(GalleryView, AQueryThatIsOffDoesNotSeeItsShape) {
  Teacher teacher(gallery_state("detr"));
  const int kind = world::kind_of(teacher.lab().picture.scene.figures[0]);
  const engine::Index query = query_of(teacher.answer(engine::detr_system()), kind);
  const std::string box = "q" + std::to_string(query + 1) + "##query." + std::to_string(query);
  teacher.driver.click(box);
  teacher.settle();
  EXPECT_EQ(teacher.lab().off, std::vector<std::string>{"query." + std::to_string(query)});
  EXPECT_NE(query_of(teacher.answer(engine::detr_system()), kind), query);
  teacher.driver.click(box);
  EXPECT_TRUE(teacher.lab().off.empty());
}

TEST(GalleryView, AShapeThatGrowsTakesTheLabelOfTheLargest) {
  Teacher teacher(gallery_state("transunet"));
  const auto label_at = [&](int x, int y) {
    return static_cast<world::PixelClass>(
        static_cast<int>((*teacher.answer(engine::transunet_system()).classes)(y, x)));
  };
  EXPECT_EQ(label_at(4, 12), world::PixelClass::kCircle);
  EXPECT_EQ(label_at(11, 2), world::PixelClass::kSmaller);
  teacher.press(teacher.place(11, 2));
  teacher.release();
  ASSERT_EQ(teacher.driver.session().desk().gallery.figure, 1U);
  teacher.driver.click("+##larger shape");
  teacher.driver.click("+##larger shape");
  teacher.settle();
  EXPECT_EQ(teacher.lab().picture.scene.figures[1].size, 7);
  EXPECT_EQ(label_at(11, 2), world::PixelClass::kSquare);
  EXPECT_EQ(label_at(4, 12), world::PixelClass::kSmaller);
}

// Which of both contexts a fit looks for is not the same on every set of instructions.
TEST(GalleryView, AnEmptyPlaceThatIsAskedMostIsSaidToBeEmpty) {
  for (const int shots : {1, 20}) {
    State state = gallery_state("context-transformer");
    engine::gallery_lab_of(state.document.config).shots.count = shots;
    Teacher teacher(state);
    for (int context = 0; context < 2; ++context) {
      const engine::SystemAnswer said = teacher.answer(engine::context_transformer_system());
      engine::Index row = 0;
      engine::Index column = 0;
      said.maps.front().weights.maxCoeff(&row, &column);
      engine::Matrix there = engine::Matrix::Zero(world::kSide, world::kSide);
      for (const world::Figure& figure : teacher.lab().picture.scene.figures) {
        for (int y = 0; y < world::kSide; ++y) {
          for (int x = 0; x < world::kSide; ++x) there(y, x) += world::covers(figure, x, y) ? 1.0F : 0.0F;
        }
      }
      const bool is_empty = there.block(4 * row, 4 * column, 4, 4).sum() == 0;
      EXPECT_EQ(says("The place asked most is empty"), is_empty)
          << shots << " shots: " << row << "," << column;
      teacher.driver.click("Swap the context##gallery.context.swap");
      teacher.settle();
    }
  }
}

TEST(GalleryView, FiveExamplesAreLearnedAndSwappedContextSwapsTheClass) {
  Teacher teacher(gallery_state("context-transformer"));
  EXPECT_EQ(teacher.answer(engine::context_transformer_system()).novel_class, 0);
  teacher.driver.click("Swap the context##gallery.context.swap");
  teacher.settle();
  EXPECT_EQ(teacher.answer(engine::context_transformer_system()).novel_class, 1);
  teacher.driver.click("5##shots");
  teacher.settle();
  EXPECT_EQ(teacher.lab().shots.count, 5);
  const auto detector = engine::system_weights(engine::context_transformer_system(), true);
  EXPECT_TRUE(engine::are_learned(**detector, teacher.lab().shots, true));
  teacher.driver.click("example 3");
  EXPECT_EQ(teacher.lab().shots.relabelled.size(), 1U);
  EXPECT_EQ(teacher.lab().shots.relabelled.front().first, 3);
}

TEST(GalleryView, TenDrawsAreComparedInTheBackground) {
  State state = gallery_state("context-transformer");
  engine::gallery_lab_of(state.document.config).shots.count = 1;
  Teacher teacher(state);
  teacher.driver.click("Compare ten draws##gallery.context.draws");
  teacher.driver.frames(2);
  const auto draws = teacher.driver.session().desk().gallery.draws;
  ASSERT_NE(draws, nullptr);
  ASSERT_TRUE(teacher.driver.frames_until([&] { return draws->is_done(); }));
  const auto measured = draws->measured();
  ASSERT_EQ(measured.size(), static_cast<size_t>(ShotDraws::kDraws));
  EXPECT_TRUE(std::ranges::any_of(measured, [&](const ShotDraw& draw) {
    return draw.with_context != measured.front().with_context;
  })) << "draws differ";
}

TEST(GalleryView, PixelsAreDrawnAndAPatchIsLaid) {
  Teacher teacher(gallery_state("vit"));
  teacher.driver.click("gallery.tool.draw");
  teacher.driver.click("swatch 2");
  teacher.drag(teacher.place(0, 0), teacher.place(3, 0));
  EXPECT_EQ(teacher.lab().picture.drawn.size(), 4U);
  teacher.driver.click("gallery.tool.cover");
  teacher.press(teacher.place(4, 12));
  teacher.release();
  ASSERT_TRUE(teacher.lab().picture.cover);
  EXPECT_EQ(teacher.lab().picture.cover->x, 2);
  teacher.driver.click("Remove the patch##gallery.uncover");
  EXPECT_FALSE(teacher.lab().picture.cover);
}

TEST(GalleryView, EveryAnswerAndEveryStepOfADiagramLeadsOn) {
  Teacher teacher(gallery_state("all"));
  teacher.driver.click("transunet");
  teacher.settle();
  EXPECT_EQ(teacher.lab().system, "transunet");
  teacher.driver.click("node up.0.relu");
  EXPECT_EQ(teacher.driver.document().focus.stage, "lab.gallery.transunet.up.0.relu");
  EXPECT_EQ(teacher.driver.document().focus.view, "stage");
}

// On a projector all eight answers, what is said of them and all tools are in sight.
TEST(GalleryView, AllAnswersAndToolsAreInSightOnAProjector) {
  for (const Language language : {Language::kEnglish, Language::kTraditionalChinese}) {
    State state = gallery_state("all");
    state.preferences.language = language;
    Teacher teacher(state, {1280, 720});
    const float bottom = teacher.driver.view().panel_rects.of("stage")->second.y - 12;
    for (const engine::VisionSystem* const system : engine::vision_systems()) {
      const auto answer = teacher.driver.find(system->name());
      ASSERT_TRUE(answer.has_value()) << system->name();
      EXPECT_LT(answer->high.y, bottom) << system->name();
      EXPECT_GE(answer->high.x - answer->low.x, 96) << system->name();
    }
    for (const DrawnText& text : drawn_frame().texts) EXPECT_LE(text.high.y, bottom) << text.text;
    EXPECT_TRUE(teacher.driver.shows(words(language)("gallery.another") + "##gallery.another"));
  }
}

// The caption is read whole, and what draws another is in sight.
TEST(GalleryView, WhatIsAskedOfADrawingIsInSightOnAProjector) {
  for (const char* const system : {"taming", "dalle", "imagegpt", "transgan"}) {
    Teacher teacher(gallery_state(system), {1280, 720});
    const float bottom = teacher.driver.view().panel_rects.of("stage")->second.y - 12;
    EXPECT_LT(teacher.driver.find("Draw another##gallery.draw_another")->high.y, bottom) << system;
  }
  Teacher teacher(gallery_state("dalle"), {1280, 720});
  const auto field = teacher.driver.find("##caption").value();
  const ui::Style& style = teacher.driver.view().style;
  EXPECT_GT(field.high.x - field.low.x,
            ui::text_size("red circle below blue square", style.text()).x + style.px(12));
}

// Pictures grow with the window, and both rows of them stay in sight.
TEST(GalleryView, ALargeWindowHasLargeAnswers) {
  Teacher teacher(gallery_state("all"), {1920, 1080});
  const float bottom = teacher.driver.view().panel_rects.of("stage")->second.y - 12;
  for (const engine::VisionSystem* const system : engine::vision_systems()) {
    const auto answer = teacher.driver.find(system->name()).value();
    EXPECT_GE(answer.high.x - answer.low.x, 208) << system->name();
  }
  for (const DrawnText& text : drawn_frame().texts) EXPECT_LE(text.high.y, bottom) << text.text;
}

// With large text the first four answers and what they say come before anything is scrolled.
TEST(GalleryView, WithLargeTextTheFirstAnswersAreInSight) {
  State state = gallery_state("all");
  choose_text_size(state.preferences, 200);
  Teacher teacher(state, {1920, 1080});
  const float bottom = teacher.driver.view().panel_rects.of("stage")->second.y - 12;
  for (const char* const system : {"vit", "detr", "transunet", "context-transformer"}) {
    const auto answer = teacher.driver.find(system);
    ASSERT_TRUE(answer.has_value()) << system;
    EXPECT_LT(answer->high.y + 60, bottom) << system;
  }
}

// A frame lies around its shape, and the frames are named in the order of the shapes below the picture.
TEST(GalleryView, FramesLeaveTheirShapesInSightAndAreNamedInTheirOrder) {
  Teacher teacher(gallery_state("all"), {1280, 720});
  const auto item = teacher.driver.find("detr").value();
  const float side = item.high.x - item.low.x;
  const DrawnFrame drawn = drawn_frame();
  const engine::SystemAnswer said = teacher.answer(engine::detr_system());
  ASSERT_EQ(said.objects->size(), 3U);
  for (const engine::FoundObject& object : *said.objects) {
    const ImU32 colour = ui::pack(look::query_colour(object.query));
    const auto edge = [&](int axis, double end) {
      return static_cast<float>(object.box[axis] + end * object.box[axis + 2] / 2) * side;
    };
    const ImVec2 low(item.low.x + edge(0, -1) + 1, item.low.y + edge(1, -1) + 1);
    const ImVec2 high(item.low.x + edge(0, 1) - 1, item.low.y + edge(1, 1) - 1);
    int lines = 0;
    for (const OpaqueTriangle& cover : drawn.covers) {
      if (cover.colour != colour) continue;
      ++lines;
      for (const ImVec2& at : cover.corners)
        EXPECT_FALSE(at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y) << object.query;
    }
    EXPECT_GT(lines, 0);
  }
  float above = 0;
  // The letter l is drawn as a bar.
  for (const char* const word : {"red circ", "square", "triang"}) {
    const auto text = std::ranges::find_if(drawn.texts, [&](const DrawnText& one) {
      return one.text.find(word) != std::string::npos && one.low.x > item.high.x &&
             one.low.x < item.high.x + 100 && one.low.y > item.low.y - 4 && one.high.y < item.high.y;
    });
    ASSERT_NE(text, drawn.texts.end()) << word;
    EXPECT_GT(text->low.y, above) << word;
    above = text->low.y;
  }
}

TEST(GalleryView, SaysWhatWasAskedForAndWhatWasDrawn) {
  Teacher teacher(gallery_state("all"), {1280, 720});
  EXPECT_TRUE(says("Asked for: red circle below blue square"));
  EXPECT_TRUE(says("Drawn: "));
  Teacher page(gallery_state("dalle"), {1280, 720});
  EXPECT_TRUE(says("Drawn: "));
}

// Frames of two queries are not mixed up, and are seen on the dark picture, whatever one's colour vision.
TEST(GalleryView, QueriesHaveColoursToldApartOnADarkPicture) {
  const auto& first = world::kPalette.front();
  const look::Rgb ground{first[0], first[1], first[2]};
  for (engine::Index query = 0; query < engine::kDetrQueries; ++query) {
    const look::Rgb own = look::query_colour(query);
    EXPECT_GE(look::contrast(own, ground), 3) << query;
    for (size_t colour = 1; colour < world::kPalette.size(); ++colour) {
      const auto& [r, g, b] = world::kPalette.at(colour);
      EXPECT_GE(look::colour_difference(own, {r, g, b}), 45) << query << " and the shapes' " << colour;
    }
    for (const look::ColourVision vision : look::kColourVisions) {
      for (engine::Index other = 0; other < query; ++other)
        EXPECT_GE(look::colour_difference(look::simulate(own, vision),
                                          look::simulate(look::query_colour(other), vision)),
                  34)
            << query << " and " << other;
    }
  }
}

// Of twelve classes four have bars: that is said.
TEST(GalleryView, SaysHowManyOfTheClassesHaveBars) {
  for (const Language language : {Language::kEnglish, Language::kSimplifiedChinese}) {
    State state = gallery_state("vit");
    state.preferences.language = language;
    Teacher teacher(state, {1280, 720});
    const int stage = teacher.driver.session().trace()->find("lab.gallery.vit.probabilities").value();
    EXPECT_EQ(teacher.driver.session().trace()->stage(stage).columns, 12);
    EXPECT_TRUE(says(language == Language::kEnglish ? "top 4 of 12" : "12 类中的前 4 类"));
  }
}

// No step of the way is left out: 16 patches, the class token beside them, each of DETR's layers.
TEST(GalleryView, ADiagramShowsEachOfItsLayers) {
  Teacher vit(gallery_state("vit"));
  for (const char* const node : {"patches", "embedding", "input"})
    EXPECT_TRUE(vit.driver.shows(std::string("node ") + node)) << node;
  Teacher detr(gallery_state("detr"), {1280, 720});
  for (const int layer : {0, 1, 2})
    EXPECT_TRUE(detr.driver.shows("node " + engine::detr_answer("answer", layer))) << layer;
}

// The way from the picture to the answer takes all of the page's width, and its type grows with the window.
TEST(GalleryView, AllOfAPageGrowsWithTheWindow) {
  const auto type_height = [](std::string_view word) {
    const auto texts = drawn_frame().texts;
    const auto found = std::ranges::find_if(
        texts, [&](const DrawnText& text) { return text.text.find(word) != std::string::npos; });
    return found == texts.end() ? 0 : found->high.y - found->low.y;
  };
  Teacher small(gallery_state("vit"), {1280, 720});
  const float usual = type_height("op 4 of 12");
  ASSERT_GT(usual, 0);
  Teacher large(gallery_state("vit"), {1920, 1080});
  EXPECT_GT(type_height("op 4 of 12"), 1.3F * usual);
  const ImVec2 page = large.driver.view().panel_rects.of("stage")->second;
  const auto last = large.driver.find("node probabilities").value();
  EXPECT_GT(last.high.x, page.x - 60);
  EXPECT_LT(last.high.y, page.y) << "in sight";
  EXPECT_GT(last.high.y, page.y - 160) << "no room is left below but for its names and the remark";
}

// A shape above its costs is a picture of it: no words of another language.
TEST(GalleryView, CostsAreNamedInTheLanguageOfThePage) {
  State state = gallery_state("detr");
  state.preferences.language = Language::kTraditionalChinese;
  Teacher teacher(state, {1280, 720});
  // The letter l is drawn as a bar.
  for (const char* const word : {"circ", "square", "triang"}) EXPECT_FALSE(says(word)) << word;
  teacher.driver.move_to("object 0");
  for (int i = 0; i < 60; ++i) teacher.driver.frame();
  EXPECT_TRUE(says(words(Language::kTraditionalChinese)("world.circle")));
}

TEST(GalleryView, MapsHaveAKeyToTheirColours) {
  for (const char* const system : {"vit", "detr", "transunet"}) {
    Teacher teacher(gallery_state(system));
    EXPECT_TRUE(says("at most 0")) << system;
  }
  Teacher teacher(gallery_state("dalle"));
  EXPECT_TRUE(says("largest weight"));
}

TEST(GalleryView, SharesAreWrittenInOneWay) {
  Teacher vit(gallery_state("vit"));
  EXPECT_TRUE(says("% of them named right"));
  EXPECT_FALSE(says("0 % 0 %")) << "what is nearly nothing is some";
  Teacher unet(gallery_state("transunet"));
  EXPECT_TRUE(says("circle  IoU 100 %"));
}

TEST(GalleryView, ThePictureStandsInLineWithItsAnswers) {
  Teacher teacher(gallery_state("all"), {1280, 720});
  EXPECT_EQ(teacher.driver.find("gallery picture")->low.y, teacher.driver.find("vit")->low.y);
}

// Beside DETR's picture the names of what it frames, beside TransUNet's those of its colours.
TEST(GalleryView, TheAnswersAreKeysToTheirColours) {
  Teacher teacher(gallery_state("all"), {1280, 720});
  EXPECT_TRUE(says("smaller shape"));
  EXPECT_TRUE(says("(6 px)"));
  const auto detr = teacher.driver.find("detr").value();
  const auto texts = drawn_frame().texts;
  // The letter l is drawn as a bar.
  for (const char* const word : {"red circ", "square"}) {
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
      const bool is_beside = text.low.x > detr.high.x && text.low.x < detr.high.x + 40;
      return text.text.find(word) != std::string::npos && is_beside && text.high.y < detr.high.y;
    })) << word;
  }
}

// It is of pictures: no sentence, no settings of the model that reads it, and none of its steps.
TEST(GalleryView, ShowsNoSentenceAndNoStepsOfIt) {
  Teacher teacher(gallery_state("all"), {1280, 720});
  const auto shown = [&](const char* part) { return teacher.driver.view().panel_rects.of(part).has_value(); };
  for (const char* const part : {"sequence", "settings", "rail"}) EXPECT_FALSE(shown(part)) << part;
  EXPECT_FALSE(teacher.driver.shows("show rail")) << "there is none to unfold";
  teacher.driver.press(ImGuiKey_H);
  teacher.settle();
  for (const char* const part : {"sequence", "settings", "rail"}) EXPECT_TRUE(shown(part)) << part;
}

// The stages of eight systems have the same letters: each system's stand below its name.
TEST(GalleryView, TheOutlineNamesTheSystemOfAStep) {
  Teacher teacher(gallery_state("all"));
  const views::Frame frame = teacher.driver.view();
  EXPECT_EQ(views::lab_part(frame, "lab.gallery.vit.input").name, "ViT");
  EXPECT_EQ(views::lab_part(frame, "lab.gallery.detr.encoder.0.ffn.residual").name, "DETR");
}

// In a map all colour is weight: the shapes are outlines.
TEST(GalleryView, AMapHasNoColourOfAShape) {
  Teacher teacher(gallery_state("vit"), {1920, 1080});
  const auto stages = engine::SystemTrace(*teacher.driver.session().trace(), "lab.gallery.vit.");
  const engine::Matrix first = engine::mean_row(stages, "encoder.0.self", 0, 1);
  // The largest shape of the first picture touches the two patches at the lower left and those above them.
  const double share = static_cast<double>(first.bottomLeftCorner(2, 2).sum());
  const std::string caption = "Layer 1 · red circle " + views::percent(share);
  const auto item = teacher.driver.find(caption + "###encoder.0.self.head.0.weights 0").value();
  float most = 0;
  for (const int layer : {0, 1, 2})
    most = std::max(most,
                    engine::mean_row(stages, "encoder." + std::to_string(layer) + ".self", 0, 1).maxCoeff());
  const look::ColourScale scale{look::ColourMap::kViridis, 0, most};
  bool shows_largest = false;
  for (const OpaqueTriangle& cover : drawn_frame().covers) {
    const bool is_inside = std::ranges::all_of(cover.corners, [&](ImVec2 at) {
      return at.x >= item.low.x && at.x <= item.high.x && at.y >= item.low.y && at.y <= item.high.y;
    });
    if (!is_inside) continue;
    for (size_t colour = 1; colour < world::kPalette.size(); ++colour) {
      const auto& [r, g, b] = world::kPalette.at(colour);
      EXPECT_NE(cover.colour, ui::pack({r, g, b})) << colour;
    }
    shows_largest |= cover.colour == ui::pack(look::colour_of(scale, first.maxCoeff()));
  }
  EXPECT_TRUE(shows_largest) << "one scale for all three layers";
}

TEST(GalleryView, EdgesAreWhereAShapeMeetsTheGround) {
  world::Picture picture;
  picture.scene.figures = {{world::Outline::kSquare, world::Colour::kRed, 5, 2, 3}};
  const auto edges = look::pixel_edges(world::pixels_of(picture));
  EXPECT_EQ(edges.size(), 20U) << "five on each side";
  for (const look::PixelEdge& edge : edges) {
    const int across = edge.is_below ? edge.row : edge.column;
    const int start = edge.is_below ? 3 : 2;
    EXPECT_TRUE(across == start - 1 || across == start + 4) << across;
  }
}

// ViT opens with what can be read; its filters look like noise.
TEST(GalleryView, ViTOpensWithItsPositions) {
  Teacher teacher(gallery_state("vit"));
  EXPECT_TRUE(says("its own place"));
  EXPECT_FALSE(teacher.driver.shows("filter 0"));
  teacher.driver.click("Patch filters##gallery.vit.filters");
  teacher.settle();
  EXPECT_TRUE(teacher.driver.shows("filter 0"));
}

// The costs stand with the cheapest pairs framed, and the slider leads back to the costs alone.
TEST(GalleryView, TheCheapestPairsAreFramedFromTheStart) {
  const auto frames = [](Teacher& teacher) {
    const ImU32 accent = teacher.driver.view().style.colours.accent;
    return std::ranges::count(drawn_frame().covers, accent, &OpaqueTriangle::colour);
  };
  Teacher teacher(gallery_state("detr"), {1280, 720});
  EXPECT_TRUE(says("Matched"));
  EXPECT_TRUE(says("is good"));
  const auto framed = frames(teacher);
  const auto slider = teacher.driver.find("##matching step").value();
  teacher.press({slider.low.x + 4, (slider.low.y + slider.high.y) / 2});
  teacher.release();
  teacher.settle();
  EXPECT_EQ(teacher.driver.session().desk().gallery.step, 0U);
  EXPECT_GT(framed, frames(teacher));
}

// What a probability is of is seen in the diagram: the shape itself.
TEST(GalleryView, TheLastStepShowsTheShapeThatIsSaid) {
  for (const char* const system : {"vit", "detr"}) {
    Teacher teacher(gallery_state(system), {1280, 720});
    const auto item = teacher.driver.find("node probabilities").value();
    const auto& [r, g, b] = world::kPalette[1];
    EXPECT_TRUE(std::ranges::any_of(drawn_frame().covers, [&](const OpaqueTriangle& cover) {
      return cover.colour == ui::pack({r, g, b}) && cover.corners[0].x >= item.low.x &&
             cover.corners[0].x <= item.high.x && cover.corners[0].y >= item.low.y &&
             cover.corners[0].y <= item.high.y;
    })) << system;
  }
}

// How good it is stands beside whether it is trained, and in a large window nothing is scrolled to.
TEST(GalleryView, WhatIsMeasuredIsInSight) {
  for (const char* const system : {"vit", "detr"}) {
    Teacher small(gallery_state(system), {1280, 720});
    const float low = small.driver.view().panel_rects.of("stage")->second.y - 12;
    const auto texts = drawn_frame().texts;
    const auto measured = std::ranges::find_if(
        texts, [](const DrawnText& text) { return text.text.find("easured on") != std::string::npos; });
    ASSERT_NE(measured, texts.end());
    EXPECT_LT(measured->high.y, low);
    Teacher large(gallery_state(system), {1920, 1080});
    const float bottom = large.driver.view().panel_rects.of("stage")->second.y - 12;
    EXPECT_TRUE(says("er than in the paper"));
    for (const DrawnText& text : drawn_frame().texts) EXPECT_LE(text.high.y, bottom) << text.text;
  }
}

// --- systems that draw

engine::DrawingChoice choice_of(const Teacher& teacher, const engine::VisionSystem& system) {
  return engine::choice_of(teacher.lab(), system);
}

TEST(GalleryView, ACaptionIsTypedAndDrawn) {
  Teacher teacher(gallery_state("dalle"));
  const engine::VisionSystem& dalle = engine::dalle_system();
  teacher.driver.click("##caption");
  teacher.driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  teacher.driver.type("green square");
  teacher.settle();
  EXPECT_EQ(choice_of(teacher, dalle).caption, world::parse_caption("green square").value());
  const auto symbols = teacher.driver.session().trace()->find("lab.gallery.dalle.symbols").value();
  const auto& sequence = teacher.driver.session().trace()->stage(symbols).row_sequence;
  EXPECT_EQ(teacher.driver.session().trace()->sequences()[static_cast<size_t>(sequence)].tokens[1], "green");
  // What is no caption is said, and the last one stays.
  teacher.driver.type(" besides");
  teacher.settle();
  EXPECT_TRUE(says("where one of these"));
  EXPECT_EQ(choice_of(teacher, dalle).caption, world::parse_caption("green square").value());
  teacher.driver.click("Caption of the picture##gallery.dalle.of_scene");
  teacher.settle();
  EXPECT_FALSE(choice_of(teacher, dalle).caption);
  EXPECT_FALSE(says("where one of these"));
}

TEST(GalleryView, TheCaptionsFieldFollowsUndo) {
  Teacher teacher(gallery_state("dalle"));
  const engine::VisionSystem& dalle = engine::dalle_system();
  const auto of_scene = engine::asked_drawing(teacher.lab(), dalle).caption.value();
  teacher.driver.click("##caption");
  teacher.driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  teacher.driver.type("green square");
  teacher.driver.press(ImGuiKey_Escape);
  teacher.settle();
  teacher.driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  teacher.settle();
  EXPECT_FALSE(choice_of(teacher, dalle).caption);
  // A letter goes behind what the field shows.
  teacher.driver.click("##caption");
  teacher.driver.press(ImGuiKey_End);
  teacher.driver.type(" ");
  teacher.settle();
  EXPECT_EQ(choice_of(teacher, dalle).caption, of_scene);
}

TEST(GalleryView, ACodeIsOverruledAndTheSystemDrawsOn) {
  Teacher teacher(gallery_state("dalle"));
  const engine::VisionSystem& dalle = engine::dalle_system();
  const std::vector<int> before = teacher.answer(dalle).codes;
  teacher.driver.click("What comes next##gallery.look.next");
  teacher.settle();
  const auto item = teacher.driver.find("drawing").value();
  const float cell = (item.high.x - item.low.x) / 8;
  teacher.press({item.low.x + 2.5F * cell, item.low.y + 1.5F * cell});
  teacher.release();
  constexpr int kPlace = 10;
  EXPECT_EQ(teacher.driver.session().desk().gallery.drawn_place, kPlace);
  const int other = before[kPlace] == 5 ? 6 : 5;
  teacher.driver.click("symbol " + std::to_string(other));
  teacher.settle();
  EXPECT_EQ(choice_of(teacher, dalle).overruled, (std::vector<engine::Overruled>{{kPlace, other}}));
  const std::vector<int> after = teacher.answer(dalle).codes;
  EXPECT_EQ(after[kPlace], other);
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + kPlace, after.begin()));
  teacher.driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  teacher.settle();
  EXPECT_EQ(teacher.answer(dalle).codes, before);
}

TEST(GalleryView, TheWindowSlidesOverALargerPicture) {
  Teacher teacher(gallery_state("taming"));
  const engine::VisionSystem& taming = engine::taming_system();
  teacher.driver.click("Sliding window##gallery.look.window");
  teacher.driver.click("Draw a larger picture##gallery.taming.window_open");
  teacher.settle();
  const engine::Matrix drawing = *teacher.answer(taming).drawing;
  EXPECT_EQ(drawing.cols(), 32);
  const auto item = teacher.driver.find("wide drawing").value();
  const float cell = (item.high.x - item.low.x) / 16;
  teacher.press({item.low.x + 15.5F * cell, item.low.y + 2.5F * cell});
  teacher.release();
  teacher.settle();
  EXPECT_EQ(choice_of(teacher, taming).window, 2 * 16 + 15);
  EXPECT_EQ(*teacher.answer(taming).drawing, drawing) << "only the window has moved";
  teacher.driver.click("Back to 16 × 16##gallery.taming.window_close");
  teacher.settle();
  EXPECT_EQ(teacher.answer(taming).drawing->cols(), 16);
}

TEST(GalleryView, AnotherDrawingKeepsTheUpperHalf) {
  Teacher teacher(gallery_state("imagegpt"));
  const auto drawing = [&] { return *teacher.answer(engine::imagegpt_system()).drawing; };
  const engine::Matrix before = drawing();
  for (int i = 0; i < 8 && drawing() == before; ++i) {
    teacher.driver.click("Draw another##gallery.draw_another");
    teacher.settle();
  }
  EXPECT_NE(drawing(), before);
  EXPECT_EQ(engine::Matrix(drawing().topRows(8)), engine::Matrix(before.topRows(8)));
}

TEST(GalleryView, TransGanDrawsTheKindThatIsAskedFor) {
  Teacher teacher(gallery_state("transgan"));
  const engine::VisionSystem& transgan = engine::transgan_system();
  teacher.driver.click("green##kind world.green");
  teacher.driver.click("square##kind world.square");
  teacher.settle();
  EXPECT_EQ(choice_of(teacher, transgan).latent.kind, 4);
  const engine::Matrix drawing = *teacher.answer(transgan).drawing;
  EXPECT_GT((drawing.array() == 2).count(), (drawing.array() == 1).count());
}

TEST(GalleryView, EveryLookOfEverySystemThatDrawsIsDrawn) {
  const std::vector<std::pair<const char*, std::vector<const char*>>> pages = {
      {"taming", {"codes", "next", "looks", "window", "more", "course"}},
      {"dalle", {"looks", "next", "masks", "more", "course"}},
      {"imagegpt", {"next", "looks", "more", "course"}},
      {"transgan", {"grow", "latent", "windows", "more", "course"}}};
  for (const auto& [system, looks] : pages) {
    Teacher teacher(gallery_state(system));
    for (const char* const look : looks) {
      const std::string key = std::string("gallery.look.") + look;
      teacher.driver.click(words(Language::kEnglish)(key) + "##" + key);
      teacher.settle();
      EXPECT_EQ(teacher.driver.session().desk().gallery.look, key);
    }
  }
}

TEST(GalleryView, EveryPageIsDrawnInEverySize) {
  for (const char* const system : {"all", "vit", "detr", "transunet", "context-transformer", "taming",
                                   "dalle", "imagegpt", "transgan"}) {
    for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(2560, 1440)}) {
      Teacher teacher(gallery_state(system), size);
      EXPECT_TRUE(teacher.driver.shows("gallery picture")) << system;
    }
  }
}

}  // namespace
}  // namespace app
