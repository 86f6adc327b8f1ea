// diagram_about.cpp: the words beside the diagram: its name, what a click does, and what a block is for.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/explained_tokens.h"
#include "app/views/core/target_words.h"
#include "app/views/model/diagram.h"
#include "app/views/model/diagram_key.h"
#include "app/views/model/setting_rows.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/number_below.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/small_map.h"
#include "app/views/stage/stage_parts.h"

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

void draw_diagram_title(const DiagramScene& scene, float width, bool is_low) {
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  const std::string remark = weights_remark(scene.frame);
  const std::string title = tr(title_key(scene.config.architecture));
  ui::TextStyle type = style.title();
  if (is_low) type.size = style.px(18);
  ui::paragraph(remark.empty() ? title : tr("model.named", {{"name", title}, {"remark", remark}}), width,
                type);
  const auto& request = scene.frame.session.trace_document().gradient;
  const std::string how = request && scene.has_gradients()
                              ? tr("diagram.flow", {{"target", target_words(scene.frame, request->target)}})
                              : tr(scene.config.has_layers() ? "diagram.how" : "diagram.how_alone");
  is_low ? ui::tip(style, how) : ui::paragraph(how, width, style.quiet());
}

namespace {

// What a block's picture shows, large enough to be read: the stage that one is at, otherwise the block's own.
class ToldPicture {
 public:
  ToldPicture(const DiagramScene& scene, const DiagramBlock& block)
      : scene_(scene), style_(scene.frame.style), is_here_(block.holds(scene.here)) {
    const std::string own = engine::in_head(block.address, scene.frame.session.focused_head());
    if (!adds_nothing(scene, block)) stage_ = scene.find(is_here_ ? scene.here : own);
  }

  bool is_in(ImVec2 room) const {
    return stage_ && room.y >= style_.px(kLeast.y) && room.x >= style_.px(kLeast.x);
  }
  // Each of its rows has a name, if they are not many.
  bool is_large_in(ImVec2 room) const {
    if (!stage_ || room.x < style_.px(kLeast.x)) return false;
    const auto rows = static_cast<float>(std::min(scene_.frame.trace().stage(*stage_).rows, kMostNamed));
    return room.y >= style_.px(kAroundRows + std::max(kNamedRow * rows, kLeastRows));
  }

  // Its last line ends at `right`. Returns where it ends.
  float draw(const Box& room, float right) const {
    const Frame& frame = scene_.frame;
    const engine::Stage& stage = frame.trace().stage(*stage_);
    const std::string title = look::stage_title(frame.tr, stage);
    const std::string caption = is_here_ ? frame.tr("diagram.here", {{"step", title}}) : title;
    ui::draw_text(*ImGui::GetWindowDrawList(), room.low,
                  ui::ellipsise(caption, room.size().x, style_.small()), style_.small());
    const float line = style_.px(kLine);
    const ui::MatrixFrame matrix =
        draw_small_map(frame, {.stage = *stage_, .caption = "", .scale = scale_alone(frame, *stage_)},
                       room.low, {room.size().x, room.size().y - line - style_.px(kAboveLine)});
    const float below = matrix.corner.y + matrix.size.y + style_.px(kAboveLine);
    draw_line({room.low.x, below}, matrix.corner.x, right);
    return below + line;
  }
  float line() const { return style_.px(kLine); }

 private:
  static constexpr ImVec2 kLeast{200, 170};  // pixels at 100 %
  static constexpr float kAroundRows = 100;
  static constexpr float kNamedRow = 16;
  static constexpr float kLeastRows = 56;  // of all together
  static constexpr engine::Index kMostNamed = 16;
  static constexpr float kLine = 20;
  static constexpr float kAboveLine = 4;

  // The explained cell, in this picture: of weights also where another head's is explained.
  std::optional<engine::Cell> told_cell() const {
    const Frame& frame = scene_.frame;
    if (frame.explained_cell().stage == *stage_) return frame.explained_cell();
    const engine::Stage& stage = frame.trace().stage(*stage_);
    const ExplainedTokens tokens = explained_tokens(frame);
    const bool is_pair = stage.column_axis == engine::Axis::kKeys && tokens.query && tokens.key &&
                         tokens.query->sequence == stage.rows_are().sequence &&
                         tokens.key->sequence == stage.columns_are().sequence;
    if (!is_pair) return std::nullopt;
    return engine::Cell{*stage_, tokens.query->position, tokens.key->position};
  }

