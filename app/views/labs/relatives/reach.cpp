// reach.cpp: which words an output can see: convolution layer by layer, recurrence step by step, attention at
// once; each step drawn, and counted on the graph of who reads whom.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/relatives/pages.h"
#include "engine/labs/relatives/relatives_graph.h"

namespace views {
namespace {

using engine::Index;
using engine::ReadingGraph;
using engine::ReadingNode;
using engine::Relative;

// The contents of one of the three columns.
struct ReachColumn {
  Relative kind = Relative::kConvolution;
  ReadingGraph graph;
  bool looks_back = true;
  Index done = 0;    // layers, or steps, drawn so far
  Index layers = 1;  // drawn above the inputs: one for a recurrence
  int output = -1;   // the node whose inputs are highlighted
  std::vector<bool> lit;
};

Index lab_token_count(const Frame& frame) {
  return static_cast<Index>(relatives_tokens(frame).size());
}

Index shown_output(const Frame& frame) {
  const Index last = lab_token_count(frame) - 1;
  const Index asked = relatives_page(frame).output;
  return asked < 0 ? last : std::min(asked, last);
}

// Who may read whom by the head's mask; all if its weights are not a stage.
engine::Matrix attention_reach(const Frame& frame) {
  const Index tokens = lab_token_count(frame);
  const int reach = relatives_stage(frame, "attention.reach");
  return reach < 0 ? engine::Matrix::Ones(tokens, tokens) : frame.trace().read(reach, 0, 0, tokens, tokens);
}

ReachColumn reach_column(const Frame& frame, Relative kind) {
  const Index tokens = lab_token_count(frame);
  const engine::RelativesLab& lab = relatives_lab(frame);
  ReachColumn column{.kind = kind, .graph = {}, .lit = {}};
  switch (kind) {
    case Relative::kConvolution:
      column.graph = engine::convolution_graph(lab, tokens);
      column.looks_back = lab.causal;
      break;
    case Relative::kRecurrence:
      column.graph = engine::recurrent_graph(tokens);
      break;
    case Relative::kAttention: {
      const engine::Matrix reach = attention_reach(frame);
      column.graph = engine::attention_graph(reach);
      column.looks_back = engine::Matrix(reach.triangularView<Eigen::StrictlyUpper>()).isZero(0);
      break;
    }
  }
  return column;
}

// The number of steps until all three are done.
Index all_steps(const std::vector<ReachColumn>& columns) {
  Index most = 1;
  for (const ReachColumn& column : columns) most = std::max(most, engine::layers_of(column.graph));
  return most;
}

void choose_node(const Frame& frame, Index steps, ReachColumn& column) {
  const Index all = engine::layers_of(column.graph);
  column.done = std::min(steps, all);
  const bool is_recurrent = column.kind == Relative::kRecurrence;
  column.layers = is_recurrent ? 1 : all;
  const Index output = shown_output(frame);
  if (column.done == 0) return;
  const Index layer = is_recurrent ? std::min(column.done, output + 1) : column.done;
  column.output = engine::node_at(column.graph, layer, output);
  column.lit = engine::read_by(column.graph, column.output);
}

Index inputs_lit(const ReachColumn& column) {
  return std::count(
      column.lit.begin(),
      column.lit.begin() +
          std::min<std::ptrdiff_t>(column.graph.inputs, static_cast<std::ptrdiff_t>(column.lit.size())),
      true);
}

// The positions of a column's nodes.
struct ReachPlaces {
  ImVec2 corner, size;  // of the nodes only
  Index tokens = 1;
  Index layers = 1;

