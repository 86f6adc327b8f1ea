// histogram.cpp: the distribution of a stage's values, with mean, standard deviation and extremes.
#include "app/views/pictures/histogram.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/stage/number_below.h"
#include "app/views/stage/picture_words.h"
#include "engine/analysis/histogram.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr double kLeastWritten = 0.00005;  // what is smaller would be written as 0

// Whether these are weights of which every row sums to 1; not so where a row sees no key.
bool are_shares(const engine::Stage& stage, const engine::Histogram& found) {
  return stage.kind == engine::StageKind::kWeights &&
         std::abs(found.mean * static_cast<double>(stage.columns) - 1) < 1e-4;
}

class HistogramPicture {
 public:
  HistogramPicture(const Frame& frame, int index, const engine::Histogram& found)
      : frame_(frame),
        style_(frame.style),
        stage_(frame.trace().stage(index)),
        found_(found),
        is_of_shares_(are_shares(stage_, found)),
        scale_(frame.facts.scale(index)),
        bins_(static_cast<float>(found_.counts.size())) {
    const engine::Cell cell = frame.explained_cell();
    if (cell.stage == index && !found.counts.empty()) explained_ = bin_of(value_of(cell));
  }

  void draw() {
    measures();
    if (found_.counts.empty()) {
      ui::paragraph(frame_.tr("histogram.none"), ImGui::GetContentRegionAvail().x, style_.text());
      return;
    }
    place();
    for (size_t bin = 0; bin < found_.counts.size(); ++bin) bar(bin);
    spread();
    for (size_t bin = 0; bin < found_.counts.size(); ++bin) count_of(bin);
    axis();
    say_explained();
  }

 private:
  // Mean, deviation, share of hidden cells; and the extremes, each a cell that can be hovered.
  void measures() const {
    ui::Flow flow(style_.px(18));
    if (found_.finite > 0) {
      // The line and the bracket say these.
      if (found_.counts.size() == 1) measure(flow, "histogram.mean", number(found_.mean));
      if (found_.counts.size() == 1 || is_of_shares_)
        measure(flow, "histogram.deviation", number(found_.deviation));
      extreme(flow, "histogram.smallest", found_.smallest);
      extreme(flow, "histogram.largest", found_.largest);
    }
    const double all = static_cast<double>(found_.finite + found_.hidden);
    if (found_.hidden > 0)
      measure(flow, "histogram.hidden", percent(static_cast<double>(found_.hidden) / all));
    if (is_of_shares_) ui::paragraph(words_of_shares(), ImGui::GetContentRegionAvail().x, style_.small_ink());
    ImGui::Dummy({0, style_.px(2)});
  }

  // What their mean is, and that most are small, where the first bar holds more than half of them.
  std::string words_of_shares() const {
    std::string mean = frame_.tr("histogram.mean_of_shares", {{"count", look::whole_number(stage_.columns)}});
    if (found_.counts.size() < 2 || 2 * found_.counts.front() <= found_.finite) return mean;
    const std::string small =
        frame_.tr("histogram.small_shares", {{"count", look::whole_number(found_.counts.front())},
                                             {"all", look::whole_number(found_.finite)},
                                             {"edge", edge_text(1)}});
    return frame_.tr("sentences.two", {{"first", small}, {"second", std::move(mean)}});
  }

  static std::string number(double value) {
    // What is only close to 0 is not written as 0.
    if (value != 0 && std::abs(value) < kLeastWritten) return ui::difference_number(value);
    return engine::number_markup(value, std::abs(value) < 1 ? 4 : 2);
  }

