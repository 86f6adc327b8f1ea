// outline.cpp: decides what is expanded, and names it.
#include "app/views/core/outline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <vector>

#include "engine/core/address.h"
#include "engine/core/letters.h"

namespace views {
namespace {

using Kind = OutlineLine::Kind;

bool same_layer(const engine::StageAddress& a, const engine::StageAddress& b) {
  return a.stack == b.stack && a.layer == b.layer && a.is_gradient == b.is_gradient;
}

// What is expanded in a walk.
struct Open {
  bool all_layers = false;
  std::set<size_t> groups;
};

std::vector<OutlineLine> lines_of(const Facts::Walk& walk, size_t here, const Open& open) {
  std::vector<OutlineLine> lines;
  for (size_t group = 0; group < walk.groups.size(); ++group) {
    const size_t first = walk.groups[group];
    const engine::StageAddress& place = walk.steps[first].place;
    const bool in_layer = place.layer >= 0;
    const bool layer_open = open.all_layers || same_layer(place, walk.steps[here].place);
    const bool new_layer = in_layer && (group == 0 || !same_layer(place, walk.steps[first - 1].place));
    if (new_layer) lines.push_back({Kind::kLayer, first, layer_open});
    if (in_layer && !layer_open) continue;
    const bool is_open = open.groups.contains(group);
    lines.push_back({Kind::kGroup, first, is_open});
    for (size_t step = first; is_open && step < walk.group_end(group); ++step)
      lines.push_back({Kind::kStep, step, false});
  }
  return lines;
}

bool fits(const std::vector<OutlineLine>& lines, const OutlineRoom& room) {
  const auto steps =
      std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.kind == Kind::kStep; });
  const auto others = static_cast<float>(lines.size()) - static_cast<float>(steps);
  return others * room.line + static_cast<float>(steps) * room.step <= room.height;
}

bool has_norm(const Facts::Walk& walk, size_t group) {
  for (size_t step = walk.groups[group]; step < walk.group_end(group); ++step) {
    if (walk.steps[step].kind == engine::StageKind::kNorm) return true;
  }
  return false;
}

std::string head_name(const Frame& frame) {
  return frame.tr("head.name", {{"head", frame.tr.nth(frame.session.focused_head())}});
}

}  // namespace

std::vector<OutlineLine> outline(const Facts::Walk& walk, size_t here, const OutlineRoom& room) {
  const size_t group = walk.group_of(here);
  Open open{false, {group}};
  std::vector<OutlineLine> lines = lines_of(walk, here, open);
  const auto try_open = [&](const Open& wider) {
    std::vector<OutlineLine> more = lines_of(walk, here, wider);
    if (!fits(more, room)) return;
    open = wider;
    lines = std::move(more);
  };
  try_open({true, open.groups});
  for (const size_t neighbour : {group + 1, group - 1}) {
    if (neighbour >= walk.groups.size()) continue;
    Open wider = open;
    wider.groups.insert(neighbour);
    try_open(wider);
  }
  return lines;
}

std::string sublayer_name(const Frame& frame, const engine::StageAddress& place) {
  if (place.sublayer == engine::Sublayer::kFeedForward) return frame.tr("path.ffn");
  if (place.sublayer == engine::Sublayer::kCross) return frame.tr("path.cross");
  const bool hides_later =
      place.stack == engine::Stack::kDecoder && frame.session.trace_document().config.decoder_causal;
  return frame.tr(hides_later ? "path.masked_self" : "path.self");
}

namespace {

// What the labs compare, as their addresses name it; a number follows there where it has layers.
struct LabPartRow {
  std::string_view lab, part;
  std::string_view words;
  bool counts_input = false;  // whether 0 is the input, and 1 the first layer
};
constexpr std::array<LabPartRow, 16> kLabParts = {
    {{"relatives", "convolution", "relatives.name.convolution"},
     {"relatives", "recurrent", "relatives.name.recurrent"},
     {"relatives", "attention", "relatives.name.attention"},
     {"depth", "pure", "depth.mode.pure", true},
     {"depth", "skip", "depth.mode.skip", true},
     {"depth", "mlp", "depth.mode.mlp", true},
     {"depth", "both", "depth.mode.both", true},
     {"depth", "model", "depth.mode.model", true},
     {"gallery", "vit", "gallery.page.vit"},
     {"gallery", "detr", "gallery.page.detr"},
     {"gallery", "transunet", "gallery.page.transunet"},
     {"gallery", "context-transformer", "gallery.page.context-transformer"},
     {"gallery", "taming", "gallery.page.taming"},
     {"gallery", "dalle", "gallery.page.dalle"},
     {"gallery", "imagegpt", "gallery.page.imagegpt"},
     {"gallery", "transgan", "gallery.page.transgan"}}};

// Of gradients, what they are the gradients of.
std::string forward_group_name(const Frame& frame, const Facts::Walk& walk, size_t group) {
  const app::Step& first = walk.steps[walk.groups[group]];
  const bool layers = frame.facts.has_layers();
  switch (first.group) {
    case app::StepGroup::kInput:
      return frame.tr(first.place.stream.empty() ? "rail.input" : "path." + first.place.stream);
    case app::StepGroup::kHead:
      return layers ? sublayer_name(frame, first.place) : head_name(frame);
    case app::StepGroup::kTogether:
      return frame.tr(!layers ? "rail.together" : has_norm(walk, group) ? "path.add_norm" : "path.add");
    case app::StepGroup::kFeedForward:
      return sublayer_name(frame, first.place);
    case app::StepGroup::kLab:
      return frame.tr("view." + std::string(engine::lab_of(first.place)));
    case app::StepGroup::kOutput:
      break;
  }
  return frame.tr(first.place.stack == engine::Stack::kEncoder ? "path.encoder_output" : "path.prediction");
}

// A mark before what is said of gradients, which stand behind all that they are the gradients of.
std::string marked(const Frame& frame, const engine::StageAddress& place, std::string name) {
  return place.is_gradient ? frame.tr("path.gradient", {{"place", name}}) : name;
}

}  // namespace

