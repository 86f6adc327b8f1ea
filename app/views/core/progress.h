// progress.h: progress of slow work, with a cancel button.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

struct Progress {
  const char* id = "";
  std::string words;
  std::optional<double> part;  // from 0 to 1; nullopt: unknown
  std::string_view cancel;     // key of the button's label, its tooltip at KEY.tip
};

// A panel at the bottom of the window. Returns whether it was cancelled.
bool draw_progress(const Frame& frame, const Progress& progress);

// A trained model that is being opened, or an unfinished run.
void draw_waiting(const Frame& frame);

}  // namespace views
