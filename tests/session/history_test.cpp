// The history by name: what each step did, in every language.
#include <gtest/gtest.h>

#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "app/session/history_words.h"
#include "app/session/presets.h"
#include "app/session/session.h"

namespace app {
namespace {

std::string in_english(const State& before, const State& after) {
  return describe_change(words(Language::kEnglish), before, after);
}

// What `change` is called when it is made to `before`, as the session makes it.
std::string name_of_change(const std::function<void(State&)>& change, State before = {}) {
  Session session(std::move(before));
  Requests requests;
  requests.edit("", change);
  session.apply(requests, 1);
  EXPECT_EQ(session.step_count(), 2U);
  return in_english(session.step_state(0), session.step_state(1));
}

State preset_transformer() {
  State state;
  set_preset(state, presets()[1]);
  return state;
}

TEST(HistoryWords, AnEditIsNamedByWhatItChanged) {
  EXPECT_EQ(name_of_change([](State& s) { set_text(s, "a b"); }), "Text: “a b”");
  EXPECT_EQ(name_of_change([](State& s) { set_target(s, "un chat"); }, preset_transformer()),
            "Target: “un chat”");
  EXPECT_EQ(name_of_change([](State& s) { s.document.tokenizer = text::TokenizerKind::kBytes; }),
            "Tokens: Words → Bytes");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.scale = false; }), "Scores ÷ √dₖ: On → Off");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.temperature = 0.25; }), "Temperature: 1 → 0.25");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.causal = true; }), "Mask: None → Causal");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.positions = engine::PositionKind::kNone; }),
            "Positions: Sinusoidal → None");
  EXPECT_EQ(name_of_change([](State& s) { s.preferences.theme = Theme::kDark; }), "Theme: Light → Dark");
  EXPECT_EQ(name_of_change([](State& s) { s.preferences.text_size = 125; }), "Text size: 100 % → 125 %");
  EXPECT_EQ(name_of_change([](State& s) { s.document.focus.view = "histogram"; }), "View: Histogram");
  EXPECT_EQ(name_of_change([](State& s) { s.document.focus.view = "heads"; }), "View: Heads");
}

TEST(HistoryWords, APinnedCellOfAMapIsNamedByItsTokens) {
  const auto pin = [](State& s) { s.document.focus.pinned = {2, 1}; };
  const auto at = [](const char* stage) {
    State state;
    state.document.text = "the cat saw the dog";
    state.document.focus.stage = stage;
    return state;
  };
  EXPECT_EQ(name_of_change(pin, at("encoder.0.self.head.0.q")), "Pinned: row 3, column 2");
  const auto far = [](State& s) { s.document.focus.pinned = {3, 0}; };
  EXPECT_EQ(name_of_change(far, at("encoder.0.self.head.1.weights")), "Pinned the₄ → the₁");
  State crossed = at("encoder.0.self.head.0.weights");
  crossed.document.target = "le chat noir";
  set_architecture(crossed, engine::Architecture::kTransformer);
  crossed.document.focus.stage = "decoder.0.cross.head.0.weights";
  EXPECT_EQ(name_of_change(pin, crossed), "Pinned noir → cat");
  State batch = at("batch.1.encoder.0.self.head.0.weights");
  batch.document.is_batch = true;
  batch.document.text = "one two three\nfour five six";
  EXPECT_EQ(name_of_change(pin, batch), "Pinned six → five");
}

TEST(HistoryWords, WhatOnlyFollowsIsNotNamed) {
  EXPECT_EQ(name_of_change([](State& s) { set_size(s, &engine::Config::n_heads, 8); }), "Heads: 4 → 8");
  EXPECT_EQ(name_of_change([](State& s) { set_size(s, &engine::Config::d_model, 32); }), "Width: 64 → 32");
  EXPECT_EQ(name_of_change([](State& s) { set_padding(s, 3, true); }), "“down” marked as padding");
  EXPECT_EQ(name_of_change([](State& s) { set_batch(s, true); }), "Batch: Off → On");
  EXPECT_EQ(name_of_change([](State& s) { set_model(s, engine::ModelKind::kSeeded); }),
            "Model: Crafted → Seeded");
}

