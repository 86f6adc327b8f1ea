// diagram_stack.cpp: the frame around the visible layer of a stack, and the tabs of all its layers, with what
// the pinned query reads in each.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/number_strip.h"
#include "app/views/model/diagram.h"
#include "app/views/stage/layer_readings.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"

namespace views {
namespace {

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

// A layer's number, and what is read in it.
struct LayerTab {
  std::string number;
  std::string words;  // empty: there is nothing to say, or not for all layers the room
  LayerReading reading = {};

  // With the number as wide as that of the drawn layer.
  float width(const ui::Style& style, float least) const {
    const float own = ui::text_size(number, style.small_strong()).x;
    const float read = words.empty() ? 0 : style.px(6) + ui::text_size(words, style.small()).x;
    return std::max(least, std::ceil(own + read + style.px(16)));
  }
};

float width_of(const std::vector<LayerTab>& tabs, const ui::Style& style, float least) {
  return std::accumulate(tabs.begin(), tabs.end(), 0.0f,
                         [&](float sum, const LayerTab& tab) { return sum + tab.width(style, least); });
}

// "1 it → tired 76 %", or "1 tired 76 %", or the numbers alone: the longest for which all layers have room.
std::vector<LayerTab> layer_tabs(const DiagramScene& scene, const DiagramStack& stack, float room,
                                 float least) {
  const Frame& frame = scene.frame;
  std::vector<LayerTab> tabs;
  tabs.reserve(static_cast<size_t>(stack.layers));
  for (int layer = 0; layer < stack.layers; ++layer) tabs.push_back({frame.tr.nth(layer), ""});
  const std::vector<LayerReading> readings = layer_readings(frame);
  const auto place = [&](const LayerReading& reading) {
    return engine::parse_address(frame.trace().stage(reading.stage).address);
  };
  if (readings.size() != tabs.size() || place(readings.front()).stack != stack.stack) return tabs;
  for (const bool with_query : {true, false}) {
    for (size_t i = 0; i < tabs.size(); ++i) {
      const LayerReading& reading = readings[i];
      const engine::Stage& map = frame.trace().stage(reading.stage);
      const std::string query =
          with_query ? frame.facts.label(map.rows_are(), reading.query) + " → " : std::string();
      const std::string key = query + frame.facts.label(map.columns_are(), reading.key);
      const std::string share = percent(static_cast<double>(reading.weight));
      tabs[i].reading = reading;
      tabs[i].words = frame.tr("habit.reads.key", {{"key", key}, {"percent", share}});
    }
    if (width_of(tabs, frame.style, least) <= room) return tabs;
  }
  for (LayerTab& tab : tabs) tab.words.clear();
  return tabs;
}

// The row of weights that the words are about, with the greatest framed.
void draw_read_row(const DiagramScene& scene, const LayerReading& reading, const Box& box) {
  const Frame& frame = scene.frame;
  const engine::Matrix row = frame.trace().read_row(reading.stage, reading.query);
  draw_number_strip(frame, box.low, box.size(), row, frame.facts.scale_of_layers(reading.stage));
  const float cell = box.size().x / static_cast<float>(row.cols());
  const float left = box.low.x + cell * static_cast<float>(reading.key);
  ImGui::GetWindowDrawList()->AddRect({std::floor(left) - 1, box.low.y - 1},
                                      {std::ceil(left + cell) + 1, box.high.y + 1}, frame.style.colours.ink,
                                      0, 0, frame.style.px(1));
}

// The first or last tab of many layers may only indicate that there are more.
void draw_tab(const DiagramScene& scene, const DiagramStack& stack, int layer, const LayerTab& tab, bool more,
              const Box& box) {
  const auto& style = scene.frame.style;
  const bool encodes = stack.stack == engine::Stack::kEncoder;
  ImGui::SetCursorScreenPos(box.low);
  if (ImGui::InvisibleButton(((encodes ? "encoder layer " : "decoder layer ") + tab.number).c_str(),
                             box.size()))
    go_to_layer(scene, stack, layer);
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, scene.frame.tr("diagram.tip.layer", {{"layer", tab.number}}));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool drawn = layer == stack.layer;
  if (drawn || hovered)
    list.AddRectFilled(box.low, box.high, drawn ? style.colours.panel : style.colours.chip, style.px(6));
  if (drawn) list.AddRect(box.low, box.high, style.colours.hairline, style.px(6));
  const ui::TextStyle type = drawn ? style.small_strong() : style.small();
  const std::string number = more ? "…" : tab.number;
  const ImVec2 size = ui::text_size(number, type);
  const float y = std::floor(box.low.y + (style.px(DiagramMetrics::kTab) - size.y) / 2);
  if (tab.words.empty())
    return ui::draw_text(list, {std::round(box.centre().x - size.x / 2), y}, number, type);
  const float x = std::round(box.low.x + style.px(8));
  ui::draw_text(list, {x, y}, number, type);
  const ImVec2 read(x + size.x + style.px(6), y);
  ui::draw_text(list, read, tab.words, drawn ? style.small_ink() : style.small());
  const float below = std::floor(box.low.y + style.px(DiagramMetrics::kTab));
  if (box.high.y - below < style.px(8)) return;
  draw_read_row(scene, tab.reading, {{read.x, below}, {box.high.x - style.px(8), box.high.y - style.px(5)}});
}

// "2 encoder layers", of which one is drawn.
std::string stack_name(const DiagramScene& scene, const DiagramStack& stack) {
  const std::string key =
      stack.stack == engine::Stack::kEncoder ? "diagram.encoder_layer" : "diagram.decoder_layer";
  return stack.layers == 1 ? scene.frame.tr(key)
                           : scene.frame.tr(key + "s", {{"count", std::to_string(stack.layers)}});
}

}  // namespace

