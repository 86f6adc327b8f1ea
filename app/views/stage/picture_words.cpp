// picture_words.cpp: chooses the picture of a stage, and tells where an empty one would have something to
// show.
#include "app/views/stage/picture_words.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/look/labels.h"
#include "app/session/changes.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/row_choice.h"
#include "app/views/core/view.h"
#include "app/views/stage/one_token.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

std::string word_key(const View& view) {
  return "picture." + std::string(view.name);
}

// The matrix itself is the first picture.
bool is_picture(const Frame& frame, const View& view) {
  if (view.available != nullptr && !view.available(frame)) return false;
  return view.chosen == ChosenWhere::kAsPicture || view.name == "stage";
}

const View& picture_now(const Frame& frame) {
  const auto all = central_views();
  const auto found = std::find_if(all.begin(), all.end(), [&](const View& view) {
    return is_picture(frame, view) && view.name == frame.session.document().focus.view;
  });
  return found == all.end() ? all.front() : *found;
}

bool shows_this(const Frame& frame, const View& view) {
  const int stage = frame.session.focused_stage();
  return stage >= 0 && (view.nearest == nullptr || view.nearest(frame, stage) == stage);
}

// Whether choosing it draws something at once.
bool is_drawn_here(const Frame& frame, const View& view) {
  const int stage = frame.session.focused_stage();
  return shows_this(frame, view) || (view.draws_nearest && stage >= 0 && view.nearest(frame, stage) >= 0);
}

std::string tip_of(const Frame& frame, const View& view) {
  std::string tip = frame.tr(word_key(view) + ".tip");
  const int stage = frame.session.focused_stage();
  if (stage < 0 || shows_this(frame, view)) return tip;
  const int nearest = view.nearest(frame, stage);
  if (nearest < 0) return tip + " " + frame.tr("picture.not_here");
  const std::string name = look::stage_name(frame.tr, frame.trace().stage(nearest));
  return tip + " " +
         frame.tr(view.draws_nearest ? "picture.draws_nearest" : "picture.go_there", {{"stage", name}});
}

// Whether its word is among the pictures of the focused stage.
bool is_offered(const Frame& frame, const View& view) {
  return is_picture(frame, view) && (!view.only_there || shows_this(frame, view));
}

// A word of the row. Besides the views there is the gradient, the other side of the matrix: a stage of its
// own.
struct PictureWord {
  std::string key;
  std::string tip;
  bool is_chosen = false;
  bool shows_this = true;
  std::function<void()> choose;
};

