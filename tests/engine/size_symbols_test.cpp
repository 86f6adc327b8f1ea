// The letter of a size is true: L, d_k and the others are the numbers of rows and columns that they name.
#include "engine/core/size_symbols.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/attention/efficient/method.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kNine = {"a", "b", "c", "a", "b", "c", "d", "e", "a"};
const std::vector<std::string> kSeven = {"x", "y", "x", "y", "x", "y", "x"};

using Sizes = std::map<std::string, Index>;

// No two sizes are the same number.
Config sized(Architecture architecture, NormOrder norm, PositionKind positions) {
  Config config = seeded_config(14, 5, 4, 6);
  config.d_ff = 21;
  config.architecture = architecture;
  config.encoder_layers = architecture == Architecture::kDecoder ? 0 : 2;
  config.decoder_layers = architecture == Architecture::kEncoder ? 0 : 2;
  config.norm = norm;
  config.positions = positions;
  config.mask_padding = true;
  return config;
}

Sizes sizes_of(const Config& config, Index words) {
  return {{"L", 9},
          {"d_{model}", config.d_model},
          {"dₖ", config.d_k},
          {"d_v", config.d_v},
          {"h·d_v", config.n_heads * config.d_v},
          {"d_{ff}", config.d_ff},
          {"|V|", words}};
}

// Every letter that the trace shows, after it has been compared with the true sizes.
std::set<std::string> letters_that_hold(const Trace& trace, const Sizes& sizes) {
  std::set<std::string> seen;
  for (const Stage& stage : trace.stages()) {
    const SizeSymbols symbols = size_symbols(trace, stage);
    for (const auto& [markup, size] :
         {std::pair(symbols.rows, stage.rows), {symbols.columns, stage.columns}}) {
      if (markup.empty()) continue;
      const std::string letter = plain_formula(markup);
      const auto known = sizes.find(letter);
      EXPECT_TRUE(known != sizes.end() && known->second == size)
          << letter << " = " << size << " of " << stage.address;
      seen.insert(letter);
    }
  }
  return seen;
}

TEST(SizeSymbols, AreTrueOfEveryStageOfEveryKindOfModel) {
  for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
    for (const PositionKind positions :
         {PositionKind::kSinusoidal, PositionKind::kRotary, PositionKind::kAlibi, PositionKind::kShaw}) {
      const Config config = sized(Architecture::kEncoder, norm, positions);
      EXPECT_EQ(letters_that_hold(*run(kNine, config), sizes_of(config, 5)).size(), 7U);
    }
    const Config config = sized(Architecture::kDecoder, norm, PositionKind::kLearned);
    EXPECT_EQ(letters_that_hold(*run(kNine, config), sizes_of(config, 5)).size(), 7U);
  }
}

TEST(SizeSymbols, AreTrueWhateverWayAttentionIsComputed) {
  for (const MethodRow& method : attention_methods()) {
    Config config = sized(Architecture::kEncoder, NormOrder::kPost, PositionKind::kSinusoidal);
    config.attention.kind = method.kind;
    config.attention.features = 3;
    EXPECT_EQ(letters_that_hold(*run(kNine, config), sizes_of(config, 5)).size(), 7U) << method.name;
  }
}

TEST(SizeSymbols, ATextThatAnotherReadsHasTTokensWhereverItStands) {
  const Config config = sized(Architecture::kTransformer, NormOrder::kPost, PositionKind::kSinusoidal);
  const Input input =
      single_input({kSeven, std::vector<bool>(7, false)}, Sequence{kNine, std::vector<bool>(9, false)});
  const auto trace = forward(*make_model(config), input, config);
  Sizes sizes = sizes_of(config, 7);
  sizes["T"] = 7;
  sizes["|V|"] = 7;
  EXPECT_TRUE(letters_that_hold(*trace, sizes).contains("T"));
  const auto of = [&](const std::string& address) {
    const SizeSymbols symbols = size_symbols(*trace, trace->stage(stage_index(*trace, address)));
    return plain_formula(symbols.rows + " × " + symbols.columns);
  };
  EXPECT_EQ(of("decoder.0.cross.head.0.weights"), "L × T");
  EXPECT_EQ(of("decoder.0.self.head.0.weights"), "L × L");
  EXPECT_EQ(of("encoder.0.self.head.0.weights"), "T × T");
  EXPECT_EQ(of("decoder.0.cross.head.0.k"), "T × dₖ");
  EXPECT_EQ(of("decoder.0.cross.head.0.output"), "L × d_v");
}

TEST(SizeSymbols, WidthsOfItsOwnAreNotCalledDModel) {
  Config config = seeded_config(14, 5, 4, 6);
  config.i_q = 8;
  config.i_k = 10;
  config.i_v = 12;
  config.d_o = 3;
  const auto trace = run(kNine, config);
  Sizes sizes = sizes_of(config, 5);
  sizes.erase("d_{model}");
  sizes.insert({{"i_q", 8}, {"iₖ", 10}, {"i_v", 12}, {"d_o", 3}});
  const auto seen = letters_that_hold(*trace, sizes);
  for (const char* const letter : {"i_q", "iₖ", "i_v", "d_o"}) EXPECT_TRUE(seen.contains(letter)) << letter;
}

// What a learner looks at most is never left without its letters.
TEST(SizeSymbols, EveryStageOfAHeadHasBoth) {
  const Config config = sized(Architecture::kEncoder, NormOrder::kPost, PositionKind::kSinusoidal);
  const auto trace = run(kNine, config);
  for (const Stage& stage : trace->stages()) {
    if (parse_address(stage.address).head < 0 || stage.rows == 1) continue;
    const SizeSymbols symbols = size_symbols(*trace, stage);
    EXPECT_FALSE(symbols.rows.empty()) << stage.address;
    EXPECT_FALSE(symbols.columns.empty()) << stage.address;
  }
}

TEST(SizeSymbols, AShapeIsWrittenWithThem) {
  const auto trace = run(kNine, seeded_config(14, 5, 4, 6));
  const Stage& keys = trace->stage(stage_index(*trace, head_address(1, "k")));
  EXPECT_EQ(plain_formula("K" + membership(*trace, keys)), "K ∈ ℝ^{L×dₖ}");
  EXPECT_EQ(plain_formula("Kᵀ" + membership(*trace, keys, true)), "Kᵀ ∈ ℝ^{dₖ×L}");
}

}  // namespace
}  // namespace engine
