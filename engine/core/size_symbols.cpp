// size_symbols.cpp: the table of sizes: what each kind of stage has along its rows and its columns.
//
// d_model, d_k, d_v, d_ff and h: Vaswani et al. 2017. L and T: the queries' and the keys' tokens.
#include "engine/core/size_symbols.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "engine/core/address.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

constexpr std::string_view kModel = "d_{\\mathrm{model}}";
constexpr std::string_view kWidth = "d_{k}";
constexpr std::string_view kValueWidth = "d_{v}";
constexpr std::string_view kConcatenation = "h·d_{v}";
constexpr std::string_view kHidden = "d_{\\mathrm{ff}}";
constexpr std::string_view kVocabulary = "|V|";
constexpr std::string_view kOutputWidth = "d_{o}";
constexpr std::string_view kQueryWidth = "i_{q}";
constexpr std::string_view kKeyWidth = "i_{k}";
constexpr std::string_view kInputValueWidth = "i_{v}";

// The sizes of one kind. Those of tokens are not here: they are their sequence's. `own_rows` and
// `own_columns`: where attention alone has widths of its own instead of d_model.
struct SizeRow {
  std::string_view kind;  // StageKind::name()
  std::string_view rows;
  std::string_view columns;
  std::string_view own_rows = {};
  std::string_view own_columns = {};
};

constexpr auto kSizeRows = std::to_array<SizeRow>({
    {"embedding", "", kModel, "", kQueryWidth},
    {"position", "", kModel, "", kQueryWidth},
    {"sum", "", kModel, "", kQueryWidth},
    {"input", "", kModel, "", kQueryWidth},
    {"query_input", "", kModel, "", kQueryWidth},
    {"key_input", "", kModel, "", kKeyWidth},
    {"value_input", "", kModel, "", kInputValueWidth},
    {"segment", "", kModel},
    {"patch_embedding", "", kModel},
    {"class_token", "", kModel},
    {"q", "", kWidth},
    {"k", "", kWidth},
    {"v", "", kValueWidth},
    {"q_normed", "", kWidth},
    {"k_normed", "", kWidth},
    {"q_rotated", "", kWidth},
    {"k_rotated", "", kWidth},
    {"k_extended", "", kWidth},
    {"v_extended", "", kValueWidth},
    {"head_output", "", kValueWidth},
    {"concat", "", kConcatenation},
    {"output", "", kModel, "", kOutputWidth},
    {"output_normed", "", kModel},
    {"nudge", "", kModel},
    {"nudged", "", kModel},
    {"residual", "", kModel},
    {"norm", "", kModel},
    {"hidden", "", kHidden},
    {"gate", "", kHidden},
    {"activation", "", kHidden},
    {"gated", "", kHidden},
    {"ffn_output", "", kModel},
    {"encoder_output", "", kModel},
    {"decoder_output", "", kModel},
    {"class", "", kModel},
    {"predict_scaled", "", kModel},
    {"dense", "", kModel},
    {"predict_logits", "", kVocabulary},
    {"logits", "", kVocabulary},
    {"probabilities", "", kVocabulary},
    {"wq", kWidth, kModel, kWidth, kQueryWidth},
    {"wk", kWidth, kModel, kWidth, kKeyWidth},
    {"wv", kValueWidth, kModel, kValueWidth, kInputValueWidth},
    {"wo", kModel, kConcatenation, kOutputWidth, kConcatenation},
    {"bq", "", kWidth},
    {"bk", "", kWidth},
    {"bv", "", kValueWidth},
    {"bo", "", kModel, "", kOutputWidth},
    {"w1", kHidden, kModel},
    {"b1", "", kHidden},
    {"w2", kModel, kHidden},
    {"b2", "", kModel},
    {"wg", kHidden, kModel},
    {"q_norm_weight", "", kWidth},
    {"k_norm_weight", "", kWidth},
    {"norm_weight", "", kModel},
    {"norm_bias", "", kModel},
    {"relative_vectors", "", kWidth},
    {"embedding_table", kVocabulary, kModel, kVocabulary, kQueryWidth},
    {"segment_table", "", kModel},
    {"position_vectors", "", kModel},
    {"k_added", "", kWidth},
    {"v_added", "", kValueWidth},
    {"patch_weight", kModel, ""},
    {"patch_bias", "", kModel},
    {"predict_weight", kModel, kModel},
    {"predict_bias", "", kModel},
    {"logits_bias", "", kVocabulary},
    {"unembedding", kVocabulary, kModel},
});

