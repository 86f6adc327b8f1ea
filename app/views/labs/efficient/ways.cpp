// ways.cpp: every method in one line: what it does, and what it costs beside exact attention.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/session/setting_words.h"
#include "app/text/sentence.h"
#include "app/ui/widgets.h"
#include "app/views/labs/efficient/efficient_lab.h"
#include "engine/analysis/method_measures.h"
#include "engine/attention/efficient/cost.h"

namespace views {
namespace {

using engine::AttentionKind;
using engine::AttentionMethod;
using engine::Index;

constexpr Index kCountedTokens = 1024;

// Operations and memory as shares of exact attention's.
struct CostShare {
  double work = 1;
  double memory = 1;
};

CostShare cost_share(const EfficientHead& head, AttentionMethod method) {
  const engine::Trace& trace = head.frame.trace();
  const Index d_k = trace.stage(trace.find(head.address + ".k").value()).columns;
  const Index d_v = trace.stage(trace.find(head.address + ".v").value()).columns;
  const engine::HeadShape shape{.queries = kCountedTokens, .keys = kCountedTokens, .d_k = d_k, .d_v = d_v};
  const engine::MethodCost own = engine::method_cost(method, shape);
  method.kind = AttentionKind::kExact;
  const engine::MethodCost exact = engine::method_cost(method, shape);
  return {own.operations / exact.operations, own.bytes / exact.bytes};
}

std::string share_text(double share) {
  return ui::fixed_number(100 * share, share > 0 && share < 0.0995 ? 1 : 0) + " %";
}

std::string counted_tokens() {
  return engine::number_markup(static_cast<double>(kCountedTokens), 0);
}

class WaysTable {
 public:
  WaysTable(const EfficientHead& head, ImVec2 at, ImVec2 room)
      : head_(head), frame_(head.frame), style_(frame_.style), at_(at), room_(room) {
    const size_t rows = engine::attention_methods().size();
    heading_ = ui::text_size("0", style_.small()).y + style_.px(6);
    row_ = std::min((room.y - heading_) / static_cast<float>(rows), style_.px(46));
    const Widths least = least_widths(frame_);
    const float spare = std::max(room.x - least.whole(), 0.0f);
    const float said = spare > style_.px(2 * kSpareFamily) ? style_.px(kSpareFamily) : 0;
    family_ = least.family + said;
    name_ = least.name;
    error_ = spare - said > style_.px(kErrorWidth) ? style_.px(kErrorWidth) : 0;
    bars_ = std::floor(least.bars + (spare - said - error_) / 4);
    idea_ = room.x - family_ - name_ - 2 * bars_ - error_;
    says_why_ = std::ranges::all_of(way_families(), [&](const auto& each) { return has_room_for_why(each); });
  }

  bool fits() const {
    return room_.x >= least_widths(frame_).whole() && row_ > ui::text_size("0", style_.small()).y;
  }

  // In which nothing is cut.
  static float least_width(const Frame& frame) { return least_widths(frame).whole(); }

  void draw() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string heading = frame_.tr("cheaper.ways.by", {{"tokens", counted_tokens()}});
    ui::draw_text(list, {at_.x, at_.y}, ui::ellipsise(heading, family_ + name_ + idea_, style_.small()),
                  style_.small());
    for (const bool is_memory : {false, true})
      ui::draw_text(list, {bar_of(is_memory), at_.y},
                    frame_.tr(is_memory ? "cheaper.ways.memory" : "cheaper.ways.work"),
                    style_.small_strong());
    if (error_ > 0)
      ui::draw_text_right(list, {at_.x + room_.x - style_.px(8), at_.y}, frame_.tr("cheaper.ways.error"),
                          style_.small_strong());
    float top = at_.y + heading_;
    for (const WayFamily& family : way_families()) {
      list.AddLine({at_.x, top}, {at_.x + room_.x, top}, style_.colours.hairline);
      draw_family(family, top);
      for (const AttentionKind kind : family.kinds) {
        draw_row(kind, top);
        top += row_;
      }
    }
    const std::string counted = frame_.tr("cheaper.ways.counted");
    top += style_.px(8);
    if (top + ui::paragraph_height(counted, room_.x, style_.small()) <= at_.y + room_.y)
      ui::draw_paragraph(list, {at_.x, top}, room_.x, counted, style_.small());
  }

 private:
  struct Widths {
    float family = 0, name = 0, idea = 0, bars = 0;
    float whole() const { return family + name + idea + 2 * bars; }
  };
  static Widths least_widths(const Frame& frame) {
    const auto& style = frame.style;
    Widths least;
    for (const WayFamily& family : way_families())
      least.family = std::max(least.family, ui::text_size(frame.tr(family.key), style.small_strong()).x);
    for (const engine::MethodRow& row : engine::attention_methods()) {
      const std::string key(app::words_of(row.kind));
      least.name = std::max(least.name, ui::text_size(frame.tr(key), style.small_strong()).x);
      least.idea = std::max(least.idea, ui::text_size(frame.tr(key + ".short"), style.small_ink()).x);
    }
    least.family += style.px(16);
    least.name += style.px(20);
    least.idea += style.px(14);
    least.bars = style.px(112);
    return least;
  }

