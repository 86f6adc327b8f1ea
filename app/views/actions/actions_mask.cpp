// actions_mask.cpp: the mask brush, the mask's patterns, and how it hides keys.
#include "app/session/exploring.h"
#include "app/session/mask_words.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/files/files.h"
#include "app/views/stage/mask_brush.h"

namespace views {
namespace {

using engine::Config;

bool looks_at_mask(const Frame& frame) {
  return has_trace(frame) && frame.session.document().focus.view == "stage" &&
         is_mask(frame, frame.session.focused_stage());
}

// A mask convention with two values.
void add_convention(Actions& all, const std::string& key, bool Config::*field, bool value) {
  all.push_back(
      {.id = key,
       .group = ActionGroup::kMask,
       .key = "action.set",
       .arguments = {{"setting", "mask.conventions"}, {"value", key}},
       .tip = key + ".tip",
       .run = edits([=](app::State& state) { state.document.config.*field = value; }),
       .chosen = [=](const Frame& frame) { return frame.session.document().config.*field == value; }});
}

void add_pattern(Actions& all, engine::PatternKind kind) {
  const std::string key = app::pattern_key(kind);
  all.push_back({.id = key,
                 .group = ActionGroup::kMask,
                 .key = "action.set",
                 .arguments = {{"setting", "mask.patterns"}, {"value", key}},
                 .tip = key + ".tip",
                 .run = edits([kind](app::State& state) {
                   engine::MaskPattern pattern = state.document.config.pattern;
                   pattern.kind = kind;
                   app::set_pattern(state, pattern);
                 }),
                 .chosen = [kind](const Frame& frame) {
                   return frame.session.document().config.pattern.kind == kind;
                 }});
}

}  // namespace

void add_mask_actions(Actions& all) {
  all.push_back({.id = "brush",
                 .group = ActionGroup::kMask,
                 .key = "action.brush",
                 .tip = "brush.brush.tip",
                 .chords = {once(ImGuiKey_P, "stage")},
                 .run =
                     [](const Frame& frame) {
                       frame.requests.arrange([](app::Desk& desk) { desk.brush.is_on = !desk.brush.is_on; });
                     },
                 .available = looks_at_mask,
                 .needs = "needs.mask",
                 .chosen = [](const Frame& frame) { return frame.session.desk().brush.is_on; }});
  all.push_back(
      {.id = "unpaint",
       .group = ActionGroup::kMask,
       .key = "action.unpaint",
       .tip = "action.unpaint.tip",
       .run = edits(app::clear_painted),
       .available = [](const Frame& frame) { return !frame.session.document().config.painted.empty(); },
       .needs = "needs.painted"});
  for (const engine::PatternRow& row : engine::patterns()) add_pattern(all, row.kind);
  add_convention(all, "mask.with_infinity", &Config::mask_finite, false);
  add_convention(all, "mask.with_number", &Config::mask_finite, true);
  add_convention(all, "mask.add", &Config::mask_in_place, false);
  add_convention(all, "mask.put", &Config::mask_in_place, true);
}

}  // namespace views
