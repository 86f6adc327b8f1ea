// image_overlay.cpp: the attention map over the picture, and the picture itself.
#include <algorithm>
#include <cmath>

#include "app/document/model_input.h"
#include "app/views/heads/grid_kinds.h"
#include "app/views/pictures/image_view.h"
#include "engine/analysis/rollout.h"

namespace views {
namespace {

using From = app::OverlayState::From;

constexpr int kLongestSide = 1024;  // pixels per side: finer than it is drawn

// What a model sees of the picture that it crops; all of it, and finer, where it only resizes.
std::shared_ptr<const loaders::Image> read(const std::string& path, const loaders::Checkpoint* cropping) {
  auto image = loaders::read_image(path);
  if (!image) return nullptr;
  if (cropping != nullptr) {
    auto square = loaders::fitted(*image, *cropping->image, path);
    return square ? std::make_shared<const loaders::Image>(std::move(square).value()) : nullptr;
  }
  const int longest = std::max(image->width, image->height);
  if (longest > kLongestSide) {
    const auto part = [&](int side) {
      return std::max(1, static_cast<int>(int64_t{side} * kLongestSide / longest));
    };
    return std::make_shared<const loaders::Image>(
        loaders::resize(*image, part(image->width), part(image->height)));
  }
  return std::make_shared<const loaders::Image>(std::move(image).value());
}

}  // namespace

std::string picture_path(const Frame& frame) {
  return app::picture_of(frame.session.trace_document(), frame.facts.checkpoint());
}

std::shared_ptr<const loaders::Image> shown_image(const Frame& frame) {
  const std::string path = picture_path(frame);
  const app::OverlayState& desk = frame.session.desk().overlay;
  const loaders::Checkpoint* const model = frame.facts.checkpoint();
  const auto* const cropping = model != nullptr && model->image && model->image->fit.crop ? model : nullptr;
  const std::string stamp = cropping != nullptr ? cropping->stamp : "";
  if (path.empty()) return nullptr;
  if (desk.path == path && desk.cropped_by == stamp) return desk.image;
  auto image = read(path, cropping);
  frame.requests.arrange([path, stamp, image](app::Desk& changed) {
    changed.overlay.path = path;
    changed.overlay.cropped_by = stamp;
    changed.overlay.image = image;
  });
  return image;
}

std::optional<PatchGrid> patch_grid(engine::Index tokens) {
  for (const engine::Index first : {engine::Index{1}, engine::Index{0}}) {
    const engine::Index patches = tokens - first;
    const auto side = static_cast<engine::Index>(std::lround(std::sqrt(static_cast<double>(patches))));
    if (patches > 0 && side * side == patches) return PatchGrid{first, side};
  }
  return std::nullopt;
}

OverlayMap overlay_map(const Frame& frame, int weights) {
  const From from = frame.session.desk().overlay.from;
  const auto layers = heads_by_layer(frame, attention_kind(frame));
  const auto here = std::find_if(layers.begin(), layers.end(), [&](const engine::LayerHeads& heads) {
    return std::find(heads.begin(), heads.end(), weights) != heads.end();
  });
  if (from == From::kHead || here == layers.end()) return {nullptr, weights};
  const auto layer = static_cast<size_t>(here - layers.begin());
  const std::string number = std::to_string(layer);
  const bool is_mean = from == From::kMean;
  const auto used = is_mean ? std::span(layers).subspan(layer, 1) : std::span(layers).first(layer + 1);
  const std::vector<engine::LayerHeads> maps(used.begin(), used.end());
  const auto* const derived = frame.derivations.find(
      (is_mean ? "image mean " : "image rollout ") + number, {frame.trace_pointer()}, frame.style,
      [is_mean, maps, trace = frame.trace_pointer()] {
        return is_mean ? engine::mean_trace(*trace, maps) : engine::rollout_trace(*trace, maps);
      },
      frame.session.background());
  if (derived == nullptr) return {nullptr, weights};
  const auto stage = derived->trace->find(is_mean ? "mean.0" : "rollout." + number);
  return stage ? OverlayMap{derived, *stage} : OverlayMap{nullptr, weights};
}

engine::Index overlay_query(const Frame& frame, engine::Index tokens) {
  const app::Focus& focus = frame.session.document().focus;
  const engine::Index row = focus.pinned ? focus.pinned->first : focus.token.value_or(0);
  return std::min(row, tokens - 1);
}

}  // namespace views
