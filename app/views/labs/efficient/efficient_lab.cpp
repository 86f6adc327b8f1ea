// efficient_lab.cpp: the page of efficient attention: choose a method, see its effect on one head, measure
// it.
#include "app/views/labs/efficient/efficient_lab.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/method_measures.h"
#include "engine/core/address.h"

namespace views {
namespace {

// The stages of a head, as far as its trace has them.
EfficientHead head_at(const Frame& frame, const std::string& address, bool drawn) {
  const auto stage = [&](const char* step) { return frame.trace().find(address + step).value_or(-1); };
  return {frame, address, drawn, stage(".weights"), stage(".exact"), stage(".difference")};
}

// Identifies a method as drawn.
std::string efficient_name(const engine::AttentionMethod& method) {
  std::string name = "cheaper drawn ";
  name.append(engine::name_of(method.kind));
  for (const auto number : {method.features, method.rank, method.buckets, method.rounds, method.chunk,
                            method.window, method.global, static_cast<engine::Index>(method.seed)})
    name.append(" ").append(std::to_string(number));
  name.append(method.feature_map == engine::FeatureMap::kPositive ? " +" : " ~");
  return name.append(method.orthogonal ? "o" : "i");
}

// The plots have little space until something is measured, and none while nothing cheaper is chosen.
struct PageHeights {
  float all = 0, plots = 0, maps = 0;
};
PageHeights page_heights(const Frame& frame, float room) {
  const app::EfficientMeasures& measured = frame.session.desk().efficient;
  const bool has_plots = measured.sweep || measured.lengths;
  const float all = std::max(room, frame.style.px(has_plots ? 360 : 300));
  const bool is_exact = frame.session.document().config.attention.kind == engine::AttentionKind::kExact;
  if (is_exact && !has_plots) return {.all = all, .maps = all};
  const float plots = has_plots ? std::floor(all * 0.52f) : frame.style.px(92);
  return {all, plots, all - plots - frame.style.px(14)};
}

// Whether the page below will list all ways beside the map.
bool page_lists_ways(const Frame& frame, const EfficientHead& head) {
  const auto& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float sentence = style.px(64);  // with the numbers' line below it
  return ways_are_listed(
      head, {room.x - exact_map_width(frame, room.x), page_heights(frame, room.y - sentence).maps});
}

// The question with the exit beside it, why it matters until a cheaper way is chosen, and the ways.
void draw_efficient_heading(const Frame& frame, const std::optional<EfficientHead>& head) {
  const auto& style = frame.style;
  const bool is_exact = frame.session.document().config.attention.kind == engine::AttentionKind::kExact;
  const float width = button_width(frame, "cheaper.close");
  const ImVec2 at = ImGui::GetCursorPos();
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorPos({at.x + room - width, at.y});
  if (button(frame, "cheaper.close")) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      state.document.config.attention.kind = engine::AttentionKind::kExact;
    });
  }
  ImGui::SetCursorPos(at);
  const float beside = room - width - style.px(16);
  ui::label(ui::ellipsise(frame.tr("cheaper.question"), beside, style.title()), style.title());
  if (is_exact) ui::paragraph(frame.tr("cheaper.why"), room, style.quiet());
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), at.y + style.px(34)));
  if (!head || !page_lists_ways(frame, *head)) draw_efficient_ways(frame);
}

void draw_efficient_page(const Frame& frame, const EfficientHead& head) {
  const auto& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const PageHeights heights = page_heights(frame, room.y);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_efficient_maps(head, at, {room.x, heights.maps});
  if (heights.plots > 0)
    draw_efficient_plots(head, {at.x, at.y + heights.all - heights.plots},
                         {room.x, heights.plots - style.px(2)});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room.x, heights.all - style.px(6)});
}

}  // namespace

engine::AttentionMethod efficient_method(const Frame& frame) {
  engine::AttentionMethod method = frame.session.trace_document().config.attention;
  if (frame.session.document().efficient.drawn) method.gate = false;
  return method;
}

std::optional<EfficientHead> efficient_head(const Frame& frame) {
  if (!frame.session.document().efficient.drawn) {
    const int weights = experiment_weights(frame);
    if (weights < 0) return std::nullopt;
    return head_at(frame, std::string(engine::head_address(frame.trace().stage(weights).address)), false);
  }
  engine::AttentionMethod method = frame.session.document().config.attention;
  method.gate = false;
  const auto& derived = frame.derivations.get(efficient_name(method), {}, frame.style, [&] {
    return engine::run_head(engine::theory_head(), method);
  });
  if (!derived.trace) return std::nullopt;
  return head_at(frame.over(derived.trace, *derived.facts, "cheaper drawn"), engine::theory_head().address,
                 true);
}

std::optional<engine::MeasuredHead> numbers_of(const EfficientHead& head) {
  if (head.drawn) return engine::theory_head();
  auto numbers =
      engine::measured_head(head.frame.trace(), head.address, head.frame.session.trace_document().config);
  if (!numbers) return std::nullopt;
  return std::move(numbers).value();
}

void draw_efficient(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  // In a low window, or with large text, the page scrolls instead of shrinking too far.
  if (ImGui::BeginChild("cheaper", {0, 0})) {
    const auto head = efficient_head(frame);
    draw_efficient_heading(frame, head);
    const auto kind = frame.session.document().config.attention.kind;
    if (head && kind != engine::AttentionKind::kExact)
      ui::paragraph(way_sentence(*head), ImGui::GetContentRegionAvail().x, style.strong());
    draw_efficient_numbers(frame);
    if (head) draw_efficient_page(frame, *head);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
