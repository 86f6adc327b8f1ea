// Where the diagram's blocks and arrows stand, for every architecture and every order of the norm.
#include "app/views/model/diagram_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/document/document.h"
#include "app/session/steps.h"

namespace views {
namespace {

using engine::Architecture;
using engine::NormOrder;

struct Case {
  engine::Config config;
  ImVec2 room;
};

std::vector<Case> cases() {
  std::vector<Case> cases;
  for (const auto architecture : {Architecture::kAttention, Architecture::kEncoder, Architecture::kDecoder,
                                  Architecture::kTransformer}) {
    for (const auto norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
      for (const ImVec2 room : {ImVec2(770, 380), ImVec2(840, 600), ImVec2(1500, 1400), ImVec2(420, 300)}) {
        Case one{{{.architecture = architecture, .norm = norm}}, room};
        if (architecture != Architecture::kAttention) one.config.model = engine::ModelKind::kSeeded;
        cases.push_back(one);
      }
    }
  }
  return cases;
}

constexpr ImVec2 kCorner(100, 50);

Diagram lay_out(const Case& one) {
  return lay_out_diagram(one.config, {1, 1}, kCorner, one.room, {});
}

bool overlap(const Box& a, const Box& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

bool on_edge(ImVec2 point, const Box& box) {
  const bool across = point.x >= box.low.x && point.x <= box.high.x;
  const bool along = point.y >= box.low.y && point.y <= box.high.y;
  return (across && (point.y == box.low.y || point.y == box.high.y)) ||
         (along && (point.x == box.low.x || point.x == box.high.x));
}

// On a block, or the sum at its edge, or the tokens below or the prediction above.
bool on_some_edge(const Diagram& diagram, ImVec2 point) {
  return std::any_of(diagram.blocks.begin(), diagram.blocks.end(),
                     [&](const DiagramBlock& block) {
                       return on_edge(point, block.sum.empty() ? block.box : block.sum_box) ||
                              on_edge(point, block.box);
                     }) ||
         std::any_of(diagram.columns.begin(), diagram.columns.end(), [&](const DiagramColumn& column) {
           return on_edge(point, column.tokens) || on_edge(point, column.next);
         });
}

// Between the ends of an arrow from a block to the next.
bool on_some_flow(const Diagram& diagram, ImVec2 point) {
  return std::any_of(diagram.arrows.begin(), diagram.arrows.end(), [&](const DiagramArrow& arrow) {
    const ImVec2 from = arrow.points.front();
    const ImVec2 to = arrow.points.back();
    return arrow.kind == ArrowKind::kFlow && from.x == point.x && to.x == point.x && point.y < from.y &&
           point.y > to.y;
  });
}

TEST(DiagramLayout, NoBlockOverlapsAnother) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    for (size_t i = 0; i < diagram.blocks.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(overlap(diagram.blocks[i].box, diagram.blocks[j].box))
            << diagram.blocks[i].address << " on " << diagram.blocks[j].address;
      }
    }
  }
}

TEST(DiagramLayout, TheSumOfAddAndNormIsInsideIt) {
  for (const Case& one : cases()) {
    for (const DiagramBlock& block : lay_out(one).blocks) {
      if (block.sum.empty()) continue;
      EXPECT_GT(block.sum_box.low.x, block.box.low.x) << block.address;
      EXPECT_LT(block.sum_box.high.x, block.box.high.x) << block.address;
      EXPECT_GE(block.sum_box.low.y, block.box.low.y) << block.address;
      EXPECT_LE(block.sum_box.high.y, block.box.high.y) << block.address;
    }
  }
}

TEST(DiagramLayout, PositionsStandClearOfTheLayersFrame) {
  constexpr float kClear = 7;
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    for (const DiagramBlock& block : diagram.blocks) {
      if (block.kind != BlockKind::kPositions) continue;
      for (const DiagramStack& stack : diagram.stacks) {
        const bool is_below = block.box.low.x < stack.frame.high.x && stack.frame.low.x < block.box.high.x;
        if (!is_below) continue;
        EXPECT_GE(block.box.low.y - stack.frame.high.y, kClear) << block.address;
      }
    }
  }
}

