// What exploring makes: painted masks, typed numbers, moved tokens, a baseline; and that it is saved and
// undone.
#include "app/session/exploring.h"

#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/session/changes.h"
#include "app/session/session.h"

namespace app {
namespace {

using engine::Index;

Document explored() {
  Document document;
  document.text = "the cat sat down";
  document.config.causal = true;
  document.config.mask_finite = document.config.mask_in_place = true;
  document.config.pattern = {engine::PatternKind::kRandom, 4, 3, 2, 0.25, ~0ULL};
  document.config.off = {"encoder.0.self.head.1.output", "encoder.0.self.head.2.weights"};
  document.order = {2, 0, 1, 3};
  document.bookmarks = {{.view = "heads", .stage = "input", .pinned = {{1, 2}}, .token = 3}, {}};
  State state{document, {}};
  paint_mask(state, "encoder.0.self", {0, 1, 2, 2, engine::kHide});
  paint_mask(state, "encoder.0.self.head.3", {3, 3, 1, 1, -0.1});
  set_number(state, "encoder.0.self.head.0.q", 1, 2, 0.3);
  set_number(state, "encoder.0.self.head.0.q", 0, 5, -7);
  set_number(state, "embedding.table", 0, 0, 1);
  pin_baseline(state);
  state.document.config.temperature = 2;
  return state.document;
}

void apply(Session& session, const std::function<void(State&)>& change, double now = 0) {
  Requests requests;
  requests.edit("", change);
  session.apply(requests, now);
}

engine::Matrix numbers(const engine::Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

TEST(Exploring, IsKeptInTheLineByteForByte) {
  const Document document = explored();
  const std::string line = to_line(document);
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), line);
  EXPECT_NE(line.find("[3,3,1,1,-0.1]"), std::string::npos) << line;
  EXPECT_NE(line.find("\"hidden\""), std::string::npos);
}

TEST(Exploring, RefusesALineThatDoesNotFit) {
  for (const char* field :
       {R"("painted":{"encoder.0.self":[[0,0,1,1,"secret"]]})",
        R"("painted":{"encoder.0.self":[[0,0,0,1,1]]})", R"("painted":{"encoder.0.self":[[16383,0,2,1,1]]})",
        R"("painted":[1])", R"("edits":{"input":[[0,0]]})", R"("edits":{"input":[[1,0,1],[0,0,1]]})",
        R"("edits":{"input":[[0,0,1e300]]})", R"("order":[0,0])", R"("order":[1,2])",
        R"("mask_pattern":"spiral")", R"("mask_density":2)", R"("bookmarks":[{"view":3}])",
        R"("bookmarks":[7])", R"("baseline":[])", R"("baseline":{"headlight":99})", R"("mask_width":-1)"}) {
    EXPECT_FALSE(from_line(std::string(R"({"headlight":1,)") + field + "}").ok()) << field;
  }
}

// A prefix is read in both directions, and the rule alone hides what comes after it.
TEST(Exploring, APrefixTakesThePlaceOfCausalAttention) {
  Document document;
  document.text = "the cat sat down";
  document.config.causal = true;
  Session session({document, {}});
  apply(session, [](State& s) { set_pattern(s, {engine::PatternKind::kWindow}); });
  EXPECT_TRUE(session.document().config.causal);
  apply(session, [](State& s) { set_pattern(s, {engine::PatternKind::kPrefix, 2}); });
  EXPECT_FALSE(session.document().config.causal);
  const engine::Matrix weights = numbers(*session.trace(), "encoder.0.self.head.0.weights");
  EXPECT_GT(weights(0, 1), 0);
  EXPECT_EQ(weights(0, 2), 0);
}

// A short line that would take minutes to paint.
TEST(Exploring, RefusesMoreCellsThanAreEverPainted) {
  std::string patches = "[0,0,2048,2048,1]";
  for (int i = 0; i < 40; ++i) patches += ",[0,0,2048,2048,1]";
  EXPECT_FALSE(from_line(R"({"headlight":1,"painted":{"encoder.0.self":[)" + patches + "]}}").ok());
}

TEST(Exploring, ReadsOverlappingRectanglesAsPaintedOneOverTheOther) {
  const auto read = from_line(
      R"({"headlight":1,"painted":{"encoder.0.self":[[0,0,2,2,"hidden"],[1,1,1,1,0],[0,0,1,1,2]]}})");
  ASSERT_TRUE(read.ok());
  const engine::Matrix cells = engine::painted_cells(read->config.painted.at(0).patches);
  EXPECT_EQ(cells(0, 0), 2);
  EXPECT_EQ(cells(0, 1), -engine::kInfinity);
  EXPECT_EQ(cells(1, 1), 0);
}

TEST(Paint, OfAHeadBeginsWithWhatIsPaintedForAll) {
  State state;
  paint_mask(state, "encoder.0.self", {0, 0, 1, 1, engine::kHide});
  paint_mask(state, "encoder.0.self.head.1", {1, 1, 1, 1, engine::kHide});
  const auto* own = engine::find_painted(state.document.config.painted, "encoder.0.self.head.1");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->patches.size(), 2U);
  EXPECT_EQ(engine::find_painted(state.document.config.painted, "encoder.0.self")->patches.size(), 1U);
  paint_mask(state, "encoder.0.self.head.1", {0, 0, 2, 2, engine::kUnpainted});
  EXPECT_TRUE(engine::find_painted(state.document.config.painted, "encoder.0.self.head.1")->patches.empty())
      << "a head of its own with nothing painted";
  EXPECT_EQ(from_line(to_line(state.document)).value(), state.document);
}

