// card_terms.cpp: what one cell is computed from, term by term.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/card/card_folding.h"
#include "app/views/card/card_scene.h"
#include "app/views/core/scroll_into_view.h"
#include "engine/core/letters.h"

namespace views {
namespace {

using engine::Arithmetic;
using engine::Measure;

constexpr size_t kFewKeys = 8;        // of a long row that are listed until all are asked for
constexpr size_t kLongList = 24;      // terms; more of them scroll in a part of the card if it is too short
constexpr float kSoftmaxWeight = 58;  // of the column of weights, pixels at 100 %
constexpr size_t kMostFitted = 128;   // terms; of more their factors' decimals are not chosen

class Terms {
 public:
  explicit Terms(const CardScene& scene)
      : scene_(scene),
        frame_(scene.frame),
        style_(scene.style),
        cell_(scene.cell),
        stage_(scene.stage),
        explanation_(scene.explanation),
        width_(scene.width) {
    choose_decimals();
  }

  void draw() {
    switch (explanation_.arithmetic) {
      case Arithmetic::kSoftmax:
        softmax_terms();
        break;
      case Arithmetic::kNormalise:
        norm_terms();
        break;
      case Arithmetic::kRmsNormalise:
        rms_terms();
        break;
      default:
        set_out();
        break;
    }
    if (normalises()) return;
    for (const engine::Quantity& quantity : explanation_.quantities) {
      if (stands_above(quantity)) continue;
      if (sums_a_column(quantity)) {
        scene_.measure(frame_.tr("card.exponentials_sum"), quantity.value, softmax_columns().exponential);
      } else {
        scene_.measure(frame_.tr(quantity.key), quantity.value);
      }
    }
    // Elsewhere the result's line says it.
    if (writes_division()) scene_.line(scene_.division(), explanation_.result, 4, false);
  }

 private:
  // The positions of a term's columns.
  struct Columns {
    float index, left, right, axis, value;
    float half_bar;
  };

  // What stands above a column: its right end in pixels at 100 %, 0 for the card's.
  struct ColumnHead {
    float end = 0;
    std::string markup;
  };
  // Where the columns of a row of a softmax end, and its bar begins; in pixels at 100 %.
  struct SoftmaxColumns {
    float name, score, exponential, bar;
  };

  bool normalises() const {
    return explanation_.arithmetic == Arithmetic::kNormalise ||
           explanation_.arithmetic == Arithmetic::kRmsNormalise;
  }
  // What the exponentials are computed with.
  bool stands_above(const engine::Quantity& quantity) const {
    return explanation_.arithmetic == Arithmetic::kSoftmax && quantity.measure == Measure::kMaximum;
  }
  // What stands below the exponentials that it sums.
  bool sums_a_column(const engine::Quantity& quantity) const {
    return explanation_.arithmetic == Arithmetic::kSoftmax && quantity.measure == Measure::kSum &&
           shows_exponentials();
  }
  bool writes_division() const {
    constexpr float kLeastCard = 400;  // pixels at 100 %: a lower one shows what follows instead
    const bool has_room = ImGui::GetWindowHeight() >= style_.px(kLeastCard);
    return scene_.is_map() && scene_.is_low() && has_room && !scene_.division().empty();
  }
  // Sums of a sub-layer name their summands: their symbols alone say little.
  bool names_its_terms() const {
    const bool is_of_sublayer =
        stage_.kind == engine::StageKind::kResidual || stage_.kind == engine::StageKind::kNudged;
    return explanation_.arithmetic == Arithmetic::kSum && is_of_sublayer;
  }

  void set_out() {
    switch (explanation_.style) {
      case engine::TermStyle::kGate:
        return draw_card_gate(scene_);
      case engine::TermStyle::kCut:
        return cut_terms();
      case engine::TermStyle::kPlain:
        return names_its_terms() ? draw_card_names(scene_) : terms();
    }
  }