std::string group_name(const Frame& frame, const Facts::Walk& walk, size_t group) {
  const engine::StageAddress& place = walk.steps[walk.groups[group]].place;
  const std::string name = forward_group_name(frame, walk, group);
  return place.layer < 0 ? marked(frame, place, name) : name;
}

std::string group_note(const Frame& frame, const Facts::Walk& walk, size_t group) {
  const bool head = walk.steps[walk.groups[group]].group == app::StepGroup::kHead;
  return head && frame.facts.has_layers() ? head_name(frame) : "";
}

std::string layer_name(const Frame& frame, const engine::StageAddress& place) {
  if (place.layer < 0) return "";
  const bool encoder = place.stack == engine::Stack::kEncoder;
  return marked(frame, place,
                frame.tr(encoder ? "path.encoder" : "path.decoder", {{"layer", frame.tr.nth(place.layer)}}));
}

std::string short_layer_name(const Frame& frame, const engine::StageAddress& place) {
  const bool encoder = place.stack == engine::Stack::kEncoder;
  return marked(frame, place,
                frame.tr(encoder ? "path.short.encoder" : "path.short.decoder",
                         {{"layer", frame.tr.nth(place.layer)}}));
}

std::string step_letters(const Frame& frame, const engine::Stage& stage) {
  return engine::symbol_of(frame.trace(), stage, frame.style.lettering);
}

std::string short_group_name(const Frame& frame, const Facts::Walk& walk, size_t group) {
  const app::Step& first = walk.steps[walk.groups[group]];
  switch (first.group) {
    case app::StepGroup::kInput:
      return frame.tr("path.short.input");
    case app::StepGroup::kHead:
      if (!frame.facts.has_layers()) return frame.tr("path.short.head");
      return frame.tr(first.place.sublayer == engine::Sublayer::kCross ? "path.short.cross"
                                                                       : "path.short.self");
    case app::StepGroup::kTogether:
      return frame.tr("path.short.together");
    case app::StepGroup::kFeedForward:
      return frame.tr("path.short.ffn");
    case app::StepGroup::kLab:
      return frame.tr("path.short.lab");
    case app::StepGroup::kOutput:
      break;
  }
  return frame.tr("path.short.output");
}

LabPart lab_part(const Frame& frame, std::string_view address) {
  constexpr size_t kNumber = 3;  // what may follow "lab", the lab and the part
  const std::vector<std::string_view> parts = engine::parts_of(address);
  if (parts.size() <= kNumber || !engine::is_of_lab(address)) return {};
  const auto* const row = std::ranges::find_if(
      kLabParts, [&](const LabPartRow& each) { return each.lab == parts[1] && each.part == parts[2]; });
  if (row == kLabParts.end()) return {};
  LabPart part{frame.tr(row->words), ""};
  const std::string_view typed = parts[kNumber];
  engine::Index number = 0;
  if (std::from_chars(typed.data(), typed.data() + typed.size(), number).ec != std::errc()) return part;
  const engine::Index layer = number - (row->counts_input ? 1 : 0);
  part.layer = layer < 0 ? frame.tr("rail.input") : frame.tr("path.layer", {{"layer", frame.tr.nth(layer)}});
  return part;
}

std::string group_path(const Frame& frame, const Facts::Walk& walk, size_t group) {
  const std::string layer = layer_name(frame, walk.steps[walk.groups[group]].place);
  const std::string note = group_note(frame, walk, group);
  const std::string name = group_name(frame, walk, group) + (note.empty() ? "" : " · " + note);
  return layer.empty() ? name : layer + " › " + name;
}

}  // namespace views
