// context_page.cpp: what a few labelled examples teach, with a look around and without; whom a box asks.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/shot_draws.h"
#include "app/ui/mark.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/page_parts.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"
#include "engine/labs/gallery/system_weights.h"

namespace views {
namespace {

using engine::GalleryLab;
using engine::Index;
using engine::Matrix;
using Shots = std::vector<world::NovelScene>;

constexpr Index kAroundAcross = 4;
constexpr Index kAroundPlaces = kAroundAcross * kAroundAcross;
constexpr const char* kContext = "context";

std::string class_words(const Frame& frame, int novel) {
  return frame.tr("gallery.class." + std::to_string(novel));
}

// The box that is asked: that of the first shape.
int asked_box(const SystemPage& page) {
  return world::nearest_prior(page.scene->figures.front());
}

void draw_arrow(const ui::Style& style, ImDrawList& list, ImVec2 from, ImVec2 to, float share) {
  const float width = std::max(style.px(1), style.px(9) * share);
  list.AddLine(from, to, style.colours.panel, width + style.px(2));
  list.AddLine(from, to, style.colours.accent, width);
  list.AddCircleFilled(to, width / 2 + style.px(3), style.colours.accent);
}

// The box, and an arrow to each place that it takes something from, as wide as the share.
void draw_affinity(const SystemPage& page, float side) {
  const Frame& frame = page.frame;
  const PixelSquare square{ImGui::GetCursorScreenPos(), side};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_pixels(list, square, page.pixels);
  draw_square_outline(frame.style, list, square);
  ImGui::Dummy({side, side});
  const int box = asked_box(page);
  const double part = world::kPriorSide / world::kSide;
  const double x = world::prior_centre_x(box);
  const double y = world::prior_centre_y(box);
  draw_box(frame.style, list, square, {x / world::kSide, y / world::kSide, part, part},
           {frame.style.colours.accent, frame.style.colours.panel});
  const int affinity = page.stage("affinity");
  if (affinity < 0) return;
  const Matrix shares = frame.trace().read_row(affinity, box);
  constexpr float kLeastDrawn = 0.05F;
  constexpr double kPlace = world::kSide / static_cast<double>(kAroundAcross);
  for (Index place = 0; place < kAroundPlaces; ++place) {
    if (shares(0, place) < kLeastDrawn) continue;
    const Index row = place / kAroundAcross;
    const ImVec2 to = square.corner((static_cast<double>(place % kAroundAcross) + 0.5) * kPlace,
                                    (static_cast<double>(row) + 0.5) * kPlace);
    draw_arrow(frame.style, list, square.corner(x, y), to, shares(0, place));
  }
}

// Whether no shape has a pixel in a place that is asked.
bool is_empty(const world::Scene& scene, Index place) {
  constexpr int kPixels = world::kSide / static_cast<int>(kAroundAcross);
  const int left = static_cast<int>(place % kAroundAcross) * kPixels;
  const int top = static_cast<int>(place / kAroundAcross) * kPixels;
  for (int pixel = 0; pixel < kPixels * kPixels; ++pixel) {
    const int x = left + pixel % kPixels;
    const int y = top + pixel / kPixels;
    if (std::ranges::any_of(scene.figures, [&](const auto& figure) { return world::covers(figure, x, y); }))
      return false;
  }
  return true;
}

// A fit that looks for one of the two contexts alone turns to the ground where it is the other one.
void draw_empty_place(const SystemPage& page, float width) {
  const int affinity = page.stage("affinity");
  if (affinity < 0) return;
  Index most = 0;
  page.frame.trace().read_row(affinity, asked_box(page)).row(0).maxCoeff(&most);
  if (is_empty(*page.scene, most))
    ui::paragraph(page.frame.tr("gallery.context.empty"), width, page.frame.style.small());
}

std::vector<ShareBar> class_bars(const SystemPage& page) {
  const int stage = page.stage("probabilities");
  const int box = asked_box(page);
  const Matrix shares = page.frame.trace().read_row(stage, box);
  std::vector<ShareBar> bars;
  bars.reserve(world::kNovelClasses);
  for (int novel = 0; novel < world::kNovelClasses; ++novel)
    bars.push_back({class_words(page.frame, novel), {stage, box, novel}, double{shares(0, novel)}});
  return bars;
}

// Whether the scene's first shape is one that the classes are about, and which class it has.
void draw_truth(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto novel = world::novel_class(*page.scene, 0);
  const std::string words = novel ? frame.tr("gallery.context.truth", {{"class", class_words(frame, *novel)}})
                                  : frame.tr("gallery.context.no_class");
  ui::paragraph(words, width, frame.style.small());
}

// Gives what stands beside the first shape the other deciding kind.
void draw_swap(const SystemPage& page) {
  if (!button(page.frame, "gallery.context.swap")) return;
  edit_gallery(page.frame, "", [](GalleryLab& lab) {
    auto& figures = lab.picture.scene.figures;
    for (size_t i = 1; i < figures.size(); ++i) {
      const bool is_square =
          figures[i].outline == world::Outline::kSquare && figures[i].colour == world::Colour::kBlue;
      const bool is_triangle =
          figures[i].outline == world::Outline::kTriangle && figures[i].colour == world::Colour::kGreen;
      if (!is_square && !is_triangle && i + 1 < figures.size()) continue;
      figures[i].outline = is_square ? world::Outline::kTriangle : world::Outline::kSquare;
      figures[i].colour = is_square ? world::Colour::kGreen : world::Colour::kBlue;
      return;
    }
  });
}

void draw_shot_choice(const SystemPage& page) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const engine::ShotChoice& asked = asked_gallery(frame).shots;
  control_name(frame, "gallery.shots");
  ui::Flow flow(style.px(6));
  for (const int count : engine::kShotCounts) {
    const std::string word = std::to_string(count);
    flow.next(ui::button_width(style, word));
    const auto face = asked.count == count ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
    if (ui::button(style, (word + "##shots").c_str(), face))
      edit_gallery(frame, "",
                   [count](GalleryLab& lab) { lab.shots = {.count = count, .draw = lab.shots.draw}; });
    ui::tip(style, frame.tr("gallery.shots.tip"));
  }
  flow.next(button_width(frame, "gallery.context.redraw"));
  if (button(frame, "gallery.context.redraw"))
    edit_gallery(frame, "", [](GalleryLab& lab) {
      lab.shots = {.count = lab.shots.count, .draw = (lab.shots.draw + 1) % (engine::kLastDraw + 1)};
    });
  const std::string context = frame.tr("gallery.part.context");
  flow.next(ui::mark_width(style, context));
  draw_part_switch(frame, kContext, context);
}

// Gives an example the next class; its own once it has had all others.
void relabel(GalleryLab& lab, int number, int own, int next) {
  auto& labels = lab.shots.relabelled;
  const auto at = std::ranges::lower_bound(labels, number, {}, &std::pair<int, int>::first);
  const bool is_there = at != labels.end() && at->first == number;
  if (is_there && next == own) {
    labels.erase(at);
  } else if (is_there) {
    at->second = next;
  } else if (next != own) {
    labels.insert(at, {number, next});
  }
}

// One example as a small picture; a click gives it another label.
void draw_example(const SystemPage& page, const Shots& shots, const Shots& drawn, int number, float side) {
  const Frame& frame = page.frame;
  const world::NovelScene& shot = shots[static_cast<size_t>(number)];
  const int own = drawn[static_cast<size_t>(number)].novel_class;
  const PixelSquare square{ImGui::GetCursorScreenPos(), side};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_pixels(list, square, world::pixels_of(shot.scene));
  if (shot.novel_class != own)
    list.AddRect(square.at, square.end(), frame.style.colours.accent, 0, 0, frame.style.px(2));
  const int next = (shot.novel_class + 1) % world::kNovelClasses;
  if (ImGui::InvisibleButton(("example " + std::to_string(number)).c_str(), {side, side}))
    edit_gallery(frame, "", [number, own, next](GalleryLab& lab) { relabel(lab, number, own, next); });
  ui::tip(frame.style, frame.tr("gallery.example.tip", {{"class", class_words(frame, shot.novel_class)},
                                                        {"next", class_words(frame, next)}}));
}

// A line a class: its name, and beside it, or of many below it, its examples.
void draw_examples(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  DerivedData& derived = frame.facts.derived();
  const engine::ShotChoice& choice = page.lab.shots;
  const Shots& shots = derived.get<Shots>({"gallery shots"}, [&] { return engine::labelled_shots(choice); });
  const Shots& drawn = derived.get<Shots>({"gallery shots", -1, "drawn"}, [&] {
    return engine::labelled_shots({.count = choice.count, .draw = choice.draw});
  });
  draw_gallery_caption(frame, frame.tr("gallery.context.examples"));
  const float gap = style.px(3);
  const float side = std::floor(std::clamp((width - style.px(8)) / 20 - gap, style.px(14), style.px(32)));
  float names = 0;
  for (int novel = 0; novel < world::kNovelClasses; ++novel)
    names = std::max(names, ui::text_size(class_words(frame, novel), style.small()).x);
  const bool stand_beside = names + style.px(12) + static_cast<float>(choice.count) * (side + gap) < width;
  for (int novel = 0; novel < world::kNovelClasses; ++novel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::label(class_words(frame, novel), style.small());
    if (stand_beside) ImGui::SetCursorScreenPos({at.x + names + style.px(12), at.y});
    ui::Flow flow(gap);
    for (int number = 0; number < static_cast<int>(shots.size()); ++number) {
      if (shots[static_cast<size_t>(number)].novel_class != novel) continue;
      flow.next(side);
      draw_example(page, shots, drawn, number, side);
    }
    if (stand_beside) ImGui::SetCursorScreenPos({at.x, at.y + side + gap});
  }
  ImGui::Dummy({0, 0});
}

void draw_accuracy(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto detector = engine::system_weights(page.system, true);
  const bool has_context = !page.is_off(kContext);
  if (!detector || !page.lab.is_trained || !engine::are_learned(**detector, page.lab.shots, has_context))
    return;
  const double share = engine::learned_shots(*detector, page.lab.shots, has_context)->accuracy;
  ui::paragraph(frame.tr("gallery.context.accuracy", {{"share", percent(share)}}), width,
                frame.style.small_strong());
}

// A dot a draw: with context above, without below, from none right to all.
void draw_dots(const Frame& frame, const std::vector<app::ShotDraw>& draws, float width) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float names = std::max(ui::text_size(frame.tr("gallery.context.with"), style.small()).x,
                               ui::text_size(frame.tr("gallery.context.without"), style.small()).x) +
                      style.px(10);
  const float line = style.px(20);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = at.x + names;
  const float length = std::max(width - names - style.px(40), style.px(60));
  const auto row = [&](const char* key, float y, double app::ShotDraw::*share) {
    ui::draw_text(list, {at.x, y}, frame.tr(key), style.small());
    list.AddLine({left, y + line / 2}, {left + length, y + line / 2}, style.colours.hairline);
    for (const app::ShotDraw& draw : draws)
      list.AddCircleFilled({left + length * static_cast<float>(draw.*share), y + line / 2}, style.px(4),
                           ui::with_alpha(style.colours.accent, 0.6F));
  };
  row("gallery.context.with", at.y, &app::ShotDraw::with_context);
  row("gallery.context.without", at.y + line, &app::ShotDraw::without_context);
  for (const double mark : {0.0, 0.5, 1.0})
    ui::draw_text_centred(list, {left + length * static_cast<float>(mark), at.y + 2 * line}, percent(mark),
                          style.small());
  ImGui::Dummy({width, 3 * line});
}

