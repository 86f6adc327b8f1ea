// one_line_view.h: a head's attention in one line, softmax(QKᵀ / √d_k + M) V: each part leads to its stage,
// the part where one is lights, and the numbers of the explained cell stand under it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/math.h"
#include "app/views/core/frame.h"
#include "engine/analysis/one_line.h"

namespace views {

class OneLineView {
 public:
  // The line of the focused head, `size` pixels large or down to three quarters of that, to fit into `width`.
  OneLineView(const Frame& frame, float size, float width);

  // Whether a head is in focus, and the line fits.
  bool is_shown() const { return line_.has_value(); }
  float width() const { return width_; }
  // With what stands under it.
  float height() const;
  void draw(ImVec2 at) const;

 private:
  void lay_out(float size);
  float padding() const;
  float row_height() const;
  float wider_than_part(const engine::LineLink& link) const;
  bool is_of_pairs() const;
  std::string text_under(const engine::LineLink& link, double number) const;
  float widest_number(const engine::LineLink& link) const;  // with its air
  float widest_result() const;
  float result_left() const;  // below the bracket behind what softmax reads
  bool is_here(const engine::LineLink& link) const;
  float air_beside(const engine::LineLink& link) const;
  float inset(const engine::LineLink& link) const;  // of its ground around it
  // Where a link's ground and its button are, from the line's corner.
  ImVec2 low(const engine::LineLink& link) const;
  ImVec2 high(const engine::LineLink& link) const;
  bool is_inside_whole(const engine::LineLink& link) const;
  // The explained cell's number under a link; empty if it has none.
  std::string number_under(const engine::LineLink& link) const;
  // From where to where a link's ground goes, so that its number is on it.
  std::pair<float, float> ground(const engine::LineLink& link) const;
  void draw_ground(ImVec2 at, const engine::LineLink& link, bool lit) const;
  void draw_under(ImVec2 at) const;

  const Frame& frame_;
  std::optional<engine::OneLine> line_;
  std::vector<ui::MathLayout> parts_;
  std::vector<float> lefts_;   // of the parts
  std::vector<float> widths_;  // of the parts, with what their numbers need
  float size_ = 0;
  float width_ = 0;
  float ascent_ = 0;
  float descent_ = 0;
  float air_ = 0;  // on both sides of the part where one is
};

// The size of its type beside a stage, pixels.
float one_line_size(const ui::Style& style);

}  // namespace views
