// transgan_page.cpp: a grid that grows, from 32 numbers and a kind; attention everywhere, then in windows.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/drawing_parts.h"
#include "engine/vision/transgan.h"

namespace views {
namespace {

using engine::DrawingChoice;
using engine::Index;
using engine::Matrix;

constexpr Index kGanHeadsShown = 4;
constexpr Index kMiddleAcross = 8;
constexpr Index kSmallAcross = 4;

// Which kind is asked for: a colour and an outline.
void draw_kind_choice(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const int kind = engine::asked_drawing(asked_gallery(frame), page.system).latent.kind.value_or(0);
  const auto ask = [&](int asked) {
    edit_drawing(page, "", [asked](DrawingChoice& choice) { choice.latent.kind = asked; });
  };
  draw_gallery_caption(frame, frame.tr("gallery.transgan.kind"), width);
  ui::Flow flow(frame.style.px(4));
  const auto next = [&](std::string_view name, int asked) {
    const std::string key = "world." + std::string(name);
    const std::string word = frame.tr(key);
    flow.next(ui::button_width(frame.style, word));
    const auto face = asked == kind ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
    if (ui::button(frame.style, (word + "##kind " + key).c_str(), face)) ask(asked);
  };
  for (int colour = 0; colour < world::kColours; ++colour)
    next(world::name_of(static_cast<world::Colour>(colour)),
         colour * world::kOutlines + kind % world::kOutlines);
  for (int outline = 0; outline < world::kOutlines; ++outline)
    next(world::name_of(static_cast<world::Outline>(outline)), kind - kind % world::kOutlines + outline);
}

void draw_walk(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const DrawingChoice choice = asked_choice(page);
  double walked = choice.latent.walked;
  control_name(frame, "gallery.transgan.walk");
  ImGui::SetNextItemWidth(std::max(
      width - ui::text_size(frame.tr("gallery.transgan.walk"), style.text()).x - style.px(16), style.px(60)));
  if (ui::slider(style, "##latent walk", walked, 0, 1, "%.2f"))
    edit_drawing(page, "latent walk", [walked](DrawingChoice& asked) {
      if (asked.latent.walked == 0) asked.latent.other = asked.seed + 1;
      asked.latent.walked = walked;
    });
  ui::tip(style, frame.tr("gallery.transgan.walk.tip"));
}

// A slider for each latent number.
void draw_latent(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ui::paragraph(frame.tr("gallery.transgan.latent.why"), width, style.small_ink());
  const Matrix latent = page.stages().values("latent");
  constexpr double kMostShown = 3;
  const float gap = style.px(8);
  const float wide = std::floor(std::max((width + gap) / 4 - gap, style.px(110)));
  ui::Flow flow(gap);
  for (Index number = 0; number < engine::kLatentNumbers; ++number) {
    flow.next(wide);
    double value = double{latent(0, number)};
    ImGui::SetNextItemWidth(wide);
    const std::string id = "##latent " + std::to_string(number);
    if (!ui::slider(style, id.c_str(), value, -kMostShown, kMostShown, "%.2f")) continue;
    edit_drawing(page, "latent " + std::to_string(number), [number, value](DrawingChoice& choice) {
      auto& moved = choice.latent.moved;
      const auto at =
          std::ranges::lower_bound(moved, static_cast<int>(number), {}, &std::pair<int, float>::first);
      if (at != moved.end() && at->first == number) {
        at->second = static_cast<float>(value);
      } else {
        moved.insert(at, {static_cast<int>(number), static_cast<float>(value)});
      }
    });
  }
  if (asked_choice(page).latent.moved.empty()) return;
  if (button(frame, "gallery.transgan.latent_back"))
    edit_drawing(page, "", [](DrawingChoice& choice) { choice.latent.moved.clear(); });
}

// The length of each token's vector; a click chooses a token.
void draw_tokens(const SystemPage& page, const std::string& stage, Index across, float side,
                 const std::vector<Index>& lit, Index scale) {
  const auto& style = page.frame.style;
  const Matrix lengths = page.stages().values(stage).rowwise().norm();
  const look::ColourScale colours{style.sequential(), 0, std::max(lengths.maxCoeff(), 1e-9F)};
  const float cell = side / static_cast<float>(across);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (Index token = 0; token < across * across; ++token) {
    const ImVec2 low = tile_corner(at, token, across, {cell, cell});
    list.AddRectFilled({std::round(low.x), std::round(low.y)},
                       {std::round(low.x + cell), std::round(low.y + cell)},
                       ui::pack(look::colour_of(colours, lengths(token, 0))));
  }
  for (const Index token : lit) {
    const ImVec2 low = tile_corner(at, token, across, {cell, cell});
    list.AddRect(low, {low.x + cell, low.y + cell}, style.colours.accent, 0, 0, style.px(2.5F));
  }
  list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
  if (ImGui::InvisibleButton(stage.c_str(), {side, side})) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto along = [&](float to, float from) {
      return std::clamp(static_cast<Index>((to - from) / cell), Index{0}, across - 1) * scale;
    };
    const Index place = along(mouse.y, at.y) * kMiddleAcross + along(mouse.x, at.x);
    arrange_gallery(page.frame, [place](app::GalleryDesk& desk) { desk.drawn_place = place; });
  }
  ui::tip(style, page.frame.tr("gallery.transgan.token.tip"));
}

// The chosen token of the 8 x 8 grid.
Index chosen_token(const SystemPage& page) {
  const Index wanted = page.frame.session.desk().gallery.drawn_place;
  constexpr Index kMiddle = 3 * kMiddleAcross + 3;
  return wanted >= 0 && wanted < kMiddleAcross * kMiddleAcross ? wanted : kMiddle;
}

// 16 tokens, 64 tokens, 256 pixels: the token that is chosen, what it came from, and what it becomes.
void draw_growth(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ui::paragraph(frame.tr("gallery.transgan.grow.why"), width, style.small_ink());
  const float gap = style.px(16);
  const float side =
      world::kSide *
      std::floor(std::clamp((width + gap) / 3 - gap, style.px(96), style.px(208)) / world::kSide);
  const Index token = chosen_token(page);
  const Index row = token / kMiddleAcross;
  const Index column = token % kMiddleAcross;
  const Index from = row / 2 * kSmallAcross + column / 2;
  std::vector<Index> brothers;
  for (Index i = 0; i < 4; ++i) {
    const Index down = i / 2;
    brothers.push_back((row - row % 2 + down) * kMiddleAcross + column - column % 2 + i % 2);
  }
  ui::Flow flow(gap);
  const auto grid = [&](const char* key, const auto& draw) {
    flow.next(side);
    ImGui::BeginGroup();
    draw_gallery_caption(frame, frame.tr(key), side);
    draw();
    ImGui::EndGroup();
  };
  grid("gallery.transgan.small", [&] { draw_tokens(page, "small.input", kSmallAcross, side, {from}, 2); });
  grid("gallery.transgan.middle", [&] { draw_tokens(page, "shuffled", kMiddleAcross, side, brothers, 1); });
  grid("gallery.transgan.large", [&] {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_palette_picture(*ImGui::GetWindowDrawList(), at, side, *page.answer.drawing);
    const float pixel = side / world::kSide;
    const ImVec2 low(at.x + 2 * static_cast<float>(column) * pixel,
                     at.y + 2 * static_cast<float>(row) * pixel);
    ImGui::GetWindowDrawList()->AddRect(low, {low.x + 2 * pixel, low.y + 2 * pixel}, style.colours.accent, 0,
                                        0, style.px(2.5F));
    ImGui::Dummy({side, side});
  });
  ui::paragraph(frame.tr("gallery.transgan.counts"), width, style.small());
  if (button(frame, "gallery.transgan.follow")) go_to_stage(page, "shuffled", token, 0);
  ui::tip(style, frame.tr("gallery.transgan.follow.tip"));
}

// Where a token looks: everywhere, or inside its window.
void draw_windowed_attention(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ui::paragraph(frame.tr("gallery.transgan.windows.why"), width, style.small_ink());
  draw_head_choice(page, kGanHeadsShown);
  const float gap = style.px(16);
  const float side = std::clamp((width + gap) / 3 - gap, style.px(96), style.px(208));
  const Index token = chosen_token(page);
  constexpr Index kWindowSide = 4;
  // The token's place in the order of windows, and back.
  const auto in_windows = [](Index place) {
    const Index row = place / kMiddleAcross;
    const Index column = place % kMiddleAcross;
    const Index window = row / kWindowSide * 2 + column / kWindowSide;
    return window * kWindowSide * kWindowSide + row % kWindowSide * kWindowSide + column % kWindowSide;
  };
  ui::Flow flow(gap);
  for (int layer = 1; layer <= 3; ++layer) {
    const bool is_cut = layer == 3;
    const Matrix own =
        attended(page, "encoder." + std::to_string(layer) + ".self", is_cut ? in_windows(token) : token);
    Matrix laid(kMiddleAcross, kMiddleAcross);
    for (Index place = 0; place < laid.size(); ++place)
      laid.data()[place] = own.data()[is_cut ? in_windows(place) : place];
    flow.next(side);
    ImGui::BeginGroup();
    draw_gallery_caption(
        frame, frame.tr(is_cut ? "gallery.transgan.in_window" : "gallery.transgan.everywhere"), side);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const look::ColourScale scale{style.sequential(), 0, std::max(laid.maxCoeff(), 1e-9F)};
    const float cell = side / kMiddleAcross;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (Index place = 0; place < laid.size(); ++place) {
      const ImVec2 low = tile_corner(at, place, kMiddleAcross, {cell, cell});
      list.AddRectFilled({std::round(low.x), std::round(low.y)},
                         {std::round(low.x + cell), std::round(low.y + cell)},
                         ui::pack(look::colour_of(scale, laid.data()[place])));
    }
    const ImVec2 low = tile_corner(at, token, kMiddleAcross, {cell, cell});
    list.AddRect(low, {low.x + cell, low.y + cell}, style.colours.accent, 0, 0, style.px(2.5F));
    list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
    const std::string map = "encoder." + std::to_string(layer) + ".self.head.0.weights";
    if (ImGui::InvisibleButton(map.c_str(), {side, side}))
      go_to_stage(page, map, is_cut ? in_windows(token) : token);
    ui::tip(style, frame.tr("gallery.map.tip"));
    ImGui::EndGroup();
  }
}

}  // namespace

void draw_transgan_page(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float side = drawing_side(frame, width);
  const float column = drawing_column(frame, width);
  begin_column("drawing column", column);
  draw_kind_choice(page, column);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_palette_picture(*ImGui::GetWindowDrawList(), at, side, *page.answer.drawing);
  ImGui::GetWindowDrawList()->AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
  ImGui::Dummy({side, side});
  draw_verdict(page, column);
  draw_drawing_controls(page, column, false);
  draw_walk(page, column);
  ImGui::EndChild();
  if (width - column > style.px(260)) ImGui::SameLine(0, style.px(20));
  begin_column("generator looks", 0);
  constexpr std::array kKeys = {"gallery.look.grow", "gallery.look.latent", "gallery.look.windows",
                                "gallery.look.more", "gallery.look.course"};
  constexpr std::array kDraw = {draw_growth, draw_latent, draw_windowed_attention, draw_more_drawings,
                                draw_course};
  const size_t look = draw_look_choice(frame, kKeys);
  kDraw.at(look)(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
