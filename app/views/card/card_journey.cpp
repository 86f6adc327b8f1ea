// card_journey.cpp: one pair of tokens followed from score to attention weight.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "engine/core/hidden.h"

namespace views {
namespace {

using engine::StageKind;

// A stage of another kind in the same head.
std::optional<int> beside(const CardScene& scene, StageKind kind) {
  engine::StageAddress place = engine::parse_address(scene.stage.address);
  place.step = kind.step();
  return scene.frame.trace().find(engine::address_of(place));
}

// The value of another stage for the same pair of tokens; 0 where there is none.
double number_beside(const CardScene& scene, StageKind kind) {
  const auto stage = beside(scene, kind);
  return stage ? static_cast<double>(scene.frame.trace().at(*stage, scene.cell.row, scene.cell.column)) : 0;
}

std::string added_number(const CardScene& scene, StageKind kind) {
  return engine::number_markup(number_beside(scene, kind));
}

// Written as in formulas where it hides by a number.
std::string mask_number(double value) {
  return std::isfinite(value) && engine::is_hidden(static_cast<float>(value)) ? "−10⁹"
                                                                              : engine::number_markup(value);
}

// "+ mask 0 →", or where the mask takes the score's place "replaced by −10⁹ →".
std::string masked_name(const CardScene& scene) {
  const double mask = number_beside(scene, StageKind::kMask);
  const bool replaces = scene.frame.session.trace_document().config.mask_in_place &&
                        engine::is_hidden(static_cast<float>(mask));
  return scene.frame.tr(replaces ? "journey.replaced" : "journey.masked", {{"mask", mask_number(mask)}});
}

// Whether the number of this cell was typed over what is computed.
bool is_typed(const CardScene& scene, const engine::Stage& stage) {
  const engine::StageEdits* const typed = stage.operation->typed();
  return typed != nullptr && std::ranges::any_of(typed->cells, [&](const engine::CellEdit& cell) {
           return cell.row == scene.cell.row && cell.column == scene.cell.column;
         });
}

// "1 ÷ 4 (visible keys) →": how a head that reads evenly weighs a key.
std::string even_name(const CardScene& scene, int weights) {
  const engine::Explanation made = scene.frame.trace().explain(weights, scene.cell.row, scene.cell.column);
  if (made.result == 0) return scene.frame.tr("journey.even_hidden");
  return scene.frame.tr("journey.even", {{"count", engine::number_markup(made.quantities.front().value)}});
}

// "÷ √16 = 4 →": what was done; the resulting value follows the arrow.
std::string journey_name(const CardScene& scene, int index) {
  const engine::Stage& stage = scene.frame.trace().stage(index);
  const StageKind map = stage.kind;
  if (is_typed(scene, stage)) return scene.frame.tr("journey.typed");
  if (stage.operation->name() == "uniform") return even_name(scene, index);
  const engine::Config& config = scene.frame.session.trace_document().config;
  if (map == StageKind::kMasked) return masked_name(scene);
  if (map == StageKind::kRelativeSum)
    return scene.frame.tr("journey.biased", {{"bias", added_number(scene, StageKind::kRelativeScores)}});
  if (map == StageKind::kBiased) {
    const StageKind bias = beside(scene, StageKind::kAlibi) ? StageKind::kAlibi : StageKind::kRelative;
    return scene.frame.tr("journey.biased", {{"bias", added_number(scene, bias)}});
  }
  // The exact softmax is only a reference for the attention method.
  if (map == StageKind::kExact) return scene.frame.tr("journey.weights");
  if (map == StageKind::kWeights && beside(scene, StageKind::kExact))
    return scene.frame.tr("journey.in_force");
  if (map != StageKind::kScaled) return scene.frame.tr("journey." + std::string(map.name()));
  const auto queries = beside(scene, StageKind::kQuery);
  const engine::Index d_k = queries ? scene.frame.trace().stage(*queries).columns : config.d_k;
  const std::string root = engine::number_markup(std::sqrt(static_cast<double>(d_k)));
  std::string name = config.scale
                         ? scene.frame.tr("journey.scaled", {{"d_k", std::to_string(d_k)}, {"root", root}})
                         : scene.frame.tr("journey.unscaled");
  if (config.temperature != 1) name += " ÷ " + engine::number_markup(config.temperature, 3);
  return name + " →";
}

// The maps of the head from its raw scores to its weights, each computed from the one before.
std::vector<int> journey_of(const CardScene& scene) {
  std::vector<int> stages;
  const auto scores = beside(scene, StageKind::kScores);
  auto last = beside(scene, StageKind::kMasked);
  if (!last) last = beside(scene, StageKind::kScaled);
  for (int index = last.value_or(-1); index >= 0;) {
    const engine::Stage& stage = scene.frame.trace().stage(index);
    if (stage.column_axis != engine::Axis::kKeys) break;
    stages.push_back(index);
    index = index == scores || stage.inputs.empty() ? -1 : stage.inputs.front();
  }
  std::reverse(stages.begin(), stages.end());
  for (const StageKind map : {StageKind::kExact, StageKind::kWeights}) {
    if (const auto index = beside(scene, map)) stages.push_back(*index);
  }
  return stages;
}

}  // namespace

namespace {

bool has_journey(const CardScene& scene) {
  return scene.is_map() && !engine::is_gradient(scene.stage.address);
}

float air_above(const CardScene& scene) {
  return scene.style.px(scene.is_low() ? 4 : 8);
}

bool says_row_sum(const CardScene& scene, StageKind map) {
  return map == StageKind::kWeights && !scene.is_low();
}

}  // namespace

float card_journey_height(const CardScene& scene) {
  if (!has_journey(scene)) return 0;
  const auto line = [&](const ui::TextStyle& type) {
    return ui::text_size("A", type).y + scene.style.px(3) + ImGui::GetStyle().ItemSpacing.y;
  };
  const ui::Style& style = scene.style;
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  float height = air_above(scene) + style.px(7) + ui::text_size("A", style.small()).y + style.px(3) +
                 4 * spacing + line(style.strong()) - line(style.small_ink());
  for (const int index : journey_of(scene)) {
    const bool has_sum = says_row_sum(scene, scene.frame.trace().stage(index).kind);
    height += line(style.small_ink()) * (has_sum ? 2.0f : 1.0f);
  }
  return height;
}

void draw_card_journey(const CardScene& scene) {
  if (!has_journey(scene)) return;
  // Where the end would be cut, it has no heading.
  const bool is_cut = scene.is_low() && ImGui::GetContentRegionAvail().y < card_journey_height(scene);
  if (!is_cut) ImGui::Dummy({0, air_above(scene)});
  scene.separator();
  if (!is_cut) {
    ui::label(scene.frame.tr("card.journey"), scene.style.small());
    ImGui::Dummy({0, scene.style.px(3)});
  }
  for (const int index : journey_of(scene)) {
    const StageKind map = scene.frame.trace().stage(index).kind;
    const bool is_weight = map == StageKind::kExact || map == StageKind::kWeights;
    const double value = scene.frame.trace().at(index, scene.cell.row, scene.cell.column);
    scene.line(journey_name(scene, index), value, is_weight ? 4 : 2, index == scene.cell.stage);
    if (says_row_sum(scene, map))
      scene.line(scene.frame.tr("journey.row_sum"), scene.frame.trace().read_row(index, scene.cell.row).sum(),
                 4, false);
  }
}

}  // namespace views
