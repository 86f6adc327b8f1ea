// relatives_view.cpp: the lab on attention's relatives: one question per page.
#include "app/views/labs/relatives/relatives_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/labs/labs.h"
#include "app/session/changes.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/relatives/pages.h"
#include "app/views/stage/small_map.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace views {
namespace {

using engine::Index;
using engine::Pooling;
using engine::Relative;
using engine::RelativesLab;

struct RelativesTab {
  std::string_view name;
  void (*draw)(const Frame& frame);
};
constexpr std::array<RelativesTab, 4> kRelativesTabs = {{{"reach", draw_relatives_reach},
                                                         {"influence", draw_relatives_influence},
                                                         {"kernels", draw_relatives_kernels},
                                                         {"costs", draw_relatives_costs}}};

const RelativesTab& open_relatives_tab(const Frame& frame) {
  const std::string& wanted = relatives_page(frame).shown;
  const auto* const found = std::find_if(kRelativesTabs.begin(), kRelativesTabs.end(),
                                         [&](const RelativesTab& tab) { return tab.name == wanted; });
  return found == kRelativesTabs.end() ? kRelativesTabs.front() : *found;
}

std::string key_of_tab(const RelativesTab& tab) {
  return "relatives.page." + std::string(tab.name);
}

// Playback on a page stops when it is left.
void stop_playing(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.lab_played.reset(); });
}

void draw_relatives_tabs(const Frame& frame) {
  ui::Flow flow(frame.style.px(6));
  for (const RelativesTab& tab : kRelativesTabs) {
    const std::string key = key_of_tab(tab);
    const std::string word = frame.tr(key);
    flow.next(ui::button_width(frame.style, word));
    const bool is_open = tab.name == open_relatives_tab(frame).name;
    std::string face = word;
    face.append("##").append(key);
    if (ui::button(frame.style, face.c_str(),
                   is_open ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline)) {
      edit_relatives(frame, "", [name = std::string(tab.name)](RelativesLab&, app::RelativesPage& page) {
        page.shown = name;
      });
      stop_playing(frame);
    }
    ui::tip(frame.style, frame.tr(key + ".question"));
  }
  if (draw_close_lab(frame, flow)) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      engine::relatives_lab_of(state.document.config).is_on = false;
    });
    stop_playing(frame);
  }
}

void draw_gain_slider(const Frame& frame) {
  const auto& style = frame.style;
  constexpr double kLeast = 0;
  double value = relatives_lab(frame).gain;
  control_name(frame, "relatives.gain");
  ImGui::SetNextItemWidth(style.px(260));
  if (ui::slider(style, "##relatives.gain", value, kLeast, engine::kMaxGain, "%.2f")) {
    edit_relatives(frame, "relatives.gain",
                   [value = std::round(value * 100) / 100](RelativesLab& lab, app::RelativesPage&) {
                     lab.gain = value;
                   });
  }
  ui::tip(style, frame.tr("relatives.gain.tip"));
}

// The page in the remaining height, or in its minimum.
void draw_open_tab(const Frame& frame) {
  const float least = frame.style.px(350);
  const float room = ImGui::GetContentRegionAvail().y;
  constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("relatives page", {0, std::max(room, least)}, 0, kStill))
    open_relatives_tab(frame).draw(frame);
  ImGui::EndChild();
}

// A field of the lab's own.
void lab_size(Fields& fields, const char* key, Index RelativesLab::*size, Index largest) {
  const RelativesLab& lab = relatives_lab(fields.frame());
  fields.whole(key, lab.*size, 1, largest, [size](app::State& state, Index value) {
    engine::relatives_lab_of(state.document.config).*size = value;
  });
}

template <bool kValue>
Choice lab_switch(std::string_view words, bool RelativesLab::*field) {
  return {words,
          [field](app::State& state) { engine::relatives_lab_of(state.document.config).*field = kValue; }};
}

}  // namespace

std::string relative_name(const Frame& frame, Relative kind) {
  return frame.tr("relatives.name." + std::string(engine::name_of(kind)));
}

ImU32 relative_colour(const Frame& frame, Relative kind) {
  constexpr std::array<int, 3> kHeads = {0, 1, 6};
  return frame.style.head(kHeads.at(static_cast<size_t>(kind)));
}

void edit_relatives(const Frame& frame, std::string_view merge, RelativesChange change) {
  frame.requests.edit(merge, [change = std::move(change)](app::State& state) {
    change(engine::relatives_lab_of(state.document.config), state.document.labs.relatives);
  });
}

