// mask.h: the rules for which query sees which key.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/masks/patterns.h"

namespace engine {

enum class MaskVerdict { kVisible, kFuture, kPadding, kTooFar, kPattern, kPainted };

// The finite value that many programs use for hidden keys.
inline constexpr float kFiniteMask = -1e9f;

// Which keys a query sees: causal hides later ones, padding hides the keys marked in `padding` (empty: none),
// the pattern hides those that it leaves out, the window those that are too far away; painted cells override
// all of them.
struct MaskRule {
  bool causal = false;
  std::vector<bool> padding;
  Index first_query = 0;  // the position of the first query: above 0 if earlier ones came before
  MaskPattern pattern;
  Index window = 0;                       // hides keys that are this far away or farther; 0: none
  std::shared_ptr<const Matrix> painted;  // NaN in cells that are not painted; null: nothing is painted
  float hidden = -kInfinity;              // the value added for a hidden key
  // The first of the keys that the attention adds to those of its input: every query sees them.
  std::optional<Index> first_added;

  bool operator==(const MaskRule& other) const {
    return causal == other.causal && padding == other.padding && first_query == other.first_query &&
           pattern == other.pattern && window == other.window && hidden == other.hidden &&
           first_added == other.first_added && same_painted(other);
  }

  bool has_padding() const { return std::find(padding.begin(), padding.end(), true) != padding.end(); }
  // Whether positions alone hide keys, besides later ones.
  bool has_pattern() const { return pattern.kind != PatternKind::kNone || window > 0; }

  // Nothing is hidden and nothing is added.
  bool none() const { return !causal && !has_padding() && !has_pattern() && !painted; }

  MaskVerdict verdict(Index query, Index key) const {
    const Index place = first_query + query;
    if (is_painted(place, key)) return MaskVerdict::kPainted;
    if (is_added(key)) return MaskVerdict::kVisible;
    if (static_cast<size_t>(key) < padding.size() && padding[static_cast<size_t>(key)])
      return MaskVerdict::kPadding;
    if (causal && key > place) return MaskVerdict::kFuture;
    if (window > 0 && std::abs(place - key) >= window) return MaskVerdict::kTooFar;
    return sees(pattern, place, key) ? MaskVerdict::kVisible : MaskVerdict::kPattern;
  }

  bool is_added(Index key) const { return first_added && key >= *first_added; }

  // The value added to the score of this pair.
  float value(Index query, Index key) const {
    const MaskVerdict decided = verdict(query, key);
    if (decided == MaskVerdict::kVisible) return 0;
    if (decided != MaskVerdict::kPainted) return hidden;
    return std::max((*painted)(first_query + query, key), hidden);
  }

 private:
  bool is_painted(Index place, Index key) const {
    return painted && place < painted->rows() && key < painted->cols() && !std::isnan((*painted)(place, key));
  }
  bool same_painted(const MaskRule& other) const {
    if (painted == other.painted) return true;
    if (!painted || !other.painted) return false;
    const Matrix& mine = *painted;
    const Matrix& theirs = *other.painted;
    // Cells that are not painted are NaN, which equals nothing.
    return mine.rows() == theirs.rows() && mine.cols() == theirs.cols() &&
           std::equal(mine.data(), mine.data() + mine.size(), theirs.data(),
                      [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  }
};

}  // namespace engine
