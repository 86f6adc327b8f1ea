// attribution_heads.cpp: a line for each attention, a cell for each of its heads.
#include "app/views/pictures/attribution_heads.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"
#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/core/place_name.h"

namespace views {
namespace {

// "Encoder 1 › Self-attention".
std::string attention_name(const Frame& frame, std::string_view address) {
  const engine::StageAddress place = engine::parse_address(engine::without_example(address));
  const std::string layer = layer_name(frame, place);
  return (layer.empty() ? layer : layer + kArrow) + sublayer_name(frame, place);
}

std::string name_of_head(const Frame& frame, const engine::HeadShare& head) {
  return frame.tr("head.name", {{"head", frame.tr.nth(engine::head_of(head.head + ".weights").value_or(0))}});
}

// Sizes in pixels, and the largest share.
struct ShareTable {
  float name = 0;
  ImVec2 cell;
  double largest = 0;
};

ShareTable measure_table(const Frame& frame, const std::vector<engine::HeadShare>& heads, float room) {
  const auto& style = frame.style;
  ShareTable table{style.px(120), {style.px(72), style.px(42)}};
  for (const engine::HeadShare& head : heads) {
    table.largest = std::max(table.largest, std::abs(head.share));
    const std::string line = attention_name(frame, engine::attention_of(head.head));
    table.name = std::max(table.name, ui::text_size(line, style.small_ink()).x + style.px(16));
    table.cell.x =
        std::max(table.cell.x, ui::text_size(name_of_head(frame, head), style.small()).x + style.px(16));
  }
  table.name = std::min(table.name, room * 0.3f);
  return table;
}

void draw_head_share(const Frame& frame, const engine::HeadShare& head, const ShareTable& table, ImVec2 at) {
  const auto& style = frame.style;
  const look::Rgb colour = share_colour(style, head.share, table.largest, true);
  const ImVec2 size = table.cell;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui::pack(colour), style.px(4));
  ui::TextStyle type = style.small_ink();
  type.colour = ui::pack(look::text_on(colour));
  const std::string name = name_of_head(frame, head);
  ui::draw_text_centred(list, {at.x + size.x / 2, at.y + style.px(4)}, name, type);
  if (head.head == engine::head_address(frame.here()))
    list.AddRect({at.x - 1, at.y - 1}, {at.x + size.x + 1, at.y + size.y + 1}, style.colours.ink, style.px(4),
                 0, style.px(2));
  ui::draw_text_centred(list, {at.x + size.x / 2, at.y + style.px(22)},
                        ui::fixed_number(head.share, table.largest >= 0.1 ? 2 : 4), type);
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton(head.head.c_str(), size))
    frame.requests.edit("", [address = head.head + ".weights"](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
  std::string place = attention_name(frame, engine::attention_of(head.head));
  place.append(kArrow).append(name);
  ui::tip(style, frame.tr("attribution.head.tip", {{"head", place}}));
}

}  // namespace

look::Rgb share_colour(const ui::Style& style, double share, double largest, bool is_signed) {
  const auto end = static_cast<float>(largest);
  if (is_signed)
    return look::colour_of(
        {style.dark ? look::ColourMap::kSignedDark : look::ColourMap::kSignedLight, -end, end},
        static_cast<float>(share));
  const look::Palette& palette = look::palette(style.dark);
  const auto part = largest > 0 ? static_cast<float>(std::clamp(share / largest, 0.0, 1.0)) : 0.0f;
  return {std::lerp(palette.panel.r, palette.key.r, part), std::lerp(palette.panel.g, palette.key.g, part),
          std::lerp(palette.panel.b, palette.key.b, part)};
}

void draw_head_shares(const Frame& frame, const std::vector<engine::HeadShare>& heads) {
  const auto& style = frame.style;
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({0, style.px(4)});
  ui::paragraph(frame.tr("attribution.heads"), room, style.strong());
  const ShareTable table = measure_table(frame, heads, room);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = table.cell.y + style.px(3);
  ImVec2 at(corner.x + table.name, corner.y);
  std::string_view attention;
  for (const engine::HeadShare& head : heads) {
    const std::string_view own = engine::attention_of(head.head);
    const bool is_new = own != attention;
    const bool is_full = at.x + table.cell.x > corner.x + room;
    if (is_new ? !attention.empty() : is_full) at = {corner.x + table.name, at.y + line};
    if (is_new)
      ui::draw_text(*ImGui::GetWindowDrawList(), {corner.x, at.y + style.px(12)},
                    ui::ellipsise(attention_name(frame, own), table.name - style.px(8), style.small_ink()),
                    style.small_ink());
    attention = own;
    draw_head_share(frame, head, table, at);
    at.x += table.cell.x + style.px(3);
  }
  ImGui::SetCursorScreenPos({corner.x, at.y + table.cell.y});
  ImGui::Dummy({1, style.px(4)});
}

}  // namespace views
