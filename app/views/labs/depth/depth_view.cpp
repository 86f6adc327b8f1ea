// depth_view.cpp: the depth lab: one question per page.
#include "app/views/labs/depth/depth_view.h"

#include <algorithm>
#include <array>

#include "app/document/labs/labs.h"
#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/depth/pages.h"

namespace views {
namespace {

using engine::DepthLab;
using engine::Index;

struct DepthTab {
  std::string_view name;
  void (*draw)(const Frame& frame);
  bool needs_stages = true;  // the lab's stages of this text
};
constexpr std::array<DepthTab, 4> kDepthTabs = {{{"rank", draw_depth_rank},
                                                 {"paths", draw_depth_paths},
                                                 {"gradients", draw_depth_gradients, false},
                                                 {"signal", draw_depth_signal, false}}};

const DepthTab& open_depth_tab(const Frame& frame) {
  const std::string& wanted = depth_page(frame).shown;
  const auto* const found = std::find_if(kDepthTabs.begin(), kDepthTabs.end(),
                                         [&](const DepthTab& tab) { return tab.name == wanted; });
  return found == kDepthTabs.end() ? kDepthTabs.front() : *found;
}

std::string key_of_depth_tab(const DepthTab& tab) {
  return "lab.depth.page." + std::string(tab.name);
}

void draw_depth_tabs(const Frame& frame) {
  ui::Flow flow(frame.style.px(6));
  for (const DepthTab& tab : kDepthTabs) {
    const std::string key = key_of_depth_tab(tab);
    flow.next(ui::button_width(frame.style, frame.tr(key)));
    if (depth_choice(frame, key, tab.name == open_depth_tab(frame).name))
      edit_depth(frame, "",
                 [name = std::string(tab.name)](DepthLab&, app::DepthPage& page) { page.shown = name; });
    ui::tip(frame.style, frame.tr(key + ".question"));
  }
  if (draw_close_lab(frame, flow)) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      engine::depth_lab_of(state.document.config).is_on = false;
    });
  }
}

// The page in the remaining height, or in its minimum.
void draw_open_depth_tab(const Frame& frame) {
  const float least = frame.style.px(360);
  const float room = ImGui::GetContentRegionAvail().y;
  constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("depth page", {0, std::max(room, least)}, 0, kStill))
    open_depth_tab(frame).draw(frame);
  ImGui::EndChild();
}

void depth_size(Fields& fields, const char* key, Index DepthLab::*size, Index smallest, Index largest) {
  const DepthLab& lab = engine::depth_lab_of(fields.config());
  fields.whole(key, lab.*size, smallest, largest, [size](app::State& state, Index value) {
    engine::depth_lab_of(state.document.config).*size = value;
  });
}

void depth_gain(Fields& fields, const char* key, double DepthLab::*gain) {
  const DepthLab& lab = engine::depth_lab_of(fields.config());
  fields.real(key, lab.*gain, 0.01f, 0, engine::kMaxDepthGain, [gain](app::State& state, double value) {
    engine::depth_lab_of(state.document.config).*gain = value;
  });
}

}  // namespace

void edit_depth(const Frame& frame, std::string_view merge, DepthChange change) {
  frame.requests.edit(merge, [change = std::move(change)](app::State& state) {
    change(engine::depth_lab_of(state.document.config), state.document.labs.depth);
  });
}

int depth_stage(const Frame& frame, const std::string& name) {
  return frame.trace().find(std::string("lab.").append("depth.").append(name)).value_or(-1);
}

std::string depth_name(std::string_view mode, Index layer, const char* step) {
  std::string name(mode);
  return name.append(".").append(std::to_string(layer)).append(".").append(step);
}

void draw_depth_fields(const Frame& frame, const std::function<void(Fields&)>& more) {
  const auto& style = frame.style;
  Fields fields(frame);
  depth_size(fields, "lab.depth.layers", &DepthLab::layers, 1, engine::kMaxDepthLayers);
  depth_size(fields, "lab.depth.heads", &DepthLab::heads, 1, engine::kMaxDepthHeads);
  ImGui::SameLine(0, style.px(8));
  const std::string face = frame.tr("setting.more") + " ▾";
  // On one line with the values.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(6), style.px(4)));
  const bool is_open =
      ui::begin_choices(style, "depth more", face, false, ui::ButtonKind::kFlat, ui::kAroundPanel);
  ImGui::PopStyleVar();
  if (!is_open) return ui::tip(style, frame.tr("lab.depth.more.tip"));
  Fields rest(frame, style.px(150));
  depth_size(rest, "lab.depth.window", &DepthLab::window, 0, engine::kMaxDepthTokens);
  depth_gain(rest, "lab.depth.value_gain", &DepthLab::value_gain);
  depth_gain(rest, "lab.depth.score_gain", &DepthLab::score_gain);
  const DepthLab& lab = engine::depth_lab_of(rest.config());
  rest.seed("lab.depth.seed", lab.seed, 1'000'000, [](app::State& state, uint64_t value) {
    engine::depth_lab_of(state.document.config).seed = value;
  });
  if (more) more(rest);
  ImGui::EndPopup();
}

ImU32 depth_colour(const ui::Style& style, int curve) {
  constexpr std::array<int, 5> kHeads = {0, 1, 3, 4, 6};
  return style.head(kHeads.at(static_cast<size_t>(curve) % kHeads.size()));
}

bool depth_choice(const Frame& frame, const std::string& key, bool is_chosen) {
  std::string face = frame.tr(key);
  face.append("##").append(key);
  return ui::button(frame.style, face.c_str(),
                    is_chosen ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline);
}

void draw_depth_lab(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  // In a low window, or with large text, everything scrolls instead of shrinking too far.
  ImGui::BeginChild("depth", {0, 0});
  draw_depth_tabs(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string key = key_of_depth_tab(open_depth_tab(frame));
  draw_page_heading(frame, key);
  // During a long run, and if a text is too long, the trace is one without the lab.
  if (open_depth_tab(frame).needs_stages && depth_stage(frame, "pure.curve") < 0) {
    ui::paragraph(frame.tr("relatives.waits", {{"largest", std::to_string(engine::kMaxDepthTokens)}}), width,
                  style.quiet());
  } else {
    draw_open_depth_tab(frame);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
