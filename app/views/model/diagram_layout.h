// diagram_layout.h: positions the blocks and arrows of the model's diagram: the paper's figure 1, as
// geometry. Vaswani et al. 2017, fig. 1; orders of the norm: 2002.04745 (Pre-LN), 2206.00330 (B2T).
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/address.h"
#include "engine/model/config.h"

namespace views {

enum class BlockKind {
  kEmbedding,
  kPositions,
  kAdd,  // a sum, drawn as ⊕
  kAttention,
  kFeedForward,
  kNorm,
  kAddNorm,  // a residual's sum and the norm after it
  kStackOutput,
  kLinear,
  kSoftmax,
};

struct Box {
  ImVec2 low, high;

  ImVec2 centre() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
  ImVec2 size() const { return {high.x - low.x, high.y - low.y}; }
};

// Addresses are those of one example: without a batch's prefix.
struct DiagramBlock {
  BlockKind kind = BlockKind::kAdd;
  std::string address;  // the stage that it shows and opens
  Box box;
  std::string sum;             // kAddNorm: the address of its sum, drawn in `sum_box`
  Box sum_box;                 // inside, at the outer edge where the arrow around the sub-layer arrives
  std::string switch_address;  // what its dot switches off; empty if it has no dot
  bool outer_left = true;      // the side on which arrows from outside arrive
  ImVec2 across = {};          // its column's left and right edge

  // Whether the stage at `address` (of one example) is one of this block's steps, or a parameter of it. Every
  // stage of the drawn layers is in exactly one block.
  bool holds(std::string_view address) const;
};

enum class ArrowKind {
  kFlow,      // from a block to the next
  kResidual,  // around a sub-layer, into the sum after it
  kAgain,     // B2T: from the layer's input to its last sum
  kKeys,      // from the encoder's output to a cross-attention
  kValues,
};

struct DiagramArrow {
  ArrowKind kind = ArrowKind::kFlow;
  std::vector<ImVec2> points;  // axis-parallel; the head is at the last point
  std::string switch_address;  // what switches the arrow off: its own switch, or its sub-layer's
  bool forks = false;          // splits into queries, keys and values at its end
  bool asks = false;           // carries the queries of a cross-attention
  int to = -1;                 // the block that it leads to: index into Diagram::blocks; -1: none

  // kResidual, kAgain: the long side, which can be clicked.
  Box lane(float width) const;
};

// The frame around the visible layer.
struct DiagramStack {
  engine::Stack stack = engine::Stack::kNone;
  int layer = 0;
  int layers = 1;
  Box frame;
  Box header;       // its name and the layer tabs
  float arrow = 0;  // where the arrow that leaves the layer crosses the header
};

// One column: input below, output above.
struct DiagramColumn {
  std::string stream;  // of its addresses: "source.", "target." or ""
  Box tokens;
  Box next;  // what comes out; empty where it leads to the other column
};

struct Diagram {
  std::vector<DiagramBlock> blocks;
  std::vector<DiagramArrow> arrows;
  std::vector<DiagramStack> stacks;
  std::vector<DiagramColumn> columns;
  ImVec2 size;  // in all, from the corner
};

// Sizes in pixels. Heights grow from the first to the second if there is space.
struct DiagramMetrics {
  static constexpr float kTab = 20;      // the height of a layer's tab
  static constexpr float kReadRow = 14;  // and of the row below it of what is read there

  float thin = 20, thin_largest = 48;   // a norm, a sum, an embedding
  float tall = 57, tall_largest = 160;  // an attention, a feed-forward
  float gap = 6, gap_largest = 34;      // between blocks
  float fork = 14;                      // extra gap where letters name queries, keys and values
  float sum = 20;                       // the side of ⊕
  float lane = 29;                      // between a block and the arrow next to it
  float pad = 10;                       // inside a stack's frame
  float header = kTab;                  // of a stack's frame
  float line = 18;                      // of text below and above a column
  float between = 58;                   // the two columns, for keys and values
  float widest = 620;                   // a block
};

// The visible layers, one of each stack, and what is below them.
struct DrawnLayers {
  int encoder = 0;
  int decoder = 0;
  bool is_fed = false;         // a single layer: its input is vectors, with no embedding
  bool norms_outputs = false;  // what a sub-layer adds is normalised first (Gemma 2)
};

// From this height on the type grows rather than the blocks.
float comfortable_height(const engine::Config& config, DrawnLayers drawn, const DiagramMetrics& metrics);

// Places the model's blocks from `corner` on: within the available width, and within the height if the
// smallest sizes allow it. Pure geometry: depends only on its arguments.
Diagram lay_out_diagram(const engine::Config& config, DrawnLayers drawn, ImVec2 corner, ImVec2 room,
                        const DiagramMetrics& metrics);

}  // namespace views
