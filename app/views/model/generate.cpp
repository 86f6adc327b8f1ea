// generate.cpp: the prediction at work: the input, the candidates for the next token, a position or a class,
// and the growing mask.
#include "app/views/model/generate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/example_picture.h"
#include "app/views/core/navigation.h"
#include "app/views/core/scrolling_page.h"
#include "app/views/core/view_words.h"
#include "app/views/model/sampling.h"
#include "app/views/model/token_list.h"
#include "app/views/pictures/cutting.h"
#include "app/views/stage/masking.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/small_map.h"
#include "engine/loaders/checkpoint.h"

namespace views {
namespace {

using engine::Index;

using engine::Prediction;

// The title, and the two buttons on the right of its line.
void draw_top(const Frame& frame, const std::string& title, bool has_buttons) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(title, style.title());
  if (!has_buttons) return;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const std::string next = frame.tr("generate.next");
  const std::string back = frame.tr("generate.take_back");
  const float gap = style.px(8);
  const float both = ui::button_width(frame.style, next) + gap + ui::button_width(frame.style, back);
  const bool beside = ui::text_size(title, style.title()).x + both + style.px(24) < width;
  ImGui::SetCursorScreenPos(beside ? ImVec2(start.x + width - both, start.y) : below);
  const bool any = !frame.session.document().generated.empty();
  if (ui::button(style, (back + "##take back").c_str(), ui::ButtonKind::kOutline, any))
    frame.requests.take_back();
  ui::tip(style, frame.tr("generate.take_back.tip"));
  ImGui::SameLine(0, gap);
  if (ui::button(style, (next + "##next token").c_str(), ui::ButtonKind::kPrimary,
                 frame.session.can_generate()))
    frame.requests.generate();
  ui::tip(style, frame.tr("generate.next.tip"));
}

// What to choose if there is no decoder.
void draw_no_decoder(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::Dummy({0, style.px(6)});
  if (frame.session.document().config.model == engine::ModelKind::kCheckpoint)
    return ui::paragraph(frame.tr("generate.predicts_nothing"), ImGui::GetContentRegionAvail().x,
                         style.text());
  ui::paragraph(frame.tr("generate.no_decoder"), ImGui::GetContentRegionAvail().x, style.text());
  ImGui::Dummy({0, style.px(6)});
  const auto choose = [&](const char* key, engine::Architecture kind, ui::ButtonKind face) {
    if (ui::button(style, (frame.tr(key) + "##" + key).c_str(), face))
      frame.requests.edit("", [kind](app::State& state) { app::set_architecture(state, kind); });
    ui::tip(style, frame.tr(std::string(key) + ".tip"));
  };
  choose("generate.make_decoder", engine::Architecture::kDecoder, ui::ButtonKind::kPrimary);
  ImGui::SameLine(0, style.px(8));
  choose("generate.make_transformer", engine::Architecture::kTransformer, ui::ButtonKind::kOutline);
  draw_example_tokens(frame);
}

// The decoder's tokens, as many of the last ones as fit in one line; those that it generated are outlined.
void draw_tokens(const Frame& frame, const NextTokens& next, size_t generated) {
  const auto& style = frame.style;
  std::vector<std::string> labels = frame.facts.labels(frame.trace().stage(next.probabilities).row_sequence);
  labels.resize(static_cast<size_t>(next.row) + 1);  // without padding
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui::text_size("A", style.text()).y + style.px(10);
  const float gap = style.px(5);
  const auto chip = [&](const std::string& label) {
    return std::max(ui::text_size(label, style.text()).x + style.px(18), style.px(30));
  };
  const std::string unknown = "?";
  float used = chip(unknown) + chip("… 9999") + gap;
  size_t first = labels.size();
  while (first > 0 && used + chip(labels[first - 1]) + gap < width) used += chip(labels[--first]) + gap;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImVec2 at = ImGui::GetCursorScreenPos();
  const auto draw = [&](const std::string& label, ImU32 fill, ImU32 outline, const ui::TextStyle& type) {
    const ImVec2 end(at.x + chip(label), at.y + height);
    list.AddRectFilled(at, end, fill, style.px(7));
    if (outline != 0) list.AddRect(at, end, outline, style.px(7), 0, style.px(1.5f));
    ui::draw_text_centred(list, {(at.x + end.x) / 2, at.y + style.px(5)}, label, type);
    at.x = end.x + gap;
  };
  if (first > 0)
    draw("… " + std::to_string(first), style.colours.panel, style.colours.hairline, style.quiet());
  const size_t prompt = labels.size() - std::min(generated, labels.size());
  for (size_t i = first; i < labels.size(); ++i) {
    const bool own = i >= prompt;
    draw(labels[i], own ? style.colours.selected : style.colours.chip, own ? style.colours.accent : 0,
         style.text());
  }
  draw(unknown, style.colours.panel, style.colours.hairline, style.quiet());
  ImGui::Dummy({width, height});
}

// The decoder's attention nearest to the focus, otherwise the first layer's; in the focused head.
engine::StageAddress decoder_head(const Frame& frame) {
  engine::StageAddress place = engine::parse_address(frame.facts.attention_near(frame.here()));
  const bool decodes = place.stack == engine::Stack::kDecoder && place.layer >= 0;
  if (!decodes) place.layer = 0;
  if (!decodes || place.sublayer != engine::Sublayer::kCross) place.sublayer = engine::Sublayer::kSelf;
  place.stack = engine::Stack::kDecoder;
  place.stream.clear();
  place.head = frame.session.focused_head();
  return place;
}

constexpr float kWidestCell = 1.4f;  // times as wide as high: then more maps have numbers

// A stage with its caption above; a click goes to it. The last row, that of the next token, is outlined and
// named.
// Returns its total height.
float draw_thumbnail(const Frame& frame, int stage, Index row, const std::string& caption, ImVec2 at,
                     ImVec2 room) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  const ui::MatrixFrame matrix = draw_small_map(frame,
                                                {.stage = stage,
                                                 .caption = caption,
                                                 .scale = frame.facts.scale(stage),
                                                 .widest_cell = kWidestCell,
                                                 .kept_row = row},
                                                at, room);
  const auto [low, high] = matrix.box({stage, row, 0}, {stage, row, drawn.columns - 1});
  ImGui::GetWindowDrawList()->AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1},
                                      frame.style.colours.accent, frame.style.px(2), 0, frame.style.px(2));
  ImGui::SetCursorScreenPos(matrix.corner);
  if (ImGui::InvisibleButton(("thumbnail " + drawn.address).c_str(), matrix.size)) {
    frame.requests.edit("", [address = drawn.address](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
  }
  return matrix.corner.y + matrix.size.y - at.y;
}

// Whether two maps are nearly as large in `each` as one in `whole`, beside and below the labels.
bool have_room(const Frame& frame, const engine::Stage& map, ImVec2 each, ImVec2 whole) {
  const float labels = row_label_width(frame, map.rows_are(), map.rows);
  const float above = frame.style.px(24) + column_label_height(frame, map.columns_are(), map.columns);
  const auto side = [&](ImVec2 room) { return std::min(room.x - labels, room.y - above); };
  constexpr float kNearly = 0.75f;
  return side(each) >= kNearly * side(whole);
}

// The weights as large as they fit, and before them the causal mask where it takes little from them: their
// own hatching shows it, too. Stacked or side by side, whichever is larger.
void draw_maps(const Frame& frame, Index row, ImVec2 at, ImVec2 room) {
  const engine::Trace& trace = frame.trace();
  engine::StageAddress place = decoder_head(frame);
  place.step = "weights";
  const auto weights = trace.find(engine::address_of(place));
  const bool crosses = place.sublayer == engine::Sublayer::kCross;
  const std::string caption =
      frame.tr(crosses ? "generate.cross_weights" : "generate.weights",
               {{"layer", frame.tr.nth(place.layer)}, {"head", frame.tr.nth(place.head)}});
  place.layer = 0;
  place.sublayer = engine::Sublayer::kSelf;
  place.head = 0;
  place.step = "mask";
  const auto mask = trace.find(engine::address_of(place));
  if (!mask || !weights) return;
  const engine::Stage& square = trace.stage(*mask);
  const float gap = frame.style.px(16);
  room.x -= frame.style.px(18);  // for the last tilted label
  room.y -= frame.style.px(8);   // for the last row's frame, and its label where rows are low
  const bool stacked = room.y > room.x;
  const ImVec2 each = stacked ? ImVec2(room.x, (room.y - gap) / 2) : ImVec2((room.x - gap) / 2, room.y);
  if (!crosses && !have_room(frame, trace.stage(*weights), each, room)) {
    draw_thumbnail(frame, *weights, row, caption, at, room);
    return;
  }
  const float height = draw_thumbnail(
      frame, *mask, row,
      frame.tr("generate.mask",
               {{"rows", std::to_string(square.rows)}, {"columns", std::to_string(square.columns)}}),
      at, each);
  const ImVec2 second = stacked ? ImVec2(at.x, at.y + height + gap) : ImVec2(at.x + each.x + gap, at.y);
  draw_thumbnail(frame, *weights, row, caption, second, each);
}

// The list, with the maps next to it if there is space.
void draw_body(const Frame& frame, const NextTokens& next, ImVec2 room) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float least_list = style.px(330);
  const float gap = style.px(24);
  const bool wide = room.x > room.y * 2;
  const float maps = std::min(room.x - least_list - gap,
                              wide ? room.x * 0.46f : std::min(room.x * 0.4f, room.y / 2 + style.px(80)));
  const bool has_maps = maps >= style.px(120) && frame.session.trace_document().config.has_decoder();
  draw_token_list(frame, next, {has_maps ? room.x - maps - gap : room.x, room.y});
  if (has_maps) draw_maps(frame, next.row, {at.x + room.x - maps, at.y}, {maps, room.y});
}

