// scale_experiment.cpp: the division by √d_k switched off: with queries and keys of variance 1, drawn for
// this sentence at any width, and in the model itself.
#include <algorithm>
#include <cmath>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/unit_heads.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

constexpr Index kWidestHead = 256;
constexpr Index kMostProducts = 100'000'000;  // of the drawn scores: a tenth of a second at worst

// `end`: of the column of maps, which the slider stays in.
void draw_width(const Frame& frame, float end) {
  const auto& style = frame.style;
  control_name(frame, "experiment.scale.width");
  Index d_k = frame.session.desk().experiment.d_k;
  ImGui::SetNextItemWidth(std::min(style.px(340), end - ImGui::GetCursorScreenPos().x));
  if (ui::slider(style, "##experiment width", d_k, Index{1}, kWidestHead, "%lld",
                 ui::SliderScale::kLogarithmic))
    frame.requests.arrange([d_k](app::Desk& desk) { desk.experiment.d_k = d_k; });
  ui::tip(style, frame.tr("experiment.scale.width.tip"));
}

// The switch of the model's own division.
void draw_switch(const Frame& frame) {
  const bool scales = frame.session.document().config.scale;
  control_name(frame, "setting.scale");
  if (ui::button(frame.style, (frame.tr(scales ? "value.on" : "value.off") + "##experiment scale").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [scales](app::State& state) { state.document.config.scale = !scales; });
  }
  ui::tip(frame.style, frame.tr("setting.scale.tip"));
}

// The height of the sentence below a map of this width.
float sentence_height(const Frame& frame, const std::string& sentence, float width) {
  const auto& style = frame.style;
  return ui::paragraph_height(sentence, width - style.px(8), style.small_ink()) + style.px(10);
}

// A map with its rows' entropies, and a sentence below it, for which `below` is kept.
void draw_map(const Frame& run, int weights, const std::string& caption, const std::string& sentence,
              ImVec2 at, ImVec2 room, float below) {
  const auto& style = run.style;
  const auto matrix = draw_small_map(run, {weights, caption, experiment_scale(run), true, true}, at,
                                     {room.x - entropies_width(run), room.y - below});
  draw_entropies(run, matrix, weights);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, matrix.corner.y + matrix.size.y + style.px(8)},
                     room.x - style.px(8), sentence, style.small_ink());
}

// The place of one of two maps side by side.
struct Halves {
  Halves(const Frame& frame, ImVec2 corner, ImVec2 room)
      : left(corner),
        each(std::floor((room.x - frame.style.px(16)) / 2), room.y),
        right(corner.x + each.x + frame.style.px(16), corner.y) {}
  ImVec2 left, each, right;
};

// What was measured of a drawn map: its largest weights, and the variance beside the theory's.
std::string drawn_sentence(const Frame& drawn, int weights, Index theory) {
  const auto scaled = drawn.trace().find(engine::beside(drawn.trace().stage(weights).address, "scaled"));
  const Facts::Spread* const sharp = drawn.facts.spread(weights);
  const Facts::Spread* const read = scaled ? drawn.facts.spread(*scaled) : nullptr;
  if (sharp == nullptr || read == nullptr) return "";
  return drawn.tr("experiment.scale.measured", {{"peak", ui::fixed_number(sharp->peak, 2)},
                                                {"variance", ui::fixed_number(read->variance, 2)},
                                                {"theory", std::to_string(theory)}});
}

const Derivations::Derived& drawn_heads(const Frame& frame) {
  const Index d_k = frame.session.desk().experiment.d_k;
  const int weights = experiment_weights(frame);
  const std::string& address = frame.trace().stage(weights).address;
  return frame.derivations.get("unit heads " + std::to_string(d_k) + " " + address, {frame.session.trace()},
                               frame.style, [&]() -> TracePtr {
                                 const engine::Stage& map = frame.trace().stage(weights);
                                 if (map.rows * map.columns > kMostProducts / kWidestHead) return nullptr;
                                 return engine::unit_heads_trace(frame.trace(), weights, d_k, 0);
                               });
}

