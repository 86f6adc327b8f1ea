// letters.cpp: the table of letters, and how a formula is written with them.
//
// Where they come from: paper, Vaswani et al. 2017; notes, course notes that follow one token at a time
// (a -> q, k, v -> α -> α̂ -> b), with a layer's h, u and o; shapes, the paper's, with the head of each.
#include "engine/core/letters.h"

#include <array>
#include <cassert>

#include "engine/core/address.h"
#include "engine/core/size_symbols.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

// The letters of one kind of stage. `of`: only in this sub-layer; kNone: in every other.
struct LetterRow {
  std::string_view kind;  // StageKind::name()
  std::string_view paper;
  std::string_view notes;
  std::string_view shapes;
  Sublayer of = Sublayer::kNone;
};

// A row for one sub-layer stands before that for the others. Two kinds of one layer never share a letter.
constexpr auto kLetterRows = std::to_array<LetterRow>({
    {"tokens", "t", "t", "t"},
    {"embedding", "E", "e", "E"},
    {"position", "P", "p", "P"},
    {"sum", "E^{+}", "e^{+}", "E^{+}"},
    {"input", "X", "a", "X"},
    {"query_input", "X_{q}", "a_{q}", "X_{q}"},
    {"key_input", "X_{k}", "a_{k}", "X_{k}"},
    {"value_input", "X_{v}", "a_{v}", "X_{v}"},
    {"segment_ids", "g", "g", "g"},
    {"position_ids", "m", "m", "m"},
    {"segment", "E_{g}", "e_{g}", "E_{g}"},
    {"patches", "I", "i", "I"},
    {"patch_embedding", "E_{p}", "e_{p}", "E_{p}"},
    {"class_token", "c", "c", "c"},
    {"q", "Q", "q", "Q"},
    {"k", "K", "k", "K"},
    {"v", "V", "v", "V"},
    {"q_normed", "Q^{n}", "q^{n}", "Q^{n}"},
    {"k_normed", "K^{n}", "k^{n}", "K^{n}"},
    {"q_rotated", "Q′", "q′", "Q′"},
    {"k_rotated", "K′", "k′", "K′"},
    {"k_extended", "K^{+}", "k^{+}", "K^{+}"},
    {"v_extended", "V^{+}", "v^{+}", "V^{+}"},
    {"scores", "S", "s", "S"},
    {"relative_scores", "S^{r}", "s^{r}", "S^{r}"},
    {"relative_sum", "S^{+}", "s^{+}", "S^{+}"},
    {"scaled", "S′", "α", "S′"},
    {"capped", "S^{c}", "α^{c}", "S^{c}"},
    {"relative", "B", "ρ", "B"},
    {"alibi", "B", "ρ", "B"},
    {"biased", "S^{b}", "α^{ρ}", "S^{b}"},
    {"mask", "M", "m", "M"},
    {"masked", "S″", "α^{m}", "S″"},
    {"weights", "A", "\\hat{α}", "A"},
    {"head_output", "O_{#}", "b", "O"},
    {"concat", "C", "c", "C"},
    {"output", "Y_{c}", "y_{c}", "Y_{c}", Sublayer::kCross},
    {"output", "Y", "y", "Y"},
    {"output_normed", "F^{n}", "f^{n}", "F^{n}", Sublayer::kFeedForward},
    {"output_normed", "Y^{n}", "y^{n}", "Y^{n}"},
    {"nudge", "δ", "δ", "δ"},
    {"nudged", "X′", "x′", "X′"},
    {"residual", "R_{c}", "r_{u}", "R_{c}", Sublayer::kCross},
    {"residual", "R_{f}", "r_{o}", "R_{f}", Sublayer::kFeedForward},
    {"residual", "R", "r_{h}", "R"},
    {"norm", "N_{c}", "u", "N_{c}", Sublayer::kCross},
    {"norm", "N_{f}", "o", "N_{f}", Sublayer::kFeedForward},
    {"norm", "N", "h", "N"},
    {"hidden", "H", "n", "H"},
    {"gate", "H_{g}", "n_{g}", "H_{g}"},
    {"activation", "G", "g", "G"},
    {"gated", "H′", "n′", "H′"},
    {"ffn_output", "F", "f", "F"},
    {"encoder_output", "Z", "z", "Z"},
    {"decoder_output", "D", "d", "D"},
    {"class", "z", "z_{c}", "z"},
    {"predict_scaled", "D′", "d′", "D′"},
    {"dense", "H_{p}", "n_{p}", "H_{p}"},
    {"predict_logits", "ℓ′", "ℓ′", "ℓ′"},
    {"logits", "ℓ", "ℓ", "ℓ"},
    {"probabilities", "p", "π", "p"},
    {"wq", "W_{q}", "W_{q}", "W_{q}"},
    {"wk", "W_{k}", "W_{k}", "W_{k}"},
    {"wv", "W_{v}", "W_{v}", "W_{v}"},
    {"wo", "W_{o}", "W_{o}", "W_{o}"},
    {"bq", "b_{q}", "β_{q}", "b_{q}"},
    {"bk", "b_{k}", "β_{k}", "b_{k}"},
    {"bv", "b_{v}", "β_{v}", "b_{v}"},
    {"bo", "b_{o}", "β_{o}", "b_{o}"},
    {"w1", "W_{1}", "W_{1}", "W_{1}"},
    {"b1", "b_{1}", "β_{1}", "b_{1}"},
    {"w2", "W_{2}", "W_{2}", "W_{2}"},
    {"b2", "b_{2}", "β_{2}", "b_{2}"},
    {"wg", "W_{g}", "W_{g}", "W_{g}"},
    {"q_norm_weight", "γ_{q}", "γ_{q}", "γ_{q}"},
    {"k_norm_weight", "γ_{k}", "γ_{k}", "γ_{k}"},
    {"norm_weight", "γ", "γ", "γ"},
    {"norm_bias", "β", "β", "β"},
    {"relative_vectors", "W_{r}", "W_{r}", "W_{r}"},
    {"relative_table", "b_{r}", "β_{r}", "b_{r}"},
    {"embedding_table", "W_{e}", "W_{e}", "W_{e}"},
    {"segment_table", "W_{s}", "W_{s}", "W_{s}"},
    {"position_vectors", "W_{m}", "W_{m}", "W_{m}"},
    {"k_added", "K^{a}", "k^{a}", "K^{a}"},
    {"v_added", "V^{a}", "v^{a}", "V^{a}"},
    {"patch_weight", "W_{p}", "W_{p}", "W_{p}"},
    {"patch_bias", "b_{p}", "β_{p}", "b_{p}"},
    {"predict_weight", "W_{d}", "W_{d}", "W_{d}"},
    {"predict_bias", "b_{d}", "β_{d}", "b_{d}"},
    {"logits_bias", "b_{u}", "β_{u}", "b_{u}"},
    {"unembedding", "W_{u}", "W_{u}", "W_{u}"},
    {"placed", "N^{+}", "n^{+}", "N^{+}"},
    {"keys", "Z^{+}", "z^{+}", "Z^{+}"},
    {"answer", "D^{n}", "d^{n}", "D^{n}"},
    {"boxes", "B_{x}", "β_{x}", "B_{x}"},
    // Of the gallery's systems, each its paper's where that has one; no two of one system share one.
    {"lab_gallery_pixels", "I", "i", "I"},
    {"lab_gallery_weight", "W", "W", "W"},
    {"lab_gallery_bias", "b", "β", "b"},
    {"lab_gallery_norm_weight", "γ", "γ", "γ"},
    {"lab_gallery_norm_bias", "β", "β", "β"},
    {"lab_gallery_norm_mean", "μ", "μ", "μ"},
    {"lab_gallery_norm_variance", "σ^{2}", "σ^{2}", "σ^{2}"},
    {"lab_gallery_patches", "E_{p}", "e_{p}", "E_{p}"},
    {"lab_gallery_patches_relu", "E^{+}", "e^{+}", "E^{+}"},
    {"lab_gallery_patches_more", "M", "m", "M"},
    {"lab_gallery_patches_more_relu", "M^{+}", "m^{+}", "M^{+}"},
    {"lab_gallery_z", "Z", "z", "Z"},
    {"lab_gallery_codebook", "B", "b", "B"},
    {"lab_gallery_codes", "k", "k", "k"},
    {"lab_gallery_drawn", "k^{*}", "k^{*}", "k^{*}"},
    {"lab_gallery_vectors", "Z_{q}", "z_{q}", "Z_{q}"},
    {"lab_gallery_fine", "G_{1}", "g_{1}", "G_{1}"},
    {"lab_gallery_fine_relu", "G_{2}", "g_{2}", "G_{2}"},
    {"lab_gallery_large", "G_{3}", "g_{3}", "G_{3}"},
    {"lab_gallery_coarse", "G_{4}", "g_{4}", "G_{4}"},
    {"lab_gallery_coarse_relu", "G_{5}", "g_{5}", "G_{5}"},
    {"lab_gallery_picture", "\\hat{I}", "\\hat{i}", "\\hat{I}"},
    {"lab_gallery_symbols", "t", "t", "t"},
    {"lab_gallery_symbols_table", "W_{t}", "W_{t}", "W_{t}"},
    {"lab_gallery_position_grid", "P_{g}", "p_{g}", "P_{g}"},
    {"lab_gallery_position_text", "P_{t}", "p_{t}", "P_{t}"},
    {"lab_gallery_latent", "z", "z", "z"},
    {"lab_gallery_spread", "X_{0}", "x_{0}", "X_{0}"},
    {"lab_gallery_folded", "X_{1}", "x_{1}", "X_{1}"},
    {"lab_gallery_position_small", "P_{4}", "p_{4}", "P_{4}"},
    {"lab_gallery_small_input", "X_{4}", "x_{4}", "X_{4}"},
    {"lab_gallery_wide", "X_{5}", "x_{5}", "X_{5}"},
    {"lab_gallery_shuffled", "X_{6}", "x_{6}", "X_{6}"},
    {"lab_gallery_again", "X_{z}", "x_{z}", "X_{z}"},
    {"lab_gallery_again_rows", "X_{7}", "x_{7}", "X_{7}"},
    {"lab_gallery_again_rows_places", "n", "n", "n"},
    {"lab_gallery_position_middle", "P_{8}", "p_{8}", "P_{8}"},
    {"lab_gallery_middle_input", "X_{8}", "x_{8}", "X_{8}"},
    {"lab_gallery_cut", "X_{w}", "x_{w}", "X_{w}"},
    {"lab_gallery_joined", "X_{j}", "x_{j}", "X_{j}"},
    {"lab_gallery_colours", "C", "c", "C"},
    {"lab_gallery_spread_pixels", "I_{0}", "i_{0}", "I_{0}"},
    {"lab_gallery_class_token", "c", "c", "c"},
    {"lab_gallery_embedding", "E", "e", "E"},
    {"lab_gallery_position", "P", "p", "P"},
    {"lab_gallery_position_columns", "P_{c}", "p_{c}", "P_{c}"},
    {"lab_gallery_position_columns_number", "c", "c", "c"},
    {"lab_gallery_position_columns_table", "W_{c}", "W_{c}", "W_{c}"},
    {"lab_gallery_position_rows", "P_{r}", "p_{r}", "P_{r}"},
    {"lab_gallery_position_rows_number", "r", "r", "r"},
    {"lab_gallery_position_rows_table", "W_{r}", "W_{r}", "W_{r}"},
    {"lab_gallery_features", "F", "f", "F"},
    {"lab_gallery_features_relu", "F^{+}", "f^{+}", "F^{+}"},
    {"lab_gallery_queries", "U", "u", "U"},
    {"lab_gallery_objects_kinds", "y", "y", "y"},
    {"lab_gallery_objects_boxes", "Y_{b}", "y_{b}", "Y_{b}"},
    {"lab_gallery_cost", "K", "κ", "K"},
    {"lab_gallery_start", "D_{0}", "d_{0}", "D_{0}"},
    {"lab_gallery_down", "C", "c", "C"},
    {"lab_gallery_down_norm", "C^{n}", "c^{n}", "C^{n}"},
    {"lab_gallery_down_relu", "C^{+}", "c^{+}", "C^{+}"},
    {"lab_gallery_more", "G", "g", "G"},
    {"lab_gallery_more_norm", "G^{n}", "g^{n}", "G^{n}"},
    {"lab_gallery_more_relu", "G^{+}", "g^{+}", "G^{+}"},
    {"lab_gallery_up_larger", "U^{2}", "u^{2}", "U^{2}"},
    {"lab_gallery_up_joined", "J", "j", "J"},
    {"lab_gallery_up", "U", "u", "U"},
    {"lab_gallery_up_norm", "U^{n}", "u^{n}", "U^{n}"},
    {"lab_gallery_up_relu", "U^{+}", "u^{+}", "U^{+}"},
    {"lab_gallery_skip", "C^{0}", "c^{0}", "C^{0}"},
    {"lab_gallery_kinds", "P", "p", "P"},
    {"lab_gallery_offsets", "Δ", "δ", "Δ"},
    {"lab_gallery_object", "O", "o", "O"},
    {"lab_gallery_around", "C", "c", "C"},
    {"lab_gallery_asked_turn", "θ^{t}", "θ^{t}", "θ^{t}"},
    {"lab_gallery_asked", "θ", "θ", "θ"},
    {"lab_gallery_keys_turn", "φ^{t}", "φ^{t}", "φ^{t}"},
    {"lab_gallery_keys", "φ", "φ", "φ"},
    {"lab_gallery_values_turn", "g^{t}", "g^{t}", "g^{t}"},
    {"lab_gallery_values", "g", "g", "g"},
    {"lab_gallery_affinity_scores", "S", "s", "S"},
    {"lab_gallery_affinity", "A", "\\hat{α}", "A"},
    {"lab_gallery_context", "L", "l", "L"},
    {"lab_gallery_gate", "w", "w", "w"},
    {"lab_gallery_gated", "ΔP", "δp", "ΔP"},
    {"lab_gallery_enriched", "P′", "p′", "P′"},
    {"lab_gallery_unit", "\\hat{P}", "\\hat{p}", "\\hat{P}"},
    {"lab_gallery_classes", "V", "v", "V"},
    {"lab_gallery_classes_unit", "\\hat{V}", "\\hat{v}", "\\hat{V}"},
    {"lab_gallery_cosines", "K", "κ", "K"},
});