// The position whose predictions are shown: the pinned one, otherwise the first masked one, otherwise the
// first that the model is asked at, otherwise the first of the text.
Index guessed_place(const Frame& frame, int probabilities) {
  const engine::Trace& trace = frame.trace();
  const engine::Stage& stage = trace.stage(probabilities);
  const auto& pinned = frame.session.document().focus.pinned;
  const int focused = frame.session.focused_stage();
  if (pinned && focused >= 0 && trace.stage(focused).rows_are().counts_tokens() && pinned->first < stage.rows)
    return pinned->first;
  if (const auto masked = first_masked(frame, stage.row_sequence)) return *masked;
  if (const auto asked = first_asked(frame, stage.row_sequence)) return *asked;
  // Special tokens around the text are not predicted.
  for (Index place = 0; place < stage.rows; ++place) {
    if (!piece_at(frame, stage.row_sequence, place).special) return place;
  }
  return 0;
}

// What is predicted, and for which row; stage -1: nothing.
struct ShownPrediction {
  int stage = -1;
  Index row = 0;
};

ShownPrediction shown_prediction(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  const auto stage = probabilities_of(frame.trace(), focused_example(frame));
  if (!stage) return {};
  const bool is_guess = document.config.predicts == Prediction::kTokens;
  return {*stage, is_guess ? guessed_place(frame, *stage) : next_row(frame.trace(), *stage)};
}

