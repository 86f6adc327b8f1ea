// What can be made in the window can be kept: all else is refused where it is made, and the limit is named.
#include <gtest/gtest.h>

#include <random>

#include "app/document/document_json.h"
#include "app/document/document_limits.h"
#include "app/document/document_line.h"
#include "app/session/exploring.h"
#include "app/session/session.h"

namespace app {
namespace {

using engine::Index;

std::string many(std::string_view letter, size_t count) {
  std::string text;
  text.reserve(letter.size() * count);
  for (size_t i = 0; i < count; ++i) text += letter;
  return text;
}

// Asks for a change as a view does; the notice's key, or nothing where there is none.
std::string edited(Session& session, std::function<void(State&)> change) {
  Requests requests;
  requests.dismiss_notice();
  requests.edit("", std::move(change));
  session.apply(requests, 0);
  return session.notice() ? session.notice()->key : "";
}

TEST(Limits, ATextThatIsTooLongIsRefusedWhereItIsTyped) {
  Session session({Document(), {}});
  const std::string before = session.document().text;
  for (std::string Document::*const text : {&Document::text, &Document::target, &Document::pair}) {
    const std::string was = session.document().*text;
    EXPECT_EQ(edited(session, [&](State& s) { s.document.*text = many("a", kMostCharacters + 1); }),
              "error.text_too_long");
    EXPECT_EQ(session.document().*text, was);
    EXPECT_TRUE(session.notice()->is_error) << "it stays until it is read";
    EXPECT_EQ(session.notice()->arguments.front().second, std::to_string(kMostCharacters));
  }
  EXPECT_FALSE(session.can_undo());
}

TEST(Limits, LettersAreCountedAndNotTheirBytes) {
  EXPECT_FALSE(check_text(many("👩", kMostCharacters)).has_value());
  EXPECT_TRUE(check_text(many("👩", kMostCharacters) + "a").has_value());
  EXPECT_FALSE(check_text(many("a", kMostCharacters)).has_value());
  EXPECT_TRUE(check_text(many("\xFF", kMostCharacters + 1)).has_value()) << "bytes that are no letter count";
  EXPECT_TRUE(check_text(many("\x80", kMostCharacters + 1)).has_value());
}

TEST(Limits, ASessionWithATextThatIsTooLongIsNotOpened) {
  for (const char* field : {"text", "target", "pair"}) {
    const auto line = [&](size_t count) {
      return std::string(R"({"headlight":1,")") + field + "\":\"" + many("漢", count) + "\"}";
    };
    EXPECT_TRUE(from_line(line(kMostCharacters)).ok()) << field;
    const auto read = from_line(line(kMostCharacters + 1));
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_EQ(read.error().key, "error.text_too_long");
  }
}

TEST(Limits, APastedLineWithATextThatIsTooLongIsRefused) {
  Session session({Document(), {}});
  Requests requests;
  requests.open_session(R"({"headlight":1,"text":")" + many("a", kMostCharacters + 1) + "\"}");
  session.apply(requests, 0);
  ASSERT_TRUE(session.notice().has_value());
  EXPECT_EQ(session.notice()->key, "error.text_too_long");
  EXPECT_EQ(session.document(), Document());
}

TEST(Limits, MoreNumbersOfTokensThanARunTakesAreRefused) {
  const auto most = static_cast<size_t>(engine::kMaxTokens);
  Session session({Document(), {}});
  EXPECT_EQ(edited(session, [&](State& s) { s.document.ids.assign(most + 1, 7); }), "error.too_many_tokens");
  EXPECT_TRUE(session.document().ids.empty());
  EXPECT_EQ(edited(session, [&](State& s) { s.document.ids.assign(most, 7); }), "");
  EXPECT_EQ(from_line(to_line(session.document())).value(), session.document());
}

// The largest matrix that can be typed, over a stage of its own.
void type_matrix(State& state, int stage) {
  engine::StageEdits edits{"encoder." + std::to_string(100 + stage) + ".self.head.0.scores", {}};
  for (Index row = 0; row < 256; ++row) {
    for (Index column = 0; column < 256; ++column) edits.cells.push_back({row, column, 0.1 + 1e-9 * stage});
  }
  state.document.config.edits.push_back(std::move(edits));
}

TEST(Limits, WhatIsTooMuchTogetherIsRefusedAndTheRestIsKept) {
  Session session({Document(), {}});
  std::string refused;
  int stage = 0;
  for (; stage < 20 && refused.empty(); ++stage)
    refused = edited(session, [&](State& s) { type_matrix(s, stage); });
  EXPECT_EQ(refused, "error.session_full");
  EXPECT_GT(stage, 4) << "what fits is not refused";
  EXPECT_EQ(session.document().config.edits.size(), static_cast<size_t>(stage - 1));
  EXPECT_EQ(from_line(to_line(session.document())).value(), session.document());
  EXPECT_EQ(edited(session, pin_baseline), "error.session_full") << "the pinned run stands in the line, too";
  EXPECT_FALSE(session.document().baseline.has_value());
}

TEST(Limits, PaintingFartherOutThanIsReadIsRefused) {
  Session session({Document(), {}});
  const auto paint_at = [](Index place) {
    return [place](State& s) { paint_mask(s, "encoder.0.self", {place, place, 1, 1, engine::kHide}); };
  };
  EXPECT_EQ(edited(session, paint_at(12'000)), "error.painted_large");
  EXPECT_TRUE(session.document().config.painted.empty());
  EXPECT_EQ(edited(session, paint_at(2'000)), "");
  EXPECT_EQ(from_line(to_line(session.document())).value(), session.document());
}

TEST(Limits, MarksOfTokensBeyondTheLastThatARunTakesAreNotKept) {
  Document document;
  document.text = many("a ", static_cast<size_t>(engine::kMaxTokens));
  document.padded = {3, engine::kMaxTokens - 1};
  State state{document, {}};
  set_text(state, "b " + document.text);
  EXPECT_EQ(state.document.padded, std::vector<Index>{4});
  EXPECT_EQ(from_line(to_line(state.document)).value(), state.document);
}

// A document with some of all that can make one long, by chance.
Document long_document(std::mt19937& chance) {
  const auto pick = [&](size_t most) { return static_cast<size_t>(chance()) % (most + 1); };
  const auto letters = [&](size_t most) {
    constexpr std::array kLetters = {"a", "\"", "\\", "\n", "\x01", "漢", "👩", "\xFF"};
    return many(kLetters.at(pick(kLetters.size() - 1)), pick(most));
  };
  Document document;
  document.text = letters(20'000);
  document.target = letters(20'000);
  document.pair = letters(40);
  document.labs.positions.moved = letters(5'000);
  document.image = letters(20);
  document.config.checkpoint = letters(20);
  for (auto* numbers : {&document.padded, &document.ids, &document.order, &document.generated_ids}) {
    for (size_t i = pick(30); i > 0; --i) numbers->push_back(static_cast<Index>(pick(100'000)));
  }
  for (size_t i = pick(30); i > 0; --i) document.generated.push_back(letters(5));
  for (size_t i = pick(30); i > 0; --i) document.config.off.push_back(letters(2));
  for (size_t i = pick(8); i > 0; --i) document.fed.push_back({std::string(i, 'r'), letters(9)});
  const auto number = [&] {
    return (static_cast<double>(pick(2'000'000)) - 1e6) / (1 + static_cast<double>(pick(6)));
  };
  const auto place = [&] { return static_cast<Index>(pick(16'383)); };
  for (size_t i = pick(3); i > 0; --i) {
    auto& mask = document.config.painted.emplace_back(engine::PaintedMask{std::string(i, 'm'), {}});
    for (size_t k = pick(500); k > 0; --k)
      mask.patches.push_back({place(), place(), place(), place(), pick(1) == 0 ? engine::kHide : number()});
    auto& stage = document.config.edits.emplace_back(engine::StageEdits{std::string(i, 's'), {}});
    for (size_t k = pick(500); k > 0; --k) stage.cells.push_back({place(), place(), number()});
  }
  for (size_t i = pick(20); i > 0; --i)
    document.bookmarks.push_back({letters(3), letters(3), {{place(), place()}}, place()});
  return document;
}

TEST(Limits, NoDocumentTakesMoreBytesThanAreCounted) {
  std::mt19937 chance(3);
  for (int i = 0; i < 300; ++i) {
    Document document = long_document(chance);
    if (i % 2 == 0) {
      Document pinned = long_document(chance);
      pinned.bookmarks.clear();
      document.baseline = to_line(pinned);
    }
    const size_t written = to_lines(document).size();
    EXPECT_GE(most_bytes(document), written) << i;
    EXPECT_LE(to_line(document).size(), written) << i;
    EXPECT_LE(most_bytes(document), 4 * written + (32U << 10U)) << "and not far too many are";
  }
}

TEST(Limits, TheLargestTextsFitWithAPinnedRun) {
  for (const char* letter : {"\x01", "\"", "👩", "\n"}) {
    Document document;
    document.text = document.target = document.pair = many(letter, kMostCharacters);
    document.baseline = to_line(document);
    EXPECT_FALSE(check_limits(document).has_value()) << letter;
    EXPECT_EQ(from_line(to_line(document)).value(), document);
    EXPECT_EQ(from_line(to_lines(document)).value(), document);
  }
}

}  // namespace
}  // namespace app
