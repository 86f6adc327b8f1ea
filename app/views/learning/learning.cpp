// learning.cpp: from top to bottom: what is learned, when, what a step does, and what came of it.
#include "app/views/learning/learning.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"
#include "engine/core/number_text.h"
#include "engine/training/data/data_content.h"

namespace views {
namespace {

constexpr float kTitledRoom = 480;       // pixels that leave a line for a title
constexpr float kLowRoom = 380;          // pixels below the buttons
constexpr float kLeastBelow = 240;       // pixels that curves and map need
constexpr float kShareOfCurves = 0.58f;  // of the width,
constexpr float kLeastOfCurves = 0.5f;   // where the map can use more
constexpr float kBesideSquare = 160;     // pixels: its labels, and how it formed

std::string time_words(const Frame& frame, double seconds) {
  constexpr double kMinute = 60;
  const bool is_long = seconds > 1.5 * kMinute;
  return frame.tr(is_long ? "learning.minutes" : "learning.seconds",
                  {{"count", decimal_text(is_long ? seconds / kMinute : seconds, seconds > 10 ? 2 : 1)}});
}

// What a run needs, before its first step.
void draw_sizes(const Frame& frame, const LearningScene& scene, float width) {
  constexpr double kMegabyte = 1e6;
  double bytes = 0;
  double seconds = 0;
  for (const app::trainings::Run& run : scene.runs) {
    bytes += run->bytes();
    seconds += run->seconds_a_step() * run->steps();
  }
  std::string words = frame.tr("learning.size", {{"count", look::whole_number(scene.run()->parameters())},
                                                 {"megabytes", decimal_text(bytes / kMegabyte, 2)},
                                                 {"time", time_words(frame, seconds)},
                                                 {"steps", std::to_string(scene.run()->steps())}});
  if (const engine::DataSummary* const data = scene.plan().task->data()) {
    const std::string unknown = engine::fixed_digits(100 * data->unknown_share(), 1) + " %";
    words = frame.tr("learning.data.size",
                     {{"learned", look::whole_number(data->learned)},
                      {"held_out", look::whole_number(data->held_out)},
                      {"tokens", std::to_string(scene.plan().task->vocabulary().tokens.size())},
                      {"unknown", unknown}}) +
            " " + words;
  }
  ui::paragraph(words, width, frame.style.small());
}

std::string what_to_see(const Frame& frame, const LearningScene& scene) {
  const std::string task(scene.plan().task->name());
  const std::string sentence =
      frame.tr(scene.plan().data ? std::string("learning.data.look_for") : "task." + task + ".look_for");
  return scene.is_begun ? sentence : frame.tr("learning.why") + " " + sentence;
}

// `is_said`: beside the title.
void draw_what_to_see(const Frame& frame, const LearningScene& scene, float width, bool is_said) {
  if (!is_said) ui::paragraph(what_to_see(frame, scene), width, frame.style.quiet());
  if (scene.run() != nullptr && scene.run()->step() == 0) draw_sizes(frame, scene, width);
}

void draw_failure(const Frame& frame, const LearningScene& scene, float width) {
  if (const auto& bad = frame.session.training_error())
    ui::paragraph(frame.tr(*bad), width, frame.style.strong());
  for (size_t i = 0; i < scene.runs.size(); ++i) {
    const auto bad = scene.runs[i]->failure();
    if (!bad) continue;
    ui::paragraph(frame.tr(*bad), width, frame.style.strong());
    const int good = scene.runs[i]->kept().back();
    const std::string name = frame.tr("learning.last_good", {{"step", std::to_string(good)}});
    if (ui::button(frame.style, (name + "##last good " + std::to_string(i)).c_str(),
                   ui::ButtonKind::kOutline))
      go_to_step(frame, scene, i, good);
  }
}

void draw_curves_and_map(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  const float curves = std::floor(std::clamp(room.x - room.y - frame.style.px(kBesideSquare),
                                             kLeastOfCurves * room.x, kShareOfCurves * room.x));
  draw_learning_curves(frame, scene, at, {curves - frame.style.px(16), room.y});
  draw_learning_map(frame, scene, {at.x + curves, at.y}, {room.x - curves, room.y});
}

// What the title's line has room for.
struct LearningHeading {
  bool has_pages = false;
  bool has_sentence = false;
};

// The title, behind it what to look for, and on the right the choice of pages.
LearningHeading draw_learning_heading(const Frame& frame, const LearningScene& scene, float width) {
  const auto& style = frame.style;
  const std::string title = frame.tr("learning.title");
  const float pages = learning_pages_width(frame);
  const float gap = style.px(20);
  const float titled = ui::text_size(title, style.title()).x + gap;
  if (ImGui::GetContentRegionAvail().y <= style.px(kTitledRoom)) return {};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::label(ui::ellipsise(title, width, style.title()), style.title());
  if (titled + pages > width) return {};
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const std::string sentence = what_to_see(frame, scene);
  const ui::TextStyle type = style.quiet();
  const bool fits = titled + ui::text_size(sentence, type).x + gap + pages <= width;
  const float drop =
      ui::baseline(style.title().font, style.title().size) - ui::baseline(type.font, type.size);
  if (fits) ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + titled, at.y + drop}, sentence, type);
  ImGui::SetCursorScreenPos({at.x + width - pages, at.y});
  draw_learning_pages(frame);
  ImGui::SetCursorScreenPos({below.x, std::max(below.y, ImGui::GetCursorScreenPos().y)});
  return {true, fits};
}

