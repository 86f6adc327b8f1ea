// stage_kind.cpp: the table of kinds, and how an address selects one.
#include "engine/core/stage_kind.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace engine {

struct StageKindRow {
  StageKind::Known known = StageKind::kKnown;
  std::string_view name = {};
  StageFamily family = StageFamily::kOther;
  std::string_view step = {};  // empty: same as the name
  bool differs_in_cross = false;
};

namespace {

// A new kind of stage is one row here and its name in the header.
constexpr std::array<StageKindRow, StageKind::kKnown> kKindRows = {{
    {StageKind::kNone, ""},
    {StageKind::kTokens, "tokens", StageFamily::kTokens},
    {StageKind::kEmbedding, "embedding", StageFamily::kVectors},
    {StageKind::kPosition, "position", StageFamily::kVectors},
    {StageKind::kInput, "input", StageFamily::kVectors},
    {StageKind::kQueryInput, "query_input", StageFamily::kVectors, "query.input"},
    {StageKind::kKeyInput, "key_input", StageFamily::kVectors, "key.input"},
    {StageKind::kValueInput, "value_input", StageFamily::kVectors, "value.input"},
    {StageKind::kSegmentIds, "segment_ids", StageFamily::kTokens, "segment.ids"},
    {StageKind::kPositionIds, "position_ids", StageFamily::kTokens, "position.ids"},
    {StageKind::kPatchEmbedding, "patch_embedding", StageFamily::kVectors, "patch.embedding"},
    {StageKind::kClassToken, "class_token", StageFamily::kParameter, "class.token"},
    {StageKind::kQuery, "q", StageFamily::kVectors, "", true},
    {StageKind::kKey, "k", StageFamily::kVectors, "", true},
    {StageKind::kValue, "v", StageFamily::kVectors, "", true},
    {StageKind::kQueryNormed, "q_normed", StageFamily::kVectors, "q.normed"},
    {StageKind::kKeyNormed, "k_normed", StageFamily::kVectors, "k.normed"},
    {StageKind::kQueryRotated, "q_rotated", StageFamily::kVectors, "q.rotated"},
    {StageKind::kKeyRotated, "k_rotated", StageFamily::kVectors, "k.rotated"},
    {StageKind::kKeyExtended, "k_extended", StageFamily::kVectors, "k.extended"},
    {StageKind::kValueExtended, "v_extended", StageFamily::kVectors, "v.extended"},
    {StageKind::kScores, "scores", StageFamily::kMap, "", true},
    {StageKind::kRelativeScores, "relative_scores", StageFamily::kMap, "relative.scores"},
    {StageKind::kRelativeSum, "relative_sum", StageFamily::kMap, "relative.sum"},
    {StageKind::kScaled, "scaled", StageFamily::kMap},
    {StageKind::kRelative, "relative", StageFamily::kMap},
    {StageKind::kAlibi, "alibi", StageFamily::kMap},
    {StageKind::kBiased, "biased", StageFamily::kMap},
    {StageKind::kMask, "mask", StageFamily::kMap, "", true},
    {StageKind::kMasked, "masked", StageFamily::kMap},
    {StageKind::kWeights, "weights", StageFamily::kMap, "", true},
    {StageKind::kExact, "exact", StageFamily::kMap},
    {StageKind::kMapDifference, "map_difference", StageFamily::kMap, "difference"},
    {StageKind::kKernel, "kernel", StageFamily::kMap},
    {StageKind::kDecay, "decay", StageFamily::kMap},
    {StageKind::kDecayed, "decayed", StageFamily::kMap},
    {StageKind::kExponentials, "exponentials", StageFamily::kMap},
    {StageKind::kHeadOutput, "head_output", StageFamily::kVectors, "output", true},
    {StageKind::kConcat, "concat", StageFamily::kVectors},
    {StageKind::kOutput, "output", StageFamily::kVectors},
    {StageKind::kOutputNormed, "output_normed", StageFamily::kVectors, "output.normed"},
    {StageKind::kNudge, "nudge", StageFamily::kVectors},
    {StageKind::kNudged, "nudged", StageFamily::kVectors},
    {StageKind::kResidual, "residual", StageFamily::kVectors},
    {StageKind::kNorm, "norm", StageFamily::kVectors},
    {StageKind::kHidden, "hidden", StageFamily::kVectors},
    {StageKind::kActivation, "activation", StageFamily::kVectors},
    {StageKind::kFeedForwardOutput, "ffn_output", StageFamily::kVectors, "output"},
    {StageKind::kEncoderOutput, "encoder_output", StageFamily::kVectors, "output"},
    {StageKind::kDecoderOutput, "decoder_output", StageFamily::kVectors, "output"},
    {StageKind::kPredictScaled, "predict_scaled", StageFamily::kVectors, "predict.scaled"},
    {StageKind::kPredictLogits, "predict_logits", StageFamily::kVectors, "predict.logits"},
    {StageKind::kLogits, "logits", StageFamily::kVectors},
    {StageKind::kProbabilities, "probabilities", StageFamily::kVectors},
    {StageKind::kCoordinates, "coordinates", StageFamily::kVectors},
    {StageKind::kQueryWeight, "wq", StageFamily::kParameter},
    {StageKind::kKeyWeight, "wk", StageFamily::kParameter},
    {StageKind::kValueWeight, "wv", StageFamily::kParameter},
    {StageKind::kOutputWeight, "wo", StageFamily::kParameter},
    {StageKind::kQueryBias, "bq", StageFamily::kParameter},
    {StageKind::kKeyBias, "bk", StageFamily::kParameter},
    {StageKind::kValueBias, "bv", StageFamily::kParameter},
    {StageKind::kOutputBias, "bo", StageFamily::kParameter},
    {StageKind::kHiddenWeight, "w1", StageFamily::kParameter},
    {StageKind::kHiddenBias, "b1", StageFamily::kParameter},
    {StageKind::kFeedForwardWeight, "w2", StageFamily::kParameter},
    {StageKind::kFeedForwardBias, "b2", StageFamily::kParameter},
    {StageKind::kQueryNormWeight, "q_norm_weight", StageFamily::kParameter, "q.normed.weight"},
    {StageKind::kKeyNormWeight, "k_norm_weight", StageFamily::kParameter, "k.normed.weight"},
    {StageKind::kNormWeight, "norm_weight", StageFamily::kParameter, "norm.weight"},
    {StageKind::kNormBias, "norm_bias", StageFamily::kParameter, "norm.bias"},
    {StageKind::kRelativeVectors, "relative_vectors", StageFamily::kParameter, "relative.table"},
    {StageKind::kRelativeTable, "relative_table", StageFamily::kParameter, "relative.table"},
    {StageKind::kEmbeddingTable, "embedding_table", StageFamily::kParameter, "embedding.table"},
    {StageKind::kSegmentTable, "segment_table", StageFamily::kParameter, "segment.table"},
    {StageKind::kPositionVectors, "position_vectors", StageFamily::kParameter, "position.vectors"},
    {StageKind::kKeyAdded, "k_added", StageFamily::kParameter, "k.added"},
    {StageKind::kValueAdded, "v_added", StageFamily::kParameter, "v.added"},
    {StageKind::kPatchWeight, "patch_weight", StageFamily::kParameter, "patch.weight"},
    {StageKind::kPatchBias, "patch_bias", StageFamily::kParameter, "patch.bias"},
    {StageKind::kPredictWeight, "predict_weight", StageFamily::kParameter, "predict.weight"},
    {StageKind::kPredictBias, "predict_bias", StageFamily::kParameter, "predict.bias"},
    {StageKind::kLogitsBias, "logits_bias", StageFamily::kParameter, "logits.bias"},
    {StageKind::kUnembedding, "unembedding", StageFamily::kParameter},
    {StageKind::kGradient, "gradient"},
}};

constexpr bool stand_in_order() {
  for (size_t i = 0; i < kKindRows.size(); ++i) {
    if (kKindRows[i].known != i) return false;
  }
  return true;
}
static_assert(stand_in_order());

// Kinds by name, looked up without a division or a pointer to follow: a run asks for the kind of every stage
// that it adds.
class KindNames {
 public:
  // If two kinds share a name, the later one is found.
  void add(std::string_view name, StageKind::Known kind) { slots_[slot_of(name)] = {name, kind, true}; }
  // Null if no kind has that name.
  const StageKind::Known* find(std::string_view name) const {
    const Slot& slot = slots_[slot_of(name)];
    return slot.is_taken ? &slot.kind : nullptr;
  }

