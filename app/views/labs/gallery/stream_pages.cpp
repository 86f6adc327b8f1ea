// stream_pages.cpp: Taming Transformers, DALL·E and ImageGPT: a picture drawn symbol by symbol, stopped
// anywhere, overruled and drawn on.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/slider.h"
#include "app/ui/text_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/stream_view.h"
#include "engine/vision/dalle.h"
#include "engine/vision/imagegpt.h"
#include "engine/vision/taming.h"
#include "engine/world/halves.h"

namespace views {
namespace {

using engine::DrawingChoice;
using engine::Index;
using engine::Matrix;

// One way to look at a page.
struct StreamLook {
  const char* key;
  void (*draw)(const SystemPage& page, const StreamView& view, float width);
};

void draw_next_look(const SystemPage& page, const StreamView& view, float width) {
  const Frame& frame = page.frame;
  draw_gallery_caption(
      frame, frame.tr("gallery.stream.next", {{"place", frame.tr.nth(static_cast<int>(view.place()))}}));
  view.draw_next(std::min(width, frame.style.px(420)));
  view.draw_all_symbols(width);
}

void draw_looks_look(const SystemPage& /*page*/, const StreamView& view, float width) {
  view.draw_looks(width);
}

void draw_more_look(const SystemPage& page, const StreamView& /*view*/, float width) {
  draw_more_drawings(page, width);
}

void draw_course_look(const SystemPage& page, const StreamView& /*view*/, float width) {
  draw_course(page, width);
}

// How much of the picture stands before drawing begins.
void draw_kept(const SystemPage& page, float width, Index usual) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  Index kept = asked_choice(page).kept.value_or(static_cast<int>(usual));
  control_name(frame, "gallery.kept");
  ImGui::SetNextItemWidth(
      std::max(width - ui::text_size(frame.tr("gallery.kept"), style.text()).x - style.px(16), style.px(60)));
  if (ui::slider(style, "##drawing kept", kept, 0, page.system.symbols().rows))
    edit_drawing(page, "drawing kept", [kept, usual](DrawingChoice& choice) {
      choice.kept = static_cast<int>(kept);
      if (kept == usual) choice.kept.reset();
    });
  ui::tip(style, frame.tr("gallery.kept.tip"));
}

// The drawing on the left, the chosen look on the right.
template <size_t kCount, class Above>
void draw_stream_page(const SystemPage& page, float width, const engine::TokenStream& stream,
                      const std::array<StreamLook, kCount>& looks, Above above) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const StreamView view(page, stream);
  const float column = drawing_column(frame, width);
  begin_column("drawing column", column);
  above(column);
  if (page.answer.drawing->cols() == world::kSide) view.draw_drawing(drawing_side(frame, width));
  draw_verdict(page, column);
  draw_drawing_controls(page, column, true);
  ImGui::EndChild();
  if (width - column > style.px(260)) ImGui::SameLine(0, style.px(20));
  begin_column("stream looks", 0);
  std::array<const char*, kCount> keys{};
  std::ranges::transform(looks, keys.begin(), &StreamLook::key);
  const size_t look = draw_look_choice(frame, keys);
  looks.at(look).draw(page, view, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

// --- Taming Transformers

void draw_codes(const SystemPage& page, const StreamView& view, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ui::paragraph(frame.tr("gallery.taming.codes.why"), width, style.small_ink());
  if (button(frame, "gallery.taming.nearest")) go_to_stage(page, "codes", view.place());
  ui::tip(style, frame.tr("gallery.taming.nearest.tip"));
  const Matrix codes = page.stages().values("codes");
  const float side = std::min(width, style.px(304));
  const float cell = std::floor(side / static_cast<float>(engine::kCodeGrid.width));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (Index place = 0; place < codes.rows(); ++place) {
    const ImVec2 low = tile_corner(at, place, engine::kCodeGrid.width, {cell, cell});
    const bool is_chosen = place == view.place();
    list.AddRect(low, {low.x + cell, low.y + cell}, is_chosen ? style.colours.accent : style.colours.hairline,
                 0, 0, is_chosen ? style.px(2) : 1);
    const std::string number = std::to_string(static_cast<int>(codes(place, 0)));
    const ImVec2 size = ui::text_size(number, style.small_ink());
    ui::draw_text_centred(list, {low.x + cell / 2, low.y + (cell - size.y) / 2}, number, style.small_ink());
  }
  ImGui::Dummy({cell * engine::kCodeGrid.width, cell * engine::kCodeGrid.width});
}

// A picture of four times the places, drawn through a window that moves.
void draw_window_look(const SystemPage& page, const StreamView& view, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  ui::paragraph(frame.tr("gallery.taming.window.why"), width, style.small_ink());
  const DrawingChoice choice = asked_choice(page);
  const char* const key = choice.window ? "gallery.taming.window_close" : "gallery.taming.window_open";
  if (button(frame, key)) {
    edit_drawing(page, "", [](DrawingChoice& asked) {
      constexpr int kMiddle = 136;
      asked.window = asked.window ? std::nullopt : std::optional(kMiddle);
    });
  }
  if (!choice.window) return;
  Index place = *choice.window;
  ImGui::SetNextItemWidth(std::min(width, style.px(320)));
  if (ui::slider(style, "##window place", place, 0, engine::kWideGrid.pixels() - 1))
    edit_drawing(page, "drawing window",
                 [place](DrawingChoice& asked) { asked.window = static_cast<int>(place); });
  ui::tip(style, frame.tr("gallery.taming.window.tip"));
  view.draw_next(std::min(width, style.px(420)));
  view.draw_looks(width);
}

void draw_taming_drawing(const SystemPage& page, float side) {
  const DrawingChoice choice = engine::choice_of(page.lab, page.system);
  if (!choice.window) return;
  const auto& style = page.frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_palette_picture(list, at, side, *page.answer.drawing);
  const Index across = engine::kWideGrid.width;
  const float cell = side / static_cast<float>(across);
  const Index row = *choice.window / across;
  const Index column = *choice.window % across;
  const auto frame_at = [&](Index top, Index left, Index size, ImU32 colour, float line) {
    const ImVec2 low(at.x + static_cast<float>(left) * cell, at.y + static_cast<float>(top) * cell);
    const float length = static_cast<float>(size) * cell;
    list.AddRect(low, {low.x + length, low.y + length}, colour, 0, 0, line);
  };
  frame_at(engine::window_start(row, across), engine::window_start(column, across), engine::kCodeGrid.width,
           style.colours.accent, style.px(3));
  frame_at(row, column, 1, IM_COL32_WHITE, style.px(2.5F));
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("wide drawing", {side, side})) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto along = [&](float to, float from) {
      return std::clamp(static_cast<int>((to - from) / cell), 0, static_cast<int>(across) - 1);
    };
    const int place = along(mouse.y, at.y) * static_cast<int>(across) + along(mouse.x, at.x);
    edit_drawing(page, "drawing window", [place](DrawingChoice& asked) { asked.window = place; });
  }
  ui::tip(style, page.frame.tr("gallery.taming.wide.tip"));
}

