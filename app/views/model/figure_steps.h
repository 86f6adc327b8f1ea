// figure_steps.h: the stages behind the blocks of the paper's two figures, for the attention that is open.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/views/model/diagram.h"
#include "app/views/model/figures_layout.h"

namespace views {

// Whether it is a block of the right figure.
bool is_in_heads(FigureStep step);

class FigureSteps {
 public:
  explicit FigureSteps(const DiagramScene& scene);

  // Of the attention.
  const engine::StageAddress& place() const { return place_; }
  int heads() const { return static_cast<int>(scene_.config.n_heads); }
  // Whether the head goes the way of the left figure; efficient methods may not.
  bool are_usual() const { return usual_; }
  // Whether the block is drawn.
  bool has(FigureStep step) const { return usual_ || is_in_heads(step); }
  // Nullopt where the head has no such stage: nothing is hidden, so there is no mask.
  std::optional<int> stage(FigureStep step) const;
  bool is_here(FigureStep step) const;
  // A mask that hides nothing.
  bool is_off(FigureStep step) const;
  // "MatMul", as in the paper; empty where a letter is the name.
  std::string name(FigureStep step) const;

 private:
  void find_left();
  void find_right();

  const DiagramScene& scene_;
  engine::StageAddress place_;
  std::string head_;      // "encoder.0.self.head.1."
  std::string sublayer_;  // "encoder.0.self."
  std::map<FigureStep, int> stages_;
  bool usual_ = false;
};

}  // namespace views
