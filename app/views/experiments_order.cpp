// experiments_order.cpp: the tokens in another order, with positions and without.
#include <algorithm>

#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "app/views/experiments.h"
#include "engine/analysis/order_measures.h"
#include "engine/compare.h"
#include "engine/reorder.h"

namespace views {
namespace {

using engine::Index;

constexpr double kSumRounding = 2e-5;  // of numbers near 1 in 32-bit floating point, after many sums

// Both orders of the same text: one of them is the session's own.
struct Runs {
  TracePtr text, moved;
  const Facts* text_facts = nullptr;
  std::vector<Index> order;
};

std::optional<Runs> runs_of(const Frame& frame) {
  app::State other{frame.session.trace_document(), {}};
  const bool is_moved = !other.document.order.empty();
  Runs runs;
  runs.text_facts = &frame.facts;
  if (is_moved) {
    runs.order = other.document.order;
    other.document.order.clear();
    const auto& derived = other_run(frame, "order text", other.document);
    runs.text = derived.trace;
    runs.text_facts = derived.facts.get();
    runs.moved = frame.session.trace();
  } else {
    const std::uint64_t seed = frame.session.desk().experiment.shuffle;
    app::shuffle_tokens(other, seed, static_cast<Index>(app::text_tokens(other.document).size()));
    runs.order = other.document.order;
    runs.text = frame.session.trace();
    runs.moved = other_run(frame, "order " + std::to_string(seed), other.document).trace;
  }
  if (!runs.text || !runs.moved) return std::nullopt;
  return runs;
}

// The stage of the moved run with its rows where they were, and what differs from the text's order.
struct Pair {
  const Derivations::Derived* back = nullptr;
  const Derivations::Derived* difference = nullptr;
};

Pair pair_of(const Frame& frame, const Runs& runs, const std::string& address) {
  Pair pair;
  const auto& back =
      frame.derivations.get("back " + address, {runs.text, runs.moved}, frame.style, [&]() -> TracePtr {
        const auto stage = runs.text->find(address);
        if (!stage) return nullptr;
        const auto places = engine::places_in(runs.order, runs.text->stage(*stage).rows);
        return engine::moved_back_trace(*runs.moved, *runs.text, address, places);
      });
  if (!back.trace) return pair;
  pair.back = &back;
  const auto& difference =
      frame.derivations.get("moved " + address, {runs.text, back.trace}, frame.style,
                            [&] { return engine::difference_trace(*runs.text, *back.trace, address); });
  if (difference.trace) pair.difference = &difference;
  return pair;
}

double largest(const Pair& pair) {
  return pair.difference->facts->change(pair.difference->trace->find("difference").value()).largest;
}

void controls(const Frame& frame) {
  const auto& style = frame.style;
  const app::Document& document = frame.session.document();
  const bool placed = document.config.positions != engine::PositionKind::kNone;
  control_name(frame, "setting.positions");
  if (ui::button(style, (frame.tr(placed ? "value.on" : "value.off") + "##experiment positions").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [placed](app::State& state) {
      state.document.config.positions =
          placed ? engine::PositionKind::kNone : engine::PositionKind::kSinusoidal;
    });
  }
  ui::tip(style, frame.tr("experiment.order.positions.tip"));
  ImGui::SameLine(0, style.px(16));
  if (ui::button(style, (frame.tr("experiment.order.shuffle") + "##shuffle").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [](app::State& state) { state.document.order.clear(); });
    frame.requests.arrange([](app::Desk& desk) { ++desk.experiment.shuffle; });
  }
  ui::tip(style, frame.tr("experiment.order.shuffle.tip"));
}

// The tokens as the moved run reads them: "dog the saw cat the".
std::string moved_words(const Frame& frame, const Runs& runs, int sequence) {
  const auto& labels = runs.text_facts->labels(sequence);
  std::string words;
  for (const Index place : runs.order) {
    if (place >= static_cast<Index>(labels.size())) continue;
    words.append(words.empty() ? "" : " ").append(labels[static_cast<size_t>(place)]);
  }
  return frame.tr("experiment.order.read", {{"tokens", words}});
}

std::string verdict(const Frame& frame, double maps, double output) {
  const bool causal =
      frame.session.trace_document().config.causal || frame.session.trace_document().config.has_decoder();
  const char* const key =
      output <= kSumRounding ? "experiment.order.same"
      : causal && frame.session.trace_document().config.positions == engine::PositionKind::kNone
          ? "experiment.order.causal"
          : "experiment.order.differs";
  return frame.tr(key, {{"maps", ui::difference_number(maps)}, {"output", ui::difference_number(output)}});
}

void draw_pictures(const Frame& frame, const Runs& runs, const Pair& pair, const std::string& address,
                   ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const Frame text = frame.over(runs.text, *runs.text_facts, "order text");
  const Frame back = frame.over(pair.back->trace, *pair.back->facts, "order back");
  const Frame between = frame.over(pair.difference->trace, *pair.difference->facts, "order difference");
  const float gap = style.px(20);
  const float bar = style.px(70);
  const ImVec2 each(std::floor((room.x - 2 * gap - bar) / 3), room.y);
  const int stage = runs.text->find(address).value();
  const exporter::ColourScale& scale = runs.text_facts->scale(stage);
  const auto first = draw_small_map(text, {stage, frame.tr("experiment.order.text"), scale}, at, each);
  at.x = std::max(first.corner.x + first.size.x, at.x + style.px(120)) + gap;
  const auto second = draw_small_map(
      back, {pair.back->trace->find(address).value(), frame.tr("experiment.order.moved"), scale}, at, each);
  at.x = std::max(second.corner.x + second.size.x, at.x + style.px(160)) + gap;
  const int difference = pair.difference->trace->find("difference").value();
  const exporter::ColourScale signed_scale =
      difference_scale(pair.difference->facts->scale(difference), scale);
  const auto third =
      draw_small_map(between, {difference, frame.tr("experiment.order.difference"), signed_scale}, at, each);
  draw_colour_bar(frame, signed_scale, {third.corner.x + third.size.x + style.px(8), third.corner.y},
                  std::min(third.size.y, style.px(190)));
}

}  // namespace

void draw_order_experiment(const Frame& frame) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  if (frame.session.trace_document().is_batch) {
    ui::paragraph(frame.tr("experiment.order.batch"), width, style.text());
    return;
  }
  controls(frame);
  const int weights = experiment_weights(frame);
  const std::string address = frame.trace().stage(weights).address;
  const auto runs = runs_of(frame);
  const Pair maps = runs ? pair_of(frame, *runs, address) : Pair{};
  const Pair outputs = runs ? pair_of(frame, *runs, attention_output(address)) : Pair{};
  if (!maps.difference || !outputs.difference) {
    ui::paragraph(frame.tr(runs ? "experiment.order.cross" : "experiment.too_long"), width, style.text());
    return;
  }
  ui::label(ui::ellipsise(moved_words(frame, *runs, frame.trace().stage(weights).row_sequence), width,
                          style.text()),
            style.text());
  finding(frame, verdict(frame, largest(maps), largest(outputs)), width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_pictures(frame, *runs, maps, address, {at.x, at.y + style.px(4)}, ImGui::GetContentRegionAvail());
}

}  // namespace views
