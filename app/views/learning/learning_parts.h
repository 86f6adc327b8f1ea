// learning_parts.h: what the parts of the view share.
#pragma once

#include <string>
#include <vector>

#include "app/document/learning/recorded_run.h"
#include "app/document/learning/trainings.h"
#include "app/session/learning.h"
#include "app/views/core/frame.h"

namespace views {

// The runs as they are drawn in this frame.
struct LearningScene {
  std::vector<app::trainings::Run> runs;  // empty until they are open
  std::vector<engine::Plan> plans;        // of the runs, or the one that would be begun
  size_t shown = 0;
  int step = 0;           // of the shown model
  bool is_begun = false;  // the document has runs
  bool is_playing = false;
  bool has_ended = false;

  const engine::Plan& plan() const { return plans[shown]; }
  // Null until it is open.
  const app::RecordedRun* run() const { return runs.empty() ? nullptr : runs[shown].get(); }
};

LearningScene learning_scene(const Frame& frame);

// Stops it, and shows the model of a run after some steps.
void go_to_step(const Frame& frame, const LearningScene& scene, size_t run, int step);
// The kept step that is nearest.
int nearest_kept(const app::RecordedRun& run, int step);
// Begins with other runs, at their beginning.
void begin_runs(const Frame& frame, std::vector<engine::Plan> plans, size_t shown = 0);

// How a run differs from the first one, or what it is called if it is alone.
std::string run_name(const Frame& frame, const LearningScene& scene, size_t run);
ImU32 run_colour(const Frame& frame, size_t run);

// With this many digits that count, and no power of ten: "0.00125".
std::string decimal_text(double value, int digits);

// Text as high as a button, in the middle of that height.
void label_in_frame(const std::string& text, const ui::TextStyle& type);

void draw_comparison_menu(const Frame& frame, const LearningScene& scene);
void draw_learning_runs(const Frame& frame, const LearningScene& scene);
// `with_pages`: with what chooses the page, which otherwise stands beside the title.
void draw_learning_controls(const Frame& frame, const LearningScene& scene, bool with_pages);
// The curves, or one step opened: two buttons in a line.
void draw_learning_pages(const Frame& frame);
float learning_pages_width(const Frame& frame);
void draw_learning_timeline(const Frame& frame, const LearningScene& scene);
void draw_learning_stations(const Frame& frame, const LearningScene& scene);
// The loss alone; and all of them, or all but the loss, two in a row.
void draw_loss_curve(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room);
void draw_learning_curves(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room,
                          bool with_loss = true);
// `with_choice`: with its name, what else can stand in its place, and how it was at other steps.
void draw_learning_map(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room,
                       bool with_choice = true);

// The kept steps that tell most: the first, the last, and those at which the loss had done a third and two
// thirds of its fall.
std::vector<int> telling_steps(const app::RecordedRun& run);
// How the map of now was at these steps: small maps, each below its step.
struct LearningMoments {
  std::vector<int> steps;
  size_t columns = 0;  // 0: there is no room for them
  float side = 0;      // of a map, in pixels
  float each = 0;      // width of a map with its step
  float width = 0;     // of all
};
// In a part of this room; `spare`: of its width, what the large map does not need.
LearningMoments plan_moments(const Frame& frame, const LearningScene& scene, ImVec2 room, float spare);
void draw_learning_moments(const Frame& frame, const LearningScene& scene, const LearningMoments& plan,
                           ImVec2 at);

// What the model says and what would be right, or what it writes of itself, from the cursor on; and its
// height: 0 where it does neither.
void draw_what_it_says(const Frame& frame, const engine::Task& task, float width);
float what_it_says_height(const Frame& frame, const engine::Task& task, float width);

void draw_inside_step(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room);

}  // namespace views
