// attribution.cpp: the tokens shaded five times: by the gradient's length, by gradient times input, by
// integrated gradients, by attention's own weights and by the rollout; then every head by what it brought.
#include "app/views/pictures/attribution.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/look/palette.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "app/views/core/navigation.h"
#include "app/views/core/target_words.h"
#include "app/views/pictures/attribution_heads.h"
#include "app/views/pictures/attribution_readings.h"
#include "app/views/pictures/attribution_targets.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using engine::TokenShares;

// Tokens up to which attention answers before a question is chosen: more would make the page wait.
constexpr Index kMostUnasked = 256;

// A question's answers; without one, what attention alone says of a row.
class AttributionPage {
 public:
  AttributionPage(const Frame& frame, const engine::GradientRequest* request)
      : frame_(frame),
        style_(frame.style),
        request_(request),
        how_(frame.session.desk().attribution),
        all_(frame, request) {}

  void draw_unasked() {
    if (all_.inputs().empty()) return;
    const engine::Stage& input = frame_.trace().stage(frame_.trace().find(all_.inputs().back()).value());
    if (input.rows > kMostUnasked || input.rows == 0) return;
    const AskedToken asked = all_.asked_token(input);
    asked_ = asked.row;
    const app::Arguments names = {{"token", frame_.facts.label(input.rows_are(), asked.row)},
                                  {"next", asked.next}};
    if (const auto predicted = all_.of_prediction(asked)) draw_at_once(*predicted, asked.row, names);
    const std::vector<Reading> all = all_.of_attention(asked.row);
    if (all.empty()) return;
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string heading = frame_.tr(asked.why, names);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::paragraph(heading, width, style_.strong());
    draw_share_key(at, width, ui::text_size(heading, style_.strong()).x);
    for (const Reading& reading : all) draw_reading(reading);
    draw_heads(all_.of_heads(asked.row));
    ImGui::Dummy({0, 0});
  }

  void draw() {
    const float width = ImGui::GetContentRegionAvail().x;
    ui::label(
        ui::ellipsise(frame_.tr("attribution.title", {{"target", target_words(frame_, request_->target)}}),
                      width, style_.title()),
        style_.title());
    const std::string place = target_place(frame_, request_->target);
    if (!place.empty()) ui::label(ui::ellipsise(place, width, style_.small()), style_.small());
    ui::paragraph(frame_.tr("attribution.why"), width, style_.quiet());
    draw_controls();
    ImGui::Dummy({0, style_.px(4)});
    for (const Reading& reading : all_.of_question()) draw_reading(reading);
    ImGui::Dummy({0, 0});
    const auto heads = all_.heads_of_question();
    if (!heads.empty()) draw_head_shares(frame_, heads);
  }

