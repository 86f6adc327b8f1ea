// Building a model, generating with it, and finding one's way back, through the session.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/session.h"
#include "app/session/steps.h"

namespace app {
namespace {

void change_state(Session& session, const std::function<void(State&)>& change) {
  Requests requests;
  requests.edit("", change);
  session.apply(requests, 0);
}

Document decoder_document() {
  Document document;
  document.text = "the cat sat on the mat";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kDecoder;
  return document;
}

engine::Index most_probable(const engine::Trace& trace) {
  const int stage = trace.find("probabilities").value();
  engine::Index column = 0;
  trace.read_row(stage, trace.stage(stage).rows - 1).row(0).maxCoeff(&column);
  return column;
}

void generate(Session& session) {
  Requests requests;
  requests.generate();
  session.apply(requests, 0);
}

TEST(ModelChanges, ATransformerBringsLayersAndATarget) {
  Session session({Document(), {}});
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kTransformer); });
  EXPECT_FALSE(session.error().has_value());
  EXPECT_TRUE(session.trace()->find("decoder.1.cross.head.0.weights").has_value());
  EXPECT_FALSE(session.document().target.empty());
  EXPECT_EQ(session.document().config.model, engine::ModelKind::kSeeded);
}

TEST(ModelChanges, ASwitchOfALayerThatGoesIsForgotten) {
  Session session({Document(), {}});
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kEncoder); });
  change_state(session, [](State& s) { set_switch(s, "encoder.1.self.residual", false); });
  EXPECT_EQ(session.document().config.off.size(), 1U);
  change_state(session, [](State& s) { s.document.config.encoder_layers = 1; });
  EXPECT_TRUE(session.document().config.off.empty());
  EXPECT_FALSE(session.error().has_value());
}

TEST(ModelChanges, TheCraftedModelBringsItsPositionsBack) {
  Session session({Document(), {}});
  change_state(session, [](State& s) {
    set_model(s, engine::ModelKind::kSeeded);
    s.document.config.positions = engine::PositionKind::kLearned;
  });
  change_state(session, [](State& s) { set_model(s, engine::ModelKind::kCrafted); });
  EXPECT_FALSE(session.error().has_value());
  EXPECT_EQ(session.document().config, engine::Config());
}

TEST(ModelChanges, TheFeedForwardStaysFourTimesAsWideUntilItIsChosen) {
  Session session({Document(), {}});
  const auto d_ff = [&] { return session.document().config.d_ff; };
  change_state(session, [](State& s) { set_size(s, &engine::Config::d_model, 96); });
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kEncoder); });
  EXPECT_EQ(d_ff(), 384);
  change_state(session, [](State& s) { set_size(s, &engine::Config::d_model, 32); });
  EXPECT_EQ(d_ff(), 128);
  change_state(session, [](State& s) { set_size(s, &engine::Config::d_ff, 100); });
  change_state(session, [](State& s) { set_size(s, &engine::Config::d_model, 64); });
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kDecoder); });
  EXPECT_EQ(d_ff(), 100);
}

TEST(ModelChanges, TwoClicksBeforeTheTraceArrivesUndoEachOther) {
  Session session({decoder_document(), {}});
  const Document before = session.document();
  Requests requests;
  for (int click = 0; click < 2; ++click) {
    requests.edit("", [](State& s) { toggle_padding(s, 1); });
    requests.edit("", [](State& s) { toggle_switch(s, "decoder.0.ffn.residual"); });
  }
  session.apply(requests, 0);
  EXPECT_EQ(session.document(), before);
}

TEST(ModelChanges, ANudgeGoesWithItsRow) {
  Session session({decoder_document(), {}});
  change_state(session, [](State& s) { set_nudge(s, engine::Nudge{"decoder.0.ffn", 5}); });
  ASSERT_TRUE(session.document().config.nudge.has_value());
  change_state(session, [](State& s) { set_text(s, "the cat sat on a"); });
  EXPECT_FALSE(session.document().config.nudge.has_value());
  EXPECT_FALSE(session.error().has_value());
}

