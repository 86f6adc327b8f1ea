// motion.cpp: from seconds to the place of what moves.
#include "app/views/core/motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace views {
namespace {

constexpr double kLongestWait = 1;  // seconds that arcs wait for their matrix

ImVec2 between_points(ImVec2 from, ImVec2 to, float share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
}

// The first matrix of this stage; the number of places if there is none.
size_t place_of(const std::vector<StagePlace>& places, const std::string& address) {
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const auto& place) { return place.address == address; });
  return static_cast<size_t>(found - places.begin());
}

}  // namespace

float eased(double seconds) {
  const auto left = static_cast<float>(1 - std::clamp(seconds / kMotionSeconds, 0.0, 1.0));
  return 1 - left * left * left;
}

StagePlace between(const StagePlace& from, const StagePlace& to, float share) {
  StagePlace place = to;
  place.frame.corner = between_points(from.frame.corner, to.frame.corner, share);
  place.frame.size = between_points(from.frame.size, to.frame.size, share);
  if (from.frame.transposed == to.frame.transposed) {
    const auto part = static_cast<double>(share);
    place.frame.first_row = std::lerp(from.frame.first_row, to.frame.first_row, part);
    place.frame.first_column = std::lerp(from.frame.first_column, to.frame.first_column, part);
    place.frame.rows = std::lerp(from.frame.rows, to.frame.rows, part);
    place.frame.columns = std::lerp(from.frame.columns, to.frame.columns, part);
  }
  if (from.scale.map == to.scale.map && !from.scale.is_open() && !to.scale.is_open()) {
    place.scale.low = std::lerp(from.scale.low, to.scale.low, share);
    place.scale.high = std::lerp(from.scale.high, to.scale.high, share);
  }
  return place;
}

void Motion::begin_frame(double now, bool moves) {
  now_ = now;
  moves_ = moves;
  before_ = std::exchange(stage_, {});
  gliding_.reset();
  chips_.clear();
  arcs_.clear();
  points_at_sentence_ = false;
  go_on_folding();
  if (!moves_ || (glide_ && now_ - glide_->since >= kMotionSeconds)) glide_.reset();
}

void Motion::place_stage(const std::shared_ptr<const engine::Trace>& trace, std::vector<StagePlace> places) {
  if (places.empty()) return;
  stage_ = {trace, std::move(places)};
  if (!moves_) return;
  const bool was_drawn = !before_.places.empty() && before_.trace.lock() == trace;
  if (was_drawn && before_.places.back().address != stage_.places.back().address) set_off(before_);
  glide();
}

// Starts from where the matrix is, if it is under way already.
void Motion::set_off(const Stage& before) {
  const StagePlace& former = before.places.back();
  const size_t operand = place_of(stage_.places, former.address);
  const size_t was_operand = place_of(before.places, stage_.places.back().address);
  std::optional<StagePlace> from;
  if (operand + 1 < stage_.places.size()) {
    from = former;
  } else if (was_operand + 1 < before.places.size()) {
    from = before.places[was_operand];
  }
  if (from && glide_ && glide_->from.address == from->address) {
    const size_t goal = place_of(before.places, from->address);
    from = between(glide_->from, before.places[goal], eased(now_ - glide_->since));
  }
  glide_.reset();
  if (from) glide_ = Glide{*std::move(from), now_};
}

void Motion::glide() {
  if (!glide_) return;
  goal_ = place_of(stage_.places, glide_->from.address);
  if (goal_ == stage_.places.size()) return glide_.reset();
  gliding_ = between(glide_->from, stage_.places[goal_], eased(now_ - glide_->since));
}

void Motion::fold(const std::string& address, engine::Index row) {
  fold_ = Fold{.address = address, .row = row, .asked = now_};
}

void Motion::go_on_folding() {
  if (!fold_ || !fold_->is_under_way) return;
  const bool is_drawn = !before_.places.empty() && before_.places.back().address == fold_->address;
  if (!fold_->since && is_drawn) fold_->since = now_;
  const bool ends =
      fold_->since ? now_ - *fold_->since >= kMotionSeconds : now_ - fold_->asked > kLongestWait;
  fold_->is_under_way = moves_ && !ends;
}

std::optional<engine::Index> Motion::folded_row(std::string_view address) const {
  return fold_ && fold_->address == address ? std::optional(fold_->row) : std::nullopt;
}

std::optional<float> Motion::folding() const {
  if (!fold_ || !fold_->is_under_way) return std::nullopt;
  return fold_->since ? eased(now_ - *fold_->since) : 0.0f;
}

}  // namespace views
