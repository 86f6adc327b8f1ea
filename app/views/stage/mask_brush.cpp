// mask_brush.cpp: turns mouse movements into patches on a mask.
#include "app/views/stage/mask_brush.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "engine/core/address.h"

namespace views {
namespace {

using app::BrushPaint;
using app::BrushShape;
using engine::Index;
using engine::MaskPatch;

// The mouse's position on the mask, and what a stroke that starts there paints.
struct BrushTarget {
  Index row = 0;
  Index column = 0;
  BrushShape shape = BrushShape::kCell;
};

// The cell nearest to the mouse, so that a stroke can leave the mask and return.
BrushTarget nearest(const ui::MatrixFrame& mask, BrushShape shape) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 inside(std::clamp(mouse.x, mask.corner.x, mask.corner.x + mask.size.x - 0.5f),
                      std::clamp(mouse.y, mask.corner.y, mask.corner.y + mask.size.y - 0.5f));
  const engine::Cell cell = mask.cell_at(inside).value_or(engine::Cell{mask.stage, 0, 0});
  return {cell.row, cell.column, shape};
}

// The cell, row or column under the mouse: labels are left of the mask and above it.
std::optional<BrushTarget> under_mouse(const Frame& frame, const ui::MatrixFrame& mask) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (mask.contains(mouse)) return nearest(mask, frame.session.desk().brush.shape);
  const bool in_rows = mouse.y >= mask.corner.y && mouse.y < mask.corner.y + mask.size.y;
  const bool in_columns = mouse.x >= mask.corner.x && mouse.x < mask.corner.x + mask.size.x;
  const float reach = frame.style.px(140);
  if (in_rows && mouse.x < mask.corner.x && mouse.x > mask.corner.x - reach)
    return nearest(mask, BrushShape::kRow);
  if (in_columns && mouse.y < mask.corner.y && mouse.y > mask.corner.y - frame.style.px(30))
    return nearest(mask, BrushShape::kColumn);
  return std::nullopt;
}

double value_of(const app::Brush& brush) {
  switch (brush.paint) {
    case BrushPaint::kHide:
      return engine::kHide;
    case BrushPaint::kShow:
      return 0;
    case BrushPaint::kValue:
      return brush.value;
    case BrushPaint::kErase:
      break;
  }
  return engine::kUnpainted;
}

// The rectangle between two cells, inclusive; all columns of rows, all rows of columns.
MaskPatch patch_between(const engine::Stage& mask, const BrushTarget& one, const BrushTarget& other,
                        double value) {
  MaskPatch patch{std::min(one.row, other.row), std::min(one.column, other.column),
                  std::abs(one.row - other.row) + 1, std::abs(one.column - other.column) + 1, value};
  if (one.shape == BrushShape::kRow) {
    patch.column = 0;
    patch.columns = mask.columns;
  }
  if (one.shape == BrushShape::kColumn) {
    patch.row = 0;
    patch.rows = mask.rows;
  }
  return patch;
}

// The cells between the two: a fast mouse leaves no gaps.
std::vector<MaskPatch> cells_between(const BrushTarget& from, const BrushTarget& to, double value) {
  const Index rows = to.row - from.row;
  const Index columns = to.column - from.column;
  const Index steps = std::max({std::abs(rows), std::abs(columns), Index{1}});
  std::vector<MaskPatch> cells;
  cells.reserve(static_cast<size_t>(steps) + 1);
  for (Index step = 0; step <= steps; ++step) {
    const double way = static_cast<double>(step) / static_cast<double>(steps);
    const auto along = [way](Index first, Index count) {
      return first + static_cast<Index>(std::lround(way * static_cast<double>(count)));
    };
    cells.push_back({along(from.row, rows), along(from.column, columns), 1, 1, value});
  }
  return cells;
}

void outline(const Frame& frame, const ui::MatrixFrame& mask, const MaskPatch& patch, bool strong) {
  const auto [low, high] =
      mask.box({mask.stage, patch.row, patch.column},
               {mask.stage, patch.row + patch.rows - 1, patch.column + patch.columns - 1});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& style = frame.style;
  if (strong) list.AddRectFilled(low, high, ui::with_alpha(style.colours.accent, 0.18f));
  list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, style.colours.panel, style.px(2), 0,
               style.px(4));
  list.AddRect(low, high, style.colours.accent, style.px(2), 0, style.px(2));
}

