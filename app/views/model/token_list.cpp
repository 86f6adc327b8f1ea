// token_list.cpp: token, logit, probability and chance, one line each.
#include "app/views/model/token_list.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/stage/likeliest_words.h"

namespace views {
namespace {

using engine::Index;

// The positions of the columns, in pixels from the list's left end.
struct TokenColumns {
  float token = 0, token_width = 0;
  float logit = 0;  // right edge
  float bar = 0, bar_width = 0, probability = 0;
  float chance_bar = 0, chance = 0;  // all bars have the same width
};

class TokenList {
 public:
  TokenList(const Frame& frame, const NextTokens& next, float width)
      : frame_(frame),
        style_(frame.style),
        next_(next),
        is_drawn_(frame.session.trace_document().config.predicts == engine::Prediction::kNextToken),
        width_(width),
        columns_(columns()) {
    for (const NextToken& token : next.ordered) {
      largest_ = std::max(largest_, token.probability);
      if (!is_drawn_) continue;
      largest_ = std::max(largest_, token.chance);
    }
  }

  void draw(float height) {
    const float low = style_.px(kLine);
    head(low);
    // The line that says what hatching is takes a row's place, if any row is hatched.
    const auto around_of = [&] { return (has_cut_ ? 3 : 2) * low + style_.px(4); };
    for (int lines = 0; lines < 2; ++lines) {
      few_ = few_that_fit(height - around_of());
      has_cut_ = std::ranges::any_of(rows(), [&](const NextToken& token) { return is_hatched(token); });
    }
    const float around = around_of();
    const std::span<const NextToken> shown = rows();
    const auto count = static_cast<float>(shown.size());
    // A few are large; of many, whole lines: none is cut.
    const float most = style_.px(is_few() && !is_drawn_ ? kTallestLine : kLine);
    const float line = std::clamp(std::floor((height - around) / count), low, most);
    const float room = std::max(std::floor((height - around) / line), 1.0f) * line;
    if (ImGui::BeginChild("next tokens", {width_, std::min(line * count, room)}, 0,
                          ImGuiWindowFlags_NoBackground)) {
      for (const NextToken& token : shown) row(token, line);
    }
    ImGui::EndChild();
    foot(low);
  }

 private:
  static constexpr float kLine = 22;  // pixels at 100 %
  static constexpr float kTallestLine = 54;
  static constexpr float kLarge = 28;  // from this height on the type is larger
  static constexpr size_t kFew = 8;

  // How many are listed until all are asked for: some of a list without scrolling, and the one that is next.
  size_t few_that_fit(float room) const {
    if (!is_drawn_) return kFew;
    const auto fitting = static_cast<size_t>(std::max(room / style_.px(kLine), static_cast<float>(kFew)));
    const auto next = std::ranges::find(next_.ordered, next_.chosen, &NextToken::token);
    const auto to_next = static_cast<size_t>(next - next_.ordered.begin()) + 1;
    return to_next <= next_.ordered.size() ? std::max(fitting, to_next) : fitting;
  }
  bool unfolds() const { return next_.ordered.size() > few_ + 1; }

  // Whether only the most probable are listed, and the others summed up.
  bool is_few() const { return unfolds() && !ImGui::GetStateStorage()->GetBool(ImGui::GetID("all tokens")); }

  std::span<const NextToken> rows() const {
    return {next_.ordered.data(), is_few() ? few_ : next_.ordered.size()};
  }

  // A probability that is not 0 is not written as one.
  static std::string written(double probability) {
    constexpr double kLeastWritten = 0.00005;
    if (probability > 0 && probability < kLeastWritten) return "< 0.0001";
    return ui::fixed_number(probability, 4);
  }

  bool is_of_classes() const {
    return frame_.session.trace_document().config.predicts == engine::Prediction::kClass;
  }

  TokenColumns columns() const {
    const float number = ui::number_width(is_drawn_ ? "0.0000" : "< 0.0001", style_.strong());
    const float gap = style_.px(8);
    const float right = width_ - style_.px(14);  // the scrollbar
    TokenColumns columns;
    columns.token = style_.px(16);
    columns.token_width = std::clamp(width_ * 0.2f, style_.px(44), style_.px(140));
    if (!is_drawn_) {
      columns.probability = columns.token + columns.token_width + gap + number;
      columns.bar = columns.probability + 2 * gap;
      columns.logit = right;
      columns.bar_width = std::max(0.0f, right - columns.bar - style_.px(60));
      return columns;
    }
    columns.logit = columns.token + columns.token_width + style_.px(50);
    columns.bar = columns.logit + 2 * gap;
    columns.bar_width = std::max(0.0f, (right - columns.bar - 2 * number - 4 * gap) / 2);
    columns.probability = columns.bar + columns.bar_width + gap + number;
    columns.chance_bar = columns.probability + 2 * gap;
    columns.chance = right;
    return columns;
  }

  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