void choose_side(const Frame& frame, const std::string& address) {
  frame.requests.edit("", [address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

// The matrix of a stage that has a gradient, and that gradient.
void add_sides(const Frame& frame, const View& matrix, std::vector<PictureWord>& words) {
  const std::string here = frame.here();
  const bool is_gradient = engine::is_gradient(here);
  const std::string other = other_side(frame);
  const bool is_stage = picture_now(frame).name == matrix.name;
  // One token is no matrix: its word leads back to all tokens.
  const bool follows = is_stage && followed_row(frame, frame.session.focused_stage()).has_value();
  words.push_back({word_key(matrix), tip_of(frame, matrix), is_stage && !is_gradient && !follows, true,
                   [&frame, &matrix, is_gradient, other, follows] {
                     if (is_gradient && !other.empty()) return choose_side(frame, other);
                     if (follows) return follow_all_tokens(frame);
                     choose_view(frame, matrix);
                   }});
  if (has_token_rows(frame, frame.session.focused_stage()))
    words.push_back({"one_token.one", frame.tr("one_token.one.tip"), follows, true, [&frame, follows] {
                       if (!follows) follow_one_token(frame);
                     }});
  if (other.empty() && !is_gradient) return;
  words.push_back({"picture.gradient", frame.tr("picture.gradient.tip"), is_stage && is_gradient, true,
                   [&frame, here, is_gradient, other] { choose_side(frame, is_gradient ? here : other); }});
}

std::vector<PictureWord> offered_words(const Frame& frame) {
  std::vector<PictureWord> words;
  for (const View& view : central_views()) {
    if (!is_offered(frame, view)) continue;
    if (view.name == "stage") {
      add_sides(frame, view, words);
    } else {
      words.push_back({word_key(view), tip_of(frame, view), view.name == picture_now(frame).name,
                       is_drawn_here(frame, view), [&frame, &view] { choose_view(frame, view); }});
    }
  }
  return words;
}

constexpr float kWordPadding = 9;   // pixels at 100 % beside a word
constexpr float kTightPadding = 6;  // where that keeps all words in a line

float width_of(const Frame& frame, const PictureWord& word, float padding) {
  return ui::text_size(frame.tr(word.key), frame.style.small_strong()).x + frame.style.px(2 * padding);
}

// A word; the chosen one is underlined, one that cannot show this stage is muted.
void draw_word(const Frame& frame, const PictureWord& picture, ImVec2 at, ImVec2 size, float padding) {
  const auto& style = frame.style;
  const std::string word = frame.tr(picture.key);
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton((word + "##" + picture.key).c_str(), size)) picture.choose();
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, picture.tip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (hovered) list.AddRectFilled(at, end, style.colours.chip, style.px(6));
  ui::TextStyle type = picture.is_chosen ? style.small_strong() : style.small_ink();
  if (!picture.shows_this) type.colour = style.colours.muted;
  const ImVec2 text = ui::text_size(word, type);
  ui::draw_text(list, {at.x + (size.x - text.x) / 2, at.y + (size.y - text.y) / 2}, word, type);
  const float inset = style.px(padding);
  if (picture.is_chosen)
    list.AddRectFilled({at.x + inset, end.y - style.px(2)}, {end.x - inset, end.y}, style.colours.ink);
}

std::string picture_list_face(const Frame& frame, const std::vector<PictureWord>& words) {
  const auto chosen =
      std::find_if(words.begin(), words.end(), [](const PictureWord& word) { return word.is_chosen; });
  return frame.tr(chosen == words.end() ? word_key(picture_now(frame)) : chosen->key) + " ▾";
}

// If the words do not fit: one button with the choices below it.
void draw_picture_list(const Frame& frame, const std::vector<PictureWord>& words, ui::ButtonKind kind) {
  if (!ui::begin_choices(frame.style, "pictures", picture_list_face(frame, words), true, kind)) return;
  for (const PictureWord& word : words) {
    if (ui::menu_row(frame.style, frame.tr(word.key), {.is_chosen = word.is_chosen})) word.choose();
    ui::tip(frame.style, word.tip);
  }
  ImGui::EndPopup();
}

// The stage that the picture could show, and a button to go there.
void draw_elsewhere(const Frame& frame, const std::string& name, int nearest) {
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({0, frame.style.px(8)});
  if (nearest < 0) {
    ui::paragraph(frame.tr("picture.nowhere"), width, frame.style.text());
    return;
  }
  const std::string address = frame.trace().stage(nearest).address;
  const std::string title = look::stage_title(frame.tr, address);
  ui::paragraph(frame.tr("picture." + name + ".elsewhere"), width, frame.style.text());
  ImGui::Dummy({0, frame.style.px(4)});
  if (ui::button(frame.style, (title + "##go there").c_str(), ui::ButtonKind::kOutline))
    frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
  ui::tip(frame.style, frame.tr("picture.go.tip", {{"stage", title}}));
}

std::string picture_title(const Frame& frame, int stage, std::string (*title)(const Frame&, int)) {
  return title != nullptr ? title(frame, stage) : look::stage_title(frame.tr, frame.trace().stage(stage));
}

int step_near(const Frame& frame, int stage, const char* step) {
  engine::StageAddress place =
      engine::parse_address(frame.facts.attention_near(frame.trace().stage(stage).address));
  place.step = step;
  return frame.trace().find(engine::address_of(place)).value_or(-1);
}

template <class Numbers>
Index largest(const Numbers& numbers) {
  Index at = 0;
  for (Index i = 1; i < numbers.size(); ++i) {
    if (std::isfinite(numbers(i)) && (!std::isfinite(numbers(at)) || numbers(i) > numbers(at))) at = i;
  }
  return at;
}

}  // namespace

float picture_words_height(const Frame& frame) {
  return frame.style.px(30);
}

float draw_picture_words(const Frame& frame, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::vector<PictureWord> words = offered_words(frame);
  const auto needed = [&](float padding) {
    float all = 0;
    for (const PictureWord& word : words) all += width_of(frame, word, padding);
    return all;
  };
  const float padding = needed(kWordPadding) > width ? kTightPadding : kWordPadding;
  if (needed(padding) > width) {
    // Its word stands above the title, as the first of several words does.
    ImGui::SetCursorScreenPos({start.x - ImGui::GetStyle().FramePadding.x, start.y});
    draw_picture_list(frame, words, ui::ButtonKind::kFlat);
    ImGui::SetCursorScreenPos({start.x, start.y + picture_words_height(frame)});
    return ui::button_width(frame.style, picture_list_face(frame, words));
  }
  ImVec2 at(start.x - frame.style.px(padding), start.y);
  for (const PictureWord& word : words) {
    const ImVec2 size(width_of(frame, word, padding), frame.style.px(24));
    draw_word(frame, word, at, size, padding);
    at.x += size.x;
  }
  ImGui::SetCursorScreenPos({start.x, start.y + picture_words_height(frame)});
  return at.x - start.x;
}

float draw_picture_list_beside(const Frame& frame, ImVec2 right, float title) {
  const std::vector<PictureWord> words = offered_words(frame);
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ui::push_font(frame.style.fonts.semibold, frame.style.px(15));
  const float width = ui::button_width(frame.style, picture_list_face(frame, words));
  ImGui::PopFont();
  if (!is_low_page(frame) || before.x + title + frame.style.px(16) + width > right.x) return 0;
  ImGui::SetCursorScreenPos({right.x - width, right.y});
  draw_picture_list(frame, words, ui::ButtonKind::kOutline);
  ImGui::SetCursorScreenPos(before);
  return width;
}

std::string other_side(const Frame& frame) {
  if (!frame.session.trace()) return {};
  const std::string& here = frame.here();
  const std::string other = engine::is_gradient(here) ? std::string(engine::without_gradient(here))
                                                      : engine::gradient_address(here);
  return frame.trace().find(other) ? other : std::string();
}

int nearest_weights(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  const bool is_map = shown.column_axis == engine::Axis::kKeys && !look::is_signed(shown);
  return is_map ? stage : step_near(frame, stage, "weights");
}

int nearest_in_head(const Frame& frame, int stage) {
  return frame.facts.weights_of(stage) ? stage : step_near(frame, stage, "weights");
}

int nearest_vectors(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  const bool is_vectors =
      shown.rows_are().counts_tokens() && shown.columns > 1 &&
      (shown.column_axis == engine::Axis::kDimensions || shown.column_axis == engine::Axis::kHeadDimensions);
  return is_vectors ? stage : step_near(frame, stage, "q");
}

int nearest_numbers(const Frame& frame, int stage) {
  const bool is_names = frame.trace().stage(stage).column_axis == engine::Axis::kIds;
  return is_names ? step_near(frame, stage, "weights") : stage;
}

int nearest_tokens(const Frame& frame, int stage) {
  if (frame.trace().stage(stage).column_axis == engine::Axis::kIds) return stage;
  engine::StageAddress place = engine::parse_address(frame.trace().stage(stage).address);
  engine::StageAddress tokens;
  tokens.batch = place.batch;
  tokens.step = "tokens";
  for (const std::string_view stream : {std::string_view(place.stream), std::string_view("source")}) {
    tokens.stream = stream;
    if (const auto found = frame.trace().find(engine::address_of(tokens))) return *found;
  }
  return -1;
}

std::optional<int> begin_picture(const Frame& frame, const std::string& name,
                                 int (*nearest)(const Frame&, int), const PictureOptions& options) {
  const int focused = frame.session.focused_stage();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(4)));
  // Before a class there is nothing to choose and little to read.
  const bool presents = frame.session.desk().presenting.is_on;
  const int shown = nearest(frame, focused);
  const bool is_drawn = shown == focused || (options.draws_nearest && shown >= 0);
  const std::string title =
      picture_title(frame, is_drawn ? shown : focused, is_drawn ? options.title : nullptr);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float title_width = ui::text_size(title, frame.style.title()).x;
  const bool is_beside =
      !presents && draw_picture_list_beside(frame, {start.x + width, start.y}, title_width) > 0;
  if (!presents && !is_beside) draw_picture_words(frame, width);
  if (presents) {
    ui::label(ui::ellipsise(title, width, frame.style.title()), frame.style.title());
  } else {
    const bool has_own = is_drawn && options.why != nullptr;
    draw_title(frame, title, has_own ? options.why(frame, shown) : frame.tr("picture." + name + ".why"),
               width);
  }
  if (is_beside) ImGui::Dummy({0, frame.style.px(4)});
  if (!is_drawn) draw_elsewhere(frame, name, shown);
  ImGui::Dummy({0, frame.style.px(2)});
  ImGui::PopStyleVar();
  return is_drawn ? std::optional(shown) : std::nullopt;
}

