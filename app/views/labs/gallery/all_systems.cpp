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

// Where a kind of shape is named below the picture; behind all others if it is not there.
size_t place_in_scene(const SystemPage& page, int kind) {
  if (!page.scene) return 0;
  const auto& figures = page.scene->figures;
  const auto found = std::ranges::find(figures, kind, [](const world::Figure& one) { return kind_of(one); });
  return static_cast<size_t>(found - figures.begin());
}

// What a drawing was to be; empty where nothing is asked for.
std::string asked_words(const SystemPage& page) {
  const engine::DrawingChoice asked = engine::asked_drawing(page.lab, page.system);
  const auto words = [&](const std::string& caption) {
    return page.frame.tr("gallery.caption_drawn", {{"caption", caption}});
  };
  if (page.system.name() == engine::dalle_system().name())
    return words(world::text_of(asked.caption.value_or(world::Caption{})));
  if (page.system.name() == engine::transgan_system().name())
    return words(kind_words(page.frame, asked.latent.kind.value_or(0)));
  return {};
}

std::vector<AnswerLine> drawing_lines(const SystemPage& page) {
  const Frame& frame = page.frame;
  world::Reading drawn = world::read_picture(*page.answer.drawing);
  std::ranges::stable_sort(drawn.scene.figures, {}, [&](const world::Figure& figure) {
    return place_in_scene(page, world::kind_of(figure));
  });
  std::string shapes;
  const auto add = [&](const std::string& words) {
    shapes.append(shapes.empty() ? "" : frame.tr("list.and")).append(words);
  };
  for (const world::Figure& figure : drawn.scene.figures) add(kind_words(frame, world::kind_of(figure)));
  if (drawn.parts_unread > 0 || shapes.empty()) add(frame.tr("gallery.broken"));
  std::vector<AnswerLine> lines;
  if (const std::string asked = asked_words(page); !asked.empty()) lines.push_back({asked, std::nullopt});
  lines.push_back({frame.tr("gallery.drawn", {{"shapes", shapes}}), std::nullopt});
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
  std::vector<engine::FoundObject> objects = *said.objects;
  std::ranges::stable_sort(
      objects, {}, [&](const engine::FoundObject& object) { return place_in_scene(page, object.seen.kind); });
  std::vector<AnswerLine> lines;
  lines.reserve(objects.size());
  for (const engine::FoundObject& object : objects)
    lines.push_back({kind_words(frame, object.seen.kind), query_look(object.query).colour, true});
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
    const engine::Matrix& weights = said.maps.back().weights;
    draw_laid_map(list, square, page.pixels, weights, shared_map_scale(page.frame, {&weights, 1}));
  }
  if (said.objects) {
    for (const engine::FoundObject& object : *said.objects)
      draw_box(style, list, square, object.box, query_look(object.query));
  }
  draw_square_outline(style, list, square);
}

constexpr float kMark = 11;  // pixels at 100 %: the side of a colour before its words
constexpr float kBehindMark = 6;
constexpr float kBetweenAnswers = 12;

float mark_width(const ui::Style& style, const AnswerLine& line) {
  return line.colour ? style.px(kMark + kBehindMark) : 0;
}

void draw_answer_line(const ui::Style& style, const AnswerLine& line, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (line.colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low(at.x, at.y + style.px(4));
    const ImVec2 high(low.x + style.px(kMark), low.y + style.px(kMark));
    list.AddRectFilled(low, high, line.is_frame ? query_look(0).around : *line.colour);
    list.AddRect(low, high, line.is_frame ? *line.colour : style.colours.hairline, 0, 0,
                 line.is_frame ? style.px(2) : 1);
  }
  const float taken = mark_width(style, line);
  ImGui::SetCursorScreenPos({at.x + taken, at.y});
  ui::paragraph(line.words, width - taken, style.small_ink());
}