// --- DALL·E

void draw_caption_field(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const engine::DrawingChoice asked = engine::asked_drawing(asked_gallery(frame), page.system);
  const app::GalleryDesk& desk = frame.session.desk().gallery;
  draw_gallery_caption(frame, frame.tr("gallery.dalle.caption"), width);
  const std::string asked_for = world::text_of(asked.caption.value_or(world::Caption{}));
  std::string text = desk.caption && desk.caption_for == asked_for ? *desk.caption : asked_for;
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0F);
  const bool is_typed = ImGui::InputText("##caption", &text, ImGuiInputTextFlags_NoUndoRedo);
  ImGui::PopStyleVar();
  const auto caption = world::parse_caption(text);
  if (is_typed) {
    const std::string follows = caption ? world::text_of(*caption) : asked_for;
    arrange_gallery(frame, [text, follows](app::GalleryDesk& own) {
      own.caption = text;
      own.caption_for = follows;
    });
    if (caption)
      edit_drawing(page, "drawing caption",
                   [caption = *caption](DrawingChoice& choice) { choice.caption = caption; });
  }
  ui::tip(style, frame.tr("gallery.dalle.caption.tip"));
  if (!caption) ui::paragraph(frame.tr(caption.error()), width, style.small_strong());
  if (!asked_choice(page).caption) return;
  if (button(frame, "gallery.dalle.of_scene")) {
    arrange_gallery(frame, [](app::GalleryDesk& own) { own.caption.reset(); });
    edit_drawing(page, "", [](DrawingChoice& choice) { choice.caption.reset(); });
  }
}

