// diagram_key.h: the key to the diagram's signs: each with what it means.
#pragma once

#include <string>
#include <vector>

#include "app/views/model/diagram.h"

namespace views {

class DiagramKey {
 public:
  explicit DiagramKey(const DiagramScene& scene);

  // A sign in each line, otherwise as draw_brief.
  void draw(const Box& room) const;
  // As many signs in a line as fit, in short words; where the room is too low for all, a button that opens
  // the key; where it is too low for that, the first of them.
  void draw_brief(const Box& room) const;
  float brief_height(float width) const;
  // The button that opens the key, and its size.
  void draw_folded(ImVec2 at) const;
  ImVec2 folded_size() const;

 private:
  enum class Sign { kSum, kOpener, kDot, kLetters, kRow, kSigned, kShape, kLens };
  struct Line {
    Sign sign;
    std::string brief, words;
  };

  void add(const std::string& name, Sign sign, const app::Arguments& arguments = {});
  float sign_width(Sign sign) const;
  float widest_sign() const;
  // In each line a sign: their size, and all of them.
  ImVec2 whole_size() const;
  void draw_whole(ImVec2 at) const;
  // The places of the signs one behind the other, as many in a line as fit.
  std::vector<ImVec2> flow(ImVec2 low, float right) const;
  std::string folded_face() const;
  // The sign in the middle of its width, then the words.
  void draw_line(Sign sign, ImVec2 at, float height, float width, const std::string& words) const;
  void draw_letters(ImVec2 at) const;
  void draw_signed(ImVec2 at, float length) const;

  const DiagramScene& scene_;
  const ui::Style& style_;
  std::vector<Line> lines_;
  std::string shape_;
  std::string lens_;  // what a sum says before its words
};

}  // namespace views
