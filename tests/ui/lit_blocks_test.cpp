// What lights up with a cell is what its arithmetic reads, and nothing beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/views/stage/matrix_view.h"
#include "driver.h"

namespace app {
namespace {

using Cells = std::set<std::pair<engine::Index, engine::Index>>;

// Every cell that lights up with a pinned one, by the stage that it is of; each may be lit once.
std::map<int, Cells> lit_with(const Document& document) {
  State state;
  state.document = document;
  Driver driver(state);
  std::map<int, Cells> lit;
  for (const views::LitBlock& block : views::lit_blocks(driver.view())) {
    for (engine::Index row = block.first.row; row <= block.last.row; ++row) {
      for (engine::Index column = block.first.column; column <= block.last.column; ++column)
        EXPECT_TRUE(lit[block.first.stage].insert({row, column}).second) << row << ", " << column;
    }
  }
  return lit;
}

// The cells that the arithmetic of a cell names, and the cell.
std::map<int, Cells> read_by(const engine::Trace& trace, const engine::Cell& cell) {
  std::map<int, Cells> read = {{cell.stage, {{cell.row, cell.column}}}};
  for (const engine::Term& term : trace.explain(cell.stage, cell.row, cell.column).terms) {
    for (const engine::Cell& each : {term.left_cell, term.right_cell}) {
      if (each.stage >= 0) read[each.stage].insert({each.row, each.column});
    }
  }
  return read;
}

std::map<int, Cells> read_at_focus(const Document& document) {
  const auto trace = make_trace(document).value();
  const int stage = trace->find(document.focus.stage).value();
  return read_by(*trace, {stage, document.focus.pinned->first, document.focus.pinned->second});
}

TEST(LitBlocks, OfATurnedQueryAreTheTwoNumbersThatAreTurned) {
  Document document;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/llama";
  ASSERT_FALSE(checkpoints::use(path.string(), document).has_value());
  document.focus.stage = "decoder.0.self.head.0.q.rotated";
  document.focus.pinned = {2, 1};
  const auto lit = lit_with(document);
  EXPECT_EQ(lit, read_at_focus(document));
  const int query = make_trace(document).value()->find("decoder.0.self.head.0.q").value();
  EXPECT_EQ(lit.at(query), (Cells{{2, 1}, {2, 4}}));
}

TEST(LitBlocks, OfAProductAreARowAndAColumn) {
  Document document;
  document.focus.pinned = {2, 1};
  auto lit = lit_with(document);
  // The key's value lights with it: they come in pairs.
  lit.erase(make_trace(document).value()->find("encoder.0.self.head.0.v").value());
  EXPECT_EQ(lit, read_at_focus(document));
}

// A row of scores becomes a row of weights: both are outlined.
TEST(LitBlocks, OfAWeightAreTwoRowsAndTheCell) {
  State state;
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {2, 1};
  Driver driver(state);
  const int stage = driver.session().focused_stage();
  const engine::Index last = driver.session().trace()->stage(stage).columns - 1;
  const auto blocks = views::lit_blocks(driver.view());
  EXPECT_EQ(
      std::ranges::count_if(
          blocks,
          [&](const views::LitBlock& block) {
            return block.first == engine::Cell{stage, 2, 0} && block.last == engine::Cell{stage, 2, last};
          }),
      1);
  EXPECT_EQ(blocks.back().first, (engine::Cell{stage, 2, 1})) << "above its row";
}

// What is drawn in this colour in the middle of the window.
int drawn_in_middle(ImU32 colour) {
  int count = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    if (std::string_view(list->_OwnerName).find("/middle_") == std::string_view::npos) continue;
    count += static_cast<int>(std::count_if(list->VtxBuffer.begin(), list->VtxBuffer.end(),
                                            [&](const ImDrawVert& vertex) { return vertex.col == colour; }));
  }
  return count;
}

TEST(LitBlocks, OfAMapWithCellsSmallerThanAPixelAreSeen) {
  State state;
  for (int i = 0; i < 2000; ++i) state.document.text += " w" + std::to_string(i % 50);
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  const auto drawn = [&] {
    Driver driver(state);
    driver.session().settle();
    driver.frames(3);
    return drawn_in_middle(driver.view().style.colours.query);
  };
  const int without = drawn();
  state.document.focus.pinned = {1500, 300};
  EXPECT_GE(drawn(), without + 8);  // the row that the weight reads, outlined
}

}  // namespace
}  // namespace app
