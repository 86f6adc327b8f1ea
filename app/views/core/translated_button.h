// translated_button.h: buttons labelled by a text key.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/widgets.h"
#include "app/views/core/frame.h"

namespace views {

// A button; its tooltip is `key`.tip.
inline bool button(const Frame& frame, const std::string& key,
                   ui::ButtonKind kind = ui::ButtonKind::kOutline) {
  const bool pressed = ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), kind);
  ui::tip(frame.style, frame.tr(key + ".tip"));
  return pressed;
}

// Its width.
inline float button_width(const Frame& frame, std::string_view key) {
  return ui::button_width(frame.style, frame.tr(key));
}

}  // namespace views
