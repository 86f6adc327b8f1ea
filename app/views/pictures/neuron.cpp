// neuron.cpp: one query meets every key, component by component: q, k, q × k, their sum, scaled, softmax.
// After BertViz's neuron view (Vig 2019).
#include "app/views/pictures/neuron.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/number_strip.h"
#include "app/views/core/scroll_into_view.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;

// The stages of the head, by kind.
struct HeadStages {
  int q = -1, k = -1, scores = -1, scaled = -1, masked = -1, weights = -1;
};

HeadStages stages_of(const Frame& frame, int stage) {
  engine::StageAddress place = engine::parse_address(frame.trace().stage(stage).address);
  const auto find = [&](const char* step) {
    place.step = step;
    return frame.trace().find(engine::address_of(place)).value_or(-1);
  };
  return {find("q"), find("k"), find("scores"), find("scaled"), find("masked"), find("weights")};
}

constexpr double kVanishes = 0.005;  // a weight that would be written as 0.00

class Neuron {
 public:
  Neuron(const Frame& frame, int focused)
      : frame_(frame),
        style_(frame.style),
        trace_(frame.trace()),
        stages_(stages_of(frame, focused)),
        weights_(frame.trace().stage(stages_.weights)),
        query_(row_of_query()),
        d_k_(trace_.stage(stages_.q).columns) {}

