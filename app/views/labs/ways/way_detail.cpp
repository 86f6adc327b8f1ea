// way_detail.cpp: draws one way large, and measures how far its weights are from those of exact attention.
#include "app/views/labs/ways/way_detail.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/small_map.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBar = 62;           // pixels at 100 %: the colour bar with its numbers
constexpr float kBelowMap = 12;      // to the words
constexpr float kWidestCell = 1.4f;  // so that numbers fit
constexpr float kLeading = 1.35f;    // of the words
constexpr double kRounding = 1e-6;   // weights that are closer are the same, written with 32 bits

// Where two maps of weights differ most.
struct Apart {
  double largest = 0;
  Index row = 0;
  Index column = 0;
};

Apart measure_apart(const WayTile& one, const WayTile& other) {
  Apart apart;
  const Index rows = one.trace->stage(one.weights).rows;
  for (Index row = 0; row < rows; ++row) {
    Index column = 0;
    const engine::Matrix difference =
        (one.trace->read_row(one.weights, row) - other.trace->read_row(other.weights, row)).cwiseAbs();
    const auto largest = static_cast<double>(difference.reshaped().maxCoeff(&column));
    if (largest > apart.largest) apart = {largest, row, column};
  }
  return apart;
}

class DetailOfWay {
 public:
  DetailOfWay(const Frame& frame, const WayDetail& detail)
      : frame_(frame), style_(frame.style), detail_(detail), tile_(detail.tile) {}

