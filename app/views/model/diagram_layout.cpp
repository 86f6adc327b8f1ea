// diagram_layout.cpp: stacks each column's blocks from the bottom up, and routes the arrows between them.
#include "app/views/model/diagram_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/model/diagram_plan.h"

namespace views {
namespace {

// The chosen sizes: between the smallest and the largest of the metrics.
struct Heights {
  float thin, tall, gap;
};

// Whether something goes past a whole sub-layer and more, beside what goes past each sub-layer.
bool has_two_lanes(const engine::Config& config) {
  return config.norm == engine::NormOrder::kB2T || config.parallel;
}

// From a block's outer edge to the frame's: the lanes of the arrows around it.
float outer_width(const engine::Config& config, const DiagramMetrics& metrics) {
  if (!config.has_layers()) return 0;
  return metrics.lane * (has_two_lanes(config) ? 2.0f : 1.0f) + std::floor(1.6f * metrics.pad);
}

// The horizontal extent of a column's blocks.
struct ColumnSpan {
  float left = 0, width = 0;
  bool outer_left = true;  // residual arrows run on the left
};

std::vector<ColumnSpan> place_columns(size_t count, const engine::Config& config, float left, float room,
                                      const DiagramMetrics& metrics) {
  const float outer = outer_width(config, metrics);
  const float inner = config.has_layers() ? metrics.pad : 0;
  const auto columns = static_cast<float>(count);
  const float between = (columns - 1) * metrics.between;
  const float width =
      std::floor(std::clamp((room - between) / columns - outer - inner, 1.0f, metrics.widest));
  const float each = outer + width + inner;
  left = std::floor(left + (room - columns * each - between) / 2);
  std::vector<ColumnSpan> spans;
  for (size_t i = 0; i < count; ++i) {
    spans.push_back({left + (i == 0 ? outer : inner), width, i == 0});
    left += each + metrics.between;
  }
  return spans;
}

float height_of(const DiagramRow& row, const Heights& heights, const DiagramMetrics& metrics) {
  if (row.kind == BlockKind::kAttention || row.kind == BlockKind::kFeedForward) return heights.tall;
  return row.kind == BlockKind::kAdd ? metrics.sum : heights.thin;
}

// Larger where arrows part or pass each other.
float gap_below(const DiagramRow& row, const Heights& heights, const DiagramMetrics& metrics) {
  return heights.gap + (row.kind == BlockKind::kAttention || row.is_fed_past ? metrics.fork : 0);
}

// Half the height of the positions' box: it may be higher than the sum next to it.
float half_of_positions(const Heights& heights, const DiagramMetrics& metrics) {
  return std::min(heights.thin / 2, metrics.sum / 2 + heights.gap / 2);
}

// What a stack's frame stands higher for, to keep clear of the positions below it.
float lift_of(const Heights& heights, const DiagramMetrics& metrics) {
  const float above_sum = half_of_positions(heights, metrics) - metrics.sum / 2;
  const float clear = std::floor(std::max(0.0f, above_sum) + 0.8f * metrics.pad);
  return std::max(0.0f, clear - std::floor(heights.gap / 3));
}

float height_of(const ColumnPlan& plan, const Heights& heights, const DiagramMetrics& metrics) {
  float height = metrics.line;
  for (const auto* rows : {&plan.input, &plan.inside, &plan.above}) {
    for (const DiagramRow& row : *rows) {
      height += gap_below(row, heights, metrics) + height_of(row, heights, metrics);
    }
  }
  if (!plan.inside.empty()) height += metrics.pad + heights.gap + metrics.header + lift_of(heights, metrics);
  if (plan.lines > 0) height += heights.gap + static_cast<float>(plan.lines) * metrics.line;
  return height;
}

float height_of(const std::vector<ColumnPlan>& plans, const Heights& heights, const DiagramMetrics& metrics) {
  float height = 0;
  for (const ColumnPlan& plan : plans) height = std::max(height, height_of(plan, heights, metrics));
  return height;
}

// Heights that fill the space, as far as the metrics allow.
Heights choose_heights(const std::vector<ColumnPlan>& plans, float room, const DiagramMetrics& metrics) {
  const Heights least{metrics.thin, metrics.tall, metrics.gap};
  const Heights most{metrics.thin_largest, metrics.tall_largest, metrics.gap_largest};
  const float small = height_of(plans, least, metrics);
  const float large = height_of(plans, most, metrics);
  const float part = std::clamp((room - small) / std::max(large - small, 1.0f), 0.0f, 1.0f);
  const auto between = [part](float low, float high) { return std::floor(low + part * (high - low)); };
  return {between(least.thin, most.thin), between(least.tall, most.tall), between(least.gap, most.gap)};
}

// Draws one column, from the bottom up.
class ColumnBuilder {
 public:
  ColumnBuilder(Diagram& diagram, const engine::Config& config, const ColumnPlan& plan,
                const ColumnSpan& span, const Heights& heights, const DiagramMetrics& metrics)
      : diagram_(diagram),
        config_(config),
        plan_(plan),
        span_(span),
        heights_(heights),
        metrics_(metrics),
        centre_(std::floor(span.left + span.width / 2)) {}

