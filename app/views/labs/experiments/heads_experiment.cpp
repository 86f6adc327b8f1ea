// heads_experiment.cpp: heads switched off or made uniform, and what that changes downstream.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/look/labels.h"
#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/heads/head_switch.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/compare.h"

namespace views {
namespace {

// The document with every head as it is.
app::Document all_on(const Frame& frame) {
  app::Document document = frame.session.trace_document();
  for (const std::string& name : engine::head_switches(document.config))
    std::erase(document.config.off, name);
  return document;
}

// A head's weights with its name, its pattern, and its switch.
void draw_head(const Frame& frame, int stage, int head, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const std::string name = frame.tr("head.name", {{"head", frame.tr.nth(head)}});
  const float line = style.px(22);
  const auto matrix =
      draw_small_map(frame, {stage, name, experiment_scale(frame), true, true}, at, {room.x, room.y - line});
  ui::draw_text(
      *ImGui::GetWindowDrawList(), {matrix.corner.x, matrix.corner.y + matrix.size.y + style.px(4)},
      ui::ellipsise(head_pattern_sentence(frame, stage), at.x + room.x - matrix.corner.x, style.small()),
      style.small());
  const float name_end = matrix.corner.x + ui::text_size(name, style.strong()).x + style.px(8);
  const float right = std::max(matrix.corner.x + matrix.size.x, name_end + head_switch_width(frame));
  draw_head_switch(frame, frame.trace().stage(stage).address, {right, at.y - style.px(2)});
}

void draw_heads_of(const Frame& frame, const std::vector<int>& heads, ImVec2 at, ImVec2 room) {
  const int columns = picture_columns(heads.size(), room);
  const int rows = (static_cast<int>(heads.size()) + columns - 1) / columns;
  const ImVec2 each(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows));
  for (size_t head = 0; head < heads.size(); ++head) {
    const auto place = std::div(static_cast<int>(head), columns);
    const auto column = static_cast<float>(place.rem);
    const auto row = static_cast<float>(place.quot);
    draw_head(frame, heads[head], static_cast<int>(head), {at.x + each.x * column, at.y + each.y * row},
              {each.x - frame.style.px(14), each.y - frame.style.px(8)});
  }
}

// The place of the difference in the model: "Encoder 2 · Output".
std::string name_of(const Frame& frame, const std::string& address) {
  const std::string layer = layer_name(frame, engine::parse_address(address));
  return (layer.empty() || !frame.facts.has_layers() ? "" : layer + " · ") +
         look::stage_name(frame.tr, address);
}

void draw_downstream(const Frame& frame, const Derivations::Derived& whole, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const std::string address = last_output(frame);
  const auto& derived =
      frame.derivations.get("heads difference " + address, {whole.trace, frame.session.trace()}, style,
                            [&] { return engine::difference_trace(*whole.trace, frame.trace(), address); });
  if (!derived.trace) return;
  const int stage = derived.trace->find("difference").value();
  const engine::Change& change = derived.facts->change(stage);
  const Frame between = frame.over(derived.trace, *derived.facts, "heads difference");
  const std::string where = name_of(frame, address);
  const std::string sentence =
      change.rows.empty() ? frame.tr("experiment.heads.none", {{"stage", where}})
                          : frame.tr("experiment.heads.moved",
                                     {{"stage", where},
                                      {"difference", ui::difference_number(change.largest)},
                                      {"rows", std::to_string(change.rows.size())},
                                      {"token", between.facts.label(derived.trace->stage(stage).rows_are(),
                                                                    change.rows.front().row)}});
  const float height = ui::paragraph_height(sentence, room.x, style.strong());
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, sentence, style.strong());
  const int now = frame.trace().find(address).value();
  const look::ColourScale scale = difference_scale(derived.facts->scale(stage), frame.facts.scale(now));
  const float bar = style.px(64);
  const auto matrix =
      draw_small_map(between, {stage, frame.tr("experiment.heads.difference"), scale},
                     {at.x, at.y + height + style.px(8)}, {room.x - bar, room.y - height - style.px(8)});
  draw_colour_bar(between, scale, {matrix.corner.x + matrix.size.x + style.px(8), matrix.corner.y},
                  std::min(matrix.size.y, style.px(190)));
}

// All heads are on: what to try, and the output that it will change.
void draw_untouched(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const std::string sentence = frame.tr("experiment.heads.try");
  const float height =
      ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, sentence, style.text()) + style.px(12);
  const std::string address = last_output(frame);
  const auto output = frame.trace().find(address);
  if (!output) return;
  const look::ColourScale& scale = frame.facts.scale(*output);
  const auto matrix = draw_small_map(frame, {*output, name_of(frame, address), scale}, {at.x, at.y + height},
                                     {room.x - style.px(64), room.y - height});
  draw_colour_bar(frame, scale, {matrix.corner.x + matrix.size.x + style.px(8), matrix.corner.y},
                  std::min(matrix.size.y, style.px(190)));
}

}  // namespace

void draw_heads_experiment(const Frame& frame) {
  const auto& style = frame.style;
  const std::vector<int> heads = app::across_heads(frame.trace(), experiment_weights(frame));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::floor(room.x * 0.52f);
  draw_heads_of(frame, heads, at, {left, room.y});
  const app::Document whole = all_on(frame);
  const ImVec2 corner(at.x + left + style.px(20), at.y);
  const ImVec2 rest(room.x - left - style.px(20), room.y);
  if (whole.config == frame.session.trace_document().config) return draw_untouched(frame, corner, rest);
  const auto& derived = other_run(frame, "heads on", whole);
  if (derived.trace) {
    draw_downstream(frame, derived, corner, rest);
  } else {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), corner, rest.x, frame.tr("experiment.too_long"),
                       style.quiet());
  }
}

}  // namespace views
