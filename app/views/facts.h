// facts.h: what is derived from a trace once and read by many views: labels, colour scales, habits of heads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/export/colour_map.h"
#include "app/session/alone.h"
#include "app/ui/style.h"
#include "engine/attention/head_measures.h"
#include "engine/trace.h"

namespace views {

class Facts {
 public:
  // Facts of no trace are empty.
  Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style);

  // The tokens of one sequence of the trace as they are shown: the₀ cat the₂.
  const std::vector<std::string>& labels(int sequence) const;
  // The tokens that the model knows, as they are shown.
  const std::vector<std::string>& vocabulary() const { return vocabulary_; }

  // What stands beside row or column `index` of this axis.
  std::string label(const engine::AxisRef& axis, engine::Index index) const;

  // Widths in pixels of the labels of an axis of tokens, and the largest of them, in this style; measured
  // once a size.
  struct Widths {
    std::vector<float> each;
    float largest = 0;
  };
  const Widths& widths(const engine::AxisRef& axis, const ui::TextStyle& style) const;

  // One scale for a stage and its like in every other head.
  const exporter::ColourScale& scale(int stage) const;

  // What a head was measured to do; `stage` is any stage of it.
  const engine::HeadHabit& habit(int stage) const;
  // A stage of a head for an address of none: the weights of the attention of its sub-layer, else of its
  // layer, else the first of the trace. An address of a head is its own.
  std::string attention_near(const std::string& address) const;

  // A sentence of the batch compared with itself alone; `config` is the one that the trace was made with.
  std::optional<app::AloneCheck> alone(const engine::Config& config, int example) const {
    return alone_.of(*trace_, config, example);
  }

  // Whether no token sees any key in the head that `stage` is of.
  bool sees_nothing(int stage) const;
  // The attention weights of the head that `stage` is of; nothing where it is of none.
  std::optional<int> weights_of(int stage) const;

  // How far one projection for all heads and a projection per head differ, measured; `stage` is q, k or v of
  // head 0.
  double slice_difference(int stage) const;

 private:
  std::shared_ptr<const engine::Trace> trace_;
  exporter::ColourMap sequential_;
  bool dark_;
  bool fixed_;
  std::vector<std::vector<std::string>> labels_;  // of each sequence
  std::vector<std::string> vocabulary_;
  mutable std::map<std::tuple<int, const ImFont*, float>, Widths> widths_;  // by sequence; -1: the vocabulary
  mutable std::map<std::string, exporter::ColourScale> scales_;
  mutable std::map<int, engine::HeadHabit> habits_;
  mutable app::AloneChecks alone_;
  mutable std::map<int, double> slice_differences_;
};

}  // namespace views
