// diagram_about.cpp: the words beside the diagram: its name, what a click does, and what a block is for.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/explained_tokens.h"
#include "app/views/core/target_words.h"
#include "app/views/model/diagram.h"
#include "app/views/model/setting_rows.h"
#include "app/views/stage/lying_bar.h"
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

// The key to the diagram's signs: each with what it means, in a line of its own, or where there is too little
// room for that in as few lines as they need.
class DiagramKey {
 public:
  explicit DiagramKey(const DiagramScene& scene) : scene_(scene), style_(scene.frame.style) {
    const app::Words& tr = scene.frame.tr;
    const bool has_layers = scene.config.has_layers();
    if (has_layers) add("sum", Sign::kSum);
    add("open", Sign::kOpener);
    if (has_layers) add("dot", Sign::kDot);
    add("letters", Sign::kLetters);
    if (has_layers) count_ = std::to_string(scene.diagram->stacks.front().layers);
    times_ = "×" + count_;
    if (has_layers) add("layers", Sign::kTimes);
    if (const auto query = explained_tokens(scene.frame).query) {
      const app::Arguments token = {
          {"token", scene.frame.facts.labels(query->sequence).at(static_cast<size_t>(query->position))}};
      lines_.push_back({Sign::kRow, tr("diagram.key.row", token), tr("diagram.key.row.long", token)});
    }
    const auto input = scene.find(scene.config.has_target() ? "source.input" : "input");
    if (!input) return;
    const engine::Stage& stage = scene.frame.trace().stage(*input);
    shape_ = shape_words(stage.rows, stage.columns);
    lines_.push_back({Sign::kShape, tr("diagram.key.shape"), tr("diagram.key.shape.long")});
  }

  // What it needs where each sign has a line, and where they flow.
  float height() const { return style_.px(kAbove) + static_cast<float>(lines_.size()) * style_.px(kLine); }
  float brief_height(float width) const { return flow({0, 0}, width).back().y + style_.px(kBriefLine); }