TEST(DiagramLayout, EveryArrowLeavesABlockOrALineAndEndsAtABlock) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    for (const DiagramArrow& arrow : diagram.arrows) {
      const bool past = arrow.kind == ArrowKind::kResidual || arrow.kind == ArrowKind::kAgain;
      EXPECT_TRUE(past ? on_some_flow(diagram, arrow.points.front())
                       : on_some_edge(diagram, arrow.points.front()))
          << arrow.points.front().x << ", " << arrow.points.front().y << ' ' << arrow.switch_address;
      EXPECT_TRUE(on_some_edge(diagram, arrow.points.back())) << arrow.switch_address;
    }
  }
}

// What a parallel feed-forward reads comes from where attention's input comes from, and what goes past it
// from attention's sum.
TEST(DiagramLayout, AParallelFeedForwardReadsTheLayersInput) {
  for (const ImVec2 room : {ImVec2(770, 380), ImVec2(1500, 1400), ImVec2(420, 300)}) {
    Case one{{{.model = engine::ModelKind::kSeeded,
               .architecture = Architecture::kDecoder,
               .norm = NormOrder::kPre}},
             room};
    one.config.parallel = true;
    const Diagram diagram = lay_out(one);
    const auto block_at = [&](const std::string& address) {
      return static_cast<int>(std::find_if(diagram.blocks.begin(), diagram.blocks.end(),
                                           [&](const auto& block) { return block.address == address; }) -
                              diagram.blocks.begin());
    };
    const auto arrow_to = [&](int to, ArrowKind kind) {
      return *std::find_if(diagram.arrows.begin(), diagram.arrows.end(),
                           [&](const auto& arrow) { return arrow.to == to && arrow.kind == kind; });
    };
    const int norm = block_at("decoder.1.ffn.norm");
    const DiagramArrow read = arrow_to(norm, ArrowKind::kFlow);
    const DiagramArrow first = arrow_to(block_at("decoder.1.self.norm"), ArrowKind::kFlow);
    ASSERT_EQ(read.points.size(), 5U);
    EXPECT_EQ(read.points.front().x, first.points.front().x);
    EXPECT_LT(read.points.front().y, first.points.front().y);
    EXPECT_GT(read.points.front().y, first.points.back().y);
    EXPECT_TRUE(on_edge(read.points.back(), diagram.blocks[static_cast<size_t>(norm)].box));
    const int sum = block_at("decoder.1.ffn.residual");
    const DiagramArrow past = arrow_to(sum, ArrowKind::kResidual);
    const Box& attended = diagram.blocks[static_cast<size_t>(block_at("decoder.1.self.residual"))].box;
    EXPECT_TRUE(on_edge(past.points.front(), attended));
    EXPECT_GT(past.lane(2).size().y, 0);
    for (const DiagramArrow& arrow : {read, past}) {
      for (size_t i = 1; i < arrow.points.size(); ++i)
        EXPECT_TRUE(arrow.points[i].x == arrow.points[i - 1].x || arrow.points[i].y == arrow.points[i - 1].y);
    }
    EXPECT_NE(read.points[1].x, past.points[2].x);
  }
}

TEST(DiagramLayout, ArrowsTurnOnlyAtRightAngles) {
  for (const Case& one : cases()) {
    for (const DiagramArrow& arrow : lay_out(one).arrows) {
      for (size_t i = 1; i < arrow.points.size(); ++i) {
        EXPECT_TRUE(arrow.points[i].x == arrow.points[i - 1].x || arrow.points[i].y == arrow.points[i - 1].y)
            << arrow.switch_address;
      }
    }
  }
}

TEST(DiagramLayout, EverythingStandsInsideTheRoomsWidthAndItsOwnHeight) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    const auto inside = [&](ImVec2 point) {
      return point.x >= kCorner.x && point.x <= kCorner.x + one.room.x && point.y >= kCorner.y &&
             point.y <= kCorner.y + diagram.size.y;
    };
    for (const DiagramBlock& block : diagram.blocks) {
      EXPECT_TRUE(inside(block.box.low) && inside(block.box.high)) << block.address;
      EXPECT_GT(block.box.size().x, 0) << block.address;
    }
    for (const DiagramColumn& column : diagram.columns) {
      EXPECT_TRUE(inside(column.tokens.low) && inside(column.tokens.high));
      const bool predicts = column.next.size().x > 0;
      EXPECT_TRUE(!predicts || (inside(column.next.low) && inside(column.next.high)));
    }
    for (const DiagramStack& stack : diagram.stacks)
      EXPECT_TRUE(inside(stack.frame.low) && inside(stack.frame.high));
    for (const DiagramArrow& arrow : diagram.arrows) {
      for (const ImVec2 point : arrow.points) EXPECT_TRUE(inside(point)) << arrow.switch_address;
    }
  }
}

