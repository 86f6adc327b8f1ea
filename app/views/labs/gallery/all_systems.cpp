// all_systems.cpp: the same picture, as each system answers it; a click opens its page.
#include <algorithm>
#include <string>

#include "app/ui/widgets.h"
#include "app/views/labs/gallery/drawing_parts.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/pixel_picture.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

std::string seen_words(const Frame& frame, const engine::SeenKind& seen) {
  return frame.tr("gallery.seen",
                  {{"kind", kind_words(frame, seen.kind)}, {"share", percent(seen.probability)}});
}

std::string drawing_words(const SystemPage& page) {
  const world::Reading drawn = world::read_picture(*page.answer.drawing);
  std::string shapes = scene_words(page.frame, drawn.scene);
  if (drawn.parts_unread == 0 && !shapes.empty()) return shapes;
  return (shapes.empty() ? "" : shapes + page.frame.tr("list.and")) + page.frame.tr("gallery.broken");
}

std::string answer_words(const SystemPage& page) {
  const Frame& frame = page.frame;
  const engine::SystemAnswer& said = page.answer;
  if (said.largest) return seen_words(frame, *said.largest);
  if (said.novel_class) return frame.tr("gallery.class." + std::to_string(*said.novel_class));
  if (said.classes) return frame.tr("gallery.labels");
  if (said.drawing) return drawing_words(page);
  if (!said.objects || said.objects->empty()) return frame.tr("gallery.nothing_seen");
  std::string words;
  for (const engine::FoundObject& object : *said.objects)
    words.append(words.empty() ? "" : frame.tr("list.and")).append(kind_words(frame, object.seen.kind));
  return words;
}

// The labels, the boxes, or where it looked last.
void draw_answer(const SystemPage& page, const PixelSquare& square) {
  const auto& style = page.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const engine::SystemAnswer& said = page.answer;
  if (said.drawing) {
    draw_palette_picture(list, square.at, square.side, *said.drawing);
  } else if (said.classes) {
    draw_classes(list, square, *said.classes);
  } else if (said.objects || said.maps.empty()) {
    draw_pixels(list, square, page.pixels);
  } else {
    draw_laid_map(list, square, page.pixels, said.maps.back().weights);
  }
  if (said.objects) {
    for (const engine::FoundObject& object : *said.objects)
      draw_box(style, list, square, object.box, style.head(static_cast<int>(object.query)));
  }
  draw_square_outline(style, list, square);
}

void draw_system_card(const SystemPage& page, float side) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const std::string name(page.system.name());
  ui::label(frame.tr("gallery.page." + name), style.small_strong());
  const PixelSquare square{ImGui::GetCursorScreenPos(), world::kSide * std::floor(side / world::kSide)};
  draw_answer(page, square);
  if (ImGui::InvisibleButton(name.c_str(), {square.side, square.side}))
    edit_gallery(frame, "", [name](engine::GalleryLab& lab) { lab.system = name; });
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ui::tip(style, frame.tr("gallery.open.tip"));
  ui::paragraph(answer_words(page), side, style.small_ink());
  ui::paragraph(frame.tr("gallery.card." + name), side, style.small());
}

}  // namespace

void draw_all_systems(const Frame& frame, float width) {
  const auto& style = frame.style;
  const float gap = style.px(20);
  const auto systems = engine::vision_systems();
  const bool is_wide = width > style.px(640);
  const float in_row = is_wide ? 4 : 2;
  const float side = std::min((width - (in_row - 1) * gap) / in_row, style.px(320));
  ui::Flow flow(gap);
  bool is_there = false;
  for (const engine::VisionSystem* const system : systems) {
    const auto page = system_page(frame, *system);
    if (!page) continue;
    is_there = true;
    flow.next(side);
    begin_column(std::string(system->name()).c_str(), side);
    draw_system_card(*page, side);
    ImGui::EndChild();
  }
  if (!is_there) ui::paragraph(frame.tr("gallery.waits"), width, style.quiet());
}

}  // namespace views