 private:
  struct Slot {
    std::string_view name;
    StageKind::Known kind = StageKind::kNone;
    bool is_taken = false;
  };
  // At least three times the number of kinds, so that a free slot is near.
  static constexpr size_t kSlots = 256;
  static_assert(kSlots > 3 * size_t{StageKind::kKnown});

  // The slot of this name, or the slot where it would go.
  size_t slot_of(std::string_view name) const {
    size_t slot = hash(name) % kSlots;
    while (slots_[slot].is_taken && slots_[slot].name != name) slot = (slot + 1) % kSlots;
    return slot;
  }
  static size_t hash(std::string_view name) {
    if (name.empty()) return 0;
    const auto letter = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(name[at])); };
    return name.size() + 7 * letter(0) + 31 * letter(name.size() / 2) + 131 * letter(name.size() - 1);
  }

  std::array<Slot, kSlots> slots_;
};

const KindNames& known_names() {
  static const KindNames kNames = [] {
    KindNames names;
    for (const StageKindRow& row : kKindRows) names.add(row.name, row.known);
    return names;
  }();
  return kNames;
}

// If several kinds share a step, the last one is found; kind_of() tells them apart.
const KindNames& known_steps() {
  static const KindNames kSteps = [] {
    KindNames steps;
    for (const StageKindRow& row : kKindRows) steps.add(row.step.empty() ? row.name : row.step, row.known);
    return steps;
  }();
  return kSteps;
}

