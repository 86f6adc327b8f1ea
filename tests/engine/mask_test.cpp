// Masks of every kind: what each pattern shows, what paint does, how the conventions differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "engine/masks/painted.h"
#include "engine/masks/patterns.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kSixTokens = {"a", "b", "c", "d", "e", "f"};

// The keys that each query sees, as rows of dots.
std::string picture(const MaskPattern& pattern, Index length) {
  std::string rows;
  for (Index query = 0; query < length; ++query) {
    for (Index key = 0; key < length; ++key) rows += sees(pattern, query, key) ? '#' : '.';
    rows += query + 1 < length ? "|" : "";
  }
  return rows;
}

// As Mistral and Gemma 2 mean it: the query's own key counts.
TEST(MaskRule, AWindowHidesWhatIsFartherAndSaysSo) {
  MaskRule rule;
  rule.causal = true;
  rule.window = 3;
  EXPECT_EQ(rule.verdict(5, 2), MaskVerdict::kTooFar);
  EXPECT_EQ(rule.verdict(5, 3), MaskVerdict::kVisible);
  EXPECT_EQ(rule.verdict(5, 6), MaskVerdict::kFuture);
  EXPECT_EQ(rule.value(5, 2), rule.hidden);
}

TEST(MaskPattern, ShowsTheKeysThatItIsNamedFor) {
  using enum PatternKind;
  EXPECT_EQ(picture({.kind = kNone}, 3), "###|###|###");
  EXPECT_EQ(picture({.kind = kWindow, .width = 2}, 4), "##..|###.|.###|..##");
  EXPECT_EQ(picture({.kind = kDilated, .width = 2, .step = 2}, 4), "#.#.|.#.#|#.#.|.#.#");
  EXPECT_EQ(picture({.kind = kBlock, .width = 2}, 4), "##..|##..|..##|..##");
  EXPECT_EQ(picture({.kind = kPrefix, .width = 2}, 4), "##..|##..|###.|####");
  EXPECT_EQ(picture({.kind = kRow, .width = 2}, 4), "##..|##..|..##|..##");
  EXPECT_EQ(picture({.kind = kColumn, .width = 2}, 4), "#.#.|.#.#|#.#.|.#.#");
  // A 3 x 2 grid with a 3 x 3 kernel: only the rows two apart are out of reach.
  EXPECT_EQ(picture({.kind = kConvolution, .width = 2, .step = 3}, 6),
            "####..|####..|######|######|..####|..####");
  EXPECT_EQ(picture({.kind = kGlobal, .width = 1, .count = 1}, 4), "####|##..|#.#.|#..#");
}

// Six words, then 4 x 4 tokens of a picture: Ramesh et al. 2021, fig. 11.
TEST(MaskPattern, BehindATextAPictureSeesByRowColumnAndNeighbourhood) {
  using enum PatternKind;
  EXPECT_EQ(picture({.kind = kTextRow, .width = 4, .count = 6}, 22),
            "#.....................|"
            "##....................|"
            "###...................|"
            "####..................|"
            "#####.................|"
            "######................|"
            "#######...............|"
            "########..............|"
            "#########.............|"
            "##########............|"
            "###########...........|"
            "######.#####..........|"
            "######..#####.........|"
            "######...#####........|"
            "######....#####.......|"
            "######.....#####......|"
            "######......#####.....|"
            "######.......#####....|"
            "######........#####...|"
            "######.........#####..|"
            "######..........#####.|"
            "######...........#####");
  EXPECT_EQ(picture({.kind = kTextColumn, .width = 4, .count = 6}, 22),
            "#.....................|"
            "##....................|"
            "###...................|"
            "####..................|"
            "#####.................|"
            "######................|"
            "#######...............|"
            "######.#..............|"
            "######..#.............|"
            "######...#............|"
            "#######...#...........|"
            "######.#...#..........|"
            "######..#...#.........|"
            "######...#...#........|"
            "#######...#...#.......|"
            "######.#...#...#......|"
            "######..#...#...#.....|"
            "######...#...#...#....|"
            "#######...#...#...#...|"
            "######.#...#...#...#..|"
            "######..#...#...#...#.|"
            "######...#...#...#...#");
  EXPECT_EQ(picture({.kind = kTextConvolution, .width = 4, .step = 3, .count = 6}, 22),
            "#.....................|"
            "##....................|"
            "###...................|"
            "####..................|"
            "#####.................|"
            "######................|"
            "#######...............|"
            "########..............|"
            "######.##.............|"
            "######..##............|"
            "########..#...........|"
            "#########.##..........|"
            "######.###.##.........|"
            "######..##..##........|"
            "######....##..#.......|"
            "######....###.##......|"
            "######.....###.##.....|"
            "######......##..##....|"
            "######........##..#...|"
            "######........###.##..|"
            "######.........###.##.|"
            "######..........##..##");
}

