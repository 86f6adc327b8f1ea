// Asking what moves a number: pin it, ask, walk its gradients, put them away.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/views/model/diagram.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

State pinned(const char* stage) {
  State state;
  state.document.text = "the cat sat down";
  state.document.focus.view = "stage";
  state.document.focus.stage = stage;
  state.document.focus.pinned = {2, 1};
  return state;
}

TEST(GradientWalk, BeginsWithAPinnedCellAndTheKey) {
  Driver driver(pinned("encoder.0.self.output"));
  EXPECT_FALSE(driver.session().trace()->find("gradient.input").has_value());
  driver.press(ImGuiKey_D);
  driver.frames(2);
  ASSERT_TRUE(driver.document().gradient.has_value());
  EXPECT_EQ(to_text(driver.document().gradient->target), "encoder.0.self.output:2,1");
  EXPECT_TRUE(driver.session().trace()->find("gradient.input").has_value());
  driver.press(ImGuiKey_Y);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "gradient.encoder.0.self.output");
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "gradient.encoder.0.self.concat");
  driver.press(ImGuiKey_Y);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.concat");
}

TEST(GradientWalk, EndsWithTheCardsButton) {
  Driver driver(pinned("encoder.0.self.head.0.weights"));
  driver.frames(2);
  driver.click("∇ Gradient##gradient of");
  driver.frames(2);
  ASSERT_TRUE(driver.document().gradient.has_value());
  driver.click("∇ Gradient##gradient of");
  driver.frames(2);
  EXPECT_FALSE(driver.document().gradient.has_value());
  EXPECT_FALSE(driver.session().trace()->find("gradient.input").has_value());
}

TEST(GradientWalk, SaysWhyATargetIsGoneAndShowsTheRest) {
  State state = pinned("encoder.0.self.output");
  state.document.gradient =
      engine::GradientRequest{.target = engine::CellTarget{"encoder.0.self.output", 3, 0}};
  Driver driver(state);
  driver.frames(2);
  EXPECT_FALSE(driver.session().error().has_value());
  driver.view().requests.edit("", [](State& changed) { changed.document.text = "the cat"; });
  driver.frames(2);
  ASSERT_TRUE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().error()->key, "error.target_cell");
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 2U);
}

State loss_state() {
  State state;
  state.document.text = "the cat sat down";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kDecoder;
  state.document.gradient = engine::GradientRequest{.target = engine::LossTarget{}};
  state.document.focus.stage = "decoder.0.self.head.0.v";
  return state;
}

TEST(GradientPicture, StandsBesideTheMatrix) {
  Driver driver(loss_state());
  driver.frames(2);
  driver.click("Gradient##picture.gradient");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "gradient.decoder.0.self.head.0.v");
  driver.click("Matrix##picture.stage");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.self.head.0.v");
}

TEST(GradientPicture, IsNotOfferedWithoutATarget) {
  State state = loss_state();
  state.document.gradient.reset();
  Driver driver(state);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("Gradient##picture.gradient"));
}

TEST(GradientTargets, OfTheLossAndThePredictionAreInThePalette) {
  State state = loss_state();
  state.document.gradient.reset();
  state.document.focus.view = "attribution";
  Driver driver(state);
  driver.frames(2);
  driver.click("What affects the loss?##target loss");
  driver.frames(3);
  ASSERT_TRUE(driver.document().gradient.has_value());
  EXPECT_EQ(to_text(driver.document().gradient->target), "loss");
  EXPECT_TRUE(driver.shows("attribution.integrated"));
  EXPECT_TRUE(driver.shows("decoder.0.self.head.0"));
  driver.click("decoder.0.self.head.0");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.self.head.0.weights");
}

// A layer without a prediction answers, too; what it asks about is named in words.
TEST(GradientTargets, TheLargestWeightIsAClickAwayInEveryModel) {
  for (const auto architecture : {engine::Architecture::kAttention, engine::Architecture::kEncoder,
                                  engine::Architecture::kDecoder, engine::Architecture::kTransformer}) {
    State state = looking_at("encoder.0.self.head.0.scores", "attribution");
    set_architecture(state, architecture);
    if (architecture == engine::Architecture::kDecoder)
      state.document.focus.stage = "decoder.0.self.head.0.scores";
    Driver driver(state);
    driver.frames(2);
    driver.click("What affects the largest weight?##target weight");
    driver.frames(3);
    EXPECT_FALSE(driver.session().error().has_value());
    ASSERT_TRUE(driver.document().gradient.has_value());
    EXPECT_TRUE(driver.shows("attribution.length"));
    for (const DrawnText& text : drawn_frame().texts)
      EXPECT_EQ(text.text.find("coder.0."), std::string::npos) << text.text;
  }
}

// What is pinned in the logits says which row, and which token.
TEST(GradientTargets, APinnedLogitChoosesTheTokens) {
  State state = loss_state();
  state.document.gradient.reset();
  state.document.focus.stage = "logits";
  Driver driver(state);
  driver.frames(2);
  engine::Index best = 0;
  const int probabilities = driver.session().trace()->find("probabilities").value();
  driver.session().trace()->read_row(probabilities, 1).row(0).maxCoeff(&best);
  const engine::Index other = best == 0 ? 1 : 0;
  driver.view().requests.edit("", [other](State& changed) {
    changed.document.focus.pinned = {1, other};
    changed.document.focus.view = "attribution";
  });
  driver.frames(2);
  driver.click("What decides between the top two?##target difference");
  driver.frames(2);
  ASSERT_TRUE(driver.document().gradient.has_value());
  EXPECT_EQ(to_text(driver.document().gradient->target),
            "logit:1," + std::to_string(best) + "," + std::to_string(other));
}

