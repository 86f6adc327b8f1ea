// worked.cpp: two positions worked out value by value, and products of their vectors.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "engine/analysis/position_measures.h"
#include "engine/core/formula.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {
namespace {

using engine::Index;
using engine::WaveStep;

// Both vectors in double precision, step by step, and what follows from them.
struct WorkedPair {
  std::vector<WaveStep> first, second;
  engine::PositionPair compared;
  double first_length = 0, second_length = 0;
};

std::vector<double> values_of_steps(const std::vector<WaveStep>& steps) {
  std::vector<double> values;
  values.reserve(steps.size());
  for (const WaveStep& step : steps) values.push_back(step.value);
  return values;
}

double length_of_values(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

WorkedPair work_out(const engine::PositionsLab& lab) {
  WorkedPair worked{engine::worked_position(lab.first, lab.d_model, lab.base),
                    engine::worked_position(lab.second, lab.d_model, lab.base),
                    {}};
  const auto first = values_of_steps(worked.first);
  const auto second = values_of_steps(worked.second);
  worked.compared = engine::compare_positions(first, second);
  worked.first_length = length_of_values(first);
  worked.second_length = length_of_values(second);
  return worked;
}

// Stacks formulas, each wrapped before its equals signs.
class MathColumn {
 public:
  MathColumn(const Frame& frame, ImVec2 at, float width, float size)
      : type_{&frame.style.fonts,        frame.style.px(size),    frame.style.colours.ink,
              frame.style.colours.query, frame.style.colours.key, frame.style.colours.value},
        style_(frame.style),
        at_(at),
        width_(width) {}

  void line(const std::string& markup) {
    const auto layout = ui::layout_math(markup, type_, width_);
    ui::draw_math(*ImGui::GetWindowDrawList(), {at_.x, at_.y + layout.ascent}, layout);
    at_.y += layout.ascent + layout.descent + style_.px(5);
  }
  void words(const std::string& text, const ui::TextStyle& type) {
    at_.y += ui::draw_paragraph(*ImGui::GetWindowDrawList(), at_, width_, text, type) + style_.px(2);
  }
  void skip(float pixels) { at_.y += style_.px(pixels); }
  const ImVec2& at() const { return at_; }

 private:
  ui::MathStyle type_;
  const ui::Style& style_;
  ImVec2 at_;
  float width_;
};

// A number as a factor: negative ones are parenthesised.
std::string factor(double value) {
  return value < 0 ? "(" + six(value) + ")" : six(value);
}

std::string power(const engine::PositionsLab& lab, const WaveStep& step) {
  return engine::number_markup(lab.base, 6) + "^{" + std::to_string(2 * step.pair) + "/" +
         std::to_string(lab.d_model) + "}";
}

// One of the two positions: typed, or stepped.
void draw_position(const Frame& frame, const char* key, Index engine::PositionsLab::*field) {
  const Index value = engine::positions_lab_of(frame.session.document().config).*field;
  lab_number(frame, key, value, 0, engine::kMaxTokens - 1,
             [field](engine::PositionsLab& lab, Index typed) { lab.*field = typed; });
  for (const auto& [sign, by] : {std::pair{"−", -1}, std::pair{"+", 1}}) {
    ImGui::SameLine(0, frame.style.px(4));
    const Index to = value + by;
    const std::string face = std::string(sign) + "##" + key;
    if (ui::button(frame.style, face.c_str(), ui::ButtonKind::kOutline, to >= 0 && to < engine::kMaxTokens)) {
      edit_positions(frame, key,
                     [field, to](engine::PositionsLab& lab, app::PositionsPage&) { lab.*field = to; });
    }
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
  }
}

void draw_worked_numbers(const Frame& frame) {
  const engine::PositionsLab& lab = engine::positions_lab_of(frame.session.document().config);
  const bool is_worked = positions_page(frame).is_worked;
  ui::Flow flow(frame.style.px(16));
  const auto next = [&](const char* key, float more) {
    flow.next(lab_number_width(frame, key) + frame.style.px(more));
  };
  constexpr float kSigns = 60;
  next("lab.positions.first", kSigns);
  draw_position(frame, "lab.positions.first", &engine::PositionsLab::first);
  next("lab.positions.second", kSigns);
  draw_position(frame, "lab.positions.second", &engine::PositionsLab::second);
  next("lab.positions.d_model", 0);
  lab_number(frame, "lab.positions.d_model", lab.d_model, 2, 2048,
             [](engine::PositionsLab& changed, Index value) { changed.d_model = value; });
  next("lab.positions.base", 0);
  lab_base(frame);
  const std::string key = is_worked ? "lab.positions.clear" : "lab.positions.calculate";
  flow.next(button_width(frame, key));
  if (button(frame, key, is_worked ? ui::ButtonKind::kOutline : ui::ButtonKind::kPrimary)) {
    edit_positions(frame, "", [is_worked](engine::PositionsLab&, app::PositionsPage& page) {
      page.is_worked = !is_worked;
    });
  }
}

// Before the calculation: its general form.
void draw_general(const Frame& frame, ImVec2 at, float width) {
  MathColumn column(frame, at, width, 22);
  column.skip(8);
  column.line("ω_{i} = \\frac{1}{B^{2i/d}}");
  column.line("P_{p,2i} = \\mathrm{sin}(p ω_{i})");
  column.line("P_{p,2i+1} = \\mathrm{cos}(p ω_{i})");
  column.skip(8);
  column.words(frame.tr("lab.positions.general"), frame.style.quiet());
}

// Where a pair's formulas stand, in pixels at 100 %: beside each other, or in a narrow page stacked.
struct PairPlan {
  float names = 0;  // the width of a pair's name and its columns, in pixels on the screen
  bool is_stacked = false;
  float type = 15;
  float height = 74;
};
constexpr float kAngleLine = 27;

ui::MathStyle pair_type(const Frame& frame, const PairPlan& plan) {
  const auto& style = frame.style;
  return {&style.fonts, style.px(plan.type), style.colours.ink, 0, 0, 0};
}

// The frequency's share of a page, without the names.
float frequency_width(const Frame& frame, const PairPlan& plan, float rest) {
  return std::min(frame.style.px(206 * plan.type / 15), rest * 0.34f);
}

std::string columns_of_pair(const Frame& frame, Index pair) {
  const std::string sine = std::to_string(2 * pair);
  if (2 * pair + 1 >= positions_lab(frame).d_model)
    return frame.tr("lab.positions.pair.column", {{"sine", sine}});
  return frame.tr("lab.positions.pair.columns", {{"sine", sine}, {"cosine", std::to_string(2 * pair + 1)}});
}

PairPlan plan_pairs(const Frame& frame, Index position, float width) {
  constexpr float kLeast = 84;  // pixels at 100 %
  constexpr float kBehindNames = 12;
  const std::string last = columns_of_pair(frame, pair_count(positions_lab(frame)) - 1);
  PairPlan plan;
  plan.names = std::max(frame.style.px(kLeast),
                        ui::text_size(last, frame.style.small()).x + frame.style.px(kBehindNames));
  const float rest = width - plan.names;
  // As wide as such a line becomes.
  const std::string longest = "α = " + std::to_string(position) +
                              " · 0.00013335 = 0.00013335   \\mathrm{sin} α = −0.841471   \\mathrm{cos} α = "
                              "−0.841471";
  // Smaller before it is stacked.
  for (const float size : {15.0f, 13.0f}) {
    plan.type = size;
    const float angle = ui::layout_math(longest, pair_type(frame, plan)).width + frame.style.px(24);
    if (angle <= rest - frequency_width(frame, plan, rest)) return plan;
  }
  plan.type = 15;
  plan.is_stacked = true;
  plan.height += 2 * kAngleLine + 44;
  return plan;
}

// One position's line of a pair, angle, sine, cosine; stacked, the last two stand below the first.
void draw_angle(const Frame& frame, const std::string& name, const WaveStep& sine, const WaveStep* cosine,
                double frequency, Index position, ImVec2 at, float width, const PairPlan& plan) {
  const bool is_stacked = plan.is_stacked;
  const ui::MathStyle type = pair_type(frame, plan);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float end = at.x;
  const auto set = [&](const std::string& markup, float share) {
    const ui::MathLayout layout = ui::layout_math(markup, type);
    const float x = std::max(at.x + std::floor(width * share), end);
    ui::draw_math(list, {x, at.y}, layout);
    end = x + layout.width + frame.style.px(12);
  };
  set(name + " = " + std::to_string(position) + " · " + six(frequency) + " = " + six(sine.angle), 0);
  if (is_stacked) at.y += frame.style.px(kAngleLine);
  if (is_stacked) end = at.x;
  set("\\mathrm{sin} " + name + " = " + six(sine.value), is_stacked ? 0 : 0.45f);
  if (cosine != nullptr) set("\\mathrm{cos} " + name + " = " + six(cosine->value), is_stacked ? 0.5f : 0.72f);
}

void draw_worked_pair(const Frame& frame, const WorkedPair& worked, Index pair, ImVec2 at, float width,
                      const PairPlan& plan) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto sine = static_cast<size_t>(2 * pair);
  const bool has_cosine = sine + 1 < worked.first.size();
  const WaveStep& first = worked.first[sine];
  const WaveStep& second = worked.second[sine];
  const double frequency = 1 / first.divisor;
  const float names = plan.names;
  ui::draw_text(list, {at.x, at.y + style.px(12)},
                frame.tr("lab.positions.pair.name", {{"pair", std::to_string(pair)}}), style.strong());
  ui::draw_text(list, {at.x, at.y + style.px(34)}, columns_of_pair(frame, pair), style.small());
  const ui::MathStyle type = pair_type(frame, plan);
  const std::string index = "ω_{" + std::to_string(pair) + "}";
  ui::draw_math(list, {at.x + names, at.y + style.px(38)},
                ui::layout_math(index + " = \\frac{1}{" + power(lab, first) + "} = " + six(frequency), type));
  const float fraction = plan.is_stacked ? 0 : frequency_width(frame, plan, width - names);
  const float left = names + fraction;
  const float below = plan.is_stacked ? 78 : 26;
  const float next = plan.is_stacked ? 2 * kAngleLine : kAngleLine + 1;
  draw_angle(frame, "α", first, has_cosine ? &worked.first[sine + 1] : nullptr, frequency, lab.first,
             {at.x + left, at.y + style.px(below)}, width - left, plan);
  draw_angle(frame, "β", second, has_cosine ? &worked.second[sine + 1] : nullptr, frequency, lab.second,
             {at.x + left, at.y + style.px(below + next)}, width - left, plan);
  const float end = at.y + style.px(plan.height);
  list.AddLine({at.x, end}, {at.x + width, end}, style.colours.hairline);
}

// Every pair, stacked; only visible ones are typeset.
void draw_worked_pairs(const Frame& frame, const WorkedPair& worked, ImVec2 size) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  ui::label(frame.tr("lab.positions.pairs",
                     {{"first", std::to_string(lab.first)}, {"second", std::to_string(lab.second)}}),
            style.strong());
  if (ImGui::BeginChild("worked pairs", {size.x, std::max(size.y - style.px(28), style.px(90))})) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGuiListClipper clipper;
    const PairPlan plan =
        plan_pairs(frame, std::max(lab.first, lab.second), ImGui::GetContentRegionAvail().x - style.px(8));
    clipper.Begin(static_cast<int>((lab.d_model + 1) / 2), style.px(plan.height));
    while (clipper.Step()) {
      for (int pair = clipper.DisplayStart; pair < clipper.DisplayEnd; ++pair) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x - style.px(8);
        draw_worked_pair(frame, worked, pair, at, width, plan);
        ImGui::Dummy({width, style.px(plan.height)});
      }
    }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