  // "mean 0.25"; the item's width.
  float item_width(const std::string& name, const std::string& value) const {
    return ui::text_size(name, style_.small()).x + style_.px(6) +
           ui::text_size(value, style_.small_strong()).x;
  }
  void draw_item(ImVec2 at, const std::string& name, const std::string& value) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::draw_text(list, at, name, style_.small());
    ui::draw_text(list, {at.x + ui::text_size(name, style_.small()).x + style_.px(6), at.y}, value,
                  style_.small_strong());
  }

  void measure(ui::Flow& flow, const char* key, const std::string& value) const {
    const std::string name = frame_.tr(key);
    const float width = item_width(name, value);
    flow.next(width);
    draw_item(ImGui::GetCursorScreenPos(), name, value);
    ImGui::Dummy({width, style_.px(20)});
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
  }

  void extreme(ui::Flow& flow, const char* key, const engine::Cell& cell) const {
    const std::string name = frame_.tr(key);
    const std::string where = frame_.facts.label(stage_.rows_are(), cell.row) +
                              (stage_.column_axis == engine::Axis::kKeys ? " → " : ", ") +
                              frame_.facts.label(stage_.columns_are(), cell.column);
    const std::string value =
        number(static_cast<double>(frame_.trace().at(cell.stage, cell.row, cell.column))) + "  (" + where +
        ")";
    const float width = item_width(name, value);
    flow.next(width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(key, {width, style_.px(20)});
    if (ImGui::IsItemHovered())
      ImGui::GetWindowDrawList()->AddRectFilled({at.x - style_.px(4), at.y - style_.px(1)},
                                                {at.x + width + style_.px(4), at.y + style_.px(19)},
                                                style_.colours.chip, style_.px(4));
    draw_item(at, name, value);
    explain_item(frame_, cell, clicked);
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
  }

  void place() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    most_ = *std::max_element(found_.counts.begin(), found_.counts.end());
    is_logarithmic_ = chosen_axis();
    const float counts = ui::text_size(look::whole_number(most_), style_.small()).x + style_.px(10);
    const float above = style_.px(44);
    corner_ = {at.x + counts, at.y + above};
    size_ = {std::min(room.x - counts - style_.px(8), style_.px(56) * bins_),
             std::max(room.y - above - style_.px(38), style_.px(40))};
    draw_choice_of_axis({at.x, at.y - style_.px(4)});
    for (const Index count : written_counts()) {
      const float y = corner_.y + size_.y * (1 - share_of(count));
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (count > 0) list.AddLine({corner_.x, y}, {corner_.x + size_.x, y}, style_.colours.hairline);
      ui::draw_text_right(list, {corner_.x - style_.px(6), y - style_.px(9)}, look::whole_number(count),
                          style_.small());
    }
  }

  // Whether the axis of counts is logarithmic: as chosen, otherwise where one bar would flatten the others.
  bool chosen_axis() const {
    constexpr Index kFlattens = 60;  // times the middle one of the other bars
    std::vector<Index> others;
    std::ranges::copy_if(found_.counts, std::back_inserter(others), [](Index count) { return count > 0; });
    std::ranges::sort(others);
    const bool flattens = others.size() > 1 && others.back() > kFlattens * others[(others.size() - 1) / 2];
    return ImGui::GetStateStorage()->GetBool(ImGui::GetID("other axis")) != flattens;
  }

  // What the axis counts, and how: a click changes that.
  void draw_choice_of_axis(ImVec2 at) {
    const char* const key = is_logarithmic_ ? "histogram.count.logarithmic" : "histogram.count.linear";
    ImGui::SetCursorScreenPos(at);
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("other axis");
    if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline))
      storage.SetBool(id, !storage.GetBool(id));
    beside_choice_ = ImGui::GetItemRectMax().x + style_.px(24);
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
  }

  // Of the height, for a count; a single number is seen on a logarithmic axis, too.
  float share_of(Index count) const {
    if (!is_logarithmic_) return static_cast<float>(count) / static_cast<float>(most_);
    if (count == 0) return 0;
    const auto above_none = [](Index many) { return std::log10(2 * static_cast<float>(many)); };
    return above_none(count) / above_none(most_);
  }

  // The numbers beside the axis.
  std::vector<Index> written_counts() const {
    std::vector<Index> counts;
    if (!is_logarithmic_) counts.push_back(0);
    const Index step = is_logarithmic_ ? 1 : count_step();
    for (Index count = step; count <= most_; count = is_logarithmic_ ? count * 10 : count + step)
      counts.push_back(count);
    return counts;
  }

  // Between two numbers beside the counts: 1, 2 or 5 times a power of ten, with a line's air between them.
  Index count_step() const {
    const float least = style_.px(26) * static_cast<float>(most_) / size_.y;
    Index ten = 1;
    for (;; ten *= 10) {
      for (const Index times : {1, 2, 5}) {
        if (static_cast<float>(times * ten) >= least) return times * ten;
      }
    }
  }

  float x_of(double value) const {
    return corner_.x + size_.x * static_cast<float>((value - found_.low) / found_.width) / bins_;
  }
  double edge(size_t bin) const { return found_.low + static_cast<double>(bin) * found_.width; }

  void bar(size_t bin) const {
    const float left = x_of(edge(bin));
    const float right = x_of(edge(bin + 1));
    const float bottom = corner_.y + size_.y;
    const Index count = found_.counts[bin];
    ImGui::SetCursorScreenPos({left, corner_.y});
    ImGui::InvisibleButton(("bin " + std::to_string(bin)).c_str(), {std::max(right - left, 1.0f), size_.y});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered) list.AddRectFilled({left, corner_.y}, {right, bottom}, style_.colours.chip);
    // Nonempty bins are visible, however few values they hold; an empty one draws nothing.
    const float height = std::max(size_.y * share_of(count), style_.px(2));
    if (count > 0)
      list.AddRectFilled({left + style_.px(1), bottom - height}, {right - style_.px(1), bottom},
                         hovered || bin == explained_ ? style_.colours.accent : style_.colours.muted,
                         style_.px(2), ImDrawFlags_RoundCornersTop);
    // The colours of these values in the matrix, under the axis.
    const auto middle = static_cast<float>((edge(bin) + edge(bin + 1)) / 2);
    list.AddRectFilled({left, bottom + style_.px(3)}, {right, bottom + style_.px(11)},
                       ui::pack(look::colour_of(scale_, middle)));
    if (hovered) tooltip(bin);
  }

  // In the bar, or above it where that is too low.
  void count_of(size_t bin) const {
    const Index count = found_.counts[bin];
    const std::string text = look::whole_number(count);
    const float left = x_of(edge(bin));
    const float right = x_of(edge(bin + 1));
    ui::TextStyle type = style_.small_ink();
    const ImVec2 size = ui::text_size(text, type);
    if (count == 0 || size.x + style_.px(4) > right - left) return;
    const bool inside = has_number_inside(bin);
    if (inside) type.colour = style_.colours.panel;
    const float top = top_of(bin);
    ui::draw_text(*ImGui::GetWindowDrawList(),
                  {(left + right - size.x) / 2, inside ? top + style_.px(3) : top - size.y - style_.px(3)},
                  text, type);
  }

  double value_of(const engine::Cell& cell) const {
    return static_cast<double>(frame_.trace().at(cell.stage, cell.row, cell.column));
  }
  // Nullopt for what is hidden, which no bin holds.
  std::optional<size_t> bin_of(double value) const {
    if (!std::isfinite(value)) return std::nullopt;
    return static_cast<size_t>(
        std::clamp((value - found_.low) / found_.width, 0.0, static_cast<double>(found_.counts.size() - 1)));
  }

  // Above the bar that holds the explained number, where no other bar is in the way.
  void say_explained() const {
    if (!explained_) return;
    const engine::Cell cell = frame_.explained_cell();
    const CellWords words = cell_words(frame_, cell, " = " + number(value_of(cell)));
    const float width = cell_words_width(words);
    const float line = ui::text_size("0", style_.strong()).y;
    const float middle = x_of(edge(*explained_) + found_.width / 2);
    const ImVec2 at(std::clamp(middle - width / 2, corner_.x, corner_.x + size_.x - width),
                    top_of(*explained_) - numbers_above(*explained_) - line - style_.px(4));
    if (width > size_.x || at.y < corner_.y + style_.px(2)) return;
    for (size_t bin = 0; bin < found_.counts.size(); ++bin) {
      const bool is_beside = x_of(edge(bin + 1)) <= at.x || x_of(edge(bin)) >= at.x + width;
      if (!is_beside && bin != *explained_ && top_of(bin) - numbers_above(bin) < at.y + line) return;
    }
    draw_cell_words(at, words);
  }

  // Of the number that stands on a bar.
  float numbers_above(size_t bin) const {
    const bool is_on_it = found_.counts[bin] > 0 && !has_number_inside(bin);
    return is_on_it ? ui::text_size("0", style_.small_ink()).y + style_.px(3) : 0;
  }

  float top_of(size_t bin) const {
    const float share = share_of(found_.counts[bin]);
    return corner_.y + size_.y - (share > 0 ? std::max(size_.y * share, style_.px(2)) : 0);
  }
  bool has_number_inside(size_t bin) const {
    return corner_.y + size_.y - top_of(bin) > ui::text_size("0", style_.small_ink()).y + style_.px(6);
  }

  void tooltip(size_t bin) const {
    if (!ui::begin_tooltip(style_)) return;
    const std::string key = found_.counts.size() == 1 ? "histogram.one_bin" : "histogram.bin";
    ui::label(frame_.tr(key, {{"low", edge_text(bin)}, {"high", edge_text(bin + 1)}}), style_.small());
    const double share = static_cast<double>(found_.counts[bin]) / static_cast<double>(found_.finite);
    ui::label(frame_.tr("histogram.bin_count",
                        {{"count", look::whole_number(found_.counts[bin])}, {"share", percent(share)}}),
              style_.small_strong());
    ui::end_tooltip();
  }

  // An edge with as many decimals as the bin width has; the value itself if there is one bin.
  std::string edge_text(size_t bin) const {
    if (found_.counts.size() == 1) return number(found_.mean);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(found_.width) + 1e-9)));
    return engine::number_markup(edge(bin), decimals);
  }

  // The mean as a line, down to the bar that it is in, and one standard deviation to each side as a bracket
  // above the bars, with an arrow where it goes on beyond them; shares, of which most are small, have none.
  void spread() const {
    if (found_.counts.size() == 1) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = corner_.y - style_.px(6);
    const float mean = x_of(found_.mean);
    const float middle = is_of_shares_ ? mean : draw_bracket(y);
    list.AddLine({mean, y - style_.px(4)}, {mean, std::max(end_of_mean(), y + style_.px(4))},
                 style_.colours.ink, style_.px(1.5f));
    const std::string name =
        is_of_shares_ ? frame_.tr("histogram.even", {{"mean", number(found_.mean)}})
                      : frame_.tr("histogram.spread",
                                  {{"mean", number(found_.mean)}, {"deviation", number(found_.deviation)}});
    const float wide = ui::text_size(name, style_.small_ink()).x;
    const float last = corner_.x + size_.x - wide;
    const float x = std::min(std::max(middle - wide / 2, beside_choice_), last);
    ui::draw_text(list, {x, y - style_.px(22)}, name, style_.small_ink());
  }

  // Returns its middle.
  float draw_bracket(float y) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = std::max(x_of(found_.mean - found_.deviation), corner_.x);
    const float right = std::min(x_of(found_.mean + found_.deviation), corner_.x + size_.x);
    list.AddLine({left, y}, {right, y}, style_.colours.ink, style_.px(2));
    for (const double end : {found_.mean - found_.deviation, found_.mean + found_.deviation}) {
      const float x = x_of(end);
      if (x < corner_.x || x > corner_.x + size_.x) {
        goes_on(end < found_.mean, y);
        continue;
      }
      list.AddLine({x, y - style_.px(4)}, {x, y + style_.px(4)}, style_.colours.ink, style_.px(2));
    }
    return (left + right) / 2;
  }

  // The head of an arrow at the bracket's end.
  void goes_on(bool to_left, float y) const {
    const float tip = to_left ? corner_.x : corner_.x + size_.x;
    const float back = to_left ? tip + style_.px(9) : tip - style_.px(9);
    ImGui::GetWindowDrawList()->AddTriangleFilled({tip, y}, {back, y - style_.px(5)},
                                                  {back, y + style_.px(5)}, style_.colours.ink);
  }

  // Above the bar that holds the mean, and above its number where that stands on it.
  float end_of_mean() const {
    const size_t bin = bin_of(found_.mean).value_or(0);
    const bool is_empty = found_.counts[bin] == 0;
    const float number = is_empty || has_number_inside(bin) ? 0 : ui::text_size("0", style_.small_ink()).y;
    return top_of(bin) - number - (is_empty ? 0 : style_.px(4));
  }

  // Edges below the bars, as many as fit.
  void axis() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = corner_.y + size_.y;
    list.AddLine({corner_.x, bottom}, {corner_.x + size_.x, bottom}, style_.colours.muted);
    list.AddRect({corner_.x - 1, bottom + style_.px(3) - 1},
                 {corner_.x + size_.x + 1, bottom + style_.px(11) + 1}, style_.colours.hairline);
    if (found_.counts.size() == 1) {
      ui::draw_text_centred(list, {corner_.x + size_.x / 2, bottom + style_.px(16)}, edge_text(0),
                            style_.small());
      return;
    }
    const float widest = std::max(ui::text_size(edge_text(0), style_.small()).x,
                                  ui::text_size(edge_text(found_.counts.size()), style_.small()).x);
    size_t step = 1;
    while (static_cast<float>(step) * size_.x / bins_ < widest + style_.px(12)) step *= 2;
    // Steps are counted from zero, so that it is among the labelled edges.
    const auto zero = static_cast<Index>(std::llround(-found_.low / found_.width));
    for (size_t bin = 0; bin <= found_.counts.size(); ++bin) {
      if ((static_cast<Index>(bin) - zero) % static_cast<Index>(step) != 0) continue;
      ui::draw_text_centred(list, {x_of(edge(bin)), bottom + style_.px(16)}, edge_text(bin), style_.small());
    }
  }

  const Frame& frame_;
  const ui::Style& style_;
  const engine::Stage& stage_;
  const engine::Histogram& found_;
  bool is_of_shares_;  // every row of which sums to 1
  const look::ColourScale& scale_;
  float bins_;
  std::optional<size_t> explained_;  // the bin that holds the explained cell's number
  Index most_ = 0;                   // in one bin
  bool is_logarithmic_ = false;
  float beside_choice_ = 0;  // right of the choice of axis
  ImVec2 corner_;            // of the bars
  ImVec2 size_;
};

std::string histogram_why(const Frame& frame, int stage) {
  const engine::Histogram* const found = frame.facts.histogram(stage);
  const bool of_shares = found != nullptr && are_shares(frame.trace().stage(stage), *found);
  return frame.tr(of_shares ? "picture.histogram.why_shares" : "picture.histogram.why");
}

}  // namespace

void draw_histogram(const Frame& frame) {
  const auto stage = begin_picture(frame, "histogram", nearest_numbers, {.why = histogram_why});
  if (!stage) return;
  if (const engine::Histogram* const found = frame.facts.histogram(*stage)) {
    HistogramPicture(frame, *stage, *found).draw();
  } else {
    ui::paragraph(frame.tr("map.measuring"), ImGui::GetContentRegionAvail().x, frame.style.text());
  }
}

}  // namespace views
