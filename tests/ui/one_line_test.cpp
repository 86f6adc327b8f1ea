// The one line of a head, softmax(QKᵀ / √d_k + M) V: where its parts lead, which of them lights, its numbers.
#include "engine/analysis/one_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/text.h"
#include "driver.h"
#include "engine/attention/efficient/method.h"
#include "engine/core/formula.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using engine::Notation;

const std::string kLineHead = "encoder.0.self.head.1.";
constexpr const char* kLineStages[] = {"q",      "k",       "scores", "scaled", "mask",
                                       "masked", "weights", "v",      "output"};

engine::OneLine line_of(Driver& driver, const std::string& address, Notation notation = Notation::kPaper) {
  return engine::one_line(*driver.session().trace(), address, {notation, 1}).value();
}

std::string plain_line(const engine::OneLine& line) {
  std::string text;
  for (const engine::LinePart& part : line.parts)
    text.append(part.before > 0.1f ? " " : "").append(engine::plain_formula(part.markup));
  return text;
}

TEST(OneLine, EachPartLeadsToItsStage) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"), {1280, 720});
  for (const char* stage : kLineStages) {
    driver.click("line " + kLineHead + stage);
    EXPECT_EQ(driver.document().focus.stage, kLineHead + stage);
    EXPECT_EQ(driver.document().focus.view, "stage");
    driver.pause();
  }
}

TEST(OneLine, OfAPresentationLeadsToItsStages) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"), {1280, 720});
  driver.press(ImGuiKey_F5);
  for (const char* stage : kLineStages) {
    driver.click("line " + kLineHead + stage);
    EXPECT_EQ(driver.document().focus.stage, kLineHead + stage);
    EXPECT_TRUE(driver.session().desk().presenting.is_on);
  }
}

TEST(OneLine, ExactlyOnePartStandsForEachStage) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"));
  for (const Notation notation : {Notation::kPaper, Notation::kNotes, Notation::kShapes}) {
    const engine::OneLine line = line_of(driver, kLineHead + "q", notation);
    for (const char* stage : kLineStages) {
      const int index = driver.session().trace()->find(kLineHead + stage).value();
      const auto found = std::ranges::count(line.links, index, &engine::LineLink::stage);
      EXPECT_EQ(found, 1) << stage;
      ASSERT_NE(line.find(index), nullptr) << stage;
      EXPECT_EQ(line.find(index)->stage, index);
    }
    EXPECT_EQ(line.links.size(), std::size(kLineStages));
  }
}

// From where to where something in this colour is drawn among the parts; nothing: an empty range.
std::pair<float, float> lit_range(const Driver& driver, ImU32 colour) {
  ImVec2 low(1e6f, 1e6f);
  ImVec2 high(0, 0);
  for (const auto& [label, item] : driver.items()) {
    if (!label.starts_with("line ")) continue;
    low = {std::min(low.x, item.low.x), std::min(low.y, item.low.y)};
    high = {std::max(high.x, item.high.x), std::max(high.y, item.high.y)};
  }
  std::pair<float, float> range{1e6f, 0.0f};
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      const bool inside = vertex.pos.x > low.x - 2 && vertex.pos.x < high.x + 2 && vertex.pos.y > low.y - 2 &&
                          vertex.pos.y < high.y + 2;
      if (!inside || vertex.col != colour) continue;
      range = {std::min(range.first, vertex.pos.x), std::max(range.second, vertex.pos.x)};
    }
  }
  return range;
}

TEST(OneLine, ThePartWhereOneIsLightsAlone) {
  const ImU32 accent = ui::make_style(State{}.preferences, {}, 1).colours.accent;
  for (const char* stage : kLineStages) {
    Driver driver(looking_at(kLineHead + stage));
    driver.frame();
    const auto part = driver.find("line " + kLineHead + stage);
    ASSERT_TRUE(part.has_value()) << stage;
    const auto [from, to] = lit_range(driver, accent);
    EXPECT_NEAR(from, part->low.x, 2) << stage;
    EXPECT_NEAR(to, part->high.x, 2) << stage;
  }
}