  float step() const { return size.x / static_cast<float>(tokens); }
  ImVec2 at(const ReadingNode& node) const {
    const Index layer = std::min(node.layer, layers);
    const float up = static_cast<float>(layer) / static_cast<float>(layers);
    return {corner.x + step() * (static_cast<float>(node.place) + 0.5f), corner.y + size.y * (1 - up)};
  }
};

// In the middle of a line between two states: which of them reads the other.
void draw_state_arrow(const Frame& frame, ImVec2 from, ImVec2 to, ImU32 colour) {
  if (from.y != to.y) return;
  const float half = frame.style.px(4);
  const ImVec2 tip((from.x + to.x) / 2 + half, to.y);
  const float back = to.x > from.x ? -2 * half : 2 * half;
  ImGui::GetWindowDrawList()->AddTriangleFilled(tip, {tip.x + back, tip.y - half},
                                                {tip.x + back, tip.y + half}, colour);
}

void draw_reach_lines(const Frame& frame, const ReachColumn& column, const ReachPlaces& places) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = relative_colour(frame, column.kind);
  for (size_t i = 0; i < column.lit.size(); ++i) {
    if (!column.lit[i]) continue;
    for (const int read : column.graph.nodes[i].reads) {
      list.AddLine(places.at(column.graph.nodes[i]), places.at(column.graph.nodes[static_cast<size_t>(read)]),
                   ui::with_alpha(colour, 0.75f), frame.style.px(1.5f));
      if (column.kind == Relative::kRecurrence)
        draw_state_arrow(frame, places.at(column.graph.nodes[static_cast<size_t>(read)]),
                         places.at(column.graph.nodes[i]), colour);
    }
  }
}

void draw_reach_nodes(const Frame& frame, const ReachColumn& column, const ReachPlaces& places) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = relative_colour(frame, column.kind);
  const float radius = std::clamp(places.step() * 0.3f, style.px(2), style.px(6));
  for (size_t i = 0; i < column.graph.nodes.size(); ++i) {
    const ReadingNode& node = column.graph.nodes[i];
    const bool is_done = node.layer <= column.done;
    const bool is_lit = i < column.lit.size() && column.lit[i];
    const ImVec2 at = places.at(node);
    const ImU32 face = is_lit ? colour : is_done ? style.colours.muted : style.colours.hairline;
    if (node.layer == 0) {
      const float half = is_lit ? radius : radius * 0.7f;
      list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, face);
    } else {
      list.AddCircleFilled(at, is_lit ? radius : radius * 0.7f, face);
    }
    if (static_cast<int>(i) == column.output)
      list.AddCircle(at, radius + style.px(3), style.colours.ink, 0, style.px(2));
  }
}

// Which layer a row of nodes is, right of it; none where rows are closer than lines.
void draw_reach_layers(const Frame& frame, const ReachColumn& column, const ReachPlaces& places,
                       float right) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small();
  const float line = ui::text_size("0", type).y;
  if (places.size.y / static_cast<float>(places.layers) < line) return;
  const float left = places.corner.x + places.size.x - places.step() / 2 + style.px(14);
  for (Index layer = 1; layer <= column.layers; ++layer) {
    const std::string number = frame.tr.nth(layer - 1);
    const std::string words = frame.tr("relatives.reach.layer", {{"layer", number}});
    const bool fits = left + ui::text_size(words, type).x <= right;
    const float y = places.at({.layer = layer, .place = 0, .reads = {}}).y;
    ui::draw_text(*ImGui::GetWindowDrawList(), {left, y - line / 2}, fits ? words : number, type);
  }
}

// Whether every word fits below its own node.
bool words_are_flat(const Frame& frame, float step) {
  float widest = 0;
  for (const std::string& word : relatives_tokens(frame))
    widest = std::max(widest, ui::text_size(word, frame.style.small()).x);
  return widest + frame.style.px(4) <= step;
}

// The words below, slanted if they do not fit; a click chooses the output.
void draw_reach_words(const Frame& frame, const ReachColumn& column, const ReachPlaces& places, float top) {
  const auto& style = frame.style;
  const std::vector<std::string>& words = relatives_tokens(frame);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_flat = words_are_flat(frame, places.step());
  const float line = ui::text_size("0", style.small()).y;
  const Index each = std::max<Index>(1, static_cast<Index>(std::ceil(line * 0.9f / places.step())));
  for (Index token = 0; token < places.tokens; ++token) {
    const auto i = static_cast<size_t>(token);
    const bool is_output = token == shown_output(frame);
    if (token % each != 0 && !is_output) continue;
    const bool is_lit = i < column.lit.size() && column.lit[i];
    ui::TextStyle type = is_output ? style.small_strong() : is_lit ? style.small_ink() : style.small();
    const float x = places.corner.x + places.step() * (static_cast<float>(token) + 0.5f);
    if (is_flat) {
      ui::draw_text_centred(list, {x, top}, words[i], type);
    } else {
      ui::draw_text_rotated(list, {x - style.px(3), top + style.px(6)}, 55,
                            ui::ellipsise(words[i], style.px(72), type), type);
    }
  }
}

