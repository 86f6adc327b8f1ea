// diagram.cpp: a system from the picture to its answer: every box a stage of the walk, drawn as it is now.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/thumbnail.h"
#include "app/views/labs/gallery/drawing_parts.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

// How a stage is drawn: the picture; the same with the lines that cut it, and its patches; the length of the
// vector at each place; the class of each pixel; what is drawn; the matrix, and the same with the shape that
// each row finds most probable; the frames of what was found.
enum class NodeLook { kPicture, kCut, kPatches, kPlaces, kClasses, kDrawing, kMatrix, kKinds, kBoxes };
// What is between a box and the next: it leads there; over steps that are left out; both lead on; nothing.
enum class NodeLink { kArrow, kDots, kPlus, kNone };

struct DiagramNode {
  std::string_view stage;
  const char* key;
  NodeLook look = NodeLook::kPlaces;
  int layer = -1;  // for the key's words, where they name one
  NodeLink link = NodeLink::kArrow;
};

// Of two layers; before the norm of the encoder's output, which makes all vectors about equally long.
constexpr std::string_view kEncoderEnd = "encoder.1.ffn.residual";

constexpr DiagramNode kVitNodes[] = {{"pixels", "gallery.node.picture", NodeLook::kCut},
                                     {"patches", "gallery.node.patches", NodeLook::kPatches},
                                     {"embedding", "gallery.node.class_joins", NodeLook::kMatrix},
                                     {"input", "gallery.node.positions", NodeLook::kMatrix},
                                     {"encoder.0.ffn.residual", "path.layer", NodeLook::kMatrix, 0},
                                     {"encoder.1.ffn.residual", "path.layer", NodeLook::kMatrix, 1},
                                     {"encoder.2.ffn.residual", "path.layer", NodeLook::kMatrix, 2},
                                     {"class", "gallery.node.class", NodeLook::kMatrix},
                                     {"probabilities", "gallery.node.kinds", NodeLook::kKinds}};
constexpr DiagramNode kDetrNodes[] = {
    {"pixels", "gallery.node.picture", NodeLook::kPicture},
    {"features.0.relu", "gallery.node.edges"},
    {"features.2.relu", "gallery.node.convolutions"},
    {kEncoderEnd, "gallery.node.encoder", NodeLook::kPlaces, -1, NodeLink::kNone},
    {"queries", "gallery.node.queries", NodeLook::kMatrix, -1, NodeLink::kNone},
    {"decoder.0.answer", "path.layer", NodeLook::kMatrix, 0},
    {"decoder.1.answer", "path.layer", NodeLook::kMatrix, 1},
    {"decoder.2.answer", "path.layer", NodeLook::kMatrix, 2},
    {"probabilities", "gallery.node.kinds", NodeLook::kKinds, -1, NodeLink::kPlus},
    {"decoder.2.boxes", "gallery.node.boxes", NodeLook::kBoxes},
    {"cost", "gallery.node.cost", NodeLook::kMatrix}};
constexpr DiagramNode kUnetNodes[] = {{"pixels", "gallery.node.picture", NodeLook::kPicture},
                                      {"down.0.relu", "gallery.node.down16"},
                                      {"down.1.relu", "gallery.node.down8"},
                                      {"down.2.relu", "gallery.node.down4"},
                                      {kEncoderEnd, "gallery.node.encoder"},
                                      {"more.relu", "gallery.node.up4"},
                                      {"up.1.relu", "gallery.node.up8"},
                                      {"up.0.relu", "gallery.node.up16"},
                                      {"probabilities", "gallery.node.labels", NodeLook::kClasses}};
constexpr DiagramNode kContextNodes[] = {{"pixels", "gallery.node.picture", NodeLook::kPicture},
                                         {"features.3.relu", "gallery.node.convolutions"},
                                         {"kinds", "gallery.node.scores"},
                                         {"around", "gallery.node.around"},
                                         {"affinity", "gallery.node.affinity", NodeLook::kMatrix},
                                         {"context", "gallery.node.context"},
                                         {"enriched", "gallery.node.enriched"},
                                         {"cosines", "gallery.node.cosines", NodeLook::kMatrix},
                                         {"probabilities", "gallery.node.classes", NodeLook::kMatrix}};

