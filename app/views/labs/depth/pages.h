// pages.h: the pages of the depth lab, and what they share.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/views/core/fields.h"
#include "app/views/core/frame.h"
#include "engine/labs/depth/depth_lab.h"

namespace views {

// Each draws its controls, pictures and values from the cursor on, in the remaining space.
void draw_depth_rank(const Frame& frame);       // rank.cpp
void draw_depth_paths(const Frame& frame);      // paths.cpp
void draw_depth_gradients(const Frame& frame);  // measured.cpp
void draw_depth_signal(const Frame& frame);     // measured.cpp

// The settings of the visible trace, and the open page.
inline const engine::DepthLab& depth_lab(const Frame& frame) {
  return engine::depth_lab_of(frame.session.trace_document().config);
}
inline const app::DepthPage& depth_page(const Frame& frame) {
  return frame.session.document().labs.depth;
}

// Changes both; `merge` as in Requests::edit.
using DepthChange = std::function<void(engine::DepthLab& lab, app::DepthPage& page)>;
void edit_depth(const Frame& frame, std::string_view merge, DepthChange change);

// The stage lab.depth.NAME; -1 if it does not exist.
int depth_stage(const Frame& frame, const std::string& name);
// "pure.3.output"
std::string depth_name(std::string_view mode, engine::Index layer, const char* step);

// Layers and heads; and below a word what is rarely changed: the window, the gains, the seed, and what a page
// adds.
void draw_depth_fields(const Frame& frame, const std::function<void(Fields&)>& more = {});

// The colour of a curve: those of the heads that are farthest apart, so no two greens.
ImU32 depth_colour(const ui::Style& style, int curve);

// A button of a group, of which one is chosen.
bool depth_choice(const Frame& frame, const std::string& key, bool is_chosen);

}  // namespace views
