// stream_view.cpp: reads a place's probabilities and weights off the stream's stages.
#include "app/views/labs/gallery/stream_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/stage/picture_words.h"
#include "engine/labs/gallery/code_patches.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/vision/taming.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;
using Patches = std::vector<Matrix>;

std::string attention_of(int layer) {
  return "decoder." + std::to_string(layer) + ".self";
}

Index usual_place(const SystemPage& page, const engine::TokenStream& stream) {
  const engine::DrawingChoice choice = engine::choice_of(page.lab, page.system);
  const Index middle = stream.grid.pixels() / 2 + stream.grid.width / 2;
  return std::max<Index>(middle, choice.kept.value_or(0));
}

// Of a larger picture, the place of its window.
std::optional<Index> place_in_window(const SystemPage& page) {
  const auto window = engine::choice_of(page.lab, page.system).window;
  if (!window || page.answer.drawing->cols() == world::kSide) return std::nullopt;
  const Index across = engine::kWideGrid.width;
  const Index row = *window / across;
  const Index column = *window % across;
  return (row - engine::window_start(row, across)) * engine::kCodeGrid.width + column -
         engine::window_start(column, across);
}

}  // namespace

StreamView::StreamView(const SystemPage& page, const engine::TokenStream& stream)
    : page_(page), stream_(stream) {
  if (const auto place = place_in_window(page)) {
    place_ = *place;
    return;
  }
  const Index wanted = page.frame.session.desk().gallery.drawn_place;
  const Index places = stream.grid.pixels();
  place_ = std::min(wanted >= 0 && wanted < places ? wanted : usual_place(page, stream), places - 1);
}

bool StreamView::draws_codes() const {
  return stream_.kinds == engine::kCodes;
}

std::optional<Index> StreamView::clicked(ImVec2 at, float side) const {
  ImGui::SetCursorScreenPos(at);
  if (!ImGui::InvisibleButton("drawing", {side, side})) return std::nullopt;
  const auto along = [&](float mouse, float start, Index count) {
    const float share = (mouse - start) / side;
    return std::clamp(static_cast<Index>(share * static_cast<float>(count)), Index{0}, count - 1);
  };
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return along(mouse.y, at.y, stream_.grid.height) * stream_.grid.width +
         along(mouse.x, at.x, stream_.grid.width);
}

void StreamView::draw_drawing(float side) const {
  const Frame& frame = page_.frame;
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_palette_picture(list, at, side, *page_.answer.drawing);
  const float cell = side / static_cast<float>(stream_.grid.width);
  const auto corner = [&](Index place) {
    const Index row = place / stream_.grid.width;
    return ImVec2(at.x + static_cast<float>(place % stream_.grid.width) * cell,
                  at.y + static_cast<float>(row) * cell);
  };
  for (const engine::Overruled& one : engine::choice_of(page_.lab, page_.system).overruled) {
    const ImVec2 low = corner(one.place);
    list.AddRect(low, {low.x + cell, low.y + cell}, style.colours.accent, 0, 0, style.px(1.5F));
  }
  const ImVec2 low = corner(place_);
  list.AddRect(low, {low.x + cell, low.y + cell}, IM_COL32_WHITE, 0, 0, style.px(2.5F));
  list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
  if (const auto place = clicked(at, side))
    arrange_gallery(frame, [place = *place](app::GalleryDesk& desk) { desk.drawn_place = place; });
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ui::tip(style, frame.tr("gallery.drawing.tip"));
}

Index StreamView::symbol_there() const {
  // Read behind the place; the last one is only drawn.
  if (place_ + 1 < stream_.grid.pixels()) {
    const Matrix symbols = page_.stages().values("symbols");
    return static_cast<Index>(symbols(stream_.front() + place_, 0)) - stream_.first;
  }
  const Matrix drawn = page_.stages().values("drawn");
  return static_cast<Index>(drawn(drawn.rows() - 1, 0));
}

void StreamView::overrule(Index symbol) const {
  if (place_in_window(page_)) return;
  edit_drawing(
      page_, "",
      [place = static_cast<int>(place_), symbol = static_cast<int>(symbol)](engine::DrawingChoice& choice) {
        const auto at = std::ranges::lower_bound(choice.overruled, place, {}, &engine::Overruled::place);
        if (at != choice.overruled.end() && at->place == place) {
          at->symbol = symbol;
        } else {
          choice.overruled.insert(at, {place, symbol});
        }
      });
}