TEST(ModelChanges, ANudgeOfAGeneratedTokenGoesWhenItIsTakenBack) {
  Session session({decoder_document(), {}});
  generate(session);
  change_state(session, [](State& s) { set_nudge(s, engine::Nudge{"decoder.0.ffn", 6}); });
  ASSERT_FALSE(session.error().has_value());
  Requests requests;
  requests.take_back();
  session.apply(requests, 0);
  EXPECT_FALSE(session.document().config.nudge.has_value());
  EXPECT_FALSE(session.error().has_value());
}

TEST(ModelChanges, ACellStaysPinnedOnlyWithTheSameTokens) {
  State state;
  const auto stays = [&](const char* from, const char* to) {
    state.document.focus.stage = from;
    state.document.focus.pinned = {1, 1};
    focus_on(state, to);
    return state.document.focus.pinned.has_value();
  };
  EXPECT_TRUE(stays("encoder.0.self.head.0.scores", "encoder.1.self.head.2.weights"));
  EXPECT_TRUE(stays("target.embedding", "target.embedding"));
  EXPECT_FALSE(stays("source.embedding", "target.embedding"));
  EXPECT_FALSE(stays("encoder.0.self.head.0.scores", "decoder.0.self.head.0.scores"));
  EXPECT_FALSE(stays("batch.0.input", "batch.1.input"));
}

TEST(ModelChanges, WhereTheFocusMovesToOtherTokensNothingIsPinned) {
  Document document;
  document.target = "le chat est assis";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  document.focus.stage = "target.input";
  document.focus.pinned = {1, 1};
  Session session({document, {}});
  ASSERT_TRUE(session.document().focus.pinned.has_value());
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kEncoder); });
  EXPECT_EQ(session.document().focus.stage, "input");
  EXPECT_FALSE(session.document().focus.pinned.has_value());
}

TEST(ModelChanges, ResetBringsBackTheWholeRun) {
  Session session({decoder_document(), {}});
  const Document before = session.document();
  generate(session);
  change_state(session, [](State& s) {
    s.document.sampling.greedy = false;
    set_batch(s, true);
    s.document.batch_length = 3;
    s.document.config.d_ff = 7;
  });
  Requests requests;
  requests.reset();
  session.apply(requests, 0);
  EXPECT_EQ(session.document(), before);
}

TEST(ModelChanges, ResetLeavesAnotherTextWithoutWhatContinuedTheFirst) {
  Document document = decoder_document();
  document.generated = {"mat"};
  document.config.nudge = engine::Nudge{"decoder.0.ffn", 6};
  Session session({document, {}});
  change_state(session, [](State& s) { set_text(s, "one two"); });
  Requests requests;
  requests.reset();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().text, "one two");
  EXPECT_TRUE(session.document().generated.empty());
  EXPECT_FALSE(session.document().config.nudge.has_value());
  EXPECT_FALSE(session.error().has_value());
}

TEST(ModelChanges, ResetKeepsTheMarksOfPaddingOfAnotherTextAlone) {
  Document document;
  document.text = "one two three";
  Session session({document, {}});
  const auto reset = [&] {
    Requests requests;
    requests.reset();
    session.apply(requests, 0);
  };
  change_state(session, [](State& s) { set_padding(s, 2, true); });
  reset();
  EXPECT_TRUE(session.document().padded.empty());
  change_state(session, [](State& s) { set_text(s, "one two three four"); });
  change_state(session, [](State& s) { set_padding(s, 3, true); });
  reset();
  EXPECT_EQ(session.document().text, "one two three four");
  EXPECT_EQ(session.document().padded, std::vector<engine::Index>{3});
}

