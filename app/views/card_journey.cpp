// card_journey.cpp: one pair of tokens followed from score to attention weight.
#include <array>
#include <cmath>

#include "app/session/place.h"
#include "app/ui/widgets.h"
#include "app/views/card_scene.h"
#include "engine/formula.h"

namespace views {
namespace {

// The number that a step beside this one ("mask") has for the same pair of tokens, to be added.
std::string added_number(const CardScene& scene, std::string_view step) {
  std::string address = scene.stage.address.substr(0, scene.stage.address.rfind('.') + 1);
  const auto stage = scene.frame.trace().find(address.append(step));
  return engine::number_markup(
      stage ? static_cast<double>(scene.frame.trace().at(*stage, scene.cell.row, scene.cell.column)) : 0);
}

// "÷ √16 = 4 →": what was done, and the number that it gave stands behind the arrow.
std::string journey_name(const CardScene& scene, std::string_view map) {
  const engine::Config& config = scene.frame.session.trace_document().config;
  if (map == "masked") return scene.frame.tr("journey.masked", {{"mask", added_number(scene, "mask")}});
  if (map == "biased") return scene.frame.tr("journey.biased", {{"bias", added_number(scene, "relative")}});
  if (map != "scaled") return scene.frame.tr("journey." + std::string(map));
  const auto queries =
      scene.frame.trace().find(scene.stage.address.substr(0, scene.stage.address.rfind('.')) + ".q");
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
  constexpr std::array<std::string_view, 5> kMaps = {"scores", "scaled", "biased", "masked", "weights"};
  if (!scene.is_map()) return;
  ImGui::Dummy({0, scene.style.px(8)});
  ui::label(scene.frame.tr("card.journey"), scene.style.small());
  const std::string base = scene.stage.address.substr(0, scene.stage.address.rfind('.') + 1);
  for (const std::string_view map : kMaps) {
    const auto index = scene.frame.trace().find(base + std::string(map));
    if (!index) continue;
    const double value = scene.frame.trace().at(*index, scene.cell.row, scene.cell.column);
    scene.line(journey_name(scene, map), value, map == "weights" ? 4 : 2, *index == scene.cell.stage);
    if (map == "weights")
      scene.line(scene.frame.tr("journey.row_sum"),
                 scene.frame.trace().read_row(*index, scene.cell.row).sum(), 4, false);
  }
}

}  // namespace views
