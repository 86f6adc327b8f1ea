// visits.h: the visited places in order, like a browser's history.
#pragma once

#include <string>
#include <vector>

namespace app {

struct Visit {
  std::string view;
  std::string stage;

  bool operator==(const Visit&) const = default;
};

class Visits {
 public:
  // Makes `here` the newest place, unless back or forward led to it.
  void remember(const std::string& view, const std::string& stage);
  // The current place is shown at another stage: its own is gone.
  void correct(const std::string& view, const std::string& stage, const std::string& shown);

  bool can_go_back() const { return now_ > 0; }
  bool can_go_forward() const { return now_ + 1 < all_.size(); }
  // Goes there; null if there is no such place.
  const Visit* back() { return can_go_back() ? &all_[--now_] : nullptr; }
  const Visit* forward() { return can_go_forward() ? &all_[++now_] : nullptr; }

 private:
  std::vector<Visit> all_;  // in order of visit
  size_t now_ = 0;
};

}  // namespace app