  void terms() {
    double largest = 0;
    for (const engine::Term& term : explanation_.terms) {
      if (std::isfinite(term.value)) largest = std::max(largest, std::abs(term.value));
    }
    const std::vector<size_t> shown = shown_terms();
    const size_t count = shown.size();
    rows(
        count, count, [] {}, [&](size_t i) { term_row(shown[i], explanation_.terms[shown[i]], largest); });
    const size_t left_out = explanation_.terms.size() - count;
    if (left_out > 0 || folds()) draw_card_rest(scene_, left_out, sum_of_rest(explanation_.terms, shown), 2);
    if (rounded_ > 0) ui::paragraph(frame_.tr("card.rounded"), width_, style_.small());
  }

  // Those with a line of their own; in a low window as many as leave room for what follows them. While they
  // are played, each comes on its own.
  std::vector<size_t> shown_terms() const {
    std::vector<size_t> all(explanation_.terms.size());
    std::iota(all.begin(), all.end(), size_t{0});
    if (shows_all_terms() || !folds()) return all;
    return folded_terms();
  }
  // Sums of products fold: that their terms are many says little.
  bool folds() const {
    return explanation_.arithmetic == Arithmetic::kSumOfProducts && !frame_.session.explained_step() &&
           folded_terms().size() < explanation_.terms.size();
  }
  std::vector<size_t> folded_terms() const {
    const size_t count = explanation_.terms.size();
    const float room = std::max(ImGui::GetContentRegionAvail().y - height_below(), 0.0f);
    const auto fitting = static_cast<size_t>(room / row_pitch());
    return terms_with_a_line(explanation_.terms, scene_.is_low() ? fitting : count);
  }

  // The links of a cut: layer, from token to token, and how much can flow.
  void cut_terms() {
    const size_t count = explanation_.terms.size();
    rows(
        count, count, [] {}, [&](size_t i) { draw_card_link(scene_, explanation_.terms[i]); });
  }

  // The row's values, each with its part in the row's measure.
  void measured_row(const char* measure) {
    double largest = 0;
    for (const engine::Term& term : explanation_.terms) largest = std::max(largest, term.value);
    const auto here = static_cast<size_t>(cell_.column);
    rows(
        explanation_.terms.size(), here,
        [&] {
          column_heads({{106, "x"}, {0, measure}});
        },
        [&](size_t i) { norm_row(i, i == here, largest); });
    ImGui::Dummy({0, style_.px(4)});
  }

  // The row with each value's square, their mean, and the result for the cell's own value.
  void rms_terms() {
    measured_row("x^2");
    quantity(Measure::kMeanSquare);
    scene_.separator();
    scene_.line("x", explanation_.terms[static_cast<size_t>(cell_.column)].left, 4, false);
    quantity(Measure::kNormalised);
    quantity(Measure::kWeight, "× ");
  }

  // The row with each value's squared deviation from its mean, both measures of the row, and the result for
  // the cell's own value.
  void norm_terms() {
    measured_row("(x − μ)^2");
    const auto here = static_cast<size_t>(cell_.column);
    const std::string count = std::to_string(explanation_.terms.size());
    scene_.line(frame_.tr("card.mean", {{"count", count}}), explanation_.quantity(Measure::kMean).value, 4,
                false);
    scene_.line(frame_.tr("card.variance"), explanation_.quantity(Measure::kVariance).value, 4, false);
    scene_.separator();
    scene_.line("x", explanation_.terms[here].left, 4, false);
    quantity(Measure::kNormalised);
    quantity(Measure::kWeight, "× ");
    quantity(Measure::kBias, "+ ");
  }

  void quantity(Measure measure, const std::string& before = "") const {
    const engine::Quantity& shown = explanation_.quantity(measure);
    scene_.line(before + frame_.tr(shown.key), shown.value, 4, false);
  }

  void norm_row(size_t i, bool here, double largest) const {
    const engine::Term& term = explanation_.terms[i];
    const float height = style_.px(kCardRowHeight);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    ui::draw_text(list, at, frame_.tr.nth(i), here ? type : style_.small());
    ui::draw_number(list, {at.x + style_.px(106), at.y}, number(term.left), type);
    const float start = at.x + style_.px(128);
    const float room = at.x + width_ - style_.px(64) - start;
    if (room > 8 && largest > 0) {
      const float length = room * static_cast<float>(term.value / largest);
      list.AddRectFilled({start, at.y + height * 0.24f},
                         {start + std::max(1.0f, length), at.y + height * 0.64f}, style_.colours.accent, 2);
    }
    ui::draw_number(list, {at.x + width_, at.y}, number(term.value), type);
  }

