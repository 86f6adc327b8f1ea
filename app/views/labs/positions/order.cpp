// order.cpp: the same tokens in another order: the effect with each kind of positions.
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/session/changes.h"
#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/order_measures.h"
#include "engine/analysis/reorder.h"

namespace views {
namespace {

using engine::Index;
using engine::PositionKind;

constexpr double kSumRounding = 2e-5;  // for values near 1 in 32-bit floating point, after many sums

// The tokens of `text`, tokenized like the document's.
std::vector<std::string> tokens_of_text(const app::Document& document, const std::string& text) {
  app::Document other = document;
  other.text = text;
  other.ids.clear();
  return app::text_tokens(other);
}

// The order to compare the text with: that of the document's tokens if they were moved, that of the second
// sentence, or a random one. Empty if the second sentence has other tokens, or the same order.
std::vector<Index> other_order(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  if (!document.order.empty()) return document.order;
  const std::vector<std::string> tokens = app::text_tokens(document);
  const std::string& typed = positions_page(frame).moved;
  if (!typed.empty()) {
    const auto order = engine::order_between(tokens, tokens_of_text(document, typed));
    return order && !std::is_sorted(order->begin(), order->end()) ? *order : std::vector<Index>{};
  }
  app::State drawn{document, {}};
  app::shuffle_tokens(drawn, frame.session.desk().experiment.shuffle, static_cast<Index>(tokens.size()));
  return drawn.document.order;
}

// "dog the saw cat the": tokens in the other order, without gaps if the text has none.
std::string in_other_order(const Frame& frame, const std::vector<Index>& order) {
  const app::Document& document = frame.session.trace_document();
  const std::vector<std::string> tokens = app::text_tokens(document);
  const bool has_gaps =
      document.text.find(' ') != std::string::npos && document.tokenizer == text::TokenizerKind::kWords;
  std::string words;
  for (const Index place : order) {
    if (place >= static_cast<Index>(tokens.size())) continue;
    words.append(words.empty() || !has_gaps ? "" : " ").append(tokens[static_cast<size_t>(place)]);
  }
  return words;
}

// Both orders with one kind of positions; null if they cannot be run or would take too long.
struct OrderRuns {
  PositionKind kind = PositionKind::kNone;
  bool is_seeded = false;
  const Derivations::Derived* text = nullptr;
  const Derivations::Derived* moved = nullptr;
  std::optional<engine::Error> error;
};

// `as_seeded`: with random weights if the current model is the crafted one, which has no table, and whose
// heads are made for sinusoids.
OrderRuns runs_of_kind(const Frame& frame, PositionKind kind, const std::vector<Index>& order,
                       bool as_seeded) {
  app::Document document = frame.session.trace_document();
  document.config.companion = {};
  if (as_seeded && document.config.model == engine::ModelKind::kCrafted)
    document.config.model = engine::ModelKind::kSeeded;
  document.config.positions = kind;
  document.order.clear();
  OrderRuns runs{kind, as_seeded};
  const auto input = app::input_of(document);
  runs.error = input ? engine::check(document.config, *input) : std::optional(input.error());
  if (runs.error) return runs;
  std::string name(as_seeded ? "order seeded " : "order ");
  name.append(engine::info_of(kind).name);
  runs.text = &other_run(frame, name, document);
  document.order = order;
  // Another order is another run.
  std::string places;
  for (const Index place : order) places.append(" ").append(std::to_string(place));
  runs.moved = &other_run(frame, name + places, document);
  return runs;
}

// The stage of the moved run with its rows moved back, and its difference from the original order.
struct OrderPair {
  const Derivations::Derived* back = nullptr;
  const Derivations::Derived* difference = nullptr;

