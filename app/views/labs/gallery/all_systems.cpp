// all_systems.cpp: the same picture, as each system answers it; a click opens its page.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/look/world_colours.h"
#include "app/ui/widgets.h"
#include "app/views/labs/gallery/drawing_parts.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/pixel_picture.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

// A line of what a system says; with the colour that it has in the picture, of a surface or of a frame.
struct AnswerLine {
  std::string words;
  std::optional<ImU32> colour;
  bool is_frame = false;
};

std::vector<AnswerLine> drawing_lines(const SystemPage& page) {
  const world::Reading drawn = world::read_picture(*page.answer.drawing);
  std::vector<AnswerLine> lines;
  for (const world::Figure& figure : drawn.scene.figures)
    lines.push_back({kind_words(page.frame, world::kind_of(figure)), std::nullopt});
  if (drawn.parts_unread > 0 || lines.empty())
    lines.push_back({page.frame.tr("gallery.broken"), std::nullopt});
  return lines;
}

// The classes that it finds, each with its colour.
std::vector<AnswerLine> class_lines(const SystemPage& page) {
  const engine::Matrix& classes = *page.answer.classes;
  std::vector<AnswerLine> lines;
  for (int of = 0; of < world::kPixelClasses; ++of) {
    if (!(classes.array() == static_cast<float>(of)).any()) continue;
    lines.push_back({pixel_class_words(page.frame, of),
                     ui::pack(look::class_colour(static_cast<world::PixelClass>(of)))});
  }
  return lines;
}

std::vector<AnswerLine> answer_lines(const SystemPage& page) {
  const Frame& frame = page.frame;
  const engine::SystemAnswer& said = page.answer;
  if (said.largest)
    return {{frame.tr("gallery.seen", {{"kind", kind_words(frame, said.largest->kind)},
                                       {"share", percent(said.largest->probability)}}),
             std::nullopt}};
  if (said.novel_class)
    return {{frame.tr("gallery.class." + std::to_string(*said.novel_class)), std::nullopt}};
  if (said.classes) return class_lines(page);
  if (said.drawing) return drawing_lines(page);
  if (!said.objects || said.objects->empty()) return {{frame.tr("gallery.nothing_seen"), std::nullopt}};
  std::vector<AnswerLine> lines;
  for (const engine::FoundObject& object : *said.objects)
    lines.push_back(
        {kind_words(frame, object.seen.kind), frame.style.head(static_cast<int>(object.query)), true});
  return lines;
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

void draw_answer_lines(const ui::Style& style, const std::vector<AnswerLine>& lines, float width) {
  const ui::TextStyle type = style.small_ink();
  const float mark = style.px(11);
  for (const AnswerLine& line : lines) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float taken = line.colour ? mark + style.px(6) : 0;
    if (line.colour) {
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const ImVec2 low(at.x, at.y + style.px(4));
      const ImVec2 high(low.x + mark, low.y + mark);
      if (!line.is_frame) list.AddRectFilled(low, high, *line.colour);
      list.AddRect(low, high, line.is_frame ? *line.colour : style.colours.hairline, 0, 0,
                   line.is_frame ? style.px(2) : 1);
    }
    ImGui::SetCursorScreenPos({at.x + taken, at.y});
    ui::paragraph(line.words, width - taken, type);
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y - style.px(4)});
  }
  ImGui::Dummy({0, 0});
}

// How the cards share the page: so many in a row, each so wide; the picture's side, with the answer beside it
// or below it.
struct CardPlan {
  float in_row = 4, width = 0, side = 0;
  bool is_beside = true;
};
constexpr float kBesideAnswer = 104;  // pixels at 100 %: the width of an answer beside its picture
constexpr float kBetweenCards = 16;
constexpr float kBelowCard = 6;
constexpr float kLeastPicture = 96;

float on_pixels(float side) {
  return world::kSide * std::floor(side / world::kSide);
}

// In a page of four in a row, both rows are in sight where that leaves pictures that can be read.
CardPlan plan_cards(const Frame& frame, float width, float height) {
  const auto& style = frame.style;
  const float gap = style.px(kBetweenCards);
  CardPlan plan{.in_row = width > style.px(640) ? 4.0F : 2.0F};
  plan.width = std::floor((width - (plan.in_row - 1) * gap) / plan.in_row);
  plan.is_beside = plan.width >= style.px(kBesideAnswer + kLeastPicture + 8);
  const float most = style.px(320);
  plan.side = std::min(plan.is_beside ? plan.width - style.px(kBesideAnswer) : plan.width, most);
  if (plan.is_beside && plan.in_row == 4) {
    float words = 0;
    for (const engine::VisionSystem* const system : engine::vision_systems())
      words = std::max(words, ui::paragraph_height(frame.tr("gallery.card." + std::string(system->name())),
                                                   plan.width, style.small()));
    const float name = ui::paragraph_height("A", plan.width, style.small_strong());
    const float in_sight = height / 2 - name - words - style.px(kBelowCard) - 5 * style.px(6);
    if (in_sight >= style.px(kLeastPicture)) plan.side = std::min(plan.side, in_sight);
  }
  plan.side = on_pixels(plan.side);
  return plan;
}

void draw_system_card(const SystemPage& page, const CardPlan& plan) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const std::string name(page.system.name());
  draw_gallery_caption(frame, frame.tr("gallery.page." + name), plan.width);
  const PixelSquare square{ImGui::GetCursorScreenPos(), plan.side};
  draw_answer(page, square);
  if (ImGui::InvisibleButton(name.c_str(), {square.side, square.side}))
    edit_gallery(frame, "", [name](engine::GalleryLab& lab) { lab.system = name; });
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ui::tip(style, frame.tr("gallery.open.tip"));
  if (plan.is_beside) {
    ImGui::SameLine(0, style.px(8));
    ImGui::BeginGroup();
    draw_answer_lines(style, answer_lines(page), plan.width - plan.side - style.px(8));
    ImGui::EndGroup();
  } else {
    draw_answer_lines(style, answer_lines(page), plan.width);
  }
  ui::paragraph(frame.tr("gallery.card." + name), plan.width, style.small());
  ImGui::Dummy({0, style.px(kBelowCard)});
}

}  // namespace

void draw_all_systems(const Frame& frame, float width) {
  const CardPlan plan = plan_cards(frame, width, ImGui::GetContentRegionAvail().y);
  ui::Flow flow(frame.style.px(kBetweenCards));
  bool is_there = false;
  for (const engine::VisionSystem* const system : engine::vision_systems()) {
    const auto page = system_page(frame, *system);
    if (!page) continue;
    is_there = true;
    flow.next(plan.width);
    begin_column(std::string(system->name()).c_str(), plan.width);
    draw_system_card(*page, plan);
    ImGui::EndChild();
  }
  if (!is_there) ui::paragraph(frame.tr("gallery.waits"), width, frame.style.quiet());
}

}  // namespace views
