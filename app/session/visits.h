// visits.h: the visited places in order, like a browser's history.
#pragma once

#include <vector>

#include "app/session/place.h"

namespace app {

class Visits {
 public:
  // Makes `here` the newest place, unless back or forward led to it.
  void remember(const Place& here);
  // The current place is shown as another one: its own is gone.
  void correct(const Focus& wanted, const Focus& shown);

  bool can_go_back() const { return now_ > 0; }
  bool can_go_forward() const { return now_ + 1 < all_.size(); }
  // Goes there; null if there is no such place.
  const Place* back() { return can_go_back() ? &all_[--now_] : nullptr; }
  const Place* forward() { return can_go_forward() ? &all_[++now_] : nullptr; }

 private:
  std::vector<Place> all_;  // in order of visit
  size_t now_ = 0;
};

}  // namespace app
