// What the window shows of the models in the box: the first picture, a translation that follows its source,
// and words that a model never saw.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stop_token>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/document/model_input.h"
#include "app/session/box_models.h"
#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/reading_offer.h"
#include "app/session/session.h"
#include "engine/core/parallel.h"
#include "engine/loaders/box.h"

namespace app {
namespace {

using engine::Index;
using testing::ElementsAre;

// The token that a row of the focused map looks at most.
std::string looked_at(const Session& session, Index row) {
  const engine::Trace& trace = *session.trace();
  const int stage = trace.find(session.document().focus.stage).value();
  Index best = 0;
  trace.read_row(stage, row).row(0).maxCoeff(&best);
  return trace.sequence(trace.stage(stage).column_sequence).tokens.at(static_cast<size_t>(best));
}

void edit(Session& session, const std::function<void(State&)>& change) {
  Requests requests;
  requests.edit("", change);
  session.apply(requests, 0);
}

std::vector<std::string> target_of(const Session& session) {
  return engine::shown_tokens(session.trace()->sequence(1));
}

TEST(FirstStart, ShowsThatItLooksAtWhatItMeans) {
  Session session({first_document(Language::kEnglish), {}});
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_EQ(session.document().config.checkpoint, "who");
  const auto pinned = session.document().focus.pinned;
  ASSERT_TRUE(pinned);
  EXPECT_EQ(session.trace()->sequence(0).tokens.at(static_cast<size_t>(pinned->first)), "it");
  EXPECT_EQ(looked_at(session, pinned->first), "animal");
  edit(session,
       [](State& state) { set_text(state, "the animal did not cross the street because it was too wide"); });
  EXPECT_EQ(looked_at(session, pinned->first), "street");
}

TEST(FirstStart, IsChineseInChinese) {
  for (const Language language : {Language::kTraditionalChinese, Language::kSimplifiedChinese}) {
    const Session session({first_document(language), {}});
    ASSERT_NE(session.trace(), nullptr);
    const auto pinned = session.document().focus.pinned;
    ASSERT_TRUE(pinned);
    EXPECT_EQ(session.trace()->sequence(0).tokens.at(static_cast<size_t>(pinned->first)), "它");
    EXPECT_EQ(looked_at(session, pinned->first), "書");
  }
}

TEST(TrainedExamples, EveryPinnedCellIsTheGreatestOfItsRow) {
  size_t trained = 0;
  for (const Example& example : examples()) {
    if (example.group != "example.group.trained") continue;
    ++trained;
    const Session session({example.document, {}});
    ASSERT_NE(session.trace(), nullptr) << example.key;
    const auto stage = session.trace()->find(example.document.focus.stage);
    ASSERT_TRUE(stage) << example.key;
    const auto [row, column] = example.document.focus.pinned.value();
    Index best = 0;
    session.trace()->read_row(*stage, row).row(0).maxCoeff(&best);
    EXPECT_EQ(best, column) << example.key;
    EXPECT_GT(session.trace()->at(*stage, row, column), 0.8F) << example.key;
    for (const engine::Sequence& sequence : session.trace()->sequences())
      EXPECT_TRUE(sequence.unknown.empty()) << example.key;
  }
  EXPECT_EQ(trained, 10U);
}

TEST(OfferedModels, SayWhatTheyGetRight) {
  const auto models = offered_models();
  ASSERT_EQ(models.size(), loaders::box_models().size());
  for (const BoxModel& model : models) {
    EXPECT_EQ(examples()[model.example].document.config.checkpoint, model.name);
    if (model.goes_on) continue;  // there is no one way to go on
    ASSERT_TRUE(model.figures) << model.name;
    EXPECT_GE(model.figures->examples, 600) << model.name;
    const double least = model.name == "shapes" ? 0.93 : 0.99;
    EXPECT_GE(model.figures->right, least * static_cast<double>(model.figures->examples)) << model.name;
  }
}

TEST(OfferedModels, SayWhatTheyKnow) {
  for (const BoxModel& model : offered_models()) {
    Document document;
    ASSERT_FALSE(checkpoints::use(model.name, document)) << model.name;
    if (model.name == "shapes") {
      EXPECT_TRUE(model.knows.empty());
      continue;
    }
    EXPECT_FALSE(model.knows.empty()) << model.name;
    EXPECT_GE(model.known, document.config.vocabulary - 6) << model.name << ": few tokens are special";
    EXPECT_LT(model.known, document.config.vocabulary) << model.name << ": those are not counted";
  }
}

// Opens a model on a text, and what is offered there.
ReadingOffer offered_for(const std::string& model, const std::string& text, const Readers& readers = {}) {
  Document document;
  document.text = text;
  EXPECT_FALSE(checkpoints::use(model, document)) << model;
  const auto trace = make_trace(document);
  EXPECT_TRUE(trace.ok()) << text;
  return trace ? reading_offer(document, **trace, readers) : ReadingOffer{};
}

TEST(ReadingOffers, NameTheFirstUnknownWordAndAModelThatKnowsIt) {
  const Readers readers{.han = "measure-words", .others = "grammar"};
  const ReadingOffer english = offered_for("who", "the girls sing because they smile", readers);
  EXPECT_EQ(english.word, "sing");
  ASSERT_NE(english.reader, nullptr);
  EXPECT_EQ(english.reader->name, "grammar");
  const ReadingOffer chinese = offered_for("who-zh", "貓和隻", readers);
  ASSERT_NE(chinese.reader, nullptr);
  EXPECT_EQ(chinese.reader->name, "measure-words");
}

TEST(ReadingOffers, OfferNoModelThatDoesNotKnowAllEither) {
  const Readers readers{.han = "measure-words", .others = "grammar"};
  const ReadingOffer offer = offered_for("who", "the zebra sings", readers);
  EXPECT_EQ(offer.word, "zebra");
  EXPECT_EQ(offer.reader, nullptr);
  const ReadingOffer itself = offered_for("grammar", "the zebra sings", readers);
  EXPECT_EQ(itself.word, "zebra");
  EXPECT_EQ(itself.reader, nullptr);
  EXPECT_EQ(offered_for("who", "the girl saw a zebra", {.others = "missing"}).reader, nullptr);
}

TEST(ReadingOffers, AreNotMadeForWhatIsKnown) {
  for (const Example& example : examples()) {
    if (example.document.is_batch) continue;
    const auto trace = make_trace(example.document);
    ASSERT_TRUE(trace.ok()) << example.key;
    EXPECT_EQ(reading_offer(example.document, **trace).word, "") << example.key;
  }
}

TEST(ReadingOffers, KeepTheTextAndAreOneStepToUndo) {
  Session session({first_document(Language::kEnglish), {}});
  edit(session, [](State& state) { set_text(state, "the girls sing because they smile"); });
  const Document before = session.document();
  edit(session, [](State& state) { read_with(state, "grammar"); });
  EXPECT_EQ(session.document().text, before.text);
  EXPECT_EQ(session.document().config.checkpoint, "grammar");
  EXPECT_EQ(session.document().config.architecture, engine::Architecture::kDecoder);
  EXPECT_EQ(session.document().focus.stage, "decoder.0.self.head.0.weights");
  EXPECT_FALSE(session.error());
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_TRUE(session.trace()->sequence(0).unknown.empty());
  Requests undo;
  undo.undo();
  session.apply(undo, 0);
  EXPECT_EQ(session.document(), before);
}

TEST(UnknownText, IsShownAndSaid) {
  Session session({first_document(Language::kEnglish), {}});
  EXPECT_FALSE(session.notice().has_value());
  edit(session, [](State& state) { set_text(state, "purple zebras giggle"); });
  ASSERT_NE(session.trace(), nullptr);
  ASSERT_TRUE(session.notice().has_value());
  EXPECT_EQ(session.notice()->key, "notice.none_known");
  EXPECT_FALSE(session.notice()->is_error);
  edit(session, [](State& state) { set_text(state, "purple zebras saw the animal"); });
  EXPECT_FALSE(session.notice().has_value());
}

class OwnTarget : public testing::Test {
 protected:
  OwnTarget() : session_({phrase(), {}}) {}

