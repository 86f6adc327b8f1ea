// transunet_page.cpp: the label of every pixel, beside the true ones; what each skip brings, and where a
// place looks.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look/world_colours.h"
#include "app/ui/widgets.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

constexpr Index kAcross = 4;  // places of the small map, in a row
constexpr std::array<const char*, world::kPixelClasses> kClassKeys = {
    "world.ground", "world.circle", "world.square", "world.triangle", "gallery.smaller"};

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

// Each class's colour, and how well it is found.
void draw_classes_found(const SystemPage& page, const std::optional<Matrix>& there) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float line = ui::text_size("A", style.small_ink()).y;
  for (int of = 0; of < world::kPixelClasses; ++of) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + style.px(2)}, {at.x + line, at.y + line},
        ui::pack(look::class_colour(static_cast<world::PixelClass>(of))), style.px(2));
    ImGui::SetCursorScreenPos({at.x + line + style.px(6), at.y});
    std::string words = frame.tr(kClassKeys.at(static_cast<size_t>(of)));
    if (there) {
      const auto part = shared_part(*page.answer.classes, *there, static_cast<float>(of));
      if (part) words += "  " + frame.tr("gallery.iou", {{"share", ui::fixed_number(*part, 3)}});
    }
    ui::label(words, style.small_ink());
  }
}

void draw_switches(const SystemPage& page) {
  const Frame& frame = page.frame;
  ui::Flow flow(frame.style.px(6));
  for (const char* const part : {"skip.0", "skip.1", "transformer"}) {
    const std::string name = frame.tr("gallery.part." + std::string(part));
    flow.next(ui::button_width(frame.style, frame.tr("gallery.part_off", {{"part", name}})));
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
  draw_gallery_caption(frame, frame.tr("gallery.transunet.looks", {{"place", name}}));
  draw_head_choice(page, 4);
  const float side = std::min(frame.style.px(208), width / 2 - frame.style.px(8));
  for (int layer = 0; layer < 2; ++layer) {
    const std::string self = "encoder." + std::to_string(layer) + ".self";
    if (layer > 0) ImGui::SameLine();
    draw_laid_picture(page,
                      {frame.tr("path.layer", {{"layer", frame.tr.nth(layer)}}), attended(page, self, place),
                       self + ".head.0.weights", place},
                      side);
  }
}

}  // namespace

void draw_transunet_page(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float side =
      world::kSide * std::floor(std::clamp(width * 0.24F, style.px(128), style.px(320)) / world::kSide);
  const std::optional<Matrix> there = page.scene ? std::optional(true_classes(*page.scene)) : std::nullopt;
  ImGui::BeginGroup();
  const Index pixel = draw_class_picture(page, "gallery.said", *page.answer.classes, side);
  if (there) {
    ImGui::SameLine(0, style.px(16));
    draw_class_picture(page, "gallery.true", *there, side);
  }
  draw_classes_found(page, there);
  ImGui::EndGroup();
  if (pixel >= 0) {
    const Index of_place = world::kSide / kAcross;
    const Index place = pixel / world::kSide / of_place * kAcross + pixel % world::kSide / of_place;
    arrange_gallery(frame, [place](app::GalleryDesk& desk) { desk.place = place; });
  }
  const float used = (there ? 2 * side + style.px(16) : side) + style.px(20);
  if (width - used > style.px(220)) ImGui::SameLine(0, style.px(20));
  begin_column("skips", 0);
  draw_switches(page);
  draw_attention(page, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace views