void choose_output_by_mouse(const Frame& frame, const ReachPlaces& places, const ImVec2& low,
                            const ImVec2& size, Relative kind) {
  ImGui::SetCursorScreenPos(low);
  const std::string id = "reach " + std::string(engine::name_of(kind));
  const bool pressed = ImGui::InvisibleButton(id.c_str(), size);
  if (!ImGui::IsItemHovered()) return;
  const float share = (ImGui::GetIO().MousePos.x - places.corner.x) / places.step();
  const Index token = std::clamp<Index>(static_cast<Index>(std::floor(share)), 0, places.tokens - 1);
  if (ui::begin_tooltip(frame.style)) {
    ui::label(
        frame.tr("relatives.reach.choose", {{"token", relatives_tokens(frame)[static_cast<size_t>(token)]}}),
        frame.style.small());
    ui::end_tooltip();
  }
  if (!pressed) return;
  edit_relatives(frame, "relatives output",
                 [token](engine::RelativesLab&, app::RelativesPage& page) { page.output = token; });
}

// "reads 5 of 16 words", "3 steps one after the other", "longest way: 3 steps".
std::vector<std::string> reach_sentences(const Frame& frame, const ReachColumn& column) {
  const engine::PathLengths paths = engine::path_lengths(column.graph, column.looks_back);
  const auto text = [](Index number) { return std::to_string(number); };
  std::vector<std::string> lines = {
      frame.tr("relatives.reach.reads",
               {{"count", text(inputs_lit(column))}, {"all", text(column.graph.inputs)}}),
      frame.tr("relatives.reach.steps", {{"steps", text(engine::sequential_steps(column.graph))}}),
      frame.tr("relatives.reach.path", {{"steps", text(paths.longest)}})};
  if (paths.joined < paths.pairs) {
    const auto layers =
        engine::layers_to_join(relatives_lab(frame), column.graph.inputs, column.graph.inputs);
    lines.push_back(layers ? frame.tr("relatives.reach.join", {{"layers", text(*layers)}})
                           : frame.tr("relatives.reach.never"));
  }
  return lines;
}

constexpr float kSentenceLeading = 1.3f;

ui::TextStyle sentence_type(const Frame& frame, size_t place) {
  return place == 0 ? frame.style.small_strong() : frame.style.small_ink();
}

// Of all its sentences, in as many lines as they need.
float reach_sentences_height(const Frame& frame, const ReachColumn& column, float width) {
  const std::vector<std::string> sentences = reach_sentences(frame, column);
  float height = 0;
  for (size_t i = 0; i < sentences.size(); ++i)
    height += ui::paragraph_height(sentences[i], width, sentence_type(frame, i), kSentenceLeading);
  return height;
}

// `told`: the height of the longest column's sentences.
void draw_reach_column(const Frame& frame, const ReachColumn& column, float told, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::TextStyle name = style.strong();
  name.colour = frame.style.word_colour(relative_colour(frame, column.kind));
  ui::draw_text(list, at, relative_name(frame, column.kind), name);
  const std::vector<std::string> sentences = reach_sentences(frame, column);
  float y = at.y + style.px(24);
  for (size_t i = 0; i < sentences.size(); ++i) {
    y += ui::draw_paragraph(list, {at.x, y}, room.x, sentences[i], sentence_type(frame, i), kSentenceLeading);
  }
  const float top = at.y + style.px(24) + told + style.px(22);
  // Of the last word, if words are slanted; and of the layers' names, which begin within the last step.
  const std::string layer = frame.tr("relatives.reach.layer", {{"layer", std::to_string(column.layers)}});
  const float slant = std::max(style.px(30), ui::text_size(layer, style.small()).x);
  const float step = (room.x - slant) / static_cast<float>(column.graph.inputs);
  const float words = style.px(words_are_flat(frame, step) ? 36 : 74);
  ReachPlaces places{{at.x, top},
                     {room.x - slant, std::max(style.px(40), at.y + room.y - words - top)},
                     column.graph.inputs,
                     column.layers};
  draw_reach_lines(frame, column, places);
  draw_reach_nodes(frame, column, places);
  draw_reach_layers(frame, column, places, at.x + room.x);
  draw_reach_words(frame, column, places, places.corner.y + places.size.y + style.px(10));
  choose_output_by_mouse(frame, places, {at.x, top - style.px(8)},
                         {room.x, at.y + room.y - top + style.px(8)}, column.kind);
}