// One below the other.
void draw_answer_lines(const ui::Style& style, const std::vector<AnswerLine>& lines, float width) {
  for (const AnswerLine& line : lines) {
    const float left = ImGui::GetCursorScreenPos().x;
    draw_answer_line(style, line, width);
    ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y - style.px(4)});
  }
  ImGui::Dummy({0, 0});
}

// One behind the other, as many in a line as fit.
void draw_answers_in_row(const ui::Style& style, const std::vector<AnswerLine>& lines, float width) {
  ui::Flow flow(style.px(kBetweenAnswers));
  for (const AnswerLine& line : lines) {
    const float words = ui::text_size(line.words, style.small_ink()).x;
    const float needed = std::min(mark_width(style, line) + std::ceil(words) + 1, width);
    flow.next(needed);
    ImGui::BeginGroup();
    draw_answer_line(style, line, needed);
    ImGui::EndGroup();
  }
}

// How the cards share the page: so many in a row, each so wide; the picture's side, with the answer beside it
// or below it.
struct CardPlan {
  float in_row = 4, width = 0, side = 0;
  bool is_beside = true;
};
constexpr float kBesideAnswer = 88;  // pixels at 100 %: the width of an answer beside its picture
constexpr float kBetweenCards = 12;
constexpr float kBelowCard = 6;
constexpr float kLeastPicture = 96;
constexpr float kLargestPicture = 480;
constexpr float kFourInRow = 560;  // the page's width from which on there are four
constexpr float kWorthNarrowWords = 0.92F;
constexpr float kLinesOfAnswer = 2;  // below a picture

// What two rows of cards leave for a picture in each, with the answer beside it.
float side_in_sight(const Frame& frame, const CardPlan& plan, float height) {
  const auto& style = frame.style;
  float words = 0;
  for (const engine::VisionSystem* const system : engine::vision_systems())
    words = std::max(words, ui::paragraph_height(frame.tr("gallery.card." + std::string(system->name())),
                                                 plan.width, style.quiet()));
  const float name = ui::paragraph_height("A", plan.width, style.strong());
  // Below the last row there is none.
  const float behind = style.px(kBelowCard) + 2 * style.px(6);
  return (height + behind) / 2 - name - words - style.px(kBelowCard) - 5 * style.px(6);
}

// The picture is as large as its card and, in a page of four in a row, both rows let it be: the answer goes
// below where that hardly makes it smaller.
CardPlan plan_cards(const Frame& frame, float width, float height) {
  const auto& style = frame.style;
  const float gap = style.px(kBetweenCards);
  CardPlan plan{.in_row = width > style.px(kFourInRow) ? 4.0F : 2.0F};
  plan.width = std::floor((width - (plan.in_row - 1) * gap) / plan.in_row);
  float beside = plan.width - style.px(kBesideAnswer);
  float below = plan.width;
  const float answer =
      kLinesOfAnswer * (ui::paragraph_height("A", plan.width, style.small_ink()) + style.px(6));
  const float in_sight = side_in_sight(frame, plan, height);
  if (plan.in_row == 4 && in_sight >= style.px(kLeastPicture)) beside = std::min(beside, in_sight);
  if (plan.in_row == 4 && in_sight - answer >= style.px(kLeastPicture))
    below = std::min(below, in_sight - answer);
  plan.is_beside = beside >= style.px(kLeastPicture) &&
                   (kWorthNarrowWords * side_on_pixels(style, beside) > side_on_pixels(style, below) ||
                    in_sight - answer < style.px(kLeastPicture));
  plan.side = side_on_pixels(style, std::min(plan.is_beside ? beside : below, style.px(kLargestPicture)));
  return plan;
}

void draw_system_card(const SystemPage& page, const CardPlan& plan) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const std::string name(page.system.name());
  ui::paragraph(frame.tr("gallery.page." + name), plan.width, style.strong());
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
    draw_answers_in_row(style, answer_lines(page), plan.width);
  }
  ui::paragraph(frame.tr("gallery.card." + name), plan.width, style.quiet());
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