  // 4   3.11 × 3.61   ▬▬   11.24
  void term_row(size_t index, const engine::Term& term, double largest) {
    const ui::TextStyle small = style_.small_ink();
    const float height = style_.px(kCardRowHeight);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    if (!ImGui::IsRectVisible(at, {at.x + width_, at.y + height})) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Columns place = columns();
    if (const auto letter = term_letter(term)) {
      const ImVec2 room(place.left - style_.px(40), height);
      draw_letter(*letter, at, room);
    } else {
      ui::draw_text(list, at, term_name(index, term), style_.small());
    }
    ui::TextStyle left = small;
    left.colour = colour_of(term.left_cell);
    ui::draw_number(list, {at.x + place.left, at.y}, factor(term.left, decimals_), left);
    if (explanation_.arithmetic == Arithmetic::kQuotient) {
      ui::draw_text(list, {at.x + place.left + style_.px(8), at.y}, "÷", style_.small());
      ui::draw_number(list, {at.x + place.right, at.y}, number(explanation_.divisor()), small);
    }
    if (term.has_right) {
      ui::TextStyle right = small;
      right.colour = colour_of(term.right_cell);
      ui::draw_text(list, {at.x + place.left + style_.px(8), at.y}, "×", style_.small());
      ui::draw_number(list, {at.x + place.right, at.y}, factor(term.right, decimals_), right);
    }
    bar(at, height, place, term.value, largest);
    const std::string product = number(term.value);
    ui::draw_number(list, {at.x + place.value, at.y}, product, small);
    const float before = place.value - ui::number_width(product, small) - style_.px(3);
    const bool has_room = before - ui::text_size("≈", style_.small()).x >= place.right + style_.px(2);
    if (is_rounded(term, decimals_) && has_room)
      ui::draw_text_right(list, {at.x + before, at.y}, "≈", style_.small());
  }

  static std::string factor(double value, int decimals) {
    return CardScene::number(value, std::abs(value) >= 1000 ? 0 : decimals);
  }
  static double as_written(double value, int decimals) {
    const double unit = std::abs(value) >= 1000 ? 1 : std::pow(10.0, decimals);
    return std::round(value * unit) / unit;
  }
  // Whether the factors as they are written give another product than the one beside them.
  static bool is_rounded(const engine::Term& term, int decimals) {
    return term.has_right && std::isfinite(term.value) &&
           number(as_written(term.left, decimals) * as_written(term.right, decimals)) != number(term.value);
  }
  std::ptrdiff_t count_rounded(int decimals) const {
    return std::ranges::count_if(explanation_.terms,
                                 [&](const engine::Term& term) { return is_rounded(term, decimals); });
  }
  // As few decimals of the factors as let the products be those of the numbers as they are written, as far as
  // there is room.
  void choose_decimals() {
    constexpr int kMost = 4;
    if (explanation_.arithmetic != Arithmetic::kSumOfProducts) return;
    rounded_ = count_rounded(decimals_);
    if (explanation_.terms.size() > kMostFitted) return;
    for (int decimals = 3; decimals <= kMost && rounded_ > 0 && have_room(decimals); ++decimals) {
      const std::ptrdiff_t rounded = count_rounded(decimals);
      if (rounded >= rounded_) continue;
      decimals_ = decimals;
      rounded_ = rounded;
    }
  }
  bool have_room(int decimals) const {
    const Columns place = columns();
    const ui::TextStyle type = style_.small_ink();
    const float sign = style_.px(8) + ui::text_size("×", type).x + style_.px(3);
    for (size_t i = 0; i < explanation_.terms.size(); ++i) {
      const engine::Term& term = explanation_.terms[i];
      if (!term.has_right) continue;
      const float name = ui::text_size(term_name(i, term), style_.small()).x + style_.px(4);
      if (name + ui::number_width(factor(term.left, decimals), type) > place.left) return false;
      if (place.left + sign + ui::number_width(factor(term.right, decimals), type) > place.right)
        return false;
    }
    return true;
  }