TEST(MaskPattern, EveryTokenSeesItself) {
  for (const PatternRow& row : patterns()) {
    for (Index place = 0; place < 20; ++place)
      EXPECT_TRUE(sees({.kind = row.kind}, place, place)) << row.name << " at " << place;
  }
}

TEST(MaskPattern, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const PatternRow& row : patterns()) EXPECT_TRUE(names.insert(name_of(row.kind)).second) << row.name;
}

TEST(MaskPattern, RandomHasItsDensityAndKeepsEarlierCellsWhenTheTextGrows) {
  const MaskPattern pattern{.kind = PatternKind::kRandom, .density = 0.3, .seed = 5};
  Index seen = 0;
  for (Index query = 0; query < 100; ++query) {
    for (Index key = 0; key < 100; ++key) seen += query != key && sees(pattern, query, key) ? 1 : 0;
  }
  // 9900 draws of chance 0.3: a standard deviation is 46.
  EXPECT_NEAR(static_cast<double>(seen), 2970, 4 * 46);
  EXPECT_NE(picture(pattern, 12), picture({.kind = PatternKind::kRandom, .density = 0.3, .seed = 6}, 12));
  EXPECT_EQ(picture(pattern, 12).substr(0, 8), picture(pattern, 30).substr(0, 8));
}

TEST(MaskPattern, HidesInTheTraceWhatItLeavesOut) {
  for (const PatternRow& row : patterns()) {
    Config config = seeded_config(8, 2, 4, 4);
    config.pattern.kind = row.kind;
    const auto trace = run(kSixTokens, config);
    const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
    for (Index query = 0; query < weights.rows(); ++query) {
      for (Index key = 0; key < weights.cols(); ++key)
        EXPECT_EQ(weights(query, key) > 0, sees(config.pattern, query, key)) << row.name;
    }
  }
}

TEST(MaskPattern, PrefixLetsADecoderSeeItsPrefixBothWays) {
  Config config = seeded_config(8, 2, 4, 4);
  config.architecture = Architecture::kDecoder;
  config.pattern = {.kind = PatternKind::kPrefix, .width = 2};
  const auto trace = run(kSixTokens, config);
  const Matrix weights = numbers_of(*trace, "decoder.0.self.head.0.weights");
  EXPECT_GT(weights(0, 1), 0);
  EXPECT_EQ(weights(0, 2), 0);
  EXPECT_EQ(weights(2, 3), 0);
}

TEST(PaintedMask, ComesBackAsTheSameCellsFromItsRectangles) {
  const RandomStream stream(3, "paint");
  for (uint64_t draw = 0; draw < 50; ++draw) {
    Matrix cells(7, 9);
    for (Index i = 0; i < cells.size(); ++i) {
      const float chance = stream.uniform(draw * 1000 + static_cast<uint64_t>(i));
      cells.data()[i] = chance < 0.4f   ? static_cast<float>(kUnpainted)
                        : chance < 0.7f ? -kInfinity
                                        : std::floor(chance * 20);
    }
    const Matrix again = painted_cells(patches_of(cells), 7, 9);
    for (Index i = 0; i < cells.size(); ++i) {
      const bool both_empty = std::isnan(cells.data()[i]) && std::isnan(again.data()[i]);
      EXPECT_TRUE(both_empty || cells.data()[i] == again.data()[i]) << "draw " << draw << ", cell " << i;
    }
  }
}

TEST(PaintedMask, IsTheSameHoweverItWasPainted) {
  const auto by_rows = paint(paint({}, {0, 0, 1, 4, kHide}), {1, 0, 1, 4, kHide});
  const auto at_once = paint({}, {0, 0, 2, 4, kHide});
  auto by_cells = std::vector<MaskPatch>{};
  for (Index column = 3; column >= 0; --column) by_cells = paint(by_cells, {0, column, 2, 1, kHide});
  EXPECT_EQ(at_once.size(), 1U);
  EXPECT_EQ(by_rows, at_once);
  EXPECT_EQ(by_cells, at_once);
}