 private:
  // What the prediction depends on, before anything is asked.
  void draw_at_once(const Reading& reading, Index row, const app::Arguments& names) const {
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string heading = frame_.tr("attribution.at_once", names);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::paragraph(heading, width, style_.strong());
    const float behind = ui::text_size(heading, style_.strong()).x + style_.px(14);
    const std::string what = frame_.tr("action.target_logit.tip");
    if (behind + ui::text_size(what, style_.small()).x <= width)
      ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + behind, at.y + style_.px(2)}, what, style_.small());
    draw_reading(reading);
    std::string words = frame_.tr("attribution.two_questions");
    if (is_largest(reading, row)) words += frame_.tr("attribution.two_questions.own", names);
    ui::paragraph(words, width, style_.quiet());
    ImGui::Dummy({0, style_.px(6)});
  }

  // Whether nothing changes the result more than the token that it is predicted at.
  bool is_largest(const Reading& reading, Index row) const {
    const double largest = largest_of(reading);
    return largest > 0 && std::ranges::any_of(reading.tokens, [&](const TokenShares& stage) {
             return stage.address == all_.inputs().back() &&
                    std::abs(stage.shares[static_cast<size_t>(row)]) == largest;
           });
  }

  // "No number: rounds to 0   Colours 0 ▬▬▬ 1" at the right end of a heading, where it leaves room.
  void draw_share_key(ImVec2 at, float width, float taken) const {
    const std::string words =
        frame_.tr("attribution.unnumbered") + "      " + frame_.tr("attribution.one_scale") + "   0";
    const ui::TextStyle type = style_.small();
    const float bar = style_.px(72);
    const float all = ui::text_size(words, type).x + bar + ui::text_size("1", type).x + style_.px(12);
    if (taken + all + style_.px(16) > width) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + width - all;
    const float start = left + ui::text_size(words, type).x + style_.px(6);
    ui::draw_text(list, {left, at.y + style_.px(2)}, words, type);
    draw_lying_colours(frame_, {start, at.y + style_.px(5)}, bar,
                       [&](double share) { return share_colour(style_, share, 1, false); });
    ui::draw_text(list, {start + bar + style_.px(6), at.y + style_.px(2)}, "1", type);
  }

  // In two columns where a head's tokens leave room for them.
  void draw_heads(const std::vector<Reading>& heads) const {
    if (heads.size() < 2) return;
    ImGui::Dummy({0, style_.px(2)});
    ui::label(frame_.tr("attribution.each_head"), style_.strong());
    const float gap = style_.px(24);
    const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    float name = 0;
    float tokens = 0;
    for (const Reading& head : heads) {
      name = std::max(name, ui::text_size(head.name, style_.text()).x + style_.px(16));
      tokens = std::max(tokens, tokens_width(head.tokens.front()));
    }
    if (name + tokens > half) {
      for (const Reading& head : heads) draw_reading(head);
      return;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 here = at;
    for (size_t i = 0; i < heads.size(); ++i) {
      const bool is_left = i % 2 == 0;
      ImGui::SetCursorScreenPos({is_left ? at.x : at.x + half + gap, here.y});
      draw_reading(heads[i], half, name);
      if (!is_left) here.y = ImGui::GetCursorScreenPos().y;
    }
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y});
  }

  // In one line.
  float tokens_width(const TokenShares& stage) const {
    const engine::AxisRef axis = frame_.trace().stage(frame_.trace().find(stage.address).value()).rows_are();
    const std::vector<float>& words = frame_.facts.widths(axis, style_.text()).each;
    float width = 0;
    for (size_t i = 0; i < stage.shares.size(); ++i) width += token_width(words[i]) + style_.px(4);
    return width;
  }
  // As wide for every reading: a token's shares are below each other.
  float token_width(float word) const {
    const float number = ui::number_width("−0.0000", style_.small()) + style_.px(4);
    return std::max(word + style_.px(12), number);
  }

  void draw_controls() const {
    for (const bool from_mean : {true, false}) {
      const std::string key = from_mean ? "attribution.from_mean" : "attribution.from_zero";
      const auto face = how_.from_mean == from_mean ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
      if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), face))
        frame_.requests.arrange([from_mean](app::Desk& desk) { desk.attribution.from_mean = from_mean; });
      ui::tip(style_, frame_.tr(key + ".tip"));
      ImGui::SameLine(0, style_.px(6));
    }
    ImGui::SameLine(0, style_.px(14));
    control_name(frame_.tr("attribution.steps"));
    ImGui::SetNextItemWidth(style_.px(120));
    Index steps = how_.steps;
    constexpr Index kStep = 8;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    if (ui::input_number("##attribution.steps", ImGuiDataType_S64, &steps, &kStep, "%lld")) {
      steps = std::clamp<Index>(steps, 1, engine::kMostIntegrationSteps);
      frame_.requests.arrange([steps](app::Desk& desk) { desk.attribution.steps = steps; });
    }
    ImGui::PopStyleVar();
    ui::tip(style_, frame_.tr("attribution.steps.tip"));
  }

  // Before a field, on its line.
  void control_name(const std::string& name) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ui::text_size(name, style_.quiet());
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + (ImGui::GetFrameHeight() - size.y) / 2}, name,
                  style_.quiet());
    ImGui::SetCursorScreenPos({at.x + size.x + style_.px(8), at.y});
  }

  void draw_reading(const Reading& reading) const {
    const float room = ImGui::GetContentRegionAvail().x;
    draw_reading(reading, room, std::min(style_.px(240), room * 0.3f));
  }

  // The number with the full colour.
  static double largest_of(const Reading& reading) {
    if (reading.is_share) return 1;
    double largest = 0;
    for (const TokenShares& stage : reading.tokens) {
      for (const double share : stage.shares) largest = std::max(largest, std::abs(share));
    }
    return largest;
  }

  // What it says below its name, and what its own colours mean.
  std::string note_of(const Reading& reading, double largest) const {
    if (reading.is_share || reading.tokens.empty()) return reading.note;
    const char* const key = reading.is_signed ? "attribution.own_scale" : "attribution.own_scale_up";
    const std::string scale =
        frame_.tr(key, {{"largest", ui::fixed_number(largest, largest >= 0.1 ? 2 : 4)}});
    return reading.note.empty() ? scale : reading.note + " · " + scale;
  }

  // In this width, of which the name takes a part.
  void draw_reading(const Reading& reading, float room, float name) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_head = !reading.name.empty();
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, name - style_.px(12),
                       is_head ? reading.name : frame_.tr(reading.key),
                       is_head ? style_.text() : style_.strong(), 1.25f);
    const float line = style_.px(22);
    float words = line;
    const double largest = largest_of(reading);
    const std::string note = note_of(reading, largest);
    if (!note.empty())
      words += ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + line}, name - style_.px(12),
                                  note, style_.small(), 1.25f);
    float height = 0;
    for (const TokenShares& stage : reading.tokens)
      height += draw_tokens(reading, stage, largest, {at.x + name, at.y + height}, room - name);
    ImGui::SetCursorScreenPos({at.x, at.y});
    ImGui::InvisibleButton(is_head ? reading.name.c_str() : reading.key, {name, std::max(words, height)});
    ui::tip(style_, frame_.tr(std::string(reading.key) + ".tip"));
    ImGui::SetCursorScreenPos({at.x, at.y + std::max(words, height) + style_.px(4)});
  }

  // Returns the height. Draws the lines that can be seen.
  float draw_tokens(const Reading& reading, const TokenShares& stage, double largest, ImVec2 at,
                    float room) const {
    const engine::AxisRef axis = frame_.trace().stage(frame_.trace().find(stage.address).value()).rows_are();
    const ui::TextStyle type = style_.text();
    const std::vector<float>& words = frame_.facts.widths(axis, type).each;
    const int digits = largest >= 0.1 ? 2 : 4;
    const float height = ui::text_size("Ag", type).y + style_.px(6);
    const float line = height + ui::text_size("0", style_.small()).y + style_.px(2);
    ImVec2 here = at;
    for (size_t i = 0; i < stage.shares.size(); ++i) {
      const float width = token_width(words[i]);
      if (here.x + width > at.x + room && here.x > at.x) here = {at.x, here.y + line};
      if (ImGui::IsRectVisible(here, {here.x + width, here.y + line}))
        draw_token(share_colour(style_, stage.shares[i], largest, reading.is_signed),
                   frame_.facts.label(axis, static_cast<Index>(i)), number_below(stage.shares[i], digits),
                   here, {width, height});
      if (asked_ == static_cast<Index>(i) && stage.address == all_.inputs().back())
        ImGui::GetWindowDrawList()->AddRect(here, {here.x + width, here.y + height}, style_.colours.query,
                                            style_.px(5), 0, style_.px(2));
      here.x += width + style_.px(4);
    }
    return here.y + line - at.y;
  }

  // Empty for what would round to 0.
  static std::string number_below(double share, int digits) {
    return std::abs(share) < 0.5 * std::pow(10.0, -digits) ? "" : ui::fixed_number(share, digits);
  }

  void draw_token(const look::Rgb& colour, const std::string& word, const std::string& number, ImVec2 at,
                  ImVec2 size) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle on = style_.text();
    on.colour = ui::pack(look::text_on(colour));
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui::pack(colour), style_.px(5));
    ui::draw_text_centred(list, {at.x + size.x / 2, at.y + style_.px(3)}, word, on);
    ui::draw_text_centred(list, {at.x + size.x / 2, at.y + size.y + style_.px(1)}, number,
                          style_.small_ink());
  }

  const Frame& frame_;
  const ui::Style& style_;
  const engine::GradientRequest* request_;  // null: none yet
  app::AttributionState how_;
  AttributionReadings all_;
  std::optional<Index> asked_;  // the token outlined: attention answers for it
};

// Where the page has room to spare, its type grows.
ui::Style page_style(const ui::Style& style) {
  constexpr ImVec2 kSpacious(1130, 520);  // pixels at 100 %
  constexpr float kMostGrowth = 1.5f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ui::Style page = style;
  page.scale *=
      std::clamp(std::min(room.x / style.px(kSpacious.x), room.y / style.px(kSpacious.y)), 1.0f, kMostGrowth);
  return page;
}

}  // namespace

void draw_attribution(const Frame& frame) {
  const auto& request = frame.session.trace_document().gradient;
  const ui::Style style = page_style(frame.style);
  const Frame page = frame.in(style);
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  if (ImGui::BeginChild("attribution", {0, 0})) {
    if (!request) {
      draw_attribution_targets(page);
      AttributionPage(page, nullptr).draw_unasked();
    } else {
      AttributionPage(page, &*request).draw();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