constexpr DiagramNode kTamingNodes[] = {
    {"pixels", "gallery.node.picture", NodeLook::kPicture},
    {"z", "gallery.node.encoded"},
    {"codebook", "gallery.node.codebook", NodeLook::kMatrix},
    {"drawn", "gallery.node.codes"},
    {"input", "gallery.node.positions", NodeLook::kMatrix},
    {"decoder.0.ffn.residual", "path.layer", NodeLook::kMatrix, 0, NodeLink::kDots},
    {"decoder.3.ffn.residual", "path.layer", NodeLook::kMatrix, 3},
    {"probabilities", "gallery.node.next", NodeLook::kMatrix},
    {"vectors", "gallery.node.vectors"},
    {"picture", "gallery.node.drawing", NodeLook::kDrawing}};
constexpr DiagramNode kDalleNodes[] = {
    {"symbols", "gallery.node.caption", NodeLook::kMatrix},
    {"input", "gallery.node.positions", NodeLook::kMatrix},
    {"decoder.0.self.head.0.weights", "gallery.node.by_row", NodeLook::kMatrix},
    {"decoder.1.self.head.0.weights", "gallery.node.by_column", NodeLook::kMatrix, -1, NodeLink::kDots},
    {"decoder.3.self.head.0.weights", "gallery.node.by_near", NodeLook::kMatrix},
    {"probabilities", "gallery.node.next", NodeLook::kMatrix},
    {"drawn", "gallery.node.codes"},
    {"vectors", "gallery.node.vectors"},
    {"picture", "gallery.node.drawing", NodeLook::kDrawing}};
constexpr DiagramNode kImageGptNodes[] = {{"pixels", "gallery.node.picture", NodeLook::kPicture},
                                          {"symbols", "gallery.node.symbols", NodeLook::kMatrix},
                                          {"input", "gallery.node.positions", NodeLook::kMatrix},
                                          {"decoder.0.ffn.residual", "path.layer", NodeLook::kMatrix, 0},
                                          {"decoder.1.ffn.residual", "path.layer", NodeLook::kMatrix, 1},
                                          {"decoder.2.ffn.residual", "path.layer", NodeLook::kMatrix, 2},
                                          {"probabilities", "gallery.node.next", NodeLook::kMatrix},
                                          {"drawn", "gallery.node.drawing", NodeLook::kDrawing}};
constexpr DiagramNode kTransGanNodes[] = {
    {"latent", "gallery.node.latent", NodeLook::kMatrix},
    {"folded", "gallery.node.tokens16"},
    {"encoder.0.ffn.residual", "path.layer", NodeLook::kPlaces, 0},
    {"shuffled", "gallery.node.tokens64", NodeLook::kPlaces, -1, NodeLink::kDots},
    {"encoder.2.ffn.residual", "path.layer", NodeLook::kPlaces, 2},
    {"encoder.3.self.head.0.weights", "gallery.node.windows", NodeLook::kMatrix},
    {"joined", "gallery.node.joined"},
    {"picture", "gallery.node.drawing", NodeLook::kDrawing}};

// What passes by: from one stage to a later one, unless it is switched off.
struct DiagramSkip {
  std::string_view from, to, part;
};
constexpr DiagramSkip kUnetSkips[] = {{"down.0.relu", "up.0.relu", "skip.0"},
                                      {"down.1.relu", "up.1.relu", "skip.1"}};

// What each of several later stages reads besides the one before it.
struct DiagramJoin {
  std::string_view from;
  std::span<const std::string_view> to;
  const char* key = nullptr;  // what they read of it, where that is not its name
  bool is_query = false;
};
constexpr std::string_view kDetrLayers[] = {"decoder.0.answer", "decoder.1.answer", "decoder.2.answer"};
constexpr DiagramJoin kDetrJoins[] = {{kEncoderEnd, kDetrLayers, "gallery.node.memory"},
                                      {"queries", kDetrLayers, nullptr, true}};

struct DiagramPlan {
  std::string_view system;
  std::span<const DiagramNode> nodes;
  std::span<const DiagramSkip> skips = {};
  std::span<const DiagramJoin> joins = {};
};
constexpr DiagramPlan kPlans[] = {{"vit", kVitNodes},
                                  {"detr", kDetrNodes, {}, kDetrJoins},
                                  {"transunet", kUnetNodes, kUnetSkips},
                                  {"context-transformer", kContextNodes},
                                  {"taming", kTamingNodes},
                                  {"dalle", kDalleNodes},
                                  {"imagegpt", kImageGptNodes},
                                  {"transgan", kTransGanNodes}};

