// card_journey.cpp: one pair of tokens followed from score to attention weight.
#include <array>
#include <cmath>
#include <optional>

#include "app/ui/widgets.h"
#include "app/views/card_scene.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

// Another step of the same head: "mask", "relative.scores".
std::optional<int> beside(const CardScene& scene, std::string_view step) {
  engine::StageAddress place = engine::parse_address(scene.stage.address);
  place.step = step;
  return scene.frame.trace().find(engine::address_of(place));
}

// The number that a step beside this one ("mask") has for the same pair of tokens, to be added.
std::string added_number(const CardScene& scene, std::string_view step) {
  const auto stage = beside(scene, step);
  return engine::number_markup(
      stage ? static_cast<double>(scene.frame.trace().at(*stage, scene.cell.row, scene.cell.column)) : 0);
}

// "÷ √16 = 4 →": what was done, and the number that it gave stands behind the arrow.
std::string journey_name(const CardScene& scene, std::string_view map) {
  const engine::Config& config = scene.frame.session.trace_document().config;
  if (map == "masked") return scene.frame.tr("journey.masked", {{"mask", added_number(scene, "mask")}});
  if (map == "relative.sum")
    return scene.frame.tr("journey.biased", {{"bias", added_number(scene, "relative.scores")}});
  if (map == "biased") {
    const char* const bias = beside(scene, "alibi") ? "alibi" : "relative";
    return scene.frame.tr("journey.biased", {{"bias", added_number(scene, bias)}});
  }
  // Where softmax of the row is only what another way of computing attention stands for.
  if (map == "exact") return scene.frame.tr("journey.weights");
  if (map == "weights" && beside(scene, "exact")) return scene.frame.tr("journey.in_force");
  if (map != "scaled") return scene.frame.tr("journey." + std::string(map));
  const auto queries = beside(scene, "q");
  const engine::Index d_k = queries ? scene.frame.trace().stage(*queries).columns : config.d_k;
  const std::string root = engine::number_markup(std::sqrt(static_cast<double>(d_k)));
  std::string name = config.scale
                         ? scene.frame.tr("journey.scaled", {{"d_k", std::to_string(d_k)}, {"root", root}})
                         : scene.frame.tr("journey.unscaled");
  if (config.temperature != 1) name += " ÷ " + engine::number_markup(config.temperature, 3);
  return name + " →";
}

}  // namespace

void draw_card_journey(const CardScene& scene) {
  constexpr std::array<std::string_view, 7> kMaps = {"scores", "relative.sum", "scaled", "biased",
                                                     "masked", "exact",        "weights"};
  if (!scene.is_map()) return;
  ImGui::Dummy({0, scene.style.px(8)});
  ui::label(scene.frame.tr("card.journey"), scene.style.small());
  for (const std::string_view map : kMaps) {
    const auto index = beside(scene, map);
    if (!index) continue;
    const bool is_weight = map == "exact" || map == "weights";
    const double value = scene.frame.trace().at(*index, scene.cell.row, scene.cell.column);
    scene.line(journey_name(scene, map), value, is_weight ? 4 : 2, *index == scene.cell.stage);
    if (map == "weights")
      scene.line(scene.frame.tr("journey.row_sum"),
                 scene.frame.trace().read_row(*index, scene.cell.row).sum(), 4, false);
  }
}

}  // namespace views