  // "it → tired: 76 %"; nothing without a cell.
  CellWords told_number() const {
    const Frame& frame = scene_.frame;
    const auto cell = told_cell();
    if (!cell) return {};
    const double value = frame.trace().at(*stage_, cell->row, cell->column);
    const bool is_share = frame.trace().stage(*stage_).kind == engine::StageKind::kWeights;
    return cell_words(frame, *cell, is_share ? ": " + percent(value) : " = " + ui::fixed_number(value, 2));
  }

  // Below the map: the number of the explained cell, and what the colours mean. `matrix`: the map's left
  // edge.
  void draw_line(ImVec2 at, float matrix, float right) const {
    const Frame& frame = scene_.frame;
    const CellWords words = told_number();
    const float width = cell_words_width(words);
    const bool has_words = !words.empty() && at.x + width <= right;
    const float line = style_.px(kLine);
    const float text = ui::text_size("0", style_.strong()).y;
    if (has_words) draw_cell_words({at.x, std::floor(at.y + (line - text) / 2)}, words);
    const look::ColourScale& scale = scale_alone(frame, *stage_);
    if (scale.is_open()) return;
    const float left = std::max(has_words ? at.x + width + style_.px(16) : 0, matrix);
    const float ends = lying_bar_width(frame, scale, 0);
    const float length = std::min(style_.px(90), right - left - ends);
    if (length >= style_.px(30)) draw_lying_bar(frame, scale, {left, at.y}, line, length);
  }

  const DiagramScene& scene_;
  const ui::Style& style_;
  bool is_here_;
  std::optional<int> stage_;
};

// Which step of the block is looked at, and the key. Where only one of both has room it is the key: the block
// is outlined, too.
void draw_place_and_key(const DiagramScene& scene, const DiagramBlock& block, const DiagramKey& key,
                        const Box& room) {
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  const float width = room.size().x;
  const std::string here =
      block.holds(scene.here) ? tr("diagram.here", {{"step", look::stage_title(tr, scene.here)}}) : "";
  const float line = ui::paragraph_height(here, width, style.small());
  const float below = line + style.px(4);
  const auto has_key = [&](float above) { return above + key.brief_height(width) <= room.size().y + 1; };
  if (here.empty() || line > room.size().y || (has_key(0) && !has_key(below))) return key.draw(room);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), room.low, width, here, style.small());
  key.draw({{room.low.x, room.low.y + below}, room.high});
}

}  // namespace

void draw_block_purpose(const DiagramScene& scene, const Box& room) {
  constexpr float kAboveKey = 10;  // pixels at 100 %
  const DiagramKey key(scene);
  const DiagramBlock* const block = told_block(scene);
  if (block == nullptr) return key.draw(room);
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  const std::string name = diagram_name(scene, *block);
  const auto stage = scene.find(block->address);
  const std::string purpose =
      tr(stage && adds_nothing(scene, *block) ? why_key(scene.frame.trace().stage(*stage), scene.config)
                                              : purpose_key(scene, *block));
  const float width = room.size().x;
  const float gap = style.px(4);
  const float above = ui::paragraph_height(name, width, style.strong());
  const float middle = ui::paragraph_height(purpose, width, style.text());
  if (above + gap + middle > room.size().y) return key.draw(room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_paragraph(list, room.low, width, name, style.strong());
  ui::draw_paragraph(list, {room.low.x, room.low.y + above + gap}, width, purpose, style.text());
  float end = room.low.y + above + gap + middle;
  // The picture comes before the key, which takes a few lines, or where these would leave it small is a
  // button at the end of its last line.
  const ToldPicture picture(scene, *block);
  const float apart = style.px(10);
  const float top = end + apart;
  const float above_key = room.high.y - key.brief_height(width) - style.px(kAboveKey);
  if (picture.is_large_in({width, above_key - top})) {
    end = picture.draw({{room.low.x, top}, {room.high.x, above_key}}, room.high.x);
    return key.draw_brief({{room.low.x, end + style.px(kAboveKey)}, room.high});
  }
  const ImVec2 folded = key.folded_size();
  const float bottom = room.high.y - std::max(0.0f, std::ceil((folded.y - picture.line()) / 2));
  if (picture.is_in({width, bottom - top})) {
    const float left = std::floor(room.high.x - folded.x);
    end = picture.draw({{room.low.x, top}, {room.high.x, bottom}}, left - apart);
    return key.draw_folded({left, std::floor(end - picture.line() / 2 - folded.y / 2)});
  }
  draw_place_and_key(scene, *block, key, {{room.low.x, end + gap}, room.high});
}

}  // namespace views
