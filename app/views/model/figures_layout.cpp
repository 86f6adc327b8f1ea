// figures_layout.cpp: stacks the blocks of both figures from the bottom up, with arrows between them.
#include "app/views/model/figures_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace views {
namespace {

constexpr int kRows = 6;              // of blocks: Q K V, MatMul, Scale, Mask, SoftMax, MatMul
constexpr float kChainShare = 0.66f;  // of the left figure: Q and K; the rest is V

class FigureBuilder {
 public:
  FigureBuilder(Figures& figures, const Box& room, const FigureMetrics& metrics)
      : figures_(figures), room_(room) {
    const float rows = static_cast<float>(kRows);
    const float height = room.size().y - metrics.caption;
    // An arrow leaves the top block.
    const float part =
        std::clamp((height - all(metrics.least, metrics.gap)) /
                       (all(metrics.largest, metrics.gap_largest) - all(metrics.least, metrics.gap)),
                   0.0f, 1.0f);
    block_ = std::floor(metrics.least + part * (metrics.largest - metrics.least));
    gap_ = std::floor(metrics.gap + part * (metrics.gap_largest - metrics.gap));
    bottom_ = room.low.y + metrics.caption + gap_ + rows * (block_ + gap_) - gap_;
  }

  float bottom() const { return bottom_; }

  // Row 0 is the lowest.
  Box row(int number, float left, float right, int rows = 1) const {
    const float low = bottom_ - static_cast<float>(number) * (block_ + gap_);
    const float height = block_ + static_cast<float>(rows - 1) * (block_ + gap_);
    return {{std::floor(left), low - height}, {std::floor(right), low}};
  }

  void add(FigureStep step, const Box& box, bool has_sheets = false) {
    figures_.blocks.push_back({step, box, has_sheets});
  }

  // Straight up to `top`.
  void arrow(FigureStep from, float x, float bottom, float top) {
    x = std::floor(x);
    figures_.arrows.push_back({{{x, bottom}, {x, top}}, from});
  }

  void leave(FigureStep from, const Box& box) { arrow(from, box.centre().x, box.low.y, box.low.y - gap_); }

  const Box& room() const { return room_; }

 private:
  static float all(float block, float gap) { return static_cast<float>(kRows) * (block + gap); }

  Figures& figures_;
  const Box& room_;
  float block_ = 0;
  float gap_ = 0;
  float bottom_ = 0;
};

void build_dot_product(FigureBuilder& builder, const FigureMetrics& metrics) {
  const Box& room = builder.room();
  const float chain = room.low.x + std::floor(room.size().x * kChainShare);
  const float half = (room.low.x + chain) / 2;
  const Box query = builder.row(0, room.low.x, half - metrics.apart / 2);
  const Box key = builder.row(0, half + metrics.apart / 2, chain);
  const Box value = builder.row(0, chain + metrics.apart, room.high.x);
  builder.add(FigureStep::kQuery, query);
  builder.add(FigureStep::kKey, key);
  builder.add(FigureStep::kValue, value);
  Box below = builder.row(1, room.low.x, chain);
  builder.add(FigureStep::kScores, below);
  builder.arrow(FigureStep::kQuery, query.centre().x, query.low.y, below.high.y);
  builder.arrow(FigureStep::kKey, key.centre().x, key.low.y, below.high.y);
  int number = 2;
  FigureStep from = FigureStep::kScores;
  for (const FigureStep step : {FigureStep::kScaled, FigureStep::kMasked, FigureStep::kWeights}) {
    const Box box = builder.row(number++, room.low.x, chain);
    builder.add(step, box);
    builder.arrow(from, box.centre().x, below.low.y, box.high.y);
    below = box;
    from = step;
  }
  const Box output = builder.row(number, room.low.x, room.high.x);
  builder.add(FigureStep::kHeadOutput, output);
  builder.arrow(from, below.centre().x, below.low.y, output.high.y);
  builder.arrow(FigureStep::kValue, value.centre().x, value.low.y, output.high.y);
  builder.leave(FigureStep::kHeadOutput, output);
}

void build_multi_head(FigureBuilder& builder, const FigureMetrics& metrics) {
  struct Part {
    FigureStep input, linear;
  };
  constexpr std::array<Part, 3> kParts = {{{FigureStep::kQueryInput, FigureStep::kQueryLinear},
                                           {FigureStep::kKeyInput, FigureStep::kKeyLinear},
                                           {FigureStep::kValueInput, FigureStep::kValueLinear}}};
  const Box& room = builder.room();
  const Box heads = builder.row(2, room.low.x, room.high.x, 2);
  const float each = (room.size().x + metrics.apart * 2) / static_cast<float>(kParts.size());
  float left = room.low.x;
  for (const Part& part : kParts) {
    const float right = left + each - metrics.apart * 2;
    const Box input = builder.row(0, left, right);
    const Box linear = builder.row(1, left, right);
    builder.add(part.input, input);
    builder.add(part.linear, linear, true);
    builder.arrow(part.input, input.centre().x, input.low.y, linear.high.y);
    builder.arrow(part.linear, linear.centre().x, linear.low.y, heads.high.y);
    left += each;
  }
  builder.add(FigureStep::kHeads, heads, true);
  const Box concat = builder.row(4, room.low.x, room.high.x);
  const Box output = builder.row(5, room.low.x, room.high.x);
  builder.add(FigureStep::kConcat, concat);
  builder.add(FigureStep::kOutput, output);
  builder.arrow(FigureStep::kHeads, heads.centre().x, heads.low.y, concat.high.y);
  builder.arrow(FigureStep::kConcat, concat.centre().x, concat.low.y, output.high.y);
  builder.leave(FigureStep::kOutput, output);
}

}  // namespace

Figures lay_out_figures(ImVec2 corner, ImVec2 room, int heads, const FigureMetrics& metrics) {
  const float sheets = metrics.sheet * static_cast<float>(std::clamp(heads - 1, 0, 2));
  const float width = std::floor(std::min((room.x - metrics.between - sheets) / 2, metrics.widest));
  const float left = std::floor(corner.x + (room.x - 2 * width - metrics.between - sheets) / 2);
  const float right = left + width + metrics.between;
  Figures figures;
  figures.dot_product = {{left, corner.y}, {left + width, corner.y + room.y}};
  figures.multi_head = {{right, corner.y}, {right + width, corner.y + room.y}};
  FigureBuilder dot_product(figures, figures.dot_product, metrics);
  build_dot_product(dot_product, metrics);
  FigureBuilder multi_head(figures, figures.multi_head, metrics);
  build_multi_head(multi_head, metrics);
  figures.size = {room.x, std::max(dot_product.bottom(), multi_head.bottom()) - corner.y};
  return figures;
}

}  // namespace views
