// diagram.cpp: the model as the paper's block diagram, drawn live; every block is a link.
#include "app/views/model/diagram.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/explained_tokens.h"
#include "app/views/stage/layer_readings.h"

namespace views {
namespace {

// `column`: the width of one column in pixels.
DiagramMetrics metrics_of(const DiagramScene& scene, float column) {
  constexpr float kOneLine = 460;   // pixels at 100 %: in such a column every name fits on one line
  constexpr size_t kFewLayers = 3;  // what is read in each has room
  const ui::Style& style = scene.frame.style;
  DiagramMetrics plain;
  if (column >= style.px(kOneLine)) {
    // Two columns have their text in two lines.
    plain.tall = scene.config.has_target() ? 47 : 36;
    if (!scene.config.has_target()) plain.gap = 5;
    // Of two stacks one has nothing to say.
    const size_t layers = scene.config.has_target() ? 0 : layer_readings(scene.frame).size();
    if (layers > 0 && layers <= kFewLayers) plain.header += DiagramMetrics::kReadRow;
  }
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
          !scene.find("embedding") && !scene.find("source.embedding"),
          scene.find("decoder.0.self.output.normed").has_value()};
}

// A token in a line of them; `left`: from the line's beginning.
struct TokenWord {
  std::string text;
  ui::TextStyle type;
  float left = 0;
  float width = 0;
};

// As many tokens of a sequence as have room, then "…"; the explained cell's query and key in their colours.
std::vector<TokenWord> token_words(const DiagramScene& scene, int sequence, float room, float gap) {
  const auto& style = scene.frame.style;
  const ExplainedTokens explained = explained_tokens(scene.frame);
  std::vector<TokenWord> words;
  float left = 0;
  const auto add = [&](const std::string& text, const ui::TextStyle& type) {
    words.push_back({text, type, left, ui::text_size(text, type).x});
    left += words.back().width + gap;
  };
  const std::vector<std::string>& labels = scene.frame.facts.labels(sequence);
  const float dots = gap + ui::text_size("…", style.quiet()).x;
  for (size_t i = 0; i < labels.size(); ++i) {
    const TokenPlace place{sequence, static_cast<engine::Index>(i)};
    const bool is_query = explained.query == place;
    ui::TextStyle type = is_query || explained.key == place ? style.strong() : style.text();
    if (is_query || explained.key == place)
      type.colour = style.word_colour(is_query ? style.colours.query : style.colours.key);
    const bool is_last = i + 1 == labels.size();
    if (left + ui::text_size(labels[i], type).x + (is_last ? 0 : dots) > room) {
      add("…", style.quiet());
      break;
    }
    add(labels[i], type);
  }
  return words;
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
  const engine::AxisRef axis = scene.frame.trace().stage(*input).rows_are();
  const float gap = style.px(9);
  const float name_width = ui::text_size(name, style.small()).x + gap;
  const std::vector<TokenWord> words =
      token_words(scene, axis.sequence, column.tokens.size().x - name_width, gap);
  const float width = name_width + (words.empty() ? 0 : words.back().left + words.back().width);
  const float x = std::floor(column.tokens.centre().x - width / 2);
  const float y = std::floor(column.tokens.high.y - ui::text_size("A", style.text()).y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, {x, y + style.px(2)}, name, style.small());
  for (const TokenWord& word : words)
    ui::draw_text(list, {x + name_width + word.left, y}, word.text, word.type);
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

// Where the blocks stand comfortably, the type grows with the window: it is read from the last row.
ui::Style grown(const DiagramScene& scene, ImVec2 room, float column) {
  constexpr float kMostGrowth = 1.75f;
  constexpr float kColumn = 540;  // pixels at 100 %: names and pictures side by side
  ui::Style style = scene.frame.style;
  const float comfortable = comfortable_height(scene.config, layers_at(scene), metrics_of(scene, column));
  style.scale *= std::clamp(std::min(room.y / comfortable, column / style.px(kColumn)), 1.0f, kMostGrowth);
  return style;
}

// The width of the words to the left of a single column; 0: they stand above it.
float words_beside(const ui::Style& style, float width) {
  constexpr float kLeastDiagram = 500;
  constexpr float kComfortable = 660;  // more than this is the words', as far as they need it
  const float spare = std::min(width - style.px(kComfortable), style.px(370));
  const float words = std::clamp(std::max(std::floor(width * 0.32f), spare), style.px(250), style.px(500));
  return width - words >= style.px(kLeastDiagram) ? words : 0;
}

// From the title down to the highest block that is below it.
Box room_below_title(const Diagram& diagram, ImVec2 corner, float width, float bottom, float gap) {
  for (const DiagramBlock& block : diagram.blocks) {
    if (block.box.low.x < corner.x + width) bottom = std::min(bottom, block.box.low.y);
  }
  return {{corner.x, corner.y + gap}, {corner.x + width, bottom - gap / 2}};
}

void draw_parts(DiagramScene& scene, ImVec2 corner, ImVec2 room, float column) {
  scene.diagram = std::make_shared<const Diagram>(
      lay_out_diagram(scene.config, layers_at(scene), corner, room, metrics_of(scene, column)));
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

float diagram_height(const DiagramScene& scene, float width) {
  constexpr float kWords = 70;  // pixels at 100 %: the title above a single column
  const ui::Style& style = scene.frame.style;
  const bool has_two = scene.config.has_target();
  const float beside = has_two ? 0 : words_beside(style, width);
  const float column = has_two ? width / 2 : width - beside;
  const float height =
      lay_out_diagram(scene.config, layers_at(scene), {0, 0}, {width - beside, 0}, metrics_of(scene, column))
          .size.y;
  return height + (has_two || beside > 0 ? 0 : style.px(kWords));
}

void draw_diagram(const DiagramScene& scene, float asked) {
  constexpr float kLowPage = 340;  // pixels at 100 %, in the type that was asked for
  const auto& style = scene.frame.style;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const ImVec2 whole = ImGui::GetContentRegionAvail();
  // The encoder's column is the lower one: there is space above it.
  const bool has_two = scene.config.has_target();
  const float beside = has_two ? 0 : words_beside(style, whole.x);
  const float words = has_two ? whole.x * 0.42f : beside > 0 ? beside : whole.x;
  constexpr float kMostWords = 1.3f;  // words in a narrow column grow less than the diagram
  const bool is_low = beside > 0 && whole.y < kLowPage * asked;
  ui::Style heading = style;
  if (is_low) heading.scale = std::min(style.scale, kMostWords);
  // Beside a diagram that scrolls the words stay.
  const float scrolled = beside > 0 ? ImGui::GetScrollY() : 0;
  ImGui::SetCursorScreenPos({top.x, top.y + scrolled});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, style.px(4)));
  const float width = words - (has_two || beside <= 0 ? 0 : style.px(28));
  const Frame titled = scene.frame.in(heading);
  draw_diagram_title({titled, scene.config, scene.example, scene.here}, is_low ? words - style.px(8) : width,
                     is_low);
  ImGui::PopStyleVar();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const bool aside = has_two || beside > 0;
  const ImVec2 corner = aside ? ImVec2(top.x + beside, top.y) : below;
  const ImVec2 room(whole.x - beside, top.y + whole.y - corner.y - style.px(2));
  const float column = has_two ? room.x / 2 : room.x;
  const ui::Style large = grown(scene, room, column);
  const Frame larger = scene.frame.in(large);
  DiagramScene parts{larger, scene.config, scene.example, scene.here};
  draw_parts(parts, corner, room, column);
  if (aside) {
    ui::Style told = style;
    told.scale = is_low ? heading.scale : std::min(large.scale, kMostWords * style.scale);
    if (!has_two) told.scale = std::max(told.scale, std::min(asked, kMostWords));
    const Frame telling = scene.frame.in(told);
    DiagramScene words_scene{telling, scene.config, scene.example, scene.here};
    words_scene.diagram = parts.diagram;
    draw_block_purpose(words_scene, room_below_title(*parts.diagram, below, width, top.y + scrolled + whole.y,
                                                     style.px(12)));
  }
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
