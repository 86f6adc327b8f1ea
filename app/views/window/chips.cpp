// chips.cpp: draws the tokens of a sequence; highlights those that the explained cell is about.
#include "app/views/window/chips.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/dashes.h"
#include "app/ui/widgets.h"
#include "app/views/core/explained_tokens.h"
#include "app/views/core/navigation.h"
#include "app/views/core/scroll_into_view.h"
#include "app/views/pictures/cutting.h"
#include "app/views/stage/masking.h"
#include "app/views/window/chip_arcs.h"
#include "app/views/window/chips_carry.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBeforeOtherForm = 4;
constexpr float kBesideChips = 14;  // pixels at 100 %: for a scrollbar, or for "…"

// The appearance and behaviour of a chip.
enum class ChipKind { kToken, kPadding, kGenerated };

struct Chip {
  Index position = 0;
  ChipKind kind = ChipKind::kToken;
  bool query = false;    // the explained cell's query
  bool key = false;      // the explained cell's key
  bool special = false;  // it stands for no text
  bool masked = false;   // masked from a model that predicts it
};

float chip_height(const Frame& frame) {
  return ui::text_size("Ag", frame.style.text()).y + frame.style.px(10);
}

// Of each token its simplified form, where that is what was typed; else empty.
const std::vector<std::string>& typed_as_simplified(const Frame& frame, int sequence) {
  return frame.facts.derived().get<std::vector<std::string>>({"typed as simplified", sequence}, [&] {
    const std::vector<Index>& ids = frame.trace().sequence(sequence).ids;
    std::vector<std::string> typed(ids.size());
    const std::string& text = frame.session.trace_document().text;
    const auto pieces = frame.facts.tokenizer()->encode(text);
    if (!pieces) return typed;
    for (size_t i = 0; i < std::min(ids.size(), pieces->pieces.size()); ++i) {
      const text::Piece& piece = pieces->pieces[i];
      std::string form = frame.facts.tokenizer()->simplified(ids[i]);
      const bool is_typed =
          piece.id == ids[i] && text.compare(piece.begin, piece.end - piece.begin, form) == 0;
      if (is_typed) typed[i] = std::move(form);
    }
    return typed;
  });
}

// Beside a character that is shown or was typed as a simplified one: the other of both.
std::string other_form(const Frame& frame, const ChipRow& row, Index position) {
  const engine::Sequence& sequence = frame.trace().sequence(row.sequence);
  const auto at = static_cast<size_t>(position);
  const text::ModelTokenizer* const tokenizer = frame.facts.tokenizer();
  if (tokenizer == nullptr || at >= sequence.ids.size() || tokenizer->simplified(sequence.ids[at]).empty())
    return "";
  return frame.style.simplified ? sequence.tokens[at] : typed_as_simplified(frame, row.sequence).at(at);
}

// With the gap before it.
float other_form_width(const Frame& frame, const std::string& form) {
  return form.empty() ? 0 : ui::text_size(form, frame.style.small()).x + frame.style.px(kBeforeOtherForm);
}

float chip_width(const Frame& frame, const ChipRow& row, Index position) {
  const auto& widths = frame.facts.widths({engine::Axis::kTokens, row.sequence}, frame.style.text());
  const float words = widths.each.at(static_cast<size_t>(position)) +
                      other_form_width(frame, other_form(frame, row, position));
  return std::max(words + frame.style.px(20), frame.style.px(32));
}

Index token_count(const Frame& frame, const ChipRow& row) {
  return static_cast<Index>(frame.facts.labels(row.sequence).size());
}

bool is_target(const Frame& frame, const ChipRow& row) {
  return frame.session.trace_document().config.has_target() && row.sequence % 2 == 1;
}