  // The stage by whose letter a term is known; none: by a token or an index.
  std::optional<int> term_letter(const engine::Term& term) const {
    const bool is_of_stages = explanation_.arithmetic == Arithmetic::kSum ||
                              explanation_.arithmetic == Arithmetic::kCopy ||
                              explanation_.arithmetic == Arithmetic::kQuotient;
    const bool is_bias = explanation_.arithmetic != Arithmetic::kProduct && !term.has_right;
    if ((!is_of_stages && !is_bias) || term.left_cell.stage < 0) return std::nullopt;
    return term.left_cell.stage;
  }
  // As in formulas, with what stands above or below it.
  void draw_letter(int stage, ImVec2 at, ImVec2 room) const {
    const engine::Trace& trace = frame_.trace();
    const std::string markup = engine::symbol_of(trace, trace.stage(stage), style_.lettering);
    ui::MathStyle math{&style_.fonts,        style_.px(15),        style_.colours.muted,
                       style_.colours.muted, style_.colours.muted, style_.colours.muted};
    ui::MathLayout letter = ui::layout_math(markup, math);
    if (letter.width > room.x) {
      math.size *= std::max(room.x / letter.width, 0.7f);
      letter = ui::layout_math(markup, math);
    }
    ui::draw_math(*ImGui::GetWindowDrawList(),
                  {at.x, at.y + ui::baseline(style_.fonts.regular, style_.px(13))}, letter);
  }

  std::string term_name(size_t index, const engine::Term& term) const {
    // A sum over keys names the token, one over dimensions its index.
    if (!term.has_right || explanation_.arithmetic == Arithmetic::kProduct) return "";
    const engine::Stage& left = frame_.trace().stage(term.left_cell.stage);
    return ui::ellipsise(frame_.facts.label(left.columns_are(), static_cast<engine::Index>(index)),
                         style_.px(46), style_.small());
  }

  void bar(ImVec2 at, float height, const Columns& place, double value, double largest) const {
    if (!std::isfinite(value) || largest == 0 || place.half_bar < 4) return;
    const float length = place.half_bar * static_cast<float>(value / largest);
    const float axis = at.x + place.axis;
    const ImVec2 low(std::min(axis, axis + length), at.y + height * 0.24f);
    const ImVec2 high(std::max(axis, axis + length), at.y + height * 0.64f);
    ImGui::GetWindowDrawList()->AddRectFilled(low, {std::max(high.x, low.x + 1), high.y},
                                              value < 0 ? style_.colours.muted : style_.colours.accent, 2);
    ImGui::GetWindowDrawList()->AddLine({axis, at.y}, {axis, at.y + height}, style_.colours.hairline);
  }

  // The row's softmax: score, its exponential, and the weight; the explained key is marked. In a low window,
  // and of a long row, the keys that hardly count share one line.
  void softmax_terms() {
    for (const engine::Quantity& quantity : explanation_.quantities) {
      if (stands_above(quantity)) scene_.lettered(frame_.tr(quantity.key), quantity.value);
    }
    const double sum = explanation_.quantity(Measure::kSum).value;
    const engine::Stage& scores = frame_.trace().stage(stage_.inputs[0]);
    const std::string symbol = engine::symbol_of(frame_.trace(), scores, style_.lettering);
    const std::string weight = engine::symbol_of(frame_.trace(), stage_, style_.lettering);
    const std::vector<size_t> shown = counting_terms(sum);
    const size_t here = static_cast<size_t>(
        std::find(shown.begin(), shown.end(), static_cast<size_t>(cell_.column)) - shown.begin());
    const SoftmaxColumns at = softmax_columns();
    rows(
        shown.size(), here,
        [&] {
          std::vector<ColumnHead> heads = {{at.score, symbol}, {0, weight}};
          if (shows_exponentials()) heads.push_back({at.exponential, "e^{" + symbol + " − m}"});
          column_heads(heads);
        },
        [&](size_t i) { softmax_row(shown[i], sum); });
    const size_t left_out = explanation_.terms.size() - shown.size();
    if (!folds_keys()) return;
    const double rest = share_of_rest(shown, sum);
    if (left_out > 0 && shows_exponentials()) exponentials_of_rest(rest * sum, left_out);
    draw_card_rest(scene_, left_out, rest, 4);
  }