void go_to_reach_step(const Frame& frame, Index step, Index all) {
  edit_relatives(frame, "relatives step", [step, all](engine::RelativesLab&, app::RelativesPage& page) {
    page.step = step >= all ? -1 : step;
  });
}

// One step every half second, until everything is drawn.
void play_reach(const Frame& frame, Index steps, Index all) {
  const std::optional<double>& since = frame.session.desk().lab_played;
  if (!since) return;
  const double now = ImGui::GetTime();
  if (now - *since < app::kLabSeconds) return;
  const bool ends = steps + 1 >= all;
  frame.requests.arrange(
      [now, ends](app::Desk& desk) { desk.lab_played = ends ? std::nullopt : std::optional(now); });
  go_to_reach_step(frame, steps + 1, all);
}

void draw_reach_steps(const Frame& frame, Index steps, Index all) {
  const auto& style = frame.style;
  const bool plays = frame.session.desk().lab_played.has_value();
  if (button(frame, plays ? "relatives.pause" : "relatives.play", ui::ButtonKind::kPrimary)) {
    const double now = ImGui::GetTime();
    frame.requests.arrange(
        [plays, now](app::Desk& desk) { desk.lab_played = plays ? std::nullopt : std::optional(now); });
    if (!plays && steps >= all) go_to_reach_step(frame, 0, all);
  }
  for (const auto& [label, to, tip] : {std::tuple{"«##reach first", Index{0}, "relatives.step.first"},
                                       std::tuple{"−##reach step", steps - 1, "relatives.step.back"},
                                       std::tuple{"+##reach step", steps + 1, "relatives.step.next"},
                                       std::tuple{"»##reach last", all, "relatives.step.last"}}) {
    ImGui::SameLine(0, style.px(6));
    if (ui::button(style, label, ui::ButtonKind::kOutline, to >= 0 && to <= all && to != steps))
      go_to_reach_step(frame, to, all);
    ui::tip(style, frame.tr(tip));
  }
  ImGui::SameLine(0, style.px(12));
  ImGui::AlignTextToFramePadding();
  ui::plain(frame.tr("relatives.step.is", {{"step", std::to_string(steps)}, {"all", std::to_string(all)}}));
}

}  // namespace

void draw_relatives_reach(const Frame& frame) {
  const auto& style = frame.style;
  std::vector<ReachColumn> columns;
  columns.reserve(kRelativesShown.size());
  for (const Relative kind : kRelativesShown) columns.push_back(reach_column(frame, kind));
  const Index all = all_steps(columns);
  const Index asked = relatives_page(frame).step;
  const Index steps = asked < 0 ? all : std::min(asked, all);
  draw_convolution_fields(frame);
  draw_reach_steps(frame, steps, all);
  play_reach(frame, steps, all);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(32);
  const ImVec2 each(std::floor((room.x - 2 * gap) / 3), room.y - style.px(8));
  float told = 0;
  for (ReachColumn& column : columns) {
    choose_node(frame, steps, column);
    told = std::max(told, reach_sentences_height(frame, column, each.x));
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    draw_reach_column(frame, columns[i], told,
                      {corner.x + static_cast<float>(i) * (each.x + gap), corner.y + style.px(8)}, each);
  }
}

}  // namespace views