Chip chip_of(const Frame& frame, const ChipRow& row, Index position) {
  Chip chip{position};
  if (frame.trace().sequence(row.sequence).padding.at(static_cast<size_t>(position)))
    chip.kind = ChipKind::kPadding;
  if (position >= token_count(frame, row) - row.generated) chip.kind = ChipKind::kGenerated;
  chip.special = piece_at(frame, row.sequence, position).special;
  chip.masked = is_masked(frame, row.sequence, position);
  const ExplainedTokens tokens = explained_tokens(frame);
  const TokenPlace here{row.sequence, position};
  chip.query = tokens.query == here;
  chip.key = tokens.key == here;
  return chip;
}

void draw_face(const Frame& frame, const Chip& chip, const std::string& text, const std::string& other,
               ImVec2 low, ImVec2 high, bool hovered) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = style.px(7);
  const bool plain = chip.kind == ChipKind::kToken && !chip.special;
  const ImU32 fill = hovered       ? style.colours.hairline
                     : plain       ? style.colours.chip
                     : chip.masked ? style.colours.selected
                                   : style.colours.background;
  list.AddRectFilled(low, high, fill, rounding);
  if (chip.kind == ChipKind::kPadding) list.AddRect(low, high, style.colours.hairline, rounding);
  if (chip.kind == ChipKind::kGenerated)
    ui::dashed_rectangle(list, low, high, style.colours.muted, rounding, style.px(4));
  ui::TextStyle type = style.text();
  if (chip.kind == ChipKind::kPadding || (chip.special && !chip.masked)) type.colour = style.colours.muted;
  if (chip.special) list.AddRect(low, high, style.colours.hairline, rounding);
  const ImVec2 size = ui::text_size(text, type);
  const float left = low.x + (high.x - low.x - size.x - other_form_width(frame, other)) / 2;
  ui::draw_text(list, {left, low.y + style.px(5)}, text, type);
  const ui::TextStyle small = style.small();
  const float drop = ui::baseline(type.font, type.size) - ui::baseline(small.font, small.size);
  ui::draw_text(list, {left + size.x + style.px(kBeforeOtherForm), low.y + style.px(5) + drop}, other, small);
  if (chip.kind == ChipKind::kPadding) {
    const float middle = (low.y + high.y) / 2;
    list.AddLine({low.x + style.px(7), middle}, {high.x - style.px(7), middle}, style.colours.muted);
  }
  const ImU32 outline = chip.query ? style.colours.query : style.colours.key;
  if (chip.query || chip.key) list.AddRect(low, high, outline, rounding, 0, style.px(2));
}

std::string tip_of(const Frame& frame, const ChipRow& row, const Chip& chip) {
  const std::string piece = piece_tip(frame, row.sequence, chip.position);
  const std::string place = frame.tr("pieces.place", {{"position", frame.tr.nth(chip.position)}});
  if (!piece.empty() && can_mask(frame))
    return place + " " + piece + " " + frame.tr(chip.masked ? "mask_token.show.tip" : "mask_token.hide.tip");
  if (!piece.empty()) return place + " " + piece;
  const bool padded = chip.kind == ChipKind::kPadding;
  const std::string_view key = chip.kind == ChipKind::kGenerated ? "sequence.generated.tip"
                               : row.can_pad ? (padded ? "sequence.padded.tip" : "sequence.token.tip")
                               : padded      ? "sequence.filled.tip"
                                             : "sequence.plain.tip";
  return frame.tr(key, {{"position", frame.tr.nth(chip.position)}});
}

bool is_whole_in_sight(ImVec2 low, ImVec2 high) {
  const float top = ImGui::GetWindowPos().y;
  return low.y >= top - 1 && high.y <= top + ImGui::GetWindowHeight() + 1;
}