const LetterRow* row_of(StageKind kind, Sublayer sublayer) {
  for (const LetterRow& row : kLetterRows) {
    if (row.kind == kind.name() && (row.of == Sublayer::kNone || row.of == sublayer)) return &row;
  }
  return nullptr;
}

std::string_view letter_in(const LetterRow& row, Notation notation) {
  switch (notation) {
    case Notation::kNotes:
      return row.notes;
    case Notation::kShapes:
      return row.shapes;
    case Notation::kPaper:
      break;
  }
  return row.paper;
}

// The row of a stage's kind; in a lab, which has kinds of its own, that of the kind named alike.
const LetterRow* row_of(const Stage& stage, const StageAddress& place) {
  if (!stage.symbol.empty()) return nullptr;
  if (const LetterRow* const row = row_of(stage.kind, place.sublayer)) return row;
  return row_of(StageKind::named(own_step(stage.address)), place.sublayer);
}

// Of the vectors that only the queries, keys or values are made of: E -> E_{q}, W_{e} -> W_{e,q}.
std::string of_input(std::string symbol, const StageAddress& place, StageKind kind) {
  if (kind == StageKind::kQueryInput || kind == StageKind::kKeyInput || kind == StageKind::kValueInput)
    return symbol;
  for (const std::string_view input : {"query.", "key.", "value."}) {
    if (place.head >= 0 || !place.step.starts_with(input)) continue;
    const std::string index(input.substr(0, 1));
    if (!symbol.ends_with('}')) return symbol.append("_{").append(index).append("}");
    symbol.insert(symbol.size() - 1, "," + index);
    return symbol;
  }
  return symbol;
}

