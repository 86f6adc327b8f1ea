// every_view.h: all that the window can show, one scene each: every view, every page of the labs, the window
// before a class.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/session/requests.h"

namespace app {

struct Scene {
  std::string name;
  State state;
  std::function<void(Desk&)> arrange = [](Desk&) {};
};

std::vector<Scene> every_view();

}  // namespace app
