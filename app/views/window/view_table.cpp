// view_table.cpp: the table of views.
#include <array>

#include "app/views/core/view.h"
#include "app/views/heads/grid.h"
#include "app/views/heads/heads.h"
#include "app/views/homework/homework.h"
#include "app/views/labs/depth/depth_view.h"
#include "app/views/labs/efficient/efficient_lab.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/gallery/gallery_view.h"
#include "app/views/labs/positions/positions_view.h"
#include "app/views/labs/relatives/relatives_view.h"
#include "app/views/labs/ways/ways_view.h"
#include "app/views/learning/learning.h"
#include "app/views/model/generate.h"
#include "app/views/model/model_view.h"
#include "app/views/pictures/attribution.h"
#include "app/views/pictures/bars.h"
#include "app/views/pictures/compare.h"
#include "app/views/pictures/histogram.h"
#include "app/views/pictures/image_view.h"
#include "app/views/pictures/lines.h"
#include "app/views/pictures/neuron.h"
#include "app/views/pictures/pieces.h"
#include "app/views/pictures/projections.h"
#include "app/views/pictures/rollout.h"
#include "app/views/pictures/sentence_view.h"
#include "app/views/pictures/vectors_map.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage.h"

namespace views {
namespace {

constexpr std::array<View, 26> kCentral = {
    {{"stage", draw_stage},
     {.name = "heads", .draw = draw_heads, .shows_heads = true, .shows = Shows::kHeads},
     {.name = "grid", .draw = draw_grid, .shows_heads = true, .shows = Shows::kWhole},
     {.name = "rollout",
      .draw = draw_rollout,
      .shows_heads = true,
      .shows = Shows::kWhole,
      .card = draw_rollout_card},
     {.name = "compare", .draw = draw_compare, .is_empty = compares_nothing},
     {.name = "learning", .draw = draw_learning, .stands_alone = true, .shows = Shows::kRuns},
     {.name = "homework", .draw = draw_homework, .shows = Shows::kMarked, .is_empty = has_no_homework},
     {.name = "experiments", .draw = draw_experiments, .stands_alone = true, .shows = Shows::kWhole},
     {.name = "ways", .draw = draw_ways, .stands_alone = true, .shows = Shows::kLab},
     {.name = "positions", .draw = draw_positions_lab, .stands_alone = true, .shows = Shows::kLab},
     {.name = "relatives", .draw = draw_relatives_lab, .stands_alone = true, .shows = Shows::kLab},
     {.name = "depth", .draw = draw_depth_lab, .stands_alone = true, .shows = Shows::kLab},
     {.name = "gallery",
      .draw = draw_gallery,
      .stands_alone = true,
      .shows = Shows::kLab,
      .is_textless = true},
     {.name = "cheaper", .draw = draw_efficient, .stands_alone = true, .shows = Shows::kLab},
     {.name = "model", .draw = draw_model, .stands_alone = true, .shows = Shows::kMarked},
     {.name = "generate", .draw = draw_generate, .shows = Shows::kWhole, .explains = best_guess},
     {.name = "attribution", .draw = draw_attribution, .stands_alone = true, .shows = Shows::kWhole},
     {.name = "projections", .draw = draw_projections, .shows = Shows::kWhole},
     {"lines", draw_lines, false, ChosenWhere::kAsPicture, nearest_weights},
     {"neuron", draw_neuron, false, ChosenWhere::kAsPicture, nearest_in_head},
     {"sentence", draw_sentence, false, ChosenWhere::kAsPicture, nearest_weights},
     {"bars", draw_bars, false, ChosenWhere::kAsPicture, nearest_numbers},
     {"map", draw_vectors_map, false, ChosenWhere::kAsPicture, nearest_vectors, nullptr, false, false, true},
     {"histogram", draw_histogram, false, ChosenWhere::kAsPicture, nearest_numbers},
     {"pieces", draw_pieces, false, ChosenWhere::kAsPicture, nearest_tokens, nullptr, true},
     {"image", draw_image, false, ChosenWhere::kAsPicture, nearest_patches, has_image}}};

}  // namespace

std::span<const View> central_views() {
  return kCentral;
}

}  // namespace views
