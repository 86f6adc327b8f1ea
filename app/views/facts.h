// facts.h: what is derived from a trace once and read by many views: labels, colour scales, habits of heads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/export/colour_map.h"
#include "app/ui/style.h"
#include "engine/attention/head_measures.h"
#include "engine/trace.h"

namespace views {

class Facts {
 public:
  // Facts of no trace are empty.
  Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style);

  // The tokens as they are shown: the₀ cat the₂.
  const std::vector<std::string>& labels() const { return labels_; }
  // Distinct tokens in order of appearance, as they are shown.
  const std::vector<std::string>& vocabulary() const { return vocabulary_; }

  // What stands beside row or column `index` of this axis.
  std::string label(engine::Axis axis, engine::Index index) const;

  // Widths in pixels of the labels of an axis of tokens, and the largest of them, in this style; measured
  // once a size.
  struct Widths {
    std::vector<float> each;
    float largest = 0;
  };
  const Widths& widths(engine::Axis axis, const ui::TextStyle& style) const;

  // One scale for a stage and its like in every other head.
  const exporter::ColourScale& scale(int stage) const;

  const engine::HeadHabit& habit(int head) const;
  // Whether no token sees any key in this head.
  bool sees_nothing(int head) const;

 private:
  std::optional<int> weights_of(int head) const;

  std::shared_ptr<const engine::Trace> trace_;
  exporter::ColourMap sequential_;
  bool dark_;
  bool fixed_;
  std::vector<std::string> labels_;
  std::vector<std::string> vocabulary_;
  mutable std::map<std::tuple<bool, const ImFont*, float>, Widths> widths_;
  mutable std::map<std::string, exporter::ColourScale> scales_;
  mutable std::map<int, engine::HeadHabit> habits_;
};

}  // namespace views
