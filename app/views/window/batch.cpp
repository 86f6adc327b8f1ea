// batch.cpp: the controls of a batch.
#include "app/views/window/batch.h"

#include <algorithm>

#include "app/look/labels.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/window/chips.h"

namespace views {
namespace {

void muted_word(const Frame& frame, std::string_view key) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame.style.colours.muted);
  ui::plain(frame.tr(key));
  ImGui::PopStyleColor();
}

std::string length_face(const Frame& frame) {
  const engine::Index length = frame.session.document().batch_length;
  return length == 0 ? frame.tr("sequence.longest") : std::to_string(length);
}

float length_value_width(const Frame& frame) {
  return std::max(ui::text_size(length_face(frame), frame.style.strong()).x + frame.style.px(18),
                  frame.style.px(30));
}

float length_width(const Frame& frame) {
  return ui::text_size(frame.tr("sequence.length"), frame.style.text()).x + length_value_width(frame);
}

// The longest sentence, or the chosen length: shorter ones are padded, longer ones truncated.
void length_field(const Frame& frame) {
  constexpr int kNone = 0;
  constexpr int kLongest = 64;
  int length = static_cast<int>(frame.session.document().batch_length);
  const std::string face = length == 0 ? length_face(frame) : "%d";
  muted_word(frame, "sequence.length");
  ImGui::SameLine(0, 0);
  ImGui::SetNextItemWidth(length_value_width(frame));
  ui::push_font(frame.style.fonts.semibold, frame.style.px(15));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ui::with_alpha(frame.style.colours.panel, 0));
  if (ui::drag_number("##batch length", ImGuiDataType_S32, &length, 0.1f, &kNone, &kLongest, face.c_str())) {
    frame.requests.edit("batch length",
                        [length](app::State& state) { state.document.batch_length = length; });
  }
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ui::tip(frame.style, frame.tr("sequence.length.tip"));
}

// The width of the widest of this many.
float example_width(const Frame& frame, int count) {
  return ui::text_size(std::to_string(count), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void example_button(const Frame& frame, int example, bool chosen) {
  const std::string number = frame.tr.nth(example);
  const auto face = chosen ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
  if (ui::button(frame.style, (number + "##sentence " + number).c_str(), face)) {
    frame.requests.edit("walk", [address = engine::in_example(frame.here(), example)](app::State& state) {
      app::focus_on(state, address);
    });
  }
  const bool is_of_lines = frame.session.document().is_batch;
  ui::tip(frame.style,
          frame.tr(is_of_lines ? "sequence.sentence.tip" : "sequence.array.tip", {{"sentence", number}}));
}

}  // namespace

void draw_batch_switch(const Frame& frame) {
  const bool on = frame.session.document().is_batch;
  const auto face = on ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
  if (ui::button(frame.style, (frame.tr("sequence.batch") + "##batch").c_str(), face)) {
    frame.requests.edit("", [on](app::State& state) { app::set_batch(state, !on); });
  }
  ui::tip(frame.style, frame.tr("sequence.batch.tip"));
}

float batch_switch_width(const Frame& frame) {
  return ui::text_size(frame.tr("sequence.batch"), frame.style.text()).x +
         2 * ImGui::GetStyle().FramePadding.x;
}

void draw_examples_of_batch(const Frame& frame, float room) {
  const bool is_of_lines = frame.session.document().is_batch;  // not of arrays, beside whose names they are
  const float high = is_of_lines ? frame.style.px(3) : ImGui::GetStyle().FramePadding.y;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame.style.px(8), high));
  const int count = frame.facts.example_count();
  const int now = focused_example(frame);
  const char* const what = is_of_lines ? "sequence.sentence" : "sequence.batch";
  const float word = ui::text_size(frame.tr(what), frame.style.text()).x + frame.style.px(6);
  const float each = example_width(frame, count) + frame.style.px(2);
  const float for_numbers = is_of_lines ? room - length_width(frame) - frame.style.px(14) : room;
  const bool with_word = word + static_cast<float>(count) * each <= for_numbers;
  // If not all fit, those around the focused one.
  const int shown = std::clamp(static_cast<int>((for_numbers - (with_word ? word : 0)) / each), 1, count);
  const int first = std::clamp(now - shown / 2, 0, count - shown);
  if (with_word) {
    muted_word(frame, what);
    ImGui::SameLine(0, frame.style.px(6));
  }
  for (int example = first; example < first + shown; ++example) {
    if (example > first) ImGui::SameLine(0, frame.style.px(2));
    example_button(frame, example, example == now);
  }
  if (is_of_lines) {
    ImGui::SameLine(0, frame.style.px(14));
    length_field(frame);
  }
  ImGui::PopStyleVar();
}

std::string alone_sentence(const Frame& frame) {
  const int example = focused_example(frame);
  if (example < 0) return {};
  const auto check = frame.facts.alone(frame.session.trace_document().config, example);
  if (!check) return {};
  if (check->too_long) return frame.tr("sequence.alone_too_long");
  const std::string difference = ui::difference_number(check->largest_difference);
  // Sums of a different length round differently: differences of that size count as equal.
  constexpr double kRounding = 1e-5;
  return frame.tr(check->largest_difference < kRounding ? "sequence.alone_same" : "sequence.alone_differs",
                  {{"difference", difference}, {"count", look::whole_number(check->numbers)}});
}

}  // namespace views
