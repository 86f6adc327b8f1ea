// projections.cpp: multi-head attention both ways: one projection split into slices, and one projection per
// head.
#include "app/views/pictures/projections.h"

#include <algorithm>
#include <functional>

#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/scrolling_page.h"
#include "app/views/pictures/projection_ways.h"

namespace views {
namespace {

using engine::Index;

// For the attention nearest to the focus; keys or values if those are focused, otherwise queries.
std::optional<Projection> projection_near(const Frame& frame) {
  const engine::Trace& trace = frame.trace();
  engine::StageAddress place = engine::parse_address(frame.facts.attention_near(frame.here()));
  const engine::Role role = trace.stage(frame.session.focused_stage()).role;
  Projection projection;
  projection.letter = role == engine::Role::kKey ? 'k' : role == engine::Role::kValue ? 'v' : 'q';
  place.step = std::string(1, projection.letter);
  const auto first = trace.find(engine::address_of(place));
  if (!first || trace.stage(*first).inputs.size() < 2) return std::nullopt;
  projection.results = app::across_heads(trace, *first);
  for (const int result : projection.results) projection.weights.push_back(trace.stage(result).inputs.at(1));
  projection.input = trace.stage(*first).inputs.at(0);
  return projection;
}

std::string name_of(const Frame& frame, char letter) {
  return frame.tr(std::string("stage.") + letter);
}

float choice_width(const Frame& frame) {
  float width = 2 * frame.style.px(4);
  for (const char letter : {'q', 'k', 'v'})
    width +=
        ui::text_size(name_of(frame, letter), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  return width;
}

// Queries, keys or values.
void draw_choice(const Frame& frame, const Projection& projection) {
  for (const char letter : {'q', 'k', 'v'}) {
    const std::string name = name_of(frame, letter);
    if (letter != 'q') ImGui::SameLine(0, frame.style.px(4));
    const auto face = letter == projection.letter ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    const bool pressed = ui::button(frame.style, (name + "##projection " + letter).c_str(), face);
    ui::tip(frame.style, frame.tr(std::string("why.") + letter));
    if (!pressed) continue;
    engine::StageAddress place =
        engine::parse_address(frame.trace().stage(projection.results.front()).address);
    place.head = frame.session.focused_head();
    place.step = std::string(1, letter);
    frame.requests.edit(
        "walk", [address = engine::address_of(place)](app::State& state) { app::focus_on(state, address); });
  }
}

// A button that applies the change.
void draw_offer(const Frame& frame, ui::Flow& flow, const std::string& text,
                const std::function<void(app::State&)>& change) {
  flow.next(ui::text_size(text, frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x);
  if (ui::button(frame.style, text.c_str(), ui::ButtonKind::kOutline)) frame.requests.edit("", change);
}

// The width that these heads give, and the numbers of heads that divide d_model, with their width.
void draw_offers(const Frame& frame, Index d_model, Index product) {
  constexpr Index kMostHeads = 16;
  ui::Flow flow(frame.style.px(6));
  for (Index heads = 2; heads <= kMostHeads; ++heads) {
    if (d_model % heads != 0) continue;
    const Index width = d_model / heads;
    const std::string text =
        frame.tr("projections.divide", {{"heads", std::to_string(heads)}, {"width", std::to_string(width)}});
    draw_offer(frame, flow, text, [heads, width](app::State& state) {
      app::set_size(state, &engine::Config::n_heads, heads);
      app::set_size(state, &engine::Config::d_k, width);
      app::set_size(state, &engine::Config::d_v, width);
    });
  }
  draw_offer(frame, flow, frame.tr("projections.widen", {{"d_model", std::to_string(product)}}),
             [product](app::State& state) { app::set_size(state, &engine::Config::d_model, product); });
}

// Explains why d_model cannot be split here, and what to change.
void draw_refusal(const Frame& frame, const Projection& projection, Index d_model) {
  const auto heads = static_cast<Index>(projection.results.size());
  const Index width = frame.trace().stage(projection.results.front()).columns;
  ui::TextStyle type = frame.style.text();
  type.colour = frame.style.colours.accent;
  ImGui::Dummy({0, frame.style.px(8)});
  ui::paragraph(frame.tr("projections.refused", {{"heads", std::to_string(heads)},
                                                 {"width", std::to_string(width)},
                                                 {"product", std::to_string(heads * width)},
                                                 {"d_model", std::to_string(d_model)}}),
                ImGui::GetContentRegionAvail().x, type);
  ImGui::Dummy({0, frame.style.px(4)});
  draw_offers(frame, d_model, heads * width);
}

// "Q", of what is projected; without a projection that of the queries.
std::string letter_of(const std::optional<Projection>& projection) {
  return projection && projection->letter == 'k' ? "K" : projection && projection->letter == 'v' ? "V" : "Q";
}

// The title with the choice on the right of its line, or below if it is narrow.
void draw_top(const Frame& frame, const std::optional<Projection>& projection) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string title = frame.tr("projections.title", {{"letter", letter_of(projection)}});
  const float choice = projection ? choice_width(frame) : 0;
  const bool beside = ui::text_size(title, style.title()).x + choice + style.px(16) < width;
  for (const std::string& line : ui::wrap_text(title, width, style.title())) ui::label(line, style.title());
  if (is_low_page(frame)) ui::tip(style, frame.tr("projections.why"));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (projection && beside) {
    ImGui::SetCursorScreenPos({start.x + width - choice, start.y});
    draw_choice(frame, *projection);
    ImGui::SetCursorScreenPos(below);
  }
  if (projection && !beside) draw_choice(frame, *projection);
}

// How far the two ways are apart, in a line under the title.
void draw_difference(const Frame& frame, const Projection& projection) {
  const auto& style = frame.style;
  const int first = projection.results.front();
  const Facts::SliceCheck& check = frame.facts.slice_difference(first);
  const std::string difference = ui::difference_number(check.difference);
  const bool all = check.rows == frame.trace().stage(first).rows;
  const std::string sentence = frame.tr(all ? "projections.difference" : "projections.difference_part",
                                        {{"difference", difference}, {"rows", std::to_string(check.rows)}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton(("difference " + difference).c_str(), {width, style.px(20)});
  ui::draw_text(*ImGui::GetWindowDrawList(), at, ui::ellipsise(sentence, width, style.strong()),
                style.strong());
  ui::tip(style, frame.tr("projections.difference.tip"));
}

// The difference, what the two ways are, and the picture.
void draw_both(const Frame& frame, const Projection& projection) {
  draw_difference(frame, projection);
  const float width = ImGui::GetContentRegionAvail().x;
  if (!is_low_page(frame)) ui::paragraph(frame.tr("projections.why"), width, frame.style.quiet());
  ImGui::Dummy({0, frame.style.px(2)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 whole = room_at_least(least_height_of_ways(frame, projection));
  draw_projection_ways(frame, projection, whole);
  take_room(corner, whole);
}

}  // namespace

void draw_projections(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  begin_scrolling_page("projections");
  const auto projection = projection_near(frame);
  draw_top(frame, projection);
  if (projection) {
    const Index d_model = frame.trace().stage(projection->input).columns;
    const Index product = frame.trace().stage(projection->results.front()).columns *
                          static_cast<Index>(projection->results.size());
    if (product == d_model) {
      draw_both(frame, *projection);
    } else {
      draw_refusal(frame, *projection, d_model);
    }
  }
  end_scrolling_page();
  ImGui::PopStyleVar();
}

}  // namespace views
