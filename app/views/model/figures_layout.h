// figures_layout.h: the two figures of a multi-head attention as geometry: scaled dot-product attention on
// the left, the heads around it on the right. Vaswani et al. 2017, fig. 2.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/views/model/diagram_layout.h"

namespace views {

enum class FigureStep {
  kQuery,
  kKey,
  kValue,
  kScores,
  kScaled,
  kMasked,
  kWeights,
  kHeadOutput,
  kQueryInput,  // the other figure: what the linear layers read
  kKeyInput,
  kValueInput,
  kQueryLinear,
  kKeyLinear,
  kValueLinear,
  kHeads,
  kConcat,
  kOutput,
};

struct FigureBlock {
  FigureStep step = FigureStep::kQuery;
  Box box;
  bool has_sheets = false;  // one for each head, the focused one in front
};

struct FigureArrow {
  std::vector<ImVec2> points;  // axis-parallel; the head is at the last point
  FigureStep from = FigureStep::kQuery;
};

struct Figures {
  std::vector<FigureBlock> blocks;
  std::vector<FigureArrow> arrows;
  Box dot_product;  // each figure with its caption, which is `caption` high
  Box multi_head;
  ImVec2 size;
};

// Sizes in pixels.
struct FigureMetrics {
  float caption = 24;
  float least = 24, largest = 56;  // a block's height
  float gap = 11, gap_largest = 30;
  float between = 40;  // the figures, and the sheets of the right one
  float widest = 480;  // a figure
  float sheet = 4;     // from one sheet to the next
  float apart = 10;    // blocks side by side
};

// Places both from `corner` on: within the width, and within the height if the smallest sizes allow it.
// `heads`: how many sheets are behind each other, at most three of them drawn.
Figures lay_out_figures(ImVec2 corner, ImVec2 room, int heads, const FigureMetrics& metrics);

}  // namespace views