void draw_chip(const Frame& frame, const ChipRow& row, Index position, Carrying& carrying) {
  const ImVec2 size(chip_width(frame, row, position), chip_height(frame));
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high(low.x + size.x, low.y + size.y);
  const Index movable = row.can_pad ? token_count(frame, row) - row.generated : 0;
  if (position < movable) carrying.boxes.emplace_back(low, high);
  // Chips that are scrolled away only take up space.
  if (!ImGui::IsRectVisible(low, high)) {
    ImGui::Dummy(size);
    return;
  }
  if (is_whole_in_sight(low, high)) frame.motion.place_chip(row.sequence, position, {low, high});
  const Chip chip = chip_of(frame, row, position);
  const std::string id = (is_target(frame, row) ? "target token " : "token ") + std::to_string(position);
  const bool pressed = ImGui::InvisibleButton(id.c_str(), size);
  const bool can_pad = row.can_pad && chip.kind != ChipKind::kGenerated;
  if (position < movable && is_dragged() && (ImGui::IsItemActive() || ImGui::IsItemDeactivated())) {
    carrying.from = position;
    carrying.dropped = ImGui::IsItemDeactivated();
  }
  if (position < movable && ImGui::IsItemHovered()) move_by_key(frame, position, movable);
  if (pressed && can_mask(frame) && !is_dragged()) {
    toggle_masked(frame, position);
  } else if (pressed && can_pad && !is_dragged()) {
    frame.requests.edit("", [position](app::State& state) { app::toggle_padding(state, position); });
  }
  const std::string& text = frame.facts.labels(row.sequence).at(static_cast<size_t>(position));
  draw_face(frame, chip, text, other_form(frame, row, position), low, high,
            can_pad && ImGui::IsItemHovered());
  if (ImGui::IsItemHovered() && !is_dragged()) point_at_chip(frame, row.sequence, position);
  ui::tip(frame.style, tip_of(frame, row, chip));
}

// Restores the order of the text, if tokens were moved.
bool is_moved(const Frame& frame, const ChipRow& row) {
  return row.can_pad && !frame.session.document().order.empty();
}

void order_button(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(ImGui::GetStyle().FramePadding.x, frame.style.px(5)));
  if (ui::button(frame.style, (frame.tr("sequence.order") + "##text order").c_str(),
                 ui::ButtonKind::kOutline))
    frame.requests.edit("", [](app::State& state) { state.document.order.clear(); });
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr("sequence.order.tip"));
}

float order_width(const Frame& frame) {
  return ui::text_size(frame.tr("sequence.order"), frame.style.text()).x +
         2 * ImGui::GetStyle().FramePadding.x;
}

// Removes the last generated token.
void take_back_button(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(ImGui::GetStyle().FramePadding.x, frame.style.px(5)));
  if (ui::button(frame.style, "×##take back")) frame.requests.take_back();
  ImGui::PopStyleVar();
  ui::tip(frame.style, frame.tr("sequence.take_back.tip"));
}