const SizeRow* size_row_of(StageKind kind) {
  const auto* const row = std::find_if(kSizeRows.begin(), kSizeRows.end(),
                                       [&](const SizeRow& each) { return each.kind == kind.name(); });
  return row == kSizeRows.end() ? nullptr : row;
}

// Whether attention alone reads or writes vectors that are not d_model wide.
bool has_own_widths(const Trace& trace) {
  Index read = 0;
  for (const Stage& stage : trace.stages()) {
    const StageKind kind = stage.kind;
    if (kind == StageKind::kQueryInput || kind == StageKind::kKeyInput || kind == StageKind::kValueInput)
      return true;
    if (kind == StageKind::kResidual) return false;
    if (kind == StageKind::kQueryWeight && read == 0) read = stage.columns;
    if (kind == StageKind::kOutputWeight && read > 0) return stage.rows != read;
  }
  return false;
}

// Whether some other text attends to this one.
bool is_read_by_another(const Trace& trace, int sequence) {
  const auto& stages = trace.stages();
  return trace.sequences().size() > 1 && std::any_of(stages.begin(), stages.end(), [&](const Stage& stage) {
           return stage.column_axis == Axis::kKeys && stage.row_axis == Axis::kQueries &&
                  stage.column_sequence == sequence && stage.row_sequence != sequence;
         });
}

std::string of_tokens(const Trace& trace, const AxisRef& axis, Index size) {
  const auto& tokens = trace.sequence(axis.sequence).tokens;
  if (static_cast<Index>(tokens.size()) != size) return "";
  return is_read_by_another(trace, axis.sequence) ? "T" : "L";
}

// A model that predicts classes has no words to count.
bool counts_words(const Trace& trace, Index size) {
  const auto table = trace.find("embedding.table");
  return table && trace.stage(*table).rows == size;
}

std::string_view own_width_of_stream(std::string_view step) {
  if (step.starts_with("key.")) return kKeyWidth;
  return step.starts_with("value.") ? kInputValueWidth : kQueryWidth;
}

std::string of_axis(const Trace& trace, const AxisRef& axis, Index size, std::string_view symbol) {
  if (axis.counts_tokens()) return of_tokens(trace, axis, size);
  if (axis.kind == Axis::kIds || axis.kind == Axis::kPositions) return "";
  if (symbol == kVocabulary && !counts_words(trace, size)) return "";
  return std::string(symbol);
}

std::string written_size(const std::string& symbol, Index size) {
  return symbol.empty() ? std::to_string(size) : symbol;
}

}  // namespace

SizeSymbols size_symbols(const Trace& trace, const Stage& stage) {
  if (stage.kind == StageKind::kGradient) {
    const auto found = trace.find(without_gradient(stage.address));
    if (!found) return {};
    const Stage& of = trace.stage(*found);
    const bool is_alike =
        of.kind != StageKind::kGradient && of.rows == stage.rows && of.columns == stage.columns;
    return is_alike ? size_symbols(trace, of) : SizeSymbols{};
  }
  std::string_view rows;
  std::string_view columns;
  if (const SizeRow* const row = size_row_of(stage.kind)) {
    const bool own = !row->own_columns.empty() && has_own_widths(trace);
    rows = own ? row->own_rows : row->rows;
    columns = own ? row->own_columns : row->columns;
    if (columns == kQueryWidth && stage.kind != StageKind::kQueryWeight)
      columns = own_width_of_stream(parse_address(stage.address).step);
  }
  return {of_axis(trace, stage.rows_are(), stage.rows, rows),
          of_axis(trace, stage.columns_are(), stage.columns, columns)};
}

std::string membership(const Trace& trace, const Stage& stage, bool transposed) {
  const SizeSymbols symbols = size_symbols(trace, stage);
  std::string rows = written_size(symbols.rows, stage.rows);
  std::string columns = written_size(symbols.columns, stage.columns);
  if (transposed) std::swap(rows, columns);
  return " ∈ ℝ^{" + rows + "×" + columns + "}";
}

std::string row_membership(const Trace& trace, const Stage& stage) {
  return " ∈ ℝ^{" + written_size(size_symbols(trace, stage).columns, stage.columns) + "}";
}

}  // namespace engine