TEST(Paint, WipedAwayLeavesTheDocumentAsItWas) {
  State state;
  const State before = state;
  paint_mask(state, "encoder.0.self", {0, 0, 1, 3, engine::kHide});
  paint_mask(state, "encoder.0.self", {0, 0, 4, 4, engine::kUnpainted});
  EXPECT_EQ(state, before);
}

TEST(Stroke, OnAllHeadsReachesThoseWithMasksOfTheirOwn) {
  State state;
  paint_mask(state, "encoder.0.self.head.1", {0, 0, 1, 1, engine::kHide});
  paint_stroke(state, "encoder.0.self", {{1, 1, 1, 1, engine::kHide}, {1, 1, 1, 1, 0}, {2, 2, 1, 1, -1}});
  const auto cells = [&](const char* place) {
    return engine::painted_cells(engine::find_painted(state.document.config.painted, place)->patches, 3, 3);
  };
  EXPECT_EQ(cells("encoder.0.self")(1, 1), 0) << "the last patch is on top";
  EXPECT_EQ(cells("encoder.0.self.head.1")(2, 2), -1);
  EXPECT_EQ(cells("encoder.0.self.head.1")(0, 0), -engine::kInfinity);
  unpaint(state, "encoder.0.self");
  EXPECT_EQ(state, State());
}

TEST(Stroke, UnpaintedHeadHasTheRuleWhileTheOthersKeepTheirPaint) {
  State state;
  paint_stroke(state, "encoder.0.self", {{0, 0, 1, 1, engine::kHide}});
  unpaint(state, "encoder.0.self.head.2");
  EXPECT_TRUE(engine::find_painted(state.document.config.painted, "encoder.0.self.head.2")->patches.empty());
  EXPECT_EQ(engine::find_painted(state.document.config.painted, "encoder.0.self")->patches.size(), 1U);
}

// What is on the screen is right in the next frame, though the whole run would take longer.
TEST(Stroke, OnALongTextIsSeenAtOnce) {
  Document document;
  document.text.clear();
  for (int i = 0; i < 256; ++i) document.text += "w" + std::to_string(i % 50) + " ";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kEncoder;
  document.config.encoder_layers = 16;
  document.config.n_heads = 8;
  document.config.d_k = document.config.d_v = 8;
  Session session(State{document, {}});
  session.settle();
  const auto before = session.trace();
  apply(session, [](State& state) { paint_stroke(state, "encoder.15.self", {{9, 3, 1, 1, engine::kHide}}); });
  EXPECT_FALSE(session.computing());
  ASSERT_NE(session.trace(), before);
  EXPECT_EQ(numbers(*session.trace(), "encoder.15.self.head.5.weights")(9, 3), 0);
  apply(session, [](State& state) { state.document.config.d_ff += 1; });
  EXPECT_TRUE(session.computing());
  EXPECT_TRUE(
      session.trace()->shares(session.trace()->find("encoder.3.self.head.5.scores").value(), *before));
}

TEST(TypedNumber, GivenBackLeavesTheDocumentAsItWas) {
  State state;
  const State before = state;
  set_number(state, "input", 1, 1, 4.0);
  set_number(state, "input", 0, 1, 3.0);
  EXPECT_EQ(state.document.config.edits.at(0).cells.front().row, 0);
  set_number(state, "input", 1, 1, std::nullopt);
  set_number(state, "input", 0, 1, std::nullopt);
  EXPECT_EQ(state, before);
}

