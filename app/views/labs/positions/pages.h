// pages.h: the pages of the positions lab, and what they share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"
#include "app/views/core/line_plot.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {

// Each draws its controls, pictures and values from the cursor on, in the remaining space.
void draw_positions_table(const Frame& frame);     // table.cpp
void draw_positions_worked(const Frame& frame);    // worked.cpp
void draw_positions_products(const Frame& frame);  // products.cpp
void draw_positions_circles(const Frame& frame);   // circles.cpp
void draw_positions_base(const Frame& frame);      // base.cpp
void draw_positions_kinds(const Frame& frame);     // kinds.cpp
void draw_positions_order(const Frame& frame);     // order.cpp

// The circles' position, by keyboard.
bool can_step_circles(const Frame& frame, int by);
void step_circles(const Frame& frame, int by);

// The settings of the visible trace, and the open page.
inline const engine::PositionsLab& positions_lab(const Frame& frame) {
  return engine::positions_lab_of(frame.session.trace_document().config);
}
inline const app::PositionsPage& positions_page(const Frame& frame) {
  return frame.session.document().labs.positions;
}

// Changes both; `merge` as in Requests::edit.
using PositionsChange = std::function<void(engine::PositionsLab& lab, app::PositionsPage& page)>;
void edit_positions(const Frame& frame, std::string_view merge, PositionsChange change);

// The stage lab.positions.NAME; -1 if it does not exist yet.
int positions_stage(const Frame& frame, std::string_view name);

// A button that links to a stage and one of its cells, for stepping and for the card.
void open_step(const Frame& frame, int stage, const char* id);
void go_to_cell(const Frame& frame, const engine::Cell& cell);

// A whole number of the lab: its label, a field, and a tooltip; and its total width.
float lab_number_width(const Frame& frame, const char* key);
void lab_number(const Frame& frame, const char* key, engine::Index value, engine::Index smallest,
                engine::Index largest, const std::function<void(engine::PositionsLab&, engine::Index)>& set);
// d_model, maximum length and the length of the table in one line.
void lab_sizes(const Frame& frame);
// Behind them, set apart: the button that opens the page's stage, explained cell by cell.
void lab_explain(const Frame& frame);
// The maximum length as a field.
void lab_base(const Frame& frame);

// A page narrower than this, in pixels at 100 %, stacks its parts.
inline constexpr float kNarrowPage = 960;

// Pairs and positions that move by at most this, in sines and cosines, count as the same.
inline constexpr double kNearlySame = 0.1;

// The dot products of positions at this distance, as in lab.positions.products.
struct OffsetRange {
  engine::Index offset = 0;
  double mean = 0, smallest = 0, largest = 0;
};
std::vector<OffsetRange> products_read(const Frame& frame, int products);

// A number in a formula, with at most six decimals.
std::string six(double value);

}  // namespace views