void draw_draws(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& kept = frame.session.desk().gallery.draws;
  const int count = page.lab.shots.count;
  if (!kept || !kept->is_of(count)) {
    if (button(frame, "gallery.context.draws"))
      arrange_gallery(
          frame, [count](app::GalleryDesk& desk) { desk.draws = std::make_shared<app::ShotDraws>(count); });
    return;
  }
  if (!kept->is_done() && !kept->has_failed())
    frame.session.background().want_measured(kept, app::Urgency::kCanWait);
  const auto draws = kept->measured();
  draw_gallery_caption(
      frame, frame.tr("gallery.context.drawn", {{"done", std::to_string(draws.size())},
                                                {"count", std::to_string(app::ShotDraws::kDraws)}}));
  draw_dots(frame, draws, width);
}

void draw_answers(const SystemPage& page, float side) {
  draw_gallery_caption(page.frame, page.frame.tr("gallery.context.asks"));
  draw_affinity(page, side);
  draw_empty_place(page, side);
  draw_truth(page, side);
  draw_swap(page);
}

}  // namespace

void draw_context_page(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const auto& style = frame.style;
  const float side =
      world::kSide * std::floor(std::clamp(width * 0.26F, style.px(150), style.px(320)) / world::kSide);
  const bool has_figure = page.scene && !page.scene->figures.empty();
  if (has_figure) {
    begin_column("asks", side);
    draw_answers(page, side);
    ImGui::EndChild();
    if (width - side > style.px(300)) ImGui::SameLine(0, style.px(20));
  }
  begin_column("shots", 0);
  const float room = ImGui::GetContentRegionAvail().x;
  draw_shot_choice(page);
  if (has_figure) draw_share_bars(frame, class_bars(page), room);
  ImGui::Dummy({0, 0});
  draw_accuracy(page, room);
  if (page.lab.is_trained) {
    draw_draws(page, room);
    draw_examples(page, room);
  }
  ImGui::EndChild();
}

}  // namespace views