float take_back_width(const Frame& frame) {
  return ui::text_size("×", frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

std::vector<ChipRow> chip_rows(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  const int example = focused_example(frame);
  const int first = app::first_sequence(frame.trace(), example);
  const auto generated =
      document.config.has_decoder() && example < 0 ? static_cast<Index>(document.generated.size()) : 0;
  const bool can_pad = example < 0;
  if (!document.config.has_target()) return {{first, can_pad, generated}};
  return {{first, can_pad, 0}, {first + 1, false, generated}};
}

float chips_height(const Frame& frame, const ChipRow& row, float room, int lines) {
  const float line = chip_height(frame);
  const float spacing = frame.style.px(kChipSpacing);
  const float width = room - frame.style.px(kBesideChips);
  float used = 0;
  int taken = 1;
  const auto place = [&](float item) {
    if (used + item > width) {
      used = 0;
      ++taken;
    }
    used += item + spacing;
  };
  const Index count = token_count(frame, row);
  for (Index i = 0; i < count && taken <= lines; ++i) place(chip_width(frame, row, i));
  if (row.generated > 0) place(take_back_width(frame));
  if (is_moved(frame, row)) place(order_width(frame));
  const auto shown = static_cast<float>(std::min(taken, lines));
  return shown * line + (shown - 1) * frame.style.px(kChipLineSpacing);
}

namespace {

// The token of the pinned cell: of its row, otherwise of its column; -1 if it is in another row of chips.
Index pinned_token(const Frame& frame, const ChipRow& row) {
  const auto& pinned = frame.session.document().focus.pinned;
  const int focused = frame.session.focused_stage();
  if (!pinned || focused < 0) return -1;
  const engine::Stage& stage = frame.trace().stage(focused);
  const auto is_here = [&](const engine::AxisRef& axis) {
    return axis.counts_tokens() && axis.sequence == row.sequence;
  };
  if (is_here(stage.rows_are())) return pinned->first;
  return stage.column_axis == engine::Axis::kKeys && is_here(stage.columns_are()) ? pinned->second : -1;
}

// Scrolls to the line of the last item, whenever the pinned token or its line changes.
void bring_line_into_view(Index position) {
  const float top = ImGui::GetWindowPos().y;
  const ImVec2 low = ImGui::GetItemRectMin();
  const float line = ImGui::GetScrollY() + low.y - top;
  const std::string place = std::to_string(position) + " at " + std::to_string(std::lround(line));
  if (!arrives_at("pinned chip", place)) return;
  const bool is_visible = low.y >= top && ImGui::GetItemRectMax().y <= top + ImGui::GetWindowHeight();
  if (!is_visible) ImGui::SetScrollY(line);
}

// Scrolls by whole lines: no line is cut.
void snap_to_lines(float line) {
  const float scroll = ImGui::GetScrollY();
  const float whole = std::round(scroll / line) * line;
  const bool at_end = scroll >= ImGui::GetScrollMaxY();
  if (std::abs(whole - scroll) > 0.5f && !at_end) ImGui::SetScrollY(whole);
}

// Whether a line alone, which has no scrollbar, goes on before and after what it shows.
struct HiddenChips {
  bool before = false, after = false;
};

bool is_one_line(const Frame& frame, float height) {
  return height < 1.5f * chip_height(frame);
}

// "…" on either side: before the chips in the gap that is there anyway.
void draw_hidden_chips(const Frame& frame, const HiddenChips& hidden, ImVec2 low, ImVec2 high) {
  const ui::TextStyle type = frame.style.small();
  const ImVec2 size = ui::text_size("…", type);
  const float y = (low.y + high.y - size.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hidden.before) ui::draw_text(list, {low.x - size.x - 1, y}, "…", type);
  if (hidden.after) ui::draw_text(list, {high.x - size.x, y}, "…", type);
}

}  // namespace

void draw_chips(const Frame& frame, const ChipRow& row, ImVec2 room) {
  const char* id = is_target(frame, row) ? "target chips" : "chips";
  const bool alone = is_one_line(frame, room.y);
  HiddenChips hidden;
  const ImGuiWindowFlags bar = alone ? ImGuiWindowFlags_NoScrollbar : 0;
  if (ImGui::BeginChild(id, room, 0, ImGuiWindowFlags_NoBackground | bar)) {
    const float spacing = frame.style.px(kChipSpacing);
    const float lines = frame.style.px(kChipLineSpacing);
    const Index pinned = pinned_token(frame, row);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(spacing, lines));
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x -
                        (alone ? frame.style.px(kBesideChips) : 0);
    const auto next = [&](float width) {
      ImGui::SameLine();
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    };
    const Index count = token_count(frame, row);
    Carrying carrying;
    for (Index i = 0; i < count; ++i) {
      if (i > 0) next(chip_width(frame, row, i));
      draw_chip(frame, row, i, carrying);
      if (i == pinned) bring_line_into_view(i);
    }
    snap_to_lines(std::trunc(chip_height(frame) + lines));  // as Dear ImGui rounds them
    draw_carried(frame, carrying, frame.facts.labels(row.sequence));
    if (row.generated > 0) {
      next(take_back_width(frame));
      take_back_button(frame);
    }
    if (is_moved(frame, row)) {
      next(order_width(frame));
      order_button(frame);
    }
    if (alone) hidden = {ImGui::GetScrollY() > 0, ImGui::GetScrollY() < ImGui::GetScrollMaxY()};
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  draw_hidden_chips(frame, hidden, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

}  // namespace views