// Rows of kinds that are not in the table, declared elsewhere or created on first use; `declared` gives the
// contents of a declared one.
const StageKindRow* other_row(std::string_view name, const StageKindRow* declared = nullptr) {
  static std::mutex mutex;
  static std::map<std::string, StageKindRow, std::less<>> rows;
  const std::scoped_lock lock(mutex);
  const auto found = rows.find(name);
  if (found != rows.end()) return &found->second;
  const auto made = rows.emplace(name, declared == nullptr ? StageKindRow{} : *declared).first;
  made->second.name = made->first;
  return &made->second;
}

// Kinds that share their step with others.
bool is_ambiguous(StageKind::Known kind) {
  return kKindRows.at(kind).step == "output" || kind == StageKind::kRelativeTable ||
         kind == StageKind::kMapDifference;
}

StageKind output_of(const StageAddress& place) {
  if (place.head >= 0) return StageKind::kHeadOutput;
  if (place.sublayer == Sublayer::kFeedForward) return StageKind::kFeedForwardOutput;
  if (place.layer >= 0) return StageKind::kOutput;
  if (place.stack == Stack::kEncoder) return StageKind::kEncoderOutput;
  return place.stack == Stack::kDecoder ? StageKind::kDecoderOutput : StageKind::kOutput;
}

// "performer.features.query" -> "features", "window.global.shares" -> "global_shares": what an efficient
// attention method adds to a head, the same for queries, keys and values.
StageKind kind_of_method(std::span<const std::string_view> parts) {
  std::string kind(parts[1]);
  for (size_t i = 2; i < parts.size(); ++i) {
    const bool is_side = parts[i] == "query" || parts[i] == "key" || parts[i] == "value";
    if (!is_side || i + 1 < parts.size()) kind.append("_").append(parts[i]);
  }
  return StageKind::named(kind);
}