// Around what is drawn in this colour, in the lowest tenth of the window.
std::pair<ImVec2, ImVec2> foot_box(ImU32 colour) {
  const float from = ImGui::GetIO().DisplaySize.y * 0.88f;
  ImVec2 low(1e6f, 1e6f);
  ImVec2 high(0, 0);
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      if (vertex.col != colour || vertex.pos.y < from) continue;
      low = {std::min(low.x, vertex.pos.x), std::min(low.y, vertex.pos.y)};
      high = {std::max(high.x, vertex.pos.x), std::max(high.y, vertex.pos.y)};
    }
  }
  return {low, high};
}

TEST(OneLine, OfAPresentationHasAirInTheFrameOfItsPartAndBelowIt) {
  const ImU32 accent = ui::make_style(State{}.preferences, {}, 1).colours.accent;
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const char* stage : {"q", "scores", "scaled", "weights", "v", "output"}) {
      Driver driver(looking_at(kLineHead + stage), size);
      driver.press(ImGuiKey_F5);
      driver.frames(3);
      const auto [low, high] = foot_box(accent);
      ASSERT_LT(low.x, high.x) << stage;
      EXPECT_LT(high.y, size.y * 0.985f) << stage;
      int inside = 0;
      for (const DrawnText& text : drawn_frame().texts) {
        for (const Ink& ink : text.letters) {
          const ImVec2 middle((ink[0].x + ink[2].x) / 2, (ink[0].y + ink[2].y) / 2);
          if (middle.x < low.x || middle.x > high.x || middle.y < low.y || middle.y > high.y) continue;
          ++inside;
          EXPECT_GE(std::min(ink[0].x, ink[2].x), low.x + 2) << text.text << " of " << stage;
          EXPECT_LE(std::max(ink[0].x, ink[2].x), high.x - 2) << text.text << " of " << stage;
          EXPECT_GE(std::min(ink[0].y, ink[2].y), low.y + 2) << text.text << " of " << stage;
          EXPECT_LE(std::max(ink[0].y, ink[2].y), high.y - 2) << text.text << " of " << stage;
        }
      }
      EXPECT_GE(inside, 2) << "the part and its number: " << stage;
    }
  }
}

TEST(OneLine, IsWrittenWithTheLettersOfTheNotation) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"));
  EXPECT_EQ(plain_line(line_of(driver, kLineHead + "q")), "O₂ = softmax(Q Kᵀ / √dₖ + M) V");
  const std::string notes = plain_line(line_of(driver, kLineHead + "q", Notation::kNotes));
  EXPECT_EQ(notes, "b^{i,2} = Σⱼ softmaxⱼ(q^{i,2} · k^{j,2} / √dₖ + m_{i,j}) v^{j,2}");
  const std::string shapes = plain_line(line_of(driver, kLineHead + "q", Notation::kShapes));
  EXPECT_NE(shapes.find("O^{(2)}"), std::string::npos) << shapes;
}

TEST(OneLine, TheNumbersOfAPinnedWeightAreThoseOfItsQueryAndKey) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"));
  const engine::Trace& trace = *driver.session().trace();
  const engine::OneLine line = line_of(driver, kLineHead + "weights");
  const engine::Cell pinned{trace.find(kLineHead + "weights").value(), 4, 2};
  int numbers = 0;
  for (const engine::LineLink& link : line.links) {
    const auto number = engine::line_number(trace, line, link, pinned);
    const std::string& address = trace.stage(link.stage).address;
    const bool of_a_key = address.ends_with("scores") || address.ends_with("scaled") ||
                          address.ends_with(".mask") || address.ends_with("weights");
    EXPECT_EQ(number.has_value(), of_a_key) << address;
    if (!number) continue;
    EXPECT_EQ(*number, static_cast<double>(trace.at(link.stage, 4, 2))) << address;
    ++numbers;
  }
  EXPECT_EQ(numbers, 4);
}

TEST(OneLine, ANumberOfAVectorStandsUnderItsOwnPartAlone) {
  Driver driver(looking_at("encoder.0.self.head.1.v"));
  const engine::Trace& trace = *driver.session().trace();
  const engine::OneLine line = line_of(driver, kLineHead + "v");
  for (const char* stage : {"q", "k", "v", "output"}) {
    const engine::Cell pinned{trace.find(kLineHead + stage).value(), 3, 5};
    for (const engine::LineLink& link : line.links) {
      const auto number = engine::line_number(trace, line, link, pinned);
      ASSERT_EQ(number.has_value(), link.stage == pinned.stage) << trace.stage(link.stage).address;
      if (number) {
        EXPECT_EQ(*number, static_cast<double>(trace.at(link.stage, 3, 5)));
      }
    }
  }
}

