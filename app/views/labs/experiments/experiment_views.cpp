// experiment_views.cpp: the same projections as one head, and split into several.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/one_head.h"
#include "engine/model/attention_options.h"

namespace views {
namespace {

// The stage of every head in the attention of `weights`.
std::vector<int> parts(const Frame& frame, int weights, const char* step) {
  engine::StageAddress place = engine::parse_address(frame.trace().stage(weights).address);
  place.step = step;
  const auto first = frame.trace().find(engine::address_of(place));
  return first ? app::across_heads(frame.trace(), *first) : std::vector<int>{};
}

const Derivations::Derived& one_head(const Frame& frame, int weights) {
  const std::string name = "one head " + attention_output(frame.trace().stage(weights).address);
  return frame.derivations.get(name, {frame.session.trace()}, frame.style, [&]() -> TracePtr {
    const engine::Config& config = frame.session.trace_document().config;
    const auto masks = parts(frame, weights, "mask");
    if (masks.empty()) return nullptr;
    return engine::one_head_trace(frame.trace(), parts(frame, weights, "q"), parts(frame, weights, "k"),
                                  masks.front(), config);
  });
}

// A map with its head pattern, and how sharp it is.
void draw_one(const Frame& run, int stage, const std::string& caption, bool is_small, ImVec2 at,
              ImVec2 room) {
  const auto& style = run.style;
  const float below = style.px(44);
  const auto matrix = draw_small_map(run, {stage, caption, experiment_scale(run), true, is_small}, at,
                                     {room.x, room.y - below});
  const float y = matrix.corner.y + matrix.size.y + style.px(4);
  const float width = at.x + room.x - matrix.corner.x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, {matrix.corner.x, y},
                ui::ellipsise(head_pattern_sentence(run, stage), width, style.small_ink()),
                style.small_ink());
  const Facts::Spread* const spread = run.facts.spread(stage);
  if (spread == nullptr) return;
  const std::string entropy =
      run.tr("experiment.views.entropy", {{"entropy", ui::fixed_number(spread->entropy, 2)}});
  ui::draw_text(list, {matrix.corner.x, y + style.px(18)}, ui::ellipsise(entropy, width, style.small()),
                style.small());
}

// Returns the room of one, so that another map can have cells of the same size.
ImVec2 draw_many(const Frame& frame, const std::vector<int>& heads, ImVec2 at, ImVec2 room) {
  const auto count = static_cast<int>(heads.size());
  const int across = picture_columns(heads.size(), room);
  const int rows = (count + across - 1) / across;
  const ImVec2 each(room.x / static_cast<float>(across), room.y / static_cast<float>(rows));
  const ImVec2 of_one(each.x - frame.style.px(12), each.y - frame.style.px(6));
  for (int head = 0; head < count; ++head) {
    const auto place = std::div(head, across);
    const ImVec2 corner(at.x + each.x * static_cast<float>(place.rem),
                        at.y + each.y * static_cast<float>(place.quot));
    draw_one(frame, heads[static_cast<size_t>(head)], frame.tr("head.name", {{"head", frame.tr.nth(head)}}),
             true, corner, of_one);
  }
  return of_one;
}

// If there is only one head: a button that splits it.
void draw_single(const Frame& frame) {
  ui::paragraph(frame.tr("experiment.views.single"), ImGui::GetContentRegionAvail().x, frame.style.text());
  if (ui::button(frame.style, (frame.tr("experiment.views.cut") + "##experiment.views.cut").c_str(),
                 ui::ButtonKind::kPrimary)) {
    frame.requests.edit("", [](app::State& state) { app::set_size(state, &engine::Config::n_heads, 4); });
  }
  ui::tip(frame.style, frame.tr("experiment.views.cut.tip"));
}

}  // namespace

void draw_views_experiment(const Frame& frame) {
  const auto& style = frame.style;
  const int weights = experiment_weights(frame);
  const std::vector<int> heads = app::across_heads(frame.trace(), weights);
  if (heads.size() < 2) {
    draw_single(frame);
    return;
  }
  const auto& derived = one_head(frame, weights);
  if (!derived.trace) return;
  const Frame one = frame.over(derived.trace, *derived.facts, "one head");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::floor(room.x * 0.38f);
  const ImVec2 of_one = draw_many(frame, heads, {at.x + left + style.px(28), at.y + style.px(4)},
                                  {room.x - left - style.px(28), room.y - style.px(4)});
  draw_one(one, derived.trace->find("encoder.0.self.head.0.weights").value(),
           frame.tr("experiment.views.one"), true, {at.x, at.y + style.px(4)}, {left, of_one.y});
}

}  // namespace views
