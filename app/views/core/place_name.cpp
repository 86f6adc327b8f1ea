// place_name.cpp: builds a path from an address's parts, or from the view's name.
#include "app/views/core/place_name.h"

#include "app/look/labels.h"
#include "app/views/core/navigation.h"
#include "app/views/core/outline.h"
#include "app/views/core/view.h"
#include "app/views/core/view_words.h"

namespace views {
namespace {

// `head`: what is said of the head; empty: which one it is.
std::vector<std::string> path_with(const Frame& frame, const std::string& address, bool brief,
                                   const std::string& head) {
  const app::Words& tr = frame.tr;
  const engine::StageAddress place = engine::parse_address(address);
  std::vector<std::string> path;
  if (place.batch >= 0) path.push_back(tr("path.sentence", {{"sentence", tr.nth(place.batch)}}));
  if (!place.stream.empty()) path.push_back(tr("path." + place.stream));
  if (place.layer >= 0) path.push_back(brief ? short_layer_name(frame, place) : layer_name(frame, place));
  if (place.sublayer != engine::Sublayer::kNone) path.push_back(sublayer_name(frame, place));
  if (place.head >= 0) path.push_back(head.empty() ? tr("head.name", {{"head", tr.nth(place.head)}}) : head);
  const auto stage = frame.trace().find(address);
  path.push_back(stage ? look::stage_name(tr, frame.trace().stage(*stage)) : look::stage_name(tr, address));
  return path;
}

std::vector<std::string> path_of_view(const Frame& frame, const View& view) {
  std::vector<std::string> path;
  if (view.shows == Shows::kLab) path.push_back(frame.tr("path.labs"));
  path.push_back(frame.tr(view_key(frame, view.name)));
  if (const std::string_view lab = open_lab(frame); !lab.empty())
    path.push_back(frame.tr(lab_page_key(frame, lab)));
  return path;
}

}  // namespace

std::vector<std::string> path_of(const Frame& frame, const std::string& address, bool brief) {
  return path_with(frame, address, brief, "");
}

std::string place_name(const Frame& frame, const std::string& address) {
  std::string name;
  for (const std::string& part : path_of(frame, address, false)) {
    if (!name.empty()) name += kArrow;
    name += part;
  }
  return name;
}

std::vector<std::string> path_on_screen(const Frame& frame, bool brief) {
  const View& view = shown_view(frame);
  switch (view.shows) {
    case Shows::kStage:
      break;
    case Shows::kHeads:
      return path_with(frame, address_on_screen(frame), brief, frame.tr("path.all_heads"));
    case Shows::kMarked:
    case Shows::kWhole:
    case Shows::kLab:
    case Shows::kRuns:
      return path_of_view(frame, view);
  }
  return path_of(frame, frame.here(), brief);
}

std::string address_on_screen(const Frame& frame) {
  const Shows shows = shown_view(frame).shows;
  if (shows == Shows::kHeads) return frame.facts.attention_near(frame.here());
  const bool has_stage = shows == Shows::kStage || shows == Shows::kMarked;
  return has_stage ? frame.here() : "";
}

}  // namespace views