TEST(HistoryWords, APlaceIsNamedAsTheWindowNamesIt) {
  EXPECT_EQ(name_of_change([](State& s) { focus_on(s, "encoder.0.self.head.1.weights"); }),
            "To Encoder 1 › Self-attention › Head 2 › Attention weights");
  EXPECT_EQ(name_of_change([](State& s) { s.document.focus.view = "heads"; }), "View: Heads");
  EXPECT_EQ(name_of_change([](State& s) { s.document.focus.pinned = {2, 1}; }), "Pinned sat → cat");
  EXPECT_EQ(name_of_change([](State& s) { follow_token(s, 2); }), "One token: position 3");
}

TEST(HistoryWords, AModelIsNamedByItsPreset) {
  EXPECT_EQ(name_of_change([](State& s) { set_preset(s, presets()[1]); }), "Model: Transformer");
  EXPECT_EQ(name_of_change([](State& s) { set_preset(s, presets()[3]); }), "Model: Decoder only");
  EXPECT_EQ(name_of_change([](State& s) { set_preset(s, presets()[0]); }, preset_transformer()),
            "Model: Attention alone");
}

TEST(HistoryWords, PartsThatAreSwitchedOffAreNamed) {
  EXPECT_EQ(
      name_of_change([](State& s) { toggle_switch(s, "encoder.0.self.residual"); }, preset_transformer()),
      "Off: Encoder 1 › Self-attention › residual connection");
  EXPECT_EQ(name_of_change([](State& s) { toggle_switch(s, "encoder.0.self.head.0.output"); },
                           preset_transformer()),
            "Off: Encoder 1 › Self-attention › Head 1");
  EXPECT_EQ(name_of_change(
                [](State& s) {
                  set_nudge(s, engine::Nudge{"encoder.0.ffn", 2});
                },
                preset_transformer()),
            "Nudge: row 3 of Encoder 1 › Feed-forward");
}

TEST(HistoryWords, WhatIsExploredIsNamed) {
  const std::string self = "encoder.0.self";
  EXPECT_EQ(name_of_change([](State& s) { set_pattern(s, {engine::PatternKind::kWindow}); }),
            "Mask pattern: Every key → Sliding window");
  EXPECT_EQ(name_of_change([&](State& s) {
              paint_mask(s, self, {0, 1, 1, 1, engine::kHide});
            }),
            "Mask painted: Encoder 1 › Self-attention");
  EXPECT_EQ(name_of_change([&](State& s) { set_number(s, self + ".head.1.q", 2, 3, 1.5); }),
            "Typed 1.5: Encoder 1 › Self-attention › Head 2 › Queries, row 3, column 4");
  EXPECT_EQ(name_of_change([](State& s) { move_token(s, 1, 0, 4); }), "Token order: “cat the sat down”");
  EXPECT_EQ(name_of_change([&](State& s) { set_head(s, self + ".head.2", engine::HeadState::kOff); }),
            "Off: Encoder 1 › Self-attention › Head 3");
  EXPECT_EQ(name_of_change([&](State& s) { set_head(s, self + ".head.2", engine::HeadState::kUniform); }),
            "Even weights: Encoder 1 › Self-attention › Head 3");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.mask_finite = true; }), "Hidden by: −∞ → −10⁹");
  EXPECT_EQ(name_of_change([](State& s) { s.document.config.mask_in_place = true; }),
            "Mask: Added to the score → Replaces the score");
}

TEST(HistoryWords, HowTokensAreDrawnIsNamed) {
  EXPECT_EQ(name_of_change([](State& s) { s.document.sampling.greedy = false; }), "Sample");
  EXPECT_EQ(name_of_change([](State& s) { s.document.sampling.temperature = 0.5; }), "Temperature: 1 → 0.5");
  EXPECT_EQ(name_of_change([](State& s) { s.document.sampling.top_k = 3; }), "Top-k: All → 3");
  EXPECT_EQ(name_of_change([](State& s) { s.document.sampling.top_p = 0.75; }), "Top-p: 1 → 0.75");
  EXPECT_EQ(name_of_change([](State& s) { s.document.sampling.seed = 7; }), "Seed: 0 → 7");
}

TEST(HistoryWords, WhatIsKeptBesideIsNamed) {
  EXPECT_EQ(name_of_change(pin_baseline), "Pinned as A, to compare with");
  State compared;
  pin_baseline(compared);
  compared.document.config.causal = true;
  EXPECT_EQ(name_of_change(swap_baseline, compared), "A and B swapped");
  EXPECT_EQ(name_of_change(drop_baseline, compared), "No longer compared");
  EXPECT_EQ(name_of_change([](State& s) { s.document.bookmarks.push_back(s.document.focus); }),
            "Bookmark 1: Encoder 1 › Self-attention › Head 1 › Scores");
}