// What comes out is above it: the prediction, or its vectors. Only the encoder's output goes to the other
// column.
TEST(DiagramLayout, AnArrowLeavesEveryColumnThatDoesNotFeedTheOther) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    for (const DiagramColumn& column : diagram.columns) {
      const bool feeds = column.stream == "source.";
      EXPECT_EQ(column.next.size().y > 0, !feeds);
      const bool leaves = std::any_of(diagram.arrows.begin(), diagram.arrows.end(), [&](const auto& arrow) {
        return on_edge(arrow.points.back(), column.next) && arrow.points.back().y == column.next.high.y;
      });
      EXPECT_EQ(leaves, !feeds);
    }
  }
}

TEST(DiagramLayout, FillsTheHeightThatThereIsUpToComfortable) {
  Case one{{{.model = engine::ModelKind::kSeeded, .architecture = Architecture::kTransformer}}, {840, 700}};
  const Diagram diagram = lay_out(one);
  EXPECT_EQ(diagram.size.y, 700);
  const auto top = std::min_element(diagram.columns.begin(), diagram.columns.end(),
                                    [](auto& a, auto& b) { return a.next.low.y < b.next.low.y; });
  EXPECT_LT(top->next.low.y - kCorner.y, 40);
}

TEST(DiagramLayout, TheArrowsThatCanBeClickedDoNotCoverEachOther) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    std::vector<Box> lanes;
    for (const DiagramArrow& arrow : diagram.arrows) {
      if (arrow.kind != ArrowKind::kResidual && arrow.kind != ArrowKind::kAgain) continue;
      lanes.push_back(arrow.lane(24));
      for (size_t i = 0; i + 1 < lanes.size(); ++i) EXPECT_FALSE(overlap(lanes.back(), lanes[i]));
    }
  }
}

// Everything that can be switched off in the drawn layer stands in the diagram, once.
TEST(DiagramLayout, EverySwitchOfTheDrawnLayerHasItsPlace) {
  for (const Case& one : cases()) {
    const Diagram diagram = lay_out(one);
    for (const std::string& address : engine::switches(one.config)) {
      if (engine::parse_address(address).layer != 1) continue;
      long count = std::count_if(diagram.blocks.begin(), diagram.blocks.end(),
                                 [&](const DiagramBlock& block) { return block.switch_address == address; });
      count += std::count_if(diagram.arrows.begin(), diagram.arrows.end(), [&](const DiagramArrow& arrow) {
        return arrow.kind != ArrowKind::kFlow && arrow.switch_address == address;
      });
      EXPECT_EQ(count, 1) << address;
    }
  }
}

TEST(DiagramLayout, EveryStageOfTheDrawnLayersIsInExactlyOneBlock) {
  for (const Case& one : cases()) {
    app::Document document;
    document.target = "le chat";
    document.config = one.config;
    document.config.nudge = engine::Nudge{
        one.config.architecture == Architecture::kDecoder ? "decoder.0.ffn" : "encoder.0.ffn", 1};
    if (!one.config.has_layers()) document.config.nudge.reset();
    const auto trace = app::make_trace(document);
    ASSERT_TRUE(trace.ok());
    const Diagram diagram = lay_out_diagram(document.config, {0, 0}, kCorner, one.room, {});
    for (const engine::Stage& stage : (*trace)->stages()) {
      if (engine::parse_address(stage.address).layer > 0) continue;
      EXPECT_EQ(std::count_if(diagram.blocks.begin(), diagram.blocks.end(),
                              [&](const DiagramBlock& block) { return block.holds(stage.address); }),
                1)
          << stage.address;
    }
  }
}

}  // namespace
}  // namespace views
