// learning_controls.cpp: what is learned, and the buttons that make it go.
#include <array>
#include <string>

#include "app/ui/menu.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/core/translated_button.h"
#include "app/views/files/files.h"
#include "app/views/learning/learning.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/learning/learning_settings.h"

namespace views {
namespace {

constexpr double kLeastRate = 1e-5;
constexpr double kMostRate = 0.1;
constexpr auto kLearningPages = {"learning.curves", "learning.inside"};

std::string task_name(const Frame& frame, const engine::Plan& plan) {
  if (plan.data) return std::string(plan.task->name());
  return frame.tr("task." + std::string(plan.task->name()) + ".name");
}

// Of the text of a file, what is learned to come next; nothing for a table.
void draw_unit_rows(const Frame& frame, const engine::DataSource& data) {
  struct Unit {
    engine::DataKind kind;
    std::string_view name;  // "learning.unit." and the purpose "training_" go before it
  };
  static constexpr std::array kUnits = {Unit{engine::DataKind::kWords, "words"},
                                        Unit{engine::DataKind::kCharacters, "characters"},
                                        Unit{engine::DataKind::kSubwords, "subwords"}};
  if (data.kind == engine::DataKind::kTable) return;
  ui::menu_separator(frame.style);
  for (const Unit& unit : kUnits) {
    const std::string key = "learning.unit." + std::string(unit.name);
    if (ui::menu_row(frame.style, frame.tr(key), {.is_chosen = unit.kind == data.kind}))
      frame.requests.use_file({"training_" + std::string(unit.name), data.path});
    ui::tip(frame.style, frame.tr(key + ".tip"));
  }
}

void draw_task_choice(const Frame& frame, const LearningScene& scene, ui::Flow& flow) {
  const std::string face = frame.tr("learning.task", {{"task", task_name(frame, scene.plan())}});
  flow.next(ui::button_width(frame.style, face));
  const bool is_open = ui::begin_choices(frame.style, "learning task", face, true, ui::ButtonKind::kOutline);
  if (!is_open) return ui::tip(frame.style, frame.tr("learning.task.tip"));
  for (const engine::Task* const task : engine::tasks()) {
    const std::string key = "task." + std::string(task->name());
    const bool chosen = task == scene.plan().task.get();
    if (ui::menu_row(frame.style, frame.tr(key + ".name"), {.is_chosen = chosen})) {
      begin_runs(frame, {app::plan_of(*task)});
      frame.requests.arrange([](app::Desk& desk) { desk.learning.is_playing = false; });
    }
    ui::tip(frame.style, frame.tr(key + ".look_for"));
  }
  ui::menu_separator(frame.style);
  if (ui::menu_row(frame.style, frame.tr("learning.data"))) browse(frame, "training_data");
  ui::tip(frame.style, frame.tr("learning.data.tip"));
  if (scene.plan().data) draw_unit_rows(frame, *scene.plan().data);
  ImGui::EndPopup();
}

// The button that Space presses.
void draw_play(const Frame& frame, const LearningScene& scene, ui::Flow& flow) {
  const char* key = "learning.play";
  if (scene.is_playing) key = "learning.pause";
  if (scene.has_ended) key = "learning.again";
  flow.next(button_width(frame, key));
  if (button(frame, key, ui::ButtonKind::kPrimary)) toggle_training(frame);
}

// The learning rate from the next step on: a slider, whose new value counts when it is released.
void draw_rate(const Frame& frame, const LearningScene& scene, ui::Flow& flow) {
  const auto& style = frame.style;
  const std::string name = frame.tr("learning.rate.peak");
  const float width = style.px(100);
  flow.next(ui::text_size(name, style.quiet()).x + width + style.px(8));
  label_in_frame(name, style.quiet());
  ImGui::SameLine(0, style.px(8));
  const engine::OptimiserSettings& settings = scene.plan().recipe.optimiser;
  const double now = settings.changes.empty() ? settings.rate : settings.changes.back().rate;
  double turned = now;
  ImGui::SetNextItemWidth(width);
  if (ui::slider(style, "##rate", turned, kLeastRate, kMostRate, "%.2g", ui::SliderScale::kLogarithmic))
    frame.requests.change_rate(turned);
  ui::tip(style, frame.tr("learning.rate.tip"));
}

}  // namespace

float learning_pages_width(const Frame& frame) {
  return segmented_choice_width(frame, kLearningPages);
}

void draw_learning_pages(const Frame& frame) {
  const bool is_step = frame.session.desk().learning.page == app::kStepPage;
  const auto pressed = draw_segmented_choice(frame, kLearningPages, is_step ? 1 : 0);
  if (!pressed) return;
  frame.requests.arrange([opens = *pressed == 1](app::Desk& desk) {
    desk.learning.page = opens ? std::string(app::kStepPage) : std::string();
  });
}

void draw_learning_controls(const Frame& frame, const LearningScene& scene, bool with_pages) {
  ui::Flow flow(frame.style.px(8));
  draw_play(frame, scene, flow);
  draw_task_choice(frame, scene, flow);
  if (!scene.has_ended) {
    flow.next(button_width(frame, "learning.one_step"));
    if (button(frame, "learning.one_step")) take_training_step(frame);
  }
  flow.next(ui::button_width(frame.style, frame.tr("learning.recipe")));
  draw_recipe_menu(frame, scene);
  flow.next(ui::button_width(frame.style, frame.tr("learning.compare")));
  draw_comparison_menu(frame, scene);
  if (scene.is_begun) {
    flow.next(button_width(frame, "learning.save"));
    if (button(frame, "learning.save", ui::ButtonKind::kFlat)) browse(frame, "model_save");
  }
  if (scene.is_begun && !scene.has_ended) draw_rate(frame, scene, flow);
  if (!with_pages) return;
  flow.next(learning_pages_width(frame));
  draw_learning_pages(frame);
}

}  // namespace views
