// drawing_parts.cpp: drawings of other seeds are made in the background.
#include "app/views/labs/gallery/drawing_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/look/world_colours.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/stage/picture_words.h"
#include "engine/labs/gallery/drawings.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/training/systems/stored_system.h"
#include "engine/vision/run.h"
#include "engine/world/canvas.h"
#include "engine/world/nearest.h"

namespace views {
namespace {

using engine::DrawingChoice;
using engine::GalleryLab;
using engine::Index;
using engine::Matrix;

constexpr uint64_t kSeries = 8;  // drawings side by side

// One of several drawings.
struct SeriesDrawing {
  Matrix palette;
  engine::DrawingVerdict verdict;
};
using Series = std::vector<SeriesDrawing>;

// What the system draws with the seeds behind this one.
Series drawn_series(const GalleryLab& lab, const engine::VisionSystem& system) {
  Series series;
  const auto parameters = engine::system_weights(system, lab.is_trained);
  if (!parameters) return series;
  const Matrix pixels = world::pixels_of(lab.picture);
  DrawingChoice choice = engine::asked_drawing(lab, system);
  choice.window.reset();
  for (uint64_t i = 0; i < kSeries; ++i) {
    ++choice.seed;
    engine::SystemSettings settings;
    settings.drawn = system.draw((*parameters)->source(), pixels, choice);
    const auto trace = engine::run_system(system, (*parameters)->source(), pixels, settings);
    const engine::SystemAnswer said = system.answer(engine::SystemTrace(*trace), {});
    series.push_back({*said.drawing, engine::verdict_of(lab, system, *said.drawing)});
  }
  return series;
}

std::string verdict_words(const Frame& frame, const engine::DrawingVerdict& verdict) {
  if (verdict.is_right) return frame.tr(*verdict.is_right ? "gallery.right" : "gallery.wrong");
  return frame.tr(verdict.reading.is_legal() ? "gallery.whole" : "gallery.broken");
}

bool is_good(const engine::DrawingVerdict& verdict) {
  return verdict.is_right.value_or(verdict.reading.is_legal());
}

// A small drawing, a word below it, and a frame where it is as it should be.
void draw_small_drawing(const Frame& frame, const SeriesDrawing& drawing, float side) {
  const auto& style = frame.style;
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_palette_picture(list, at, side, drawing.palette);
  list.AddRect(at, {at.x + side, at.y + side},
               is_good(drawing.verdict) ? style.colours.accent : style.colours.hairline, 0, 0, style.px(2));
  ImGui::Dummy({side, side});
  ui::paragraph(verdict_words(frame, drawing.verdict), side, style.small());
  ImGui::EndGroup();
}

// What a picture that is rarely right to the pixel is nearest to.
void draw_nearest(const Frame& frame, const Matrix& drawing, float width) {
  const auto nearest = world::nearest_shape(drawing);
  if (!nearest) return;
  ui::paragraph(frame.tr("gallery.nearest", {{"kind", kind_words(frame, world::kind_of(nearest->figure))},
                                             {"share", percent(nearest->overlap)}}),
                width, frame.style.small());
}

float side_in_rows(const Frame& frame, float width, float count, float least, float most) {
  const float gap = frame.style.px(8);
  const float side = (width + gap) / count - gap;
  return world::kSide *
         std::floor(std::clamp(side, frame.style.px(least), frame.style.px(most)) / world::kSide);
}

// Not a share of all, but how many there are.
bool is_count(const engine::SystemFigure& figure) {
  return figure.name.ends_with("_parts") || figure.name == "kinds_drawn";
}

// "codes back to the pixel 87.0 %, inner shapes a drawing 1.32".
std::string figure_words(const Frame& frame, const engine::CourseMark& mark) {
  std::string words;
  for (const engine::SystemFigure& figure : mark.figures) {
    const std::string value =
        is_count(figure) ? ui::fixed_number(figure.value, 2) : measured_percent(figure.value);
    words.append(words.empty() ? "" : frame.tr("list.and"))
        .append(frame.tr("gallery.figure." + figure.name, {{"value", value}}));
  }
  return words;
}

}  // namespace

void draw_palette_picture(ImDrawList& list, ImVec2 at, float side, const Matrix& palette) {
  const float cell = side / static_cast<float>(palette.cols());
  const Matrix pixels = world::palette_pixels(palette);
  for (Index row = 0; row < palette.rows(); ++row) {
    for (Index column = 0; column < palette.cols(); ++column) {
      const auto edge = [&](float start, Index place) {
        return std::round(start + static_cast<float>(place) * cell);
      };
      list.AddRectFilled(
          {edge(at.x, column), edge(at.y, row)}, {edge(at.x, column + 1), edge(at.y, row + 1)},
          ui::pack(look::pixel_colour(pixels, static_cast<int>(row * palette.cols() + column))));
    }
  }
}

void draw_shape(ImDrawList& list, ImVec2 at, float side, const world::Figure& figure) {
  constexpr int kAround = world::kLargest + 2;
  world::Figure alone = figure;
  alone.x = alone.y = (kAround - figure.size) / 2;
  Matrix palette = Matrix::Zero(kAround, kAround);
  world::lay(alone, palette);
  draw_palette_picture(list, at, side, palette);
}

float drawing_side(const Frame& frame, float width) {
  const auto& style = frame.style;
  const float high = std::clamp(ImGui::GetIO().DisplaySize.y * 0.26F, style.px(176), style.px(304));
  return world::kSide * std::floor(std::clamp(width * 0.36F, style.px(176), high) / world::kSide);
}

float drawing_column(const Frame& frame, float width) {
  constexpr float kLeastColumn = 240;
  return std::max(drawing_side(frame, width), std::min(width, frame.style.px(kLeastColumn)));
}

DrawingChoice asked_choice(const SystemPage& page) {
  return engine::choice_of(asked_gallery(page.frame), page.system);
}

void edit_drawing(const SystemPage& page, std::string_view merge,
                  std::function<void(DrawingChoice&)> change) {
  edit_gallery(page.frame, merge, [&system = page.system, change = std::move(change)](GalleryLab& lab) {
    DrawingChoice choice = engine::choice_of(lab, system);
    change(choice);
    engine::set_choice(lab, system, std::move(choice));
  });
}

void draw_drawing_controls(const SystemPage& page, float width, bool has_temperature) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const DrawingChoice choice = asked_choice(page);
  ui::Flow flow(style.px(6));
  flow.next(button_width(frame, "gallery.draw_another"));
  if (button(frame, "gallery.draw_another", ui::ButtonKind::kPrimary))
    edit_drawing(page, "", [](DrawingChoice& asked) { ++asked.seed; });
  if (!choice.overruled.empty()) {
    flow.next(button_width(frame, "gallery.overrule_none"));
    if (button(frame, "gallery.overrule_none"))
      edit_drawing(page, "", [](DrawingChoice& asked) { asked.overruled.clear(); });
  }
  if (!has_temperature) return;
  constexpr double kMostShown = 2;
  double temperature = choice.temperature;
  control_name(frame, "gallery.temperature");
  ImGui::SetNextItemWidth(std::max(
      width - ui::text_size(frame.tr("gallery.temperature"), style.text()).x - style.px(16), style.px(60)));
  if (ui::slider(style, "##drawing temperature", temperature, 0, kMostShown, "%.2f"))
    edit_drawing(page, "drawing temperature",
                 [temperature](DrawingChoice& asked) { asked.temperature = temperature; });
  ui::tip(style, frame.tr("gallery.temperature.tip"));
}