// What a layer has learned, by the end of its address.
constexpr std::array<std::string_view, 4> kLearnedParts = {"weight", "bias", "mean", "variance"};

// lab.NAME.stack.2.output has the kind lab_NAME_stack_output: indices are dropped. Layers that a lab runs
// have the kinds of any model's. The gallery's systems share their kinds, so a system's name is dropped, too;
// and what a layer or a norm of theirs has learned is of one kind whatever
// its layer.
StageKind kind_in_lab(std::string_view step) {
  if (const std::string_view inner = in_layers_of_lab(step); !inner.empty()) return kind_of(inner);
  std::vector<std::string_view> parts = parts_of(step);
  constexpr size_t kSystem = 2;
  if (parts.size() > kSystem + 1 && parts[1] == "gallery") {
    const bool is_learned = std::ranges::find(kLearnedParts, parts.back()) != kLearnedParts.end();
    const std::ptrdiff_t kept = parts[parts.size() - 2] == "norm" ? 2 : 1;
    parts.erase(parts.begin() + kSystem, is_learned ? parts.end() - kept : parts.begin() + kSystem + 1);
  }
  std::string kind;
  for (const std::string_view part : parts) {
    if (part.find_first_not_of("0123456789") != std::string_view::npos)
      kind.append(kind.empty() ? "" : "_").append(part);
  }
  return StageKind::named(kind);
}

}  // namespace

StageKind::StageKind(Known known) : row_(&kKindRows.at(known)) {}

StageKind StageKind::named(std::string_view name) {
  const Known* const known = known_names().find(name);
  return known != nullptr ? StageKind(*known) : StageKind(other_row(name));
}

StageKind StageKind::declare(std::string_view name, StageFamily family) noexcept {
  assert(known_names().find(name) == nullptr);
  const StageKindRow row{.family = family};
  return StageKind(other_row(name, &row));
}

std::string_view StageKind::name() const {
  return row_->name;
}

std::string_view StageKind::step() const {
  return row_->step.empty() ? row_->name : row_->step;
}

StageFamily StageKind::family() const {
  return row_->family;
}

bool StageKind::differs_in_cross() const {
  return row_->differs_in_cross;
}

StageKind kind_of(const StageAddress& place) {
  if (place.is_gradient) return StageKind::kGradient;
  if (!lab_of(place).empty()) return kind_in_lab(place.step);
  if (place.step == "output") return output_of(place);
  if (const StageKind::Known* const known = known_steps().find(place.step)) {
    // A value for each bucket of distances belongs to a stack, a vector for each distance to a head.
    if (*known == StageKind::kRelativeTable && place.head >= 0) return StageKind::kRelativeVectors;
    if (*known != StageKind::kMapDifference || place.head >= 0) return *known;
  }
  const std::vector<std::string_view> parts = parts_of(place.step);
  if (place.head >= 0 && parts.size() > 1) return kind_of_method(parts);
  if (parts.back() == "weight") return StageKind::kNormWeight;
  if (parts.back() == "bias") return StageKind::kNormBias;
  return parts.back() == "table" ? StageKind::kEmbeddingTable : StageKind::named(parts.back());
}

StageKind kind_of(std::string_view address) {
  if (is_gradient(address)) return StageKind::kGradient;
  // A run adds many stages, and the steps of most say it all: few addresses have to be taken apart.
  const std::string_view step = plain_step(address);
  if (!step.empty() && !is_of_lab(address)) {
    const StageKind::Known* const known = known_steps().find(step);
    if (known != nullptr && !is_ambiguous(*known)) return *known;
  }
  return kind_of(parse_address(address));
}

}  // namespace engine