  float bar_of(bool is_memory) const { return at_.x + family_ + name_ + idea_ + (is_memory ? bars_ : 0); }

  std::string why_of(const WayFamily& family) const { return frame_.tr(std::string(family.key) + ".why"); }
  // Below its name.
  bool has_room_for_why(const WayFamily& family) const {
    const float text = ui::text_size("0", style_.small()).y;
    const auto rows = static_cast<float>(family.kinds.size());
    const float room = row_ * rows - (rows > 1 ? (row_ + text) / 2 : text);
    return ui::paragraph_height(why_of(family), family_ - style_.px(16), style_.small(), kFamilyLeading) <=
           room;
  }

  // Left of its methods: the name, and what it saves where all families have room for that.
  void draw_family(const WayFamily& family, float top) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text = ui::text_size("0", style_.small()).y;
    const bool is_alone = family.kinds.size() < 2;
    const float line = top + (row_ - (is_alone && says_why_ ? 2 * text : text)) / 2;
    const float width = family_ - style_.px(16);
    ui::draw_text(list, {at_.x, line}, ui::ellipsise(frame_.tr(family.key), width, style_.small_strong()),
                  style_.small_strong());
    const std::string why = why_of(family);
    if (says_why_) ui::draw_paragraph(list, {at_.x, line + text}, width, why, style_.small(), kFamilyLeading);
    ImGui::SetCursorScreenPos({at_.x, top});
    ImGui::InvisibleButton(family.key, {family_, row_ * static_cast<float>(family.kinds.size())});
    ui::tip(style_, why);
  }

  void draw_row(AttentionKind kind, float top) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    AttentionMethod method = frame_.session.document().config.attention;
    method.kind = kind;
    const std::string key(app::words_of(kind));
    const auto refused = way_refused(frame_, kind);
    const float left = at_.x + family_;
    ImGui::SetCursorScreenPos({left, top});
    const std::string id = std::string("way ").append(engine::name_of(kind));
    if (ImGui::InvisibleButton(id.c_str(), {room_.x - family_, row_}) && !refused) choose_way(frame_, kind);
    const bool is_now = kind == frame_.session.document().config.attention.kind;
    if (is_now || ImGui::IsItemHovered())
      list.AddRectFilled({left, top}, {at_.x + room_.x, top + row_},
                         is_now ? style_.colours.selected : style_.colours.chip, style_.px(6));
    ui::tip(style_, refused ? frame_.tr(*refused) : frame_.tr(key + ".tip"));
    const float line = top + (row_ - ui::text_size("0", style_.small()).y) / 2;
    ui::TextStyle name = style_.small_strong();
    if (refused) name.colour = style_.colours.muted;
    ui::draw_text(list, {left + style_.px(8), line}, frame_.tr(key), name);
    draw_idea(method, key, {left + name_, line});
    const CostShare share = cost_share(head_, method);
    draw_bar(share.work, {bar_of(false), top}, line);
    draw_bar(share.memory, {bar_of(true), top}, line);
    if (error_ <= 0 || refused) return;
    const auto error = error_of(method);
    ui::draw_text_right(list, {at_.x + room_.x - style_.px(8), line}, error ? share_text(*error) : "…",
                        style_.small_ink());
  }

  // What the method does, and as many of its numbers as fit behind that.
  void draw_idea(const AttentionMethod& method, const std::string& key, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float room = idea_ - style_.px(12);
    const std::string idea = frame_.tr(key + ".short");
    ui::draw_text(list, at, ui::ellipsise(idea, room, style_.small_ink()), style_.small_ink());
    const float taken = ui::text_size(idea, style_.small_ink()).x + style_.px(8);
    std::string numbers;
    for (const engine::MethodNumber& number : engine::method_numbers()) {
      if (!(engine::row_of(method.kind).parameters.*number.used)) continue;
      const Index value =
          number.name == "rank" ? engine::rank_for(method, kCountedTokens) : method.*number.field;
      if (value == 0) continue;  // chosen by itself
      std::string more = numbers;
      more.append(more.empty() ? "" : ", ");
      more.append(app::inside_sentence(frame_.tr("setting." + std::string(number.name))));
      more.append(" ").append(std::to_string(value));
      if (taken + ui::text_size(more, style_.small()).x > room) break;
      numbers = std::move(more);
    }
    ui::draw_text(list, {at.x + taken, at.y}, numbers, style_.small());
  }

  // How far the map of this head is off; nullopt while that is measured.
  std::optional<double> error_of(const AttentionMethod& method) const {
    if (method.kind == AttentionKind::kExact || method.kind == AttentionKind::kTiled) return 0;
    constexpr Index kMany = 128;
    const bool later = frame_.trace().stage(head_.weights).columns > kMany;
    auto numbers = numbers_of(head_);
    if (!numbers) return std::nullopt;
    const double* const error =
        frame_.facts.derived().find<double>({"error of a way", head_.weights, method_words(method)}, later,
                                            [numbers = *std::move(numbers), method] {
                                              const auto errors = engine::head_errors(numbers, method);
                                              return errors ? errors->map : 0;
                                            });
    return error != nullptr ? std::optional(*error) : std::nullopt;
  }

  // A method and its numbers, as a key.
  static std::string method_words(const AttentionMethod& method) {
    std::string words(engine::name_of(method.kind));
    for (const engine::MethodNumber& number : engine::method_numbers())
      words.append(" ").append(std::to_string(method.*number.field));
    words.append(" ").append(std::to_string(method.seed));
    words.append(method.orthogonal ? "o" : "i");
    return words.append(method.feature_map == engine::FeatureMap::kPositive ? "+" : "~");
  }

  float longest() const { return bars_ - style_.px(62); }
  // What exact attention takes, in pixels: what takes a little more is drawn to scale, too.
  float whole() const { return longest() / kLongestShare; }

  // All to one scale; what does not fit on it is broken off, with a gap that shows it.
  void draw_bar(double share, ImVec2 at, float line) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float drawn = std::min(static_cast<float>(share), kLongestShare);
    const float length = std::max(whole() * drawn, style_.px(1.5f));
    const float low = at.y + row_ * 0.25f;
    const float high = at.y + row_ * 0.75f;
    list.AddRectFilled({at.x, low}, {at.x + length, high}, style_.colours.accent, style_.px(2));
    if (share > static_cast<double>(kLongestShare)) draw_break({at.x + whole() / 2, low}, high);
    ui::draw_text(list, {at.x + length + style_.px(6), line}, share_text(share), style_.small_ink());
  }

  // Two slanted gaps across a bar.
  void draw_break(ImVec2 top, float bottom) const {
    const float slant = style_.px(4);
    for (const float x : {top.x, top.x + style_.px(7)})
      ImGui::GetWindowDrawList()->AddLine({x + slant, top.y - style_.px(2)},
                                          {x - slant, bottom + style_.px(2)}, style_.colours.panel,
                                          style_.px(3));
  }

  static constexpr float kFamilyLeading = 1.25f;
  static constexpr float kSpareFamily = 44;      // pixels at 100 %: for what a family saves
  static constexpr float kErrorWidth = 76;       // of the column of errors; 0 where it has no room
  static constexpr float kLongestShare = 1.15f;  // of exact attention: the bar that is just not broken

  const EfficientHead& head_;
  const Frame& frame_;
  const ui::Style& style_;
  ImVec2 at_, room_;
  float heading_ = 0, row_ = 0, family_ = 0, name_ = 0, bars_ = 0, idea_ = 0, error_ = 0;
  bool says_why_ = false;
};

}  // namespace

