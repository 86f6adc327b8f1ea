// diagram_plan.cpp: derives the diagram's blocks from the settings, and which stages each of them contains.
#include "app/views/model/diagram_plan.h"

namespace views {
namespace {

std::string layer_address(engine::Stack stack, int layer) {
  return (stack == engine::Stack::kEncoder ? "encoder." : "decoder.") + std::to_string(layer);
}

void add_sublayer(std::vector<DiagramRow>& rows, const engine::Config& config, const std::string& address,
                  BlockKind kind, bool norms_output) {
  const std::string stage = kind == BlockKind::kAttention ? ".head.0.weights" : ".output";
  const DiagramRow work{kind, address + stage, "", address + ".output"};
  const std::string norm = address + ".norm";
  const std::string sum = address + ".residual";
  if (config.norm == engine::NormOrder::kPre) {
    rows.insert(rows.end(), {{BlockKind::kNorm, norm, "", norm}, work});
    if (norms_output) rows.push_back({BlockKind::kNorm, address + ".output.normed", "", ""});
    rows.push_back({BlockKind::kAdd, sum, "", ""});
  } else {
    rows.insert(rows.end(), {work, {BlockKind::kAddNorm, norm, sum, norm}});
  }
}

// A prediction of an untrained model says so on a line of its own.
int lines_above(const engine::Config& config, engine::Stack stack, const ColumnPlan& plan) {
  if (stack == engine::Stack::kEncoder && config.has_target()) return 0;
  const bool predicts = plan.above.back().kind == BlockKind::kSoftmax;
  return predicts && config.model != engine::ModelKind::kCheckpoint ? 2 : 1;
}

ColumnPlan plan_column(const engine::Config& config, engine::Stack stack, int layer,
                       const DrawnLayers& drawn) {
  const bool decodes = stack == engine::Stack::kDecoder;
  ColumnPlan plan{.stack = stack, .layer = layer};
  plan.layers = static_cast<int>(decodes ? config.decoder_layers : config.encoder_layers);
  if (config.has_target()) plan.stream = decodes ? "target." : "source.";
  plan.input = {{BlockKind::kEmbedding, plan.stream + "embedding", "", ""},
                {BlockKind::kAdd, plan.stream + "input", "", ""}};
  if (drawn.is_fed) plan.input = {{BlockKind::kEmbedding, plan.stream + "input", "", ""}};
  const engine::InputWidths widths = config.input_widths();
  if (widths.query != widths.key || widths.query != widths.value)
    plan.input = {{BlockKind::kEmbedding, "query.input", "", ""}};
  if (stack == engine::Stack::kNone) {
    plan.above = {{BlockKind::kAttention, "encoder.0.self.head.0.weights", "", ""}};
    return plan;
  }
  const std::string address = layer_address(stack, layer);
  add_sublayer(plan.inside, config, address + ".self", BlockKind::kAttention, drawn.norms_outputs);
  if (decodes && config.has_target())
    add_sublayer(plan.inside, config, address + ".cross", BlockKind::kAttention, drawn.norms_outputs);
  const size_t before = plan.inside.size();
  if (config.d_ff > 0)
    add_sublayer(plan.inside, config, address + ".ffn", BlockKind::kFeedForward, drawn.norms_outputs);
  if (config.parallel && config.norm == engine::NormOrder::kPre && config.d_ff > 0)
    plan.inside[before].is_fed_past = true;
  plan.above = {{BlockKind::kStackOutput, decodes ? "decoder.output" : "encoder.output", "", ""}};
  if (config.has_prediction() && (decodes || !config.has_decoder())) {
    plan.above.push_back({BlockKind::kLinear, "logits", "", ""});
    plan.above.push_back({BlockKind::kSoftmax, "probabilities", "", ""});
  }
  plan.lines = lines_above(config, stack, plan);
  return plan;
}

}  // namespace

bool DiagramRow::forks() const {
  return kind == BlockKind::kAttention && engine::parse_address(address).sublayer != engine::Sublayer::kCross;
}

std::vector<ColumnPlan> plan_columns(const engine::Config& config, DrawnLayers drawn) {
  if (!config.has_layers()) return {plan_column(config, engine::Stack::kNone, 0, drawn)};
  std::vector<ColumnPlan> plans;
  if (config.has_encoder())
    plans.push_back(plan_column(config, engine::Stack::kEncoder, drawn.encoder, drawn));
  if (config.has_decoder())
    plans.push_back(plan_column(config, engine::Stack::kDecoder, drawn.decoder, drawn));
  return plans;
}

namespace {

// Steps between the last layer and the logits, and the logits' parameters.
bool is_of_prediction(std::string_view step) {
  return step == "unembedding" || step == "logits.bias" || engine::starts_in(step, "predict");
}

constexpr std::string_view kNormedOutput = "output.normed";

// Inputs of the embedding: tokens, or squares of a picture; for a single layer its inputs and their parts.
bool is_of_embedding(std::string_view step) {
  return step == "tokens" || step == "patches" || step == "class.token" || engine::starts_in(step, "patch") ||
         engine::ends_in(step, "input") || engine::starts_in(step, "query") ||
         engine::starts_in(step, "key") || engine::starts_in(step, "value");
}

// The input of the first layer, and the parameters of the norm before it.
bool is_of_input(std::string_view step) {
  return step == "sum" || engine::is_within(step, "segment") || engine::starts_in(step, "input");
}

}  // namespace

bool DiagramBlock::holds(std::string_view wanted) const {
  const engine::StageAddress mine = engine::parse_address(this->address);
  const engine::StageAddress other = engine::parse_address(wanted);
  if (kind == BlockKind::kEmbedding && other.step == "embedding.table") return mine.stream != "target";
  if (kind == BlockKind::kLinear && is_of_prediction(other.step)) return true;
  if (mine.stream != other.stream || mine.stack != other.stack || mine.layer != other.layer ||
      mine.sublayer != other.sublayer)
    return false;
  const bool is_norm = engine::is_within(other.step, "norm");
  const bool is_sum = other.step == "residual";
  switch (kind) {
    case BlockKind::kAttention:
    case BlockKind::kFeedForward:
      return !is_norm && !is_sum && !engine::is_within(other.step, kNormedOutput);
    case BlockKind::kNorm:
      return mine.step == kNormedOutput ? engine::is_within(other.step, kNormedOutput) : is_norm;
    case BlockKind::kAddNorm:
      return is_norm || is_sum;
    case BlockKind::kStackOutput:
      return engine::is_within(other.step, "output");
    case BlockKind::kEmbedding:
      return is_of_embedding(other.step) || other.step == mine.step;
    case BlockKind::kAdd:
      return other.step == mine.step || (mine.step == "input" && is_of_input(other.step));
    case BlockKind::kPositions:
      return engine::is_within(other.step, "position");
    case BlockKind::kLinear:
    case BlockKind::kSoftmax:
      break;
  }
  return other.step == mine.step;
}

}  // namespace views
