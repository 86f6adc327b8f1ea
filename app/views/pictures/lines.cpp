// lines.cpp: query tokens on the left, key tokens on the right, and a line for every weight: attention as in
// BertViz's head view (Vig 2019), with its values.
#include "app/views/pictures/lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/heads/head_lines.h"
#include "app/views/pictures/lines_plan.h"
#include "app/views/pictures/merged_picture.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage_parts.h"
#include "engine/analysis/merged_maps.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBehind = 0.1f;    // presence of lines behind the pinned token's
constexpr float kLeastSaid = 420;  // pixels at 100 % beside the choice of the lines
constexpr size_t kNumbers = 5;     // of a highlighted token's strongest lines
constexpr float kLeastLit = 0.1f;  // of one token's lines at first, at most
constexpr std::array<float, 9> kThresholds = {0, 0.005F, 0.01F, 0.02F, 0.05F, 0.1F, 0.2F, 0.3F, 0.5F};

struct StartingLeast {
  float weight = 0;
};

// The smallest weight that is drawn; stored per window once it is chosen.
float* chosen_least() {
  return ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("least line"), -1);
}

// Of many lines only the heavy ones are drawn at first; counted once.
float first_least(const Frame& frame, std::span<const HeadStage> heads) {
  std::string which;
  for (const HeadStage& head : heads) which.append(" ").append(std::to_string(head.stage));
  const auto count = [trace = frame.trace_pointer(),
                      own = std::vector<HeadStage>(heads.begin(), heads.end())] {
    return StartingLeast{starting_least(*trace, own)};
  };
  return frame.facts.derived()
      .get<StartingLeast>({"starting least", heads.front().stage, which}, count)
      .weight;
}

void draw_least_choice(const Frame& frame, float least) {
  const std::string text = frame.tr("lines.from", {{"share", percent(static_cast<double>(least))}}) + " ▾";
  const bool open = ui::begin_choices(frame.style, "least line", text);
  ui::tip(frame.style, frame.tr("lines.from.tip"));
  if (!open) return;
  for (const float choice : kThresholds) {
    const std::string word = choice == 0 ? frame.tr("lines.from_all") : percent(static_cast<double>(choice));
    if (ui::menu_row(frame.style, word + "##least", {.is_chosen = choice == least})) *chosen_least() = choice;
    ui::tip(frame.style, frame.tr("lines.from.tip"));
  }
  ImGui::EndPopup();
}

class Lines {
 public:
  // `whole`: the frame itself, or that of all pieces where `frame` has them merged.
  Lines(const Frame& frame, int index, const Frame& whole)
      : frame_(frame), whole_(whole), style_(frame.style), index_(index), stage_(frame.trace().stage(index)) {
    if (frame.derived) {
      const engine::Stage& pieces = whole.trace().stage(piece_stage(index));
      rows_ = engine::words_of(whole.trace(), pieces.row_sequence);
      columns_ = engine::words_of(whole.trace(), pieces.column_sequence);
    }
    const auto all = app::across_heads(frame.trace(), index);
    if (engine::head_of(stage_.address)) {
      for (const int head : lit_heads(whole, static_cast<int>(all.size())))
        heads_.push_back({head, all[static_cast<size_t>(head)]});
    } else {
      heads_.push_back({0, index});
    }
    const bool is_chosen = *chosen_least() >= 0;
    least_ = is_chosen ? *chosen_least() : first_least(frame, heads_);
    least_lit_ = is_chosen ? least_ : std::min(least_, kLeastLit);
  }