  void build(float bottom) {
    DiagramColumn column{plan_.stream, {{span_.left, bottom - metrics_.line}, {right(), bottom}}, {}};
    y_ = bottom - metrics_.line;
    for (const DiagramRow& row : plan_.input) add_row(row);
    add_positions();
    if (!plan_.inside.empty()) add_stack();
    for (const DiagramRow& row : plan_.above) add_row(row);
    if (plan_.lines > 0) {
      const float low = y_ - heights_.gap;
      flow({centre_, y_}, {centre_, low});
      // Next to another column there is space on both sides.
      const float more = span_.outer_left ? 0 : metrics_.lane + metrics_.pad;
      column.next = {{span_.left - more, low - static_cast<float>(plan_.lines) * metrics_.line},
                     {right() + more, low}};
    }
    diagram_.columns.push_back(std::move(column));
  }

 private:
  float right() const { return span_.left + span_.width; }
  float outer_edge() const { return span_.outer_left ? span_.left : right(); }
  // `away` pixels beyond the outer edge.
  float outside(float away) const { return outer_edge() + (span_.outer_left ? -away : away); }

  DiagramArrow& flow(ImVec2 from, ImVec2 to) {
    diagram_.arrows.push_back({ArrowKind::kFlow, {from, to}, "", false, false});
    return diagram_.arrows.back();
  }

  // A block above the last one, with the arrow between them.
  DiagramBlock& add_row(const DiagramRow& row) {
    const float below = y_;
    const float low = below - gap_below(row, heights_, metrics_) - std::exchange(more_, 0.0f);
    const float height = height_of(row, heights_, metrics_);
    Box box{{span_.left, low - height}, {right(), low}};
    if (row.kind == BlockKind::kAdd) {
      box.low.x = centre_ - metrics_.sum / 2;
      box.high.x = centre_ + metrics_.sum / 2;
    }
    DiagramArrow& arrow = flow({centre_, below}, {centre_, low});
    arrow.switch_address = std::exchange(output_, "");
    arrow.forks = row.forks();
    arrow.asks = row.kind == BlockKind::kAttention && !row.forks();
    arrow.to = static_cast<int>(diagram_.blocks.size());
    DiagramBlock block{row.kind,         row.address,          box, row.sum, {}, row.switch_address,
                       span_.outer_left, {span_.left, right()}};
    if (row.kind == BlockKind::kAddNorm) block.sum_box = sum_in(box);
    y_ = box.low.y;
    diagram_.blocks.push_back(std::move(block));
    return diagram_.blocks.back();
  }

  // ⊕ inside a block, at the edge where what goes around the sub-layer comes in.
  Box sum_in(const Box& block) const {
    const float half = std::floor(std::min(metrics_.sum / 2, 0.42f * block.size().y));
    const ImVec2 centre(outside(-half - std::floor(0.6f * metrics_.pad)), std::floor(block.centre().y));
    return {{centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}};
  }