  double largest() const {
    return difference->facts->change(difference->trace->find("difference").value()).largest;
  }
};

OrderPair pair_of(const Frame& frame, const OrderRuns& runs, const std::vector<Index>& order,
                  const std::string& address) {
  OrderPair pair;
  if (runs.text == nullptr || !runs.text->trace || !runs.moved->trace) return pair;
  const TracePtr& text = runs.text->trace;
  const TracePtr& moved = runs.moved->trace;
  std::string name(runs.is_seeded ? "seeded " : "");
  name.append(engine::info_of(runs.kind).name).append(" ").append(address);
  const auto& back = frame.derivations.get("back " + name, {text, moved}, frame.style, [&]() -> TracePtr {
    const auto stage = text->find(address);
    if (!stage) return nullptr;
    const auto places = engine::places_in(order, text->stage(*stage).rows);
    return engine::moved_back_trace(*moved, *text, address, places);
  });
  if (!back.trace) return pair;
  const auto& difference = frame.derivations.get("moved " + name, {text, back.trace}, frame.style, [&] {
    return engine::difference_trace(*text, *back.trace, address);
  });
  if (!difference.trace) return pair;
  pair.back = &back;
  pair.difference = &difference;
  return pair;
}

// The editable second sentence; a button that shuffles it, and one for the course's own pair.
void draw_sentences(const Frame& frame, const std::vector<Index>& order) {
  const auto& style = frame.style;
  const bool is_typed = !positions_page(frame).moved.empty();
  std::string text = is_typed ? positions_page(frame).moved : in_other_order(frame, order);
  // A text rejected by the session is reread.
  if (ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetID("##lab moved"))) {
    if (text != std::string_view(state->TextA.Data, static_cast<size_t>(state->TextLen)))
      state->ReloadUserBufAndMoveToEnd();
  }
  control_name(frame, "lab.order.second");
  const float buttons =
      button_width(frame, "experiment.order.shuffle") + button_width(frame, "lab.order.example");
  const float rest = ImGui::GetContentRegionAvail().x - buttons - style.px(16);
  ImGui::SetNextItemWidth(std::clamp(rest, style.px(120), style.px(640)));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ImGui::InputText("##lab moved", &text, ImGuiInputTextFlags_NoUndoRedo)) {
    frame.requests.edit("lab moved", [text](app::State& state) {
      state.document.labs.positions.moved = text;
      state.document.order.clear();
    });
  }
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("lab.order.second.tip"));
  ImGui::SameLine(0, style.px(8));
  if (button(frame, "experiment.order.shuffle")) {
    frame.requests.edit("", [](app::State& state) {
      state.document.labs.positions.moved.clear();
      state.document.order.clear();
    });
    frame.requests.arrange([](app::Desk& desk) { ++desk.experiment.shuffle; });
  }
  ImGui::SameLine(0, style.px(8));
  if (button(frame, "lab.order.example")) {
    frame.requests.edit("", [](app::State& state) {
      app::set_text(state, "我，不想延畢");
      state.document.tokenizer = text::TokenizerKind::kCharacters;
      state.document.order.clear();
      state.document.labs.positions.moved = "不，我想延畢";
    });
  }
}

// The kinds that the current model can have, and its own, which is in strong type.
std::vector<PositionKind> kinds_compared(const Frame& frame) {
  std::vector<PositionKind> kinds;
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    if (!row.choice.empty() || row.kind == frame.session.trace_document().config.positions)
      kinds.push_back(row.kind);
  }
  return kinds;
}

// The largest difference of each kind as a bar with its value, or why there is none.
void draw_bars_of_kinds(const Frame& frame, const std::vector<Index>& order, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_crafted = frame.session.trace_document().config.model == engine::ModelKind::kCrafted;
  const std::string output = last_output(frame);
  const PositionKind in_hand = frame.session.trace_document().config.positions;
  std::vector<std::pair<OrderRuns, std::optional<double>>> rows;
  double most = 1e-3;
  float names = 0;
  for (const PositionKind kind : kinds_compared(frame)) {
    OrderRuns runs = runs_of_kind(frame, kind, order, true);
    const OrderPair pair = pair_of(frame, runs, order, output);
    std::optional<double> largest;
    if (pair.difference != nullptr) largest = pair.largest();
    most = std::max(most, largest.value_or(0));
    names = std::max(names, ui::text_size(frame.tr(engine::info_of(kind).words), style.strong()).x);
    rows.emplace_back(std::move(runs), largest);
  }
  ui::draw_text(list, at,
                ui::ellipsise(frame.tr(is_crafted ? "lab.order.bars_seeded" : "lab.order.bars"), room.x,
                              style.strong()),
                style.strong());
  const float top = at.y + style.px(30);
  const float height = std::min(style.px(34), (room.y - style.px(30)) / static_cast<float>(rows.size()));
  const float left = at.x + names + style.px(12);
  const float verdict = style.px(190);
  const float width = std::max(at.x + room.x - left - verdict, style.px(40));
  float y = top;
  for (const auto& [runs, largest] : rows) {
    const float line = y + (height - ui::text_size("0", style.text()).y) / 2;
    ui::draw_text(list, {at.x, line}, frame.tr(engine::info_of(runs.kind).words),
                  runs.kind == in_hand ? style.strong() : style.text());
    if (largest) {
      const auto share = static_cast<float>(*largest / most);
      list.AddRectFilled({left, y + height * 0.22f},
                         {left + std::max(width * share, style.px(1.5f)), y + height * 0.78f},
                         style.colours.accent, style.px(2));
      const bool is_same = *largest <= kSumRounding;
      const std::string number = ui::difference_number(*largest);
      ui::draw_text(list, {left + width * share + style.px(8), line},
                    number + "  " + frame.tr(is_same ? "order.same" : "order.differs"),
                    is_same ? style.small_strong() : style.small());
    } else {
      // What a trained model's files lack, in words of this page.
      const bool has_no_weights = runs.error && runs.error->key == "error.checkpoint_other";
      const std::string why = has_no_weights ? frame.tr("lab.order.no_weights")
                              : runs.error   ? frame.tr(*runs.error)
                                             : frame.tr("experiment.too_long");
      ui::draw_text(list, {left, line}, ui::ellipsise(why, at.x + room.x - left, style.small()),
                    style.small());
      ImGui::SetCursorScreenPos({left, y});
      ImGui::InvisibleButton(("why " + std::string(engine::info_of(runs.kind).name)).c_str(),
                             {at.x + room.x - left, height});
      ui::tip(style, why);
    }
    y += height;
  }
}

