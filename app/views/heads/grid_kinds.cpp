// grid_kinds.cpp: finds a model's attentions in its trace.
#include "app/views/heads/grid_kinds.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets.h"

namespace views {
namespace {

// The example of a batch that is focused; -1: no batch.
int example_near(const Frame& frame) {
  return engine::parse_address(frame.facts.attention_near(frame.here())).batch;
}

std::string address_in(int example, const AttentionKind& kind, int layer, int head) {
  engine::StageAddress place;
  place.batch = example;
  place.stack = kind.stack;
  place.layer = layer;
  place.sublayer = kind.sublayer;
  place.head = head;
  place.step = "weights";
  return engine::address_of(place);
}

const char* key_of(const AttentionKind& kind) {
  if (kind.sublayer == engine::Sublayer::kCross) return "grid.kind.cross";
  return kind.stack == engine::Stack::kEncoder ? "grid.kind.encoder" : "grid.kind.decoder";
}

float button_width(const Frame& frame, const AttentionKind& kind) {
  return ui::button_width(frame.style, frame.tr(key_of(kind)));
}

// The same head and layer if the kind has them.
void look_at(const Frame& frame, const AttentionKind& kind) {
  const int layer = engine::parse_address(frame.facts.attention_near(frame.here())).layer;
  const int example = example_near(frame);
  std::string address = address_in(example, kind, layer, frame.session.focused_head());
  if (!frame.trace().find(address)) address = address_in(example, kind, 0, 0);
  frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
}

}  // namespace

std::vector<AttentionKind> attention_kinds(const Frame& frame) {
  constexpr std::array<AttentionKind, 3> kAll = {{{engine::Stack::kEncoder, engine::Sublayer::kSelf},
                                                  {engine::Stack::kDecoder, engine::Sublayer::kSelf},
                                                  {engine::Stack::kDecoder, engine::Sublayer::kCross}}};
  std::vector<AttentionKind> kinds;
  for (const AttentionKind& kind : kAll) {
    if (frame.trace().find(address_in(example_near(frame), kind, 0, 0))) kinds.push_back(kind);
  }
  return kinds;
}

AttentionKind attention_kind(const Frame& frame) {
  const engine::StageAddress near = engine::parse_address(frame.facts.attention_near(frame.here()));
  const std::vector<AttentionKind> kinds = attention_kinds(frame);
  const AttentionKind wanted{near.stack, near.sublayer};
  const bool has_it = std::find(kinds.begin(), kinds.end(), wanted) != kinds.end();
  return has_it || kinds.empty() ? wanted : kinds.front();
}

std::vector<engine::LayerHeads> heads_by_layer(const Frame& frame, const AttentionKind& kind) {
  return heads_by_layer(frame, kind, example_near(frame));
}

std::vector<engine::LayerHeads> heads_by_layer(const Frame& frame, const AttentionKind& kind, int example) {
  std::vector<engine::LayerHeads> layers;
  for (int layer = 0;; ++layer) {
    const auto first = frame.trace().find(address_in(example, kind, layer, 0));
    if (!first) return layers;
    layers.push_back(app::across_heads(frame.trace(), *first));
  }
}

void draw_title_and_kinds(const Frame& frame, const std::string& title, const std::string& tip) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(title, style.title());
  if (!tip.empty()) ui::tip(style, tip);
  const std::vector<AttentionKind> kinds = attention_kinds(frame);
  if (kinds.size() < 2) return;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  float choice = 0;
  for (const AttentionKind& kind : kinds) choice += button_width(frame, kind);
  const float gap = style.px(4);
  choice += gap * static_cast<float>(kinds.size() - 1);
  const bool beside = ui::text_size(title, style.title()).x + style.px(24) + choice < width;
  if (beside) ImGui::SetCursorScreenPos({start.x + width - choice, start.y});
  ui::Flow flow(gap);
  const AttentionKind now = attention_kind(frame);
  for (const AttentionKind& kind : kinds) {
    const std::string key = key_of(kind);
    flow.next(button_width(frame, kind));
    const auto face = kind == now ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(style, (frame.tr(key) + "##" + key).c_str(), face)) look_at(frame, kind);
    ui::tip(style, frame.tr(key + ".tip"));
  }
  if (beside) ImGui::SetCursorScreenPos(below);
}

}  // namespace views
