// interface.cpp: session, style and views brought together for one frame.
#include "app/shell/interface.h"

#include "app/views/views.h"

namespace app {

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
  const bool restyled = fonts_changed || styled_ != wanted;
  if (restyled) {
    style_ = ui::make_style(wanted, style_.fonts, display_scale_);
    ui::apply(style_);
    styled_ = wanted;
    derivations_.clear();
  }
  if (restyled || !facts_ || trace_ != session_->trace()) {
    trace_ = session_->trace();
    facts_ = std::make_unique<views::Facts>(trace_, style_, session_->checkpoint(), &session_->background());
  }
  return std::nullopt;
}

views::Frame Interface::view() {
  return {*session_, words(*language_), style_, *heatmaps_, requests_, *facts_, derivations_, places_};
}

const Requests& Interface::frame(double now) {
  session_->apply(requests_, now);
  requests_ = Requests();
  if (auto error = refresh_style()) session_->notify({error->key, error->arguments, now, true, {}});
  session_->background().begin_frame();
  heatmaps_->begin_frame();
  derivations_.begin_frame();
  places_.begin_frame();
  ImGui::NewFrame();
  views::draw_interface(view());
  ImGui::Render();
  return requests_;
}

}  // namespace app
