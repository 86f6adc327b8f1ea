// worked_row.h: one query's row on the handout, number by number: scores, exponentials, weights, output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/export/canvas.h"
#include "app/export/handout_plan.h"
#include "app/export/set_line.h"
#include "app/look/palette.h"

namespace exporter {

struct WorkedRow {
  int head = 0;
  std::string query;
  std::vector<std::string> keys;  // those that are written out, in their order
  std::vector<double> scores;     // of these keys, what softmax reads: -inf where masked
  std::vector<double> powers;     // e^(score - largest)
  std::vector<double> weights;
  double total = 0;            // of the powers of all keys
  engine::Index more = 0;      // keys that are left out
  double more_weight = 0;      // their weights together
  std::vector<double> output;  // its first numbers
  bool goes_on = false;        // the output has more
  NumberedLine line;           // the head's, with the numbers of the row's largest weight
};

// The pinned cell's row, if it is one of the shown heads', otherwise the last token's; nullopt where the
// attention has no weights of queries and keys.
std::optional<WorkedRow> worked_row(const engine::Trace& trace, const HandoutPlan& plan,
                                    const app::Focus& focus, const engine::Lettering& lettering);

inline constexpr double kWorkedRowHeight = 92;  // points

// `blanks`: what can be computed from the scores is left to be filled in.
void draw_worked_row(Canvas& canvas, const app::Words& words, const look::Palette& palette,
                     const WorkedRow& row, double x, double y, double width, bool blanks);

}  // namespace exporter
