// pages.h: the pages of the lab on attention's relatives, and what they share.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"
#include "engine/labs/relatives/relatives_costs.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace views {

// Each draws its controls, pictures and values from the cursor on, in the remaining space.
void draw_relatives_reach(const Frame& frame);      // reach.cpp
void draw_relatives_influence(const Frame& frame);  // influence.cpp
void draw_relatives_kernels(const Frame& frame);    // kernels.cpp
void draw_relatives_costs(const Frame& frame);      // costs.cpp

// In display order.
inline constexpr std::array<engine::Relative, 3> kRelativesShown = {
    engine::Relative::kConvolution, engine::Relative::kRecurrence, engine::Relative::kAttention};

// "Convolution", and the colour of its nodes and curves.
std::string relative_name(const Frame& frame, engine::Relative kind);
ImU32 relative_colour(const Frame& frame, engine::Relative kind);

// The document's settings, and the open page.
inline const engine::RelativesLab& relatives_lab(const Frame& frame) {
  return engine::relatives_lab_of(frame.session.document().config);
}
inline const app::RelativesPage& relatives_page(const Frame& frame) {
  return frame.session.document().labs.relatives;
}

// Changes both; `merge` as in Requests::edit.
using RelativesChange = std::function<void(engine::RelativesLab& lab, app::RelativesPage& page)>;
void edit_relatives(const Frame& frame, std::string_view merge, RelativesChange change);

// The stage lab.relatives.NAME; -1 if it does not exist.
int relatives_stage(const Frame& frame, std::string_view name);

// The token texts that the lab works on; empty if the trace has no lab.
const std::vector<std::string>& relatives_tokens(const Frame& frame);

// Kernel, dilation, depth, strides and pooling; the gain and the head. In wrapping lines.
void draw_convolution_fields(const Frame& frame);
void draw_recurrence_fields(const Frame& frame);

// A map with its caption, and where it is; a click links to its stage, for stepping and for the card.
std::optional<ui::MatrixFrame> draw_relatives_map(const Frame& frame, int stage, const std::string& caption,
                                                  ImVec2 at, ImVec2 room);

}  // namespace views