  void draw(ImVec2 at, ImVec2 room) const {
    draw_name(at, room.x);
    const float words = std::ceil(room_for_words(room.x));
    const ImVec2 map_room(room.x - style_.px(kBar), room.y - words - style_.px(kBelowMap));
    float bottom = at.y + map_room.y;
    if (tile_.weights >= 0) {
      const ui::MatrixFrame matrix = draw_map(at, map_room);
      bottom = matrix.corner.y + matrix.size.y;
    } else {
      const float caption = style_.px(26);
      const float side = std::min(map_room.x, map_room.y - caption);
      ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + caption}, {at.x + side, at.y + caption + side},
                                                style_.colours.chip, style_.px(3));
    }
    draw_words({at.x, bottom + style_.px(kBelowMap)}, room.x);
  }

 private:
  // "Linformer   Query ↓ reads from key →"
  void draw_name(ImVec2 at, float width) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string name = frame_.tr(tile_.way->words);
    ui::draw_text(list, at, ui::ellipsise(name, width, style_.strong()), style_.strong());
    const float beside = ui::text_size(name, style_.strong()).x + style_.px(12);
    const std::string axes =
        look::axis_title(frame_.tr, frame_.trace().stage(detail_.weights), style_.predicted_rows);
    const float down = (ui::text_size("0", style_.strong()).y - ui::text_size("0", style_.small()).y) * 0.75f;
    if (beside < width)
      ui::draw_text(list, {at.x + beside, std::round(at.y + down)},
                    ui::ellipsise(axes, width - beside, style_.small()), style_.small());
  }

  bool has_own_scale() const { return tile_.is_signed() && !look::is_signed(detail_.scale.map); }

  ui::MatrixFrame draw_map(ImVec2 at, ImVec2 room) const {
    const Frame over =
        tile_.is_in_force ? frame_ : frame_.over(tile_.trace, *tile_.facts, tile_.way->id + " large");
    SmallMap map{.stage = tile_.weights,
                 .scale = has_own_scale() ? tile_.facts->scale(tile_.weights) : detail_.scale,
                 .lights_row = true,
                 .widest_cell = kWidestCell};
    if (detail_.lit.stage >= 0) map.lit = {tile_.weights, detail_.lit.row, detail_.lit.column};
    // Its words are those of the present run, which knows a trained model's tokens.
    if (!tile_.is_in_force) map.names = &frame_.facts;
    const ui::MatrixFrame matrix = draw_small_map(over, map, at, room);
    const float right = matrix.corner.x + matrix.size.x;
    if (!map.scale.is_open())
      draw_colour_bar(over, map.scale, {right + style_.px(8), matrix.corner.y},
                      std::min(matrix.size.y, style_.px(190)));
    ImGui::SetCursorScreenPos(matrix.corner);
    const bool pressed = ImGui::InvisibleButton("large way", matrix.size);
    const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
    if (pressed && cell) pin(*cell);
    return matrix;
  }

  // The same cell of the run in force.
  void pin(const engine::Cell& cell) const {
    const std::string& address = frame_.trace().stage(detail_.weights).address;
    frame_.requests.edit("", [address, row = cell.row, column = cell.column](app::State& state) {
      if (state.document.focus.stage != address) app::focus_on(state, address);
      state.document.focus.pinned = {row, column};
      state.document.focus.view = "ways";
    });
  }

  // The most that any way says, so that the map keeps its size from one to the next.
  float room_for_words(float width) const {
    float most = 0;
    for (const WayTile& tile : detail_.tiles)
      most = std::max(most, height_of(way_sentences(frame_, tile), width, style_.small_ink()));
    const float numbers = height_of(number_sentences(), width, style_.small_strong());
    const float two_lines = 2 * kLeading * style_.small().size;
    return most + gap_of_numbers() + std::max(numbers, two_lines);
  }

  static float height_of(const std::vector<std::string>& sentences, float width, const ui::TextStyle& type) {
    float all = 0;
    for (const std::string& sentence : sentences)
      all += ui::paragraph_height(sentence, width, type, kLeading);
    return all;
  }

  float gap_of_numbers() const { return style_.px(5); }

  void draw_words(ImVec2 at, float width) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const std::string& sentence : number_sentences())
      at.y += ui::draw_paragraph(list, at, width, sentence, style_.small_strong(), kLeading);
    at.y += gap_of_numbers();
    for (const std::string& sentence : way_sentences(frame_, tile_))
      at.y += ui::draw_paragraph(list, at, width, sentence, style_.small_ink(), kLeading);
  }

  // What the query reads most in this way, and how far its weights are from those it is compared with.
  std::vector<std::string> number_sentences() const {
    if (tile_.weights < 0) return {};
    const Index row = detail_.lit.stage >= 0 ? detail_.lit.row : chosen_row(frame_, detail_.weights);
    std::vector<std::string> sentences;
    const WayTile* const reference = compared_with();
    const std::string name = reference == nullptr ? "" : frame_.tr(reference->way->words);
    if (has_strongest(tile_, row)) {
      sentences.push_back(frame_.tr("ways.reads", strongest(tile_, row, {"query", label_of(true, row)})));
      if (reference != nullptr && has_strongest(*reference, row))
        sentences.front() += frame_.tr("ways.beside", strongest(*reference, row, {"way", name}));
    }
    if (reference != nullptr) sentences.push_back(apart(*reference, name));
    return sentences;
  }

  // The key that a row reads most, and its weight, as arguments of a sentence.
  app::Arguments strongest(const WayTile& tile, Index row, std::pair<std::string, std::string> more) const {
    const Index key = strongest_in(tile, row);
    const auto weight = static_cast<double>(tile.trace->at(tile.weights, row, key));
    const std::string written = tile.is_signed() ? ui::fixed_number(weight, 2) : percent(weight);
    return {{"key", label_of(false, key)}, {"weight", written}, std::move(more)};
  }

  // Whether one key is read most: not where several are read alike, or none is.
  static bool has_strongest(const WayTile& tile, Index row) {
    const engine::Matrix weights = tile.trace->read_row(tile.weights, row);
    const float most = weights.maxCoeff();
    return most > 0 && (weights.array() > most - static_cast<float>(kRounding)).count() == 1;
  }

  static Index strongest_in(const WayTile& tile, Index row) {
    Index key = 0;
    tile.trace->read_row(tile.weights, row).reshaped().maxCoeff(&key);
    return key;
  }

  std::string label_of(bool is_query, Index token) const {
    const engine::Stage& stage = frame_.trace().stage(detail_.weights);
    return frame_.facts.label(is_query ? stage.rows_are() : stage.columns_are(), token);
  }

  // Exact attention, of a way of weighing; otherwise the one in force. None where that has no run, or is the
  // way itself.
  const WayTile* compared_with() const {
    const auto is_reference = [&](const WayTile& tile) {
      if (tile.weights < 0 || tile.way->band() != tile_.way->band()) return false;
      const auto* const kind = std::get_if<engine::AttentionKind>(&tile.way->setting);
      return kind != nullptr ? *kind == engine::AttentionKind::kExact : tile.is_in_force;
    };
    const auto found = std::ranges::find_if(detail_.tiles, is_reference);
    return found == detail_.tiles.end() || &*found == &tile_ ? nullptr : &*found;
  }

  std::string apart(const WayTile& reference, const std::string& name) const {
    std::string of = tile_.way->id;
    of.append(" ").append(frame_.trace().stage(detail_.weights).address);
    const Apart& most = frame_.facts.derived().get<Apart>({"way apart", -1, std::move(of)},
                                                          [&] { return measure_apart(tile_, reference); });
    if (most.largest < kRounding) return frame_.tr("ways.alike", {{"way", name}});
    return frame_.tr("ways.apart", {{"way", name},
                                    {"difference", ui::difference_number(most.largest)},
                                    {"row", label_of(true, most.row)},
                                    {"column", label_of(false, most.column)}});
  }

  const Frame& frame_;
  const ui::Style& style_;
  const WayDetail& detail_;
  const WayTile& tile_;
};

}  // namespace

void draw_way_detail(const Frame& frame, const WayDetail& detail, ImVec2 at, ImVec2 room) {
  DetailOfWay(frame, detail).draw(at, room);
}

}  // namespace views