// What can be seen without scrolling is the loss and the map.
void draw_low(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  const float gap = frame.style.px(16);
  const float half = std::floor(room.x / 2);
  const float high = std::max(ImGui::GetContentRegionAvail().y, frame.style.px(kLeastBelow) / 2) - gap;
  draw_loss_curve(frame, scene, at, {half - gap, high});
  draw_learning_map(frame, scene, {at.x + half, at.y}, {room.x - half, high}, false);
  draw_learning_curves(frame, scene, {at.x, at.y + high + gap}, {room.x, room.y - high}, false);
}

}  // namespace

LearningScene learning_scene(const Frame& frame) {
  LearningScene scene;
  const app::Document& document = frame.session.document();
  scene.is_begun = !document.trainings.empty();
  scene.runs = frame.session.training_runs();
  if (scene.runs.size() != document.trainings.size()) scene.runs.clear();
  for (const app::trainings::Run& run : scene.runs) scene.plans.push_back(run->plan());
  if (scene.plans.empty()) scene.plans.push_back(app::first_plan());
  scene.shown = std::min(frame.session.shown_run(), scene.plans.size() - 1);
  scene.step = engine::step_of(document.config.checkpoint).value_or(0);
  scene.is_playing = frame.session.desk().learning.is_playing;
  scene.has_ended = !scene.runs.empty() && std::ranges::all_of(scene.runs, [](const auto& run) {
    return run->is_done() || run->failure();
  });
  return scene;
}

int nearest_kept(const app::RecordedRun& run, int step) {
  const std::vector<int> kept = run.kept();
  return *std::ranges::min_element(kept, {}, [step](int one) { return std::abs(one - step); });
}

void go_to_step(const Frame& frame, const LearningScene& scene, size_t run, int step) {
  frame.requests.arrange([](app::Desk& desk) { desk.learning.is_live = false; });
  frame.requests.edit("learning step", [plan = scene.plans[run], step](app::State& state) {
    app::show_moment(state, plan, step);
  });
}

void begin_runs(const Frame& frame, std::vector<engine::Plan> plans, size_t shown) {
  frame.requests.edit(
      "", [plans = std::move(plans), shown](app::State& state) { app::set_trainings(state, plans, shown); });
}

bool can_train(const Frame& frame) {
  return frame.session.document().focus.view == "learning";
}

void toggle_training(const Frame& frame) {
  const LearningScene scene = learning_scene(frame);
  if (scene.is_playing)
    return frame.requests.arrange([](app::Desk& desk) { desk.learning.is_playing = false; });
  if (!scene.is_begun) begin_runs(frame, scene.plans);
  if (scene.has_ended) {
    std::vector<engine::Plan> plans = scene.plans;
    for (engine::Plan& plan : plans) ++plan.recipe.seed;
    begin_runs(frame, std::move(plans), scene.shown);
  }
  frame.requests.arrange([](app::Desk& desk) {
    desk.learning.is_playing = true;
    desk.learning.is_live = true;
  });
}

void take_training_step(const Frame& frame) {
  const LearningScene scene = learning_scene(frame);
  if (scene.has_ended) return;
  if (!scene.is_begun) begin_runs(frame, scene.plans);
  frame.requests.arrange([](app::Desk& desk) {
    desk.learning.is_playing = false;
    desk.learning.is_live = true;
    ++desk.learning.single_steps;
  });
}

void go_to_snapshot(const Frame& frame, int by) {
  const LearningScene scene = learning_scene(frame);
  if (scene.run() == nullptr) return;
  const std::vector<int> kept = scene.run()->kept();
  const auto next =
      by > 0 ? std::ranges::upper_bound(kept, scene.step) : std::ranges::lower_bound(kept, scene.step);
  if (by > 0 ? next == kept.end() : next == kept.begin()) return;
  go_to_step(frame, scene, scene.shown, by > 0 ? *next : *std::prev(next));
}

void draw_learning(const Frame& frame) {
  const auto& style = frame.style;
  const LearningScene scene = learning_scene(frame);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  ImGui::BeginChild("learning", {0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  const LearningHeading heading = draw_learning_heading(frame, scene, width);
  draw_learning_controls(frame, scene, !heading.has_pages);
  draw_learning_runs(frame, scene);
  // In a low window, or with large text, what changes comes before what explains it.
  const bool is_low = ImGui::GetContentRegionAvail().y < style.px(kLowRoom);
  if (!is_low) draw_what_to_see(frame, scene, width, heading.has_sentence);
  draw_failure(frame, scene, width);
  draw_learning_timeline(frame, scene);
  if (!is_low) draw_learning_stations(frame, scene);
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room(width, std::max(ImGui::GetContentRegionAvail().y, style.px(kLeastBelow)));
  if (frame.session.desk().learning.page == app::kStepPage) {
    draw_inside_step(frame, scene, at, room);
  } else if (is_low) {
    draw_low(frame, scene, at, room);
  } else {
    draw_curves_and_map(frame, scene, at, room);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room.x, room.y - style.px(2)});
  if (is_low) {
    draw_learning_stations(frame, scene);
    draw_what_to_see(frame, scene, width, heading.has_sentence);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
