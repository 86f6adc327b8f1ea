// visits.cpp: stores the last places.
#include "app/session/visits.h"

namespace app {
namespace {

constexpr size_t kMostVisits = 1000;

}  // namespace

void Visits::remember(const std::string& view, const std::string& stage) {
  if (!all_.empty() && all_[now_].view == view && all_[now_].stage == stage) return;
  if (!all_.empty()) all_.resize(now_ + 1);
  all_.push_back({view, stage});
  if (all_.size() > kMostVisits) all_.erase(all_.begin());
  now_ = all_.size() - 1;
}

void Visits::correct(const std::string& view, const std::string& stage, const std::string& shown) {
  if (!all_.empty() && all_[now_].view == view && all_[now_].stage == stage) all_[now_].stage = shown;
}

}  // namespace app