int relatives_stage(const Frame& frame, std::string_view name) {
  return frame.trace().find(std::string("lab.").append("relatives.").append(name)).value_or(-1);
}

const std::vector<std::string>& relatives_tokens(const Frame& frame) {
  static const std::vector<std::string> kNone;
  const int reach = relatives_stage(frame, "recurrent.reach");
  return reach < 0 ? kNone : frame.facts.labels(frame.trace().stage(reach).row_sequence);
}

void draw_convolution_fields(const Frame& frame) {
  const RelativesLab& lab = relatives_lab(frame);
  Fields fields(frame);
  lab_size(fields, "relatives.kernel", &RelativesLab::kernel, engine::kMaxKernel);
  lab_size(fields, "relatives.dilation", &RelativesLab::dilation, engine::kMaxDilation);
  if (lab.dilation > 1) {
    const std::array choices = {lab_switch<true>("relatives.grows.on", &RelativesLab::grows),
                                lab_switch<false>("relatives.grows.off", &RelativesLab::grows)};
    fields.choice("relatives.grows", lab.grows ? "relatives.grows.on" : "relatives.grows.off", choices);
  }
  lab_size(fields, "relatives.depth", &RelativesLab::depth, engine::kMaxRelativesDepth);
  lab_size(fields, "relatives.stride", &RelativesLab::stride, engine::kMaxStride);
  const auto pools = [](std::string_view words, Pooling kind) {
    return Choice{
        words, [kind](app::State& state) { engine::relatives_lab_of(state.document.config).pooling = kind; }};
  };
  const std::array poolings = {pools("relatives.pooling.none", Pooling::kNone),
                               pools("relatives.pooling.max", Pooling::kMax),
                               pools("relatives.pooling.mean", Pooling::kMean)};
  fields.choice("relatives.pooling", poolings.at(static_cast<size_t>(lab.pooling)).key, poolings);
  const std::array sides = {lab_switch<true>("relatives.causal.on", &RelativesLab::causal),
                            lab_switch<false>("relatives.causal.off", &RelativesLab::causal)};
  fields.choice("relatives.causal", lab.causal ? "relatives.causal.on" : "relatives.causal.off", sides);
}

void draw_recurrence_fields(const Frame& frame) {
  const RelativesLab& lab = relatives_lab(frame);
  draw_gain_slider(frame);
  ImGui::SameLine(0, frame.style.px(18));
  Fields fields(frame);
  const std::array states = {lab_switch<false>("relatives.linear.off", &RelativesLab::linear),
                             lab_switch<true>("relatives.linear.on", &RelativesLab::linear)};
  fields.choice("relatives.linear", lab.linear ? "relatives.linear.on" : "relatives.linear.off", states);
  const Index heads = frame.session.document().config.n_heads;
  fields.whole("relatives.head", std::min(lab.head + 1, heads), 1, heads, [](app::State& state, Index value) {
    engine::relatives_lab_of(state.document.config).head = value - 1;
  });
}

std::optional<ui::MatrixFrame> draw_relatives_map(const Frame& frame, int stage, const std::string& caption,
                                                  ImVec2 at, ImVec2 room) {
  if (stage < 0) return std::nullopt;
  ui::MatrixFrame matrix = draw_small_map(
      frame, {.stage = stage, .caption = caption, .scale = frame.facts.scale(stage), .may_drop_labels = true},
      at, room);
  ImGui::SetCursorScreenPos(matrix.corner);
  const std::string address = frame.trace().stage(stage).address;
  if (!ImGui::InvisibleButton(address.c_str(), matrix.size)) return matrix;
  const engine::Cell cell = pointed_at(matrix);
  frame.requests.edit("", [address, cell](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
    if (cell.stage >= 0) state.document.focus.pinned = {cell.row, cell.column};
  });
  return matrix;
}

void draw_relatives_lab(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  // In a low window, or with large text, everything scrolls instead of shrinking too far.
  ImGui::BeginChild("relatives", {0, 0});
  draw_relatives_tabs(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string key = key_of_tab(open_relatives_tab(frame));
  draw_page_heading(frame, key);
  // During a long run, and if a text is too long, the trace is one without the lab.
  if (relatives_tokens(frame).empty() && key != "relatives.page.costs") {
    ui::paragraph(frame.tr("relatives.waits", {{"largest", std::to_string(engine::kMaxRelativesTokens)}}),
                  width, style.quiet());
  } else {
    draw_open_tab(frame);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
