// lit_blocks.cpp: which cells are highlighted with the explained one: exactly those that its arithmetic
// reads; for a film step of many cells the blocks that span them.
#include <algorithm>
#include <tuple>

#include "app/views/stage/matrix_view.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Cell;

ImU32 lit_colour(const Frame& frame, int stage) {
  const engine::Stage& lit = frame.trace().stage(stage);
  if (lit.role != engine::Role::kPlain) return frame.style.role(lit.role);
  // A row of a map is its query's.
  const bool is_map = lit.row_axis == engine::Axis::kQueries && lit.column_axis == engine::Axis::kKeys;
  return is_map ? frame.style.colours.query : frame.style.colours.accent;
}

// The left, or the right, cells of an explanation's terms, without duplicates, by stage, row and column.
std::vector<Cell> cells_of(const engine::Explanation& explanation, Cell engine::Term::*side) {
  std::vector<Cell> cells;
  cells.reserve(explanation.terms.size());
  for (const engine::Term& term : explanation.terms) {
    if ((term.*side).stage >= 0) cells.push_back(term.*side);
  }
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
    return std::tie(a.stage, a.row, a.column) < std::tie(b.stage, b.row, b.column);
  });
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

// Exactly these cells: adjacent ones are one block, and so are equal runs one above the other.
void add_cells(const Frame& frame, const std::vector<Cell>& cells, std::vector<LitBlock>& blocks) {
  const size_t start = blocks.size();
  for (size_t i = 0; i < cells.size();) {
    const Cell& first = cells[i];
    size_t end = i + 1;
    while (end < cells.size() && cells[end] == Cell{first.stage, first.row, cells[end - 1].column + 1}) ++end;
    const Cell& last = cells[end - 1];
    i = end;
    const auto from = blocks.begin() + static_cast<std::ptrdiff_t>(start);
    const bool has_above = from != blocks.end() && from->first.row < first.row;
    const auto above =
        !has_above ? blocks.end() : std::find_if(from, blocks.end(), [&](const LitBlock& block) {
          return block.first.stage == first.stage && block.last.row + 1 == first.row &&
                 block.first.column == first.column && block.last.column == last.column;
        });
    if (above == blocks.end()) {
      blocks.push_back({first, last, lit_colour(frame, first.stage)});
    } else {
      above->last = last;
    }
  }
}

// The smallest block of each stage that contains these cells.
void add_span(const Frame& frame, const std::vector<Cell>& cells, std::vector<LitBlock>& blocks) {
  const Cell* before = nullptr;
  for (const Cell& cell : cells) {
    if (before == nullptr || before->stage != cell.stage) {
      blocks.push_back({cell, cell, lit_colour(frame, cell.stage)});
    } else {
      LitBlock& block = blocks.back();
      block.first.column = std::min(block.first.column, cell.column);
      block.last = {cell.stage, cell.row, std::max(block.last.column, cell.column)};
    }
    before = &cell;
  }
}

// The arithmetic of a block's first and last cell, whose terms span all others; for a row that grows part by
// part only the added part.
engine::Explanation explain_block(const Frame& frame, const Cell& first, const Cell& last,
                                  const std::optional<app::PlayStep>& step) {
  const auto explain = [&](const Cell& cell) {
    if (!step) return frame.trace().explain(cell.stage, cell.row, cell.column);
    engine::Explanation explanation = app::explain_so_far(frame.trace(), cell, *step);
    const bool is_sum = explanation.arithmetic == engine::Arithmetic::kSum ||
                        explanation.arithmetic == engine::Arithmetic::kSumOfProducts;
    if (step->parts > 1 && is_sum && !explanation.terms.empty())
      explanation.terms = {explanation.terms.back()};
    return explanation;
  };
  engine::Explanation explanation = explain(first);
  if (first == last) return explanation;
  for (const engine::Term& term : explain(last).terms) explanation.terms.push_back(term);
  return explanation;
}

// The row of a head's keys or values at this token; nothing where the head has none.
void add_row(const Frame& frame, const Cell& cell, engine::StageKind kind, engine::Index token,
             std::vector<LitBlock>& blocks) {
  engine::StageAddress place = engine::parse_address(frame.trace().stage(cell.stage).address);
  place.step = kind.step();
  const auto stage = frame.trace().find(engine::address_of(place));
  if (!stage || token >= frame.trace().stage(*stage).rows) return;
  const bool is_lit = std::any_of(blocks.begin(), blocks.end(), [&](const LitBlock& block) {
    return block.first.stage == *stage && block.first.row <= token && token <= block.last.row;
  });
  if (is_lit) return;
  const engine::Index last = frame.trace().stage(*stage).columns - 1;
  blocks.push_back({{*stage, token, 0}, {*stage, token, last}, lit_colour(frame, *stage)});
}

// Keys and values come in pairs: what points at a token's key lights its value too, and the other way round.
void add_pair(const Frame& frame, const Cell& cell, std::vector<LitBlock>& blocks) {
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  if (!engine::head_of(stage.address) || engine::is_gradient(stage.address)) return;
  if (stage.kind == engine::StageKind::kValue)
    return add_row(frame, cell, engine::StageKind::kKey, cell.row, blocks);
  const bool is_key = stage.kind == engine::StageKind::kKey;
  if (!is_key && stage.column_axis != engine::Axis::kKeys) return;
  add_row(frame, cell, engine::StageKind::kValue, is_key ? cell.row : cell.column, blocks);
}

// A row of scores becomes a row of weights: as a whole, of which one cell is explained.
void add_shared_row(const Frame& frame, const Cell& cell, std::vector<LitBlock>& blocks) {
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  if (stage.column_axis != engine::Axis::kKeys || !stage.operation->makes_shares()) return;
  blocks.push_back(
      {{cell.stage, cell.row, 0}, {cell.stage, cell.row, stage.columns - 1}, lit_colour(frame, cell.stage)});
}

}  // namespace

std::vector<LitBlock> lit_blocks(const Frame& frame) {
  const Cell cell = frame.explained_cell();
  if (cell.stage < 0) return {};
  Cell first = cell;
  Cell last = cell;
  const auto step = frame.derived ? std::nullopt : frame.session.explained_step();
  if (step) {
    first = {cell.stage, step->row, step->column};
    last = {cell.stage, step->row + step->rows - 1, step->column + step->columns - 1};
  }
  std::vector<LitBlock> blocks;
  const engine::Explanation explanation = explain_block(frame, first, last, step);
  for (const auto side : {&engine::Term::left_cell, &engine::Term::right_cell}) {
    const std::vector<engine::Cell> cells = cells_of(explanation, side);
    if (first == last) {
      add_cells(frame, cells, blocks);
    } else {
      add_span(frame, cells, blocks);
    }
  }
  if (explanation.arithmetic == engine::Arithmetic::kNormalise ||
      explanation.arithmetic == engine::Arithmetic::kRmsNormalise) {
    const auto& inputs = frame.trace().stage(cell.stage).inputs;
    for (size_t i = 1; i < inputs.size(); ++i)
      blocks.push_back(
          {{inputs[i], 0, first.column}, {inputs[i], 0, last.column}, frame.style.colours.accent});
  }
  if (first == last) add_pair(frame, cell, blocks);
  if (first == last) add_shared_row(frame, cell, blocks);
  blocks.push_back({first, last, frame.style.colours.ink});
  return blocks;
}

}  // namespace views