void draw_drawn(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& derived = drawn_heads(frame);
  if (!derived.trace) {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, frame.tr("experiment.too_long"),
                       frame.style.quiet());
    return;
  }
  const Index d_k = frame.session.desk().experiment.d_k;
  const Frame drawn = frame.over(derived.trace, *derived.facts, "unit heads");
  // The words beside the maps would say that their own vectors are meant.
  const auto keys = static_cast<double>(derived.trace->stage(0).rows);
  const std::string random =
      frame.tr("experiment.scale.random", {{"most", ui::fixed_number(std::log(std::max(keys, 2.0)), 2)}});
  const float above =
      ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, random, frame.style.small()) +
      frame.style.px(6);
  const Halves halves(frame, {at.x, at.y + above}, {room.x, room.y - above});
  const int divided = derived.trace->find("encoder.0.self.head.0.weights").value();
  const int plain = derived.trace->find("encoder.0.self.head.1.weights").value();
  const std::string of_plain = drawn_sentence(drawn, plain, d_k);
  const std::string of_divided = drawn_sentence(drawn, divided, 1);
  const float below = std::max(sentence_height(frame, of_plain, halves.each.x),
                               sentence_height(frame, of_divided, halves.each.x));
  draw_map(drawn, plain, frame.tr("experiment.scale.off"), of_plain, halves.left, halves.each, below);
  draw_map(drawn, divided, frame.tr("experiment.scale.on"), of_divided, halves.right, halves.each, below);
}

// The run with the other setting; its weights are at the same address.
const Derivations::Derived& run_without(const Frame& frame) {
  app::Document other = frame.session.trace_document();
  other.config.scale = !other.config.scale;
  return other_run(frame, "scale", std::move(other));
}

const Facts::Spread* spread_of(const Frame& run, const std::string& address) {
  const auto weights = run.trace().find(address);
  return weights ? run.facts.spread(*weights) : nullptr;
}

// How sharp a map of the model is.
std::string peak_sentence(const Frame& run, int weights) {
  const Facts::Spread* const spread = run.facts.spread(weights);
  if (spread == nullptr) return "";
  return run.tr("experiment.scale.model.peak", {{"peak", ui::fixed_number(spread->peak, 2)}});
}

// Why the division does little in a model that was written by hand.
std::string model_sentence(const Frame& frame, const Frame& plain, const Frame& divided,
                           const std::string& address) {
  const Facts::Spread* const off = spread_of(plain, address);
  const Facts::Spread* const on = spread_of(divided, address);
  if (off == nullptr || on == nullptr) return "";
  const bool is_sharp = is_sharp_either_way(frame.session.trace_document().config, on->peak, off->peak);
  return is_sharp ? frame.tr("experiment.scale.model.crafted") : "";
}

// What is said below both maps of the model; nothing, where they show it themselves.
std::string own_remark(const Frame& frame) {
  const auto& derived = run_without(frame);
  if (!derived.trace) return "";
  const std::string address = frame.trace().stage(experiment_weights(frame)).address;
  const Frame there = frame.over(derived.trace, *derived.facts, "experiment scale");
  const bool scales = frame.session.trace_document().config.scale;
  return model_sentence(frame, scales ? there : frame, scales ? frame : there, address);
}
float own_remark_height(const Frame& frame, float width) {
  const std::string remark = own_remark(frame);
  if (remark.empty()) return 0;
  return ui::paragraph_height(remark, width, frame.style.small_ink()) + frame.style.px(4);
}

