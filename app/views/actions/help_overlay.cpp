// help_overlay.cpp: what to try first, and below it the keys in columns.
#include "app/views/actions/help_overlay.h"

#include <algorithm>
#include <array>
#include <functional>

#include "app/ui/widgets.h"
#include "app/views/actions/first_steps.h"
#include "app/views/core/action.h"
#include "app/views/core/overlay.h"
#include "app/views/core/scrolling_page.h"
#include "app/views/core/view_words.h"

namespace views {
namespace {

constexpr float kColumn = 330;
constexpr float kHelpLine = 25;
constexpr float kBetweenGroups = 16;
constexpr size_t kMostKeys = 2;  // shown per action

bool is_for(const Chord& chord, std::string_view view) {
  return chord.view == view;
}

// Consecutive actions with the same name, such as the nine heads, share one line.
bool is_series(const Action& one, const Action& next) {
  return one.key == next.key && one.tip == next.tip && !one.arguments.empty() && !next.chords.empty();
}

// Whether pressing the key now does something else: several actions may share one.
bool is_taken(const Frame& frame, const Action& action, const Chord& chord) {
  for (const Action& other : actions()) {
    for (const Chord& its : other.chords) {
      const bool same = its.key == chord.key && its.control == chord.control && its.alt == chord.alt &&
                        its.shift == chord.shift;
      const bool here = its.view.empty() || its.view == frame.session.document().focus.view;
      if (same && here && other.is_available(frame)) return &other != &action;
    }
  }
  return false;
}

HelpLine line_of(const Frame& frame, const std::vector<const Action*>& series, std::string_view view) {
  const Action& first = *series.front();
  const Action& last = *series.back();
  std::vector<std::string> keys;
  for (const Chord& chord : first.chords) {
    const std::string key = chord_name(chord);
    // The keypad's keys are labelled like the others.
    if (is_for(chord, view) && key.find("Keypad") == std::string::npos && !is_taken(frame, first, chord))
      keys.push_back(key);
  }
  if (keys.size() > kMostKeys) keys.resize(kMostKeys);
  // Views are named without what the group's title says.
  const bool is_view = first.key == "action.set" && first.arguments.front().second == "menu.view";
  if (is_view) return {keys, frame.tr(view_key(frame, first.id.substr(std::string_view("view ").size())))};
  if (series.size() == 1) return {keys, action_name(first, frame)};
  return {{keys.front() + " – " + chord_name(last.chords.front())},
          action_name(first, frame) + " – " + action_name(last, frame)};
}

// The lines of a group whose keys belong to `view`; empty: to any.
std::vector<HelpLine> lines_of(const Frame& frame, ActionGroup group, std::string_view view) {
  std::vector<HelpLine> lines;
  std::vector<const Action*> series;
  const auto finish = [&] {
    if (!series.empty()) lines.push_back(line_of(frame, series, view));
    series.clear();
  };
  for (const Action& action : actions()) {
    const bool has_key = std::any_of(action.chords.begin(), action.chords.end(), [&](const Chord& chord) {
      return is_for(chord, view) && !is_taken(frame, action, chord);
    });
    if (action.group != group || !has_key) continue;
    if (!series.empty() && !is_series(*series.back(), action)) finish();
    series.push_back(&action);
  }
  finish();
  return lines;
}

// One block of a column: a group of keys, or the remarks.
struct HelpBlock {
  float height = 0;
  std::function<void(ImVec2 at)> draw;
};

void draw_title(const Frame& frame, const std::string& title, ImVec2 at, float width) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, title, style.small_strong());
  list.AddLine({at.x, at.y + style.px(20)}, {at.x + width, at.y + style.px(20)}, style.colours.hairline);
}

void draw_group(const Frame& frame, const HelpGroup& group, ImVec2 at, float width) {
  const auto& style = frame.style;
  draw_title(frame, group.title, at, width);
  const float line = style.px(kHelpLine);
  const float keys = style.px(112);
  at.y += line;
  for (const HelpLine& each : group.lines) {
    float x = at.x;
    for (const std::string& key : each.keys) x += draw_key(frame, {x, at.y + style.px(4)}, key) + style.px(4);
    const float left = std::max(x + style.px(4), at.x + keys);
    ui::draw_text(*ImGui::GetWindowDrawList(), {left, at.y + style.px(4)},
                  ui::ellipsise(each.name, at.x + width - left, style.small_ink()), style.small_ink());
    at.y += line;
  }
}

// What has no key of its own.
constexpr std::array<std::string_view, 4> kRemarks = {"keys.zoom", "keys.padding", "keys.count",
                                                      "keys.numbers"};

float remarks_height(const Frame& frame, float width) {
  float height = frame.style.px(kHelpLine + kBetweenGroups);
  for (const std::string_view key : kRemarks)
    height += ui::paragraph_height(frame.tr(key), width, frame.style.small_ink()) + frame.style.px(5);
  return height;
}