  // Positions are next to the sum that they enter.
  void add_positions() {
    if (plan_.input.back().kind != BlockKind::kAdd) return;
    const Box sum = diagram_.blocks.back().box;
    const float half = half_of_positions(heights_, metrics_);
    const float y = sum.centre().y;
    const float reach = metrics_.sum / 2 + heights_.gap + metrics_.pad / 2;
    const float near = std::floor(span_.outer_left ? centre_ - reach : centre_ + reach);
    const Box box{{std::min(near, outer_edge()), std::floor(y - half)},
                  {std::max(near, outer_edge()), std::floor(y + half)}};
    diagram_.blocks.push_back(
        {BlockKind::kPositions, plan_.stream + "position", box, "", {}, "", span_.outer_left});
    // The sum stands before them.
    flow({near, y}, {span_.outer_left ? sum.low.x : sum.high.x, y}).to =
        static_cast<int>(diagram_.blocks.size()) - 2;
  }

  void add_stack() {
    const float bottom = y_ - std::floor(heights_.gap / 3) - lift_of(heights_, metrics_);
    more_ = metrics_.pad + lift_of(heights_, metrics_);
    const ImVec2 input(centre_, std::floor(bottom - metrics_.pad / 2));
    ImVec2 read;               // where a sub-layer's input splits: through it, and around it
    std::vector<ImVec2> stem;  // how what goes around it gets there, if it does not go through it, too
    for (size_t i = 0; i < plan_.inside.size(); ++i) {
      const DiagramRow& row = plan_.inside[i];
      const float below = y_;
      const bool starts =
          i == 0 || !plan_.inside[i - 1].sum.empty() || plan_.inside[i - 1].kind == BlockKind::kAdd;
      const DiagramBlock& block = add_row(row);
      if (starts)
        read = {centre_,
                std::floor(block.box.high.y + gap_below(row, heights_, metrics_) - heights_.gap / 3)};
      if (row.is_fed_past) {
        diagram_.arrows.back().points = past_attention(input, block.box);
        stem = {{centre_, below}};
      }
      if (row.kind == BlockKind::kAttention || row.kind == BlockKind::kFeedForward)
        output_ = row.switch_address;
      if (row.kind == BlockKind::kAddNorm || row.kind == BlockKind::kAdd)
        add_residual(block, read, stem, i + 1 == plan_.inside.size() ? &input : nullptr);
    }
    const float top = y_ - heights_.gap - metrics_.header;
    const float outer = outside(outer_width(config_, metrics_));
    const float inner = span_.outer_left ? right() + metrics_.pad : span_.left - metrics_.pad;
    const Box frame{{std::min(outer, inner), top}, {std::max(outer, inner), bottom}};
    const Box header{{frame.low.x + metrics_.pad, top + metrics_.pad / 2},
                     {frame.high.x - metrics_.pad, top + metrics_.pad / 2 + metrics_.header}};
    diagram_.stacks.push_back({plan_.stack, plan_.layer, plan_.layers, frame, header, centre_});
    more_ = heights_.gap + metrics_.header;
  }

  // From the layer's input around attention to what a parallel feed-forward reads.
  std::vector<ImVec2> past_attention(ImVec2 input, const Box& norm) const {
    const float side = outside(2 * metrics_.lane);
    const float y = std::floor(norm.high.y + heights_.gap / 3);
    return {input, {side, input.y}, {side, y}, {centre_, y}, {centre_, norm.high.y}};
  }

  // The arrow from `read`, which `stem` leads to, around the sub-layer into its sum, and in B2T the one from
  // the layer's `input`.
  void add_residual(const DiagramBlock& block, ImVec2 read, const std::vector<ImVec2>& stem,
                    const ImVec2* input) {
    const bool again = input != nullptr && config_.norm == engine::NormOrder::kB2T;
    const bool is_sum = block.kind == BlockKind::kAdd;
    const std::string& sum = is_sum ? block.address : block.sum;
    const Box& into = is_sum ? block.box : block.sum_box;
    const float x = !is_sum ? outer_edge() : span_.outer_left ? into.low.x : into.high.x;
    const float y = into.centre().y;
    const float apart = again ? std::floor(metrics_.sum / 5) : 0;
    const auto past = [&](ArrowKind kind, ImVec2 from, float lane, float at, const std::string& address) {
      const float side = outside(lane);
      const int to = static_cast<int>(diagram_.blocks.size()) - 1;
      diagram_.arrows.push_back(
          {kind, {from, {side, from.y}, {side, at}, {x, at}}, address, false, false, to});
    };
    past(ArrowKind::kResidual, read, metrics_.lane, y + apart, sum);
    std::vector<ImVec2>& around = diagram_.arrows.back().points;
    around.insert(around.begin(), stem.begin(), stem.end());
    if (again) past(ArrowKind::kAgain, *input, 2 * metrics_.lane, y - apart, sum + ".input");
  }