std::string with_head(std::string_view letter, const std::string& head) {
  std::string symbol(letter);
  if (const size_t at = symbol.find('#'); at != std::string::npos) symbol.replace(at, 1, head);
  return symbol;
}

// The letter of a stage that is no gradient.
StageLetter plain_letter(const Stage& stage, const Lettering& lettering) {
  const std::string_view inner = in_layers_of_lab(stage.address);
  const StageAddress place = parse_address(inner.empty() ? stage.address : inner);
  const LetterRow* const row = row_of(stage, place);
  if (row == nullptr) return whole_formula(stage.symbol, "", {}, lettering.first);
  const std::string head = place.head < 0 ? "" : std::to_string(place.head + lettering.first);
  StageLetter letter = of_input(with_head(letter_in(*row, lettering.notation), head), place, stage.kind);
  letter.is_vector = lettering.notation == Notation::kNotes && stage.column_axis != Axis::kKeys &&
                     stage.rows_are().counts_tokens();
  if (head.empty()) return letter;
  if (lettering.notation == Notation::kShapes) letter.above = "(" + head + ")";
  if (letter.is_vector) letter.above = head;
  // q^{3,1} says the head, q alone is every token's.
  letter.is_shown_alone = !letter.is_vector;
  return letter;
}

// d before the letter of what a gradient is taken of; of a part, with the letter of what it comes back
// through.
StageLetter gradient_letter(const Trace& trace, const Stage& stage, const Lettering& lettering) {
  StageAddress place = parse_address(stage.address);
  const auto of = trace.find(without_gradient(stage.address));
  const std::string base = of ? symbol_of(trace, trace.stage(*of), lettering) : stage.symbol;
  std::string symbol = "d" + base;
  if (ends_in(stage.address, "computed")) symbol += "′";
  StageLetter letter = symbol;
  if (const auto reader = trace.find(place.through); reader && !place.through.empty())
    letter.above = "(" + symbol_of(trace, trace.stage(*reader), lettering) + ")";
  return letter;
}

