// diagram_flow.cpp: how much gradient goes back through each arrow of the diagram.
#include <algorithm>

#include "app/views/model/diagram.h"

namespace views {
namespace {

using engine::StageAddress;
using engine::StageKind;

// A stage, and one of those that it reads.
struct FlowEdge {
  int reader = 0;
  int read = 0;
};

// Whether the arrow carries this: the outputs of sub-layers and what goes past them meet in the same sum,
// keys and values in the same attention.
bool carries(const DiagramArrow& arrow, const StageAddress& reader, StageKind reader_kind,
             const StageAddress& read, bool is_again) {
  const bool is_sum = reader_kind == StageKind::kResidual && reader.sublayer != engine::Sublayer::kNone;
  const bool is_own_output = read.layer == reader.layer && read.sublayer == reader.sublayer &&
                             (read.step == "output" || read.step == "output.normed") && read.head < 0;
  switch (arrow.kind) {
    case ArrowKind::kResidual:
      return is_sum && !is_own_output && !is_again;
    case ArrowKind::kAgain:
      return is_sum && is_again;
    case ArrowKind::kKeys:
      return reader_kind == StageKind::kKey;
    case ArrowKind::kValues:
      return reader_kind == StageKind::kValue;
    case ArrowKind::kFlow:
      break;
  }
  // The encoder's output comes by arrows of its own.
  if (reader.sublayer == engine::Sublayer::kCross && read.stack != reader.stack) return false;
  return !is_sum || is_own_output;
}

class FlowReader {
 public:
  FlowReader(const engine::Trace& trace, const engine::Config& config, int example, const Diagram& diagram,
             const DiagramArrow& arrow)
      : trace_(trace),
        config_(config),
        example_(example),
        arrow_(arrow),
        block_(diagram.blocks[static_cast<size_t>(arrow.to)]) {}

  // The length of the sum of what comes back over all edges.
  double length() const {
    engine::Matrix sum;
    for (const FlowEdge& edge : edges()) {
      const int gradient = gradient_of(edge);
      if (gradient < 0) continue;
      const engine::Shape shape = trace_.stage(gradient).shape();
      const engine::Matrix numbers = trace_.read(gradient, 0, 0, shape.rows, shape.columns);
      if (sum.size() == 0) {
        sum = numbers;
      } else if (sum.rows() == numbers.rows() && sum.cols() == numbers.cols()) {
        sum += numbers;
      }
    }
    return sum.cast<double>().norm();
  }

 private:
  // Which of a stage's inputs the arrow stands for.
  std::vector<FlowEdge> edges() const {
    std::vector<FlowEdge> found;
    for (int reader = 0; reader < trace_.size(); ++reader) {
      const engine::Stage& stage = trace_.stage(reader);
      if (stage.kind == StageKind::kGradient || !is_shown(stage.address)) continue;
      const StageAddress place = own(stage.address);
      if (!block_.holds(engine::address_of(place))) continue;
      for (size_t input = 0; input < stage.inputs.size(); ++input) {
        const int read = stage.inputs[input];
        const engine::Stage& from = trace_.stage(read);
        const StageAddress other = own(from.address);
        if (from.kind.family() == engine::StageFamily::kParameter ||
            from.kind.family() == engine::StageFamily::kTokens || is_inside(place, other))
          continue;
        if (is_other_term(place, other)) continue;
        if (carries(arrow_, place, stage.kind, other, is_again(stage, input)))
          found.push_back({reader, read});
      }
    }
    return found;
  }

  // Of the drawn example.
  bool is_shown(std::string_view address) const {
    return !engine::is_of_lab(address) && engine::parse_address(address).batch == example_;
  }
  static StageAddress own(std::string_view address) {
    StageAddress place = engine::parse_address(address);
    place.batch = -1;
    return place;
  }

  // Whether a stage and what it reads are steps of the same block, but for a sum, which an arrow enters.
  bool is_inside(const StageAddress& reader, const StageAddress& read) const {
    if (reader.step == "residual" || block_.kind == BlockKind::kAdd) return false;
    return block_.holds(engine::address_of(read));
  }

  // Embedding and positions enter the same sum: positions from beside.
  bool is_other_term(const StageAddress& reader, const StageAddress& read) const {
    if (reader.stack != engine::Stack::kNone) return false;
    const bool is_beside = arrow_.points.front().y == arrow_.points.back().y;
    return arrow_.kind == ArrowKind::kFlow && is_beside != (read.step == "position");
  }

  // Whether an input of a sum is the layer's input, which B2T adds last.
  bool is_again(const engine::Stage& sum, size_t input) const {
    if (config_.norm != engine::NormOrder::kB2T || input + 1 < sum.inputs.size()) return false;
    const StageAddress place = own(sum.address);
    if (place.sublayer != engine::Sublayer::kFeedForward || place.step != "residual") return false;
    return sum.inputs.size() == 3 || config_.is_off(engine::address_of(place));
  }

  int gradient_of(const FlowEdge& edge) const {
    const std::string& read = trace_.stage(edge.read).address;
    const auto part = trace_.find(engine::gradient_part(read, trace_.stage(edge.reader).address));
    return part ? *part : trace_.find(engine::gradient_address(read)).value_or(-1);
  }

  const engine::Trace& trace_;
  const engine::Config& config_;
  int example_;
  const DiagramArrow& arrow_;
  const DiagramBlock& block_;
};

}  // namespace

double arrow_flow(const engine::Trace& trace, const engine::Config& config, int example,
                  const Diagram& diagram, const DiagramArrow& arrow) {
  return FlowReader(trace, config, example, diagram, arrow).length();
}

bool DiagramScene::has_gradients() const {
  const auto& stages = frame.trace().stages();
  return frame.session.trace_document().gradient && !stages.empty() &&
         engine::is_gradient(stages.back().address);
}

std::optional<double> DiagramScene::flow(const DiagramArrow& arrow) const {
  if (arrow.to < 0 || !has_gradients()) return std::nullopt;
  const std::string& block = diagram->blocks[static_cast<size_t>(arrow.to)].address;
  std::string name = full(block);
  name.append(" ").append(std::to_string(static_cast<int>(arrow.kind))).append(arrow.switch_address);
  // Positions and embedding enter the same sum.
  if (arrow.kind == ArrowKind::kFlow && arrow.points.front().y == arrow.points.back().y) name += " beside";
  // Gradients that have to be recomputed are waited for elsewhere, so nothing of this frame may be read
  // there.
  DerivedData& derived = frame.facts.derived();
  const double* const found = derived.find<double>(
      {"arrow flow", -1, name}, derived.makes_later() && frame.trace().recomputes(),
      [trace = frame.trace_pointer(), config = config, example = example, diagram = diagram, arrow] {
        return arrow_flow(*trace, config, example, *diagram, arrow);
      });
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace views
