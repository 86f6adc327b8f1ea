// rank.cpp: how far the rows still differ, layer by layer, with each part of a layer on or off; and the rows
// of one such stack as maps, with the cosines of every two.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/depth/pages.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/stage/small_map.h"
#include "engine/labs/depth/probe.h"

namespace views {
namespace {

using engine::DepthMode;
using engine::Index;

// The sizes of a mode, layer by layer.
std::vector<double> curve_of(const Frame& frame, std::string_view mode) {
  const int stage = depth_stage(frame, std::string(mode) + ".curve");
  std::vector<double> sizes;
  if (stage < 0) return sizes;
  const engine::Matrix numbers = frame.trace().read_column(stage, 0);
  for (Index i = 0; i < numbers.rows(); ++i) sizes.push_back(static_cast<double>(numbers(i, 0)));
  return sizes;
}

// Layers that can be told from rounding.
bool is_above_floor(double size) {
  return size > engine::kDepthFloor;
}

// Curves that fall to the floor end on one line: each is named at its last point well above it, the first to
// fall on its left.
void name_where_they_part(std::vector<PlotLine>& lines) {
  constexpr double kWellAbove = 30;  // floors
  std::vector<PlotLine*> fallen;
  for (PlotLine& line : lines) {
    if (line.points.empty() || is_above_floor(line.points.back().second)) continue;
    const auto low = std::ranges::find_if(
        line.points, [](const auto& point) { return !is_above_floor(point.second / kWellAbove); });
    if (low - line.points.begin() < 2) continue;
    line.named_at = static_cast<size_t>(low - line.points.begin()) - 1;
    fallen.push_back(&line);
  }
  const auto falls_first = [](const PlotLine* a, const PlotLine* b) { return *a->named_at < *b->named_at; };
  if (fallen.size() > 1) (*std::ranges::min_element(fallen, falls_first))->is_named_left = true;
}

// Curves that end close together are told apart by the numbers behind their names.
void say_where_they_end(std::vector<PlotLine>& lines) {
  for (PlotLine& line : lines) {
    if (line.points.empty() || !is_above_floor(line.points.back().second)) continue;
    line.name.append("  ").append(ui::difference_number(line.points.back().second));
  }
}

LinePlot rank_plot(const Frame& frame) {
  const bool is_cubed = depth_page(frame).is_cubed;
  LinePlot plot{.title = {},
                .x = {.name = frame.tr("lab.depth.axis.layer"), .is_whole = true},
                .y = {.name = frame.tr(is_cubed ? "lab.depth.axis.cubed" : "lab.depth.axis.rank")},
                .lines = {},
                .snaps = true};
  constexpr float kChosen = 4;  // the curve whose maps are shown
  int colour = 0;
  double low = 1;
  double high = -1;
  for (const DepthMode& mode : engine::kDepthModes) {
    PlotLine line{.name = frame.tr("depth.mode." + std::string(mode.name)),
                  .colour = depth_colour(frame.style, colour++),
                  .points = {},
                  .has_dots = true,
                  .width = mode.name == depth_page(frame).mode ? kChosen : 2};
    const std::vector<double> sizes = curve_of(frame, mode.name);
    for (size_t layer = 0; layer < sizes.size(); ++layer) {
      const double size = std::max(sizes[layer], engine::kDepthFloor);
      if (is_cubed && (size >= 1 || !is_above_floor(size))) continue;
      const double y = is_cubed ? std::log(-std::log(size)) : size;
      line.points.emplace_back(static_cast<double>(layer), y);
      low = std::min(low, y);
      high = std::max(high, y);
    }
    plot.lines.push_back(std::move(line));
  }
  if (!is_cubed) {
    name_where_they_part(plot.lines);
    say_where_they_end(plot.lines);
    plot.beside_ends = 30;
  }
  plot.x.high = static_cast<double>(std::max<Index>(depth_lab(frame).layers, 1));
  if (is_cubed) {
    plot.y.low = std::floor(low);
    plot.y.high = std::max(std::ceil(high), plot.y.low + 1);
    return plot;
  }
  plot.y.is_log = true;
  plot.y.low = engine::kDepthFloor / 3;
  plot.y.high = 1.5;
  plot.lines.push_back({.name = frame.tr("lab.depth.floor"),
                        .colour = frame.style.colours.muted,
                        .points = {{0, engine::kDepthFloor}, {plot.x.high, engine::kDepthFloor}},
                        .is_dashed = true});
  return plot;
}

// The differences that are left, unless these cannot be told from rounding.
std::string size_words(const Frame& frame, double size) {
  return is_above_floor(size) ? ui::difference_number(size) : frame.tr("lab.depth.below");
}

std::string rank_tip(const Frame& frame, Index layer) {
  std::string words = frame.tr("lab.depth.after", {{"layers", std::to_string(layer)}});
  for (const DepthMode& mode : engine::kDepthModes) {
    const int stage = depth_stage(frame, depth_name(mode.name, layer, "size"));
    if (stage < 0) continue;
    words.append("\n").append(frame.tr("depth.mode." + std::string(mode.name))).append("  ");
    words += size_words(frame, static_cast<double>(frame.trace().at(stage, 0, 0)));
  }
  return words;
}

// The words of the text as numbers, equal for equal tokens.
std::vector<int> word_numbers(const std::vector<std::string>& tokens) {
  std::unordered_map<std::string, int> known;
  std::vector<int> numbers;
  numbers.reserve(tokens.size());
  for (const std::string& token : tokens)
    numbers.push_back(known.emplace(token, static_cast<int>(known.size())).first->second);
  return numbers;
}

// What a probe tells of the tokens after this layer.
double probed(const Frame& frame, int stage) {
  return frame.facts.derived().get<double>({"depth probe", stage}, [&] {
    const engine::Stage& rows = frame.trace().stage(stage);
    return engine::probe_accuracy(frame.trace().read(stage, 0, 0, rows.rows, rows.columns),
                                  word_numbers(frame.trace().sequence(rows.row_sequence).tokens));
  });
}

// How many times the logarithm of the differences grows in a layer of attention alone, on average where they
// are small and above the floor: 3, by theory.
std::optional<double> cubing(const Frame& frame) {
  const std::vector<double> sizes = curve_of(frame, "pure");
  double sum = 0;
  int count = 0;
  for (size_t layer = 0; layer + 1 < sizes.size(); ++layer) {
    if (sizes[layer] >= 0.4 || !is_above_floor(sizes[layer + 1])) continue;
    sum += std::log(sizes[layer + 1]) / std::log(sizes[layer]);
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

void go_to_stage(const Frame& frame, int stage) {
  frame.requests.edit("", [address = frame.trace().stage(stage).address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

class RankPage {
 public:
  explicit RankPage(const Frame& frame)
      : frame_(frame), style_(frame.style), mode_(depth_page(frame).mode), layers_(depth_lab(frame).layers) {}

  void draw() const {
    draw_depth_fields(frame_, [](Fields& more) { draw_scale_choice(more); });
    draw_maps_choice();
    const float width = ImGui::GetContentRegionAvail().x;
    finding(frame_, sentence(), width);
    if (depth_page(frame_).is_cubed) ui::paragraph(frame_.tr("lab.depth.cubed.why"), width, style_.small());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = style_.px(24);
    const float plot_width = std::floor(std::min(room.x * 0.46f, style_.px(700)));
    const auto pointed = draw_line_plot(frame_, "depth rank", rank_plot(frame_), at, {plot_width, room.y});
    if (pointed) ui::tip(style_, rank_tip(frame_, static_cast<Index>(std::lround(*pointed))));
    draw_strip({at.x + plot_width + gap, at.y}, {room.x - plot_width - gap, room.y});
  }

 private:
  // What the plot's axis shows.
  static void draw_scale_choice(Fields& more) {
    constexpr std::array kKeys = {"lab.depth.scale.plain", "lab.depth.scale.cubed"};
    std::vector<Choice> choices;
    for (const bool is_cubed : {false, true})
      choices.push_back({kKeys.at(is_cubed ? 1 : 0),
                         [is_cubed](app::State& state) { state.document.labs.depth.is_cubed = is_cubed; }});
    more.choice("lab.depth.scale", kKeys.at(depth_page(more.frame()).is_cubed ? 1 : 0), choices);
  }

  // Which stack's rows the maps show: on the line of the settings, where it has room for the whole group.
  void draw_maps_choice() const {
    constexpr float kBeside = 24;
    const float gap = style_.px(8);
    // As high as the settings' values.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, style_.px(4)));
    float group = ui::text_size(frame_.tr("lab.depth.maps"), style_.text()).x;
    for (const DepthMode& mode : engine::kDepthModes)
      group += gap + ui::button_width(style_, frame_.tr("depth.mode." + std::string(mode.name)));
    ImGui::SameLine(0, style_.px(kBeside));
    if (ImGui::GetContentRegionAvail().x < group) ImGui::NewLine();
    control_name(frame_, "lab.depth.maps");
    ui::Flow flow(gap);
    for (const DepthMode& mode : engine::kDepthModes) {
      const std::string key = "depth.mode." + std::string(mode.name);
      flow.next(ui::button_width(style_, frame_.tr(key)));
      if (depth_choice(frame_, key, mode.name == mode_))
        edit_depth(frame_, "", [name = std::string(mode.name)](engine::DepthLab&, app::DepthPage& page) {
          page.mode = name;
        });
      ui::tip(style_, frame_.tr(key + ".tip"));
    }
    ImGui::PopStyleVar();
  }

  std::string sentence() const {
    const auto size_of = [&](std::string_view mode) {
      const int stage = depth_stage(frame_, depth_name(mode, layers_, "size"));
      return stage < 0 ? std::optional<double>() : static_cast<double>(frame_.trace().at(stage, 0, 0));
    };
    const auto share = [&](std::string_view mode) {
      const auto size = size_of(mode);
      return size ? size_words(frame_, *size) : std::string();
    };
    // That attention made them the same: they differed before it, and still do with whole layers.
    const std::vector<double> pure = curve_of(frame_, "pure");
    const bool are_same = !pure.empty() && is_above_floor(pure.front()) && !is_above_floor(pure.back()) &&
                          is_above_floor(size_of("model").value_or(0));
    std::string words =
        frame_.tr(are_same ? "lab.depth.same" : "lab.depth.left",
                  {{"layers", std::to_string(layers_)}, {"pure", share("pure")}, {"model", share("model")}});
    if (const auto factor = cubing(frame_))
      words.append("  ").append(frame_.tr("lab.depth.cubed", {{"factor", ui::fixed_number(*factor, 2)}}));
    return words;
  }

  // The layers that fit: the first ones, where most happens, and the last.
  std::vector<Index> layers_shown(float width) const {
    // Room for what stands below each map, and for the hole.
    const std::string whole = frame_.tr("lab.depth.probe", {{"percent", "100"}});
    const float each = ui::text_size(whole, style_.small_strong()).x + style_.px(kBetweenLayers);
    const float hole = ui::text_size("10–99", style_.small()).x + style_.px(kBetweenLayers);
    const auto most = std::max<Index>(static_cast<Index>((width - hole) / each), 2);
    std::vector<Index> layers;
    for (Index layer = 0; layer + 1 < std::min(most, layers_ + 1); ++layer) layers.push_back(layer);
    layers.push_back(layers_);
    return layers;
  }

  // "4, 5" or "4–9": those between the last two shown.
  std::string layers_left_out(const std::vector<Index>& layers) const {
    const Index first = layers[layers.size() - 2] + 1;
    if (first >= layers_) return "";
    if (first + 1 == layers_) return frame_.tr.nth(first - 1);
    return frame_.tr.nth(first - 1) + (first + 2 == layers_ ? ", " : "–") + frame_.tr.nth(layers_ - 2);
  }

  void draw_hole(ImVec2 at, const std::string& left_out) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::draw_text(list, at, "…", style_.strong());
    ui::draw_text(list, {at.x, at.y + ui::text_size("0", style_.strong()).y}, left_out, style_.small());
  }

  void draw_strip(ImVec2 at, ImVec2 room) const {
    const float bar = style_.px(40);  // of the cosines' colours
    const std::vector<Index> layers = layers_shown(room.x - bar);
    const float gap = style_.px(kBetweenLayers);
    const auto count = static_cast<float>(layers.size());
    const float line = ui::text_size("0", style_.small()).y + style_.px(4);
    const std::string left_out = layers_left_out(layers);
    const float hole = left_out.empty() ? 0 : ui::text_size(left_out, style_.small()).x + gap;
    const float each = std::floor((room.x - hole - bar - gap * (count - 1)) / count);
    const std::string why = frame_.tr("lab.depth.strip.why");
    const float said = ui::paragraph_height(why, room.x, style_.small(), kLeading) + style_.px(8);
    const float above = room.y - 2 * line - gap - said;
    const float square = std::min(std::floor(above / 2), each + style_.px(26));
    const float tall = std::min(above - square, style_.px(320));
    // One scale for all cosines: the input's, whose diagonal is 1.
    const int input = depth_stage(frame_, depth_name(mode_, 0, "cosines"));
    float x = at.x;
    for (const Index layer : layers) {
      const int output = depth_stage(frame_, depth_name(mode_, layer, "output"));
      const int cosines = depth_stage(frame_, depth_name(mode_, layer, "cosines"));
      if (output < 0 || cosines < 0) continue;
      if (layer == layers_ && hole > 0) {
        draw_hole({x, at.y + tall / 2}, left_out);
        x += hole;
      }
      draw_layer(output, frame_.facts.scale(output),
                 layer == 0 ? frame_.tr("stage.lab_depth_input")
                            : frame_.tr("lab.depth.strip", {{"layer", frame_.tr.nth(layer - 1)}}),
                 {x, at.y}, {each, tall});
      const ui::MatrixFrame square_map =
          draw_layer(cosines, frame_.facts.scale(input), "", {x, at.y + tall + gap}, {each, square});
      if (layer == layers_)
        draw_colour_bar(frame_, frame_.facts.scale(input),
                        {square_map.corner.x + square_map.size.x + style_.px(8), square_map.corner.y},
                        square_map.size.y);
      ui::draw_text(*ImGui::GetWindowDrawList(), {x, at.y + tall + gap + square + style_.px(4)},
                    probe_words(output), style_.small_strong());
      x += each + gap;
    }
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + tall + gap},
                  ui::ellipsise(frame_.tr("lab.depth.cosines"), room.x, style_.strong()), style_.strong());
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + tall + gap + square + 2 * line}, room.x,
                       why, style_.small(), kLeading);
  }

  // How many words are recognised; no more than by naming the most frequent one each time is chance.
  std::string probe_words(int output) const {
    const double share = probed(frame_, output);
    const std::vector<int> words =
        word_numbers(frame_.trace().sequence(frame_.trace().stage(output).row_sequence).tokens);
    std::ptrdiff_t most = 0;
    for (const int word : words) most = std::max(most, std::ranges::count(words, word));
    const bool is_chance = share * static_cast<double>(words.size()) < static_cast<double>(most) + 0.5;
    return frame_.tr(is_chance ? "lab.depth.probe_chance" : "lab.depth.probe",
                     {{"percent", ui::fixed_number(100 * share, 0)}});
  }

  ui::MatrixFrame draw_layer(int stage, const look::ColourScale& scale, const std::string& caption, ImVec2 at,
                             ImVec2 room) const {
    const auto matrix = draw_small_map(frame_,
                                       {.stage = stage,
                                        .caption = caption,
                                        .scale = scale,
                                        .row_labels = false,
                                        .may_drop_labels = true,
                                        .column_labels = false},
                                       at, room);
    ImGui::SetCursorScreenPos(matrix.corner);
    if (ImGui::InvisibleButton(frame_.trace().stage(stage).address.c_str(), matrix.size))
      go_to_stage(frame_, stage);
    return matrix;
  }

  static constexpr float kLeading = 1.3f;      // of the words below the maps
  static constexpr float kBetweenLayers = 10;  // pixels at 100 %

  const Frame& frame_;
  const ui::Style& style_;
  std::string mode_;
  Index layers_;
};

}  // namespace

void draw_depth_rank(const Frame& frame) {
  RankPage(frame).draw();
}

}  // namespace views
