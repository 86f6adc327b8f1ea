// experiments.cpp: the page of experiments: one question at a time, with the switch that answers it.
#include "app/views/labs/experiments/experiments.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/stage/lying_bar.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

constexpr double kMostOperations = 3e8;  // for a second run: about a tenth of a second at worst

struct Experiment {
  std::string_view name;
  void (*draw)(const Frame& frame);
  float least = 290;  // its height in pixels, below which it scrolls
};
constexpr std::array<Experiment, 4> kExperiments = {{{"scale", draw_scale_experiment, 330},
                                                     {"heads", draw_heads_experiment},
                                                     {"temperature", draw_temperature_experiment},
                                                     {"views", draw_views_experiment}}};

const Experiment& shown(const Frame& frame) {
  const std::string& wanted = frame.session.desk().experiment.shown;
  const auto found = std::find_if(kExperiments.begin(), kExperiments.end(),
                                  [&](const Experiment& row) { return row.name == wanted; });
  return found == kExperiments.end() ? kExperiments.front() : *found;
}

std::string key_of(const Experiment& experiment) {
  return "experiment." + std::string(experiment.name);
}

void draw_choices(const Frame& frame) {
  ui::Flow flow(frame.style.px(6));
  for (const Experiment& row : kExperiments) {
    const std::string key = key_of(row);
    const std::string word = frame.tr(key);
    const bool chosen = row.name == shown(frame).name;
    flow.next(ui::text_size(word, frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x);
    std::string face = word;
    face.append("##").append(key);
    if (ui::button(frame.style, face.c_str(), chosen ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline)) {
      frame.requests.arrange(
          [name = std::string(row.name)](app::Desk& desk) { desk.experiment.shown = name; });
    }
    ui::tip(frame.style, frame.tr(key + ".question"));
  }
}

// The one colour bar of all maps, at the right end of the line of choices that began at `line`, if it has
// room.
void draw_scale_of_all(const Frame& frame, ImVec2 line) {
  const auto& style = frame.style;
  const look::ColourScale scale = experiment_scale(frame);
  const std::string name = frame.tr("stage.weights");
  const float length = style.px(90);
  const float named = ui::text_size(name, style.small()).x + style.px(8);
  const float width = named + lying_bar_width(frame, scale, length);
  const float left = line.x + ImGui::GetContentRegionAvail().x - width;
  const ImVec2 last = ImGui::GetItemRectMax();
  const bool is_one_line = last.y <= line.y + ImGui::GetFrameHeight() + 1;
  if (!is_one_line || last.x + style.px(16) > left) return;
  const float text = ui::text_size("0", style.small()).y;
  const float y = line.y + std::floor((ImGui::GetFrameHeight() - text) / 2);
  ui::draw_text(*ImGui::GetWindowDrawList(), {left, y}, name, style.small());
  draw_lying_bar(frame, scale, {left + named, y}, text, length);
}

// In a low window, or with large text, the experiment scrolls instead of shrinking too far.
void draw_shown(const Frame& frame) {
  const float least = frame.style.px(shown(frame).least);
  const float room = ImGui::GetContentRegionAvail().y;
  constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("experiment", {0, 0}, 0, room < least ? 0 : kStill)) {
    if (ImGui::BeginChild("experiment page", {0, std::max(room, least)}, 0, kStill)) shown(frame).draw(frame);
    ImGui::EndChild();
  }
  ImGui::EndChild();
}

}  // namespace

int experiment_weights(const Frame& frame) {
  engine::StageAddress place = engine::parse_address(frame.facts.attention_near(frame.here()));
  if (place.head < 0) return -1;
  place.step = "weights";
  return frame.trace().find(engine::address_of(place)).value_or(-1);
}

std::string attention_output(std::string_view head_address) {
  engine::StageAddress place = engine::parse_address(head_address);
  place.head = -1;
  place.step = "output";
  return engine::address_of(place);
}

std::string last_output(const Frame& frame) {
  const int batch = engine::parse_address(frame.here()).batch;
  const std::string prefix = batch < 0 ? "" : "batch." + std::to_string(batch) + ".";
  for (const char* const end : {"decoder.output", "encoder.output"}) {
    if (frame.trace().find(prefix + end)) return prefix + end;
  }
  const int weights = experiment_weights(frame);
  return weights < 0 ? "" : attention_output(frame.trace().stage(weights).address);
}

const Derivations::Derived& other_run(const Frame& frame, const std::string& name, app::Document document) {
  return frame.derivations.get(name, {frame.session.trace()}, frame.style, [&]() -> TracePtr {
    const auto input = app::input_of(document);
    if (!input || engine::check(document.config, *input)) return nullptr;
    if (engine::estimate_operations(document.config, *input) > kMostOperations) return nullptr;
    auto made = app::make_trace(document);
    return made ? std::move(made).value() : nullptr;
  });
}

look::ColourScale experiment_scale(const Frame& frame) {
  return {frame.style.sequential(), 0, 1};
}

float entropies_width(const Frame& frame) {
  return frame.style.px(64);
}

void draw_entropies(const Frame& frame, const ui::MatrixFrame& matrix, int weights) {
  const Facts::Spread* const spread = frame.facts.spread(weights);
  if (spread == nullptr) return;
  const std::vector<double>& entropies = spread->entropies;
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double most = std::log(std::max(matrix.columns, 2.0));
  const float left = matrix.corner.x + matrix.size.x + style.px(8);
  const float width = entropies_width(frame) - style.px(14);
  const float cell = matrix.cell_height();
  ui::draw_text(list, {left, matrix.corner.y - style.px(18)}, frame.tr("experiment.entropy"), style.small());
  for (size_t row = 0; row < entropies.size(); ++row) {
    const float top = matrix.corner.y + cell * static_cast<float>(row);
    const float inset = cell > style.px(8) ? cell * 0.25f : 0;
    const ImVec2 low(left, top + inset);
    const ImVec2 high(left + width, top + cell - inset);
    list.AddRectFilled(low, high, style.colours.chip);
    const auto share = static_cast<float>(std::clamp(entropies[row] / most, 0.0, 1.0));
    list.AddRectFilled(low, {left + width * share, high.y}, style.colours.accent);
  }
}

std::string sharpness_sentence(const Frame& frame, int weights) {
  const Facts::Spread* const spread = frame.facts.spread(weights);
  if (spread == nullptr) return "";
  const auto keys = static_cast<double>(frame.trace().stage(weights).columns);
  return frame.tr("experiment.sharpness", {{"entropy", ui::fixed_number(spread->entropy, 2)},
                                           {"most", ui::fixed_number(std::log(keys), 2)},
                                           {"peak", ui::fixed_number(spread->peak, 2)}});
}

void control_name(const Frame& frame, std::string_view key) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame.style.colours.muted);
  ui::plain(frame.tr(key));
  ImGui::PopStyleColor();
  ImGui::SameLine(0, frame.style.px(8));
}

void finding(const Frame& frame, const std::string& sentence, float width) {
  ui::paragraph(sentence, width, frame.style.strong());
}

void draw_experiments(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  const ImVec2 line = ImGui::GetCursorScreenPos();
  draw_choices(frame);
  draw_scale_of_all(frame, line);
  const std::string key = key_of(shown(frame));
  draw_page_heading(frame, key);
  if (experiment_weights(frame) >= 0) draw_shown(frame);
  ImGui::PopStyleVar();
}

}  // namespace views