void draw_remarks(const Frame& frame, ImVec2 at, float width) {
  draw_title(frame, frame.tr("help.mouse"), at, width);
  at.y += frame.style.px(kHelpLine + 2);
  for (const std::string_view key : kRemarks) {
    at.y +=
        ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, width, frame.tr(key), frame.style.small_ink());
    at.y += frame.style.px(5);
  }
}

// The smallest height at which all blocks, in order, fit into this many columns.
float column_height(const std::vector<HelpBlock>& blocks, int columns, float step) {
  float height = 0;
  for (const HelpBlock& block : blocks) height = std::max(height, block.height);
  const auto fits = [&] {
    int used = 1;
    float y = 0;
    for (const HelpBlock& block : blocks) {
      if (y > 0 && y + block.height > height) {
        ++used;
        y = 0;
      }
      y += block.height;
    }
    return used <= columns;
  };
  while (!fits()) height += step;
  return height;
}

// Columns of equal width, each with space for a key and its label.
struct HelpColumns {
  int count = 1;
  float width = 0;
  float gap = 0;
};

HelpColumns plan_columns(const Frame& frame, float width) {
  HelpColumns columns;
  columns.gap = frame.style.px(32);
  columns.count =
      std::clamp(static_cast<int>((width + columns.gap) / (frame.style.px(kColumn) + columns.gap)), 1, 3);
  const auto count = static_cast<float>(columns.count);
  columns.width = (width - columns.gap * (count - 1)) / count;
  return columns;
}

std::vector<HelpBlock> blocks_of(const Frame& frame, float width) {
  std::vector<HelpBlock> blocks;
  for (HelpGroup& group : help_groups(frame)) {
    const float lines = frame.style.px(kHelpLine) * static_cast<float>(group.lines.size() + 1);
    blocks.push_back({lines + frame.style.px(kBetweenGroups),
                      [&frame, group, width](ImVec2 at) { draw_group(frame, group, at, width); }});
  }
  blocks.push_back(
      {remarks_height(frame, width), [&frame, width](ImVec2 at) { draw_remarks(frame, at, width); }});
  return blocks;
}

void draw_columns(const Frame& frame, float width) {
  const HelpColumns columns = plan_columns(frame, width);
  const std::vector<HelpBlock> blocks = blocks_of(frame, columns.width);
  const float height = column_height(blocks, columns.count, frame.style.px(4));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImVec2 at = start;
  for (const HelpBlock& block : blocks) {
    if (at.y > start.y && at.y + block.height > start.y + height + 1)
      at = {at.x + columns.width + columns.gap, start.y};
    block.draw(at);
    at.y += block.height;
  }
  ImGui::Dummy({width, height});
}

}  // namespace

std::vector<HelpGroup> help_groups(const Frame& frame) {
  std::vector<HelpGroup> groups;
  const std::string& view = frame.session.document().focus.view;
  HelpGroup here{frame.tr("help.here", {{"view", frame.tr(view_key(frame, view))}}), {}};
  for (int group = 0; group < kActionGroups; ++group) {
    for (HelpLine& line : lines_of(frame, static_cast<ActionGroup>(group), view))
      here.lines.push_back(std::move(line));
  }
  if (!here.lines.empty()) groups.push_back(std::move(here));
  for (int group = 0; group < kActionGroups; ++group) {
    const auto kind = static_cast<ActionGroup>(group);
    HelpGroup next{group_name(kind, frame.tr), lines_of(frame, kind, {})};
    if (!next.lines.empty()) groups.push_back(std::move(next));
  }
  return groups;
}

void draw_help_overlay(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  SheetPlace place;
  place.size = {std::min(style.px(1180), window.x - style.px(48)),
                std::min(style.px(880), window.y - style.px(48))};
  place.at = {window.x / 2, window.y / 2};
  place.pivot = {0.5f, 0.5f};
  if (!begin_overlay(frame, "help", place)) return;
  ui::label(frame.tr("help.title"), style.title());
  ImGui::SameLine(0, style.px(14));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + style.px(8));
  ui::label(frame.tr("help.all"), style.small());
  ImGui::Dummy({0, style.px(8)});
  if (ImGui::BeginChild("help page", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    const float width = ImGui::GetContentRegionAvail().x - style.px(8);
    ImGui::Dummy({width, draw_first_steps(frame, ImGui::GetCursorScreenPos(), width)});
    ui::label(frame.tr("help.keys"), style.strong());
    ImGui::Dummy({0, style.px(2)});
    draw_columns(frame, width);
    fade_more_below(style, style.px(2 * kHelpLine));
  }
  ImGui::EndChild();
  end_overlay();
}

}  // namespace views