  void head(float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ui::TextStyle type = style_.small();
    const auto write = [&](const char* key, float left, float right) {
      const std::string word = ui::ellipsise(frame_.tr(key), right - left, type);
      ui::draw_text_right(list(), {at.x + right, at.y}, word, type);
    };
    ui::draw_text(list(), {at.x + columns_.token, at.y},
                  ui::ellipsise(frame_.tr(is_of_classes() ? "generate.class" : "generate.token"),
                                columns_.token_width, type),
                  type);
    write("generate.logit", columns_.logit - style_.px(50), columns_.logit);
    write("generate.probability", columns_.probability - style_.px(90), columns_.probability);
    if (is_drawn_) write("generate.chance", columns_.chance_bar, columns_.chance);
    ImGui::Dummy({width_, line});
    list().AddLine({at.x, at.y + line - 2}, {at.x + width_, at.y + line - 2}, style_.colours.hairline);
  }

  void row(const NextToken& token, float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(("next " + std::to_string(token.token)).c_str(), {width_, line});
    if (ImGui::IsItemHovered()) frame_.hover({next_.probabilities, next_.row, token.token});
    if (is_drawn_ && !token.rules.empty()) ui::tip(style_, rules_sentence(token));
    if (!ImGui::IsItemVisible()) return;
    const engine::Cell cell{next_.probabilities, next_.row, token.token};
    if (frame_.explained_cell() == cell)
      list().AddRectFilled(at, {at.x + width_, at.y + line}, style_.colours.selected, style_.px(4));
    const bool chosen = is_drawn_ && token.token == next_.chosen;
    const bool cut = is_drawn_ && token.chance == 0;
    ui::TextStyle type = line >= style_.px(kLarge) ? style_.text()
                         : chosen                  ? style_.small_strong()
                                                   : style_.small_ink();
    if (cut) type.colour = style_.colours.muted;
    const float y = at.y + (line - ui::text_size("0", type).y) / 2;
    if (chosen) marker({at.x + style_.px(3), at.y + line / 2});
    const std::string name = predicted_name(frame_, next_.row, token.token);
    ui::draw_text(list(), {at.x + columns_.token, y}, ui::ellipsise(name, columns_.token_width, type), type);
    ui::draw_number(list(), {at.x + columns_.logit, y}, token.logit, 2, type);
    bar(at.x + columns_.bar, at.y, line, token.probability / largest_, style_.colours.accent);
    ui::draw_number(list(), {at.x + columns_.probability, y}, written(token.probability), type);
    if (!is_drawn_) return;
    if (is_hatched(token)) {
      hatch(at.x + columns_.chance_bar, at.y, line, token.probability / largest_);
    } else if (!cut) {
      bar(at.x + columns_.chance_bar, at.y, line, token.chance / largest_, style_.colours.ink);
    }
    ui::draw_number(list(), {at.x + columns_.chance, y}, token.chance, 4, type);
  }

  // Which rules of the model's files change the token's chance, and how.
  std::string rules_sentence(const NextToken& token) const {
    if (std::isinf(token.ruled)) return frame_.tr("generate.ruled_out", {{"fields", token.rules}});
    return frame_.tr("generate.ruled",
                     {{"fields", token.rules}, {"logit", ui::fixed_number(token.ruled, 2)}});
  }

  // A small triangle at the next token.
  void marker(ImVec2 left) const {
    const float half = style_.px(4);
    list().AddTriangleFilled({left.x, left.y - half}, {left.x, left.y + half}, {left.x + 1.6f * half, left.y},
                             style_.colours.accent);
  }

  void bar(float x, float y, float line, double share, ImU32 colour) const {
    const float length = std::max(1.0f, columns_.bar_width * static_cast<float>(share));
    list().AddRectFilled({x, y + line * 0.28f}, {x + length, y + line * 0.72f}, colour, style_.px(2));
  }

