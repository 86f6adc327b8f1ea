// place_name.cpp: builds a path from an address's parts.
#include "app/views/core/place_name.h"

#include "app/look/labels.h"
#include "app/views/core/outline.h"

namespace views {

std::vector<std::string> path_of(const Frame& frame, const std::string& address, bool brief) {
  const app::Words& tr = frame.tr;
  const engine::StageAddress place = engine::parse_address(address);
  std::vector<std::string> path;
  if (place.batch >= 0) path.push_back(tr("path.sentence", {{"sentence", tr.nth(place.batch)}}));
  if (!place.stream.empty()) path.push_back(tr("path." + place.stream));
  if (place.layer >= 0) path.push_back(brief ? short_layer_name(frame, place) : layer_name(frame, place));
  if (place.sublayer != engine::Sublayer::kNone) path.push_back(sublayer_name(frame, place));
  if (place.head >= 0) path.push_back(tr("head.name", {{"head", tr.nth(place.head)}}));
  const auto stage = frame.trace().find(address);
  path.push_back(stage ? look::stage_name(tr, frame.trace().stage(*stage)) : look::stage_name(tr, address));
  return path;
}

std::string place_name(const Frame& frame, const std::string& address) {
  std::string name;
  for (const std::string& part : path_of(frame, address, false)) {
    if (!name.empty()) name += kArrow;
    name += part;
  }
  return name;
}

}  // namespace views
