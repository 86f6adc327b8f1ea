// token_key.cpp: samples of lines, letters with their names, and what is left out.
#include "app/views/stage/token_key.h"

#include <array>
#include <string>
#include <utility>

#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "engine/core/letters.h"

namespace views {
namespace {

class TokenKey {
 public:
  TokenKey(const Frame& frame, const TokenPicture& picture, ImVec2 at, float width)
      : frame_(frame),
        style_(frame.style),
        type_(frame.style.small()),
        picture_(picture),
        list_(*ImGui::GetWindowDrawList()),
        x_(at.x),
        y_(at.y),
        end_(at.x + width) {}

  void draw() {
    end_ -= left_out() + style_.px(16);
    samples();
    name(picture_.queries_of);
    if (picture_.keys_of != picture_.queries_of) name(picture_.keys_of);
    name(picture_.mask);
    predicted();
  }

 private:
  void text(const std::string& words, float gap) {
    ui::draw_text(list_, {x_, y_}, words, type_);
    x_ += ui::text_size(words, type_).x + gap;
  }

  void samples() {
    const float length = style_.px(18);
    const float gap = style_.px(5);
    const std::string name = frame_.tr("one_token.width");
    constexpr std::array<std::pair<float, const char*>, 3> kSamples = {{{0, "0"}, {0.5f, "0.5"}, {1, "1"}}};
    float width = ui::text_size(name, type_).x + gap;
    for (const auto& [weight, number] : kSamples) width += length + ui::text_size(number, type_).x + 3 * gap;
    if (x_ + width > end_) return;
    text(name, gap);
    const float middle = y_ + ui::text_size(name, type_).y / 2;
    for (const auto& [weight, number] : kSamples) {
      x_ += gap;
      list_.AddLine({x_, middle}, {x_ + length, middle}, style_.colours.value,
                    token_line_width(style_, weight));
      x_ += length + gap;
      text(number, gap);
    }
    x_ += style_.px(18);
  }

  // "N: layer norm".
  void name(int stage) {
    if (stage < 0) return;
    const engine::Trace& trace = frame_.trace();
    const ui::Colours& colours = style_.colours;
    const ui::MathLayout letter = ui::layout_math(
        engine::symbol_of(trace, trace.stage(stage), style_.lettering),
        {&style_.fonts, style_.px(14), colours.ink, colours.query, colours.key, colours.value});
    const std::string words = ": " + app::inside_sentence(look::stage_name(frame_.tr, trace.stage(stage)));
    if (x_ + letter.width + ui::text_size(words, type_).x > end_) return;
    ui::draw_math(list_, {x_, y_ + ui::baseline(type_.font, type_.size)}, letter);
    x_ += letter.width;
    text(words, style_.px(14));
  }

  // "animal: predicted": it is shown whatever its weight.
  void predicted() {
    if (!picture_.also) return;
    const engine::AxisRef keys = frame_.trace().stage(picture_.weights).columns_are();
    const std::string words =
        frame_.tr("one_token.predicted", {{"token", frame_.facts.label(keys, *picture_.also)}});
    if (x_ + ui::text_size(words, type_).x <= end_) text(words, 0);
  }

  // "…: 7 more, weight 0.06" at the right end; returns its width.
  float left_out() const {
    if (picture_.left_out == 0) return 0;
    const std::string words =
        frame_.tr("one_token.more", {{"count", std::to_string(picture_.left_out)},
                                     {"weight", ui::fixed_number(picture_.weight_left_out, 2)}});
    const std::string shown = ui::ellipsise(words, end_ - x_, type_);
    ui::draw_text_right(list_, {end_, y_}, shown, type_);
    return ui::text_size(shown, type_).x;
  }

  const Frame& frame_;
  const ui::Style& style_;
  ui::TextStyle type_;
  const TokenPicture& picture_;
  ImDrawList& list_;
  float x_, y_, end_;
};

}  // namespace

float token_line_width(const ui::Style& style, float weight) {
  constexpr float kThinnest = 1;  // pixels at 100 %
  constexpr float kThicker = 5;   // at weight 1
  return style.px(kThinnest) + style.px(kThicker) * weight;
}

void draw_token_key(const Frame& frame, const TokenPicture& picture, ImVec2 at, float width) {
  TokenKey(frame, picture, at, width).draw();
}

}  // namespace views