  // In the line of the rest, below the exponentials: theirs together, where the words leave room.
  void exponentials_of_rest(double together, size_t left_out) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = style_.px(softmax_columns().exponential);
    const std::string words = rest_words(scene_, left_out);
    const float room = right - ui::text_size(words, style_.small()).x - style_.px(6);
    if (ui::number_width(ui::fixed_number(together, 4), style_.small_ink()) > room) return;
    ui::draw_number(*ImGui::GetWindowDrawList(), {at.x + right, at.y}, together, 4, style_.small_ink());
  }

  // In a narrow card names and numbers are closer together.
  SoftmaxColumns softmax_columns() const {
    const bool is_narrow = width_ < style_.px(206 + 14 + kSoftmaxWeight + 40);
    if (!shows_exponentials()) return {76, 134, 134, 148};
    return is_narrow ? SoftmaxColumns{68, 124, 190, 200} : SoftmaxColumns{76, 134, 206, 220};
  }

  // The bars stay where there is too little room for everything.
  bool shows_exponentials() const { return width_ >= style_.px(200 + kSoftmaxWeight + 20); }

  double share(size_t term, double sum) const { return sum > 0 ? explanation_.terms[term].value / sum : 0; }

  bool folds_keys() const { return scene_.is_low() || explanation_.terms.size() > kLongList; }

  // The terms with a line of their own.
  std::vector<size_t> counting_terms(double sum) const {
    std::vector<size_t> all(explanation_.terms.size());
    std::iota(all.begin(), all.end(), size_t{0});
    if (!folds_keys() || shows_all_terms()) return all;
    const auto here = static_cast<size_t>(cell_.column);
    if (!scene_.is_low()) return keys_with_a_line(explanation_.terms, sum, here, kFewKeys);
    // Below the heading of the columns and above the line of the rest.
    const float room = ImGui::GetContentRegionAvail().y - height_below() - 2 * row_pitch();
    const auto most = static_cast<size_t>(std::max(room / row_pitch(), 0.0f));
    return keys_with_a_line(explanation_.terms, sum, here, most);
  }

  double share_of_rest(const std::vector<size_t>& shown, double sum) const {
    double rest = sum > 0 ? 1 : 0;
    for (const size_t term : shown) rest -= share(term, sum);
    return std::max(rest, 0.0);
  }

  // Column headings, as formulas write them.
  void column_heads(const std::vector<ColumnHead>& heads) const {
    const ImU32 quiet = style_.colours.muted;
    const ui::MathStyle math{&style_.fonts, style_.px(15), quiet, quiet, quiet, quiet};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float air = style_.px(2);  // an exponent reaches up to the line above
    const float baseline = at.y + air + ui::baseline(style_.fonts.regular, style_.px(13));
    for (const ColumnHead& head : heads) {
      const float right = head.end == 0 ? width_ : style_.px(head.end);
      const ui::MathLayout letters = ui::layout_math(head.markup, math);
      ui::draw_math(*ImGui::GetWindowDrawList(), {at.x + right - letters.width, baseline}, letters);
    }
    ImGui::Dummy({width_, style_.px(kCardRowHeight) + air});
  }

