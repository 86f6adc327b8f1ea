// views.h: the table of views, and the window that they stand in.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/views/frame.h"

namespace views {

// Where a view is chosen: in the header, or, as another picture of the stage, above the stage.
enum class Chosen { kInHeader, kAsPicture };

// What can stand in the middle of the window. A new one is one file, one declaration and one row.
struct View {
  std::string_view name;  // as in `headlight shot --view NAME`
  void (*draw)(const Frame& frame);
  bool stands_alone = false;  // takes the room of the card and of the strip: it shows no cell and no head
  Chosen chosen = Chosen::kInHeader;
  // Of a picture: the stage nearest to this one that it can show, itself where it can; -1 where there is
  // none. Null: it can show any.
  int (*nearest)(const Frame& frame, int stage) = nullptr;
  bool (*available)(const Frame& frame) = nullptr;  // whether it is offered at all; null: always
  bool only_there = false;  // of a picture: it is offered at the stages that it can show, and nowhere else
};
std::span<const View> central_views();
// The one that the document asks for.
const View& shown_view(const Frame& frame);
// Asks for another.
void choose_view(const Frame& frame, const View& view);

// The whole window: header, sequence, settings, the walk, the middle, the explained cell, the heads, the
// stepper.
void draw_interface(const Frame& frame);

// In the middle.
void draw_stage(const Frame& frame);          // stage.cpp
void draw_heads(const Frame& frame);          // heads.cpp
void draw_grid(const Frame& frame);           // grid.cpp
void draw_rollout(const Frame& frame);        // rollout.cpp
void draw_model(const Frame& frame);          // diagram.cpp
void draw_generate(const Frame& frame);       // generate.cpp
void draw_projections(const Frame& frame);    // projections.cpp
void draw_compare(const Frame& frame);        // compare.cpp
void draw_homework(const Frame& frame);       // homework.cpp
void draw_experiments(const Frame& frame);    // experiments.cpp
void draw_positions_lab(const Frame& frame);  // positions_lab.cpp
void draw_relatives_lab(const Frame& frame);  // relatives_lab.cpp
void draw_cheaper(const Frame& frame);        // cheaper.cpp

// In the middle, as another picture of the stage.
void draw_lines(const Frame& frame);        // lines.cpp
void draw_neuron(const Frame& frame);       // neuron.cpp
void draw_sentence(const Frame& frame);     // sentence_view.cpp
void draw_bars(const Frame& frame);         // bars.cpp
void draw_vectors_map(const Frame& frame);  // vectors_map.cpp
void draw_histogram(const Frame& frame);    // histogram.cpp
void draw_pieces(const Frame& frame);       // pieces.cpp
void draw_image(const Frame& frame);        // image_view.cpp
// Whether the model looks at a picture.
bool has_image(const Frame& frame);
// The weights of patches nearest to a stage.
int nearest_patches(const Frame& frame, int stage);

// Around it; each draws at the cursor, in the room that is left.
void draw_header(const Frame& frame);
// Back and forward, where one is, and what the middle shows; from the cursor to `right`.
void draw_way(const Frame& frame, float right);
// "Encoder 1 › Self-attention › Head 1 › Scores".
std::string place_name(const Frame& frame, const std::string& address);
void draw_sequence(const Frame& frame);
void draw_settings(const Frame& frame);
// A panel below the last item, once it was opened and until it is closed.
void draw_model_panel(const Frame& frame);
void open_model_panel();
void draw_rail(const Frame& frame, bool folded);
void draw_card(const Frame& frame);
void draw_strip(const Frame& frame);
void draw_stepper(const Frame& frame);
void draw_export_choices(const Frame& frame);
// What was asked to lie over the window: files, palette, keys, history.
void draw_overlays(const Frame& frame);
void draw_notice(const Frame& frame);
// The bookmarks as a list, while it is open.
void draw_bookmarks(const Frame& frame);
// Before a class: the stage alone, large; instead of all of the above.
void draw_presentation(const Frame& frame);
void handle_keys(const Frame& frame);
// Asks to open the session that the clipboard holds as one line.
void paste_session(const Frame& frame);

}  // namespace views
