// picture_editor.cpp: the picture that all systems read: shapes are dragged, pixels drawn, a patch covered,
// noise added.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/look/world_colours.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/core/translated_button.h"
#include "app/views/files/files.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/pixel_picture.h"
#include "app/views/labs/gallery/system_page.h"

namespace views {
namespace {

using engine::GalleryLab;
using world::Figure;
using world::Picture;
using Tool = app::GalleryDesk::Tool;

constexpr std::array<const char*, 3> kToolKeys = {"gallery.tool.move", "gallery.tool.draw",
                                                  "gallery.tool.cover"};

std::string stroke_key(const app::GalleryDesk& desk) {
  return std::string(app::kStroke) + "gallery " + std::to_string(desk.strokes);
}

// The picture itself, and what the mouse does on it.
class Canvas {
 public:
  Canvas(const Frame& frame, const PixelSquare& square)
      : frame_(frame),
        style_(frame.style),
        desk_(frame.session.desk().gallery),
        picture_(asked_gallery(frame).picture),
        square_(square) {}

  void draw() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_pixels(list, square_, world::pixels_of(picture_));
    if (asked_gallery(frame_).system == engine::vit_system().name())
      draw_cuts(style_, list, square_, kVitPatchesAcross);
    draw_square_outline(style_, list, square_);
    if (chosen()) outline(*chosen(), style_.px(2));
    ImGui::SetCursorScreenPos(square_.at);
    ImGui::InvisibleButton("gallery picture", {square_.side, square_.side});
    if (ImGui::IsItemActivated())
      begin();
    else if (ImGui::IsItemActive())
      go_on();
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    const auto pointed = world::figure_at(picture_.scene, mouse_x(), mouse_y());
    if (desk_.tool == Tool::kMove && pointed) {
      outline(picture_.scene.figures[*pointed], 1);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    ui::tip(style_, frame_.tr(std::string(kToolKeys.at(static_cast<size_t>(desk_.tool))) + ".tip"));
  }

  const Figure* chosen() const {
    const bool is_there =
        desk_.tool == Tool::kMove && desk_.figure && *desk_.figure < picture_.scene.figures.size();
    return is_there ? &picture_.scene.figures[*desk_.figure] : nullptr;
  }

 private:
  int along(float mouse, float start) const {
    const auto pixel = static_cast<int>(std::floor((mouse - start) / square_.of_pixel()));
    return std::clamp(pixel, 0, world::kSide - 1);
  }
  int mouse_x() const { return along(ImGui::GetIO().MousePos.x, square_.at.x); }
  int mouse_y() const { return along(ImGui::GetIO().MousePos.y, square_.at.y); }

  void outline(const Figure& figure, float width) const {
    ImGui::GetWindowDrawList()->AddRect(square_.corner(figure.x, figure.y),
                                        square_.corner(figure.x + figure.size, figure.y + figure.size),
                                        IM_COL32_WHITE, 0, 0, width);
  }

  void begin() {
    const auto pointed = world::figure_at(picture_.scene, mouse_x(), mouse_y());
    const int x = mouse_x();
    const int y = mouse_y();
    arrange_gallery(frame_, [=, figures = picture_.scene.figures](app::GalleryDesk& desk) {
      ++desk.strokes;
      if (desk.tool != Tool::kMove) return;
      desk.figure = pointed;
      if (!pointed) return;
      desk.grab_x = x - figures[*pointed].x;
      desk.grab_y = y - figures[*pointed].y;
    });
    if (desk_.tool == Tool::kMove) return;
    app::GalleryDesk next = desk_;
    ++next.strokes;
    change(stroke_key(next));
  }

  void go_on() {
    if (desk_.tool == Tool::kMove) return drag();
    change(stroke_key(desk_));
  }

  // The chosen shape follows the mouse as far as it fits.
  void drag() const {
    if (chosen() == nullptr) return;
    const auto inside = [&](int at) { return std::clamp(at, 0, world::kSide - chosen()->size); };
    Figure moved = *chosen();
    moved.x = inside(mouse_x() - desk_.grab_x);
    moved.y = inside(mouse_y() - desk_.grab_y);
    if (moved == *chosen() || !world::with_figure(picture_.scene, *desk_.figure, moved)) return;
    edit_gallery(frame_, stroke_key(desk_), [moved, index = *desk_.figure](GalleryLab& lab) {
      if (auto scene = world::with_figure(lab.picture.scene, index, moved))
        lab.picture.scene = *std::move(scene);
    });
  }