std::vector<StageLetter> input_letters(const Trace& trace, const Stage& stage, const Lettering& lettering) {
  std::vector<StageLetter> letters;
  letters.reserve(stage.inputs.size());
  for (const int input : stage.inputs) letters.push_back(letter_of(trace, trace.stage(input), lettering));
  return letters;
}

std::string in_role_colour(const Stage& stage, const std::string& symbol) {
  switch (stage.role) {
    case Role::kQuery:
      return "\\q{" + symbol + "}";
    case Role::kKey:
      return "\\k{" + symbol + "}";
    case Role::kValue:
      return "\\v{" + symbol + "}";
    case Role::kPlain:
      break;
  }
  return symbol;
}

// How one row of a stage follows from rows of what it is made of.
class RowFormula {
 public:
  RowFormula(const Trace& trace, int index, const std::string& row, const Lettering& lettering)
      : trace_(trace),
        stage_(trace.stage(index)),
        operation_(*stage_.operation),
        row_(row),
        lettering_(lettering) {}

  std::string text() const {
    if (stage_.inputs.empty()) return result();
    if (operation_.layout() == Layout::kProduct) return product();
    if (operation_.growth() == Growth::kTerms) return result() + " = Σ_{j} " + of(0) + " " + of(1, "j");
    if (operation_.normalisation() == Normalisation::kRootMeanSquare) return applied("\\mathrm{RMSNorm}");
    if (operation_.normalisation() == Normalisation::kDeviation) return applied("\\mathrm{LayerNorm}");
    if (operation_.growth() == Growth::kShares)
      return applied(std::string("\\mathrm{softmax}") + (stage_.column_axis == Axis::kKeys ? "_{j}" : ""));
    std::vector<StageLetter> rows;
    for (size_t input = 0; input < stage_.inputs.size(); ++input) rows.emplace_back(of(input));
    return whole_formula(operation_.formulas(rows.size()).whole, result(), rows, lettering_.first);
  }

