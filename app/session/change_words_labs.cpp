// change_words_labs.cpp: changes of each lab's settings.
#include "app/document/labs/relatives.h"
#include "app/session/change_words.h"
#include "engine/labs/depth/depth_lab.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/labs/positions/positions_lab.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {

using engine::Index;

void ChangeWords::positions_lab() {
  const engine::PositionsLab& from = engine::positions_lab_of(old_.config);
  const engine::PositionsLab& to = engine::positions_lab_of(now_.config);
  whole("lab.positions.d_model", from.d_model, to.d_model);
  number("lab.positions.base", from.base, to.base);
  whole("lab.positions.length", from.length, to.length);
  whole("lab.positions.first", from.first, to.first);
  whole("lab.positions.second", from.second, to.second);
  const auto page = [](const Document& document) {
    return "lab.positions.page." + document.labs.positions.shown;
  };
  words("view.positions", page(old_), page(now_));
}

void ChangeWords::relatives_lab() {
  const engine::RelativesLab& before = engine::relatives_lab_of(old_.config);
  const engine::RelativesLab& after = engine::relatives_lab_of(now_.config);
  whole("relatives.kernel", before.kernel, after.kernel);
  whole("relatives.dilation", before.dilation, after.dilation);
  on_off("relatives.grows", before.grows, after.grows);
  whole("relatives.depth", before.depth, after.depth);
  whole("relatives.stride", before.stride, after.stride);
  words("relatives.pooling", "relatives.pooling." + std::string(name_of(before.pooling)),
        "relatives.pooling." + std::string(name_of(after.pooling)));
  on_off("relatives.causal", before.causal, after.causal);
  number("relatives.gain", before.gain, after.gain);
  on_off("relatives.linear", before.linear, after.linear);
  whole("relatives.head", before.head + 1, after.head + 1);
  whole("relatives.seed", static_cast<Index>(before.seed), static_cast<Index>(after.seed));
}

void ChangeWords::depth_lab() {
  const engine::DepthLab& before = engine::depth_lab_of(old_.config);
  const engine::DepthLab& after = engine::depth_lab_of(now_.config);
  whole("lab.depth.layers", before.layers, after.layers);
  whole("lab.depth.heads", before.heads, after.heads);
  whole("lab.depth.window", before.window, after.window);
  number("lab.depth.value_gain", before.value_gain, after.value_gain);
  number("lab.depth.score_gain", before.score_gain, after.score_gain);
  whole("lab.depth.seed", static_cast<Index>(before.seed), static_cast<Index>(after.seed));
  const auto page = [](const Document& document) { return "lab.depth.page." + document.labs.depth.shown; };
  words("view.depth", page(old_), page(now_));
}

void ChangeWords::gallery_lab() {
  const engine::GalleryLab& before = engine::gallery_lab_of(old_.config);
  const engine::GalleryLab& after = engine::gallery_lab_of(now_.config);
  words("view.gallery", "gallery.title." + before.system, "gallery.title." + after.system);
  words("gallery.weights", before.is_trained ? "gallery.trained" : "gallery.untrained",
        after.is_trained ? "gallery.trained" : "gallery.untrained");
  if (before.picture.scene != after.picture.scene) say("change.gallery_scene");
  if (before.picture.drawn != after.picture.drawn) say("change.gallery_drawn");
  if (before.picture.cover != after.picture.cover) say("change.gallery_cover");
  number("gallery.noise", before.picture.noise, after.picture.noise);
  if (before.picture.noise_seed != after.picture.noise_seed) say("change.gallery_noise");
  if (before.off != after.off) say("change.gallery_parts");
  whole("gallery.shots", before.shots.count, after.shots.count);
  whole("gallery.draw", before.shots.draw, after.shots.draw);
  if (before.shots.relabelled != after.shots.relabelled) say("change.gallery_labels");
  if (before.drawings != after.drawings) say("change.gallery_drawing");
}

}  // namespace app