  void draw() {
    ImGui::AlignTextToFramePadding();
    ui::TextStyle query = style_.text();
    query.colour = style_.colours.query;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style_.px(4));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y},
                  frame_.tr("axis.query"), query);
    ImGui::SetCursorScreenPos({at.x + ui::text_size(frame_.tr("axis.query"), query).x + style_.px(8), at.y});
    draw_chosen_row(frame_, stages_.weights, query_);
    place(ImGui::GetContentRegionAvail().x);
    q_ = trace_.read_row(stages_.q, query_);
    // One scale for all products of this query, so that strips can be compared; it ends at a round number.
    const look::ColourScale& of_q = frame_.facts.scale(stages_.q);
    product_scale_ =
        look::scale_to(trace_, std::array{stages_.q}, largest_product(), of_q.map, style_.dark, true);
    query_line();
    heads();
    if (ImGui::BeginChild("keys", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) keys();
    ImGui::EndChild();
  }

 private:
  // Hovering another row of a map of this head shows that query.
  Index row_of_query() const {
    const engine::Cell cell = frame_.session.hover();
    const bool of_head = cell.stage >= 0 && !frame_.session.hovered() &&
                         trace_.stage(cell.stage).column_axis == engine::Axis::kKeys &&
                         frame_.facts.weights_of(cell.stage) == stages_.weights;
    return of_head ? cell.row : chosen_row(frame_, stages_.weights);
  }

  // Columns from left to right: label, k, q × k, and the values computed from them.
  void place(float width) {
    const float label =
        std::min(frame_.facts.widths(weights_.columns_are(), style_.small_strong()).largest, style_.px(110));
    left_ = ImGui::GetCursorScreenPos().x;
    k_ = left_ + std::max(label, ui::text_size("q", style_.strong()).x) + style_.px(12);
    const float number = ui::number_width("−00.00", style_.small_ink()) + style_.px(20);
    const float bar = style_.px(64);
    const float numbers = number * static_cast<float>(columns().size()) + bar;
    const float most = style_.px(44) * static_cast<float>(d_k_);
    strip_ = std::clamp((width - (k_ - left_) - numbers - style_.px(34)) / 2, style_.px(60), most);
    product_ = k_ + strip_ + style_.px(22);
    first_number_ = product_ + strip_ + style_.px(4);
    number_ = number;
  }

  struct Column {
    int stage;
    const char* name;
  };
  // Masked scores only if something is hidden.
  std::vector<Column> columns() const {
    std::vector<Column> columns = {{stages_.scores, "stage.scores"}, {stages_.scaled, "stage.scaled"}};
    const engine::Summary* const masked =
        stages_.masked >= 0 ? frame_.facts.summary(stages_.masked) : nullptr;
    if (masked != nullptr && masked->hidden > 0) columns.push_back({stages_.masked, "stage.masked"});
    columns.push_back({stages_.weights, "stage.weights"});
    return columns;
  }

  float right_of(size_t column) const {
    return first_number_ + number_ * static_cast<float>(column + 1) - style_.px(4);
  }

  void heads() const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle key = style_.small_strong();
    key.colour = style_.colours.key;
    head_of_strip(frame_.tr("neuron.k"), key, {k_, at.y}, frame_.facts.scale(stages_.k));
    head_of_strip(frame_.tr("neuron.product"), style_.small_strong(), {product_, at.y}, product_scale_);
    const engine::Config& config = frame_.session.trace_document().config;
    const bool is_usual = config.scale && config.temperature == 1;
    const std::array<const char*, 4> symbols = {"Σ", is_usual ? "÷ √dₖ" : "÷", "+ M", "softmax"};
    const auto shown = columns();
    for (size_t i = 0; i < shown.size(); ++i) {
      const bool is_last = i + 1 == shown.size();
      const char* const symbol = is_last ? symbols.back() : symbols.at(i);
      ui::draw_text_right(list, {right_of(i), at.y}, symbol, style_.small_strong());
    }
    ImGui::Dummy({0, style_.px(16)});
    const float y = ImGui::GetCursorScreenPos().y - style_.px(4);
    if (dimension_numbers(k_, y) && dimension_numbers(product_, y)) ImGui::Dummy({0, style_.px(6)});
  }

  // The name of strips, with the bar of their colours where there is room.
  void head_of_strip(const std::string& name, const ui::TextStyle& type, ImVec2 at,
                     const look::ColourScale& scale) const {
    const std::string shown = ui::ellipsise(name, strip_, type);
    ui::draw_text(*ImGui::GetWindowDrawList(), at, shown, type);
    bar({at.x + ui::text_size(shown, type).x + style_.px(14), at.y}, scale, at.x + strip_);
  }
  void bar(ImVec2 at, const look::ColourScale& scale, float end) const {
    constexpr float kBar = 36;  // pixels at 100 %
    const float line = ui::text_size("0", style_.small()).y;
    if (!scale.is_open() && at.x + lying_bar_width(frame_, scale, style_.px(kBar)) <= end)
      draw_lying_bar(frame_, scale, at, line, style_.px(kBar));
  }

  // Under the names of two strips: as many of their dimensions' numbers as fit; whether any do.
  bool dimension_numbers(float left, float y) const {
    ui::TextStyle type = style_.small();
    type.size = std::round(type.size * 0.85f);
    const float pitch = strip_ / static_cast<float>(d_k_);
    const float widest = ui::text_size(frame_.tr.nth(d_k_ - 1), type).x + style_.px(3);
    constexpr std::array<Index, 4> kSteps = {1, 2, 5, 10};
    const auto* const step =
        std::ranges::find_if(kSteps, [&](Index each) { return pitch * static_cast<float>(each) >= widest; });
    if (step == kSteps.end()) return false;
    for (Index dimension = 0; dimension < d_k_; dimension += *step)
      ui::draw_text_centred(*ImGui::GetWindowDrawList(),
                            {left + pitch * (static_cast<float>(dimension) + 0.5f), y},
                            frame_.tr.nth(dimension), type);
    return true;
  }

  // The query's own strip is above the names of the columns: it belongs to every key.
  void query_line() {
    const float height = style_.px(24);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::TextStyle type = style_.small_strong();
    type.colour = style_.colours.query;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string label = frame_.facts.label(weights_.rows_are(), query_);
    ui::draw_text(list, {left_, at.y + (height - ui::text_size("A", type).y) / 2},
                  ui::ellipsise(label, k_ - left_ - style_.px(8), type), type);
    const engine::Matrix q = trace_.read_row(stages_.q, query_);
    draw_number_strip(frame_, {k_, at.y + style_.px(2)}, {strip_, height - style_.px(4)}, q,
                      frame_.facts.scale(stages_.q));
    cells("q", {k_, at.y}, height, stages_.q, query_);
    const std::string remark = frame_.tr("neuron.query");
    const float wide = ui::text_size(remark, style_.small()).x;
    const float line = at.y + (height - ui::text_size("A", type).y) / 2;
    const bool has_room = wide < right_of(0) - product_;
    if (has_room) ui::draw_text(list, {product_, line}, remark, style_.small());
    const float after = product_ + (has_room ? wide + style_.px(14) : 0);
    bar({after, line}, frame_.facts.scale(stages_.q), right_of(columns().size() - 1));
    ImGui::SetCursorScreenPos({at.x, at.y + height + style_.px(6)});
    list.AddLine({left_, at.y + height + style_.px(3)},
                 {right_of(columns().size() - 1) + style_.px(60), at.y + height + style_.px(3)},
                 style_.colours.hairline);
  }

  void keys() {
    const Index count = weights_.columns;
    const float room = ImGui::GetContentRegionAvail().y;
    pitch_ = std::clamp(std::floor(room / static_cast<float>(count)), style_.px(20),
                        std::max(style_.px(34), std::floor(room * 0.07f)));
    show_pinned_key();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), pitch_);
    while (clipper.Step()) {
      for (int key = clipper.DisplayStart; key < clipper.DisplayEnd; ++key) key_line(key);
    }
    ImGui::PopStyleVar();
  }

  // Scrolls to the pinned key once, unless it is in sight.
  void show_pinned_key() const {
    const int focused = frame_.session.focused_stage();
    const auto& pinned = frame_.session.document().focus.pinned;
    if (focused < 0 || !pinned || frame_.facts.weights_of(focused) != stages_.weights ||
        trace_.stage(focused).column_axis != engine::Axis::kKeys ||
        !arrives_at("pinned key", std::to_string(pinned->second)))
      return;
    const float top = pitch_ * static_cast<float>(pinned->second);
    const float scrolled = ImGui::GetScrollY();
    const float height = ImGui::GetWindowHeight();
    if (top < scrolled || top + pitch_ > scrolled + height)
      ImGui::SetScrollY(std::max(top + pitch_ / 2 - height / 2, 0.0f));
  }

  float largest_product() const {
    const engine::Stage& k = trace_.stage(stages_.k);
    const engine::Matrix keys = trace_.read(stages_.k, 0, 0, k.rows, k.columns);
    const float largest = (keys.array().rowwise() * q_.row(0).array()).abs().maxCoeff();
    return largest > 0 ? largest : 1;
  }

  void key_line(Index key) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const engine::Cell score{stages_.scores, query_, key};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = frame_.explained_cell().stage >= 0 && explains(key);
    if (here)
      list.AddRectFilled({left_ - style_.px(4), at.y},
                         {at.x + ImGui::GetContentRegionAvail().x, at.y + pitch_}, style_.colours.selected,
                         style_.px(4));
    ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    if (here) type.colour = style_.colours.key;
    const float text = at.y + (pitch_ - ui::text_size("A", type).y) / 2;
    const std::string label = frame_.facts.label(weights_.columns_are(), key);
    ui::draw_text(list, {left_, text}, ui::ellipsise(label, k_ - left_ - style_.px(8), type), type);
    const engine::Matrix k = trace_.read_row(stages_.k, key);
    const float height = pitch_ - style_.px(4);
    draw_number_strip(frame_, {k_, at.y + style_.px(2)}, {strip_, height}, k, frame_.facts.scale(stages_.k));
    cells("k" + std::to_string(key), {k_, at.y}, pitch_, stages_.k, key);
    const engine::Matrix products = (q_.array() * k.array()).matrix();
    draw_number_strip(frame_, {product_, at.y + style_.px(2)}, {strip_, height}, products, product_scale_);
    product_item(score, products, at.y);
    numbers(key, text);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({1, pitch_});
  }

  // Whether the card explains a value of this key and the query.
  bool explains(Index key) const {
    const engine::Cell cell = frame_.explained_cell();
    if (cell.stage == stages_.k) return cell.row == key;
    return trace_.stage(cell.stage).column_axis == engine::Axis::kKeys && cell.column == key &&
           cell.row == query_ && frame_.facts.weights_of(cell.stage) == stages_.weights;
  }

  // The index of the value of a strip under the mouse.
  Index under_mouse(float start) const {
    const float share = (ImGui::GetIO().MousePos.x - start) / strip_;
    return std::clamp<Index>(static_cast<Index>(share * static_cast<float>(d_k_)), 0, d_k_ - 1);
  }

  // Explains the values of q or of a k under the mouse, each in its own stage.
  void cells(const std::string& id, ImVec2 at, float height, int stage, Index row) const {
    ImGui::SetCursorScreenPos(at);
    const bool clicked = ImGui::InvisibleButton(("neuron " + id).c_str(), {strip_, height});
    const engine::Cell cell{stage, row, under_mouse(at.x)};
    explain_item(frame_, cell, clicked);
    if (ImGui::IsItemHovered())
      tooltip(cell.column, static_cast<double>(trace_.at(stage, row, cell.column)), "");
  }

  void product_item(const engine::Cell& score, const engine::Matrix& products, float y) const {
    ImGui::SetCursorScreenPos({product_, y});
    const bool clicked =
        ImGui::InvisibleButton(("neuron product" + std::to_string(score.column)).c_str(), {strip_, pitch_});
    explain_item(frame_, score, clicked);
    if (!ImGui::IsItemHovered()) return;
    const Index at = under_mouse(product_);
    const std::string factors =
        ui::fixed_number(static_cast<double>(q_(0, at)), 2) + " × " +
        ui::fixed_number(static_cast<double>(trace_.at(stages_.k, score.column, at)), 2) + " = ";
    tooltip(at, static_cast<double>(products(0, at)), factors);
  }

  void tooltip(Index dimension, double value, const std::string& before) const {
    if (!ui::begin_tooltip(style_)) return;
    ui::label(frame_.tr("axis.dimension") + " " + frame_.tr.nth(dimension), style_.small());
    ui::label(before + ui::fixed_number(value, 4), style_.small_strong());
    ui::end_tooltip();
  }

  // Sum, scaled, masked and weight of one key, each explained; the weight also as a bar.
  void numbers(Index key, float y) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto shown = columns();
    for (size_t i = 0; i < shown.size(); ++i) {
      const engine::Cell cell{shown[i].stage, query_, key};
      const auto value = static_cast<double>(trace_.at(cell.stage, query_, key));
      const bool is_weight = i + 1 == shown.size();
      ImGui::SetCursorScreenPos({right_of(i) - number_ + style_.px(4), y - style_.px(2)});
      const bool clicked = ImGui::InvisibleButton(
          ("neuron " + std::string(shown[i].name) + " " + std::to_string(key)).c_str(),
          {number_ + (is_weight ? style_.px(60) : 0), ui::text_size("0", style_.small()).y + style_.px(4)});
      explain_item(frame_, cell, clicked);
      ui::tip(style_, frame_.tr(shown[i].name));
      // A weight that hardly counts is quiet, and not written as nothing.
      const bool vanishes = is_weight && value > 0 && value < kVanishes;
      const ui::TextStyle type = vanishes    ? style_.small()
                                 : is_weight ? style_.small_strong()
                                             : style_.small_ink();
      ui::draw_number(list, {right_of(i), y}, vanishes ? "< 0.01" : ui::fixed_number(value, 2), type);
      if (!is_weight || vanishes) continue;
      const float start = right_of(i) + style_.px(8);
      const float height = ui::text_size("0", type).y;
      list.AddRectFilled(
          {start, y + height * 0.25f},
          {start + std::max(1.0f, style_.px(52) * static_cast<float>(value)), y + height * 0.75f},
          style_.colours.accent, 2);
    }
  }

  const Frame& frame_;
  const ui::Style& style_;
  const engine::Trace& trace_;
  HeadStages stages_;
  const engine::Stage& weights_;
  Index query_;
  Index d_k_;
  engine::Matrix q_;
  look::ColourScale product_scale_;
  // In pixels: left ends of the labels, of k's strip, of the products' and of the values; their widths, and
  // the height of a key.
  float left_ = 0, k_ = 0, product_ = 0, first_number_ = 0, strip_ = 0, number_ = 0, pitch_ = 0;
};

// "Head 1: how “it” scores every key, number by number".
std::string neuron_title(const Frame& frame, int stage) {
  const auto weights = frame.facts.weights_of(stage);
  if (!weights) return look::stage_title(frame.tr, frame.trace().stage(stage));
  const engine::Stage& map = frame.trace().stage(*weights);
  const std::string head =
      frame.tr("head.name", {{"head", frame.tr.nth(engine::head_of(map.address).value_or(0))}});
  return frame.tr(
      "neuron.title",
      {{"head", head}, {"token", frame.facts.label(map.rows_are(), chosen_row(frame, *weights))}});
}

}  // namespace

void draw_neuron(const Frame& frame) {
  const auto stage = begin_picture(frame, "neuron", nearest_in_head, {.title = neuron_title});
  if (stage) Neuron(frame, *stage).draw();
}

}  // namespace views