TEST(PaintedMask, WipesOnlyWhatIsWiped) {
  const auto ring = paint(paint({}, {0, 0, 3, 3, -2}), {1, 1, 1, 1, kUnpainted});
  const Matrix cells = painted_cells(ring);
  EXPECT_TRUE(std::isnan(cells(1, 1)));
  EXPECT_EQ(cells(0, 1), -2);
  EXPECT_TRUE(paint(ring, {0, 0, 5, 5, kUnpainted}).empty());
}

TEST(PaintedMask, StandsAboveTheRuleAndOnlyInItsHead) {
  Config config = seeded_config(8, 2, 4, 4);
  config.causal = true;
  config.painted = {{"encoder.0.self.head.1", {{0, 3, 1, 1, 0}, {4, 0, 1, 1, kHide}}}};
  const auto trace = run(kSixTokens, config);
  const Matrix own = numbers_of(*trace, head_address(1, "weights"));
  EXPECT_GT(own(0, 3), 0) << "shown, though later";
  EXPECT_EQ(own(4, 0), 0);
  const Matrix other = numbers_of(*trace, head_address(0, "weights"));
  EXPECT_EQ(other(0, 3), 0);
  EXPECT_GT(other(4, 0), 0);
  const int mask = stage_index(*trace, head_address(1, "mask"));
  EXPECT_EQ(trace->explain(mask, 0, 3).note, "note.mask_painted");
  EXPECT_EQ(trace->explain(mask, 0, 4).note, "note.mask_future");
}

TEST(PaintedMask, ABiasMovesTheScoreByItsNumber) {
  Config config = seeded_config(8, 2, 4, 4);
  config.painted = {{"encoder.0.self", {{2, 1, 1, 1, 1.5}}}};
  const auto trace = run(kSixTokens, config);
  for (int head = 0; head < 2; ++head) {
    const Matrix scaled = numbers_of(*trace, head_address(head, "scaled"));
    const Matrix masked = numbers_of(*trace, head_address(head, "masked"));
    EXPECT_FLOAT_EQ(masked(2, 1), scaled(2, 1) + 1.5f);
    EXPECT_EQ(masked(2, 2), scaled(2, 2));
  }
}

TEST(PaintedMask, ReachesTheCrossAttentionThatItNames) {
  Config config = seeded_config(8, 2, 4, 4);
  config.architecture = Architecture::kTransformer;
  config.painted = {{"decoder.1.cross", {{1, 0, 1, 3, kHide}}}};
  const Input input =
      single_input({{"a", "b", "c"}, {false, false, false}}, Sequence{{"x", "y"}, {false, false}});
  const auto trace = forward(*make_model(config), input, config);
  EXPECT_EQ(numbers_of(*trace, "decoder.1.cross.head.0.weights").row(1).sum(), 0);
  EXPECT_GT(numbers_of(*trace, "decoder.0.cross.head.0.weights").row(1).sum(), 0.99f);
}

// Where each row sees a key, the four ways to mask give the same weights; where it sees none, -1e9 gives an
// even row. REFERENCE: the conventions agree to float precision on rows with a visible key.
TEST(MaskConvention, DiffersOnlyInRowsThatSeeNothing) {
  std::vector<Matrix> ways;
  for (const bool finite : {false, true}) {
    for (const bool in_place : {false, true}) {
      Config config = seeded_config(8, 2, 4, 4);
      config.causal = true;
      config.mask_finite = finite;
      config.mask_in_place = in_place;
      config.painted = {{"encoder.0.self", {{2, 0, 1, 6, kHide}}}};
      ways.push_back(numbers_of(*run(kSixTokens, config), head_address(0, "weights")));
    }
  }
  for (size_t way = 1; way < ways.size(); ++way) {
    for (Index row = 0; row < 6; ++row) {
      if (row == 2) continue;
      EXPECT_LE((ways[way].row(row) - ways[0].row(row)).cwiseAbs().maxCoeff(), 1e-6f) << way << ", " << row;
    }
  }
  EXPECT_EQ(ways[0].row(2).sum(), 0);
  EXPECT_EQ(ways[1].row(2).sum(), 0);
  for (const size_t way : {size_t{2}, size_t{3}})
    EXPECT_LE((ways[way].row(2).array() - 1.0f / 6).abs().maxCoeff(), 1e-6f) << way;
}

