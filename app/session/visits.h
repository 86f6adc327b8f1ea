// visits.h: the places that were looked at, one after the other, as a browser keeps pages.
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
  // `here` becomes the newest place, unless it is the one that back or forward came to.
  void remember(const std::string& view, const std::string& stage);
  // The place now is shown at another stage: its own is gone.
  void correct(const std::string& view, const std::string& stage, const std::string& shown);

  bool can_go_back() const { return now_ > 0; }
  bool can_go_forward() const { return now_ + 1 < all_.size(); }
  // Goes there; null where there is no such place.
  const Visit* back() { return can_go_back() ? &all_[--now_] : nullptr; }
  const Visit* forward() { return can_go_forward() ? &all_[++now_] : nullptr; }

 private:
  std::vector<Visit> all_;  // in the order in which they were made
  size_t now_ = 0;
};

}  // namespace app
