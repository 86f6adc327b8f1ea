// outline.h: the walk as an outline: layers and groups of steps, of which as many are expanded as fit.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

struct OutlineLine {
  enum class Kind { kLayer, kGroup, kStep };
  Kind kind = Kind::kStep;
  size_t step = 0;       // the step itself, or the first of the group or layer
  bool is_open = false;  // expanded: its lines follow
};

// Heights in pixels.
struct OutlineRoom {
  float height = 0;  // in all
  float line = 0;    // of a layer's or group's line
  float step = 0;    // of a step's line, at least
};

// The lines from top to bottom. The group of `here` is expanded, and so is its layer; others as far as
// everything fits: first all layers show their groups, then the groups next to it their steps.
std::vector<OutlineLine> outline(const Facts::Walk& walk, size_t here, const OutlineRoom& room);

// "Feed-forward", "Cross-attention", "Masked self-attention".
std::string sublayer_name(const Frame& frame, const engine::StageAddress& place);
// "Feed-forward", "Self-attention", "Target".
std::string group_name(const Frame& frame, const Facts::Walk& walk, size_t group);
// "Head 1" next to the name of an attention among layers; otherwise empty.
std::string group_note(const Frame& frame, const Facts::Walk& walk, size_t group);
// "Encoder 1"; empty outside any layer.
std::string layer_name(const Frame& frame, const engine::StageAddress& place);
// "E1"
// A step's letters in the folded outline: as its matrix is named above the stage.
std::string step_letters(const Frame& frame, const engine::Stage& stage);
// "SA", "FF": for the folded outline.
std::string short_group_name(const Frame& frame, const Facts::Walk& walk, size_t group);
std::string short_layer_name(const Frame& frame, const engine::StageAddress& place);
// What a lab's step belongs to: one of what the lab compares, and one of its layers.
struct LabPart {
  std::string name;   // "Convolution"; empty outside such a part
  std::string layer;  // "Layer 1", "Input"; empty where it has none
  bool operator==(const LabPart&) const = default;
};
LabPart lab_part(const Frame& frame, std::string_view address);
// "Encoder 1 › Feed-forward", "Decoder 1 › Cross-attention · Head 1".
std::string group_path(const Frame& frame, const Facts::Walk& walk, size_t group);

}  // namespace views
