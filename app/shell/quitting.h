// quitting.h: closing the window. Unsaved work is kept first; if that fails, the user is asked.
#pragma once

#include "app/session/session.h"
#include "app/shell/file_desk.h"

namespace app {

class Quitting {
 public:
  Quitting(Session& session, FileDesk& files) : session_(session), files_(files) {}

  // Whether the window may close now; call after every frame. `asked`: closing was requested since the last
  // call. If work would be lost, the question opens instead: desk().quitting.
  bool may_end(bool asked);

 private:
  void ask(const engine::Error& why);

  Session& session_;
  FileDesk& files_;
  int saves_ = 0;  // the number of saves when the question was asked
};

}  // namespace app