// The length of the vector of each place, as a square.
Matrix lengths_of(const engine::Trace& trace, int stage) {
  const engine::Stage& shown = trace.stage(stage);
  const Matrix lengths = trace.read(stage, 0, 0, shown.rows, shown.columns).rowwise().norm();
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(lengths.size()))));
  return Eigen::Map<const Matrix>(lengths.data(), side, side);
}

class Diagram {
 public:
  Diagram(const SystemPage& page, const DiagramPlan& plan, float kept)
      : page_(page), style_(page.frame.style), plan_(plan) {
    for (const DiagramNode& node : plan.nodes) {
      if (page.stage(std::string(node.stage)) >= 0) nodes_.push_back(&node);
    }
    const float count = static_cast<float>(nodes_.size());
    const float room = ImGui::GetContentRegionAvail().x;
    arrow_ = style_.px(22);
    above_ = plan.skips.empty() && plan.joins.empty() ? 0 : style_.px(46);
    // As large as the page lets them be, and to its right edge.
    const float below = ImGui::GetContentRegionAvail().y - above_ - labels_height() - kept;
    side_ = std::floor(
        std::clamp((room - (count - 1) * arrow_) / count, style_.px(34), std::max(style_.px(64), below)));
    in_line_ = std::max<size_t>(1, static_cast<size_t>((room + arrow_) / (side_ + arrow_)));
    if (nodes_.size() <= in_line_ && count > 1) arrow_ = std::floor((room - count * side_) / (count - 1));
  }

