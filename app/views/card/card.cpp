// card.cpp: one cell explained down to its last term, and what becomes of it.
#include "app/views/card/card.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"
#include "app/views/core/action.h"
#include "app/views/core/view.h"
#include "app/views/stage/number_edit.h"
#include "app/views/stage/one_token.h"
#include "engine/core/address.h"
#include "engine/core/letters.h"

namespace views {
namespace {

using engine::Arithmetic;

std::string cell_name(const CardScene& scene, const std::string& row, const std::string& column) {
  if (scene.stage.kind == engine::StageKind::kCoordinates) {
    return scene.frame.tr("card.coordinate",
                          {{"row", row}, {"component", scene.frame.tr.nth(scene.cell.column)}});
  }
  if (scene.is_prediction()) {
    const bool follows = scene.frame.session.trace_document().config.has_decoder();
    return scene.frame.tr(follows ? "card.next" : "card.guess", {{"row", row}, {"column", column}});
  }
  const bool parameter = scene.stage.row_axis == engine::Axis::kDimensions;
  if (parameter && scene.stage.rows == 1) {
    return scene.frame.tr("card.vector",
                          {{"row", look::stage_name(scene.frame.tr, scene.stage)}, {"column", column}});
  }
  return scene.frame.tr(parameter ? "card.weight" : "card.vector", {{"row", row}, {"column", column}});
}

void part(const std::string& text, const ui::TextStyle& type) {
  ui::label(text, type);
  ImGui::SameLine(0, 0);
}

// Of a pinned number: what moves it? Between `least` and `right`; returns its left edge. With its word where
// there is room for it.
float draw_target_button(const CardScene& scene, float least, ImVec2 right) {
  const Action* const ask = find_action("gradient of");
  if (scene.frame.derived || ask == nullptr || !ask->is_available(scene.frame)) return right.x;
  const auto& style = scene.style;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  const ImVec2 padding(style.px(8), style.px(3));
  ui::push_font(style.fonts.regular, style.px(13));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  const auto left_of = [&](const std::string& face) {
    return right.x - ui::text_size(face, style.small_ink()).x - 2 * padding.x;
  };
  const std::string word = scene.frame.tr("card.gradient.word");
  const std::string sign = left_of(word) >= least ? word : scene.frame.tr("card.gradient");
  const float left = left_of(sign);
  ImGui::SetCursorScreenPos({left, right.y - padding.y});
  const auto kind = ask->is_chosen(scene.frame) ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
  if (ui::button(style, (sign + "##gradient of").c_str(), kind)) ask->run(scene.frame);
  ui::tip(style, action_name(*ask, scene.frame.tr) + " " + action_tip(*ask, scene.frame.tr));
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(before);
  return left;
}

// What a pair of tokens is called: only a weight is something that is read.
struct PairWords {
  std::string before, between;  // of the query, and of the query and the key
};

PairWords pair_words(const CardScene& scene) {
  const engine::StageKind kind = scene.stage.kind;
  const bool reads = kind == engine::StageKind::kWeights || kind == engine::StageKind::kExact;
  if (reads) return {head_before_pair(scene), " " + scene.frame.tr("card.reads_from") + " "};
  const bool multiplies = kind == engine::StageKind::kScores;
  return {head_before_pair(scene) + scene.frame.tr("card.query") + " ",
          (multiplies ? " · " : scene.frame.tr("card.pair_comma")) + scene.frame.tr("card.key") + " "};
}

// "mat reads from sat = 0.0312", or "query mat · key sat = 2.4", in the roles' colours.
void draw_pair(const CardScene& scene, const std::string& row, const std::string& column,
               const std::string& equals) {
  ui::TextStyle type{scene.style.fonts.semibold, scene.style.px(18), scene.style.colours.ink};
  PairWords words = pair_words(scene);
  const auto whole = [&] {
    return ui::text_size(words.before + row + words.between + column + equals, type).x;
  };
  // Words that are too long for the card are set smaller, and roles are left to their colours, before tokens
  // are cut.
  if (whole() > scene.width) type.size = scene.style.px(15);
  const bool names_roles =
      scene.stage.kind != engine::StageKind::kWeights && scene.stage.kind != engine::StageKind::kExact;
  if (whole() > scene.width && names_roles)
    words = {head_before_pair(scene), scene.stage.kind == engine::StageKind::kScores ? " · " : ", "};
  // In a narrow card the number goes below the pair.
  const bool is_below = whole() > scene.width;
  const std::string after = is_below ? "" : equals;
  ui::TextStyle query = type;
  query.colour = scene.style.colours.query;
  ui::TextStyle key = type;
  key.colour = scene.style.colours.key;
  const float room = scene.width - ui::text_size(words.before + words.between + after, type).x;
  const float wide =
      std::max(room / 2, room - ui::text_size(row, query).x);  // what the query leaves is the key's
  part(words.before, type);
  part(ui::ellipsise(row, std::max(room / 2, room - ui::text_size(column, key).x), query), query);
  part(words.between, type);
  part(ui::ellipsise(column, wide, key), key);
  part(after, type);
  ImGui::NewLine();
  if (is_below) ui::label(equals.substr(1), type);
  if (engine::parse_address(scene.stage.address).sublayer == engine::Sublayer::kCross)
    ui::paragraph(scene.frame.tr("card.cross"), scene.width, scene.style.small());
}

// Whose number it is, its buttons, and its name with the result: "mat, dimension 5 = 0.71".
void draw_cell_name(const CardScene& scene) {
  const bool chosen = scene.frame.explained_cell().stage >= 0;
  const bool pinned = chosen && scene.frame.session.hover().stage < 0;
  const bool played = pinned && scene.frame.session.explained_step();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const char* const key = played    ? "card.played"
                          : pinned  ? "card.pinned"
                          : !chosen ? "card.largest"
                                    : "card.hovered";
  float room = scene.width;
  // A cell that is only pointed at is gone before its buttons are reached.
  if (pinned && !played) {
    const float left = draw_number_buttons(scene.frame, scene.cell, {start.x + scene.width, start.y});
    const float gap = scene.style.px(4);
    room = draw_target_button(scene, start.x, {left - gap, start.y}) - start.x - gap;
  }
  // The buttons say it too: beside them it has no place if it would be cut.
  const std::string whose = scene.frame.tr(key);
  const bool fits = ui::text_size(whose, scene.style.small()).x <= room;
  ui::label(fits ? whose : " ", scene.style.small());
  ImGui::Dummy({0, scene.style.px(5)});  // below the buttons
  const std::string row = scene.frame.facts.label(scene.stage.rows_are(), scene.cell.row);
  const std::string column = scene.frame.facts.label(scene.stage.columns_are(), scene.cell.column);
  const ui::TextStyle type{scene.style.fonts.semibold, scene.style.px(18), scene.style.colours.ink};
  const std::string equals = " = " + CardScene::number(scene.explanation.result, scene.decimals());
  if (scene.stage.column_axis == engine::Axis::kKeys) return draw_pair(scene, row, column, equals);
  ui::paragraph(cell_name(scene, row, column) + equals, scene.width, type);
}

void draw_formula(const CardScene& scene) {
  const ui::MathStyle math{&scene.style.fonts,        scene.style.px(20),      scene.style.colours.ink,
                           scene.style.colours.query, scene.style.colours.key, scene.style.colours.value};
  const std::string formula =
      engine::written(scene.frame.trace(), scene.stage, scene.explanation.formula, scene.style.lettering);
  ui::MathLayout layout = ui::layout_math(formula, math, scene.width);
  if (layout.width > scene.width) {
    ui::MathStyle smaller = math;
    smaller.size *= std::max(0.6f, scene.width / layout.width);
    layout = ui::layout_math(formula, smaller, scene.width);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float air = scene.style.px(scene.is_low() ? 5 : 8);
  ui::draw_math(*ImGui::GetWindowDrawList(), {at.x, at.y + layout.ascent + air}, layout);
  ImGui::Dummy({std::min(layout.width, scene.width), layout.ascent + layout.descent + 2 * air});
}

// A bias is a term with one factor.
std::string sum_of_products(const CardScene& scene) {
  const auto& terms = scene.explanation.terms;
  const auto products =
      std::count_if(terms.begin(), terms.end(), [](const engine::Term& term) { return term.has_right; });
  const bool biased = products < static_cast<std::ptrdiff_t>(terms.size());
  return scene.frame.tr(biased ? "card.sum_with_bias" : "card.sum_of_products",
                        {{"count", std::to_string(products)}});
}

std::string result_name(const CardScene& scene) {
  switch (scene.explanation.arithmetic) {
    case Arithmetic::kSumOfProducts:
      return sum_of_products(scene);
    case Arithmetic::kSum:
      return scene.frame.tr(scene.explanation.terms.size() == 1 ? "card.result" : "card.sum");
    case Arithmetic::kSoftmax: {
      const std::string division = scene.division();
      return division.empty() ? scene.softmax_name() : division;
    }
    default:
      return scene.frame.tr("card.result");
  }
}

void draw_explained(const CardScene& scene) {
  draw_cell_name(scene);
  draw_formula(scene);
  draw_card_terms(scene);
  // The heading of a pair ends in its result.
  if (!scene.is_map() || !scene.is_low()) {
    scene.separator();
    scene.line(result_name(scene), scene.explanation.result, scene.decimals(), true);
  }
  for (const std::string& note : scene.notes()) ui::paragraph(note, scene.width, scene.style.small());
  draw_card_try(scene);
  draw_card_journey(scene);
  draw_paint_note(scene.frame, scene.cell);
}

// What there is to point at: the beginning of the hint's keys.
std::string hints_of(std::string_view view) {
  return view == "histogram" ? "card.bins."
         : view == "lines"   ? "card.lines."
         : view == "map"     ? "card.map."
                             : "card.";
}

void draw_hint(const Frame& frame) {
  const auto card = shown_view(frame).card;
  if (card != nullptr && card(frame)) return;
  if (shown_view(frame).shows_heads && draw_card_head(frame)) return;
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(frame.tr("card.none"), frame.style.small());
  const ui::TextStyle type{frame.style.fonts.semibold, frame.style.px(18), frame.style.colours.ink};
  const std::string of = hints_of(frame.session.document().focus.view);
  ui::paragraph(frame.tr(of + "hint_title"), width, type);
  ui::paragraph(frame.tr(of + "hint"), width, frame.style.quiet());
}

// Of the token that is followed, while one neither points nor pinned: its largest number.
engine::Cell largest_followed(const Frame& frame) {
  const int stage = frame.session.focused_stage();
  const bool is_stage = shown_view(frame).name == central_views().front().name;
  const auto row = is_stage ? followed_row(frame, stage) : std::nullopt;
  if (!row) return {};
  const engine::Matrix numbers = frame.trace().read_row(stage, *row);
  const auto size_of = [&](engine::Index column) {
    const float number = numbers(0, column);
    return std::isfinite(number) ? std::abs(number) : -1.0f;
  };
  engine::Index largest = 0;
  for (engine::Index column = 1; column < numbers.cols(); ++column) {
    if (size_of(column) > size_of(largest)) largest = column;
  }
  return {stage, *row, largest};
}

}  // namespace

void draw_card(const Frame& frame) {
  if (!frame.session.trace()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, frame.style.px(2)));
  const Derivations::Derived* const derived = frame.derivations.of(frame.session.hovered());
  const Frame shown = derived ? frame.over(derived->trace, *derived->facts, {}) : frame;
  engine::Cell cell = shown.explained_cell();
  const View& view = shown_view(frame);
  if (cell.stage < 0 && derived == nullptr)
    cell = view.explains != nullptr ? view.explains(frame) : largest_followed(frame);
  // A view with a card of its own speaks of the pinned row itself.
  const bool is_pointed_at = frame.session.hover().stage >= 0;
  if (view.card != nullptr && !is_pointed_at) cell = {};
  if (cell.stage < 0) {
    draw_hint(frame);
  } else {
    draw_explained(CardScene(shown, cell));
  }
  ImGui::PopStyleVar();
}

}  // namespace views