void StreamView::draw_symbol(ImVec2 at, float side, Index symbol) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Matrix shown = Matrix::Constant(1, 1, static_cast<float>(symbol));
  if (draws_codes()) {
    const engine::VisionSystem& system = page_.system;
    const bool is_trained = page_.lab.is_trained;
    const Patches* const patches = page_.frame.facts.derived().find<Patches>(
        {"gallery codes", -1, std::string(system.name())}, true, [&system, is_trained] {
          const auto parameters = engine::system_weights(system, is_trained);
          return parameters ? engine::code_patches(**parameters) : Patches{};
        });
    if (patches == nullptr || patches->empty()) return;
    shown = (*patches)[static_cast<size_t>(symbol)];
  }
  draw_palette_picture(list, at, side, shown);
  list.AddRect(at, {at.x + side, at.y + side}, page_.frame.style.colours.hairline);
}

std::string StreamView::symbol_words(Index symbol) const {
  const Frame& frame = page_.frame;
  if (draws_codes()) return frame.tr("gallery.code", {{"code", std::to_string(symbol)}});
  if (symbol == 0) return frame.tr("gallery.ground");
  return frame.tr("world." + std::string(world::name_of(static_cast<world::Colour>(symbol - 1))));
}

void StreamView::draw_next(float width) const {
  const Frame& frame = page_.frame;
  const auto& style = frame.style;
  const int stage = page_.stage("probabilities");
  const Matrix shares = frame.trace().read_row(stage, row());
  std::vector<Index> order(static_cast<size_t>(stream_.kinds));
  std::iota(order.begin(), order.end(), Index{0});
  const auto share = [&](Index symbol) { return shares(0, stream_.first + symbol); };
  constexpr size_t kShown = 5;
  std::ranges::stable_sort(order, [&](Index a, Index b) { return share(a) > share(b); });
  order.resize(std::min(order.size(), kShown));
  const Index there = symbol_there();
  const float swatch = style.px(18);
  const float gap = style.px(8);
  for (const Index symbol : order) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_symbol(at, swatch, symbol);
    ImGui::SetCursorScreenPos({at.x, at.y});
    if (ImGui::InvisibleButton(("put " + std::to_string(symbol)).c_str(), {swatch, swatch})) overrule(symbol);
    ui::tip(style, frame.tr("gallery.put.tip", {{"symbol", symbol_words(symbol)}}));
    ImGui::SetCursorScreenPos({at.x + swatch + gap, at.y});
    const std::string name = symbol == there
                                 ? frame.tr("gallery.put_here", {{"symbol", symbol_words(symbol)}})
                                 : symbol_words(symbol);
    const ShareBar bar{name, {stage, row(), stream_.first + symbol}, double{share(symbol)}};
    ImGui::BeginGroup();
    draw_share_bars(frame, {&bar, 1}, width - swatch - gap);
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos({at.x, std::max(ImGui::GetCursorScreenPos().y, at.y + swatch + style.px(2))});
  }
  ImGui::Dummy({0, 0});
}

void StreamView::draw_all_symbols(float width) const {
  if (place_in_window(page_)) return;
  const Frame& frame = page_.frame;
  const auto& style = frame.style;
  const float gap = style.px(3);
  const float side = style.px(draws_codes() ? 18 : 28);
  ui::paragraph(frame.tr("gallery.symbols"), width, style.small());
  ui::Flow flow(gap);
  for (Index symbol = 0; symbol < stream_.kinds; ++symbol) {
    flow.next(side);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(("symbol " + std::to_string(symbol)).c_str(), {side, side})) overrule(symbol);
    draw_symbol(at, side, symbol);
    if (symbol == symbol_there())
      ImGui::GetWindowDrawList()->AddRect({at.x - 1, at.y - 1}, {at.x + side + 1, at.y + side + 1},
                                          style.colours.accent, 0, 0, style.px(2));
    ui::tip(style, frame.tr("gallery.put.tip", {{"symbol", symbol_words(symbol)}}));
  }
}

