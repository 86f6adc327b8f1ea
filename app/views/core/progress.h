// progress.h: what takes its time: how far it is, and a way to give it up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

struct Progress {
  const char* id = "";
  std::string words;
  std::optional<double> part;  // from 0 to 1; nothing: not known
  std::string_view cancel;     // key of the button's word, its tooltip at KEY.tip
};

// A panel at the foot of the window. Whether it was cancelled.
bool draw_progress(const Frame& frame, const Progress& progress);

// A trained model that is being opened, or a run that is not there yet.
void draw_waiting(const Frame& frame);

}  // namespace views
