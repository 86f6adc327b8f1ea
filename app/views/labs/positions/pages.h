// pages.h: the pages of the lab on positions, and what they share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"
#include "app/views/labs/line_plot.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {

// Each draws its controls, pictures and numbers from the cursor on, in the room that is left.
void draw_positions_table(const Frame& frame);     // table.cpp
void draw_positions_worked(const Frame& frame);    // worked.cpp
void draw_positions_products(const Frame& frame);  // products.cpp
void draw_positions_circles(const Frame& frame);   // circles.cpp
void draw_positions_base(const Frame& frame);      // base.cpp
void draw_positions_kinds(const Frame& frame);     // kinds.cpp
void draw_positions_order(const Frame& frame);     // order.cpp

// The circles' position, by the keys.
bool can_step_circles(const Frame& frame, int by);
void step_circles(const Frame& frame, int by);

// The settings that the trace on the screen was made with, and which page is open.
inline const engine::PositionsLab& positions_lab(const Frame& frame) {
  return engine::positions_lab_of(frame.session.trace_document().config);
}
inline const app::PositionsPage& positions_page(const Frame& frame) {
  return frame.session.document().labs.positions;
}

// Changes both; `merge` as in Requests::edit.
using PositionsChange = std::function<void(engine::PositionsLab& lab, app::PositionsPage& page)>;
void edit_positions(const Frame& frame, std::string_view merge, PositionsChange change);

// The stage lab.positions.NAME; -1 where it is not made yet.
int positions_stage(const Frame& frame, std::string_view name);

// A button that leads to a stage and one of its cells, where stepping and the card explain it.
void open_step(const Frame& frame, int stage, const char* id);
void go_to_cell(const Frame& frame, const engine::Cell& cell);

// A whole number of the lab: its name, a field to type it in, and a tooltip; and how wide that is.
float lab_number_width(const Frame& frame, const char* key);
void lab_number(const Frame& frame, const char* key, engine::Index value, engine::Index smallest,
                engine::Index largest, const std::function<void(engine::PositionsLab&, engine::Index)>& set);
// d_model, maximum length and the length of the table in one line, and a button to the step of the page.
void lab_sizes(const Frame& frame);
// The maximum length as a field.
void lab_base(const Frame& frame);

// A page narrower than this, in pixels at 100 %, has its parts below one another.
inline constexpr float kNarrowPage = 960;

// Pairs and positions that move by no more than this, of sines and cosines, count as the same.
inline constexpr double kNearlySame = 0.1;

// The dot products of positions that stand so far apart, as lab.positions.products has them.
struct OffsetRange {
  engine::Index offset = 0;
  double mean = 0, smallest = 0, largest = 0;
};
std::vector<OffsetRange> products_read(const Frame& frame, int products);

// A number as it is set in a formula, with six decimals at most.
std::string six(double value);

}  // namespace views