  // Draws the pixel under the mouse, or lays the cover there.
  void change(const std::string& merge) const {
    const int x = mouse_x();
    const int y = mouse_y();
    if (desk_.tool == Tool::kDraw) {
      edit_gallery(frame_, merge, [pixel = y * world::kSide + x, colour = desk_.colour](GalleryLab& lab) {
        world::draw_pixel(lab.picture, pixel, colour);
        world::settle(lab.picture);
      });
      return;
    }
    edit_gallery(frame_, merge, [x, y](GalleryLab& lab) {
      world::Cover cover = lab.picture.cover.value_or(world::Cover{});
      const auto inside = [&](int at) {
        return std::clamp(at - cover.side / 2, 0, world::kSide - cover.side);
      };
      cover.x = inside(x);
      cover.y = inside(y);
      lab.picture.cover = cover;
    });
  }

  const Frame& frame_;
  const ui::Style& style_;
  const app::GalleryDesk& desk_;
  const Picture& picture_;
  PixelSquare square_;
};

// A square of a colour of the palette; returns whether it was pressed.
bool swatch(const Frame& frame, int colour, bool is_chosen) {
  const auto& style = frame.style;
  const float side = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(("swatch " + std::to_string(colour)).c_str(), {side, side});
  const auto& parts = world::kPalette.at(static_cast<size_t>(colour));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + side, at.y + side}, ui::pack({parts[0], parts[1], parts[2]}), style.px(4));
  list.AddRect({at.x - 2, at.y - 2}, {at.x + side + 2, at.y + side + 2},
               is_chosen ? style.colours.ink : style.colours.hairline, style.px(5), 0,
               is_chosen ? style.px(2) : 1);
  const std::string name =
      colour == 0 ? "ground" : std::string(world::name_of(static_cast<world::Colour>(colour - 1)));
  ui::tip(style, frame.tr("world." + name));
  return pressed;
}

// Changes the chosen shape, if it then still fits.
void change_figure(const Frame& frame, const std::function<void(Figure&)>& change) {
  const size_t index = frame.session.desk().gallery.figure.value();
  edit_gallery(frame, "", [index, change](GalleryLab& lab) {
    Figure changed = lab.picture.scene.figures.at(index);
    change(changed);
    changed.x = std::min(changed.x, world::kSide - changed.size);
    changed.y = std::min(changed.y, world::kSide - changed.size);
    if (auto scene = world::with_figure(lab.picture.scene, index, changed))
      lab.picture.scene = *std::move(scene);
  });
}

void draw_size_buttons(const Frame& frame, const Figure& chosen) {
  const auto& style = frame.style;
  ui::label(frame.tr("gallery.size", {{"size", std::to_string(chosen.size)}}), style.small());
  ImGui::SameLine();
  if (ui::button(style, "−##smaller shape", ui::ButtonKind::kOutline, chosen.size > world::kSmallest))
    change_figure(frame, [](Figure& figure) { --figure.size; });
  ui::tip(style, frame.tr("gallery.shrink.tip"));
  ImGui::SameLine();
  if (ui::button(style, "+##larger shape", ui::ButtonKind::kOutline, chosen.size < world::kLargest))
    change_figure(frame, [](Figure& figure) { ++figure.size; });
  ui::tip(style, frame.tr("gallery.grow.tip"));
}

// Size, colour and outline of the chosen shape.
void draw_figure_tools(const Frame& frame, const Figure& chosen) {
  draw_size_buttons(frame, chosen);
  ui::Flow flow(frame.style.px(8));
  for (int colour = 1; colour <= world::kColours; ++colour) {
    flow.next(ImGui::GetFrameHeight());
    if (swatch(frame, colour, static_cast<int>(chosen.colour) + 1 == colour))
      change_figure(frame,
                    [colour](Figure& figure) { figure.colour = static_cast<world::Colour>(colour - 1); });
  }
  for (int outline = 0; outline < world::kOutlines; ++outline) {
    const std::string key = "world." + std::string(world::name_of(static_cast<world::Outline>(outline)));
    const std::string face = frame.tr(key) + "##" + key;
    flow.next(ui::button_width(frame.style, frame.tr(key)));
    const bool is_own = static_cast<int>(chosen.outline) == outline;
    if (ui::button(frame.style, face.c_str(), is_own ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline))
      change_figure(frame,
                    [outline](Figure& figure) { figure.outline = static_cast<world::Outline>(outline); });
  }
}

void draw_palette(const Frame& frame) {
  ui::Flow flow(frame.style.px(8));
  for (int colour = 0; colour <= world::kColours; ++colour) {
    flow.next(ImGui::GetFrameHeight());
    if (swatch(frame, colour, frame.session.desk().gallery.colour == colour))
      arrange_gallery(frame, [colour](app::GalleryDesk& desk) { desk.colour = colour; });
  }
}