TEST(HistoryWords, AnExampleAndASessionAreNamedWhole) {
  for (const Example& example : examples()) {
    if (example.document.text == Document{}.text) continue;  // only its pinned cell differs
    const std::string name = in_english({Document{}, {}}, {example.document, {}});
    EXPECT_EQ(name, "Example: " + words(Language::kEnglish)(example.key));
  }
  State opened = preset_transformer();
  opened.document.text = "another text";
  opened.document.config.seed = 7;
  opened.document.config.scale = false;
  EXPECT_EQ(in_english({}, opened), "Opened: “another text”");
}

TEST(HistoryWords, ATextIsCutBetweenLetters) {
  const std::string name =
      name_of_change([](State& s) { set_text(s, "我不想延畢我不想延畢我不想延畢我不想延畢"); });
  EXPECT_EQ(name, "Text: “我不想延畢我不想延畢我不…”");
}

// Every field of a document and of the preferences that can be changed gives a step a name of its own.
TEST(HistoryWords, EveryStepHasANameInEveryLanguage) {
  std::vector<State> states = {State{}, preset_transformer()};
  for (const Example& example : examples()) states.push_back({example.document, {}});
  for (const State& before : states) {
    for (const State& after : states) {
      if (before == after) continue;
      for (const LanguageInfo& row : languages()) {
        const std::string name = describe_change(words(row.language), before, after);
        EXPECT_FALSE(name.empty());
        EXPECT_EQ(name.find('{'), std::string::npos) << name;
        EXPECT_EQ(name.find("change."), std::string::npos) << name;
      }
    }
  }
}

TEST(History, AJumpIsTakenStepByStep) {
  Session session({});
  for (int i = 0; i < 5; ++i) {
    Requests requests;
    requests.edit("", [i](State& s) { set_text(s, "text " + std::to_string(i)); });
    session.apply(requests, 10.0 * i);
  }
  // Wherever one is, the steps are the same ones.
  const auto check_steps = [&] {
    ASSERT_EQ(session.step_count(), 6U);
    for (size_t step = 1; step < session.step_count(); ++step)
      EXPECT_EQ(session.step_state(step).document.text, "text " + std::to_string(step - 1)) << step;
  };
  check_steps();
  Requests jump;
  jump.go_to_step(2);
  session.apply(jump, 100);
  EXPECT_EQ(session.step_now(), 2U);
  EXPECT_EQ(session.document().text, "text 1");
  EXPECT_EQ(session.trace()->sequence(0).tokens.back(), "1");
  check_steps();
  Requests undo;
  undo.undo();
  session.apply(undo, 101);
  EXPECT_EQ(session.document().text, "text 0");
  check_steps();
  Requests to_end;
  to_end.go_to_step(99);
  session.apply(to_end, 102);
  EXPECT_EQ(session.document().text, "text 4");
  EXPECT_FALSE(session.can_redo());
  check_steps();
}

TEST(History, ThatTheTourWasSeenIsNoStep) {
  Session session({});
  Requests seen;
  seen.edit("", [](State& s) { s.preferences.story_seen = true; });
  session.apply(seen, 1);
  EXPECT_FALSE(session.can_undo());
  Requests edit;
  edit.edit("", [](State& s) { set_text(s, "a"); });
  session.apply(edit, 2);
  Requests undo;
  undo.undo();
  session.apply(undo, 3);
  EXPECT_TRUE(session.preferences().story_seen);
}

TEST(History, AnotherLanguageIsNoStepAndStaysWhatIsUndone) {
  Session session({});
  const auto apply = [&](auto ask, double seconds) {
    Requests requests;
    ask(requests);
    session.apply(requests, seconds);
  };
  apply([](Requests& r) { r.edit("", [](State& s) { set_text(s, "a"); }); }, 1);
  apply(
      [](Requests& r) {
        r.edit("", [](State& s) { s.preferences.language = Language::kTraditionalChinese; });
      },
      2);
  EXPECT_EQ(session.preferences().language, Language::kTraditionalChinese);
  apply([](Requests& r) { r.undo(); }, 3);
  EXPECT_NE(session.document().text, "a");
  EXPECT_FALSE(session.can_undo());
  EXPECT_EQ(session.preferences().language, Language::kTraditionalChinese);
  apply([](Requests& r) { r.redo(); }, 4);
  EXPECT_EQ(session.document().text, "a");
  EXPECT_EQ(session.preferences().language, Language::kTraditionalChinese);
}

}  // namespace
}  // namespace app