  static Document phrase() {
    Document document;
    document.text = "the big red zebra";
    EXPECT_FALSE(checkpoints::use("phrase", document).has_value());
    return document;
  }
  Session session_;
};

TEST_F(OwnTarget, FollowsTheSourceUntilOneIsTyped) {
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>", "le", "grand", "zebra <unk>", "rouge"));
  EXPECT_EQ(target_text(session_.document()), "le grand zebra rouge");
  edit(session_, [](State& state) { set_text(state, "the old green bridge"); });
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>", "le", "vieux", "pont", "vert"));
  edit(session_, [](State& state) { set_target(state, "la maison"); });
  edit(session_, [](State& state) { set_text(state, "the big red zebra"); });
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>", "la", "maison"));
  edit(session_, set_own_target);
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>", "le", "grand", "zebra <unk>", "rouge"));
}

TEST_F(OwnTarget, GivesWayToWhatIsGenerated) {
  Requests requests;
  requests.generate();
  session_.apply(requests, 0);
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>"));
  for (int i = 0; i < 4; ++i) session_.apply(requests, 0);
  EXPECT_THAT(session_.document().generated, ElementsAre("le", "grand", "zebra", "rouge"));
  EXPECT_THAT(target_of(session_), ElementsAre("<bos>", "le", "grand", "zebra <unk>", "rouge"));
}

TEST_F(OwnTarget, IsNotKeptWhereItWasCutShort) {
  Document document = phrase();
  document.text = "a small black cat sees the old house";
  {
    std::stop_source source;
    source.request_stop();
    const engine::Stoppable stopped(source.get_token());
    const auto input = input_of(document);
    ASSERT_FALSE(input);
    EXPECT_EQ(input.error().key, "error.stopped");
  }
  EXPECT_EQ(target_text(document), "un petit chat noir voit la vieille maison");
}

TEST_F(OwnTarget, IsKeptInASession) {
  const auto read = from_line(to_line(session_.document()));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->own_target);
  EXPECT_EQ(*read, session_.document());
}

}  // namespace
}  // namespace app
