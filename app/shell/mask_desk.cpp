// mask_desk.cpp: from the focused stage to the mask of its head.
#include "app/shell/mask_desk.h"

#include "app/document/document_limits.h"
#include "app/export/mask_file.h"
#include "app/session/exploring.h"
#include "engine/core/address.h"
#include "engine/masks/painted.h"

namespace app {
namespace {

const engine::Error kNoMask{"error.no_mask_here", {}};

// The mask of the stage's head; nullopt if it is in none.
std::optional<int> mask_in_sight(const Session& session) {
  if (!session.trace() || session.focused_stage() < 0) return std::nullopt;
  engine::StageAddress place = engine::parse_address(session.trace()->stage(session.focused_stage()).address);
  if (place.head < 0) return std::nullopt;
  place.step = "mask";
  return session.trace()->find(engine::address_of(place));
}

}  // namespace

std::optional<engine::Error> save_mask(const Session& session, const std::string& path) {
  const auto mask = mask_in_sight(session);
  return mask ? exporter::write_mask(*session.trace(), *mask, path) : kNoMask;
}

std::optional<engine::Error> load_mask(Session& session, const std::string& path, double now) {
  const auto mask = mask_in_sight(session);
  if (!mask) return kNoMask;
  const engine::Stage& stage = session.trace()->stage(*mask);
  const auto cells = exporter::read_mask(path, stage.rows, stage.columns);
  if (!cells) return cells.error();
  auto patches = engine::patches_of(*cells);
  if (patches.size() > engine::kMostPatches) {
    return engine::Error{
        "error.mask_detail",
        {{"count", std::to_string(patches.size())}, {"largest", std::to_string(engine::kMostPatches)}}};
  }
  const bool every_head = session.desk().brush.every_head;
  const std::string place(every_head ? engine::attention_of(stage.address)
                                     : engine::head_address(stage.address));
  State painted = session.state();
  paint_stroke(painted, place, patches);
  if (auto bad = check_limits(painted.document)) return bad;
  Requests requests;
  requests.edit("", [&](State& state) { paint_stroke(state, place, patches); });
  session.apply(requests, now);
  return std::nullopt;
}

}  // namespace app
