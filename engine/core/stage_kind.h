// stage_kind.h: what a stage is, whatever head, layer, example or lab it stands in. All that is said of a
// kind is its row in stage_kind.cpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/address.h"

namespace engine {

// What a stage's numbers are.
enum class StageFamily : uint8_t {
  kOther,      // whatever a lab or a way of computing attention adds
  kTokens,     // one number a token
  kVectors,    // a vector a token
  kMap,        // a number for each query and key of a head: all of these have the same cells
  kParameter,  // what a model learns
};

struct StageKindRow;

// One word: copied and compared as a number is. Kinds that no row of the table names have only a name.
class StageKind {
 public:
  enum Known : uint8_t {
    kNone,  // of no stage
    kTokens,
    kEmbedding,
    kPosition,
    kInput,
    kQueryInput,
    kKeyInput,
    kValueInput,
    kSegmentIds,
    kPatchEmbedding,
    kClassToken,
    kQuery,
    kKey,
    kValue,
    kQueryRotated,
    kKeyRotated,
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
    kNormWeight,
    kNormBias,
    kRelativeVectors,
    kRelativeTable,
    kEmbeddingTable,
    kSegmentTable,
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
  // The row of that name, or a kind that has no row. From any thread.
  static StageKind named(std::string_view name);
  // A kind that a room above the core makes, told where it makes it, once, before any stage is made. `name`
  // and `letter` last as long as the program.
  static StageKind declare(std::string_view name, StageFamily family, std::string_view letter) noexcept;

  // Unique, for text keys: "scores", "head_output", "lab_positions_table".
  std::string_view name() const;
  // What ends the address of a stage of this kind, behind its head or sub-layer: "scores", "relative.sum".
  std::string_view step() const;
  StageFamily family() const;
  bool is_map() const { return family() == StageFamily::kMap; }
  // One token's part of it in vector notation, `#` for the token's position and j for the key's; empty: as
  // its matrix.
  std::string_view letter() const;
  // Whether words about it differ in cross-attention.
  bool differs_in_cross() const;

  bool operator==(const StageKind&) const = default;

 private:
  explicit StageKind(const StageKindRow* row) : row_(row) {}

  const StageKindRow* row_;  // never null
};

// What the stage at an address is. An address that says nothing known is of the kind of its last part.
StageKind kind_of(const StageAddress& place);
StageKind kind_of(std::string_view address);

}  // namespace engine