// The line in numbers: 25.06 / 5.66 + 0 = 4.43. Where one is at the quotient, what it gives is under it.
TEST(OneLine, TheNumbersUnderItGiveWhatSoftmaxReads) {
  for (const std::string stage : {"weights", "scaled"}) {
    State state = looking_at(kLineHead + stage);
    state.document.focus.pinned = {4, 2};
    Driver driver(state, {1280, 720});
    driver.frames(2);
    const engine::Trace& trace = *driver.session().trace();
    const auto number = [&](const char* of) {
      return ui::fixed_number(static_cast<double>(trace.at(trace.find(kLineHead + of).value(), 4, 2)), 2);
    };
    const auto columns = static_cast<double>(trace.stage(trace.find(kLineHead + "q").value()).columns);
    const std::string by = ui::fixed_number(std::sqrt(columns), 2);
    const auto digits = [](double shown) { return std::round(shown * 100) / 100; };
    const auto value = [&](const char* of) {
      return static_cast<double>(trace.at(trace.find(kLineHead + of).value(), 4, 2));
    };
    const double given = digits(value("scores")) / digits(std::sqrt(columns));
    const bool is_exact = ui::fixed_number(given, 2) == ui::fixed_number(value("scaled"), 2);
    const std::string gives = is_exact ? "=" : "≈";
    std::string wanted = number("scores") + "/" + by +
                         (stage == "scaled" ? gives + number("scaled") + "+0=" : "+0" + gives) +
                         number("masked");
    std::vector<DrawnText> under;
    const auto line = driver.find("line " + kLineHead + "scores");
    ASSERT_TRUE(line.has_value());
    for (const DrawnText& text : drawn_frame().texts) {
      if (text.low.y > line->low.y - 4 && text.low.y < line->high.y) under.push_back(text);
    }
    std::ranges::sort(under, {}, [](const DrawnText& text) { return text.low.x; });
    std::string all;
    for (const DrawnText& text : under) all += text.text;
    // A minus sign behind another sign is read as a part of that.
    for (std::string* const read : {&all, &wanted}) {
      for (const std::string_view blank : {" ", "−"}) {
        for (size_t at = read->find(blank); at != std::string::npos; at = read->find(blank))
          read->erase(at, blank.size());
      }
    }
    EXPECT_NE(all.find(wanted), std::string::npos) << wanted << " in " << all;
  }
}

// "=" stands only where whoever computes with the written numbers gets the written result.
TEST(OneLine, TheResultIsEqualOrNearlyToWhatTheWrittenNumbersGive) {
  State state = looking_at(kLineHead + "weights");
  state.document.config.model = engine::ModelKind::kSeeded;
  Driver driver(state);
  const engine::Trace& trace = *driver.session().trace();
  const engine::OneLine line = line_of(driver, kLineHead + "weights");
  const int scores = trace.find(kLineHead + "scores").value();
  const int masked = trace.find(kLineHead + "masked").value();
  const auto columns = static_cast<double>(trace.stage(trace.find(kLineHead + "q").value()).columns);
  const auto written = [](double number) { return std::round(number * 100) / 100; };
  int equal = 0;
  int nearly = 0;
  for (engine::Index row = 0; row < trace.stage(masked).rows; ++row) {
    for (engine::Index column = 0; column < trace.stage(masked).columns; ++column) {
      const auto score = static_cast<double>(trace.at(scores, row, column));
      const auto result = static_cast<double>(trace.at(masked, row, column));
      const double given = written(score) / written(std::sqrt(columns));
      const bool is_equal = ui::fixed_number(given, 2) == ui::fixed_number(result, 2);
      const std::string text = engine::line_result_text(trace, line, {masked, row, column}, -1);
      EXPECT_TRUE(text.starts_with(is_equal ? "= " : "≈ ")) << text << " of " << score;
      is_equal ? ++equal : ++nearly;
    }
  }
  EXPECT_GT(equal, 0);
  EXPECT_GT(nearly, 0);
}

