// visits.cpp: stores the last places.
#include "app/session/visits.h"

namespace app {
namespace {

constexpr size_t kMostVisits = 1000;

}  // namespace

void Visits::remember(const Place& here) {
  if (!all_.empty() && all_[now_] == here) return;
  if (!all_.empty()) all_.resize(now_ + 1);
  all_.push_back(here);
  if (all_.size() > kMostVisits) all_.erase(all_.begin());
  now_ = all_.size() - 1;
}

void Visits::correct(const Focus& wanted, const Focus& shown) {
  if (!all_.empty() && all_[now_].focus == wanted) all_[now_].focus = shown;
}

}  // namespace app
