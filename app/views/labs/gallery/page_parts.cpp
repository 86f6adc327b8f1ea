// page_parts.cpp: each part reads its numbers off the system's stages.
#include "app/views/labs/gallery/page_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/picture_words.h"

namespace views {

using engine::Index;
using engine::Matrix;

namespace {

constexpr float kKeyBar = 72;  // pixels at 100 %
constexpr float kBesideBar = 6;

float map_key_width(const Frame& frame, const std::string& most) {
  const auto& style = frame.style;
  const float words = ui::text_size("0", style.small()).x + ui::text_size(most, style.small()).x;
  return words + std::floor(style.px(kKeyBar)) + 2 * style.px(kBesideBar);
}

}  // namespace

Matrix attended(const SystemPage& page, const std::string& attention, Index row, Index first) {
  const engine::SystemTrace stages = page.stages();
  const Index head = page.frame.session.desk().gallery.head;
  const auto map = stages.find(attention + ".head." + std::to_string(head) + ".weights");
  if (head < 0 || !map) return engine::mean_row(stages, attention, row, first);
  const Index keys = stages.trace().stage(*map).columns - first;
  const Matrix weights = stages.trace().read(*map, row, first, 1, keys);
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(keys))));
  return Eigen::Map<const Matrix>(weights.data(), side, side);
}

void go_to_stage(const SystemPage& page, const std::string& name, Index row, Index column) {
  const std::string address = engine::gallery_prefix(page.system) + name;
  page.frame.requests.edit("walk", [address, row, column](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
    if (row >= 0) state.document.focus.pinned = {row, column};
  });
}

bool draw_laid_picture(const SystemPage& page, const LaidPicture& laid, float side) {
  const auto& style = page.frame.style;
  ImGui::BeginGroup();
  if (!laid.caption.empty()) ui::label(ui::ellipsise(laid.caption, side, style.small()), style.small());
  const PixelSquare square{ImGui::GetCursorScreenPos(), side_on_pixels(style, side)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_laid_map(list, square, page.pixels, laid.weights, laid.scale);
  draw_square_outline(style, list, square);
  if (laid.frame != 0) list.AddRect(square.at, square.end(), laid.frame, 0, 0, style.px(3));
  // Its caption may change while a shape is moved.
  const std::string id = laid.caption + "###" + laid.address + " " + std::to_string(laid.row);
  const bool clicked = ImGui::InvisibleButton(id.c_str(), {square.side, square.side});
  const bool hovered = ImGui::IsItemHovered();
  if (!laid.address.empty()) {
    ui::tip(style, page.frame.tr("gallery.map.tip"));
    if (clicked) go_to_stage(page, laid.address, laid.row);
  }
  ImGui::EndGroup();
  return hovered;
}

look::ColourScale shared_map_scale(const Frame& frame, std::span<const Matrix> maps) {
  look::ColourScale scale{frame.style.sequential(), 0, 1e-9F};
  for (const Matrix& map : maps) scale.high = std::max(scale.high, map.maxCoeff());
  return scale;
}

void draw_map_key(const Frame& frame, const std::string& most) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small();
  const float gap = style.px(kBesideBar);
  const float bar = std::floor(style.px(kKeyBar));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 zero = ui::text_size("0", type);
  const look::ColourScale shares{style.sequential(), 0, 1};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, "0", type);
  draw_lying_colours(frame, {at.x + zero.x + gap, at.y + (zero.y - style.px(10)) / 2}, bar,
                     [&](double share) { return look::colour_of(shares, static_cast<float>(share)); });
  ui::draw_text(list, {at.x + zero.x + bar + 2 * gap, at.y}, most, type);
  ImGui::Dummy({map_key_width(frame, most), zero.y});
}

void draw_laid_heading(const SystemPage& page, const std::string& words, const look::ColourScale& scale) {
  const auto& style = page.frame.style;
  ui::Flow flow(style.px(16));
  flow.next(0);
  const float room = ImGui::GetContentRegionAvail().x;
  draw_gallery_caption(page.frame, words,
                       std::min(room, std::ceil(ui::text_size(words, style.small_strong()).x) + 1));
  const std::string most =
      page.frame.tr("gallery.map.most", {{"weight", ui::fixed_number(double{scale.high}, 2)}});
  flow.next(map_key_width(page.frame, most));
  draw_map_key(page.frame, most);
}