  // Whether it is never picked, and its bar would be long enough for hatching to be seen.
  bool is_hatched(const NextToken& token) const {
    const auto share = static_cast<float>(token.probability / largest_);
    return is_drawn_ && token.chance == 0 && columns_.bar_width * share >= style_.px(4);
  }

  // Hatching for what is excluded, as long as its bar would be.
  void hatch(float x, float y, float line, double share) const {
    const float length = std::max(1.0f, columns_.bar_width * static_cast<float>(share));
    const ImVec2 low(x, y + line * 0.28f);
    const ImVec2 high(x + length, y + line * 0.72f);
    list().PushClipRect(low, high, true);
    const float height = high.y - low.y;
    const int lines = static_cast<int>((length + height) / style_.px(5)) + 1;
    for (int i = 0; i < lines; ++i) {
      const float start = low.x - height + style_.px(5) * static_cast<float>(i);
      list().AddLine({start, high.y}, {start + height, low.y}, style_.colours.muted);
    }
    list().PopClipRect();
    list().AddRect(low, high, style_.colours.hairline, style_.px(2));
  }

  // What the sum is of.
  std::string words_of_sum() const {
    const auto listed = static_cast<Index>(next_.ordered.size());
    if (is_few())
      return frame_.tr("generate.others",
                       {{"count", look::whole_number(next_.count - static_cast<Index>(few_))}});
    if (is_of_classes())
      return frame_.tr("generate.sum_of_classes", {{"count", std::to_string(next_.count)}});
    if (listed == next_.count) return frame_.tr("generate.sum", {{"count", std::to_string(listed)}});
    return frame_.tr("generate.sum_of_all",
                     {{"count", look::whole_number(next_.count)}, {"listed", std::to_string(listed)}});
  }

  void foot(float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    list().AddLine({at.x, at.y + 1}, {at.x + width_, at.y + 1}, style_.colours.hairline);
    const ui::TextStyle type = style_.small_strong();
    const float y = at.y + style_.px(5);
    const bool few = is_few();
    double sum = next_.probability_sum;
    double chances = next_.chance_sum;
    if (few) {
      for (const NextToken& token : rows()) {
        sum -= token.probability;
        chances -= token.chance;
      }
    }
    const std::string number = written(std::max(sum, 0.0));
    const float room = columns_.probability - ui::number_width(number, type) - columns_.token - style_.px(8);
    const std::string mark = !unfolds() ? "" : few ? " ▾" : " ▴";
    ui::draw_text(list(), {at.x + columns_.token, y}, ui::ellipsise(words_of_sum() + mark, room, type), type);
    ui::draw_number(list(), {at.x + columns_.probability, y}, number, type);
    if (is_drawn_) ui::draw_number(list(), {at.x + columns_.chance, y}, std::max(chances, 0.0), 4, type);
    if (ImGui::InvisibleButton(("sum " + ui::fixed_number(next_.probability_sum, 4)).c_str(),
                               {width_, line}) &&
        unfolds())
      ImGui::GetStateStorage()->SetBool(ImGui::GetID("all tokens"), few);
    if (unfolds() && ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ui::tip(style_, frame_.tr(few ? "generate.others.tip" : "generate.sum.tip"));
    if (has_cut_) say_hatching(line);
  }

  // What the hatched bars are, beside one.
  void say_hatching(float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    hatch(at.x + columns_.token, at.y, line, style_.px(18) / std::max(columns_.bar_width, 1.0f));
    ui::draw_text(
        list(), {at.x + columns_.token + style_.px(26), at.y + style_.px(4)},
        ui::ellipsise(frame_.tr("generate.cut"), width_ - columns_.token - style_.px(26), style_.small()),
        style_.small());
    ImGui::Dummy({width_, line});
  }

  const Frame& frame_;
  const ui::Style& style_;
  const NextTokens& next_;
  bool is_drawn_;  // whether the next one is sampled: then each has a chance
  float width_;
  TokenColumns columns_;
  double largest_ = 1e-30;  // of all bars, which have one scale
  bool has_cut_ = false;    // whether one is hatched
  size_t few_ = kFew;       // listed until all are asked for
};

}  // namespace

void draw_token_list(const Frame& frame, const NextTokens& next, ImVec2 size) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  TokenList(frame, next, size.x).draw(size.y);
  ImGui::PopStyleVar();
}

}  // namespace views
