// one_line_sum.h: the arithmetic of one cell in a single line of numbers: 27.71 = 110.85 / 4.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/ui/math.h"
#include "app/views/core/frame.h"
#include "engine/core/explanation.h"

namespace views {

// What the terms of a sum are called: below each its own name, such as the key that a weight reads, and
// behind the last one for so many that are not written. Without names they have none.
struct TermNames {
  std::vector<std::string> terms;
  std::function<std::string(size_t count)> others;
};

// In the markup of engine/core/formula.h. Of a long sum the `most` largest terms, in their order, and what
// the others add up to. `column`: of the explained cell.
std::string one_line_sum(const engine::Explanation& explanation, engine::Index column, size_t most,
                         const TermNames& names = {});

// The same in large type, behind whose cell it is: as much of it as fits into `width`.
class OneLineSum {
 public:
  OneLineSum(const Frame& frame, const engine::Cell& cell, float width);

  void draw(ImVec2 at) const;
  const engine::Explanation& explanation() const { return explanation_; }
  // The terms of a sum that are written, in their order.
  std::vector<engine::Term> written() const;

  static float height(const Frame& frame);

 private:
  struct Word {
    std::string text;
    ImU32 colour;
  };
  // "it → animal", or "it, dimension 5": a query and a key in their colours.
  static std::vector<Word> words_of_place(const Frame& frame, const engine::Cell& cell);
  void lay_out(engine::Index column, float room);

  const Frame& frame_;
  engine::Explanation explanation_;
  std::vector<Word> place_;
  float width_ = 0;  // in all
  float start_ = 0;  // of the line, behind the place
  size_t most_ = 0;  // terms
  ui::MathLayout line_;
  std::string letters_;  // what those of a softmax are
};

}  // namespace views