void draw_cover_tools(const Frame& frame, const Picture& picture) {
  if (!picture.cover)
    return ui::paragraph(frame.tr("gallery.tool.cover.tip"), ImGui::GetContentRegionAvail().x,
                         frame.style.small());
  if (button(frame, "gallery.uncover"))
    edit_gallery(frame, "", [](GalleryLab& lab) { lab.picture.cover.reset(); });
}

void draw_tool(const Frame& frame, const Canvas& canvas, const Picture& picture, float width) {
  switch (frame.session.desk().gallery.tool) {
    case Tool::kMove:
      if (canvas.chosen() != nullptr) return draw_figure_tools(frame, *canvas.chosen());
      return ui::paragraph(frame.tr("gallery.tool.move.tip"), width, frame.style.small());
    case Tool::kDraw:
      return draw_palette(frame);
    case Tool::kCover:
      return draw_cover_tools(frame, picture);
  }
}

void draw_noise(const Frame& frame, const Picture& picture, float width) {
  const auto& style = frame.style;
  constexpr double kMostShown = 0.5;
  double noise = picture.noise;
  control_name(frame, "gallery.noise");
  ImGui::SetNextItemWidth(width - ui::text_size(frame.tr("gallery.noise"), style.text()).x - style.px(16));
  if (ui::slider(style, "##gallery noise", noise, 0, kMostShown, "%.2f"))
    edit_gallery(frame, "gallery noise", [noise](GalleryLab& lab) { lab.picture.noise = noise; });
  ui::tip(style, frame.tr("gallery.noise.tip"));
}

void draw_other_pictures(const Frame& frame, const Picture& picture) {
  ui::Flow flow(frame.style.px(6));
  const auto next = [&](const char* key) { flow.next(button_width(frame, key)); };
  next("gallery.another");
  if (button(frame, "gallery.another")) {
    edit_gallery(frame, "", [](GalleryLab& lab) {
      const auto seed = static_cast<uint64_t>(lab.picture.noise_seed) + 1;
      lab.picture = {.scene = world::draw_scene(seed, 0, {.one_is_largest = true}),
                     .noise = lab.picture.noise,
                     .noise_seed = seed};
    });
  }
  next("gallery.own");
  if (button(frame, "gallery.own")) browse(frame, "scene");
  if (picture == world::first_picture()) return;
  next("gallery.first");
  if (button(frame, "gallery.first"))
    edit_gallery(frame, "", [](GalleryLab& lab) { lab.picture = world::first_picture(); });
}

// Pixels at 100 %: from this width on tools stand beside the picture; their height, with a shape chosen, and
// the caption's.
constexpr float kLeastBeside = 200;
constexpr float kToolsHeight = 312;

// What is in the picture, and what can be done to it.
void draw_tools(const Frame& frame, const Canvas& canvas, const Picture& picture) {
  const float width = ImGui::GetContentRegionAvail().x;
  const auto scene = world::scene_of(picture);
  const bool is_empty = scene && scene->figures.empty();
  const std::string there = !scene     ? frame.tr("gallery.unreadable")
                            : is_empty ? frame.tr("gallery.empty")
                                       : scene_words(frame, *scene);
  ui::paragraph(there, width, frame.style.small_ink());
  const auto tool = static_cast<size_t>(frame.session.desk().gallery.tool);
  if (const auto chosen = draw_segmented_choice(frame, {kToolKeys[0], kToolKeys[1], kToolKeys[2]}, tool))
    arrange_gallery(frame,
                    [chosen = *chosen](app::GalleryDesk& desk) { desk.tool = static_cast<Tool>(chosen); });
  draw_tool(frame, canvas, picture, width);
  draw_noise(frame, picture, width);
  draw_other_pictures(frame, picture);
}

}  // namespace

void draw_picture_editor(const Frame& frame, float width, float height) {
  const auto& style = frame.style;
  const Picture& picture = asked_gallery(frame).picture;
  constexpr float kMostSide = 320;
  const float most = std::clamp(height - style.px(kToolsHeight), style.px(144), style.px(kMostSide));
  const float side = world::kSide * std::floor(std::min(width, most) / world::kSide);
  const float beside = width - side - style.px(20);
  const bool is_beside = beside > style.px(kLeastBeside);
  ImGui::BeginGroup();
  // In line with the names of all answers.
  const bool is_beside_all = asked_gallery(frame).system == engine::kAllSystems;
  ui::paragraph(frame.tr("gallery.picture"), is_beside ? side : width,
                is_beside_all && !is_beside ? style.strong() : style.small_strong());
  Canvas canvas(frame, {ImGui::GetCursorScreenPos(), side});
  canvas.draw();
  ImGui::EndGroup();
  if (is_beside) ImGui::SameLine(0, style.px(20));
  begin_column("picture tools", is_beside ? beside : width);
  draw_tools(frame, canvas, picture);
  ImGui::EndChild();
}

}  // namespace views
