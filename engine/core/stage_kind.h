// stage_kind.h: what a stage is, regardless of its head, layer, example or lab. All that is known about a
// kind is its row in stage_kind.cpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/address.h"

namespace engine {

// What a stage's values are.
enum class StageFamily : uint8_t {
  kOther,      // whatever a lab or an efficient attention method adds
  kTokens,     // one value per token
  kVectors,    // one vector per token
  kMap,        // one value per query and key of a head: all maps have the same cells
  kParameter,  // what a model learns
};

struct StageKindRow;

// One word: copied and compared like a number. Kinds without a row in the table have only a name.
class StageKind {
 public:
  enum Known : uint8_t {
    kNone,  // not a stage's kind
    kTokens,
    kEmbedding,
    kPosition,
    kInput,
    kQueryInput,
    kKeyInput,
    kValueInput,
    kSegmentIds,
    kPositionIds,
    kPatchEmbedding,
    kClassToken,
    kQuery,
    kKey,
    kValue,
    kQueryNormed,
    kKeyNormed,
    kQueryRotated,
    kKeyRotated,
    kKeyExtended,
    kValueExtended,
    kScores,
    kRelativeScores,
    kRelativeSum,
    kScaled,
    kRelative,
    kAlibi,
    kBiased,
    kMask,
    kMasked,
    kWeights,
    kExact,
    kMapDifference,
    kKernel,
    kDecay,
    kDecayed,
    kExponentials,
    kHeadOutput,
    kConcat,
    kOutput,
    kOutputNormed,
    kNudge,
    kNudged,
    kResidual,
    kNorm,
    kHidden,
    kActivation,
    kFeedForwardOutput,
    kEncoderOutput,
    kDecoderOutput,
    kPredictScaled,
    kPredictLogits,
    kLogits,
    kProbabilities,
    kCoordinates,
    kQueryWeight,
    kKeyWeight,
    kValueWeight,
    kOutputWeight,
    kQueryBias,
    kKeyBias,
    kValueBias,
    kOutputBias,
    kHiddenWeight,
    kHiddenBias,
    kFeedForwardWeight,
    kFeedForwardBias,
    kQueryNormWeight,
    kKeyNormWeight,
    kNormWeight,
    kNormBias,
    kRelativeVectors,
    kRelativeTable,
    kEmbeddingTable,
    kSegmentTable,
    kPositionVectors,
    kKeyAdded,
    kValueAdded,
    kPatchWeight,
    kPatchBias,
    kPredictWeight,
    kPredictBias,
    kLogitsBias,
    kUnembedding,
    kGradient,
    kKnown  // how many these are
  };

  StageKind() : StageKind(kNone) {}
  StageKind(Known known);
  // The kind with that name, or a kind that has no row. Thread-safe.
  static StageKind named(std::string_view name);
  // A kind added by a room above the core, declared once where it is computed, before any stage uses it.
  // `name` must live as long as the program.
  static StageKind declare(std::string_view name, StageFamily family) noexcept;

  // Unique, for text keys: "scores", "head_output", "lab_positions_table".
  std::string_view name() const;
  // The end of the address of a stage of this kind, after its head or sub-layer: "scores", "relative.sum".
  std::string_view step() const;
  StageFamily family() const;
  bool is_map() const { return family() == StageFamily::kMap; }
  // Whether its description differs in cross-attention.
  bool differs_in_cross() const;

  bool operator==(const StageKind&) const = default;

 private:
  explicit StageKind(const StageKindRow* row) : row_(row) {}

  const StageKindRow* row_;  // never null
};

// The kind of the stage at an address. An unknown address gets a kind named after its last part.
StageKind kind_of(const StageAddress& place);
StageKind kind_of(std::string_view address);

}  // namespace engine