std::optional<Index> asked_query(const Frame& frame, const engine::Stage& map) {
  const app::Focus& focus = frame.session.document().focus;
  const int focused = frame.session.focused_stage();
  if (focused < 0 || frame.trace_pointer() != frame.session.trace()) return std::nullopt;
  if (frame.trace().stage(focused).rows_are() != map.rows_are()) return std::nullopt;
  if (focus.token || !focus.pinned) return focus.token;
  return focus.pinned->first;
}

Index chosen_row(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  const engine::Stage& focused = frame.trace().stage(frame.session.focused_stage());
  const bool same_rows = frame.session.focused_stage() == stage ||
                         (focused.rows_are().counts_tokens() && shown.rows_are().counts_tokens() &&
                          focused.row_sequence == shown.row_sequence);
  const app::Focus& focus = frame.session.document().focus;
  if (focus.pinned && same_rows && focus.pinned->first < shown.rows) return focus.pinned->first;
  if (!shown.rows_are().counts_tokens()) return 0;
  if (focus.token) return std::min(*focus.token, shown.rows - 1);
  return engine::prediction_row(frame.trace().sequence(shown.row_sequence));
}

void choose_row(const Frame& frame, int stage, Index row) {
  const auto& pinned = frame.session.document().focus.pinned;
  const bool here = stage == frame.session.focused_stage();
  const Index column = pinned && here ? pinned->second : strongest_key(frame, stage, row);
  frame.requests.edit("token",
                      [address = frame.trace().stage(stage).address, row, column](app::State& state) {
                        if (state.document.focus.stage != address) app::focus_on(state, address);
                        state.document.focus.pinned = {row, column};
                      });
}