TEST(MovedToken, TakesItsNumbersAndItsPaddingAlong) {
  Session session(State{Document{.text = "the cat sat down"}, {}});
  const engine::Matrix before = numbers(*session.trace(), "tokens");
  apply(session, [](State& state) { set_padding(state, 3, true); });
  apply(session, [](State& state) { move_token(state, 3, 0, 4); });
  EXPECT_EQ(session.trace()->sequence(0).tokens, (std::vector<std::string>{"down", "the", "cat", "sat"}));
  EXPECT_EQ(session.trace()->sequence(0).padding, (std::vector<bool>{true, false, false, false}));
  const engine::Matrix after = numbers(*session.trace(), "tokens");
  EXPECT_EQ(after(0, 0), before(3, 0)) << "the token keeps its number of the vocabulary";
  apply(session, [](State& state) { toggle_padding(state, 0); });
  EXPECT_TRUE(session.document().padded.empty());
  apply(session, [](State& state) { move_token(state, 0, 3, 4); });
  EXPECT_TRUE(session.document().order.empty()) << "back where it was";
}

// Without positions and masks, moving the tokens moves the outputs and changes nothing else.
TEST(MovedToken, OnlyMovesTheOutputsWithoutPositions) {
  Document document{.text = "the cat sat down"};
  document.config.positions = engine::PositionKind::kNone;
  const auto before = make_trace(document);
  document.order = {2, 0, 3, 1};
  const auto after = make_trace(document);
  const engine::Matrix one = numbers(**before, "encoder.0.self.output");
  const engine::Matrix other = numbers(**after, "encoder.0.self.output");
  for (Index row = 0; row < 4; ++row) {
    const Index place = document.order[static_cast<size_t>(row)];
    EXPECT_LE((other.row(row) - one.row(place)).cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_EQ((other.row(row) - one.row(row)).cwiseAbs().maxCoeff() > 1e-2f, place != row);
  }
}

TEST(MovedToken, GoesBackToTheTextsOrderWhenTheTextChanges) {
  Session session(State{Document{.text = "the cat sat down"}, {}});
  apply(session, [](State& state) { move_token(state, 3, 0, 4); });
  apply(session, [](State& state) { set_text(state, "the cat sat up"); });
  EXPECT_TRUE(session.document().order.empty());
}

TEST(Baseline, IsTheTraceOfTheMomentThatWasPinned) {
  Session session(State{Document{.text = "the cat sat down"}, {}});
  const auto before = session.trace();
  apply(session, [](State& state) { pin_baseline(state); });
  EXPECT_EQ(session.baseline_trace(), before) << "not computed again";
  apply(session, [](State& state) { state.document.config.temperature = 3; });
  EXPECT_NE(session.trace(), before);
  EXPECT_EQ(session.baseline_trace(), before);
  apply(session, [](State& state) { swap_baseline(state); });
  EXPECT_EQ(session.trace(), before);
  EXPECT_EQ(session.baseline()->config.temperature, 3);
  apply(session, [](State& state) { drop_baseline(state); });
  EXPECT_EQ(session.baseline_trace(), nullptr);
}

TEST(Baseline, ComesBackWithASession) {
  const Document document = explored();
  Session session(State{document, {}});
  ASSERT_TRUE(session.baseline().has_value());
  ASSERT_NE(session.baseline_trace(), nullptr);
  EXPECT_EQ(session.baseline()->config.temperature, 1);
}

TEST(Undo, BringsBackTheVeryTraceThatWasThere) {
  Session session(State{Document{.text = "the cat sat down"}, {}});
  const auto first = session.trace();
  apply(
      session, [](State& state) { set_text(state, "another sentence"); }, 10);
  apply(
      session, [](State& state) { state.document.config.causal = true; }, 20);
  for (const double now : {30.0, 31.0}) {
    Requests undo;
    undo.undo();
    session.apply(undo, now);
  }
  EXPECT_EQ(session.trace(), first);
}

TEST(Head, IsSwitchedOffEvenedAndOnAgain) {
  State state;
  const State before = state;
  for (const auto how : {engine::HeadState::kUniform, engine::HeadState::kOff, engine::HeadState::kOn}) {
    set_head(state, "encoder.0.self.head.2", how);
    EXPECT_EQ(head_state(state.document.config, "encoder.0.self.head.2"), how);
  }
  EXPECT_EQ(state, before);
}

TEST(Head, SwitchedOffIsForgottenWithTheHead) {
  Session session(State{Document{}, {}});
  apply(session, [](State& state) { set_head(state, "encoder.0.self.head.3", engine::HeadState::kOff); });
  EXPECT_EQ(session.document().config.off.size(), 1U);
  apply(session, [](State& state) { set_size(state, &engine::Config::n_heads, 2); });
  EXPECT_TRUE(session.document().config.off.empty());
}

}  // namespace
}  // namespace app
