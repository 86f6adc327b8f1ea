// image_view.cpp: a vision transformer's picture, overlaid with the attention weights of its patches.
#include "app/views/pictures/image_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/image_texture.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using From = app::OverlayState::From;

// One row of the map, over the picture.
class Overlay {
 public:
  Overlay(const Frame& frame, int weights, const PatchGrid& grid, const OverlayMap& map)
      : session_frame_(frame),
        frame_(map.derived != nullptr ? frame.over(map.derived->trace, *map.derived->facts, "image") : frame),
        style_(frame.style),
        desk_(frame.session.desk().overlay),
        weights_(weights),
        stage_(map.stage),
        grid_(grid),
        row_(overlay_query(frame, frame.trace().stage(weights).rows)),
        numbers_(frame_.trace().read_row(map.stage, row_)) {
    const float largest = numbers_.middleCols(grid.first, grid.count()).maxCoeff();
    scale_ = {style_.sequential(), 0, largest > 0 ? largest : 1};
  }

  void draw() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float beside = std::clamp(room.x * 0.36f, style_.px(190), style_.px(320));
    const float bar = style_.px(70);
    side_ = std::floor(std::max(std::min(room.x - beside - bar, room.y - style_.px(4)), style_.px(60)));
    draw_picture(at);
    draw_colour_bar(frame_, scale_, {at.x + side_ + style_.px(10), at.y}, std::min(side_, style_.px(190)));
    ImGui::SetCursorScreenPos({at.x + side_ + bar, at.y});
    if (ImGui::BeginChild("image settings", {at.x + room.x - (at.x + side_ + bar), room.y}, 0,
                          ImGuiWindowFlags_NoBackground)) {
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style_.px(6), style_.px(5)));
      draw_settings();
      draw_classes();
      ImGui::PopStyleVar();
    }
    ImGui::EndChild();
  }

 private:
  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

  std::pair<ImVec2, ImVec2> box(ImVec2 at, Index patch) const {
    const auto edge = [&](Index place) {
      return std::round(side_ * static_cast<float>(place) / static_cast<float>(grid_.side));
    };
    const Index row = patch / grid_.side;
    const Index column = patch % grid_.side;
    return {{at.x + edge(column), at.y + edge(row)}, {at.x + edge(column + 1), at.y + edge(row + 1)}};
  }

  void draw_picture(ImVec2 at) {
    const ImVec2 end(at.x + side_, at.y + side_);
    if (const auto image = shown_image(session_frame_)) {
      ui::draw_image_file(list(), image, at, end);
    } else {
      list().AddRectFilled(at, end, style_.colours.chip);
    }
    for (Index patch = 0; patch < grid_.count(); ++patch) draw_patch(at, patch);
    list().AddRect({at.x - 1, at.y - 1}, {end.x + 1, end.y + 1}, style_.colours.hairline);
    const engine::Cell lit = frame_.explained_cell();
    if (row_ >= grid_.first) outline(box(at, row_ - grid_.first), style_.colours.query);
    if (lit.stage == stage_ && lit.row == row_ && lit.column >= grid_.first)
      outline(box(at, lit.column - grid_.first), style_.colours.key);
  }

  void draw_patch(ImVec2 at, Index patch) const {
    const auto [low, high] = box(at, patch);
    const float weight = numbers_(0, grid_.first + patch);
    const ImU32 colour = ui::pack(look::colour_of(scale_, weight));
    list().AddRectFilled(low, high, ui::with_alpha(colour, static_cast<float>(desk_.strength)));
    if (desk_.has_grid)
      list().AddRect(low, {high.x + 1, high.y + 1}, ui::with_alpha(style_.colours.panel, 0.55f));
    ImGui::SetCursorScreenPos(low);
    const bool clicked =
        ImGui::InvisibleButton(("patch " + std::to_string(patch)).c_str(), {high.x - low.x, high.y - low.y});
    if (clicked) choose_query(grid_.first + patch);
    if (!ImGui::IsItemHovered()) return;
    const engine::Cell cell{stage_, row_, grid_.first + patch};
    frame_.hover(cell);
    tooltip(patch, weight);
  }

  void outline(const std::pair<ImVec2, ImVec2>& around, ImU32 colour) const {
    const auto& [low, high] = around;
    list().AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, style_.colours.panel, 0, 0,
                   style_.px(4));
    list().AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, colour, 0, 0, style_.px(2));
  }

  void tooltip(Index patch, float weight) const {
    if (!ui::begin_tooltip(style_)) return;
    ui::label(session_frame_.tr("image.patch", {{"row", session_frame_.tr.nth(patch / grid_.side)},
                                                {"column", session_frame_.tr.nth(patch % grid_.side)}}),
              style_.small());
    ui::label(ui::fixed_number(static_cast<double>(weight), 4) + "   " + percent(static_cast<double>(weight)),
              style_.small_strong());
    ui::end_tooltip();
  }

  // The query: a patch, or the class token.
  void choose_query(Index row) const { choose_row(session_frame_, weights_, row); }

  std::string query_name() const {
    if (row_ < grid_.first) return session_frame_.tr("image.class_token");
    const Index patch = row_ - grid_.first;
    return session_frame_.tr("image.patch", {{"row", session_frame_.tr.nth(patch / grid_.side)},
                                             {"column", session_frame_.tr.nth(patch % grid_.side)}});
  }

  bool button(const char* key, bool chosen) const {
    const auto face = chosen ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    const bool pressed = ui::button(style_, (session_frame_.tr(key) + "##" + key).c_str(), face);
    ui::tip(style_, session_frame_.tr(std::string(key) + ".tip"));
    return pressed;
  }

  float button_width(const char* key) const {
    return ui::text_size(session_frame_.tr(key), style_.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  }

  void caption(const char* key) const { ui::label(session_frame_.tr(key), style_.small()); }

  void draw_settings() const {
    caption("image.query");
    ui::TextStyle type = style_.strong();
    type.colour = style_.colours.query;
    ui::label(query_name(), type);
    if (grid_.first > 0) {
      if (row_ >= grid_.first && button("image.choose_class", false)) choose_query(0);
      const float own = numbers_(0, 0);
      ui::paragraph(session_frame_.tr("image.to_class", {{"share", percent(static_cast<double>(own))}}),
                    ImGui::GetContentRegionAvail().x, style_.small());
    }
    caption("image.of");
    ui::Flow flow(style_.px(4));
    constexpr std::array<std::pair<From, const char*>, 3> kFrom = {
        {{From::kHead, "image.head"}, {From::kMean, "image.mean"}, {From::kRollout, "image.rollout"}}};
    for (const auto& [from, key] : kFrom) {
      flow.next(button_width(key));
      if (button(key, desk_.from == from))
        session_frame_.requests.arrange([wanted = from](app::Desk& desk) { desk.overlay.from = wanted; });
    }
    draw_strength();
    bool grid = desk_.has_grid;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    const bool switched = ImGui::Checkbox((session_frame_.tr("image.grid") + "##image.grid").c_str(), &grid);
    ImGui::PopStyleVar();
    if (switched) session_frame_.requests.arrange([grid](app::Desk& desk) { desk.overlay.has_grid = grid; });
    ui::tip(style_, session_frame_.tr("image.grid.tip"));
  }

  void draw_strength() const {
    caption("image.strength");
    double strength = 100 * desk_.strength;
    constexpr double kLeast = 0;
    constexpr double kMost = 100;
    ImGui::SetNextItemWidth(std::min(style_.px(220), ImGui::GetContentRegionAvail().x));
    if (ui::slider(style_, "##image strength", strength, kLeast, kMost, "%.0f %%"))
      session_frame_.requests.arrange(
          [strength](app::Desk& desk) { desk.overlay.strength = strength / 100; });
    ui::tip(style_, session_frame_.tr("image.strength.tip"));
  }

  // The most probable classes, if the model names them.
  void draw_classes() const {
    constexpr Index kMost = 5;
    const engine::Trace& trace = session_frame_.trace();
    const auto stage = trace.find("probabilities");
    if (!stage) return;
    const engine::Matrix shares = trace.read_row(*stage, 0);
    std::vector<Index> order(static_cast<size_t>(shares.cols()));
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kMost, shares.cols()));
    std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                      [&](Index a, Index b) { return shares(0, a) > shares(0, b); });
    ImGui::Dummy({0, style_.px(6)});
    caption("image.classes");
    for (std::ptrdiff_t i = 0; i < shown; ++i) {
      const Index entry = order[static_cast<size_t>(i)];
      draw_class({*stage, 0, entry}, static_cast<double>(shares(0, entry)),
                 static_cast<double>(shares(0, order[0])));
    }
  }

  // The name above, the bar and the probability below it.
  void draw_class(const engine::Cell& cell, double share, double largest) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float line = style_.px(36);
    const bool clicked =
        ImGui::InvisibleButton(("class " + std::to_string(cell.column)).c_str(), {width, line});
    explain_item(session_frame_, cell, clicked);
    if (ImGui::IsItemHovered())
      list().AddRectFilled(at, {at.x + width, at.y + line}, style_.colours.chip, style_.px(4));
    const engine::Stage& stage = session_frame_.trace().stage(cell.stage);
    const std::string name = session_frame_.facts.label(stage.columns_are(), cell.column);
    const std::string number = percent(share);
    const float numbers = ui::text_size("100 %", style_.small_ink()).x + style_.px(8);
    ui::draw_text(list(), {at.x + style_.px(4), at.y + style_.px(2)},
                  ui::ellipsise(name, width - numbers - style_.px(8), style_.small_strong()),
                  style_.small_strong());
    ui::draw_text_right(list(), {at.x + width - style_.px(4), at.y + style_.px(2)}, number,
                        style_.small_ink());
    const float longest = width - style_.px(8);
    const float length = std::max(1.0f, longest * static_cast<float>(largest > 0 ? share / largest : 0));
    list().AddRectFilled({at.x + style_.px(4), at.y + style_.px(22)},
                         {at.x + style_.px(4) + length, at.y + style_.px(30)}, style_.colours.accent,
                         style_.px(2));
  }

  const Frame& session_frame_;
  Frame frame_;
  const ui::Style& style_;
  const app::OverlayState& desk_;
  int weights_;
  int stage_;
  PatchGrid grid_;
  Index row_;
  engine::Matrix numbers_;
  look::ColourScale scale_;
  float side_ = 0;  // pixels
};

}  // namespace

bool has_image(const Frame& frame) {
  return frame.session.trace() && !picture_path(frame).empty();
}

int nearest_patches(const Frame& frame, int stage) {
  if (!has_image(frame)) return -1;
  const int weights = nearest_weights(frame, stage);
  if (weights < 0 || !patch_grid(frame.trace().stage(weights).columns)) return -1;
  return weights;
}

void draw_image(const Frame& frame) {
  const auto weights = begin_picture(frame, "image", nearest_patches);
  if (!weights) return;
  const auto grid = patch_grid(frame.trace().stage(*weights).columns);
  Overlay(frame, *weights, *grid, overlay_map(frame, *weights)).draw();
}

}  // namespace views
