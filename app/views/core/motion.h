// motion.h: what moves for a fifth of a second to show a cause: a matrix on its way to be an operand, arcs
// over the sentence on their way into the row of the matrix.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/look/colour_map.h"
#include "app/ui/heatmap.h"
#include "engine/core/trace.h"

namespace views {

inline constexpr double kMotionSeconds = 0.2;

// From 0 to 1 in kMotionSeconds: fast at first, slow at its end. 1 for what began longer ago.
float eased(double seconds);

// A matrix of the stage, where it is drawn.
struct StagePlace {
  std::string address;
  ui::MatrixFrame frame;
  look::ColourScale scale;
};

// The matrix between two places, `share` of the way from one to the other. The visible block moves, too, as
// far as both show the matrix the same way round; otherwise the one at the end.
StagePlace between(const StagePlace& from, const StagePlace& to, float share);

// The chip of a token.
struct ChipBox {
  ImVec2 low, high;
};

// What a query reads from a key, as it is drawn: from the left to the right, `width` pixels wide.
struct Arc {
  engine::Index key = 0;
  float weight = 0;
  float width = 0;
  std::vector<ImVec2> points;
};

// The motion of one window, from frame to frame. What is drawn at the end of a motion is there from its first
// frame on: only what moves is drawn above it.
class Motion {
 public:
  // Call before a frame is drawn, at `now` seconds. Unless it `moves`, nothing is under way.
  void begin_frame(double now, bool moves);

  // Call where the stage is drawn, once per frame: its matrices, the result last. When the stage has changed
  // to one that has the former as an operand, the former's matrix sets off for that place; to a former
  // operand, back to where it is the result.
  void place_stage(const std::shared_ptr<const engine::Trace>& trace, std::vector<StagePlace> places);

  // The stage's matrices in this frame: nothing if no stage is drawn.
  const std::vector<StagePlace>& places() const { return stage_.places; }
  // The matrix that is under way, where it is in this frame; and where it is going.
  const std::optional<StagePlace>& gliding() const { return gliding_; }
  const StagePlace& goal() const { return stage_.places[goal_]; }

  // Call where a chip is drawn. Those of this frame, by sequence and position.
  void place_chip(int sequence, engine::Index position, const ChipBox& box) {
    chips_.insert_or_assign({sequence, position}, box);
  }
  const std::map<std::pair<int, engine::Index>, ChipBox>& chips() const { return chips_; }
  // The arcs of this frame, wherever they are on their way.
  void show_arcs(std::vector<Arc> arcs) { arcs_ = std::move(arcs); }
  const std::vector<Arc>& arcs() const { return arcs_; }

  // Whether a token of the sentence is pointed at, in this frame.
  void point_at_sentence() { points_at_sentence_ = true; }
  bool points_at_sentence() const { return points_at_sentence_; }

  // The arcs of this row fold into the matrix, as soon as it is drawn: from then on the row is outlined, and
  // the arcs are gone.
  void fold(const std::string& address, engine::Index row);
  void unfold() { fold_.reset(); }
  // The row of this stage whose arcs are folded, or fold now.
  std::optional<engine::Index> folded_row(std::string_view address) const;
  // How much of the way into the row is done, from 0 to 1; nullopt if no arcs are under way.
  std::optional<float> folding() const;

  // Whether the next frame differs from this one without anybody's doing.
  bool is_moving() const { return gliding_ || folding(); }

 private:
  struct Stage {
    std::weak_ptr<const engine::Trace> trace;
    std::vector<StagePlace> places;
  };
  struct Glide {
    StagePlace from;
    double since = 0;
  };

  struct Fold {
    std::string address;
    engine::Index row = 0;
    double asked = 0;
    std::optional<double> since;  // none until the matrix is drawn
    bool is_under_way = true;
  };

  void set_off(const Stage& before);
  void glide();
  void go_on_folding();

  double now_ = 0;
  bool moves_ = false;
  Stage stage_;   // in this frame
  Stage before_;  // in the last one
  std::optional<Glide> glide_;
  std::optional<StagePlace> gliding_;
  size_t goal_ = 0;  // of gliding_, among the places
  std::map<std::pair<int, engine::Index>, ChipBox> chips_;
  std::vector<Arc> arcs_;
  bool points_at_sentence_ = false;
  std::optional<Fold> fold_;
};

}  // namespace views