class Painter {
 public:
  Painter(const Frame& frame, const ui::MatrixFrame& mask)
      : frame_(frame),
        mask_(mask),
        stage_(frame.trace().stage(mask.stage)),
        brush_(frame.session.desk().brush),
        value_(value_of(brush_)) {}

  void handle() {
    if (ImGui::IsItemActivated()) {
      if (const auto under = under_mouse(frame_, mask_)) begin(*under);
    } else if (brush_.stroke.is_down && ImGui::IsItemActive()) {
      go_on();
    } else if (brush_.stroke.is_down) {
      end();
    } else if (ImGui::IsItemHovered()) {
      if (const auto under = under_mouse(frame_, mask_))
        outline(frame_, mask_, patch_between(stage_, *under, *under, value_), false);
    }
  }

 private:
  void begin(const BrushTarget& under) {
    app::Stroke stroke{brush_.stroke.number + 1, true, under.shape, under.row, under.column};
    arrange(stroke);
    if (under.shape == BrushShape::kRectangle) return;
    paint({patch_between(stage_, under, under, value_)}, stroke.number);
  }

  void go_on() {
    const BrushTarget last = last_place();
    const BrushTarget now = nearest(mask_, last.shape);
    if (last.shape == BrushShape::kRectangle) {
      outline(frame_, mask_, patch_between(stage_, last, now, value_), true);
      return;
    }
    if (now.row == last.row && now.column == last.column) return;
    app::Stroke stroke = brush_.stroke;
    stroke.row = now.row;
    stroke.column = now.column;
    arrange(stroke);
    const bool of_cells = last.shape == BrushShape::kCell;
    paint(of_cells ? cells_between(last, now, value_) : std::vector{patch_between(stage_, last, now, value_)},
          stroke.number);
  }

  // Dragging in the last frame of a quick movement also counts.
  void end() {
    const BrushTarget last = last_place();
    if (ImGui::IsItemDeactivated()) {
      if (last.shape == BrushShape::kRectangle) {
        paint({patch_between(stage_, last, nearest(mask_, last.shape), value_)}, brush_.stroke.number);
      } else {
        go_on();
      }
    }
    frame_.requests.arrange([](app::Desk& desk) { desk.brush.stroke.is_down = false; });
  }

  BrushTarget last_place() const { return {brush_.stroke.row, brush_.stroke.column, brush_.stroke.shape}; }

  void arrange(const app::Stroke& stroke) const {
    frame_.requests.arrange([stroke](app::Desk& desk) { desk.brush.stroke = stroke; });
  }

  void paint(const std::vector<MaskPatch>& patches, int number) const {
    frame_.requests.edit(std::string(app::kStroke) + std::to_string(number),
                         [place = painted_place(frame_, mask_.stage), patches](app::State& state) {
                           app::paint_stroke(state, place, patches);
                         });
  }

  const Frame& frame_;
  const ui::MatrixFrame& mask_;
  const engine::Stage& stage_;
  const app::Brush& brush_;
  double value_;
};

}  // namespace

bool is_mask(const Frame& frame, int stage) {
  if (frame.derived || stage < 0) return false;
  const engine::Stage& shown = frame.trace().stage(stage);
  return shown.kind == engine::StageKind::kMask && engine::head_of(shown.address).has_value();
}

bool paints(const Frame& frame, int stage) {
  return frame.session.desk().brush.is_on && is_mask(frame, stage);
}

std::string painted_place(const Frame& frame, int stage) {
  const std::string& address = frame.trace().stage(stage).address;
  const bool every_head = frame.session.desk().brush.every_head;
  return std::string(every_head ? engine::attention_of(address) : engine::head_address(address));
}

void handle_brush(const Frame& frame, const StageLayout& layout) {
  Painter(frame, layout.result().frame).handle();
}

}  // namespace views
