// quitting.h: the window's end. What nobody saved is kept first; where that fails, the person is asked.
#pragma once

#include "app/session/session.h"
#include "app/shell/file_desk.h"

namespace app {

class Quitting {
 public:
  Quitting(Session& session, FileDesk& files) : session_(session), files_(files) {}

  // Whether the window may close now; to be called after every frame. `asked`: that it closes was asked for
  // since the last call. Where work would be lost, the question opens instead: desk().quitting.
  bool may_end(bool asked);

 private:
  void ask(const engine::Error& why);

  Session& session_;
  FileDesk& files_;
  int saves_ = 0;  // how often a session had been saved when the question was asked
};

}  // namespace app