void draw_verdict(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const Matrix& drawing = *page.answer.drawing;
  if (drawing.cols() > world::kSide) {
    const world::InnerParts inner = world::inner_parts(drawing);
    const auto number = [](int count) { return std::to_string(count); };
    return ui::paragraph(
        frame.tr("gallery.inner_parts", {{"shapes", number(inner.shapes)}, {"parts", number(inner.parts)}}),
        width, style.small_ink());
  }
  const engine::DrawingVerdict verdict = engine::verdict_of(page.lab, page.system, drawing);
  std::string shapes = scene_words(frame, verdict.reading.scene);
  if (verdict.reading.parts_unread > 0)
    shapes.append(shapes.empty() ? "" : frame.tr("list.and"))
        .append(frame.tr("gallery.parts_broken", {{"parts", std::to_string(verdict.reading.parts_unread)}}));
  if (shapes.empty()) shapes = frame.tr("gallery.empty");
  ui::paragraph(frame.tr("gallery.drawn", {{"shapes", shapes}}), width, style.small_ink());
  ui::paragraph(frame.tr(verdict.reading.is_legal() ? "gallery.legal" : "gallery.illegal"), width,
                style.small());
  if (page.system.symbols().rows == 0) draw_nearest(frame, drawing, width);
  if (verdict.is_right)
    ui::paragraph(frame.tr(*verdict.is_right ? "gallery.right" : "gallery.wrong"), width,
                  style.small_strong());
}

void draw_more_drawings(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const Series* const series = frame.facts.derived().find<Series>(
      {"gallery drawings", -1, std::string(page.system.name())}, true,
      [lab = page.lab, &system = page.system] { return drawn_series(lab, system); });
  if (series == nullptr) return ui::paragraph(frame.tr("gallery.waits"), width, frame.style.quiet());
  const float side = side_in_rows(frame, width, 4, 64, 128);
  ui::Flow flow(frame.style.px(8));
  for (const SeriesDrawing& drawing : *series) {
    flow.next(side);
    draw_small_drawing(frame, drawing, side);
  }
  const auto good =
      std::ranges::count_if(*series, [](const SeriesDrawing& one) { return is_good(one.verdict); });
  ui::paragraph(
      frame.tr("gallery.series", {{"good", std::to_string(good)}, {"count", std::to_string(series->size())}}),
      width, frame.style.small_strong());
}

void draw_course(const SystemPage& page, float width) {
  using Course = std::vector<engine::CourseMark>;
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const Course& course =
      frame.facts.derived().get<Course>({"gallery course", -1, std::string(page.system.name())},
                                        [&] { return engine::course_of_box(page.system); });
  if (course.empty()) return;
  const auto last = static_cast<Index>(course.size()) - 1;
  Index at = std::clamp(frame.session.desk().gallery.mark.value_or(last), Index{0}, last);
  ImGui::SetNextItemWidth(std::min(width, style.px(320)));
  Index shown = at + 1;
  if (ui::slider(style, "##drawing course", shown, 1, last + 1)) {
    at = shown - 1;
    arrange_gallery(frame, [at](app::GalleryDesk& desk) { desk.mark = at; });
  }
  ui::tip(style, frame.tr("gallery.course.tip"));
  const engine::CourseMark& mark = course[static_cast<size_t>(at)];
  const std::string loss = mark.step == 0
                               ? frame.tr("gallery.course.start")
                               : frame.tr("gallery.course.step", {{"step", std::to_string(mark.step)},
                                                                  {"loss", ui::fixed_number(mark.loss, 3)}});
  ui::paragraph(loss, width, style.small_strong());
  ui::paragraph(figure_words(frame, mark), width, style.small_ink());
  const float side = side_in_rows(frame, width, 4, 64, 112);
  ui::Flow flow(style.px(8));
  for (const Matrix& drawing : mark.drawings) {
    flow.next(side);
    draw_palette_picture(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), side, drawing);
    ImGui::Dummy({side, side});
  }
}

}  // namespace views
