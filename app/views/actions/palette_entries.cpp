// palette_entries.cpp: the palette's search: actions, and stages to go to.
#include <algorithm>

#include "app/session/history_words.h"
#include "app/text/fuzzy.h"
#include "app/views/actions/palette.h"
#include "app/views/actions/search_words.h"
#include "app/views/core/view_words.h"

namespace views {
namespace {

constexpr size_t kMostPaletteLines = 200;
constexpr int kStageLater = 30;  // a stage must match this much better than an action to be listed before it

struct Scored {
  int score = 0;
  Entry entry;
  int stage = -1;  // its entry is created only if it is among the best
};

Entry entry_of(const Frame& frame, const Action& action) {
  return {.id = action.id,
          .name = action_name(action, frame),
          .english = action_name(action, app::words(app::Language::kEnglish)),
          .group = action.group,
          .key = shortcut(action),
          .tip = action_tip(action, frame),
          .chosen = action.is_chosen(frame),
          .run = action.run};
}

Entry entry_to(const Frame& frame, int stage) {
  const std::string& address = frame.session.trace()->stage(stage).address;
  const app::Words& english = app::words(app::Language::kEnglish);
  const auto named = [&](const app::Words& tr) {
    return tr("palette.go", {{"place", frame.facts.stage_names(tr).at(static_cast<size_t>(stage))}});
  };
  return {.id = "go " + address,
          .name = named(frame.tr),
          .english = named(english),
          .group = ActionGroup::kWalk,
          .tip = frame.tr("palette.go.tip", {{"address", address}}),
          .chosen = address == frame.here(),
          .run = [address](const Frame& now) {
            now.requests.edit("walk", [address](app::State& state) {
              app::focus_on(state, address);
              state.document.focus.view = "stage";
            });
          }};
}

std::optional<int> best_fit(std::string_view typed, const Entry& entry, std::string_view group) {
  std::optional<int> best;
  for (const std::string& name :
       {entry.name + " " + std::string(group), entry.english + " " + std::string(group), entry.also}) {
    if (name.empty()) continue;
    const auto score = app::fit(typed, name);
    if (score && (!best || *score > *best)) best = score;
  }
  return best;
}

void add_stages(const Frame& frame, std::string_view typed, std::vector<Scored>& found) {
  if (!frame.session.trace() || typed.empty()) return;
  const app::Words& english = app::words(app::Language::kEnglish);
  // Addresses count heads and layers from 0, names from 1: they must not be confused.
  const bool is_address = typed.find('.') != std::string_view::npos;
  const auto& names = frame.facts.stage_names(frame.tr);
  const auto& in_english = frame.facts.stage_names(english);
  for (size_t i = 0; i < names.size(); ++i) {
    std::optional<int> best;
    for (const std::string& name :
         {english("palette.go", {{"place", in_english[i]}}), frame.tr("palette.go", {{"place", names[i]}}),
          is_address ? frame.trace().stage(static_cast<int>(i)).address : std::string()}) {
      const auto score = app::fit(typed, name);
      if (score && (!best || *score > *best)) best = score;
    }
    if (best) found.push_back({*best - kStageLater, {}, static_cast<int>(i)});
  }
}

}  // namespace

std::vector<Entry> find_entries(const Frame& frame, std::string_view typed) {
  std::vector<Scored> found;
  for (const Action& action : actions()) {
    if (!action.is_available(frame)) continue;
    Entry entry = entry_of(frame, action);
    if (has_search_words(typed, action.id)) entry.also = search_words(action.id);
    if (const auto score = best_fit(typed, entry, group_name(action.group, frame.tr)))
      found.push_back({*score, std::move(entry)});
  }
  std::vector<Entry> numbered;
  add_number_entries(frame, typed, numbered);
  for (Entry& entry : numbered) {
    if (const auto score = best_fit(typed, entry, group_name(entry.group, frame.tr)))
      found.push_back({*score, std::move(entry)});
  }
  for (ScoredEntry& each : term_entries(frame, typed)) found.push_back({each.score, std::move(each.entry)});
  add_stages(frame, typed, found);
  if (!typed.empty()) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Scored& one, const Scored& other) { return one.score > other.score; });
  }
  std::vector<Entry> entries;
  entries.reserve(std::min(found.size(), kMostPaletteLines));
  for (Scored& each : found) {
    if (entries.size() == kMostPaletteLines) break;
    entries.push_back(each.stage < 0 ? std::move(each.entry) : entry_to(frame, each.stage));
  }
  return entries;
}

std::string why_nothing(const Frame& frame, std::string_view typed) {
  const Action* nearest = nullptr;
  int best = 0;
  for (const Action& action : actions()) {
    if (action.is_available(frame)) continue;
    const auto score = best_fit(typed, entry_of(frame, action), group_name(action.group, frame.tr));
    if (!score || (nearest != nullptr && *score <= best)) continue;
    nearest = &action;
    best = *score;
  }
  if (nearest == nullptr) return frame.tr("palette.none", {{"text", std::string(typed)}});
  return frame.tr("palette.not_now",
                  {{"name", action_name(*nearest, frame)}, {"why", frame.tr(nearest->needs)}});
}

}  // namespace views