TEST(ModelChanges, OnlyWhatAChangeTouchesIsComputedAgain) {
  Session session({Document(), {}});
  change_state(session, [](State& s) { set_architecture(s, engine::Architecture::kTransformer); });
  change_state(session, [](State& s) { set_switch(s, "decoder.1.cross.residual", false); });
  const engine::Trace& now = *session.trace();
  const engine::Trace& before = *session.earlier_trace();
  EXPECT_TRUE(now.shares(now.find("encoder.output").value(), before));
  EXPECT_TRUE(now.shares(now.find("decoder.1.cross.head.0.weights").value(), before));
  EXPECT_FALSE(now.shares(now.find("decoder.1.ffn.hidden").value(), before));
}

TEST(Generating, AppendsTheMostProbableTokenAndTakesItBack) {
  Session session({decoder_document(), {}});
  const std::string expected =
      session.trace()->vocabulary().at(static_cast<size_t>(most_probable(*session.trace())));
  generate(session);
  ASSERT_EQ(session.document().generated.size(), 1U);
  EXPECT_EQ(session.document().generated.front(), expected);
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 7U);
  generate(session);
  Requests requests;
  requests.take_back();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().generated.size(), 1U);
  EXPECT_EQ(session.trace()->sequence(0).tokens.size(), 7U);
}

TEST(Generating, OneUndoTakesBackOneToken) {
  Session session({decoder_document(), {}});
  generate(session);
  generate(session);
  Requests requests;
  requests.undo();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().generated.size(), 1U);
}

TEST(Generating, AnotherTextEndsTheContinuation) {
  Session session({decoder_document(), {}});
  generate(session);
  change_state(session, [](State& s) { set_text(s, "another text"); });
  EXPECT_TRUE(session.document().generated.empty());
}

TEST(Generating, ABatchOrAModelWithoutDecoderHasNoNextToken) {
  Session session({Document(), {}});
  generate(session);
  EXPECT_TRUE(session.document().generated.empty());
  Session batch({decoder_document(), {}});
  change_state(batch, [](State& s) { set_batch(s, true); });
  EXPECT_FALSE(batch.can_generate());
}

TEST(Visits, BackAndForwardFollowTheWayThatWasGone) {
  Session session({Document(), {}});
  const std::string first = session.document().focus.stage;
  change_state(session, [](State& s) { focus_on(s, "input"); });
  change_state(session, [](State& s) { focus_on(s, "encoder.0.self.output"); });
  const auto move = [&](auto request) {
    Requests requests;
    request(requests);
    session.apply(requests, 0);
    return session.document().focus.stage;
  };
  EXPECT_EQ(move([](Requests& r) { r.back(); }), "input");
  EXPECT_EQ(move([](Requests& r) { r.back(); }), first);
  EXPECT_FALSE(session.can_go_back());
  EXPECT_EQ(move([](Requests& r) { r.forward(); }), "input");
  change_state(session, [](State& s) { focus_on(s, "position"); });
  EXPECT_FALSE(session.can_go_forward());
}

TEST(Visits, BackToAPlaceThatIsGoneDoesNotEndTheWay) {
  Session session({Document(), {}});
  change_state(session, [](State& s) { focus_on(s, "encoder.0.self.head.3.weights"); });
  change_state(session, [](State& s) { focus_on(s, "input"); });
  change_state(session, [](State& s) { focus_on(s, "position"); });
  change_state(session, [](State& s) { set_size(s, &engine::Config::n_heads, 2); });
  const auto back = [&] {
    Requests requests;
    requests.back();
    session.apply(requests, 0);
    return session.document().focus.stage;
  };
  EXPECT_EQ(back(), "input");
  EXPECT_EQ(back(), "encoder.0.self.head.1.weights");
  EXPECT_TRUE(session.can_go_forward());
  EXPECT_EQ(back(), "encoder.0.self.head.0.scores");
  EXPECT_FALSE(session.can_go_back());
  Requests requests;
  requests.forward();
  requests.forward();
  requests.forward();
  session.apply(requests, 0);
  EXPECT_EQ(session.document().focus.stage, "position");
}

}  // namespace
}  // namespace app