  Diagram& diagram_;
  const engine::Config& config_;
  const ColumnPlan& plan_;
  const ColumnSpan& span_;
  const Heights& heights_;
  const DiagramMetrics& metrics_;
  float centre_;
  float y_ = 0;         // the top of what is placed so far
  float more_ = 0;      // extra gap below the next one
  std::string output_;  // the switch of the arrow that leaves it, if any
};

template <class Wanted>
const DiagramBlock* find_block(const Diagram& diagram, Wanted is_wanted) {
  const auto found = std::find_if(
      diagram.blocks.begin(), diagram.blocks.end(),
      [&](const DiagramBlock& block) { return is_wanted(engine::parse_address(block.address)); });
  return found == diagram.blocks.end() ? nullptr : &*found;
}

// Keys and values, from the encoder's output to the cross-attention.
void add_memory(Diagram& diagram, const DiagramMetrics& metrics) {
  const DiagramBlock* const from = find_block(diagram, [](const engine::StageAddress& place) {
    return place.stack == engine::Stack::kEncoder && place.layer < 0 && place.step == "output";
  });
  const DiagramBlock* const to = find_block(diagram, [](const engine::StageAddress& place) {
    return place.sublayer == engine::Sublayer::kCross && place.head >= 0;
  });
  if (from == nullptr || to == nullptr) return;
  const float apart = std::ceil(metrics.gap / 3);
  const ImVec2 start(from->box.high.x, from->box.centre().y);
  const ImVec2 end(to->box.low.x, to->box.centre().y);
  // Closer to the encoder: the text is on the other side.
  const float middle = std::floor(start.x + (end.x - start.x) * 0.38f);
  for (const auto& [kind, by] : {std::pair{ArrowKind::kKeys, -apart}, std::pair{ArrowKind::kValues, apart}}) {
    diagram.arrows.push_back({kind,
                              {{start.x, start.y + by},
                               {middle - by, start.y + by},
                               {middle - by, end.y + by},
                               {end.x, end.y + by}},
                              "",
                              false,
                              false,
                              static_cast<int>(to - diagram.blocks.data())});
  }
}

}  // namespace

Box DiagramArrow::lane(float width) const {
  // The last but one of its straight parts.
  const ImVec2 start = points.at(points.size() - 3);
  const ImVec2 end = points.at(points.size() - 2);
  return {{start.x - width / 2, end.y}, {start.x + width / 2, start.y}};
}

float comfortable_height(const engine::Config& config, DrawnLayers drawn, const DiagramMetrics& metrics) {
  constexpr float kShare = 0.3f;  // of the way from the smallest blocks to the largest
  const std::vector<ColumnPlan> plans = plan_columns(config, drawn);
  return std::lerp(
      height_of(plans, {metrics.thin, metrics.tall, metrics.gap}, metrics),
      height_of(plans, {metrics.thin_largest, metrics.tall_largest, metrics.gap_largest}, metrics), kShare);
}

Diagram lay_out_diagram(const engine::Config& config, DrawnLayers drawn, ImVec2 corner, ImVec2 room,
                        const DiagramMetrics& metrics) {
  const std::vector<ColumnPlan> plans = plan_columns(config, drawn);
  const std::vector<ColumnSpan> spans = place_columns(plans.size(), config, corner.x, room.x, metrics);
  const Heights heights = choose_heights(plans, room.y, metrics);
  const float height = height_of(plans, heights, metrics);
  const float above = std::floor(std::max(0.0f, (room.y - height) / 2));
  Diagram diagram;
  for (size_t i = 0; i < plans.size(); ++i)
    ColumnBuilder(diagram, config, plans[i], spans[i], heights, metrics).build(corner.y + above + height);
  add_memory(diagram, metrics);
  diagram.size = {room.x, std::max(height, room.y)};
  return diagram;
}

}  // namespace views