  // Returns where it ends.
  float draw(const Box& room, bool is_brief = false) const {
    const float line = style_.px(kLine);
    if (!is_brief && room.low.y + height() <= room.high.y) {
      ImVec2 at(room.low.x, room.low.y + style_.px(kAbove));
      const float signs = sign_width(Sign::kShape);
      const bool is_whole = std::ranges::all_of(lines_, [&](const Line& each) {
        return signs + style_.px(8) + ui::text_size(each.words, style_.small()).x <= room.size().x;
      });
      for (const Line& each : lines_) {
        draw_line(each, at, line, signs, is_whole ? each.words : each.brief);
        at.y += line;
      }
      return at.y;
    }
    const float brief = style_.px(kBriefLine);
    const std::vector<ImVec2> places = flow(room.low, room.high.x);
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (places[i].y + brief > room.high.y) return places[i].y;
      draw_line(lines_[i], places[i], brief, sign_width(lines_[i].sign), lines_[i].brief);
    }
    return places.back().y + brief;
  }

 private:
  static constexpr float kLine = 23;  // pixels at 100 %
  static constexpr float kBriefLine = 19;
  static constexpr float kAbove = 16;  // between what a block is for and the key, where each sign has a line
  enum class Sign { kSum, kOpener, kDot, kLetters, kTimes, kRow, kShape };
  struct Line {
    Sign sign;
    std::string brief, words;
  };

  // The places of the signs one behind the other, as many in a line as fit.
  std::vector<ImVec2> flow(ImVec2 low, float right) const {
    std::vector<ImVec2> places;
    ImVec2 at = low;
    for (const Line& each : lines_) {
      const float taken = sign_width(each.sign) + style_.px(6) + ui::text_size(each.brief, style_.small()).x;
      if (at.x > low.x && at.x + taken > right) at = {low.x, at.y + style_.px(kBriefLine)};
      places.push_back(at);
      at.x += taken + style_.px(18);
    }
    return places;
  }

  void add(const std::string& name, Sign sign) {
    const app::Words& tr = scene_.frame.tr;
    const std::string key = "diagram.key." + name;
    lines_.push_back({sign, tr(key), tr(key + ".long", {{"count", count_}})});
  }

  float sign_width(Sign sign) const {
    switch (sign) {
      case Sign::kSum:
      case Sign::kOpener:
        return style_.px(18);
      case Sign::kDot:
      case Sign::kRow:
        return style_.px(8);
      case Sign::kLetters:
        return ui::text_size("Q K V", style_.small_strong()).x;
      case Sign::kTimes:
        return ui::text_size(times_, style_.small()).x;
      case Sign::kShape:
        break;
    }
    return ui::text_size(shape_, style_.small()).x;
  }

  // The sign in the middle of its width, then the words.
  void draw_line(const Line& line, ImVec2 at, float height, float width, const std::string& words) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text = ui::text_size("A", style_.small()).y;
    const ImVec2 centre(std::floor(at.x + width / 2), std::floor(at.y + height / 2));
    const float y = std::floor(centre.y - text / 2);
    const float left = std::floor(centre.x - sign_width(line.sign) / 2);
    switch (line.sign) {
      case Sign::kSum:
        draw_sum_sign(style_, centre, style_.px(8), {});
        break;
      case Sign::kOpener:
        draw_opener_sign(style_, centre, false);
        break;
      case Sign::kDot:
        list.AddCircleFilled(centre, style_.px(4), style_.colours.muted);
        break;
      case Sign::kRow:
        draw_row_pointer(style_, {centre.x + style_.px(4), centre.y}, style_.px(5));
        break;
      case Sign::kLetters:
        draw_letters({left, y});
        break;
      case Sign::kTimes:
        ui::draw_text(list, {left, y}, times_, style_.small());
        break;
      case Sign::kShape:
        ui::draw_text(list, {left, y}, shape_, style_.small());
        break;
    }
    ui::draw_text(list, {at.x + width + style_.px(8), y}, words, style_.small());
  }

  void draw_letters(ImVec2 at) const {
    ui::TextStyle type = style_.small_strong();
    const ui::Colours& colours = style_.colours;
    for (const auto& [letter, colour] :
         {std::pair{"Q ", colours.query}, std::pair{"K ", colours.key}, std::pair{"V", colours.value}}) {
      type.colour = style_.word_colour(colour);
      ui::draw_text(*ImGui::GetWindowDrawList(), at, letter, type);
      at.x += ui::text_size(letter, type).x;
    }
  }

  const DiagramScene& scene_;
  const ui::Style& style_;
  std::vector<Line> lines_;
  std::string times_, count_, shape_;
};

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
  ui::paragraph(how, width, style.quiet());
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

  void draw(const Box& room) const {
    const Frame& frame = scene_.frame;
    const engine::Stage& stage = frame.trace().stage(*stage_);
    const std::string title = look::stage_title(frame.tr, stage);
    const std::string caption = is_here_ ? frame.tr("diagram.here", {{"step", title}}) : title;
    ui::draw_text(*ImGui::GetWindowDrawList(), room.low,
                  ui::ellipsise(caption, room.size().x, style_.small()), style_.small());
    const look::ColourScale& scale = frame.facts.scale(*stage_);
    const float line = style_.px(20);
    const ui::MatrixFrame matrix = draw_small_map(frame, {.stage = *stage_, .caption = "", .scale = scale},
                                                  room.low, {room.size().x, room.size().y - line});
    if (scale.is_open()) return;
    const float bar = std::min(style_.px(90), matrix.size.x);
    draw_lying_bar(frame, scale, {matrix.corner.x, matrix.corner.y + matrix.size.y + style_.px(4)}, line,
                   bar);
  }

 private:
  static constexpr ImVec2 kLeast{200, 190};  // pixels at 100 %

  const DiagramScene& scene_;
  const ui::Style& style_;
  bool is_here_;
  std::optional<int> stage_;
};

}  // namespace

void draw_block_purpose(const DiagramScene& scene, const Box& room) {
  constexpr float kAboveKey = 8;  // pixels at 100 %
  const DiagramKey key(scene);
  const DiagramBlock* const block = told_block(scene);
  if (block == nullptr) {
    key.draw(room);
    return;
  }
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
  if (above + gap + middle > room.size().y) {
    key.draw(room);
    return;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_paragraph(list, room.low, width, name, style.strong());
  ui::draw_paragraph(list, {room.low.x, room.low.y + above + gap}, width, purpose, style.text());
  float end = room.low.y + above + gap + middle;
  const ToldPicture picture(scene, *block);
  const float apart = style.px(10);
  const float left = room.high.y - end - apart;
  const bool is_brief = !picture.is_in({width, left - key.height()});
  const bool has_picture =
      !is_brief || picture.is_in({width, left - style.px(kAboveKey) - key.brief_height(width)});
  const std::string here =
      block->holds(scene.here) ? tr("diagram.here", {{"step", look::stage_title(tr, scene.here)}}) : "";
  const float below = ui::paragraph_height(here, width, style.small());
  if (!has_picture && !here.empty() && end + gap + below <= room.high.y) {
    ui::draw_paragraph(list, {room.low.x, end + gap}, width, here, style.small());
    end += gap + below;
  }
  const float above_key = has_picture && is_brief ? style.px(kAboveKey) : gap;
  end = key.draw({{room.low.x, end + above_key}, room.high}, has_picture && is_brief);
  if (has_picture) picture.draw({{room.low.x, end + apart}, room.high});
}

}  // namespace views
