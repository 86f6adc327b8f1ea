// diagram.cpp: the model as the paper's block diagram, drawn live; every block is a link.
#include "app/views/model/diagram.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"

namespace views {
namespace {

// `column`: the width of one column in pixels.
DiagramMetrics metrics_of(const ui::Style& style, float column) {
  constexpr float kOneLine = 460;  // pixels at 100 %: in such a column every name fits on one line
  DiagramMetrics plain;
  if (column >= style.px(kOneLine)) plain.tall = 47;
  DiagramMetrics metrics;
  for (float DiagramMetrics::*size :
       {&DiagramMetrics::thin, &DiagramMetrics::thin_largest, &DiagramMetrics::tall,
        &DiagramMetrics::tall_largest, &DiagramMetrics::gap, &DiagramMetrics::gap_largest,
        &DiagramMetrics::fork, &DiagramMetrics::sum, &DiagramMetrics::lane, &DiagramMetrics::pad,
        &DiagramMetrics::header, &DiagramMetrics::line, &DiagramMetrics::between, &DiagramMetrics::widest}) {
    metrics.*size = style.px(plain.*size);
  }
  return metrics;
}

// The focused layer of each stack, or the first.
DrawnLayers layers_at(const DiagramScene& scene) {
  const engine::StageAddress place = engine::parse_address(scene.here);
  const int layer = std::max(place.layer, 0);
  return {place.stack == engine::Stack::kEncoder ? layer : 0,
          place.stack == engine::Stack::kDecoder ? layer : 0,
          !scene.find("embedding") && !scene.find("source.embedding")};
}

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

// Its name, and the possible actions.
void draw_title(const DiagramScene& scene, float width) {
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  ui::label(ui::ellipsise(tr(title_key(scene.config.architecture)), width, style.title()), style.title());
  const auto& request = scene.frame.session.trace_document().gradient;
  const std::string how = request && scene.has_gradients()
                              ? tr("diagram.flow", {{"target", to_text(request->target)}})
                              : tr(scene.config.has_layers() ? "diagram.how" : "diagram.how_alone");
  ui::paragraph(how, width, style.small());
}

// The same stage in another layer; from elsewhere its first attention.
void go_to_layer(const DiagramScene& scene, const DiagramStack& stack, int layer) {
  engine::StageAddress place = engine::parse_address(scene.here);
  if (place.stack != stack.stack || place.layer < 0) {
    place = {};
    place.stack = stack.stack;
    place.sublayer = engine::Sublayer::kSelf;
    place.head = scene.frame.session.focused_head();
    place.step = "weights";
  }
  place.layer = layer;
  scene.frame.requests.edit("walk", [address = scene.full(engine::address_of(place))](app::State& state) {
    app::focus_on(state, address);
  });
}

// The first or last tab of many layers may only indicate that there are more.
void draw_tab(const DiagramScene& scene, const DiagramStack& stack, int layer, bool more, const Box& box) {
  const auto& style = scene.frame.style;
  const bool encodes = stack.stack == engine::Stack::kEncoder;
  const std::string number = scene.frame.tr.nth(layer);
  ImGui::SetCursorScreenPos(box.low);
  if (ImGui::InvisibleButton(((encodes ? "encoder layer " : "decoder layer ") + number).c_str(), box.size()))
    go_to_layer(scene, stack, layer);
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, scene.frame.tr("diagram.tip.layer", {{"layer", number}}));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool drawn = layer == stack.layer;
  if (drawn || hovered)
    list.AddRectFilled(box.low, box.high, drawn ? style.colours.panel : style.colours.chip, style.px(6));
  if (drawn) list.AddRect(box.low, box.high, style.colours.hairline, style.px(6));
  const ui::TextStyle type = drawn ? style.small_strong() : style.small();
  const std::string words = more ? "…" : number;
  const ImVec2 size = ui::text_size(words, type);
  ui::draw_text(list, {std::round(box.centre().x - size.x / 2), std::floor(box.centre().y - size.y / 2)},
                words, type);
}

// The frame around the visible layer: its name on the left, all layers to the right of the arrow that leaves
// it.
void draw_stack(const DiagramScene& scene, const DiagramStack& stack) {
  const auto& style = scene.frame.style;
  const app::Words& tr = scene.frame.tr;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(stack.frame.low, stack.frame.high, style.colours.background, style.px(12));
  const Box& header = stack.header;
  const float tab = header.size().y;
  const std::string times = "×" + std::to_string(stack.layers);
  const ImVec2 times_size = ui::text_size(times, style.small());
  const float end = header.high.x - times_size.x;
  const float room = end - style.px(6) - stack.arrow - style.px(8);
  const int fit = std::clamp(static_cast<int>(room / tab), 1, stack.layers);
  const int first = std::clamp(stack.layer - fit / 2, 0, stack.layers - fit);
  const std::string name =
      tr(stack.stack == engine::Stack::kEncoder ? "diagram.encoder_layer" : "diagram.decoder_layer");
  const float y = std::floor(header.centre().y - times_size.y / 2);
  const float left = stack.arrow - header.low.x - style.px(8);
  ui::draw_text(list, {header.low.x, y}, ui::ellipsise(name, left, style.small()), style.small());
  ui::draw_text(list, {end, y}, times, style.small());
  float x = end - style.px(6) - tab * static_cast<float>(fit);
  for (int layer = first; layer < first + fit; ++layer) {
    const bool more = (layer == first && layer > 0) || (layer == first + fit - 1 && layer + 1 < stack.layers);
    draw_tab(scene, stack, layer, more && layer != stack.layer,
             {{x, header.low.y}, {x + tab, header.high.y}});
    x += tab;
  }
}

// The input, below its column.
void draw_tokens(const DiagramScene& scene, const DiagramColumn& column) {
  const auto& style = scene.frame.style;
  const auto input = scene.find(column.stream + "input");
  if (!input) return;
  const char* key = column.stream.empty()        ? "diagram.tokens"
                    : column.stream == "source." ? "diagram.source"
                                                 : "diagram.target";
  const std::string name = scene.frame.tr(key);
  std::string tokens;
  for (const std::string& label : scene.frame.facts.labels(scene.frame.trace().stage(*input).row_sequence))
    tokens += (tokens.empty() ? "" : "  ") + label;
  const float name_width = ui::text_size(name, style.small()).x + style.px(10);
  tokens = ui::ellipsise(tokens, column.tokens.size().x - name_width, style.text());
  const ImVec2 size = ui::text_size(tokens, style.text());
  const float x = std::floor(column.tokens.centre().x - (name_width + size.x) / 2);
  const float y = std::floor(column.tokens.high.y - size.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, {x, y + style.px(2)}, name, style.small());
  ui::draw_text(list, {x + name_width, y}, tokens, style.text());
}

// The most probable next token, with its probability.
void draw_next(const DiagramScene& scene, const DiagramColumn& column) {
  const auto stage = scene.find("probabilities");
  if (!stage || column.next.size().y <= 0) return;
  const engine::Trace& trace = scene.frame.trace();
  // Predictions of the token at a position are shown per position, in the view that generates.
  if (scene.config.predicts == engine::Prediction::kTokens) return;
  const engine::Matrix row = trace.read_row(*stage, next_row(trace, *stage));
  engine::Index best = 0;
  const float probability = row.row(0).maxCoeff(&best);
  const auto& style = scene.frame.style;
  const std::string percent = ui::fixed_number(100.0 * static_cast<double>(probability), 0);
  const std::string token = scene.frame.facts.label({engine::Axis::kVocabulary}, best);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto centred = [&](const std::string& words, const ui::TextStyle& type, float y) {
    const std::string text = ui::ellipsise(words, column.next.size().x, type);
    const float x = std::floor(column.next.centre().x - ui::text_size(text, type).x / 2);
    ui::draw_text(list, {x, y}, text, type);
  };
  const bool is_class = scene.config.predicts == engine::Prediction::kClass;
  centred(
      scene.frame.tr(is_class ? "diagram.class" : "diagram.next", {{"token", token}, {"percent", percent}}),
      style.strong(), column.next.low.y);
  if (scene.config.model != engine::ModelKind::kCheckpoint)
    centred(scene.frame.tr("diagram.untrained"), style.small(), std::floor(column.next.centre().y));
}

// If the focus moved, scrolls its block into view.
void follow_focus(const DiagramScene& scene, const Diagram& diagram, ImVec2 corner) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("followed");
  const auto focus = static_cast<int>(ImGui::GetID(scene.here.c_str()));
  if (kept.GetInt(key) == focus) return;
  kept.SetInt(key, focus);
  const auto found = std::find_if(diagram.blocks.begin(), diagram.blocks.end(),
                                  [&](const DiagramBlock& block) { return block.holds(scene.here); });
  if (found == diagram.blocks.end()) return;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = list.GetClipRectMin().y;
  const float bottom = list.GetClipRectMax().y;
  if (found->box.low.y >= top && found->box.high.y <= bottom) return;
  ImGui::SetScrollY(found->box.centre().y - corner.y - (bottom - top) / 2);
}