TEST(HeadSwitch, MakesAHeadsWeightsEvenOverWhatItSees) {
  Config config = seeded_config(8, 2, 4, 4);
  config.causal = true;
  config.off = {"encoder.0.self.head.1.weights"};
  const auto trace = run(kSixTokens, config);
  const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
  for (Index row = 0; row < 6; ++row) {
    for (Index key = 0; key < 6; ++key)
      EXPECT_FLOAT_EQ(weights(row, key), key <= row ? 1.0f / static_cast<float>(row + 1) : 0.0f);
  }
}

TEST(HeadSwitch, MakesAHeadsOutputZeroAndLeavesTheOthers) {
  Config config = seeded_config(8, 2, 4, 4);
  const auto before = run(kSixTokens, config);
  config.off = {"encoder.0.self.head.1.output"};
  const auto trace = run(kSixTokens, config);
  EXPECT_TRUE(numbers_of(*trace, head_address(1, "output")).isZero(0));
  EXPECT_TRUE(trace->formula(trace->find(head_address(1, "output")).value()).ends_with(" = 0"));
  EXPECT_EQ(numbers_of(*trace, head_address(0, "output")), numbers_of(*before, head_address(0, "output")));
  EXPECT_NE(numbers_of(*trace, "encoder.0.self.output"), numbers_of(*before, "encoder.0.self.output"));
}

TEST(HeadSwitch, IsNamedForEveryHeadOfEveryAttention) {
  Config config = seeded_config(8, 2, 4, 4);
  EXPECT_EQ(head_switches(config).size(), 4U);
  config.architecture = Architecture::kTransformer;
  EXPECT_EQ(head_switches(config).size(), (2 + 2 * 2) * 2 * 2U);
  config.off = {"decoder.1.cross.head.1.weights"};
  EXPECT_FALSE(check(config).has_value());
  config.off = {"decoder.1.cross.head.2.weights"};
  EXPECT_EQ(check(config)->key, "error.unknown_switch");
}

// The worked example q = [1, 1, 0, 1], cut into [1, 1] and [0, 1].
TEST(TypedNumbers, MakeAWorkedExampleOfABook) {
  Config config = seeded_config(4, 2, 2, 2);
  config.scale = false;
  config.edits = {{"encoder.0.self.head.0.k", {{0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 1, 2}}},
                  {"encoder.0.self.head.0.q", {{0, 0, 1}, {0, 1, 1}}},
                  {"encoder.0.self.head.1.k", {{0, 0, 3}, {0, 1, 1}}},
                  {"encoder.0.self.head.1.q", {{0, 0, 0}, {0, 1, 1}}}};
  const auto trace = run({"x", "y"}, config);
  EXPECT_EQ(numbers_of(*trace, head_address(0, "scores"))(0, 0), 1);
  EXPECT_EQ(numbers_of(*trace, head_address(0, "scores"))(0, 1), 3);
  EXPECT_EQ(numbers_of(*trace, head_address(1, "scores"))(0, 0), 1);
}

TEST(TypedNumbers, TravelFromAWeightToWhatIsMadeOfIt) {
  Config config = seeded_config(8, 2, 4, 4);
  const auto before = run(kSixTokens, config);
  config.edits = {{"encoder.0.self.head.1.wv", {{2, 3, 7}}}};
  const auto trace = run(kSixTokens, config);
  const Matrix x = numbers_of(*trace, "input");
  const Matrix moved = numbers_of(*trace, head_address(1, "v")) - numbers_of(*before, head_address(1, "v"));
  const float by = 7 - numbers_of(*before, head_address(1, "wv"))(2, 3);
  for (Index row = 0; row < moved.rows(); ++row) EXPECT_NEAR(moved(row, 2), by * x(row, 3), 1e-5f);
  EXPECT_TRUE(moved.leftCols(2).isZero(0));
  EXPECT_EQ(numbers_of(*trace, head_address(0, "v")), numbers_of(*before, head_address(0, "v")));
}

TEST(TypedNumbers, SayThatTheyWereTypedAndWhatWasComputed) {
  Config config = seeded_config(8, 2, 4, 4);
  const float computed = numbers_of(*run(kSixTokens, config), head_address(0, "q"))(1, 1);
  config.edits = {{"encoder.0.self.head.0.q", {{1, 1, 0.5}}}};
  const auto trace = run(kSixTokens, config);
  const Explanation explained = trace->explain(stage_index(*trace, head_address(0, "q")), 1, 1);
  EXPECT_EQ(explained.note, "note.edited");
  EXPECT_EQ(explained.result, 0.5);
  EXPECT_NEAR(explained.quantities.at(0).value, computed, 1e-5);
}

