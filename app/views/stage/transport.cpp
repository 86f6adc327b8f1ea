// transport.cpp: the bar that plays a stage step by step.
#include "app/views/stage/transport.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/icon_button.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"

namespace views {
namespace {

using engine::Index;

constexpr std::array<std::pair<double, const char*>, 4> kSpeeds = {
    {{0.5, "½ ×"}, {1, "1 ×"}, {2, "2 ×"}, {4, "4 ×"}}};

constexpr float kDot = 6;  // its radius, in pixels at 100 %

const app::Playback& playback(const Frame& frame) {
  return frame.session.desk().playback;
}

void arrange(const Frame& frame, std::function<void(app::Playback&)> change) {
  frame.requests.arrange([change = std::move(change)](app::Desk& desk) { change(desk.playback); });
}

// How much has appeared: "row 3 of 11".
std::string count_sentence(const Frame& frame, const app::PlayPlan& plan, std::optional<Index> step) {
  const double position = playback(frame).position;
  const Index unit = step ? plan.unit_of(*step) + 1 : position <= 0 ? 0 : plan.units();
  const app::Arguments count = {{"unit", std::to_string(unit)}, {"units", std::to_string(plan.units())}};
  switch (plan.unit()) {
    case app::PlayUnit::kCell:
      return frame.tr("play.cell", count);
    case app::PlayUnit::kRow:
      return frame.tr("play.row", count);
    case app::PlayUnit::kBlock:
      return frame.tr("play.block", count);
    case app::PlayUnit::kRows:
      break;
  }
  const app::PlayStep rows = plan.step(step.value_or(position <= 0 ? 0 : plan.steps() - 1));
  return frame.tr(
      "play.rows",
      {{"row", std::to_string(position <= 0 ? 0 : rows.row + rows.rows)},
       {"rows", std::to_string(plan.step(plan.steps() - 1).row + plan.step(plan.steps() - 1).rows)}});
}

// "Step 200 of 400", as wide as its last step will be, and the track.
void draw_filmed_step(const Frame& frame, const app::FilmedStep& filmed, ImVec2 at, float width) {
  const auto& style = frame.style;
  const auto words = [&](int step) {
    return frame.tr("learning.step",
                    {{"step", std::to_string(step)}, {"steps", std::to_string(filmed.steps)}});
  };
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y},
                words(filmed.step), style.strong());
  const float left = ui::text_size(words(filmed.steps), style.strong()).x + style.px(18) + style.px(kDot);
  const float length = width - left - style.px(kDot);
  if (length < style.px(60)) return;
  draw_track(frame, {at.x + left, std::round(at.y + ImGui::GetFrameHeight() / 2)}, length,
             static_cast<float>(filmed.step) / static_cast<float>(std::max(filmed.steps, 1)));
}

class Transport {
 public:
  Transport(const Frame& frame, const app::PlayPlan& plan)
      : frame_(frame), style_(frame.style), plan_(plan), playback_(playback(frame)) {}

  void draw(float width) {
    const float gap = style_.px(6);
    const float start = ImGui::GetCursorPosX();
    steps(gap);
    const std::string count = count_sentence(frame_, plan_, plan_.at(playback_.position));
    const float words = widest_count();
    const float right = right_width(gap);
    const float room = width - (ImGui::GetCursorPosX() - start) - right - words - 3 * style_.px(12);
    ImGui::SameLine(0, style_.px(12));
    if (room >= style_.px(60)) {
      slider(room);
      ImGui::SameLine(0, style_.px(12));
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, count,
                  style_.text());
    ImGui::Dummy({words, ImGui::GetFrameHeight()});
    ImGui::SameLine(0, style_.px(12));
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), start + width - right));
    speed();
    ImGui::SameLine(0, gap);
    loop();
    ImGui::SameLine(0, gap);
    if (ui::icon_button(style_, "   ##play.close", ui::Icon::kClose, ui::ButtonKind::kFlat))
      close_playing(frame_);
    ui::tip(style_, frame_.tr("play.close.tip"));
  }

 private:
  void steps(float gap) const {
    const double position = playback_.position;
    if (ui::icon_button(style_, "   ##play.back", ui::Icon::kBack, ui::ButtonKind::kOutline, position > 0))
      step_playing(frame_, -1);
    ui::tip(style_, frame_.tr("play.back.tip"));
    ImGui::SameLine(0, gap);
    if (ui::icon_button(style_, "     ##play.toggle",
                        playback_.is_playing ? ui::Icon::kPause : ui::Icon::kPlay, ui::ButtonKind::kPrimary))
      toggle_playing(frame_);
    ui::tip(style_, frame_.tr(playback_.is_playing ? "play.pause.tip" : "play.play.tip"));
    ImGui::SameLine(0, gap);
    if (ui::icon_button(style_, "   ##play.on", ui::Icon::kOn, ui::ButtonKind::kOutline,
                        position < plan_.length()))
      step_playing(frame_, 1);
    ui::tip(style_, frame_.tr("play.on.tip"));
    ImGui::SameLine(0, 0);
  }

  // Drawn as a thin line with a dot; its whole height accepts the mouse.
  void slider(float width) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    ImGui::InvisibleButton("##play.position", {width, height});
    ui::tip(style_, frame_.tr("play.position.tip"));
    const float dot = style_.px(kDot);
    const float left = at.x + dot;
    const float length = width - 2 * dot;
    if (ImGui::IsItemActive() && length > 0) {
      const float along = std::clamp((ImGui::GetIO().MousePos.x - left) / length, 0.0f, 1.0f);
      const double wanted = std::round(static_cast<double>(along) * plan_.length());
      arrange(frame_, [wanted](app::Playback& now) {
        now.position = wanted;
        now.is_playing = false;
      });
    }
    draw_track(frame_, {left, std::round(at.y + height / 2)}, length,
               static_cast<float>(playback_.position / plan_.length()));
  }

  void speed() const {
    std::string now = kSpeeds[1].second;
    for (const auto& [speed, name] : kSpeeds) {
      if (speed == playback_.speed) now = name;
    }
    if (ui::begin_choices(style_, "playing speed", now)) {
      for (const auto& [speed, name] : kSpeeds) {
        if (ui::menu_row(style_, name, {.is_chosen = speed == playback_.speed}))
          arrange(frame_, [speed = speed](app::Playback& to) { to.speed = speed; });
      }
      ImGui::EndPopup();
    }
    ui::tip(style_, frame_.tr("play.speed.tip"));
  }

  void loop() const {
    const std::string face = frame_.tr("play.loop") + "##play.loop";
    const auto kind = playback_.loops ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(style_, face.c_str(), kind))
      arrange(frame_, [](app::Playback& now) { now.loops = !now.loops; });
    ui::tip(style_, frame_.tr(playback_.loops ? "play.loop_on.tip" : "play.loop.tip"));
  }

  float button_width(const std::string& face) const {
    return ui::text_size(face, style_.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  }
  float right_width(float gap) const {
    return button_width("½ ×") + button_width(frame_.tr("play.loop")) + button_width("   ") + 2 * gap;
  }
  // The width of the final count, whose numbers are the longest, so that nothing moves while it counts.
  float widest_count() const {
    return ui::text_size(count_sentence(frame_, plan_, plan_.steps() - 1), style_.text()).x;
  }

  const Frame& frame_;
  const ui::Style& style_;
  const app::PlayPlan& plan_;
  const app::Playback& playback_;
};

}  // namespace

