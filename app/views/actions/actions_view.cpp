// actions_view.cpp: views and colours; themes, languages and text sizes; overlays.
#include <algorithm>
#include <array>

#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/core/view.h"

namespace views {
namespace {

// A setting with one of its values, as an action: "Theme: Dark".
template <class Value>
void choice(Actions& all, ActionGroup group, const std::string& id, std::string_view setting,
            std::string_view value, const std::string& tip, Value app::Preferences::*field, Value wanted) {
  all.push_back({.id = id,
                 .group = group,
                 .key = "action.set",
                 .arguments = {{"setting", std::string(setting)}, {"value", std::string(value)}},
                 .tip = tip,
                 .run = edits([=](app::State& state) { state.preferences.*field = wanted; }),
                 .chosen = [=](const Frame& frame) { return frame.session.preferences().*field == wanted; }});
}

// The keys that show a view; pressed again, the stage.
std::vector<Chord> view_chords(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ImGuiKey>, 9> kKeys = {{{"heads", ImGuiKey_H},
                                                                           {"grid", ImGuiKey_G},
                                                                           {"rollout", ImGuiKey_R},
                                                                           {"compare", ImGuiKey_C},
                                                                           {"experiments", ImGuiKey_X},
                                                                           {"model", ImGuiKey_M},
                                                                           {"generate", ImGuiKey_N},
                                                                           {"projections", ImGuiKey_J},
                                                                           {"stage", ImGuiKey_S}}};
  for (const auto& [view, key] : kKeys) {
    if (view == name) return {once(key)};
  }
  return {};
}

void add_views(Actions& all) {
  for (const View& view : central_views()) {
    const std::string name(view.name);
    const std::string key = (view.chosen == ChosenWhere::kAsPicture ? "picture." : "view.") + name;
    all.push_back(
        {.id = "view " + name,
         .group = ActionGroup::kView,
         .key = "action.set",
         .arguments = {{"setting", "menu.view"}, {"value", key}},
         .tip = key + ".tip",
         .chords = view_chords(name),
         .run = edits([name](app::State& state) {
           std::string& shown = state.document.focus.view;
           shown = shown == name ? "stage" : name;
         }),
         .available =
             [offered = view.available](const Frame& frame) {
               return has_trace(frame) && (offered == nullptr || offered(frame));
             },
         .needs = view.available == nullptr ? "needs.trace" : "needs.image",
         .chosen = [name](const Frame& frame) { return frame.session.document().focus.view == name; }});
  }
}

void add_heads_like(Actions& all) {
  all.push_back(
      {.id = "heads like",
       .group = ActionGroup::kView,
       .key = "action.heads_like",
       .tip = "action.heads_like.tip",
       .run =
           [](const Frame& frame) {
             frame.requests.arrange([](app::Desk& desk) { desk.comparing.order = app::HeadOrder::kLike; });
             frame.requests.edit("walk", [](app::State& state) { state.document.focus.view = "grid"; });
           },
       .available = has_trace,
       .needs = "needs.trace"});
}

void add_colours(Actions& all) {
  using app::Preferences;
  using app::SequentialMap;
  constexpr ActionGroup kGroup = ActionGroup::kView;
  const std::string map = "menu.colour_map";
  const std::string map_tip = "action.colour_map.tip";
  choice(all, kGroup, "map viridis", map, "map.viridis", map_tip, &Preferences::map, SequentialMap::kViridis);
  choice(all, kGroup, "map cividis", map, "map.cividis", map_tip, &Preferences::map, SequentialMap::kCividis);
  choice(all, kGroup, "map greys", map, "map.greys", map_tip, &Preferences::map, SequentialMap::kGreys);
  const std::string range_tip = "action.range.tip";
  choice(all, kGroup, "range fixed", "menu.range", "range.fixed", range_tip, &Preferences::fixed_range, true);
  choice(all, kGroup, "range data", "menu.range", "range.data", range_tip, &Preferences::fixed_range, false);
  const std::string rows_tip = "action.rows.tip";
  choice(all, kGroup, "rows read", "menu.rows", "rows.read", rows_tip, &Preferences::predicted_rows, false);
  choice(all, kGroup, "rows predicted", "menu.rows", "rows.predicted", rows_tip, &Preferences::predicted_rows,
         true);
  const std::string notation_tip = "action.notation.tip";
  for (const engine::NotationInfo& info : engine::kNotations) {
    const std::string name(info.name);
    choice(all, kGroup, "notation " + name, "menu.notation", "notation." + name, notation_tip,
           &Preferences::notation, info.notation);
  }
  const std::string count_tip = "action.count_from.tip";
  choice(all, kGroup, "count from 1", "menu.count_from", "count_from.one", count_tip,
         &Preferences::count_from, 1);
  choice(all, kGroup, "count from 0", "menu.count_from", "count_from.zero", count_tip,
         &Preferences::count_from, 0);
  const std::string pieces_tip = "action.word_pieces.tip";
  choice(all, kGroup, "pieces apart", "menu.word_pieces", "word_pieces.apart", pieces_tip,
         &Preferences::merged_pieces, false);
  choice(all, kGroup, "pieces merged", "menu.word_pieces", "word_pieces.merged", pieces_tip,
         &Preferences::merged_pieces, true);
  const std::string motion_tip = "action.motion.tip";
  choice(all, kGroup, "motion on", "menu.motion", "motion.on", motion_tip, &Preferences::motion, true);
  choice(all, kGroup, "motion off", "menu.motion", "motion.off", motion_tip, &Preferences::motion, false);
}

// 0: to 100 %.
void text_size(Actions& all, std::string id, std::string key, std::vector<Chord> chords, int by) {
  all.push_back({.id = std::move(id),
                 .group = ActionGroup::kWindow,
                 .key = std::move(key),
                 .tip = "action.text_size.tip",
                 .chords = std::move(chords),
                 .run =
                     [by](const Frame& frame) {
                       const int size = by == 0 ? 100
                                                : std::clamp(frame.style.text_size + by, app::kSmallestText,
                                                             app::kLargestText);
                       frame.requests.edit("text size", [size](app::State& state) {
                         app::choose_text_size(state.preferences, size);
                       });
                     },
                 .chosen = [by](const Frame& frame) { return by == 0 && frame.style.text_size == 100; }});
}

// Toggles an overlay.
void panel(Actions& all, const std::string& name, std::vector<Chord> chords, ActionGroup group) {
  all.push_back({.id = name,
                 .group = group,
                 .key = "action." + name,
                 .tip = "action." + name + ".tip",
                 .chords = std::move(chords),
                 .run = [name](const Frame& frame) {
                   frame.requests.arrange([name](app::Desk& desk) {
                     desk.panel = desk.panel == name ? "" : name;
                     desk.search = {};
                   });
                 }});
}

}  // namespace

void add_view_actions(Actions& all) {
  add_views(all);
  add_heads_like(all);
  add_colours(all);
}

void add_window_actions(Actions& all) {
  using app::Preferences;
  Chord help_key = once(ImGuiKey_F1);
  help_key.while_typing = true;
  Chord question_mark = shifted(ImGuiKey_Slash);
  question_mark.repeats = false;
  Chord palette_key = control(ImGuiKey_K);
  palette_key.repeats = false;
  panel(all, "palette", {palette_key}, ActionGroup::kWindow);
  panel(all, "help", {help_key, question_mark}, ActionGroup::kWindow);
  constexpr ActionGroup kGroup = ActionGroup::kWindow;
  const std::string theme_tip = "action.theme.tip";
  choice(all, kGroup, "theme light", "action.theme", "theme.light", theme_tip, &Preferences::theme,
         app::Theme::kLight);
  choice(all, kGroup, "theme dark", "action.theme", "theme.dark", theme_tip, &Preferences::theme,
         app::Theme::kDark);
  for (const app::LanguageInfo& row : app::languages()) {
    choice(all, kGroup, "language " + std::string(row.code), "action.language", row.name,
           "action.language.tip", &Preferences::language, row.language);
  }
  text_size(all, "text larger", "action.text_larger", {control(ImGuiKey_Equal), control(ImGuiKey_KeypadAdd)},
            25);
  text_size(all, "text smaller", "action.text_smaller",
            {control(ImGuiKey_Minus), control(ImGuiKey_KeypadSubtract)}, -25);
  text_size(all, "text usual", "action.text_usual", {control(ImGuiKey_0), control(ImGuiKey_Keypad0)}, 0);
}

}  // namespace views