void draw_own(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const auto& derived = run_without(frame);
  if (!derived.trace) {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, room.x, frame.tr("experiment.too_long"),
                       style.quiet());
    return;
  }
  const std::string address = frame.trace().stage(experiment_weights(frame)).address;
  if (!derived.trace->find(address)) return;
  const Frame there = frame.over(derived.trace, *derived.facts, "experiment scale");
  const bool scales = frame.session.trace_document().config.scale;
  const Frame& plain = scales ? there : frame;
  const Frame& divided = scales ? frame : there;
  const float below = own_remark_height(frame, room.x);
  const Halves halves(frame, at, {room.x, room.y - below});
  const auto draw_one_of = [&](const Frame& run, bool is_divided, ImVec2 corner) {
    const std::string name = frame.tr(is_divided ? "experiment.scale.on" : "experiment.scale.off");
    const int weights = run.trace().find(address).value();
    const std::string peak = peak_sentence(run, weights);
    draw_map(run, weights, is_divided == scales ? frame.tr("experiment.now", {{"what", name}}) : name, peak,
             corner, halves.each, sentence_height(frame, peak, halves.each.x));
  };
  draw_one_of(plain, false, halves.left);
  draw_one_of(divided, true, halves.right);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + room.y - below}, room.x, own_remark(frame),
                     style.small_ink());
}

constexpr float kRoomOfBothPairs = 520;  // pixels; with less, one of the two is chosen

float control_height(const Frame& frame) {
  return ImGui::GetFrameHeight() + frame.style.px(12);
}

// Whose maps are below, and how wide their heads are.
void draw_model_name(const Frame& frame) {
  const engine::Trace& trace = frame.trace();
  const std::string head(engine::head_address(trace.stage(experiment_weights(frame)).address));
  const auto queries = trace.find(head + ".q");
  if (!queries) return control_name(frame, "experiment.scale.model");
  const std::string name =
      frame.tr("experiment.scale.model.width", {{"d_k", std::to_string(trace.stage(*queries).columns)}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, name,
                frame.style.strong());
  const float after = ui::text_size(name, frame.style.strong()).x + frame.style.px(18);
  ImGui::SetCursorScreenPos({at.x + after, at.y});
}

// The drawn heads above those of the model, each below its control.
void draw_both_pairs(const Frame& frame, ImVec2 at, ImVec2 room) {
  const float control = control_height(frame);
  // What is written above and below the drawn pair besides, so that all four maps have cells of one size.
  const float more = ui::text_size("0", frame.style.small()).y + frame.style.px(6);
  const float maps = std::floor((room.y - 2 * control + more - own_remark_height(frame, room.x)) / 2);
  const float own = room.y - 2 * control - maps;
  draw_width(frame, at.x + room.x);
  draw_drawn(frame, {at.x, at.y + control}, {room.x, maps});
  ImGui::SetCursorScreenPos({at.x, at.y + control + maps});
  draw_model_name(frame);
  draw_switch(frame);
  draw_own(frame, {at.x, at.y + 2 * control + maps}, {room.x, own});
}

// The drawn heads, or those of the model.
void draw_one_pair(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const bool shows_model = frame.session.desk().experiment.shows_model;
  for (const bool is_model : {false, true}) {
    const char* const key = is_model ? "experiment.scale.model" : "experiment.scale.drawn";
    if (button(frame, key, is_model == shows_model ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat))
      frame.requests.arrange([is_model](app::Desk& desk) { desk.experiment.shows_model = is_model; });
    ImGui::SameLine(0, style.px(is_model ? 18 : 6));
  }
  if (shows_model) {
    draw_switch(frame);
  } else {
    draw_width(frame, at.x + room.x);
  }
  const float control = control_height(frame);
  const ImVec2 below(at.x, at.y + control);
  const ImVec2 rest(room.x, room.y - control);
  if (shows_model) {
    draw_own(frame, below, rest);
  } else {
    draw_drawn(frame, below, rest);
  }
}

}  // namespace

bool is_sharp_either_way(const engine::Config& config, double divided, double plain) {
  constexpr double kSharpPeak = 0.9;
  return config.model == engine::ModelKind::kCrafted && std::min(divided, plain) > kSharpPeak;
}

void draw_scale_experiment(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 left(std::floor(room.x * 0.62f), room.y);
  if (room.y < style.px(kRoomOfBothPairs)) {
    draw_one_pair(frame, corner, left);
  } else {
    draw_both_pairs(frame, corner, left);
  }
  draw_scale_plots(frame, {corner.x + left.x + style.px(24), corner.y + style.px(6)},
                   {room.x - left.x - style.px(24), room.y - style.px(6)});
}

}  // namespace views