// A typed weight that goes again leaves no product made with it, though another text came between.
TEST(TypedNumbers, LeaveNoProductOfAHeadBehindWhenTheyGo) {
  Config typed = seeded_config(8, 2, 4, 4);
  const Config plain = typed;
  typed.edits = {{"encoder.0.self.head.1.wq", {{0, 0, 5}}}, {"encoder.0.self.head.1.wv", {{1, 1, 5}}}};
  const auto model = make_model(plain);
  const Input first = single_input({{"a", "b"}, {false, false}});
  const Input second = single_input({{"a", "c"}, {false, false}});
  auto trace = forward(*model, first, plain);
  trace = forward(*model, first, typed, {}, trace);
  trace = forward(*model, second, typed, {}, trace);
  trace = forward(*model, second, plain, {}, trace);
  const auto fresh = forward(*model, second, plain);
  for (const Stage& stage : fresh->stages())
    EXPECT_EQ(numbers_of(*trace, stage.address), numbers_of(*fresh, stage.address)) << stage.address;
}

// What is taken from an earlier trace is what would be computed, whatever was painted, typed or switched
// between.
TEST(Exceptions, LeaveNothingBehindInTheNextTrace) {
  Config plain = seeded_config(8, 2, 4, 4);
  plain.architecture = Architecture::kEncoder;
  std::vector<Config> configs(7, plain);
  configs[1].painted = {{"encoder.1.self.head.0", {{0, 1, 2, 2, kHide}}}};
  configs[2].edits = {{"encoder.0.self.head.0.q", {{0, 0, 3}}}, {"encoder.1.ffn.w1", {{1, 1, 2}}}};
  configs[3].off = {"encoder.0.self.head.1.weights"};
  configs[4].edits = {{"encoder.0.self.head.1.wq", {{0, 0, 3}}}};
  configs[5].pattern.kind = PatternKind::kWindow;
  configs[6].mask_in_place = true;
  const Input input = single_input({kSixTokens, std::vector<bool>(kSixTokens.size(), false)});
  std::shared_ptr<const Trace> earlier;
  for (size_t from = 0; from < configs.size(); ++from) {
    for (size_t to = 0; to < configs.size(); ++to) {
      earlier = forward(*make_model(plain), input, configs[from]);
      const auto reused = forward(*make_model(plain), input, configs[to], {}, earlier);
      const auto fresh = forward(*make_model(plain), input, configs[to]);
      for (const Stage& stage : fresh->stages())
        EXPECT_EQ(numbers_of(*reused, stage.address), numbers_of(*fresh, stage.address))
            << from << " to " << to;
    }
  }
}

TEST(Exceptions, OutsideTheirStageAreRefusedOrPassedOver) {
  Config config = seeded_config(8, 2, 4, 4);
  config.edits = {{"encoder.0.self.head.0.mask", {{0, 0, 1}}}};
  EXPECT_EQ(check(config)->key, "error.edit");
  config.edits = {{"encoder.0.self.head.0.q", {{0, 0, 1e30}}}};
  EXPECT_EQ(check(config)->key, "error.edit");
  config.edits = {{"encoder.9.nowhere", {{0, 0, 1}}}, {"input", {{500, 0, 1}}}};
  EXPECT_EQ(numbers_of(*run(kSixTokens, config), "input"),
            numbers_of(*run(kSixTokens, seeded_config(8, 2, 4, 4)), "input"));
  config.edits.clear();
  config.painted = {{"encoder.0.self", {{0, kMaxTokens, 1, 1, 0}}}};
  EXPECT_EQ(check(config)->key, "error.painted");
  for (const char* name :
       {"encoder.0.ffn", ".self", "decoder.9223372036854775807.self", "encoder.0.self.head.128",
        "encoder.0.self.head.1.mask", "batch.64.encoder.0.self", "encoder..self"}) {
    config.painted = {{name, {{0, 0, 1, 1, 0}}}};
    EXPECT_EQ(check(config)->key, "error.painted") << name;
  }
  config.painted = {{"batch.3.decoder.2.cross.head.1", {{0, 0, 1, 1, 0}}}};
  EXPECT_FALSE(check(config).has_value());
  config.painted.clear();
  config.pattern.width = 0;
  EXPECT_EQ(check(config)->key, "error.pattern");
}

}  // namespace
}  // namespace engine