std::span<const WayFamily> way_families() {
  using Kind = AttentionKind;
  static const std::array<WayFamily, 5> kFamilies = {
      {{"cheaper.family.exact", {Kind::kExact, Kind::kTiled}},
       {"cheaper.family.sparse", {Kind::kWindow, Kind::kReformer}},
       {"cheaper.family.low_rank", {Kind::kLinformer}},
       {"cheaper.family.kernel", {Kind::kPerformer, Kind::kRfa, Kind::kLambda}},
       {"cheaper.family.other", {Kind::kUniform, Kind::kDistance, Kind::kAdditive}}}};
  return kFamilies;
}

std::optional<engine::Error> way_refused(const Frame& frame, AttentionKind kind) {
  engine::Config chosen = frame.session.document().config;
  chosen.attention.kind = kind;
  return engine::check(chosen);
}

void choose_way(const Frame& frame, AttentionKind kind) {
  frame.requests.edit("", [kind](app::State& state) { state.document.config.attention.kind = kind; });
}

std::string way_sentence(const EfficientHead& head) {
  const Frame& frame = head.frame;
  const AttentionMethod method = efficient_method(frame);
  const std::string idea = frame.tr(std::string(app::words_of(method.kind)) + ".short");
  const CostShare share = cost_share(head, method);
  return idea + " " +
         frame.tr("cheaper.work", {{"work", share_text(share.work)},
                                   {"memory", share_text(share.memory)},
                                   {"tokens", counted_tokens()}});
}

float ways_table_width(const Frame& frame) {
  return WaysTable::least_width(frame);
}

bool ways_are_listed(const EfficientHead& head, ImVec2 room) {
  return head.exact < 0 && WaysTable(head, {}, room).fits();
}

bool draw_ways_table(const EfficientHead& head, ImVec2 at, ImVec2 room) {
  const WaysTable table(head, at, room);
  if (table.fits()) table.draw();
  return table.fits();
}

}  // namespace views
