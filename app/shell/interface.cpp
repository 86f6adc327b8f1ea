// interface.cpp: combines session, style and views into one frame.
#include "app/shell/interface.h"

#include <cfloat>
#include <utility>

#include "app/shell/input_steps.h"
#include "app/ui/clean_paste.h"
#include "app/ui/text_field.h"
#include "app/views/core/motion.h"
#include "app/views/window/window.h"

namespace app {
namespace {

// What a key opened has keyboard focus a few steps later; text typed meanwhile is meant for it.
constexpr int kStepsToSettle = 3;
constexpr float kNoTime = 1e-6f;  // seconds; Dear ImGui's frames must take some time

}  // namespace

Interface::Interface(Session& session, float display_scale)
    : session_(&session), display_scale_(display_scale), motion_(std::make_unique<views::Motion>()) {}
Interface::~Interface() = default;
Interface::Interface(Interface&& other) noexcept = default;
Interface& Interface::operator=(Interface&& other) noexcept = default;

bool Interface::is_moving() const {
  return motion_->is_moving();
}

engine::Result<Interface> Interface::create(Session& session, float display_scale) {
  Interface interface(session, display_scale);
  interface.heatmaps_ = std::make_unique<ui::HeatmapCache>(session.background());
  if (auto error = interface.refresh_style()) return *error;
  return interface;
}

// Fonts change with the language, the style with every preference.
std::optional<engine::Error> Interface::refresh_style() {
  const Preferences& wanted = session_->preferences();
  const bool fonts_changed = language_ != wanted.language;
  if (fonts_changed) {
    auto fonts = ui::load_fonts(*ImGui::GetIO().Fonts, wanted.language);
    if (!fonts) return fonts.error();
    style_.fonts = *fonts;
    language_ = wanted.language;
  }
  const float height = ImGui::GetIO().DisplaySize.y;
  const bool resized = style_.text_size != shown_text_size(wanted, height / display_scale_);
  const bool restyled = fonts_changed || styled_ != wanted || resized;
  if (restyled) {
    style_ = ui::make_style(wanted, style_.fonts, display_scale_, height);
    ui::apply(style_);
    styled_ = wanted;
    derivations_.restyle(style_);
    if (facts_) facts_ = std::make_unique<views::Facts>(*facts_, style_);
  }
  if (!facts_ || trace_ != session_->trace()) {
    trace_ = session_->trace();
    facts_ = std::make_unique<views::Facts>(trace_, style_, session_->checkpoint(), &session_->background());
  }
  return std::nullopt;
}

views::Frame Interface::view() {
  return {*session_,    words(*language_, session_->preferences().count_from),
          style_,       *heatmaps_,
          requests_,    *facts_,
          derivations_, panel_rects_,
          *motion_};
}

const Requests& Interface::frame(double now) {
  ImGuiIO& io = ImGui::GetIO();
  const float seconds = io.DeltaTime;
  const float repeat_delay = io.KeyRepeatDelay;
  for (bool is_last = false; !is_last;) {
    // A key released meanwhile was not held for all of a slow frame: it does not repeat.
    io.KeyRepeatDelay = release_waits() ? FLT_MAX : repeat_delay;
    is_last = step(now);
    if (!is_last) ImGui::EndFrame();
    io.DeltaTime = kNoTime;
  }
  io.KeyRepeatDelay = repeat_delay;
  io.DeltaTime = seconds;
  ImGui::Render();
  return requests_;
}

// Applies the last step's requests, takes the next queued input and draws. Returns whether this is the frame
// to show.
bool Interface::step(double now) {
  if (took_input_ && requests_.has<request::Arrange>()) steps_to_settle_ = kStepsToSettle;
  const bool settles = steps_to_settle_ > 0;
  if (settles) --steps_to_settle_;
  const InputStep next = settles ? InputStep() : next_input_step();
  const bool types_on = next.events > 0 && next.only_types && ui::is_typed_in();
  const RunTime time = types_on ? RunTime::kLater : RunTime::kAtOnce;
  const bool is_replaced = session_->trace() != trace_;
  session_->apply(requests_, now, time);
  // What was under the pointer is a place in the trace that was drawn, and that is gone.
  if (is_replaced) session_->apply({}, now, time);
  requests_ = Requests();
  if (auto error = refresh_style()) session_->notify({error->key, error->arguments, now, true, {}});
  session_->background().begin_frame();
  heatmaps_->begin_frame();
  derivations_.begin_frame();
  panel_rects_.begin_frame();
  motion_->begin_frame(now, session_->preferences().motion && !holds_still_);
  took_input_ = new_frame(next.events);
  const ui::EscapeKeepsText escape;
  const ui::CleanPaste paste;
  views::draw_interface(view());
  return requests_.want_shell() || !(took_input_ || input_waits());
}

}  // namespace app