// The map of the focused head in both orders, and the difference.
void draw_order_maps(const Frame& frame, const OrderRuns& runs, const OrderPair& pair,
                     const std::string& address, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const Frame text = frame.over(runs.text->trace, *runs.text->facts, "order text");
  const Frame back = frame.over(pair.back->trace, *pair.back->facts, "order back");
  const Frame between = frame.over(pair.difference->trace, *pair.difference->facts, "order difference");
  const float gap = style.px(14);
  // The last of a row of slanted labels extends beyond its map.
  const int stage = runs.text->trace->find(address).value();
  const engine::Stage& map = runs.text->trace->stage(stage);
  const float labels = row_label_width(text, map.rows_are(), map.rows);
  const ImVec2 each(std::floor((room.x - labels - 2 * gap - style.px(18)) / 3), room.y);
  const look::ColourScale& scale = runs.text->facts->scale(stage);
  draw_small_map(text, {stage, frame.tr("experiment.order.text"), scale}, at, {each.x + labels, each.y});
  at.x += each.x + labels + gap;
  draw_small_map(back,
                 {pair.back->trace->find(address).value(), frame.tr("experiment.order.moved"), scale, false},
                 at, each);
  at.x += each.x + gap;
  const int difference = pair.difference->trace->find("difference").value();
  const look::ColourScale signed_scale = difference_scale(pair.difference->facts->scale(difference), scale);
  draw_small_map(between, {difference, frame.tr("experiment.order.difference"), signed_scale, false}, at,
                 each);
}

// The weights whose maps are shown: of the focused head, otherwise the first; -1 if there are none.
int order_weights(const Frame& frame) {
  if (const int near = experiment_weights(frame); near >= 0) return near;
  for (int i = 0; i < frame.trace().size(); ++i) {
    if (frame.trace().stage(i).kind == engine::StageKind::kWeights) return i;
  }
  return -1;
}

std::string order_verdict(const Frame& frame, double maps, double output) {
  const engine::Config& config = frame.session.trace_document().config;
  const bool causal = config.causal || config.has_decoder();
  const char* const key = output <= kSumRounding                              ? "experiment.order.same"
                          : causal && config.positions == PositionKind::kNone ? "experiment.order.causal"
                                                                              : "experiment.order.differs";
  return frame.tr(key, {{"maps", ui::difference_number(maps)}, {"output", ui::difference_number(output)}});
}

constexpr float kTallRoom = 560;  // pixels below the verdict

// In a tall window the bars are below the maps, otherwise on their left.
void draw_bars_and_maps(const Frame& frame, const OrderRuns& runs, const OrderPair& maps,
                        const std::vector<Index>& order, const std::string& address) {
  const auto& style = frame.style;
  const bool has_maps = runs.text != nullptr && maps.back != nullptr && maps.difference != nullptr;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 at(corner.x, corner.y + style.px(4));
  const ImVec2 room(ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - style.px(4));
  const bool is_tall = has_maps && room.y > style.px(kTallRoom);
  const float left = std::floor(room.x * 0.38f);
  const float low = std::min(style.px(300), room.y / 2);
  if (is_tall) {
    draw_order_maps(frame, runs, maps, address, at, {room.x, room.y - low});
    return draw_bars_of_kinds(frame, order, {at.x, at.y + room.y - low + style.px(16)},
                              {room.x, low - style.px(16)});
  }
  draw_bars_of_kinds(frame, order, at, {left, room.y});
  if (has_maps)
    draw_order_maps(frame, runs, maps, address, {at.x + left + style.px(20), at.y},
                    {room.x - left - style.px(20), room.y});
}

}  // namespace

void draw_positions_order(const Frame& frame) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  if (focused_example(frame) >= 0) {
    ui::paragraph(frame.tr("experiment.order.batch"), width, style.text());
    return;
  }
  const std::vector<Index> order = other_order(frame);
  draw_sentences(frame, order);
  const int weights = order_weights(frame);
  if (order.empty() || weights < 0) {
    ui::paragraph(frame.tr("lab.order.not_same"), width, style.text());
    return;
  }
  const std::string address = frame.trace().stage(weights).address;
  const OrderRuns runs = runs_of_kind(frame, frame.session.trace_document().config.positions, order, false);
  const OrderPair maps = pair_of(frame, runs, order, address);
  const OrderPair outputs = pair_of(frame, runs, order, attention_output(address));
  if (maps.difference != nullptr && outputs.difference != nullptr) {
    finding(frame, order_verdict(frame, maps.largest(), outputs.largest()), width);
  } else {
    ui::paragraph(
        frame.tr(runs.text != nullptr && runs.text->trace ? "experiment.order.cross" : "experiment.too_long"),
        width, style.text());
  }
  draw_bars_and_maps(frame, runs, maps, order, address);
}

}  // namespace views
