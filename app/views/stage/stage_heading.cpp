// stage_heading.cpp: the name of the stage in the middle, why it exists, and its formula.
#include <algorithm>

#include "app/look/labels.h"
#include "app/session/steps.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/target_words.h"
#include "app/views/core/written_sum.h"
#include "app/views/stage/one_token.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/address.h"
#include "engine/core/letters.h"
#include "engine/core/size_symbols.h"

namespace views {
namespace {

constexpr float kFormulaSize = 20;  // type size in pixels at 100 %

using engine::StageKind;

// What is predicted if not the next token: a part of a text key, or empty.
std::string prediction_part(const engine::Config& config, StageKind kind) {
  if (kind != StageKind::kLogits && kind != StageKind::kProbabilities) return "";
  if (config.predicts == engine::Prediction::kTokens) return ".tokens";
  return config.predicts == engine::Prediction::kClass ? ".class" : "";
}

// Where order comes from if nothing is added to the input, or a table is.
std::string why_position(engine::PositionKind kind) {
  switch (kind) {
    case engine::PositionKind::kRotary:
      return "why.position.rotary";
    case engine::PositionKind::kAlibi:
      return "why.position.alibi";
    case engine::PositionKind::kShaw:
      return "why.position.shaw";
    case engine::PositionKind::kBuckets:
      return "why.position.relative";
    default:
      return "why.position";
  }
}

// How the mask hides: by −∞ or −1e9, added to the score or put in its place.
std::string convention_part(const engine::Config& config) {
  return std::string(config.mask_in_place ? ".placed" : "") + (config.mask_finite ? ".finite" : "");
}

// Of a head that is switched off or reads evenly, what follows from it; empty of any other stage.
std::string broken_head_key(const engine::Stage& stage, const engine::Config& config) {
  const bool is_map = stage.kind == StageKind::kWeights;
  if (!is_map && stage.kind != StageKind::kHeadOutput) return "";
  if (!engine::head_of(stage.address)) return "";
  const std::string head(engine::without_example(engine::head_address(stage.address)));
  if (config.is_off(head + ".output")) return is_map ? "why.weights.off" : "why.head_output.off";
  return is_map && config.is_off(head + ".weights") ? "why.weights.even" : "";
}

// What scores are divided by, if not by √d_k alone.
std::string scaling_part(const engine::Config& config) {
  if (config.temperature == 1) return config.scale ? "" : ".off";
  return config.scale ? ".temperature" : ".temperature_alone";
}

}  // namespace

std::string why_key(const engine::Stage& stage, const engine::Config& config) {
  const engine::StageAddress place = engine::parse_address(stage.address);
  const StageKind kind = stage.kind;
  const std::string key = "why." + app::kind_name(stage);
  if (std::string broken = broken_head_key(stage, config); !broken.empty()) return broken;
  if (kind == StageKind::kNorm && stage.operation->normalisation() == engine::Normalisation::kNone)
    return "note.norm_off";
  if (kind == StageKind::kPosition && stage.operation->is_given()) return why_position(config.positions);
  if (const std::string part = prediction_part(config, kind); !part.empty()) return key + part;
  if (kind == StageKind::kMask && config.mask_finite) return key + ".finite";
  if (kind == StageKind::kScaled) return key + scaling_part(config);
  if (kind == StageKind::kMasked) return key + convention_part(config);
  const bool hides_later = place.stack == engine::Stack::kDecoder && config.decoder_causal;
  if (kind == StageKind::kMask && place.sublayer == engine::Sublayer::kSelf && hides_later)
    return "why.mask.decoder";
  if (kind == StageKind::kResidual && stage.inputs.size() != 2) {
    return stage.inputs.empty() ? "note.nothing_added" : key + (stage.inputs.size() == 1 ? ".one" : ".three");
  }
  const bool is_exact = config.attention.kind == engine::AttentionKind::kExact;
  if (!is_exact && (kind == StageKind::kWeights || kind == StageKind::kHeadOutput)) return key + ".implied";
  const bool is_cross = place.sublayer == engine::Sublayer::kCross;
  return is_cross && kind.differs_in_cross() ? key + ".cross" : key;
}

namespace {

std::string title_of(const Frame& frame, int index, const engine::Config& config) {
  const engine::Stage& stage = frame.trace().stage(index);
  if (is_pictured(frame, index)) {
    const engine::Index row = followed_row(frame, index).value();
    return frame.tr("one_token.title", {{"token", frame.facts.label(stage.rows_are(), row)}});
  }
  if (stage.kind == StageKind::kGradient) return look::stage_name(frame.tr, stage);
  return frame.tr("title." + app::kind_name(stage) + prediction_part(config, stage.kind));
}

// Where the title has no room.
std::string short_title_of(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  if (!is_pictured(frame, index)) return look::stage_name(frame.tr, stage);
  const engine::Index row = followed_row(frame, index).value();
  return frame.tr("one_token.title.short", {{"token", frame.facts.label(stage.rows_are(), row)}});
}

// The sentence; of a gradient what its target is, and what its first cell's arithmetic says of all.
std::string why_of(const Frame& frame, int index, const std::string& key) {
  const engine::Stage& stage = frame.trace().stage(index);
  const auto& request = frame.session.trace_document().gradient;
  if (is_pictured(frame, index)) return frame.tr("one_token.why");
  if (stage.kind != StageKind::kGradient || !request) return frame.tr(key);
  return frame.tr("why.gradient", {{"target", target_words(frame, request->target)}});
}

// The formula of the stage, or of the row that is followed.
std::string formula_markup(const Frame& frame, int index) {
  const auto row = followed_row(frame, index);
  const engine::Lettering& lettering = frame.style.lettering;
  if (!row) return frame.trace().formula(index, lettering);
  std::string markup = engine::row_formula(frame.trace(), index, frame.tr.nth(*row), lettering);
  if (lettering.notation == engine::Notation::kShapes)
    markup += engine::row_membership(frame.trace(), frame.trace().stage(index));
  return markup;
}

ui::MathLayout formula_of_size(const ui::Style& style, const std::string& markup, float size, float width) {
  const ui::MathStyle math{&style.fonts,        style.px(size),    style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  return ui::layout_math(markup, math, width * 0.95f);
}

// In one line: the title, or where that is too long the stage's name; the formula where there is room; and
// why, when it is pointed at.
void draw_low_heading(const Frame& frame, int index, float width, const std::string& title,
                      const std::string& why, const ui::MathLayout& formula) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = short_title_of(frame, index);
  const float beside = width - formula.width - style.px(24);
  const bool whole = ui::text_size(title, style.title()).x <= beside;
  const std::string shown = ui::ellipsise(whole ? title : name, width, style.title());
  ui::label(shown, style.title());
  ui::tip(style, why);
  if (ui::text_size(shown, style.title()).x <= beside) {
    ui::draw_math(*ImGui::GetWindowDrawList(), {at.x + width - formula.width, at.y + style.px(20)}, formula);
  }
}

}  // namespace

namespace {

enum class FormulaPlace { kBesideTitle, kBesideWhy, kBelow };

struct PlacedFormula {
  ui::MathLayout layout;
  FormulaPlace place = FormulaPlace::kBelow;
};

FormulaPlace place_of(const ui::Style& style, const ui::MathLayout& formula, const std::string& title,
                      const std::string& why, float width) {
  const float title_width = ui::text_size(title, style.title()).x;
  if (title_width + formula.width + style.px(40) < width) return FormulaPlace::kBesideTitle;
  const float room = width - formula.width - style.px(20);
  // Next to the second line a tall formula would reach into the title above it.
  const bool low = title_width < room || formula.ascent < style.px(24);
  return low && ui::text_size(why, style.quiet()).x < room ? FormulaPlace::kBesideWhy : FormulaPlace::kBelow;
}

// A little smaller before it takes a line that the matrix could have.
PlacedFormula placed_formula(const ui::Style& style, const std::string& markup, const std::string& title,
                             const std::string& why, float width) {
  PlacedFormula placed;
  for (const float size : {kFormulaSize, 18.0f, 16.5f}) {
    const ui::MathLayout layout = formula_of_size(style, markup, size, width);
    const FormulaPlace place = place_of(style, layout, title, why, width);
    if (size == kFormulaSize || place != FormulaPlace::kBelow) placed = {layout, place};
    if (place != FormulaPlace::kBelow) break;
  }
  return placed;
}

}  // namespace

bool is_low_stage(const Frame& frame) {
  return ImGui::GetWindowHeight() < frame.style.px(400);
}

float low_heading_width(const Frame& frame, int index) {
  const std::string name = short_title_of(frame, index);
  const float width = ImGui::GetContentRegionAvail().x;
  const float formula = formula_of_size(frame.style, formula_markup(frame, index), kFormulaSize, width).width;
  return ui::text_size(name, frame.style.title()).x + frame.style.px(24) + formula;
}

void draw_stage_heading(const Frame& frame, int index, float width) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(index);
  const engine::Config& config = frame.session.trace_document().config;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::string whole = title_of(frame, index, config);
  // A second line is the matrix's.
  const bool wraps = ui::text_size(whole, style.title()).x > width;
  const std::string title = wraps ? short_title_of(frame, index) : whole;
  const std::string why = why_of(frame, index, why_key(stage, config));
  const std::string markup = formula_markup(frame, index);
  if (is_low_stage(frame))
    return draw_low_heading(frame, index, width, title, why,
                            formula_of_size(style, markup, kFormulaSize, width));
  const auto [formula, place] = placed_formula(style, markup, title, why, width);
  const bool beside_title = place == FormulaPlace::kBesideTitle;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::string& line : ui::wrap_text(title, width, style.title())) ui::label(line, style.title());
  // A tall fraction stays below what is above the title.
  const float base = std::max(style.px(20), formula.ascent + style.px(3));
  if (beside_title) ui::draw_math(list, {start.x + width - formula.width, start.y + base}, formula);
  const ImVec2 second = ImGui::GetCursorScreenPos();
  if (place == FormulaPlace::kBesideWhy)
    ui::draw_math(list, {second.x + width - formula.width, second.y + style.px(16)}, formula);
  // A fraction next to the title reaches down to the second line.
  const bool reaches_down = beside_title && base + formula.descent > style.px(36);
  ui::paragraph(why, reaches_down ? width - formula.width - style.px(32) : width, style.quiet());
  if (place != FormulaPlace::kBelow) return;
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_math(list, {at.x, at.y + formula.ascent}, formula);
  ImGui::Dummy({formula.width, formula.ascent + formula.descent + style.px(2)});
}

}  // namespace views
