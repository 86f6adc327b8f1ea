// transunet_page.cpp: the label of every pixel, beside the true ones; what each skip brings, and where a
// place looks.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look/world_colours.h"
#include "app/ui/mark.h"
#include "app/ui/widgets.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

constexpr Index kAcross = 4;  // places of the small map, in a row

// The part that two pictures of classes share of one class; nullopt where neither has it.
std::optional<double> shared_part(const Matrix& said, const Matrix& there, float of) {
  Index both = 0;
  Index either = 0;
  for (Index i = 0; i < said.size(); ++i) {
    const bool is_said = said.data()[i] == of;
    const bool is_there = there.data()[i] == of;
    both += is_said && is_there ? 1 : 0;
    either += is_said || is_there ? 1 : 0;
  }
  if (either == 0) return std::nullopt;
  return static_cast<double>(both) / static_cast<double>(either);
}

Matrix true_classes(const world::Scene& scene) {
  const Matrix column = world::pixel_classes(scene);
  return Eigen::Map<const Matrix>(column.data(), world::kSide, world::kSide);
}

// Draws a picture of classes with its name; returns the pixel that is clicked, -1 if none.
Index draw_class_picture(const SystemPage& page, const char* key, const Matrix& classes, float side) {
  const Frame& frame = page.frame;
  ImGui::BeginGroup();
  draw_gallery_caption(frame, frame.tr(key), side);
  const PixelSquare square{ImGui::GetCursorScreenPos(), side};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_classes(list, square, classes);
  draw_square_outline(frame.style, list, square);
  const bool clicked = ImGui::InvisibleButton(key, {side, side});
  ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImGui::EndGroup();
  if (!clicked) return -1;
  const auto along = [&](float at, float start) {
    return std::clamp(static_cast<Index>((at - start) / square.of_pixel()), Index{0},
                      Index{world::kSide - 1});
  };
  return along(mouse.y, square.at.y) * world::kSide + along(mouse.x, square.at.x);
}

// Each class's colour, and how well it is found: side by side, as many as fit.
void draw_classes_found(const SystemPage& page, const std::optional<Matrix>& there, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float line = ui::text_size("A", style.small_ink()).y;
  const float taken = line + style.px(6);
  const float right = ImGui::GetCursorScreenPos().x + width;
  for (int of = 0; of < world::kPixelClasses; ++of) {
    std::string words = pixel_class_words(frame, of);
    if (there) {
      const auto part = shared_part(*page.answer.classes, *there, static_cast<float>(of));
      if (part) words += "  " + frame.tr("gallery.iou", {{"share", measured_percent(*part)}});
    }
    const ImVec2 size(taken + ui::text_size(words, style.small_ink()).x, line + style.px(2));
    const float beside = ImGui::GetItemRectMax().x + style.px(16);
    if (of > 0 && beside + size.x <= right) ImGui::SameLine(0, style.px(16));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low(at.x, at.y + style.px(2));
    const ImVec2 high(at.x + line, at.y + line);
    list.AddRectFilled(low, high, ui::pack(look::class_colour(static_cast<world::PixelClass>(of))));
    list.AddRect(low, high, style.colours.hairline);
    ui::draw_text(list, {at.x + taken, at.y}, words, style.small_ink());
    ImGui::Dummy(size);
  }
}

void draw_switches(const SystemPage& page) {
  const Frame& frame = page.frame;
  ui::Flow flow(frame.style.px(6));
  for (const char* const part : {"skip.0", "skip.1", "transformer"}) {
    const std::string name = frame.tr("gallery.part." + std::string(part));
    flow.next(ui::mark_width(frame.style, name));
    draw_part_switch(frame, part, name);
  }
}

// The place whose attention is shown: the chosen one, or that under the largest shape.
Index asking_place(const SystemPage& page) {
  const Index chosen = page.frame.session.desk().gallery.place;
  if (chosen >= 0 && chosen < kAcross * kAcross) return chosen;
  if (!page.scene || page.scene->figures.empty()) return 0;
  const auto most = std::ranges::max_element(page.scene->figures, {}, &world::Figure::size);
  const auto along = [](double centre) { return static_cast<Index>(centre * kAcross / world::kSide); };
  return along(most->centre_y()) * kAcross + along(most->centre_x());
}

std::string self_attention(int layer) {
  return "encoder." + std::to_string(layer) + ".self";
}

void draw_attention(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  if (page.is_off("transformer")) {
    ui::paragraph(frame.tr("gallery.transunet.blind"), width, frame.style.small_ink());
    return;
  }
  const Index place = asking_place(page);
  const std::string name =
      frame.tr("image.patch", {{"row", frame.tr.nth(static_cast<int>(place / kAcross))},
                               {"column", frame.tr.nth(static_cast<int>(place % kAcross))}});
  ImGui::Dummy({0, frame.style.px(6)});
  const std::array<Matrix, 2> maps = {attended(page, self_attention(0), place),
                                      attended(page, self_attention(1), place)};
  const look::ColourScale scale = shared_map_scale(frame, maps);
  draw_laid_heading(page, frame.tr("gallery.transunet.looks", {{"place", name}}), scale);
  draw_head_choice(page, 4);
  const float side = std::min(in_large_window(frame, 164, 0.25F), width / 2 - frame.style.px(8));
  for (int layer = 0; layer < 2; ++layer) {
    if (layer > 0) ImGui::SameLine();
    draw_laid_picture(
        page,
        {frame.tr("path.layer", {{"layer", frame.tr.nth(layer)}}), maps.at(static_cast<size_t>(layer)), scale,
         self_attention(layer) + ".head.0.weights", place},
        side);
  }
}

}  // namespace

void draw_transunet_page(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float side =
      world::kSide * std::floor(std::clamp(width * 0.22F, style.px(128), style.px(320)) / world::kSide);
  const std::optional<Matrix> there = page.scene ? std::optional(true_classes(*page.scene)) : std::nullopt;
  ImGui::BeginGroup();
  const Index pixel = draw_class_picture(page, "gallery.said", *page.answer.classes, side);
  if (there) {
    ImGui::SameLine(0, style.px(16));
    draw_class_picture(page, "gallery.true", *there, side);
  }
  const float used = there ? 2 * side + style.px(16) : side;
  draw_classes_found(page, there, used);
  ImGui::EndGroup();
  if (pixel >= 0) {
    const Index of_place = world::kSide / kAcross;
    const Index place = pixel / world::kSide / of_place * kAcross + pixel % world::kSide / of_place;
    arrange_gallery(frame, [place](app::GalleryDesk& desk) { desk.place = place; });
  }
  if (width - used - style.px(20) > style.px(220)) ImGui::SameLine(0, style.px(20));
  begin_column("skips", 0);
  draw_switches(page);
  draw_attention(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