void draw_head_choice(const SystemPage& page, Index heads) {
  const Frame& frame = page.frame;
  const Index chosen = frame.session.desk().gallery.head;
  ui::Flow flow(frame.style.px(6));
  for (Index head = -1; head < heads; ++head) {
    const std::string word = head < 0
                                 ? frame.tr("gallery.every_head")
                                 : frame.tr("head.name", {{"head", frame.tr.nth(static_cast<int>(head))}});
    flow.next(ui::button_width(frame.style, word));
    const bool is_chosen = head == chosen || (head < 0 && chosen >= heads);
    const std::string face = word + "##gallery head " + std::to_string(head);
    if (ui::button(frame.style, face.c_str(),
                   is_chosen ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline))
      arrange_gallery(frame, [head](app::GalleryDesk& desk) { desk.head = head; });
  }
}

void draw_share_bars(const Frame& frame, std::span<const ShareBar> bars, float width) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float names = 0;
  for (const ShareBar& bar : bars) names = std::max(names, ui::text_size(bar.name, style.small_ink()).x);
  const float gap = style.px(10);
  const float numbers = ui::text_size("99.9 %", style.small_ink()).x + gap;
  // Beside long names there is no room for bars: they stand below.
  const bool stand_below = names > width * 0.5F;
  const float before = stand_below ? 0 : names + gap;
  const float down = stand_below ? style.px(19) : 0;
  const float longest = std::max(width - before - numbers, style.px(20));
  for (const ShareBar& bar : bars) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string id =
        bar.name + "##bar " + std::to_string(bar.cell.row) + " " + std::to_string(bar.cell.column);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {width, style.px(20) + down});
    explain_item(frame, bar.cell, clicked);
    ui::draw_text(list, at, ui::ellipsise(bar.name, width, style.small_ink()), style.small_ink());
    const ImVec2 corner(at.x + before, at.y + down);
    const float length = std::max(1.0F, longest * static_cast<float>(bar.share));
    list.AddRectFilled({corner.x, corner.y + style.px(4)}, {corner.x + length, corner.y + style.px(14)},
                       style.colours.accent, style.px(2));
    ui::draw_text_right(list, {at.x + width, corner.y}, percent(bar.share), style.small_ink());
  }
  ImGui::PopStyleVar();
}

std::vector<ShareBar> kind_bars(const SystemPage& page, const std::string& stage, Index row, size_t most) {
  const int index = page.stage(stage);
  const Matrix shares = page.frame.trace().read_row(index, row);
  std::vector<Index> order(static_cast<size_t>(shares.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return shares(0, a) > shares(0, b); });
  order.resize(std::min(order.size(), most));
  std::vector<ShareBar> bars;
  bars.reserve(order.size());
  for (const Index kind : order) {
    const bool is_none = kind >= world::kKinds;
    bars.push_back({is_none ? page.frame.tr("gallery.none") : kind_words(page.frame, static_cast<int>(kind)),
                    {index, row, kind},
                    double{shares(0, kind)}});
  }
  return bars;
}

size_t draw_look_choice(const Frame& frame, std::span<const char* const> keys) {
  const std::string& wanted = frame.session.desk().gallery.look;
  const auto found = std::ranges::find(keys, wanted, [](const char* key) { return std::string(key); });
  const size_t chosen = found == keys.end() ? 0 : static_cast<size_t>(found - keys.begin());
  ui::Flow flow(frame.style.px(6));
  for (size_t i = 0; i < keys.size(); ++i) {
    flow.next(ui::button_width(frame.style, frame.tr(keys[i])));
    if (gallery_choice(frame, keys[i], i == chosen))
      arrange_gallery(frame, [key = std::string(keys[i])](app::GalleryDesk& desk) { desk.look = key; });
  }
  return chosen;
}

}  // namespace views
