// controls.cpp: the attention method, its parameters, and the draw.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/session/setting_words.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/action.h"
#include "app/views/labs/efficient/efficient_lab.h"
#include "app/views/labs/experiments/experiments.h"

namespace views {
namespace {

using engine::AttentionMethod;
using engine::Index;
using engine::MethodParameters;

// A parameter of a method with a slider.
struct EfficientNumber {
  const char* key;
  Index AttentionMethod::*field;
  bool MethodParameters::*used;
  Index smallest, largest;
  bool counts_tokens;  // values above the number of tokens have no effect
};
constexpr std::array kEfficientNumbers = {
    EfficientNumber{"setting.features", &AttentionMethod::features, &MethodParameters::features, 1, 1024,
                    false},
    EfficientNumber{"setting.rank", &AttentionMethod::rank, &MethodParameters::rank, 1, 1024, true},
    EfficientNumber{"setting.buckets", &AttentionMethod::buckets, &MethodParameters::buckets, 2, 64, false},
    EfficientNumber{"setting.rounds", &AttentionMethod::rounds, &MethodParameters::rounds, 1,
                    engine::kMaxRounds, false},
    EfficientNumber{"setting.window", &AttentionMethod::window, &MethodParameters::window, 1, 1024, true},
    EfficientNumber{"setting.global", &AttentionMethod::global, &MethodParameters::global, 0, 16, true},
};

Index efficient_tokens(const Frame& frame) {
  const auto head = efficient_head(frame);
  return head && head->weights >= 0 ? head->frame.trace().stage(head->weights).columns : 1;
}

float control_width(const Frame& frame, std::string_view key) {
  return ui::text_size(frame.tr(key), frame.style.text()).x + frame.style.px(8);
}

void draw_efficient_slider(const Frame& frame, ui::Flow& line, const EfficientNumber& row, Index tokens,
                           float width) {
  const auto& style = frame.style;
  const AttentionMethod& method = frame.session.document().config.attention;
  const Index largest =
      row.counts_tokens ? std::clamp<Index>(tokens, row.smallest, row.largest) : row.largest;
  const bool is_rank = row.field == &AttentionMethod::rank;
  Index value = std::min(is_rank ? engine::rank_for(method, tokens) : method.*row.field, largest);
  line.next(control_width(frame, row.key) + width);
  control_name(frame, row.key);
  ImGui::SetNextItemWidth(width);
  const std::string id = std::string("##cheaper ") + row.key;
  if (ui::slider(style, id.c_str(), value, row.smallest, largest, "%lld", ui::SliderScale::kLogarithmic)) {
    if (row.field == &AttentionMethod::buckets) value -= value % 2;
    frame.requests.edit(row.key, [field = row.field, value](app::State& state) {
      state.document.config.attention.*field = value;
    });
  }
  ui::tip(style, frame.tr(std::string(row.key) + ".tip"));
}

// A label and its value as a button that selects the other value.
void draw_efficient_switch(const Frame& frame, ui::Flow& line, const char* key, const char* value,
                           void (*change)(AttentionMethod& method)) {
  const auto& style = frame.style;
  const std::string face = frame.tr(value);
  line.next(control_width(frame, key) + ui::button_width(style, face));
  control_name(frame, key);
  if (ui::button(style, (face + "##" + key).c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("", [change](app::State& state) { change(state.document.config.attention); });
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
}

void draw_efficient_switches(const Frame& frame, ui::Flow& line) {
  const AttentionMethod& method = frame.session.document().config.attention;
  const MethodParameters& used = engine::row_of(method.kind).parameters;
  const auto on = [](bool is_on) { return is_on ? "value.on" : "value.off"; };
  if (used.feature_map) {
    const bool positive = method.feature_map == engine::FeatureMap::kPositive;
    draw_efficient_switch(frame, line, "cheaper.feature_map",
                          positive ? "cheaper.positive" : "cheaper.trigonometric",
                          [](AttentionMethod& changed) {
                            changed.feature_map = changed.feature_map == engine::FeatureMap::kPositive
                                                      ? engine::FeatureMap::kTrigonometric
                                                      : engine::FeatureMap::kPositive;
                          });
  }
  if (used.orthogonal)
    draw_efficient_switch(frame, line, "cheaper.orthogonal", on(method.orthogonal),
                          [](AttentionMethod& changed) { changed.orthogonal = !changed.orthogonal; });
  const bool can_gate = frame.session.document().config.causal && !frame.session.document().efficient.drawn;
  if (used.gate && can_gate)
    draw_efficient_switch(frame, line, "cheaper.gate", on(method.gate),
                          [](AttentionMethod& changed) { changed.gate = !changed.gate; });
}

std::string redraw_words(const Frame& frame) {
  const Action* const action = find_action("cheaper draw");
  return frame.tr("cheaper.new_draw") + (action != nullptr ? "  " + shortcut(*action) : std::string());
}

std::string seed_words(const Frame& frame) {
  const std::string seed = std::to_string(frame.session.document().config.attention.seed);
  return frame.tr("cheaper.draw", {{"seed", seed}});
}

float efficient_seed_width(const Frame& frame) {
  return ui::text_size(seed_words(frame), frame.style.text()).x + frame.style.px(8) +
         ui::button_width(frame.style, redraw_words(frame));
}

void draw_efficient_seed(const Frame& frame, ui::Flow& line) {
  const auto& style = frame.style;
  line.next(efficient_seed_width(frame));
  ImGui::AlignTextToFramePadding();
  ui::plain(seed_words(frame));
  ui::tip(style, frame.tr("setting.attention_seed.tip"));
  ImGui::SameLine(0, style.px(8));
  if (ui::button(style, (redraw_words(frame) + "##cheaper.new_draw").c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("", draw_anew);
  ui::tip(style, frame.tr("cheaper.new_draw.tip"));
}

// The model's head, or random values.
void draw_efficient_subject(const Frame& frame, ui::Flow& line) {
  const auto& style = frame.style;
  const bool drawn = frame.session.document().efficient.drawn;
  const char* const value = drawn ? "cheaper.on.drawn" : "cheaper.on.head";
  const std::string face = frame.tr(value);
  line.next(control_width(frame, "cheaper.on") + ui::button_width(style, face));
  control_name(frame, "cheaper.on");
  if (ui::button(style, (face + "##cheaper.on").c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("", [drawn](app::State& state) { state.document.efficient.drawn = !drawn; });
  ui::tip(style, frame.tr("cheaper.on.tip"));
}

// "Sparse", and its methods: the name goes on with the first of them.
void draw_way_buttons(const Frame& frame, ui::Flow& flow, const WayFamily& family) {
  const auto& style = frame.style;
  const std::string name = frame.tr(family.key);
  const float named = ui::text_size(name, style.small()).x + style.px(6);
  const engine::AttentionKind now = frame.session.document().config.attention.kind;
  for (const engine::AttentionKind kind : family.kinds) {
    const std::string_view key = app::words_of(kind);
    const auto refused = way_refused(frame, kind);
    const bool is_now = kind == now;
    const std::string word = frame.tr(key);
    const bool leads = kind == family.kinds.front();
    flow.next((leads ? named : 0) + ui::button_width(style, word));
    if (leads) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float height = ImGui::GetFrameHeight();
      const float text = ui::text_size(name, style.small()).y;
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + std::floor((height - text) / 2)}, name,
                    style.small());
      ImGui::Dummy({named - style.px(6), height});
      ui::tip(style, frame.tr(std::string(family.key) + ".why"));
      ImGui::SameLine(0, style.px(6));
    }
    std::string face = word;
    face.append("##cheaper ").append(key);
    const auto button = is_now ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
    if (ui::button(style, face.c_str(), button, is_now || !refused)) choose_way(frame, kind);
    ui::tip(style, refused ? frame.tr(*refused) : frame.tr(std::string(key) + ".tip"));
  }
}

// As wide as lets all controls of the method stand in one line, from a narrow one to the usual one.
float efficient_slider_width(const Frame& frame, const MethodParameters& used) {
  const auto& style = frame.style;
  const float gap = style.px(18);
  const auto choice = [&](const char* key, const char* value) {
    return control_width(frame, key) + ui::button_width(style, frame.tr(value)) + gap;
  };
  float taken =
      choice("cheaper.on", frame.session.document().efficient.drawn ? "cheaper.on.drawn" : "cheaper.on.head");
  float sliders = 0;
  for (const EfficientNumber& row : kEfficientNumbers) {
    if (!(used.*row.used)) continue;
    taken += control_width(frame, row.key) + gap;
    ++sliders;
  }
  if (used.feature_map) taken += choice("cheaper.feature_map", "cheaper.trigonometric");
  if (used.orthogonal) taken += choice("cheaper.orthogonal", "value.off");
  if (used.gate) taken += choice("cheaper.gate", "value.off");
  if (used.seed) taken += efficient_seed_width(frame);
  const float left = ImGui::GetContentRegionAvail().x - taken;
  return std::clamp(std::floor(left / std::max(sliders, 1.0f)), style.px(80), style.px(150));
}

}  // namespace

void draw_anew(app::State& state) {
  uint64_t& seed = state.document.config.attention.seed;
  seed = seed == std::numeric_limits<uint64_t>::max() ? 0 : seed + 1;
}

void draw_efficient_ways(const Frame& frame) {
  const auto& style = frame.style;
  ui::Flow flow(style.px(6));
  bool is_first = true;
  for (const WayFamily& family : way_families()) {
    // Families stand apart where they share a line.
    if (!is_first) {
      flow.next(0);
      ImGui::Dummy({style.px(4), 0});
    }
    is_first = false;
    draw_way_buttons(frame, flow, family);
  }
}

void draw_efficient_numbers(const Frame& frame) {
  const MethodParameters& used = engine::row_of(frame.session.document().config.attention.kind).parameters;
  const Index tokens = efficient_tokens(frame);
  const float slider = efficient_slider_width(frame, used);
  ui::Flow line(frame.style.px(18));
  draw_efficient_subject(frame, line);
  for (const EfficientNumber& row : kEfficientNumbers) {
    if (used.*row.used) draw_efficient_slider(frame, line, row, tokens, slider);
  }
  draw_efficient_switches(frame, line);
  if (used.seed) draw_efficient_seed(frame, line);
}

}  // namespace views