// Of the chosen head, or the mean of all: (1, symbols that are read).
Matrix StreamView::weights(int layer) const {
  const engine::SystemTrace stages = page_.stages();
  const Index chosen = page_.frame.session.desk().gallery.head;
  Matrix sum = Matrix::Zero(1, stream_.inputs());
  Index heads = 0;
  for (Index head = 0; head < stream_.heads; ++head) {
    if (chosen >= 0 && chosen < stream_.heads && head != chosen) continue;
    const int map = stages.find(attention_of(layer) + ".head." + std::to_string(head) + ".weights").value();
    sum += stages.trace().read_row(map, row());
    ++heads;
  }
  return sum / static_cast<float>(heads);
}

// The words in front, each on as much colour as it is read.
void StreamView::draw_words(const Matrix& weights, float side) const {
  const Frame& frame = page_.frame;
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int symbols = page_.stage("symbols");
  const auto& tokens =
      frame.trace().sequences()[static_cast<size_t>(frame.trace().stage(symbols).row_sequence)].tokens;
  const float line = ui::text_size("A", style.small_ink()).y + style.px(4);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, style.px(1)));
  for (Index word = 0; word < stream_.front(); ++word) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float share = weights(0, word);
    list.AddRectFilled(at, {at.x + side, at.y + line}, style.colours.panel);
    list.AddRectFilled(at, {at.x + std::max(1.0F, side * share), at.y + line},
                       ui::with_alpha(style.colours.accent, 0.45F), style.px(2));
    const std::string number = percent(double{share});
    const float room = side - ui::text_size(number, style.small()).x - style.px(8);
    ui::draw_text(list, {at.x + style.px(3), at.y + style.px(2)},
                  ui::ellipsise(tokens[static_cast<size_t>(word)], room, style.small_ink()),
                  style.small_ink());
    ui::draw_text_right(list, {at.x + side, at.y + style.px(2)}, number, style.small());
    ImGui::Dummy({side, line});
  }
  ImGui::PopStyleVar();
}

void StreamView::draw_look(int layer, float side) const {
  const Frame& frame = page_.frame;
  const auto& style = frame.style;
  const Matrix own = weights(layer);
  Matrix laid = Matrix::Zero(stream_.grid.height, stream_.grid.width);
  for (Index place = 0; place < place_; ++place) laid.data()[place] = own(0, stream_.front() + place);
  ImGui::BeginGroup();
  ui::label(ui::ellipsise(frame.tr("path.layer", {{"layer", frame.tr.nth(layer)}}), side, style.small()),
            style.small());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float most = std::max(laid.maxCoeff(), 1e-9F);
  const look::ColourScale scale{style.sequential(), 0, most};
  const float cell = side / static_cast<float>(stream_.grid.width);
  for (Index place = 0; place < stream_.grid.pixels(); ++place) {
    const ImVec2 low = tile_corner(at, place, stream_.grid.width, {cell, cell});
    const ImU32 colour =
        place < place_ ? ui::pack(look::colour_of(scale, laid.data()[place])) : style.colours.panel;
    list.AddRectFilled({std::round(low.x), std::round(low.y)},
                       {std::round(low.x + cell), std::round(low.y + cell)}, colour);
  }
  const ImVec2 low = tile_corner(at, place_, stream_.grid.width, {cell, cell});
  list.AddRect(low, {low.x + cell, low.y + cell}, style.colours.accent, 0, 0, style.px(2));
  list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
  const Index head = std::clamp<Index>(frame.session.desk().gallery.head, 0, stream_.heads - 1);
  if (ImGui::InvisibleButton(("look " + std::to_string(layer)).c_str(), {side, side}))
    go_to_stage(page_, attention_of(layer) + ".head." + std::to_string(head) + ".weights", row());
  ui::tip(style, frame.tr("gallery.map.tip"));
  draw_words(own, side);
  ImGui::EndGroup();
}

void StreamView::draw_looks(float width) const {
  const Frame& frame = page_.frame;
  draw_gallery_caption(frame, frame.tr("gallery.stream.looks"));
  draw_head_choice(page_, stream_.heads);
  const float gap = frame.style.px(10);
  const auto layers = static_cast<float>(stream_.layers);
  const float in_row = width > layers * frame.style.px(90) ? layers : 2;
  const float side =
      std::clamp((width + gap) / in_row - gap, frame.style.px(64), in_large_window(frame, 160, 0.22F));
  ui::Flow flow(gap);
  for (int layer = 0; layer < static_cast<int>(stream_.layers); ++layer) {
    flow.next(side);
    draw_look(layer, side);
  }
  draw_map_key(frame, frame.tr("gallery.map.largest"));
}

}  // namespace views