TEST(GradientTargets, APinnedClassIsTheRightAnswer) {
  const auto all = examples();
  State state{std::ranges::find(all, "example.shapes", &Example::key)->document, {}};
  state.document.focus.stage = "logits";
  state.document.focus.pinned = {0, 4};
  state.document.focus.view = "attribution";
  Driver driver(state);
  driver.frames(2);
  driver.click("What affects the loss?##target loss");
  driver.frames(3);
  EXPECT_FALSE(driver.session().error().has_value());
  ASSERT_TRUE(driver.document().gradient.has_value());
  EXPECT_EQ(driver.document().gradient->label, 4);
  const auto trace = driver.session().trace();
  const engine::Index classes = trace->stage(trace->find("logits").value()).columns;
  EXPECT_EQ(classes, 12);
  EXPECT_GT(trace->at(trace->find("loss").value(), 0, 0), 3) << "a green square it is not";
}

TEST(GradientTargets, OfABatchAreReadOffOneSentenceAtATime) {
  State state = loss_state();
  state.document.gradient.reset();
  state.document.is_batch = true;
  state.document.text = "the cat sat\na dog ran";
  state.document.focus.stage = "batch.1.decoder.0.self.head.0.weights";
  state.document.focus.view = "attribution";
  Driver driver(state);
  driver.frames(2);
  driver.click("What affects the loss?##target loss");
  driver.frames(3);
  EXPECT_FALSE(driver.session().error().has_value());
  EXPECT_TRUE(driver.shows("attribution.integrated"));
  EXPECT_TRUE(driver.shows("batch.1.decoder.0.self.head.0"));
  EXPECT_FALSE(driver.shows("batch.0.decoder.0.self.head.0"));
  driver.view().requests.edit("", [](State& changed) {
    changed.document.gradient = engine::GradientRequest{.target = engine::CellTarget{"batch.0.logits", 1, 2}};
  });
  driver.frames(3);
  EXPECT_TRUE(driver.shows("batch.0.decoder.0.self.head.0")) << "the target's own sentence";
  EXPECT_FALSE(driver.shows("batch.1.decoder.0.self.head.0"));
}

// The flow of the arrow past a sub-layer, and of the one through it.
std::pair<double, double> flows_around(const Document& document, const std::string& sublayer) {
  const auto trace = make_trace(document).value();
  const views::Diagram diagram = views::lay_out_diagram(document.config, {}, {0, 0}, {1280, 900}, {});
  std::pair<double, double> flows;
  for (const views::DiagramArrow& arrow : diagram.arrows) {
    if (arrow.to < 0) continue;
    const double flow = views::arrow_flow(*trace, document.config, -1, diagram, arrow);
    if (arrow.switch_address == sublayer + ".residual") flows.first = flow;
    if (arrow.switch_address == sublayer + ".output" && arrow.kind == views::ArrowKind::kFlow)
      flows.second = flow;
  }
  return flows;
}

double length_at(const engine::Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  const engine::Shape shape = trace.stage(stage).shape();
  return trace.read(stage, 0, 0, shape.rows, shape.columns).cast<double>().norm();
}

TEST(GradientFlow, IsTheSumsGradientOnBothWaysIntoIt) {
  for (const engine::NormOrder norm :
       {engine::NormOrder::kPost, engine::NormOrder::kPre, engine::NormOrder::kB2T}) {
    Document document = loss_state().document;
    document.config.norm = norm;
    const auto trace = make_trace(document).value();
    for (const std::string sublayer : {"decoder.0.self", "decoder.0.ffn"}) {
      const auto [past, through] = flows_around(document, sublayer);
      const double sum = length_at(*trace, "gradient." + sublayer + ".residual");
      EXPECT_GT(sum, 0);
      EXPECT_NEAR(past, sum, 1e-5 * sum) << sublayer;
      EXPECT_NEAR(through, sum, 1e-5 * sum) << sublayer;
    }
  }
}

TEST(GradientFlow, DriesUpWhereAnArrowIsOff) {
  Document document = loss_state().document;
  EXPECT_GT(flows_around(document, "decoder.0.self").first, 0);
  document.config.off = {"decoder.0.self.residual"};
  EXPECT_EQ(flows_around(document, "decoder.0.self").first, 0);
  EXPECT_GT(flows_around(document, "decoder.0.self").second, 0);
}

// Before a question is chosen, attention answers for the last token, and the document is as it was.
TEST(GradientTargets, AttentionAnswersBeforeOneIsChosen) {
  State state = looking_at("encoder.0.self.head.0.scores", "attribution");
  Driver driver(state);
  driver.session().settle();
  driver.frames(3);
  EXPECT_FALSE(driver.document().gradient.has_value());
  EXPECT_TRUE(driver.shows("attribution.attention"));
  EXPECT_TRUE(driver.shows("attribution.rollout"));
  EXPECT_FALSE(driver.shows("attribution.length"));
}

}  // namespace
}  // namespace app
