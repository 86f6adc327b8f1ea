// quitting.cpp: follows up on the answer to the question from frame to frame.
#include "app/shell/quitting.h"

namespace app {

bool Quitting::may_end(bool asked) {
  const QuitAnswer answer = session_.desk().quitting.answer;
  if (answer == QuitAnswer::kLeave) return true;
  if (answer == QuitAnswer::kSave) {
    if (files_.saves() != saves_ && !session_.is_changed()) {
      files_.ended();
      return true;
    }
    // The browser was closed without a name, or the file could not be written, which a notice reports.
    const bool chooses_name = session_.desk().panel == "files";
    if (!chooses_name) session_.arrange([](Desk& desk) { desk.quitting.answer = QuitAnswer::kNone; });
  }
  if (!asked) return false;
  const auto lost = files_.ended();
  if (lost) ask(*lost);
  return !lost;
}

void Quitting::ask(const engine::Error& why) {
  saves_ = files_.saves();
  const Words& tr = words(session_.preferences());
  session_.arrange([&](Desk& desk) {
    desk.panel = "quit";
    desk.quitting = {.why = tr(why)};
  });
}

}  // namespace app