 private:
  std::string result() const { return row_symbol(trace_, stage_, row_, lettering_); }
  const Stage& input(size_t number) const { return trace_.stage(stage_.inputs.at(number)); }
  std::string of(size_t number) const { return row_symbol(trace_, input(number), row_, lettering_); }
  std::string of(size_t number, const char* row) const {
    return row_symbol(trace_, input(number), row, lettering_);
  }
  std::string applied(const std::string& function) const {
    return result() + " = " + function + "(" + of(0) + ")";
  }

  std::string product() const {
    if (!input(1).operation->is_given()) return result() + " = " + of(0) + " · " + of(1, "j");
    const std::string weight = in_role_colour(input(1), symbol_of(trace_, input(1), lettering_));
    const std::string product = result() + " = " + weight + " " + of(0);
    return stage_.inputs.size() > 2 ? product + " + " + of(2) : product;
  }

  const Trace& trace_;
  const Stage& stage_;
  const Operation& operation_;
  const std::string& row_;
  const Lettering& lettering_;
};

}  // namespace

std::string_view name_of(Notation notation) {
  return kNotations.at(static_cast<size_t>(notation)).name;
}

std::optional<Notation> notation_named(std::string_view name) {
  for (const NotationInfo& info : kNotations) {
    if (info.name == name) return info.notation;
  }
  return std::nullopt;
}