void draw_chosen_row(const Frame& frame, int stage, Index row) {
  const engine::Stage& shown = frame.trace().stage(stage);
  const auto chosen = draw_row_choice(frame, frame.facts.label(shown.rows_are(), row), row, shown.rows - 1);
  if (chosen) choose_row(frame, stage, *chosen);
}

Index strongest_key(const Frame& frame, int stage, Index row) {
  return largest(frame.trace().read_row(stage, row).reshaped());
}

Index strongest_query(const Frame& frame, int stage, Index column) {
  return largest(frame.trace().read_column(stage, column).reshaped());
}

void explain_item(const Frame& frame, const engine::Cell& cell, bool clicked) {
  if (ImGui::IsItemHovered()) frame.hover(cell);
  if (clicked) pin_cell(frame, cell);
}

std::string percent(double share) {
  // What is not the whole is not written as the whole.
  const bool is_nearly_whole = share >= 0.995 && share < 1;
  if (is_nearly_whole) return engine::number_markup(std::min(100 * share, 99.9), 1) + " %";
  constexpr double kLeastWritten = 0.0005;
  if (share > 0 && share < kLeastWritten) return "<0.1 %";
  return engine::number_markup(100 * share, share > 0 && share < 0.0095 ? 1 : 0) + " %";
}

std::string measured_percent(double share) {
  constexpr double kMostInPart = 0.999;  // that is not written as the whole
  const double written = share < 1 ? std::min(share, kMostInPart) : share;
  return written == 1 ? "100 %" : ui::fixed_number(100 * written, 1) + " %";
}

}  // namespace views
