// diagram.h: what the parts of the model's diagram share: their inputs, and the effect of a click.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/model/diagram_layout.h"

namespace views {

// One frame of the diagram. Its addresses are those of one example; `example`: which one of a batch, or -1.
struct DiagramScene {
  const Frame& frame;
  const engine::Config& config;  // of the trace; the switches are the document's
  int example = -1;
  std::string here;  // the focused stage

  std::string full(std::string_view address) const;
  std::optional<int> find(std::string_view address) const { return frame.trace().find(full(address)); }
  bool is_off(std::string_view address) const {
    return !address.empty() && frame.session.document().config.is_off(address);
  }

  // How long the gradient is that goes back through an arrow of the diagram; nullopt where none was asked
  // for.
  std::optional<double> flow(const DiagramArrow& arrow) const;  // diagram_flow.cpp
  bool has_gradients() const;
  std::shared_ptr<const Diagram> diagram;  // once it is laid out
  double widest_flow = 0;                  // of all its arrows

  // Shows this stage in the middle of the window. `address`: of one example; or as in the trace.
  void open(std::string_view address) const { open_stage(full(address)); }
  void open_stage(const std::string& address) const;
  // Switches a part off or on.
  void toggle(const std::string& address) const;
};

// How long the gradient is that goes back through an arrow, which leads to a block. `example`: which one of a
// batch, or -1. diagram_flow.cpp
double arrow_flow(const engine::Trace& trace, const engine::Config& config, int example,
                  const Diagram& diagram, const DiagramArrow& arrow);

// "4 × 64".
std::string shape_words(engine::Index rows, engine::Index columns);

// The text of a block.
struct DiagramText {
  std::string name;
  // In grey: what its pictures show and the shape of its output; followed by shorter versions.
  std::vector<std::string> details;
};
// The step from scores to weights that one is at, if it is one of this attention.
std::optional<std::string> map_step(const DiagramScene& scene, const DiagramBlock& block);
// Whether the block is of positions, and the model encodes them elsewhere.
bool adds_nothing(const DiagramScene& scene, const DiagramBlock& block);
std::string diagram_name(const DiagramScene& scene, const DiagramBlock& block);
std::vector<std::string> diagram_details(const DiagramScene& scene, const DiagramBlock& block);
// The name, and the first of the details that fits below it, otherwise after it; or none.
void draw_diagram_words(const ui::Style& style, const Box& room, const DiagramText& text,
                        const ui::TextStyle& strong, const ui::TextStyle& grey);  // diagram_words.cpp

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, const ui::Style& style);
// The word "off" on the panel's colour, centred at `centre`.
void draw_off_tag(const DiagramScene& scene, ImVec2 centre);

// The diagram's name, and what a click does: in a low page where the name is pointed at. diagram_about.cpp
void draw_diagram_title(const DiagramScene& scene, float width, bool is_low);
// What the block under the mouse is for, otherwise the focused one, and below it the key to the diagram's
// signs; each only as far as `room` has room.
void draw_block_purpose(const DiagramScene& scene, const Box& room);

// A block's rounded ground, and a real picture in it. diagram_block.cpp
struct BlockLook {
  bool here = false;
  bool hovered = false;
  bool off = false;
};
void draw_block_face(const DiagramScene& scene, const Box& box, const BlockLook& look);
void draw_sum_sign(const ui::Style& style, ImVec2 centre, float radius, const BlockLook& look);
void draw_opener_sign(const ui::Style& style, ImVec2 centre, bool hovered);
void draw_block_picture(const DiagramScene& scene, int stage, const Box& box);  // diagram_picture.cpp
// Points from the left at the row of the explained query.
void draw_row_pointer(const ui::Style& style, ImVec2 tip, float half);
// The explained query's row of a stage, if it has one for each token of that sequence. Drawn alone, with its
// token's name on its left where `beside` pixels there are free, otherwise a pointer. diagram_picture.cpp
std::optional<engine::Index> explained_row(const DiagramScene& scene, int stage);
void draw_block_row(const DiagramScene& scene, int stage, engine::Index row, const Box& box, float beside);

// What comes out, above its column: the prediction, or the vectors themselves. diagram_next.cpp
void draw_next(const DiagramScene& scene, const DiagramColumn& column);
// What a trained model would predict if it ended at this sum, as far as it fits beside it into `room`; false
// if it says nothing.
bool draw_lens(const DiagramScene& scene, const DiagramBlock& sum, const Box& room);
// Whether any sum predicts something.
bool has_lens(const DiagramScene& scene);

// All of it. `asked`: the scale of type that was asked for, where the diagram's is smaller to be seen whole.
void draw_diagram(const DiagramScene& scene, float asked);
// The least height, in pixels, that it needs in this width. diagram.cpp
float diagram_height(const DiagramScene& scene, float width);

// An arrow that is nothing but drawn. diagram_arrow.cpp
void draw_plain_arrow(const DiagramScene& scene, std::vector<ImVec2> points, ImU32 colour);

// The frame of the visible layer, with a tab for each layer to the right of the arrow that leaves it.
// diagram_stack.cpp
void draw_stack(const DiagramScene& scene, const DiagramStack& stack);
void draw_diagram_block(const DiagramScene& scene, const DiagramBlock& block);  // diagram_block.cpp
void draw_diagram_arrow(const DiagramScene& scene, const DiagramArrow& arrow);  // diagram_arrow.cpp

}  // namespace views