  void softmax_row(size_t j, double sum) {
    const engine::Term& term = explanation_.terms[j];
    const float height = style_.px(kCardRowHeight);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, height});
    if (!ImGui::IsRectVisible(at, {at.x + width_, at.y + height})) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = static_cast<engine::Index>(j) == cell_.column;
    const ui::TextStyle type = here ? style_.small_strong() : style_.small_ink();
    ui::TextStyle name = type;
    if (here && scene_.is_map()) name.colour = style_.colours.key;
    const std::string label = frame_.facts.label(stage_.columns_are(), static_cast<engine::Index>(j));
    const SoftmaxColumns place = softmax_columns();
    ui::draw_text(list, at, ui::ellipsise(label, style_.px(place.name), name), name);
    ui::draw_number(list, {at.x + style_.px(place.score), at.y}, number(term.left), type);
    if (shows_exponentials())
      ui::draw_number(list, {at.x + style_.px(place.exponential), at.y}, term.value, 4, type);
    const double weight = share(j, sum);
    const float start = at.x + style_.px(place.bar);
    const float room = at.x + width_ - style_.px(kSoftmaxWeight) - start;
    if (room > 8) {
      const float length = std::max(1.0f, room * static_cast<float>(weight));
      list.AddRectFilled({start, at.y + height * 0.24f}, {start + length, at.y + height * 0.64f},
                         style_.colours.accent, 2);
    }
    ui::draw_number(list, {at.x + width_, at.y}, weight, 4, type);
  }

  ImU32 colour_of(const engine::Cell& cell) const {
    return cell.stage < 0 ? style_.colours.ink : style_.role(frame_.trace().stage(cell.stage).role);
  }

  Columns columns() const {
    Columns columns{};
    columns.value = width_;
    columns.index = 0;
    columns.left = style_.px(82);
    columns.right = style_.px(152);
    const float bar_start = columns.right + style_.px(14);
    const float bar_end = width_ - style_.px(74);
    columns.half_bar = std::max(0.0f, (bar_end - bar_start) / 2);
    columns.axis = bar_start + columns.half_bar;
    return columns;
  }

  // Of what follows the terms.
  float height_below() const {
    const bool names_result = !scene_.is_map() || !scene_.is_low();
    float below =
        style_.px((names_result ? 44.0f : 0) + (normalises() ? 50.0f : 0)) + card_journey_height(scene_) +
        style_.px(22) *
            static_cast<float>(std::ranges::count_if(
                explanation_.quantities, [&](const auto& quantity) { return !stands_above(quantity); }));
    if (writes_division()) below += style_.px(22);
    if (rounded_ > 0) below += ui::paragraph_height(frame_.tr("card.rounded"), width_, style_.small());
    for (const std::string& note : scene_.notes())
      below += ui::paragraph_height(note, width_, style_.small());
    return below;
  }
  // The height of `count` rows; if many, as far as they fit on the card below the cursor: the rest scrolls,
  // so that the result stays visible. Where all were asked for, the card itself scrolls.
  float rows_height(size_t count) const {
    const float each = row_pitch();
    const float room = std::max(ImGui::GetContentRegionAvail().y - height_below(), 2 * each);
    const float whole = static_cast<float>(count) * each;
    return count > kLongList && whole > room && !shows_all_terms() ? std::floor(room / each) * each : whole;
  }
  static bool scrolls(size_t count, float height, float pitch) {
    return static_cast<float>(count) * pitch > height + 1;
  }
  float row_pitch() const { return style_.px(kCardRowHeight) + ImGui::GetStyle().ItemSpacing.y; }

  // Draws a heading line and `count` rows, of which only visible ones cost time; keeps `here` in view.
  template <class Heading, class Row>
  void rows(size_t count, size_t here, const Heading& heading, const Row& row) {
    const float pitch = row_pitch();
    const float height = rows_height(count);
    const bool in_part = scrolls(count, height, pitch);
    const float whole = width_;
    if (in_part) width_ -= ImGui::GetStyle().ScrollbarSize + style_.px(6);
    heading();
    if (in_part) {
      ImGui::BeginChild("terms", {whole, height});
      const float above = std::floor(height / pitch / 2);
      if (here < count && arrives_at("term", stage_.address + " " + std::to_string(here)))
        ImGui::SetScrollY(pitch * std::max(0.0f, static_cast<float>(here) - above));
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), pitch);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(static_cast<size_t>(i));
    }
    if (in_part) ImGui::EndChild();
    width_ = whole;
  }

  static std::string number(double value) {
    return CardScene::number(value, std::abs(value) >= 1000 ? 0 : 2);
  }

  const CardScene& scene_;
  const Frame& frame_;
  const ui::Style& style_;
  const engine::Cell& cell_;
  const engine::Stage& stage_;
  const engine::Explanation& explanation_;
  float width_;                 // narrower than the card's if the terms have a scroll bar
  int decimals_ = 2;            // of the factors of products
  std::ptrdiff_t rounded_ = 0;  // terms whose factors, as they are written, give another product
};

}  // namespace

void draw_card_terms(const CardScene& scene) {
  Terms(scene).draw();
}

}  // namespace views