  void draw() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = above_ + side_ + labels_height();
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const ImVec2 corner = tile_corner({at.x, at.y + above_}, static_cast<Index>(i),
                                        static_cast<Index>(in_line_), {side_ + arrow_, high});
      draw_node(*nodes_[i], corner);
      const bool leads_on = i + 1 < nodes_.size() && (i + 1) % in_line_ != 0;
      if (leads_on) draw_link(nodes_[i]->link, {corner.x + side_ + style_.px(3), corner.y + side_ / 2});
      corners_.push_back(corner);
    }
    for (const DiagramSkip& skip : plan_.skips) draw_skip(skip);
    for (const DiagramJoin& join : plan_.joins) draw_join(join);
    const size_t lines = (nodes_.size() + in_line_ - 1) / in_line_;
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({1, static_cast<float>(lines) * high});
  }

 private:
  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }
  // Of a box's name and shape, below it.
  float labels_height() const { return 2 * ui::text_size("A", style_.small()).y + style_.px(10); }

  std::string name_of(const DiagramNode& node) const {
    return page_.frame.tr(node.key, {{"layer", page_.frame.tr.nth(node.layer)}});
  }

  void draw_node(const DiagramNode& node, ImVec2 corner) const {
    const std::string name(node.stage);
    const int stage = page_.stage(name);
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::InvisibleButton(("node " + name).c_str(), {side_, side_})) go_to_stage(page_, name);
    const bool hovered = ImGui::IsItemHovered();
    ui::tip(style_, page_.frame.tr("gallery.node.tip", {{"stage", name_of(node)}}));
    draw_look(node, stage, corner);
    if (hovered) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      list().AddRect({corner.x - 2, corner.y - 2}, {corner.x + side_ + 2, corner.y + side_ + 2},
                     style_.colours.accent, 0, 0, style_.px(2));
    }
    const engine::Stage& shown = page_.frame.trace().stage(stage);
    const float width = side_ + arrow_;
    const float line = ui::text_size("A", style_.small()).y;
    const float middle = corner.x + side_ / 2;
    ui::draw_text_centred(list(), {middle, corner.y + side_ + style_.px(3)},
                          ui::ellipsise(name_of(node), width, style_.small_ink()), style_.small_ink());
    ui::draw_text_centred(list(), {middle, corner.y + side_ + style_.px(3) + line},
                          ui::ellipsise(std::to_string(shown.rows) + " × " + std::to_string(shown.columns),
                                        width, style_.small()),
                          style_.small());
  }

  void draw_look(const DiagramNode& node, int stage, ImVec2 corner) const {
    switch (node.look) {
      case NodeLook::kPicture:
        return draw_pixels(list(), {corner, side_}, page_.pixels);
      case NodeLook::kCut:
        draw_pixels(list(), {corner, side_}, page_.pixels);
        return draw_cuts(style_, list(), {corner, side_}, kVitPatchesAcross);
      case NodeLook::kPatches:
        return draw_patches(style_, list(), {corner, side_}, page_.pixels, kVitPatchesAcross);
      case NodeLook::kMatrix:
        return draw_thumbnail(page_.frame, stage, corner, {side_, side_});
      case NodeLook::kKinds:
        draw_thumbnail(page_.frame, stage, corner, {side_, side_});
        return draw_kinds(stage, corner);
      case NodeLook::kBoxes:
        return draw_boxes(corner);
      case NodeLook::kDrawing:
        return draw_palette_picture(list(), corner, side_, *page_.answer.drawing);
      case NodeLook::kClasses:
        return draw_classes(list(), {corner, side_}, *page_.answer.classes);
      case NodeLook::kPlaces:
        return draw_places(lengths_of(page_.frame.trace(), stage), corner);
    }
  }

  // In each row the most probable shape, beside its number.
  void draw_kinds(int stage, ImVec2 corner) const {
    constexpr float kMostOfPlate = 0.5F;
    constexpr float kOfRow = 0.9F;
    const engine::Stage& shown = page_.frame.trace().stage(stage);
    const float high = side_ / static_cast<float>(shown.rows);
    const float cell = side_ / static_cast<float>(shown.columns);
    const float icon = std::floor(std::min(kOfRow * high, kMostOfPlate * side_));
    for (Index row = 0; row < shown.rows; ++row) {
      Index kind = 0;
      page_.frame.trace().read_row(stage, row).row(0).maxCoeff(&kind);
      if (kind >= world::kKinds) continue;
      const float before = static_cast<float>(kind) * cell - icon;
      const float behind = static_cast<float>(kind + 1) * cell;
      const float x = std::round(behind + icon <= side_ ? std::min(behind + icon / 4, side_ - icon)
                                                        : std::max(before - icon / 4, 0.0F));
      const float y = std::round((static_cast<float>(row) + 0.5F) * high - icon / 2);
      draw_shape(list(), {corner.x + x, corner.y + y}, icon,
                 {.outline = static_cast<world::Outline>(kind % world::kOutlines),
                  .colour = static_cast<world::Colour>(kind / world::kOutlines),
                  .size = world::kLargest});
    }
  }

  void draw_boxes(ImVec2 corner) const {
    const PixelSquare square{corner, side_};
    list().AddRectFilled(square.at, square.end(), query_look(0).around);
    list().PushClipRect(square.at, square.end(), true);
    for (const engine::FoundObject& object : *page_.answer.objects)
      draw_box(style_, list(), square, object.box, query_look(object.query));
    list().PopClipRect();
  }

  void draw_places(const Matrix& lengths, ImVec2 corner) const {
    const float most = std::max(lengths.maxCoeff(), 1e-9F);
    const look::ColourScale scale{style_.sequential(), 0, most};
    const float cell = side_ / static_cast<float>(lengths.cols());
    for (Index row = 0; row < lengths.rows(); ++row) {
      for (Index column = 0; column < lengths.cols(); ++column) {
        const auto edge = [&](Index at) { return std::round(static_cast<float>(at) * cell); };
        list().AddRectFilled({corner.x + edge(column), corner.y + edge(row)},
                             {corner.x + edge(column + 1), corner.y + edge(row + 1)},
                             ui::pack(look::colour_of(scale, lengths(row, column))));
      }
    }
    list().AddRect(corner, {corner.x + side_, corner.y + side_}, style_.colours.hairline);
  }

  void draw_link(NodeLink link, ImVec2 from) const {
    const ImU32 colour = style_.colours.muted;
    const float end = from.x + arrow_ - style_.px(6);
    const float line = style_.px(1.5F);
    const ImVec2 middle((from.x + end) / 2, from.y);
    if (link == NodeLink::kArrow) list().AddLine(from, {end, from.y}, colour, line);
    if (link == NodeLink::kArrow || link == NodeLink::kDots) draw_tip({end, from.y}, 1, 0, colour);
    if (link == NodeLink::kDots) {
      for (const float dot : {-1.0F, 0.0F, 1.0F})
        list().AddCircleFilled({middle.x + dot * style_.px(5) - style_.px(3), middle.y}, style_.px(1.5F),
                               colour);
    }
    if (link == NodeLink::kPlus) {
      const float half = style_.px(5);
      list().AddLine({middle.x - half, middle.y}, {middle.x + half, middle.y}, colour, line);
      list().AddLine({middle.x, middle.y - half}, {middle.x, middle.y + half}, colour, line);
    }
  }

  void draw_tip(ImVec2 at, float x, float y, ImU32 colour) const {
    const float size = style_.px(4);
    list().AddTriangleFilled({at.x + x * size, at.y + y * size},
                             {at.x - y * size - x * size, at.y - x * size - y * size},
                             {at.x + y * size - x * size, at.y + x * size - y * size}, colour);
  }

  std::optional<ImVec2> corner_of(std::string_view stage) const {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i]->stage == stage) return corners_[i];
    }
    return std::nullopt;
  }

  // Up, across and down again; broken where it is switched off.
  void draw_skip(const DiagramSkip& skip) const {
    const auto from = corner_of(skip.from);
    const auto to = corner_of(skip.to);
    if (!from || !to || from->y != to->y) return;
    const bool is_off = page_.is_off(skip.part);
    const float depth = skip.part.ends_with('0') ? style_.px(36) : style_.px(14);
    const ImU32 colour = is_off ? style_.colours.hairline : style_.colours.accent;
    const float left = from->x + side_ / 2;
    const float right = to->x + side_ / 2;
    const float top = from->y - depth;
    const float width = style_.px(2);
    list().AddLine({left, from->y - style_.px(2)}, {left, top}, colour, width);
    list().AddLine({left, top}, {right, top}, colour, width);
    list().AddLine({right, top}, {right, to->y - style_.px(4)}, colour, width);
    const std::string name = page_.frame.tr("gallery.part." + std::string(skip.part));
    write_on_line({(left + right) / 2, top},
                  is_off ? page_.frame.tr("gallery.skip_off", {{"part", name}}) : name);
  }

  void write_on_line(ImVec2 middle, const std::string& words) const {
    const ImVec2 size = ui::text_size(words, style_.small());
    list().AddRectFilled({middle.x - size.x / 2 - style_.px(4), middle.y - size.y / 2},
                         {middle.x + size.x / 2 + style_.px(4), middle.y + size.y / 2}, style_.colours.panel);
    ui::draw_text_centred(list(), {middle.x, middle.y - size.y / 2}, words, style_.small());
  }

  // Up, across and down into each; queries below what they ask, and beside it.
  void draw_join(const DiagramJoin& join) const {
    const auto from = corner_of(join.from);
    if (!from) return;
    const ImU32 colour = join.is_query ? style_.colours.query : style_.colours.muted;
    const float top = from->y - (join.is_query ? style_.px(14) : style_.px(36));
    const float aside = (join.is_query ? -1 : 1) * std::round(side_ / 5);
    const float width = style_.px(1.5F);
    const float start = from->x + side_ / 2;
    float first = start;
    for (const std::string_view stage : join.to) {
      const auto to = corner_of(stage);
      if (!to || to->y != from->y) continue;
      const float x = to->x + side_ / 2 + aside;
      if (first == start) first = x;
      list().AddLine({start, top}, {x, top}, colour, width);
      list().AddLine({x, top}, {x, to->y - style_.px(7)}, colour, width);
      draw_tip({x, to->y - style_.px(7)}, 0, 1, colour);
    }
    if (first == start) return;
    list().AddLine({start, from->y - style_.px(2)}, {start, top}, colour, width);
    if (join.key != nullptr) write_on_line({(start + first) / 2, top}, page_.frame.tr(join.key));
  }

  const SystemPage& page_;
  const ui::Style& style_;
  const DiagramPlan& plan_;
  std::vector<const DiagramNode*> nodes_;
  std::vector<ImVec2> corners_;
  float side_ = 0;   // of a box, in pixels
  float arrow_ = 0;  // between two
  float above_ = 0;  // for skips
  size_t in_line_ = 1;
};

}  // namespace

void draw_system_diagram(const SystemPage& page, float kept) {
  const auto* const plan = std::ranges::find(kPlans, page.system.name(), &DiagramPlan::system);
  if (plan == std::end(kPlans)) return;
  draw_gallery_section(page.frame, page.frame.tr("gallery.diagram"));
  Diagram(page, *plan, kept).draw();
}

}  // namespace views