void toggle_playing(const Frame& frame) {
  if (frame.session.document().focus.view != "stage")
    frame.requests.edit("", [](app::State& state) { state.document.focus.view = "stage"; });
  const auto plan = frame.session.play_plan();
  const double end = plan ? plan->length() : 0;
  arrange(frame, [end](app::Playback& now) {
    const bool begins = !now.is_open || (!now.is_playing && now.position >= end);
    now.is_playing = !now.is_playing || begins;
    now.is_open = true;
    if (begins) now.position = 0;
  });
}

void step_playing(const Frame& frame, int by) {
  const auto plan = frame.session.play_plan();
  if (!plan) return;
  const double position = playback(frame).position;
  const auto step = plan->at(position);
  // The end of the visible step; past all steps, the end.
  const double here = step ? static_cast<double>(*step) + 1 : position <= 0 ? 0 : plan->length();
  arrange(frame, [next = std::clamp(here + by, 0.0, plan->length())](app::Playback& now) {
    now.position = next;
    now.is_playing = false;
  });
}

void close_playing(const Frame& frame) {
  arrange(frame, [](app::Playback& now) {
    now.is_open = false;
    now.is_playing = false;
    now.position = 0;
  });
}

void draw_track(const Frame& frame, ImVec2 left, float length, float part) {
  const auto& colours = frame.style.colours;
  const float thick = frame.style.px(3);
  const float low = left.y - thick / 2;
  const float high = left.y + thick / 2;
  const float x = left.x + length * part;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left.x, low}, {left.x + length, high}, colours.hairline, thick);
  list.AddRectFilled({left.x, low}, {x, high}, colours.ink, thick);
  list.AddCircleFilled({x, left.y}, frame.style.px(kDot), colours.ink);
}

float transport_height(const Frame& frame) {
  return ImGui::GetFrameHeight() + frame.style.px(8);
}

bool has_transport(const Frame& frame) {
  const bool plays = frame.session.play_plan() && !playback(frame).in_film;
  return plays || frame.session.desk().filmed_step;
}

void draw_transport(const Frame& frame, ImVec2 at, float width) {
  const ImVec2 bar(at.x, at.y + frame.style.px(8));
  if (const auto& filmed = frame.session.desk().filmed_step)
    return draw_filmed_step(frame, *filmed, bar, width);
  const auto plan = frame.session.play_plan();
  if (!plan || playback(frame).in_film) return;
  ImGui::SetCursorScreenPos(bar);
  Transport(frame, *plan).draw(width);
}

void draw_play_button(const Frame& frame, float room) {
  const auto& style = frame.style;
  const bool is_playing = playback(frame).is_playing;
  const std::string word = frame.tr(is_playing ? "play.pause" : "play.play");
  const auto width = [&](const char* key) { return ImGui::CalcTextSize(frame.tr(key).c_str()).x; };
  const float longer = std::max(width("play.play"), width("play.pause"));
  const float padding = 2 * ImGui::GetStyle().FramePadding.x;
  const bool names_key = room >= width("play.key") + padding + style.px(6) + longer;
  if (!names_key && room < longer + padding) return ImGui::NewLine();
  const std::string face = names_key ? frame.tr("play.key") : word;
  if (ui::button(style, (face + "##play.start").c_str(), ui::ButtonKind::kOutline)) toggle_playing(frame);
  ui::tip(style, frame.tr(is_playing ? "play.pause.tip" : "play.play.tip"));
  if (!names_key) return;
  ImGui::SameLine(0, style.px(6));
  ImGui::AlignTextToFramePadding();
  ui::plain(word);
}

}  // namespace views