// The position, and a button that masks the token there, or restores it.
void draw_place(const Frame& frame, const NextTokens& next) {
  draw_chosen_row(frame, next.probabilities, next.row);
  if (!can_mask(frame)) return;
  const auto& style = frame.style;
  ImGui::SameLine(0, style.px(12));
  const bool masked = is_masked(frame, frame.trace().stage(next.probabilities).row_sequence, next.row);
  const char* key = masked ? "mask_token.show" : "mask_token.hide";
  if (ui::button(style, (frame.tr(key) + "##mask token").c_str(), ui::ButtonKind::kOutline))
    toggle_masked(frame, next.row);
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
}

// The token whose place is guessed at: itself, or the mask over it.
std::string guessed_token(const Frame& frame, const engine::Stage& stage, Index row) {
  return frame.facts.labels(stage.row_sequence)[static_cast<size_t>(row)];
}

// What the numbers answer; without a prediction, what would be.
std::string title(const Frame& frame, Prediction predicts, int stage, Index row) {
  if (predicts == Prediction::kNextToken) return frame.tr("generate.next_token");
  if (stage < 0) return frame.tr(view_key(frame, "generate"));
  if (predicts == Prediction::kClass) return frame.tr("generate.classes");
  const engine::Stage& probabilities = frame.trace().stage(stage);
  return frame.tr(is_asked(frame, probabilities.row_sequence, row) ? "generate.asked" : "generate.guesses",
                  {{"token", guessed_token(frame, probabilities, row)}});
}