// Which symbol sees which: words in one colour, the picture in another; runs of cells as one.
void draw_mask(const ui::Style& style, const engine::TokenStream& stream, Index layer, ImVec2 at,
               float side) {
  const engine::MaskRule rule = stream.rule(layer);
  const Index count = stream.inputs();
  const float cell = side / static_cast<float>(count);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto is_seen = [&](Index query, Index key) {
    return key < count && rule.verdict(query, key) == engine::MaskVerdict::kVisible;
  };
  for (Index query = 0; query < count; ++query) {
    for (Index key = 0; key < count;) {
      const bool is_word = key < stream.text;
      Index end = key;
      while (is_seen(query, end) && (end < stream.text) == is_word) ++end;
      if (end > key) {
        const ImVec2 low(at.x + static_cast<float>(key) * cell, at.y + static_cast<float>(query) * cell);
        const ImVec2 high(at.x + static_cast<float>(end) * cell, low.y + cell);
        list.AddRectFilled(low, high, is_word ? style.colours.muted : style.colours.accent);
      }
      key = std::max(end, key + 1);
    }
  }
  list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
}

// Who may look where, layer by layer.
void draw_masks(const SystemPage& page, const StreamView& view, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  constexpr std::array kNames = {"mask.pattern.text-row", "mask.pattern.text-column", "mask.pattern.text-row",
                                 "mask.pattern.text-convolution"};
  ui::paragraph(frame.tr("gallery.dalle.masks.why"), width, style.small_ink());
  const float gap = style.px(12);
  const float side = std::clamp((width + gap) / 4 - gap, style.px(90), style.px(200));
  ui::Flow flow(gap);
  for (int layer = 0; layer < static_cast<int>(kNames.size()); ++layer) {
    flow.next(side);
    ImGui::BeginGroup();
    ui::label(frame.tr("path.layer", {{"layer", frame.tr.nth(layer)}}), style.small_strong());
    const std::string name = "decoder." + std::to_string(layer) + ".self.head.0.mask";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_mask(style, engine::dalle_stream(), layer, at, side);
    if (ImGui::InvisibleButton(("mask " + std::to_string(layer)).c_str(), {side, side}))
      go_to_stage(page, name, view.row());
    ui::tip(style, frame.tr("gallery.map.tip"));
    ui::paragraph(frame.tr(kNames.at(static_cast<size_t>(layer))), side, style.small());
    ImGui::EndGroup();
  }
}

}  // namespace

void draw_taming_page(const SystemPage& page, float width) {
  static constexpr std::array kLooks = {
      StreamLook{"gallery.look.codes", draw_codes},      StreamLook{"gallery.look.next", draw_next_look},
      StreamLook{"gallery.look.looks", draw_looks_look}, StreamLook{"gallery.look.window", draw_window_look},
      StreamLook{"gallery.look.more", draw_more_look},   StreamLook{"gallery.look.course", draw_course_look}};
  draw_stream_page(page, width, engine::taming_stream(), kLooks, [&](float column) {
    draw_kept(page, column, engine::kCodeGrid.pixels());
    draw_taming_drawing(page, drawing_side(page.frame, width));
  });
}

void draw_dalle_page(const SystemPage& page, float width) {
  static constexpr std::array kLooks = {
      StreamLook{"gallery.look.looks", draw_looks_look}, StreamLook{"gallery.look.next", draw_next_look},
      StreamLook{"gallery.look.masks", draw_masks}, StreamLook{"gallery.look.more", draw_more_look},
      StreamLook{"gallery.look.course", draw_course_look}};
  draw_stream_page(page, width, engine::dalle_stream(), kLooks,
                   [&](float side) { draw_caption_field(page, side); });
}

void draw_imagegpt_page(const SystemPage& page, float width) {
  static constexpr std::array kLooks = {
      StreamLook{"gallery.look.next", draw_next_look}, StreamLook{"gallery.look.looks", draw_looks_look},
      StreamLook{"gallery.look.more", draw_more_look}, StreamLook{"gallery.look.course", draw_course_look}};
  draw_stream_page(page, width, engine::imagegpt_stream(), kLooks, [&](float side) {
    constexpr Index kHalf = Index{world::kSide} * world::kSide / 2;
    draw_kept(page, side, kHalf);
    if (!world::has_possible_half(world::palette_of(page.lab.picture)))
      ui::paragraph(page.frame.tr("gallery.imagegpt.no_half"), side, page.frame.style.small_strong());
  });
}

}  // namespace views