// Where even its largest blocks leave room, the diagram grows, within reason.
ui::Style grown(const DiagramScene& scene, ImVec2 room, float column) {
  constexpr float kMostGrowth = 1.75f;
  constexpr float kAcross = 1.3f;  // of its widest block: with the arrows around it
  ui::Style style = scene.frame.style;
  const DiagramMetrics metrics = metrics_of(style, column);
  const float most = most_height(scene.config, layers_at(scene), metrics);
  style.scale *= std::clamp(std::min(room.y / most, column / (kAcross * metrics.widest)), 1.0f, kMostGrowth);
  return style;
}

void draw_parts(DiagramScene& scene, ImVec2 corner, ImVec2 room, float column) {
  scene.diagram = std::make_shared<const Diagram>(
      lay_out_diagram(scene.config, layers_at(scene), corner, room, metrics_of(scene.frame.style, column)));
  const Diagram& diagram = *scene.diagram;
  for (const DiagramStack& stack : diagram.stacks) draw_stack(scene, stack);
  for (const DiagramArrow& arrow : diagram.arrows)
    scene.widest_flow = std::max(scene.widest_flow, scene.flow(arrow).value_or(0));
  for (const DiagramArrow& arrow : diagram.arrows) draw_diagram_arrow(scene, arrow);
  for (const DiagramBlock& block : diagram.blocks) draw_diagram_block(scene, block);
  for (const DiagramColumn& shown : diagram.columns) {
    draw_tokens(scene, shown);
    draw_next(scene, shown);
  }
}

}  // namespace

