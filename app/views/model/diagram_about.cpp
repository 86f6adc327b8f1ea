// diagram_about.cpp: the words beside the diagram: its name, what a click does, and what a block is for.
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/target_words.h"
#include "app/views/model/diagram.h"
#include "app/views/model/setting_rows.h"

namespace views {
namespace {

const char* title_key(engine::Architecture architecture) {
  switch (architecture) {
    case engine::Architecture::kEncoder:
      return "diagram.encoder_only";
    case engine::Architecture::kDecoder:
      return "diagram.decoder_only";
    case engine::Architecture::kTransformer:
      return "diagram.transformer";
    case engine::Architecture::kAttention:
      break;
  }
  return "diagram.attention_alone";
}

const char* attention_purpose(const DiagramScene& scene, const engine::StageAddress& place) {
  if (place.sublayer == engine::Sublayer::kCross) return "diagram.for.cross";
  const bool decodes = place.stack == engine::Stack::kDecoder;
  return (decodes ? scene.config.decoder_causal : scene.config.causal) ? "diagram.for.masked"
                                                                       : "diagram.for.attention";
}

const char* purpose_key(const DiagramScene& scene, const DiagramBlock& block) {
  const engine::StageAddress place = engine::parse_address(block.address);
  switch (block.kind) {
    case BlockKind::kEmbedding:
      return place.step == "embedding" ? "diagram.for.embedding" : "diagram.for.given";
    case BlockKind::kPositions:
      return "diagram.for.positions";
    case BlockKind::kAdd:
      return place.step == "input" ? "diagram.for.sum_input" : "diagram.for.residual";
    case BlockKind::kAttention:
      return attention_purpose(scene, place);
    case BlockKind::kFeedForward:
      return "diagram.for.ffn";
    case BlockKind::kNorm:
      return "diagram.for.norm";
    case BlockKind::kAddNorm:
      return "diagram.for.add_norm";
    case BlockKind::kStackOutput:
      return "diagram.for.stack_output";
    case BlockKind::kLinear:
      return "diagram.for.linear";
    case BlockKind::kSoftmax:
      break;
  }
  return "diagram.for.softmax";
}

// The block under the mouse, otherwise the focused one; null if neither is drawn.
const DiagramBlock* told_block(const DiagramScene& scene) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool points = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const DiagramBlock* told = nullptr;
  for (const DiagramBlock& block : scene.diagram->blocks) {
    const Box& box = block.box;
    const bool is_under = points && mouse.x >= box.low.x && mouse.x < box.high.x && mouse.y >= box.low.y &&
                          mouse.y < box.high.y;
    if (is_under) return &block;
    if (told == nullptr && block.holds(scene.here)) told = &block;
  }
  return told;
}

}  // namespace

void draw_diagram_title(const DiagramScene& scene, float width) {
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  const std::string remark = weights_remark(scene.frame);
  const std::string title = tr(title_key(scene.config.architecture));
  ui::paragraph(remark.empty() ? title : tr("model.named", {{"name", title}, {"remark", remark}}), width,
                style.title());
  const auto& request = scene.frame.session.trace_document().gradient;
  const std::string how = request && scene.has_gradients()
                              ? tr("diagram.flow", {{"target", target_words(scene.frame, request->target)}})
                              : tr(scene.config.has_layers() ? "diagram.how" : "diagram.how_alone");
  ui::paragraph(how, width, style.small());
}

void draw_block_purpose(const DiagramScene& scene, const Box& room) {
  const DiagramBlock* const block = told_block(scene);
  if (block == nullptr) return;
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  const std::string name = diagram_name(scene, *block);
  const std::string purpose = tr(purpose_key(scene, *block));
  const std::string here =
      block->holds(scene.here) ? tr("diagram.here", {{"step", look::stage_title(tr, scene.here)}}) : "";
  const float width = room.size().x;
  const float gap = style.px(4);
  const float above = ui::paragraph_height(name, width, style.strong());
  const float middle = ui::paragraph_height(purpose, width, style.text());
  const float below = ui::paragraph_height(here, width, style.small());
  if (above + gap + middle > room.size().y) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_paragraph(list, room.low, width, name, style.strong());
  ui::draw_paragraph(list, {room.low.x, room.low.y + above + gap}, width, purpose, style.text());
  if (!here.empty() && above + gap + middle + gap + below <= room.size().y)
    ui::draw_paragraph(list, {room.low.x, room.low.y + above + middle + 2 * gap}, width, here, style.small());
}

}  // namespace views