// Under Q and Kᵀ is the product's place.
TEST(OneLine, AFactorsNumberIsNotWrittenWhereTheProductsStands) {
  for (const char* focused : {"scores", "k"}) {
    Driver driver(looking_at(kLineHead + focused), {1600, 1000});
    const engine::Trace& trace = *driver.session().trace();
    const engine::Cell cell{trace.find(kLineHead + "k").value(), 1, 0};
    driver.view().requests.edit("", [focused](State& state) {
      if (focused == std::string_view("k")) state.document.focus.pinned = {1, 0};
    });
    driver.frames(2);
    driver.view().hover(cell);
    driver.frame();
    const auto part = driver.find("line " + kLineHead + "scores");
    ASSERT_TRUE(part.has_value());
    const auto texts = drawn_frame().texts;
    const bool is_written = std::ranges::any_of(texts, [&](const DrawnText& text) {
      return text.low.y > part->low.y - 4 && text.high.y < part->high.y + 4 &&
             text.low.x < part->high.x + 20 && text.high.x > part->low.x - 20 &&
             text.text.find('.') != std::string::npos;
    });
    EXPECT_EQ(is_written, focused == std::string_view("k")) << focused;
  }
}

TEST(OneLine, SaysWhatIsComputedOtherwise) {
  State state = looking_at("encoder.0.self.head.1.weights");
  state.document.config.scale = false;
  state.document.config.positions = engine::PositionKind::kAlibi;
  state.document.config.mask_in_place = state.document.config.causal = true;
  Driver driver(state);
  const engine::OneLine line = line_of(driver, kLineHead + "q");
  EXPECT_EQ(plain_line(line), "O₂ = softmax(Q Kᵀ + B ← M) V");
  const engine::Trace& trace = *driver.session().trace();
  const engine::LineLink* const same = line.find(trace.find(kLineHead + "scaled").value());
  ASSERT_NE(same, nullptr);
  EXPECT_EQ(trace.stage(same->stage).address, kLineHead + "scores");
}

// Behind numbers that do not follow one after the other no result is written: a cap is between them, a sum is
// in brackets, a mask takes the score's place.
TEST(OneLine, GivesAResultOnlyOfAChain) {
  const auto gives = [](void (*change)(engine::Config&)) {
    State state = looking_at("encoder.0.self.head.1.weights");
    change(state.document.config);
    Driver driver(state);
    driver.frames(2);
    EXPECT_TRUE(driver.session().trace());
    return driver.session().trace() && line_of(driver, kLineHead + "q").gives >= 0;
  };
  EXPECT_TRUE(gives([](engine::Config&) {}));
  EXPECT_TRUE(gives([](engine::Config& c) { c.causal = true; }));
  EXPECT_FALSE(gives([](engine::Config& c) { c.cap = 3; }));
  EXPECT_FALSE(gives([](engine::Config& c) {
    c.model = engine::ModelKind::kSeeded;
    c.positions = engine::PositionKind::kShaw;
  }));
  EXPECT_FALSE(gives([](engine::Config& c) { c.mask_in_place = c.causal = true; }));
}

TEST(OneLine, OfEveryWayToAttendLeadsToStages) {
  for (const engine::MethodRow& method : engine::attention_methods()) {
    State state = looking_at("encoder.0.self.head.1.output");
    state.document.config.attention.kind = method.kind;
    Driver driver(state);
    const engine::Trace& trace = *driver.session().trace();
    for (const engine::NotationInfo& info : engine::kNotations) {
      const auto line = engine::one_line(trace, kLineHead + "output", {info.notation});
      ASSERT_TRUE(line.has_value());
      EXPECT_NE(line->find(trace.find(kLineHead + "output").value()), nullptr);
      EXPECT_NE(plain_line(*line).find(" = "), std::string::npos);
      EXPECT_EQ(plain_line(*line).find("∈"), std::string::npos) << plain_line(*line);
    }
  }
}

TEST(OneLine, StandsOnlyWhereAHeadIsInFocus) {
  Driver driver(looking_at("encoder.0.self.output"));
  EXPECT_FALSE(engine::one_line(*driver.session().trace(), "encoder.0.self.output", {}).has_value());
  for (const auto& [label, item] : driver.items()) EXPECT_FALSE(label.starts_with("line ")) << label;
}

}  // namespace
}  // namespace app
