// body_plan.cpp: widths first, then heights; the stage gets what remains.
#include "app/views/core/body_plan.h"

#include <algorithm>
#include <cmath>

namespace views {
namespace {

using app::PanelFold;
using app::RailFold;

// Available sizes, at 100 %, from which a panel is shown by default.
constexpr float kRoomForWideRail = 1280;
constexpr float kRoomForPictures = 790;
constexpr float kRoomForCard = 790;
constexpr float kRoomForStrip = 345;  // high
constexpr float kUsualRail = 256;
constexpr float kFoldsSettings = 560;  // a window's height at 100 %, up to which the settings are a button

// Widths at 100 %; 0: hidden.
struct Widths {
  float rail = 0;
  float card = 0;
  float gap = 0;
  float room = 0;

  float stage() const { return room - rail - (rail > 0 ? gap : 0) - card - (card > 0 ? gap : 0); }
  float missing() const { return std::max(0.0f, kLeastStage.x - stage()); }
};

float chosen(int wished, float usual, const PanelLimits& limits) {
  const float size = wished > 0 ? static_cast<float>(wished) : usual;
  return std::clamp(size, static_cast<float>(limits.least), static_cast<float>(limits.most));
}

float first_rail(const app::Panels& wished, float room) {
  const float wide = chosen(wished.rail_width, kUsualRail, kRailLimits);
  switch (wished.rail) {
    case RailFold::kWide:
      return wide;
    case RailFold::kPictures:
      return kRailPictures;
    case RailFold::kAway:
      return 0;
    case RailFold::kAsFits:
      break;
  }
  return room >= kRoomForWideRail ? wide : room >= kRoomForPictures ? kRailPictures : 0;
}

float first_card(const app::Panels& wished, float room) {
  if (wished.card == PanelFold::kAway) return 0;
  if (wished.card == PanelFold::kAsFits && room < kRoomForCard) return 0;
  const float usual = room >= kRoomForWideRail ? 384 : room >= 900 ? 330 : kCardLimits.least;
  return chosen(wished.card_width, usual, kCardLimits);
}

// Shrinks a size by what the stage lacks, down to its minimum.
void give_way(Widths& widths, float& size, const PanelLimits& limits) {
  if (size > static_cast<float>(limits.least))
    size = std::max(size - widths.missing(), static_cast<float>(limits.least));
}

void fold_rail(Widths& widths) {
  if (widths.missing() > 0 && widths.rail > kRailPictures) widths.rail = kRailPictures;
  if (widths.missing() > 0) widths.rail = 0;
}

Widths plan_widths(float room, float gap, const app::Panels& wished, bool stands_alone) {
  Widths widths{first_rail(wished, room), stands_alone ? 0 : first_card(wished, room), gap, room};
  give_way(widths, widths.card, kCardLimits);
  give_way(widths, widths.rail, kRailLimits);
  if (wished.rail == RailFold::kAsFits) fold_rail(widths);
  if (wished.card == PanelFold::kAsFits && widths.missing() > 0) widths.card = 0;
  fold_rail(widths);
  if (widths.missing() > 0) widths.card = 0;
  return widths;
}

// The head strip's height at 100 %; 0: hidden.
float plan_strip(float room, float gap, const app::Panels& wished, bool stands_alone) {
  if (stands_alone || wished.strip == PanelFold::kAway) return 0;
  if (wished.strip == PanelFold::kAsFits && room < kRoomForStrip) return 0;
  const float most = room - gap - kLeastStage.y;
  const float usual = room >= 640 ? 132 : room >= 430 ? 88 : kStripLimits.least;
  const float height = std::min(chosen(wished.strip_height, usual, kStripLimits), most);
  return height < static_cast<float>(kStripLimits.least) ? 0 : height;
}

}  // namespace

BodyPlan plan_body(ImVec2 room, float scale, const app::Panels& wished, bool stands_alone, bool shows_heads) {
  const ImVec2 whole(std::max(room.x, kLeastStage.x * scale), std::max(room.y, kLeastStage.y * scale));
  BodyPlan plan;
  plan.stands_alone = stands_alone;
  plan.size = whole;
  plan.gap = std::round((whole.y < 640 * scale ? 10.0f : 16.0f) * scale);
  const float gap = plan.gap / scale;
  const Widths widths = plan_widths(whole.x / scale, gap, wished, stands_alone);
  const float strip = std::floor(plan_strip(whole.y / scale, gap, wished, stands_alone) * scale);
  const float rail = std::floor(widths.rail * scale);
  const float card = std::floor(widths.card * scale);
  const float body = whole.y - (strip > 0 ? strip + plan.gap : 0);
  plan.rail_is_pictures = widths.rail == kRailPictures;
  plan.rail = {0, 0, rail, rail > 0 ? body : 0};
  const float left = rail > 0 ? rail + plan.gap : 0;
  const float right = card > 0 ? whole.x - card - plan.gap : whole.x;
  plan.stage = {left, 0, right - left, body};
  plan.card = {whole.x - card, 0, card, card > 0 ? body : 0};
  plan.shows_heads = shows_heads && card > 0;
  if (strip <= 0) return plan;
  if (plan.shows_heads) {
    plan.stepper = {plan.card.left, body + plan.gap, card, strip};
    plan.stage.height = whole.y;
    if (rail > 0) plan.rail.height = whole.y;
    return plan;
  }
  // The stepper is below the card, or in about its place if the card is hidden.
  const float usual = std::floor(std::min(std::max(kCardLimits.least * scale, 0.24f * whole.x), 384 * scale));
  const float stepper = card > 0 ? card : usual;
  plan.strip = {0, body + plan.gap, whole.x - stepper - plan.gap, strip};
  plan.stepper = {whole.x - stepper, body + plan.gap, stepper, strip};
  return plan;
}

float chrome_scale(ImVec2 window, float scale) {
  return std::min(scale, std::max(std::min(window.y / 430, window.x / 740), 1.0f));
}

float body_scale(ImVec2 window, float scale) {
  return std::min(scale, std::max(std::min(window.x / 800, window.y / 450), 1.0f));
}

ChromeLines chrome_lines(ImVec2 window, float scale) {
  const float height = window.y / scale;
  return {height < 800, height <= 640, height <= kFoldsSettings};
}

ImVec2 usual_room(ImVec2 window, float scale) {
  const float chrome = chrome_scale(window, scale);
  const float body = body_scale(window, scale);
  const ChromeLines lines = chrome_lines(window, chrome);
  const float sequence = lines.one_line_of_sequence ? 38 : 76;
  const float settings = lines.settings_folded ? 0 : 34;
  return {window.x - 48 * body, window.y - (52 + sequence + settings) * chrome - 24 * body};
}

}  // namespace views
