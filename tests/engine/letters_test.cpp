// Every kind of stage has one letter in each notation, and no two kinds of a layer share one.
#include "engine/core/letters.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> layered(NormOrder norm, Architecture architecture, PositionKind positions) {
  Config config = seeded_config(8, 2, 4, 4);
  config.architecture = architecture;
  config.encoder_layers = architecture == Architecture::kDecoder ? 0 : 2;
  config.decoder_layers = architecture == Architecture::kEncoder ? 0 : 2;
  config.norm = norm;
  config.positions = positions;
  config.causal = config.mask_padding = true;
  return run({"a", "b", "c"}, config);
}

std::vector<std::shared_ptr<const Trace>> traces() {
  std::vector<std::shared_ptr<const Trace>> all;
  for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
    for (const PositionKind positions :
         {PositionKind::kSinusoidal, PositionKind::kRotary, PositionKind::kAlibi, PositionKind::kShaw})
      all.push_back(layered(norm, Architecture::kEncoder, positions));
    all.push_back(layered(norm, Architecture::kDecoder, PositionKind::kLearned));
  }
  return all;
}

// A kind, told apart where each sub-layer of a layer has one of its own.
std::string kind_in_layer(const Stage& stage) {
  const std::string name(stage.kind.name());
  const bool is_of_sublayer = stage.kind == StageKind::kResidual || stage.kind == StageKind::kNorm ||
                              stage.kind == StageKind::kOutput;
  if (!is_of_sublayer) return name;
  return name + " of sub-layer " + std::to_string(static_cast<int>(parse_address(stage.address).sublayer));
}

std::string without_head(std::string letter, const Stage& stage) {
  const StageAddress place = parse_address(stage.address);
  if (place.head < 0) return letter;
  const std::string head = "_{" + std::to_string(place.head) + "}";
  const size_t at = letter.find(head);
  return at == std::string::npos ? letter : letter.erase(at, head.size());
}

TEST(Letters, NoTwoKindsOfALayerShareOne) {
  for (const auto& trace : traces()) {
    for (const NotationInfo& info : kNotations) {
      std::map<std::string, std::set<std::string>> kinds;    // of each letter
      std::map<std::string, std::set<std::string>> letters;  // of each kind
      for (const Stage& stage : trace->stages()) {
        const StageLetter letter = letter_of(*trace, stage, {info.notation, 0});
        const std::string symbol = without_head(letter.symbol, stage);
        ASSERT_FALSE(symbol.empty()) << stage.address;
        const bool is_norm = stage.kind == StageKind::kNormWeight || stage.kind == StageKind::kNormBias;
        if (is_norm) continue;  // γ and β belong to a norm, and stand beside it
        kinds[symbol].insert(kind_in_layer(stage));
        letters[kind_in_layer(stage)].insert(symbol);
      }
      for (const auto& [letter, named] : kinds)
        EXPECT_EQ(named.size(), 1U) << letter << " in " << info.name << ": " << *named.begin() << ", "
                                    << *named.rbegin();
      for (const auto& [kind, used] : letters) EXPECT_EQ(used.size(), 1U) << kind << " in " << info.name;
    }
  }
}

TEST(Letters, AreThoseOfThePaperOfTheNotesAndWithTheirHead) {
  const auto trace = run({"a", "b", "c"}, seeded_config(8, 2, 4, 4));
  const auto formula = [&](const std::string& address, Notation notation) {
    return plain_formula(trace->formula(stage_index(*trace, address), {notation, 1}));
  };
  const std::string scaled = head_address(1, "scaled");
  EXPECT_EQ(formula(scaled, Notation::kPaper), "S′ = S / √4");
  EXPECT_EQ(formula(scaled, Notation::kNotes), "α_{i,j} = s_{i,j} / √4");
  EXPECT_EQ(formula(scaled, Notation::kShapes), "S′^{(2)} = S^{(2)} / √4 ∈ ℝ^{L×L}");
  EXPECT_EQ(formula(head_address(1, "q"), Notation::kNotes), "q^{i,2} = W_q aⁱ");
  EXPECT_EQ(formula(head_address(1, "output"), Notation::kNotes), "b^{i,2} = Σⱼ α̂_{i,j} v^{j,2}");
  EXPECT_EQ(formula("encoder.0.self.concat", Notation::kNotes), "cⁱ = [b^{i,1}, b^{i,2}]");
  EXPECT_EQ(formula("encoder.0.self.concat", Notation::kPaper), "C = [O₁, O₂]");
  EXPECT_EQ(formula("encoder.0.self.output", Notation::kPaper), "Y = C W_oᵀ");
}

TEST(Letters, ACellsFormulaCountsAsTheReaderDoes) {
  const auto trace = run({"a", "b", "c"}, seeded_config(8, 2, 4, 4));
  const int q = stage_index(*trace, head_address(0, "q"));
  const auto formula = [&](const Lettering& lettering) {
    return plain_formula(written(*trace, trace->stage(q), trace->explain(q, 1, 3).formula, lettering));
  };
  EXPECT_EQ(formula({Notation::kPaper, 0}), "Q_{1,3} = Σ_c X_{1,c} (W_q)_{3,c}");
  EXPECT_EQ(formula({Notation::kPaper, 1}), "Q_{2,4} = Σ_c X_{2,c} (W_q)_{4,c}");
  EXPECT_EQ(formula({Notation::kNotes, 1}), "q₄^{2,1} = Σ_c a_c² (W_q)_{4,c}");
  EXPECT_EQ(formula({Notation::kShapes, 1}), "Q_{2,4}^{(1)} = Σ_c X_{2,c} (W_q)_{4,c}^{(1)}");
}

TEST(Letters, EveryEntryHasANameOfItsOwn) {
  for (const auto& trace : traces()) {
    for (const NotationInfo& info : kNotations) {
      const Lettering lettering{info.notation, 1};
      for (const Stage& stage : trace->stages()) {
        if (stage.columns < 2 || stage.rows < 2) continue;
        const auto at = [&](Index row, Index column) {
          return entry_symbol(*trace, stage, row, column, lettering);
        };
        EXPECT_NE(at(0, 0), at(0, 1)) << stage.address;
        EXPECT_NE(at(0, 0), at(1, 0)) << stage.address;
        EXPECT_EQ(at(0, 0).find('#'), std::string::npos) << stage.address;
      }
    }
  }
}

}  // namespace
}  // namespace engine