// What the numbers are.
std::string remark(const Frame& frame, const app::Document& document, const NextTokens& next) {
  const engine::Config& config = document.config;
  if (config.model == engine::ModelKind::kCheckpoint && config.predicts == Prediction::kTokens &&
      is_asked(frame, frame.trace().stage(next.probabilities).row_sequence, next.row))
    return frame.tr("generate.asked.remark",
                    {{"token", guessed_token(frame, frame.trace().stage(next.probabilities), next.row)}});
  if (config.model == engine::ModelKind::kCheckpoint)
    return frame.tr(config.predicts == Prediction::kTokens  ? "generate.guesses.remark"
                    : config.predicts == Prediction::kClass ? "generate.classes.remark"
                                                            : "generate.trained");
  if (document.is_batch) return frame.tr("generate.batch");
  return frame.tr(config.tied_output ? "generate.untrained_tied" : "generate.untrained");
}

// The rules of the model's files: a line, and all of them in its tip.
void draw_rules(const Frame& frame, float width) {
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  if (checkpoint == nullptr) return;
  const loaders::GenerationConfig& generation = checkpoint->generation;
  if (generation.followed.empty() && generation.told.empty()) return;
  std::string rules;
  std::string ignored;
  std::string all;
  const auto name = [](std::string& names, const std::string& field) {
    names.append(names.empty() ? "" : ", ").append(field);
  };
  const auto explain = [&](const std::string& what) { all.append(all.empty() ? "" : "\n").append(what); };
  for (const engine::Error& told : generation.told) {
    for (const auto& [key, value] : told.arguments) {
      if (key == "field") name(ignored, value);
    }
    explain(frame.tr(told));
  }
  for (const auto& [field, value] : generation.followed) {
    name(rules, field);
    explain(std::string(field).append(" ").append(value));
  }
  // What is not followed comes first: the end of a long line is left out.
  std::string line = ignored.empty() ? "" : frame.tr("generate.rules_told", {{"fields", ignored}});
  if (!rules.empty())
    line.append(line.empty() ? "" : " · ").append(frame.tr("generate.rules", {{"fields", rules}}));
  const ui::TextStyle type = frame.style.small();
  ui::label(ui::ellipsise(line, width, type), type);
  ui::tip(frame.style, all);
}

constexpr float kLeastBody = 150;  // height in pixels at 100 %

void draw_prediction(const Frame& frame, const app::Document& document, const NextTokens& next) {
  const auto& style = frame.style;
  const Prediction predicts = document.config.predicts;
  const float width = ImGui::GetContentRegionAvail().x;
  // In a low window, or with large text, the numbers come before what they are.
  const bool is_low = ImGui::GetWindowHeight() < style.px(300);
  if (!is_low) {
    ui::paragraph(remark(frame, document, next), width, style.quiet());
    ImGui::Dummy({0, style.px(2)});
  }
  if (predicts == Prediction::kTokens) draw_place(frame, next);
  if (predicts == Prediction::kNextToken) {
    draw_tokens(frame, next, document.generated.size());
    draw_sampling(frame);
    draw_rules(frame, width);
  }
  if (ImGui::GetContentRegionAvail().y > style.px(400)) ImGui::Dummy({0, style.px(2)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = room_at_least(style.px(kLeastBody));
  draw_body(frame, next, room);
  take_room(corner, room);
  if (is_low) ui::paragraph(remark(frame, document, next), width, style.quiet());
}

}  // namespace

engine::Cell best_guess(const Frame& frame) {
  const auto [stage, row] = shown_prediction(frame);
  if (stage < 0) return {};
  const app::Document& document = frame.session.document();
  return {stage, row,
          frame.facts.next_tokens(stage, row, document.sampling, document.generated.size())
              .ordered.front()
              .token};
}

void draw_generate(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(6)));
  begin_scrolling_page("generate");
  const Prediction predicts = document.config.predicts;
  const auto [stage, row] = shown_prediction(frame);
  draw_top(frame, title(frame, predicts, stage, row), stage >= 0 && predicts == Prediction::kNextToken);
  if (stage >= 0) {
    draw_prediction(
        frame, document,
        frame.facts.next_tokens(stage, row, frame.session.document().sampling, document.generated.size()));
  } else {
    draw_no_decoder(frame);
  }
  end_scrolling_page();
  ImGui::PopStyleVar();
}

}  // namespace views