constexpr size_t kShownTerms = 3;

// The first terms of a sum over all columns, one per line, and that there are more.
template <class Term>
void write_terms(const Frame& frame, const WorkedPair& worked, const Term& term, MathColumn& column) {
  const size_t count = std::min(kShownTerms, worked.first.size());
  for (size_t i = 0; i < count; ++i)
    column.line((i == 0 ? "= " : "+ ") + term(worked.first[i].value, worked.second[i].value));
  if (count == worked.first.size()) return;
  column.words(frame.tr("lab.positions.more_terms", {{"count", std::to_string(worked.first.size() - count)}}),
               frame.style.small());
}

void write_difference(const Frame& frame, const WorkedPair& worked, MathColumn& column) {
  column.words(frame.tr("lab.positions.difference.why"), frame.style.small());
  column.line("|\\mathbf{b} − \\mathbf{a}|^{2} = Σ_{c} (b_{c} − a_{c})^{2}");
  write_terms(
      frame, worked, [](double a, double b) { return "(" + six(b) + " − " + factor(a) + ")^{2}"; }, column);
  const double distance = worked.compared.distance;
  column.line("|\\mathbf{b} − \\mathbf{a}| = \\sqrt{" + six(distance * distance) + "} = " + six(distance));
}

void write_product(const Frame& frame, const WorkedPair& worked, MathColumn& column) {
  column.words(frame.tr("lab.positions.product.why"), frame.style.small());
  column.line("\\mathbf{a} · \\mathbf{b} = Σ_{c} a_{c} b_{c}");
  write_terms(
      frame, worked, [](double a, double b) { return factor(a) + " · " + factor(b); }, column);
  column.line("= " + six(worked.compared.product));
}