  void draw() {
    controls();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float foot = style_.px(26);
    place(room);
    column_heads();
    // Where there is hardly room for lines, they have all of it.
    const float least = style_.px(60);
    const float left = ImGui::GetContentRegionAvail().y;
    const bool says = !frame_.session.desk().presenting.is_on;
    const bool has_foot = says && !said_above_ && left - foot >= least;
    const ImVec2 size(room.x, has_foot ? left - foot : std::max(left, least));
    if (ImGui::BeginChild("lines", size, 0, ImGuiWindowFlags_NoBackground)) body(size.y);
    ImGui::EndChild();
    if (says && said_above_) {
      say_how_many(*said_above_, room_above_);
    } else if (has_foot) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      say_how_many({at.x, at.y + style_.px(4)}, ImGui::GetContentRegionAvail().x);
    }
  }

 private:
  // The stage of the whole map that a stage of this frame shows.
  int piece_stage(int stage) const {
    return frame_.derived ? whole_.trace().find(frame_.trace().stage(stage).address).value() : stage;
  }

  // A word is pinned at its first piece.
  void pin(engine::Cell cell) const {
    cell.stage = piece_stage(cell.stage);
    cell.row = rows_.first_of(cell.row);
    cell.column = columns_.first_of(cell.column);
    pin_cell(whole_, cell);
  }

  Index pinned_row() const { return rows_.word_of(chosen_row(whole_, piece_stage(index_))); }

  void controls() {
    if (engine::head_of(stage_.address)) {
      draw_head_chips(whole_, static_cast<int>(app::across_heads(frame_.trace(), index_).size()));
      ImGui::SameLine(0, style_.px(4));
      const std::string text = frame_.tr("lines.from", {{"share", "0.5 %"}}) + " ▾";
      const float width = ui::text_size(text, style_.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
      if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    }
    if (frame_.session.desk().presenting.is_on) return ImGui::NewLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style_.px(4));
    const ImVec2 next = ImGui::GetCursorScreenPos();
    const float end = next.x + ImGui::GetContentRegionAvail().x;
    draw_least_choice(frame_, frame_.session.document().focus.pinned ? least_lit_ : least_);
    // Beside the choice it is said what is left out by it, where that has room.
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float down = (high.y - low.y - ui::text_size("A", style_.small()).y) / 2;
    room_above_ = end - high.x - style_.px(10);
    if (room_above_ >= style_.px(kLeastSaid)) said_above_ = ImVec2(high.x + style_.px(10), low.y + down);
  }

  // Two columns of labels with the lines between them, centred.
  void place(ImVec2 room) {
    const float longest = style_.px(140);
    const auto width = [&](const engine::AxisRef& axis) {
      return std::min(frame_.facts.widths(axis, style_.strong()).largest, longest) + style_.px(12);
    };
    queries_ = width(stage_.rows_are());
    keys_ = width(stage_.columns_are());
    const float least_gap = style_.px(60);
    float others = 0;
    // As many heads' numbers as there is room for.
    for (numbered_ = std::min<size_t>(heads_.size(), 4);; --numbered_) {
      numbers_ = style_.px(16) + number_width() * static_cast<float>(numbered_);
      others = queries_ + keys_ + 2 * numbers_ + style_.px(12);
      if (numbered_ == 0 || others + least_gap <= room.x) break;
    }
    gap_ = std::clamp(room.x - others, least_gap, std::max(style_.px(520), room.y));
    const float beside = std::max(0.0f, (room.x + style_.px(12) - others - gap_) / 2);
    left_ = ImGui::GetCursorScreenPos().x + beside + numbers_ + queries_;
    right_ = left_ + gap_;
  }

  float number_width() const { return ui::number_width("0.00", style_.small_ink()) + style_.px(10); }

  void column_heads() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle query = style_.small_strong();
    query.colour = style_.colours.query;
    ui::TextStyle key = style_.small_strong();
    key.colour = style_.colours.key;
    ui::draw_text_right(list, {left_ - style_.px(8), at.y}, frame_.tr("axis.query"), query);
    const std::string words =
        ui::ellipsise(frame_.tr("card.reads_from") + " →", gap_ - style_.px(4), style_.small());
    ui::draw_text_centred(list, {(left_ + right_) / 2, at.y}, words, style_.small());
    ui::draw_text(list, {right_ + style_.px(8), at.y}, frame_.tr("axis.key"), key);
    ImGui::Dummy({0, style_.px(18)});
  }

  void body(float height) {
    const Index most = std::max(stage_.rows, stage_.columns);
    pitch_ = std::clamp(std::floor(height / static_cast<float>(most)), style_.px(15),
                        std::max(style_.px(52), height / 8));
    top_ = ImGui::GetCursorScreenPos().y;
    ImGui::Dummy({1, pitch_ * static_cast<float>(most) - style_.px(2)});
    const float above = std::max(0.0f, ImGui::GetScrollY());
    first_ = std::clamp<Index>(static_cast<Index>(above / pitch_), 0, most);
    end_ = std::clamp<Index>(static_cast<Index>(std::ceil((above + height) / pitch_)), 0, most);
    lit_ = hovered_token();
    const bool points = lit_.has_value();
    if (!points && frame_.session.document().focus.pinned) lit_ = LitToken{true, pinned_row()};
    // Behind a pinned token's lines the others stay, pale; while a token is pointed at, its lines come alone.
    if (lit_ && !points) {
      for (const AttentionLine& line : lines_of(std::nullopt, least_lit_).lines) draw_line(line, 0, kBehind);
    }
    plan_ = lines_of(lit_, lit_ ? least_lit_ : least_);
    for (const AttentionLine& line : plan_.lines) draw_line(line, 0);
    if (!lit_) draw_heavy_weights();
    point_at_line();
    draw_tokens(true);
    draw_tokens(false);
  }

  LinesPlan lines_of(const std::optional<LitToken>& lit, float least) const {
    return plan_lines(frame_.trace(), heads_, std::min(first_, stage_.rows), std::min(end_, stage_.rows),
                      least, lit);
  }

  // Items of the tokens come first, so that their lines can be drawn below them.
  std::optional<LitToken> hovered_token() {
    std::optional<LitToken> lit;
    for (const bool is_query : {true, false}) {
      const Index count = is_query ? stage_.rows : stage_.columns;
      for (Index i = first_; i < std::min(end_, count); ++i) {
        ImGui::SetCursorScreenPos(
            {is_query ? left_ - queries_ : right_, top_ + pitch_ * static_cast<float>(i)});
        const std::string name = (is_query ? "reads " : "is read ") + std::to_string(i);
        const bool clicked = ImGui::InvisibleButton(name.c_str(), {is_query ? queries_ : keys_, pitch_});
        if (ImGui::IsItemHovered()) lit = LitToken{is_query, i};
        if (!ImGui::IsItemHovered() && !clicked) continue;
        const engine::Cell strongest = is_query ? engine::Cell{index_, i, strongest_key(frame_, index_, i)}
                                                : engine::Cell{index_, strongest_query(frame_, index_, i), i};
        if (ImGui::IsItemHovered()) frame_.hover(strongest);
        if (clicked) pin(strongest);
      }
    }
    return lit;
  }

  ImVec2 end_of(const AttentionLine& line, bool is_query) const {
    const auto found = std::find_if(heads_.begin(), heads_.end(),
                                    [&](const HeadStage& head) { return head.head == line.head; });
    const auto place = static_cast<float>(found - heads_.begin());
    const auto count = static_cast<float>(heads_.size());
    // Heads are drawn side by side.
    const float apart = std::min(style_.px(6), pitch_ * 0.7f / count);
    const float y = top_ + pitch_ * (static_cast<float>(is_query ? line.query : line.key) + 0.5f) +
                    (place - (count - 1) / 2) * apart;
    return {is_query ? left_ : right_, y};
  }

  void draw_line(const AttentionLine& line, float thicker, float presence = 1) const {
    const float thickness =
        style_.scale * (0.6f + 6.4f * line.weight / std::sqrt(static_cast<float>(heads_.size())));
    draw_head_line(frame_, end_of(line, true), end_of(line, false),
                   {line.head, line.weight, thickness + thicker, presence});
  }

  // The weights of the heaviest lines, on them, near their queries: each head's in its own column.
  void draw_heavy_weights() const {
    constexpr float kHeavy = 0.5f;
    constexpr size_t kMostHeads = 3;
    if (heads_.size() > kMostHeads || pitch_ < style_.px(18)) return;
    std::vector<ImVec2> taken;
    // Lines are sorted, the heaviest last.
    std::for_each(plan_.lines.rbegin(), plan_.lines.rend(), [&](const AttentionLine& line) {
      if (line.weight >= kHeavy) draw_weight_of(line, taken);
    });
  }

  // Nothing where it would cover one of those that are there: a heavier line's.
  void draw_weight_of(const AttentionLine& line, std::vector<ImVec2>& taken) const {
    constexpr float kFirst = 0.06f;  // of the way
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle type = style_.small_ink();
    const auto found = std::find_if(heads_.begin(), heads_.end(),
                                    [&](const HeadStage& head) { return head.head == line.head; });
    const std::string text = ui::fixed_number(static_cast<double>(line.weight), 2);
    const ImVec2 size = ui::text_size(text, type);
    const float way = kFirst + static_cast<float>(found - heads_.begin()) * (size.x + style_.px(10)) / gap_;
    const ImVec2 from = end_of(line, true);
    const ImVec2 to = end_of(line, false);
    const ImVec2 middle(std::lerp(from.x, to.x, way) + size.x / 2, std::lerp(from.y, to.y, way));
    const ImVec2 at(middle.x - size.x / 2, middle.y - size.y / 2);
    const bool is_free = std::ranges::none_of(taken, [&](ImVec2 other) {
      return std::abs(other.x - at.x) < size.x && std::abs(other.y - at.y) < size.y * 0.9f;
    });
    if (!is_free) return;
    taken.push_back(at);
    list.AddRectFilled({at.x - style_.px(2), at.y}, {at.x + size.x + style_.px(2), at.y + size.y},
                       style_.colours.panel, style_.px(3));
    type.colour = style_.word_colour(style_.head(line.head));
    ui::draw_text(list, at, text, type);
  }

  // Explains the heaviest line near the mouse.
  void point_at_line() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsWindowHovered() || mouse.x <= left_ || mouse.x >= right_) return;
    const AttentionLine* nearest = nullptr;
    float distance = style_.px(5);
    for (const AttentionLine& line : plan_.lines) {
      const ImVec2 from = end_of(line, true);
      const ImVec2 to = end_of(line, false);
      const float share = (mouse.x - from.x) / (to.x - from.x);
      const float slope = (to.y - from.y) / (to.x - from.x);
      const float away = std::abs(std::lerp(from.y, to.y, share) - mouse.y) / std::hypot(1.0f, slope);
      if (away > distance) continue;
      distance = away;
      nearest = &line;
    }
    if (nearest == nullptr) return;
    draw_line(*nearest, style_.px(2));
    const auto stage = std::find_if(heads_.begin(), heads_.end(), [&](const HeadStage& head) {
                         return head.head == nearest->head;
                       })->stage;
    const engine::Cell cell{stage, nearest->query, nearest->key};
    frame_.hover(cell);
    if (ImGui::IsMouseClicked(0)) pin(cell);
    tooltip(*nearest);
  }

  void tooltip(const AttentionLine& line) const {
    if (!ui::begin_tooltip(style_)) return;
    if (engine::head_of(stage_.address))
      ui::label(frame_.tr("head.name", {{"head", frame_.tr.nth(line.head)}}), style_.small());
    ui::label(frame_.facts.label(stage_.rows_are(), line.query) + " → " +
                  frame_.facts.label(stage_.columns_are(), line.key) + "   " +
                  ui::fixed_number(static_cast<double>(line.weight), 4),
              style_.small_strong());
    ui::end_tooltip();
  }

  // The tokens at the other end of the highlighted one's heaviest lines.
  std::set<Index> strongest() const {
    std::set<Index> found;
    for (auto line = plan_.lines.rbegin(); line != plan_.lines.rend() && found.size() < kNumbers; ++line)
      found.insert(lit_->is_query ? line->key : line->query);
    return found;
  }

  void draw_tokens(bool is_queries) const {
    const Index count = is_queries ? stage_.rows : stage_.columns;
    const engine::AxisRef axis = is_queries ? stage_.rows_are() : stage_.columns_are();
    const std::set<Index> across = lit_ && lit_->is_query != is_queries ? strongest() : std::set<Index>();
    for (Index i = first_; i < std::min(end_, count); ++i) {
      const bool own = lit_ && lit_->is_query == is_queries && lit_->index == i;
      const bool reached = across.count(i) > 0;
      ui::TextStyle type = !lit_ || reached ? style_.text() : style_.quiet();
      if (own) type = style_.strong();
      if (pitch_ < style_.px(20)) type.size = style_.small().size;
      // In a large window the words grow with their lines.
      type.size = std::max(type.size, std::min(pitch_ * 0.3f, style_.px(24)));
      if (own || reached) type.colour = is_queries ? style_.colours.query : style_.colours.key;
      const float y = top_ + pitch_ * (static_cast<float>(i) + 0.5f) - ui::text_size("A", type).y / 2;
      const float width = (is_queries ? queries_ : keys_) - style_.px(8);
      const std::string label = ui::ellipsise(frame_.facts.label(axis, i), width, type);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (is_queries) {
        ui::draw_text_right(list, {left_ - style_.px(8), y}, label, type);
      } else {
        ui::draw_text(list, {right_ + style_.px(8), y}, label, type);
      }
      if (reached) draw_numbers(i, is_queries, y + style_.px(1));
    }
  }

  // The weights of the first four heads next to a token that the highlighted one reads, or that reads it.
  void draw_numbers(Index token, bool is_queries, float y) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = number_width();
    float x =
        is_queries ? left_ - queries_ - width * static_cast<float>(numbered_) : right_ + keys_ + style_.px(4);
    for (size_t i = 0; i < numbered_; ++i, x += width) {
      const HeadStage& head = heads_[i];
      const float weight = is_queries ? frame_.trace().at(head.stage, token, lit_->index)
                                      : frame_.trace().at(head.stage, lit_->index, token);
      ui::draw_number(list, {x + width - style_.px(8), y}, static_cast<double>(weight), 2,
                      style_.small_ink());
      if (heads_.size() == 1) continue;
      // Beside the number: below it there is the next row's.
      const float high = ui::text_size("0", style_.small()).y;
      const float left = x - style_.px(3);
      draw_head_line(frame_, {left, y + style_.px(2)}, {left, y + high - style_.px(1)},
                     {head.head, 1, style_.px(3)});
    }
  }

  void say_how_many(ImVec2 at, float room) const {
    const std::string key = plan_.left_out == 0 ? "lines.all_drawn" : "lines.left_out";
    const std::string token =
        lit_ ? frame_.facts.label(lit_->is_query ? stage_.rows_are() : stage_.columns_are(), lit_->index)
             : "";
    const std::string sentence = frame_.tr(
        lit_ ? key + "_of" : key, {{"token", token},
                                   {"count", look::whole_number(plan_.left_out)},
                                   {"drawn", look::whole_number(static_cast<Index>(plan_.lines.size()))},
                                   {"least", percent(static_cast<double>(lit_ ? least_lit_ : least_))},
                                   {"share", percent(plan_.weight_left_out)}});
    ui::draw_text(*ImGui::GetWindowDrawList(), at, ui::ellipsise(sentence, room, style_.small()),
                  style_.small());
  }

  const Frame& frame_;
  const Frame& whole_;
  const ui::Style& style_;
  engine::TokenWords rows_, columns_;  // the pieces of the words, where these are merged
  int index_;
  const engine::Stage& stage_;
  float least_ = 0;      // the smallest weight that has a line
  float least_lit_ = 0;  // among the lines of one token, which are few
  std::vector<HeadStage> heads_;
  // In pixels: widths of the labels and of the numbers next to them, the space for lines, and its left and
  // right end; the height of a token, and the position of the first.
  float queries_ = 0, keys_ = 0, numbers_ = 0, gap_ = 0, left_ = 0, right_ = 0, pitch_ = 0, top_ = 0;
  size_t numbered_ = 0;        // heads whose numbers stand beside the tokens
  Index first_ = 0, end_ = 0;  // visible tokens
  std::optional<LitToken> lit_;
  LinesPlan plan_;
  std::optional<ImVec2> said_above_;  // where it is said what is left out, beside its choice
  float room_above_ = 0;
};

// Whose lines are drawn: those of all heads of a layer, of some, or of one.
std::string lines_title(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  if (!engine::head_of(stage.address)) return look::stage_title(frame.tr, stage);
  const auto all = app::across_heads(frame.trace(), index);
  const std::vector<int> lit = lit_heads(frame, static_cast<int>(all.size()));
  if (lit.size() == 1)
    return look::stage_title(frame.tr, frame.trace().stage(all[static_cast<size_t>(lit.front())]));
  const std::string layer = layer_name(frame, engine::parse_address(stage.address));
  const bool has_layer = frame.facts.has_layers() && !layer.empty();
  return frame.tr(
      std::string(lit.size() == all.size() ? "lines.of_all" : "lines.of_some") + (has_layer ? ".layer" : ""),
      {{"count", std::to_string(lit.size())},
       {"layer", app::inside_sentence(layer)},
       {"stage", look::stage_name(frame.tr, stage)}});
}

}  // namespace

void draw_lines(const Frame& frame) {
  const auto stage = begin_picture(frame, "lines", nearest_weights, {.title = lines_title});
  if (stage) draw_in_words<Lines>(frame, *stage);
}

}  // namespace views