StageLetter letter_of(const Trace& trace, const Stage& stage, const Lettering& lettering) {
  if (stage.kind == StageKind::kGradient && stage.symbol.empty())
    return gradient_letter(trace, stage, lettering);
  return plain_letter(stage, lettering);
}

std::string letter_of_kind(StageKind kind, Notation notation) {
  const LetterRow* const row = row_of(kind, Sublayer::kNone);
  if (row == nullptr) return {};
  std::string letter = with_head(letter_in(*row, notation), "h");
  const bool is_of_head = kind.family() == StageFamily::kMap || kind == StageKind::kQuery ||
                          kind == StageKind::kKey || kind == StageKind::kValue ||
                          kind == StageKind::kHeadOutput;
  if (is_of_head && notation == Notation::kShapes) letter.append("^{(h)}");
  return letter;
}

std::string symbol_of(const Trace& trace, const Stage& stage, const Lettering& lettering) {
  return letter_of(trace, stage, lettering).alone();
}

std::string row_symbol(const Trace& trace, const Stage& stage, const std::string& row,
                       const Lettering& lettering) {
  const StageLetter letter = letter_of(trace, stage, lettering);
  if (!stage.rows_are().counts_tokens()) return letter.alone();
  return in_role_colour(stage, letter.at(stage.column_axis == Axis::kKeys ? row + ",j" : row));
}

std::string entry_symbol(const Trace& trace, const Stage& stage, Index row, Index column,
                         const Lettering& lettering) {
  return letter_of(trace, stage, lettering)
      .at(std::to_string(row + lettering.first) + "," + std::to_string(column + lettering.first));
}

std::string row_formula(const Trace& trace, int stage, const std::string& row, const Lettering& lettering) {
  return RowFormula(trace, stage, row, lettering).text();
}

std::string written(const Trace& trace, const Stage& stage, const CellFormula& formula,
                    const Lettering& lettering) {
  return cell_formula(formula, letter_of(trace, stage, lettering), input_letters(trace, stage, lettering),
                      lettering.first);
}

// In the notes, each row's formula is that of the whole stage; in shapes, its own shape ends it.
std::string Trace::formula(int index, const Lettering& lettering) const {
  const Stage& shown = stage(index);
  if (lettering.notation == Notation::kNotes && shown.rows_are().counts_tokens())
    return row_formula(*this, index, "i", lettering);
  std::string formula =
      whole_formula(shown.operation->formulas(shown.inputs.size()).whole, letter_of(*this, shown, lettering),
                    input_letters(*this, shown, lettering), lettering.first);
  if (lettering.notation == Notation::kShapes) formula += membership(*this, shown);
  return formula;
}

}  // namespace engine