void draw_diagram(const DiagramScene& scene) {
  const auto& style = scene.frame.style;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  // The encoder's column is the lower one: there is space above it.
  const bool aside = scene.config.has_target();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, style.px(4)));
  draw_title(scene, aside ? width * 0.42f : width);
  ImGui::PopStyleVar();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (aside) ImGui::SetCursorScreenPos(top);
  const ImVec2 corner = aside ? top : below;
  const ImVec2 room(width, ImGui::GetContentRegionAvail().y - style.px(2));
  const float column = aside ? width / 2 : width;
  const ui::Style large = grown(scene, room, column);
  const Frame larger = scene.frame.in(large);
  DiagramScene parts{larger, scene.config, scene.example, scene.here};
  draw_parts(parts, corner, room, column);
  follow_focus(parts, *parts.diagram, top);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({1, parts.diagram->size.y});
}

std::string DiagramScene::full(std::string_view address) const {
  const std::string prefix = example < 0 ? "" : "batch." + std::to_string(example) + ".";
  return prefix + std::string(address);
}

void DiagramScene::open_stage(const std::string& address) const {
  frame.requests.edit("", [address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

void DiagramScene::toggle(const std::string& address) const {
  frame.requests.edit("", [address](app::State& state) { app::toggle_switch(state, address); });
}

std::string shape_words(engine::Index rows, engine::Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

}  // namespace views