void draw_stack(const DiagramScene& scene, const DiagramStack& stack) {
  const auto& style = scene.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(stack.frame.low, stack.frame.high, style.colours.background, style.px(12));
  const Box& header = stack.header;
  const float least = style.px(DiagramMetrics::kTab);  // of a tab without words: a square
  const std::string word = scene.frame.tr("diagram.layer");
  const ImVec2 word_size = ui::text_size(word, style.small());
  const float all = header.high.x - stack.arrow - style.px(8);
  const std::vector<LayerTab> tabs = layer_tabs(scene, stack, all, least);
  // What is read in the layers may take the word's place.
  const bool are_told = !tabs.empty() && !tabs.front().words.empty();
  const float with_word = all - word_size.x - style.px(6);
  const bool all_fit = are_told || width_of(tabs, style, least) <= with_word;
  const int fit = all_fit ? stack.layers : std::clamp(static_cast<int>(with_word / least), 1, stack.layers);
  const int first = std::clamp(stack.layer - fit / 2, 0, stack.layers - fit);
  const float y = std::floor(header.low.y + (least - word_size.y) / 2);
  const float left = stack.arrow - header.low.x - style.px(8);
  ui::draw_text(list, {header.low.x, y}, ui::ellipsise(stack_name(scene, stack), left, style.small()),
                style.small());
  float x = header.high.x;
  for (int layer = first + fit - 1; layer >= first; --layer) {
    const bool more = (layer == first && layer > 0) || (layer == first + fit - 1 && layer + 1 < stack.layers);
    const LayerTab& tab = tabs[static_cast<size_t>(layer)];
    const float width = all_fit ? tab.width(style, least) : least;
    x -= width;
    draw_tab(scene, stack, layer, tab, more && layer != stack.layer,
             {{x, header.low.y}, {x + width, header.low.y + (tab.words.empty() ? least : header.size().y)}});
  }
  if (header.high.x - x <= with_word) ui::draw_text_right(list, {x - style.px(6), y}, word, style.small());
}

}  // namespace views
