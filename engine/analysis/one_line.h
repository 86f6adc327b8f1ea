// one_line.h: one head's attention in one line, softmax(QKᵀ / √d_k + M) V: each part with the stage it stands
// for, read from the stages' own operations.
// Vaswani et al. 2017, eq. 1.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/explanation.h"
#include "engine/core/lettering.h"
#include "engine/core/trace.h"

namespace engine {

// What is written: parts from left to right.
struct LinePart {
  std::string markup;  // of core/formula.h
  float before = 0;    // space in front of it, in type sizes
};

// Some parts that stand for one stage.
struct LineLink {
  int stage = -1;
  size_t first = 0;  // of the parts
  size_t last = 0;
  std::string letter = {};  // where the parts do not say it: "S" of QKᵀ; in the markup of core/formula.h
  bool is_whole = false;    // the parts between are links of their own: QKᵀ
  bool is_sign = false;     // the sign of a sum, whose number is that of all in front of it
  bool is_added = false;    // what stands behind a plus
  double divisor = 0;       // of "/ √d_k", whose number is the quotient; otherwise 0
};

struct OneLine {
  std::vector<LinePart> parts;
  std::vector<LineLink> links;
  // The stage that softmax reads, where it is what the numbers under the links give in the order in which
  // they stand: 25.06 / 5.66 + 0 = 4.43; otherwise -1.
  int gives = -1;
  // Stages that change nothing here: (such a stage, the one whose link stands for both).
  std::vector<std::pair<int, int>> unchanged;

  // The link that stands for a stage; null if none does.
  const LineLink* find(int stage) const;
};

// The line of the head that the stage at `address` belongs to; nullopt outside any head, and of gradients. A
// part that is computed otherwise is written as its own formula says, or as its letter alone.
std::optional<OneLine> one_line(const Trace& trace, std::string_view address, const Lettering& lettering);

// What a cell of one of the line's stages says of a link: the number of its own stage, and where the cell is
// of a query and a key, those of all their maps. Nullopt where it says nothing.
std::optional<double> line_number(const Trace& trace, const OneLine& line, const LineLink& link,
                                  const Cell& cell);
// Whether whoever computes with the numbers as they are written under the line gets the written number of a
// stage that is a quotient or a sum of them. `written`: another such stage before it whose number is written,
// too; -1: none is.
bool is_exact_as_written(const Trace& trace, const OneLine& line, int stage, const Cell& cell, int written);
// As it stands under the line: "128.00", "0.9732" of a share, "−∞", "0"; of a quotient "/ 5.66", with what
// that gives, "/ 5.66 = 4.43", where one is `there`, or nothing else says it; "+ 0" of what is added.
std::string line_number_text(const Trace& trace, const OneLine& line, const LineLink& link, double number,
                             bool there, bool is_exact);
// "= 4.43", behind all of them: what the numbers give that softmax reads; "≈ 0.17" where it is not exact as
// written. Empty where they say nothing.
std::string line_result_text(const Trace& trace, const OneLine& line, const Cell& cell, int written);
std::string line_result_text(const Trace& trace, const OneLine& line, double number, bool is_exact);

}  // namespace engine