void write_cosine(const Frame& frame, const WorkedPair& worked, MathColumn& column) {
  column.words(frame.tr("lab.positions.cosine.why"), frame.style.small());
  column.line("\\frac{\\mathbf{a} · \\mathbf{b}}{|\\mathbf{a}| |\\mathbf{b}|} = \\frac{" +
              six(worked.compared.product) + "}{" + six(worked.first_length) + " · " +
              six(worked.second_length) + "} = " + six(worked.compared.cosine));
}

// One of the three: its name with a button to its step, then how it is worked out.
struct Finding {
  const char* key;
  const char* stage;
  void (*write)(const Frame& frame, const WorkedPair& worked, MathColumn& column);
};
constexpr std::array<Finding, 3> kFindings = {{{"lab.positions.difference", "difference", write_difference},
                                               {"lab.positions.product", "product", write_product},
                                               {"lab.positions.cosine", "cosine", write_cosine}}};

void draw_findings(const Frame& frame, const WorkedPair& worked, ImVec2 size) {
  const auto& style = frame.style;
  if (ImGui::BeginChild("worked findings", size)) {
    for (const Finding& row : kFindings) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x - style.px(8);
      const std::string name = frame.tr(row.key);
      const float lower = (ImGui::GetFrameHeight() - ui::text_size(name, style.strong()).y) / 2;
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + lower}, name, style.strong());
      ImGui::SetCursorScreenPos({at.x + ui::text_size(name, style.strong()).x + style.px(12), at.y});
      open_step(frame, positions_stage(frame, row.stage), row.stage);
      MathColumn column(frame, {at.x, ImGui::GetCursorScreenPos().y + style.px(2)}, width, 16);
      row.write(frame, worked, column);
      column.skip(12);
      ImGui::SetCursorScreenPos(at);
      ImGui::Dummy({width, column.at().y - at.y});
    }
  }
  ImGui::EndChild();
}

}  // namespace

void draw_positions_worked(const Frame& frame) {
  const auto& style = frame.style;
  draw_worked_numbers(frame);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (!positions_page(frame).is_worked) {
    draw_general(frame, at, room.x);
    return;
  }
  const WorkedPair worked = work_out(positions_lab(frame));
  const bool is_narrow = room.x < style.px(kNarrowPage);
  const float left = is_narrow ? room.x : std::floor(room.x * 0.66f);
  const float height = is_narrow ? std::floor(room.y * 0.55f) : room.y;
  ImGui::SetCursorScreenPos({at.x, at.y + style.px(4)});
  ImGui::BeginGroup();
  draw_worked_pairs(frame, worked, {left, height - style.px(8)});
  ImGui::EndGroup();
  const ImVec2 corner = is_narrow ? ImVec2(at.x, at.y + height) : ImVec2(at.x + left + style.px(20), at.y);
  ImGui::SetCursorScreenPos(corner);
  draw_findings(frame, worked,
                is_narrow ? ImVec2(room.x, room.y - height) : ImVec2(room.x - left - style.px(20), room.y));
}

}  // namespace views
